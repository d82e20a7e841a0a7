from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest, HttpResponse

from accounts.models import NameChange, User
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
