from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from accounts.admin import LookOnly
from accounts.quick_lists import QuickLists
from accounts.services import user_named
from game.models import Message, Result, Table

TABLE_OR_PLAYER = "The public id of a table, or the name of a player"
SECRET = ("state", "company", "seed", "next_seed", "turned_away")
"""Of a table: what no page of the admin needs, and of which some shows who holds what."""


class OfTables(LookOnly, QuickLists):
    """Rows that are each of one table."""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).defer(*(f"table__{name}" for name in SECRET))


class Open(admin.SimpleListFilter):
    """Tables that are not over, which are few."""

    title = "stage"
    parameter_name = "stage"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("open", "Lobbies and running games")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Table]) -> QuerySet[Table]:
        open_ones = (Table.Status.LOBBY, Table.Status.RUNNING)
        return queryset.filter(status__in=open_ones) if self.value() == "open" else queryset


@admin.register(Table)
class TableAdmin(LookOnly, QuickLists):
    """Tables to look at, not to change: only the door changes a running game, and nobody sees its
    hands or its seed here."""

    list_display = ("public_id", "kind", "game", "status", "version", "created_at")
    list_filter = ("kind", Open)
    search_fields = ("public_id", "seats")
    search_help_text = TABLE_OR_PLAYER

    def get_queryset(self, request: HttpRequest) -> QuerySet[Table]:
        return super().get_queryset(request).defer(*SECRET)

    def found(self, request: HttpRequest, rows: QuerySet[Table], term: str) -> QuerySet[Table]:
        user = user_named(term)
        return rows.filter(public_id=term) if user is None else rows.filter(seats__player=user)


@admin.register(Message)
class MessageAdmin(OfTables):
    """What was said, for moderators who look into a report."""

    list_display = ("at", "table", "name", "author", "kind", "words")
    list_filter = ("kind",)
    list_select_related = ("table", "author")
    search_fields = ("table", "author")
    search_help_text = TABLE_OR_PLAYER
    readonly_fields = fields = ("table", "seat", "name", "author", "kind", "words", "at")

    def found(self, request: HttpRequest, rows: QuerySet[Message], term: str) -> QuerySet[Message]:
        user = user_named(term)
        return rows.filter(table__public_id=term) if user is None else rows.filter(author=user)


@admin.register(Result)
class ResultAdmin(OfTables):
    list_display = ("at", "table", "seat", "player", "placement", "total", "bids_made", "rounds")
    list_select_related = ("table", "player")
    search_fields = ("table", "player")
    search_help_text = TABLE_OR_PLAYER
    readonly_fields = fields = ("table", "seat", "player", "placement", "total", "bids_made", "rounds", "at")

    def found(self, request: HttpRequest, rows: QuerySet[Result], term: str) -> QuerySet[Result]:
        user = user_named(term)
        return rows.filter(table__public_id=term) if user is None else rows.filter(player=user)
