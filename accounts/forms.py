"""What accounts ask people: allauth's forms, and a few more."""

from typing import Any

from allauth.account import forms as account
from allauth.account.adapter import get_adapter
from allauth.mfa.adapter import get_adapter as get_mfa_adapter
from allauth.mfa.webauthn import forms as webauthn
from django import forms
from django.core.exceptions import ValidationError
from django.db import DatabaseError, IntegrityError
from django.http import HttpRequest

from accounts import names
from accounts.models import User
from accounts.services import is_free

LONGEST_LOGIN = 254  # an address; names are shorter
LONGEST_PASSWORD = 1000


class NameTaken(Exception):
    """Somebody else got the name in the moment between looking and writing."""


class SignUp(account.SignupForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # `accounts.names` says what a name may be, and says it in one sentence.
        self.fields["username"] = forms.CharField(max_length=LONGEST_LOGIN, strip=True)
        self.fields["password1"].max_length = LONGEST_PASSWORD

    def save(self, request: HttpRequest) -> User:
        try:
            return super().save(request)
        except IntegrityError:
            raise NameTaken from None


class LogIn(account.LoginForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"] = forms.CharField(max_length=LONGEST_LOGIN)

    def clean_login(self) -> str:
        login = super().clean_login()
        return login if "@" in login else names.normal(login)


class ChangePassword(account.ChangePasswordForm):
    """Typed once: whoever mistypes it can ask for another, as with any password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["password2"]


class NewPassword(account.ResetPasswordKeyForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["password2"]


class ChangeName(forms.Form):
    name = forms.CharField(max_length=LONGEST_LOGIN)

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_name(self) -> str:
        name = names.normal(self.cleaned_data["name"])
        names.check(name)
        if not is_free(name, of=self.user):
            raise ValidationError(names.TAKEN, code="name_taken")
        return name


class Delete(forms.Form):
    password = forms.CharField(strip=False, max_length=LONGEST_PASSWORD)

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_password(self) -> str:
        """Counted among the failed attempts at logging in."""
        password: str = self.cleaned_data["password"]
        if not get_adapter().reauthenticate(self.user, password):
            raise get_adapter().validation_error("incorrect_password")
        return password


class _NotReadable:
    """What a browser sends of a passkey is taken apart by code that raises whatever comes (KeyError,
    struct.error, …) where it is rubbish. It is no fault of the site's."""

    def full_clean(self) -> None:
        try:
            super().full_clean()  # type: ignore[misc]
        except DatabaseError:
            raise
        except Exception:
            self.add_error("credential", get_mfa_adapter().validation_error("incorrect_code"))  # type: ignore[attr-defined]


class AddPasskey(_NotReadable, webauthn.AddWebAuthnForm):
    pass


class LogInWithPasskey(_NotReadable, webauthn.LoginWebAuthnForm):
    pass


class SecondStepWithPasskey(_NotReadable, webauthn.AuthenticateWebAuthnForm):
    pass


class ConfirmWithPasskey(_NotReadable, webauthn.ReauthenticateWebAuthnForm):
    pass
