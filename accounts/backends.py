"""Who a name or an address and a password belong to."""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.models import EmailAddress
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from accounts.models import User
from accounts.services import user_named

MOST_CLAIMS = 3
"""Whose password is tried, of those who gave an address and have not confirmed it."""


class AccountBackend(AuthenticationBackend):
    """By display name in any spelling, or by e-mail address.

    As much work is done for the unknown as for the known, so that the time it takes tells nothing; nobody
    else is asked after this one, which would do it again.
    """

    def authenticate(self, request: HttpRequest | None, **credentials: Any) -> AbstractBaseUser | None:
        login = credentials.get("username") or credentials.get("email") or ""
        password = credentials.get("password") or ""
        claimants = _of_address(login) or _of_name(login)
        if not claimants:
            User().set_password(password)
        user = next((user for user in claimants if user.check_password(password)), None)
        if user is None:
            raise PermissionDenied
        if not self.user_can_authenticate(user):
            self._stash_user(user)
            raise PermissionDenied
        return user

    def user_can_authenticate(self, user: Any) -> bool:
        """Also asked of whoever is logged in, at every request. The login says why not (`adapter`)."""
        return super().user_can_authenticate(user) and not user.is_banned


def _of_name(name: str) -> list[User]:
    user = user_named(name)
    return [user] if user else []


def _of_address(address: str) -> list[User]:
    """Who has confirmed an address; else who gave it first. Anybody may give it who has not to show that it
    is theirs, so confirming it takes it from the others."""
    claims = EmailAddress.objects.filter(email=address.strip().lower(), user__is_guest=False)
    claims = claims.select_related("user").order_by("pk")
    confirmed = claims.filter(verified=True)
    return [claim.user for claim in confirmed[:1] or claims[:MOST_CLAIMS]]
