"""The user. A guest is a user too, known by the session alone, so that games never move house when
the guest becomes an account."""

from django.contrib.auth.models import AbstractUser
from django.db import models


class User(AbstractUser):
    is_guest = models.BooleanField(default=False)
