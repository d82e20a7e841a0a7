"""What workers do for accounts."""

from celery import shared_task
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.utils import timezone

from accounts import traces
from accounts.models import SignIn, User
from accounts.services import LOOKING_IN


@shared_task(name="accounts.tasks.tidy")
def tidy() -> None:
    """Once a day: forget sessions that have run out, guests who looked in and never sat down, and from where
    people came long ago."""
    call_command("clearsessions")
    SignIn.objects.exclude(session_key__in=Session.objects.values("session_key")).delete()
    User.objects.filter(
        is_guest=True, seats=None, results=None, acts_about=None, date_joined__lt=timezone.now() - LOOKING_IN
    ).delete()
    traces.forget_old()
