"""allauth, in this site's words and with its names."""

import logging
from smtplib import SMTPException
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.stagekit import clear_login
from allauth.mfa.adapter import DefaultMFAAdapter
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.mail import EmailMessage
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.models import Sanction, User
from accounts.sanctions import sanction_on
from accounts.services import is_free

log = logging.getLogger(__name__)

NOT_RIGHT = _("The name or address and the password do not fit together.")

ERRORS = {
    "duplicate_email": _("This is the address of your account already."),
    "email_password_mismatch": NOT_RIGHT,
    "username_password_mismatch": NOT_RIGHT,
    "enter_current_password": _("This is not your password."),
    "incorrect_password": _("This is not your password."),
    "incorrect_code": _("That is not right. Try again."),
    "invalid_or_expired_key": _("This link has been used or is too old."),
    "invalid_password_reset": _("This link has been used or is too old."),
    "max_email_addresses": _("An account has %d addresses at most."),
    "too_many_login_attempts": _("Too many attempts. Try again in some minutes."),
    "rate_limited": _("Too many attempts. Try again in some minutes."),
    "username_taken": names.TAKEN,
}

SAID = {
    "account/email_confirmation_sent": _("We have sent a link to %(email)s that confirms the address."),
    "account/email_confirmed": _("%(email)s is confirmed."),
    "account/email_confirmation_failed": _("%(email)s cannot be confirmed for this account."),
    "account/email_deleted": _("%(email)s is removed."),
    "account/password_changed": _("Your password is changed, and you are logged out everywhere else."),
    "mfa/totp_activated": _("The authenticator app is set up."),
    "mfa/totp_deactivated": _("The authenticator app is removed."),
    "mfa/webauthn_added": _("The passkey is added."),
    "mfa/webauthn_removed": _("The passkey is removed."),
    "mfa/recovery_codes_generated": _("There is a new set of recovery codes."),
}
"""What else allauth would say can be seen by itself."""

CONFIRM = (
    _("Confirm your e-mail address"),
    _(
        "Hello %(name)s,\n\nthis address was given for your account at Piratbridge. This link confirms "
        "it:\n\n%(url)s\n\nIf it was not you, do nothing: the address is not used then."
    ),
)
MAILS = {
    "account/email/email_confirmation": CONFIRM,
    "account/email/email_confirmation_signup": CONFIRM,
    "account/email/password_reset_key": (
        _("A new password"),
        _(
            "Hello %(name)s,\n\nsomebody, probably you, has asked for a new password for your account at "
            "Piratbridge. Choose it here:\n\n%(url)s\n\nIf it was not you, do nothing: your password stays."
        ),
    ),
    "account/email/unknown_account": (
        _("No account with this address"),
        _(
            "Hello,\n\nsomebody, probably you, has asked for a new password at Piratbridge with this "
            "address. No account has it. Perhaps yours has another one, or none. You can sign up here:\n\n"
            "%(url)s\n\nIf it was not you, do nothing."
        ),
    ),
}


class AccountAdapter(DefaultAccountAdapter):
    error_messages = DefaultAccountAdapter.error_messages | ERRORS

    def new_user(self, request: HttpRequest) -> AbstractBaseUser:
        """A guest who signs up stays the same user, so that games stay where they are."""
        guest = getattr(request, "guest", None)
        found = guest and User.objects.filter(pk=guest.pk, is_guest=True).first()
        return found or User()

    def save_user(
        self, request: HttpRequest, user: AbstractBaseUser, form: Any, commit: bool = True
    ) -> AbstractBaseUser:
        """The password is hashed before the transaction begins, for which SQLite has everyone else wait. In
        it, the guest is looked at again under a lock: of two sign-ups at once in one browser, one finds a
        guest and the other begins anew."""
        assert isinstance(user, User)
        super().save_user(request, user, form, commit=False)
        if commit:
            with transaction.atomic():
                guests = User.objects.select_for_update().filter(pk=user.pk, is_guest=True)
                if user.pk and not guests.first():
                    user.pk, user._state.adding = None, True
                user.is_guest = False
                user.save()
        return user

    def pre_login(self, request: HttpRequest, user: AbstractBaseUser, **more: Any) -> HttpResponse | None:
        """Who is banned is told why and until when: only now, since the password was right."""
        assert isinstance(user, User)
        if user.is_active and user.is_banned:
            clear_login(request)
            context = {"ban": sanction_on(user, Sanction.Kind.BAN)}
            return render(request, "account/banned.html", context, status=403)
        return super().pre_login(request, user, **more)

    def clean_username(self, username: str, shallow: bool = False) -> str:
        name = names.normal(username)
        names.check(name)
        if not is_free(name):
            raise self.validation_error("username_taken")
        return name

    def add_message(
        self,
        request: HttpRequest,
        level: int,
        message_template: str | None = None,
        message_context: dict[str, Any] | None = None,
        extra_tags: str = "",
        message: str | None = None,
    ) -> None:
        context = message_context or {}
        said = SAID.get((message_template or "").removesuffix(".txt").replace("/messages/", "/"))
        if message is None and said and not context.get("signup"):
            message = said % context
        if message is not None:
            super().add_message(request, level, message=message, extra_tags=extra_tags)

    def get_email_verification_redirect_url(self, email_address: Any) -> str:
        """The account's page, or the way to it."""
        return self.get_password_change_redirect_url(self.request)

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("account")

    def render_mail(
        self, template_prefix: str, email: Any, context: dict[str, Any], headers: dict[str, str] | None = None
    ) -> EmailMessage:
        subject, body = MAILS[template_prefix]
        user = context.get("user")
        url = next(
            context[key] for key in ("activate_url", "password_reset_url", "signup_url") if key in context
        )
        text = body % {"name": user.get_username() if user else "", "url": url}
        return EmailMessage(f"Piratbridge: {subject}", text, self.get_from_email(), [email], headers=headers)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """A mail server that is away makes no page fail, and what the page says is the same."""
        try:
            super().send_mail(template_prefix, email, context)
        except (OSError, SMTPException):
            log.exception("a mail could not be sent (%s)", template_prefix)

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Attempts at one account are counted together, however its name is spelt."""
        login = credentials.get("username") or credentials.get("email") or ""
        return login.strip().lower() if "@" in login else names.key(login)


class SecondFactorAdapter(DefaultMFAAdapter):
    error_messages = DefaultMFAAdapter.error_messages | {"incorrect_code": ERRORS["incorrect_code"]}

    def get_totp_label(self, user: AbstractBaseUser) -> str:
        return user.get_username()

    def _get_site_name(self) -> str:
        return "Piratbridge"
