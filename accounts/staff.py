"""The admin's door."""

from functools import wraps
from typing import Any

from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.contrib import messages
from django.contrib.admin import AdminSite
from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import SimpleTemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import override

from accounts.models import User


class StaffSite(AdminSite):
    """Open to staff with a second factor. There is no login of its own, which would ask for less than the
    site's does: it leads there, and to setting up what is missing."""

    def has_permission(self, request: HttpRequest) -> bool:
        return super().has_permission(request) and has_second_factor(request.user)

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        """Every page is English, whatever its reader's own pages are: moderators speak of the same things."""
        inner = super().admin_view(view, cacheable)

        @wraps(inner)
        def in_english(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            with override("en"):
                response = inner(request, *args, **kwargs)
                return response.render() if isinstance(response, SimpleTemplateResponse) else response

        return in_english

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        user = request.user
        if not isinstance(user, User) or user.is_guest:
            return redirect_to_login(request.GET.get("next") or reverse("admin:index"))
        if not (user.is_active and user.is_staff):
            raise PermissionDenied
        if not has_second_factor(user):
            messages.warning(request, _("The admin opens when you have set up a second factor."))
            return redirect("mfa_index")
        return redirect("admin:index")


def has_second_factor(user: User | AnonymousUser) -> bool:
    """Recovery codes alone are none. (Asked for several times in a request.)"""
    known = getattr(user, "_has_second_factor", None)
    if known is None:
        types = [Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN]
        known = is_mfa_enabled(user, types)
        user._has_second_factor = known  # type: ignore[union-attr]
    return known
