"""The account's own pages; the others are allauth's (`accounts.urls`), some with a little added."""

from allauth.account import views as account
from allauth.account.adapter import get_adapter
from allauth.account.internal.stagekit import clear_login
from allauth.account.models import EmailAddress
from allauth.mfa.base import views as mfa
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn import views as passkeys
from django import forms
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.i18n import set_language

from accounts import sanctions, services
from accounts.forms import ChangeName, Delete, NameTaken
from accounts.models import Relation, User
from accounts.relations import kept_by
from accounts.settings import LANGUAGE, settings_of
from accounts.signals import done_to_wanted
from accounts.words import Told


@require_safe
@never_cache
@login_required
def overview(request: HttpRequest) -> HttpResponse:
    user = _account(request)
    addresses = EmailAddress.objects.filter(user=user).order_by("-verified", "pk")
    factors = Authenticator.objects.filter(user=user).exclude(type=Authenticator.Type.RECOVERY_CODES)
    context = {
        "addresses": addresses,
        "factors": factors.count(),
        "browsers": user.sign_ins.count(),
        "sanctions": sanctions.in_force(user),
        "done_to": _done_to(user),
    }
    return render(request, "accounts/overview.html", context)


def _done_to(user: User) -> list[Told]:
    """What moderators have done to an account and its games lately, the latest first."""
    since = timezone.now() - sanctions.SHOWN_FOR
    answers = done_to_wanted.send(User, account=user, since=since)
    return sorted((told for _, part in answers for told in part), reverse=True)  # type: ignore[union-attr, misc]


@require_http_methods(["GET", "POST"])
@never_cache
@login_required
def change_name(request: HttpRequest) -> HttpResponse:
    user = _account(request)
    form = ChangeName(user, request.POST or None, initial={"name": user.username})
    if form.is_valid():
        try:
            services.change_name(user, form.cleaned_data["name"])
        except ValidationError as refused:
            form.add_error("name", refused)
        else:
            messages.success(request, _("Your name is %(name)s.") % {"name": user.username})
            return redirect("account")
    due = services.next_name_from(user)
    context = {"form": form, "not_before": date_format(localtime(due)) if due else ""}
    return render(request, "accounts/name.html", context, status=422 if form.errors else 200)


@require_safe
@never_cache
@login_required
def data(request: HttpRequest) -> HttpResponse:
    """All that is kept of the person who asks, as a file."""
    options = {"ensure_ascii": False, "indent": 2}
    response = JsonResponse(services.own_data(_account(request)), json_dumps_params=options)
    response["Content-Disposition"] = 'attachment; filename="piratbridge-account.json"'
    return response


@require_POST
def settings(request: HttpRequest) -> HttpResponse:
    """Keep some settings, and answer with all that hold now. Of whoever has no account, or has it no longer,
    nothing is kept, and the answer is empty."""
    if not services.keep_settings(request.user, request.POST):
        return HttpResponse(status=204)
    return JsonResponse(settings_of(request.user))


def language(request: HttpRequest) -> HttpResponse:
    """Django's way to change the language of this browser; an account keeps it, too."""
    services.keep_settings(request.user, {LANGUAGE: request.POST.get("language")})
    return set_language(request)


@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
@never_cache
@login_required
def delete(request: HttpRequest) -> HttpResponse:
    user = _account(request)
    form = Delete(user, request.POST or None)
    if form.is_valid():
        services.delete_account(user)
        logout(request)
        return redirect("account_deleted")
    return render(request, "accounts/delete.html", {"form": form}, status=422 if form.errors else 200)


@require_safe
def deleted(request: HttpRequest) -> HttpResponse:
    return render(request, "accounts/deleted.html")


@require_safe
@never_cache
def relations(request: HttpRequest) -> HttpResponse:
    """Whom the player has muted and blocked: a guest's page, too."""
    kept = [(each, date_format(localtime(each.at))) for each in _kept_by_whoever_asks(request)]
    return render(request, "accounts/relations.html", {"kept": kept})


@require_POST
def let_be(request: HttpRequest, pk: int) -> HttpResponse:
    if relation := _kept_by_whoever_asks(request).filter(pk=pk).first():
        relation.delete()
        messages.success(request, _("%(name)s is no longer muted or blocked.") % {"name": relation.name})
    return redirect("account_relations")


@require_POST
def have_read(request: HttpRequest, pk: int) -> HttpResponse:
    """The player has read what a moderator has to say: the page they were on is shown without it."""
    if user := _whoever_asks(request):
        sanctions.read(user, pk)
    back = request.POST.get("next", "")
    is_own = url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure())
    return redirect(back if is_own else "home")


def _kept_by_whoever_asks(request: HttpRequest) -> QuerySet[Relation]:
    """A stranger has kept nothing."""
    user = _whoever_asks(request)
    return kept_by(user) if user else Relation.objects.none()


def _whoever_asks(request: HttpRequest) -> User | None:
    """Under account/ a guest is in `request.guest` (`accounts.middleware`)."""
    user = getattr(request, "guest", None) or request.user
    return user if isinstance(user, User) else None


def _account(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user


class SignUp(account.SignupView):
    def form_valid(self, form: forms.Form) -> HttpResponse:
        try:
            return super().form_valid(form)
        except NameTaken:
            form.add_error("username", get_adapter().validation_error("username_taken"))
            return self.form_invalid(form)


class Address(account.EmailView):
    def _action_send(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse | None:
        """allauth sends one mail to an address in some minutes, and else says nothing."""
        response = super()._action_send(request, *args, **kwargs)
        if not self._did_send_verification_email:
            messages.info(request, _("The link was sent a moment ago. Look among the unwanted mail, too."))
        return response


class LogOut(account.LogoutView):
    def post(self, request: HttpRequest) -> HttpResponse:
        """A guest has nothing to log out of, and would lose the games of this browser."""
        return super().post(request) if request.user.is_authenticated else redirect("home")


@require_POST
def give_up(request: HttpRequest) -> HttpResponse:
    """Whoever stands before the second step of a login wants another one, or none. allauth logs out for that,
    and a guest would lose the games of this browser."""
    clear_login(request)
    return redirect("account_login")


class ConfirmWithPasskey(passkeys.ReauthenticateWebAuthnView):
    def form_invalid(self, form: forms.Form) -> HttpResponse:
        """Say so here, and not on the page after the next."""
        return self.render_to_response(self.get_context_data(form=form) | {"form": form})


class SecondStep(mfa.AuthenticateView):
    """allauth offers a passkey to whoever has none, too."""

    def get_context_data(self, **kwargs: object) -> dict[str, object]:
        context: dict[str, object] = super().get_context_data(**kwargs)
        factors = Authenticator.objects.filter(user=self.stage.login.user)
        context["types"] = set(factors.values_list("type", flat=True))
        return context
