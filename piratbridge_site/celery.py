"""The Celery application: workers do what tables are due for, and tidy up (the tasks of `game` and
`accounts`)."""

import os

from celery import Celery
from kombu.transport.redis import Channel

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "piratbridge_site.settings")

# When the broker goes away, kombu would give back what the worker had not done yet, over a connection that
# is no more: it fails at that, and takes the worker down. The sweep finds those tables anyway.
Channel.do_restore = False

app = Celery("piratbridge")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
