"""The moderators' desk in the admin: pages of a report, a player, a table and a flag instead of forms, and
what waits at the front.

The lists are those of accounts, game and ranking. They are registered by now, since this imports them.
"""

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.contrib.admin.views.main import ChangeList
from django.contrib.auth.models import Group
from django.core.exceptions import PermissionDenied
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html

from accounts import acts
from accounts.admin import AccountAdmin, ActAdmin, LookOnly, ReportAdmin
from accounts.models import Act, Report, User
from accounts.quick_lists import QuickChangeList, QuickLists
from accounts.services import user_named
from game.admin import TableAdmin
from game.models import Table
from piratbridge_site.desk import flags, players, reports, tables
from piratbridge_site.desk.deeds import NotDone, press
from piratbridge_site.desk.offers import Subject, desk_for
from piratbridge_site.desk.sentences import act_text, name_of
from piratbridge_site.desk.talk import whole_talk
from ranking.models import Flag


def staff(request: HttpRequest) -> User:
    """Who asks: the admin lets in nobody else."""
    assert isinstance(request.user, User)
    return request.user


class DeskPages:
    """A page of the desk for each row. `subject` says what it is about, `shown` what is to be seen there."""

    template = ""

    def subject(self, row: Any) -> Subject:
        raise NotImplementedError

    def shown(self, row: Any, request: HttpRequest) -> dict[str, Any]:
        raise NotImplementedError

    def desk_page(self: Any, request: HttpRequest, object_id: str) -> HttpResponse:
        """The page, and what is pressed on it."""
        row = self.get_object(request, unquote(object_id))
        if row is None:
            raise Http404
        if not self.has_view_permission(request, row):
            raise PermissionDenied
        if request.method != "POST":
            return self._drawn(request, row)
        try:
            messages.success(request, press(staff(request), self.subject(row), request.POST.dict()))
        except NotDone as why:
            messages.error(request, str(why))
            row = self.get_object(request, unquote(object_id))  # as it is by now
            return self._drawn(request, row, request.POST.dict())
        return redirect(request.path)

    def _drawn(self: Any, request: HttpRequest, row: Any, tried: Any = None) -> HttpResponse:
        subject = self.subject(row)
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "desk": desk_for(staff(request), subject),
            "subject": subject,
            "tried": tried,
            **self.shown(row, request),
        }
        return TemplateResponse(request, self.template, context)


# --- reports ----------------------------------------------------------------------------------------------


class ReportDesk(DeskPages, ReportAdmin):
    """Those that are open come first, the oldest of them first of all."""

    template = "admin/desk/report.html"

    def get_ordering(self, request: HttpRequest) -> tuple[str, ...]:
        return ("-pk",) if "state" in request.GET else ("at", "pk")

    def change_view(self, request: HttpRequest, object_id: str, *_: Any, **__: Any) -> HttpResponse:
        return self.desk_page(request, object_id)

    def subject(self, row: Report) -> Subject:
        return Subject(row.reported, row.called, tables.table_at(row.place), row)

    def shown(self, row: Report, request: HttpRequest) -> dict[str, Any]:
        return {"title": f"Report {row.pk}", "it": reports.picture_of(row, staff(request))}


# --- players ----------------------------------------------------------------------------------------------


class PlayerList(QuickChangeList):
    def url_for_result(self, result: Any) -> str:
        return reverse("admin:accounts_user_player", args=[result.pk])


class PlayerDesk(DeskPages, AccountAdmin):
    """There is a page of a player, and no form of the account: nothing about anybody is changed without a
    reason, past the audit log."""

    template = "admin/desk/player_page.html"

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return PlayerList

    def get_urls(self) -> list[URLPattern]:
        page = self.admin_site.admin_view(self.desk_page)
        return [path("<path:object_id>/player/", page, name="accounts_user_player"), *super().get_urls()]

    def change_view(self, request: HttpRequest, object_id: str, *_: Any, **__: Any) -> HttpResponse:
        return self.desk_page(request, object_id)

    def subject(self, row: User) -> Subject:
        return Subject(row)

    def shown(self, row: User, request: HttpRequest) -> dict[str, Any]:
        return {
            "title": name_of(row),
            "it": players.picture_of(row, staff(request)),
            "address": row.email if request.user.has_perm("accounts.see_addresses") else "",
            "here": reverse("admin:accounts_user_player", args=[row.pk]),
        }


# --- tables -----------------------------------------------------------------------------------------------


class TableDesk(DeskPages, TableAdmin):
    template = "admin/desk/table_page.html"

    def change_view(self, request: HttpRequest, object_id: str, *_: Any, **__: Any) -> HttpResponse:
        return self.desk_page(request, object_id)

    def subject(self, row: Table) -> Subject:
        return Subject(table=row)

    def shown(self, row: Table, request: HttpRequest) -> dict[str, Any]:
        return {
            "title": f"Table {row.public_id}",
            "it": tables.picture_of(row, staff(request)),
            "talk": whole_talk(row) if request.user.has_perm("game.view_message") else None,
            "reports": tables.open_reports_at(row) if request.user.has_perm("accounts.view_report") else (),
        }


# --- flags ------------------------------------------------------------------------------------------------


class Reviewed(admin.SimpleListFilter):
    """Those that wait, unless others are asked for."""

    title = "state"
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("reviewed", "Reviewed"), ("all", "All")]

    def choices(self, changelist: Any) -> Iterator[Any]:
        first, *others = super().choices(changelist)
        yield {**first, "display": "Waiting"}
        yield from others

    def queryset(self, request: HttpRequest, queryset: QuerySet[Flag]) -> QuerySet[Flag]:
        if self.value() == "all":
            return queryset
        return queryset.filter(reviewed_at__isnull=self.value() != "reviewed")


class FlagDesk(DeskPages, LookOnly, QuickLists):
    """What the site has found odd. Nothing follows from it by itself."""

    template = "admin/desk/flag.html"
    list_display = ("found_at", "what", "kind", "reviewed_at", "reviewed_by")
    list_display_links = ("found_at", "what")
    list_filter = (Reviewed, "kind")
    list_select_related = ("user", "other", "reviewed_by")
    search_fields = ("user",)
    search_help_text = "The name of a player"

    def found(self, request: HttpRequest, rows: QuerySet[Flag], term: str) -> QuerySet[Flag]:
        user = user_named(term)
        return rows.none() if user is None else rows.filter(user=user) | rows.filter(other=user)

    @admin.display(description="What was found")
    def what(self, row: Flag) -> str:
        return flags.flag_text(row)

    def change_view(self, request: HttpRequest, object_id: str, *_: Any, **__: Any) -> HttpResponse:
        return self.desk_page(request, object_id)

    def subject(self, row: Flag) -> Subject:
        return Subject(row.user, flag=row)

    def shown(self, row: Flag, request: HttpRequest) -> dict[str, Any]:
        return {"title": f"Flag {row.pk}", "it": flags.picture_of(row, staff(request))}


# --- the audit log ----------------------------------------------------------------------------------------


class ByModerator(admin.SimpleListFilter):
    """Of one moderator. (Who is none any more is found by the name.)"""

    title = "moderator"
    parameter_name = "moderator"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        staff = User.objects.filter(groups__name__in=(acts.MODERATOR, acts.ADMIN)).distinct()
        return [(str(user.pk), user.username) for user in staff.order_by("username")[:50]]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Act]) -> QuerySet[Act]:
        value = self.value() or ""
        return queryset.filter(moderator=int(value)) if value.isdigit() else queryset


class ActDesk(ActAdmin):
    """The audit log: what was done, by whom, about whom, and why. It is read, and never changed."""

    list_display: Any = ("at", "done", "about", "reason", "where")
    list_display_links = ("at",)
    list_filter: ClassVar[Any] = ("what", ByModerator)

    @admin.display(description="What was done")
    def done(self, act: Act) -> str:
        return f"{act.moderator.username} {act_text(act)}"

    @admin.display(description="About")
    def about(self, act: Act) -> str:
        if act.user is None:
            return ""
        page = reverse("admin:accounts_user_player", args=[act.user.pk])
        return format_html('<a href="{}">{}</a>', page, name_of(act.user))

    @admin.display(description="Where")
    def where(self, act: Act) -> str:
        if act.report is not None:
            page = reverse("admin:accounts_report_change", args=[act.report])
            return format_html('<a href="{}">report {}</a>', page, act.report)
        return act.place


def _instead(model: type[Model], desk: Callable[..., Any]) -> None:
    if admin.site.is_registered(model):
        admin.site.unregister(model)
    admin.site.register(model, desk)  # type: ignore[arg-type]


for _model, _desk in (
    (Report, ReportDesk),
    (User, PlayerDesk),
    (Table, TableDesk),
    (Act, ActDesk),
    (Flag, FlagDesk),
):
    _instead(_model, _desk)

for _past_the_log in (Group, EmailAddress, Authenticator):
    """Rights, addresses and second factors: what is done about them is done on the player's page, or by whom
    they belong to. (What a group may do is `piratbridge_site.groups`.)"""
    if admin.site.is_registered(_past_the_log):
        admin.site.unregister(_past_the_log)

admin.site.site_header = "Piratbridge: the moderators' desk"
admin.site.site_title = "Piratbridge"
admin.site.index_title = "What waits"
admin.site.index_template = "admin/desk/front.html"
