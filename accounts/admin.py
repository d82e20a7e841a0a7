from collections.abc import Iterator
from typing import Any, ClassVar

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse

from accounts import names
from accounts.acts import may_act_on
from accounts.models import Act, NameChange, Report, User
from accounts.quick_lists import QuickLists
from accounts.services import end_sessions, note_new_name, user_named


class LookOnly:
    """For rows that nobody writes by hand: what the site itself has noted."""

    def has_add_permission(self, request: object, obj: object = None) -> bool:
        return False

    def has_change_permission(self, request: object, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: object, obj: object = None) -> bool:
        return False


class EarlierNames(LookOnly, admin.TabularInline):
    model = NameChange
    fields = readonly_fields = ("old", "new", "at")
    verbose_name_plural = "earlier names"


_PLAYER = ("username", "is_guest", "date_joined", "last_login", "banned_until")
_ACCOUNT = ("username", "password", "email", "is_active", "is_staff", "groups")


@admin.register(User)
class AccountAdmin(QuickLists, UserAdmin):
    """Moderators see players, and no addresses, also not by searching for them. Admins see and change
    accounts of people below them. What makes superusers is theirs."""

    list_display = ("username", "email", "is_guest", "is_staff", "is_active", "date_joined")
    list_filter = ("is_guest", "is_staff", "is_active")
    search_fields = ("username", "email")
    search_help_text = "A name in any spelling, how it begins, or what somebody was called before"
    readonly_fields = ("date_joined", "last_login", "banned_until")
    inlines = [EarlierNames]

    def get_list_display(self, request: HttpRequest) -> Any:
        return self._without_addresses(request, self.list_display)

    def get_search_fields(self, request: HttpRequest) -> Any:
        return self._without_addresses(request, self.search_fields)

    def found(self, request: HttpRequest, rows: QuerySet[User], term: str) -> QuerySet[User]:
        if "@" in term:
            sees = request.user.has_perm("accounts.see_addresses")
            return rows.filter(email__iexact=term) if sees else rows.none()
        before = NameChange.objects.filter(old__iexact=term).values_list("user", flat=True)
        return rows.filter(
            Q(name_key=names.key(term)) | Q(username__startswith=term) | Q(pk__in=list(before[:20]))
        )

    @staticmethod
    def _without_addresses(request: HttpRequest, fields: tuple[str, ...]) -> tuple[str, ...]:
        sees = request.user.has_perm("accounts.see_addresses")
        return tuple(field for field in fields if sees or field != "email")

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        if obj is None or request.user.is_superuser:
            return super().get_fieldsets(request, obj)
        changes = request.user.has_perm("accounts.change_user")
        fields = (*_ACCOUNT, *_PLAYER[1:]) if changes else _PLAYER
        return ((None, {"fields": self._without_addresses(request, fields)}),)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """Names are changed by Rename, which the audit log knows of."""
        is_super = request.user.is_superuser
        return self.readonly_fields if is_super else ("username", "is_guest", *self.readonly_fields)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        user = request.user
        may = super().has_change_permission(request, obj)
        if not may or obj is None or not isinstance(user, User):
            return may
        return user.pk == obj.pk or may_act_on(user, obj)

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> HttpResponse:
        response = super().user_change_password(request, id, form_url)
        user = self.get_object(request, id)
        if isinstance(user, User) and response.status_code == 302:
            end_sessions(user, but=request.session.session_key)
        return response

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        if change and "username" in form.changed_data:
            note_new_name(obj, form.initial["username"], obj.username)


@admin.register(NameChange)
class NameChangeAdmin(LookOnly, QuickLists):
    list_display = ("old", "new", "user", "at")
    list_select_related = ("user",)
    search_fields = ("old", "new")

    def found(self, request: HttpRequest, rows: QuerySet[NameChange], term: str) -> QuerySet[NameChange]:
        return rows.filter(Q(old__istartswith=term) | Q(new__istartswith=term))


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
    fields = (
        "at", "reason", "reported", "called", "reporter", "place", "message", "quote", "words",
        "handled_at", "handled_by", "note",
    )  # fmt: skip
    readonly_fields = fields

    def found(self, request: HttpRequest, rows: QuerySet[Report], term: str) -> QuerySet[Report]:
        user = user_named(term)
        if user is not None:
            return rows.filter(Q(reported=user) | Q(reporter=user))
        return rows.filter(Q(place=term) | Q(called__iexact=term))


@admin.register(Act)
class ActAdmin(LookOnly, QuickLists):
    """The audit log."""

    list_display = ("at", "moderator", "what", "user", "place", "reason", "until", "report")
    linked: ClassVar[Any] = ("user__id__exact",)
    list_filter = ("what",)
    list_select_related = ("moderator", "user")
    search_fields = ("user", "place")
    search_help_text = "The name of a player or a moderator, or the public id of a table"

    def found(self, request: HttpRequest, rows: QuerySet[Act], term: str) -> QuerySet[Act]:
        user = user_named(term)
        return rows.filter(place=term) if user is None else rows.filter(Q(user=user) | Q(moderator=user))
