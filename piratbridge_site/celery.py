"""The Celery application: workers do what tables are due for, and tidy up (the tasks of `game` and
`accounts`)."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "piratbridge_site.settings")

app = Celery("piratbridge")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
