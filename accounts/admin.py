from collections.abc import Iterator
from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse

from accounts.models import NameChange, Report, User
from accounts.relations import mark_handled
from accounts.services import end_sessions, note_new_name


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


@admin.register(User)
class AccountAdmin(UserAdmin):
    list_display = ("username", "email", "is_guest", "is_staff", "is_active", "date_joined")
    list_filter = ("is_guest", "is_staff", "is_active")
    search_fields = ("username", "email", "name_changes__old")
    show_full_result_count = False
    inlines = [EarlierNames]

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
class NameChangeAdmin(LookOnly, admin.ModelAdmin):
    list_display = ("old", "new", "user", "at")
    search_fields = ("old", "new")
    show_full_result_count = False


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
class ReportAdmin(LookOnly, admin.ModelAdmin):
    """What players have reported. Moderators write a note, and mark what they have dealt with."""

    list_display = ("at", "reason", "called", "reported", "reporter", "place", "handled_at", "handled_by")
    list_filter = (Handled, "reason")
    list_select_related = ("reported", "reporter", "handled_by")
    search_fields = ("called", "reported__username", "reporter__username", "place")
    fields = (
        "at", "reason", "reported", "called", "reporter", "place", "message", "quote", "words",
        "handled_at", "handled_by", "note",
    )  # fmt: skip
    readonly_fields = fields[:-1]
    show_full_result_count = False
    actions = ["mark_as_handled"]

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # type: ignore[override]
        return admin.ModelAdmin.has_change_permission(self, request, obj)

    @admin.action(description="Mark as handled", permissions=["change"])
    def mark_as_handled(self, request: HttpRequest, reports: QuerySet[Report]) -> None:
        assert isinstance(request.user, User)
        self.message_user(request, f"Marked as handled: {mark_handled(reports, by=request.user)}.")
