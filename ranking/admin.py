"""The ladder to look at. Points are corrected, and games voided, by what keeps who did it and why."""

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from accounts.admin import LookOnly
from accounts.quick_lists import QuickLists
from accounts.services import user_named
from game.admin import OfTables
from ranking.models import RankChange, Settlement, Standing, Tally

PLAYER = "The name of a player"


class OfPlayers(LookOnly, QuickLists):
    """Rows that are each of one player."""

    list_select_related: ClassVar[Any] = ("user",)
    search_fields = ("user",)
    search_help_text = PLAYER

    def found(self, request: HttpRequest, rows: QuerySet[Any], term: str) -> QuerySet[Any]:
        return rows.filter(user=user_named(term))


@admin.register(Standing)
class StandingAdmin(OfPlayers):
    """The ladder, from the top."""

    list_display = ("user", "points", "games", "played_at")
    readonly_fields = fields = list_display
    ordering = ("-points", "order", "pk")


@admin.register(RankChange)
class RankChangeAdmin(OfTables, OfPlayers):
    list_display = ("at", "user", "cause", "table", "placement", "worth", "before", "after")
    list_filter = ("cause",)
    list_select_related = ("user", "table")
    search_help_text = "The name of a player, or the public id of a table"
    readonly_fields = fields = (*list_display, "exact", "terms")

    def found(self, request: HttpRequest, rows: QuerySet[RankChange], term: str) -> QuerySet[RankChange]:
        user = user_named(term)
        return rows.filter(table__public_id=term) if user is None else rows.filter(user=user)


@admin.register(Settlement)
class SettlementAdmin(OfTables):
    list_display = ("table", "ended_at", "settled_at", "voided_at")
    list_select_related = ("table",)
    search_fields = ("table",)
    search_help_text = "The public id of a table"
    readonly_fields = fields = list_display

    def found(self, request: HttpRequest, rows: QuerySet[Settlement], term: str) -> QuerySet[Settlement]:
        return rows.filter(table__public_id=term)


@admin.register(Tally)
class TallyAdmin(OfPlayers):
    list_display = (
        "user", "kind", "game", "games", "left", "rounds", "bids_made", "perfect", "points", "highest",
        "lowest",
    )  # fmt: skip
    readonly_fields = fields = (*list_display, "placements", "bids")
