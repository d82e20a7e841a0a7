from collections.abc import Iterator
from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest

from accounts import names
from accounts.models import Act, NameChange, Report, User
from accounts.quick_lists import QuickLists
from accounts.services import user_named


class LookOnly:
    """For rows that nobody writes by hand: what the site itself has noted."""

    def has_add_permission(self, request: object, obj: object = None) -> bool:
        return False

    def has_change_permission(self, request: object, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: object, obj: object = None) -> bool:
        return False


@admin.register(User)
class AccountAdmin(LookOnly, QuickLists):
    """Players, without their addresses for moderators, also not by searching for them. Nothing about them is
    changed here: what is done about them is done at the desk (`piratbridge_site.desk`), with a reason; and
    names, addresses and passwords they change themselves."""

    list_display: Any = ("username", "email", "is_guest", "is_staff", "date_joined")
    list_filter: ClassVar[Any] = ("is_guest", "is_staff")
    search_fields = ("username", "email")
    search_help_text = "A name in any spelling, how it begins, or what somebody was called before"

    def get_list_display(self, request: HttpRequest) -> Any:
        sees = request.user.has_perm("accounts.see_addresses")
        return tuple(field for field in self.list_display if sees or field != "email")

    def found(self, request: HttpRequest, rows: QuerySet[User], term: str) -> QuerySet[User]:
        if "@" in term:
            sees = request.user.has_perm("accounts.see_addresses")
            return rows.filter(email__iexact=term) if sees else rows.none()
        before = NameChange.objects.filter(old__iexact=term).values_list("user", flat=True)
        return rows.filter(
            Q(name_key=names.key(term)) | Q(username__startswith=term) | Q(pk__in=list(before[:20]))
        )


@admin.register(NameChange)
class NameChangeAdmin(LookOnly, QuickLists):
    list_display = ("old", "new", "user", "at")
    list_select_related = ("user",)
    search_fields = ("old",)
    search_help_text = "What somebody was called before, or is called now"

    def found(self, request: HttpRequest, rows: QuerySet[NameChange], term: str) -> QuerySet[NameChange]:
        now = user_named(term)
        of_now = Q(user=now) if now is not None else Q(pk=None)
        return rows.filter(Q(old__iexact=term) | Q(old__startswith=term) | of_now)


class Handled(admin.SimpleListFilter):
    """Open ones, unless others are asked for."""

    title = "state"
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("handled", "Handled"), ("all", "All")]

    def choices(self, changelist: Any) -> Iterator[Any]:
        first, *others = super().choices(changelist)
        yield {**first, "display": "Open"}
        yield from others

    def queryset(self, request: HttpRequest, queryset: QuerySet[Report]) -> QuerySet[Report]:
        if self.value() == "all":
            return queryset
        return queryset.filter(handled_at__isnull=self.value() != "handled")


@admin.register(Report)
class ReportAdmin(LookOnly, QuickLists):
    """What players have reported. It is decided at the desk (`piratbridge_site.desk`), with a reason."""

    list_display = ("at", "reason", "called", "reported", "reporter", "place", "handled_at", "handled_by")
    list_filter = (Handled, "reason")
    list_select_related = ("reported", "reporter", "handled_by")
    search_fields = ("called", "place")
    search_help_text = "The name of who was reported or has reported, or the public id of a table"

    def found(self, request: HttpRequest, rows: QuerySet[Report], term: str) -> QuerySet[Report]:
        user = user_named(term)
        if user is not None:
            return rows.filter(Q(reported=user) | Q(reporter=user))
        return rows.filter(Q(place=term) | Q(called__iexact=term))


@admin.register(Act)
class ActAdmin(LookOnly, QuickLists):
    """The audit log. (What its list shows is the desk's.)"""

    linked: ClassVar[Any] = ("user__id__exact",)
    list_select_related = ("moderator", "user")
    search_fields = ("user", "place")
    search_help_text = "The name of a player or a moderator, or the public id of a table"

    def found(self, request: HttpRequest, rows: QuerySet[Act], term: str) -> QuerySet[Act]:
        user = user_named(term)
        return rows.filter(place=term) if user is None else rows.filter(Q(user=user) | Q(moderator=user))
