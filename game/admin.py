from django.contrib import admin

from accounts.admin import LookOnly
from game.models import Message, Result, Seat, Table


class SeatInline(LookOnly, admin.TabularInline):
    model = Seat
    readonly_fields = fields = (
        "index",
        "name",
        "player",
        "bot",
        "salt",
        "away_since",
        "left_at",
        "rank_points",
    )


@admin.register(Table)
class TableAdmin(LookOnly, admin.ModelAdmin):
    """Tables to look at, not to change: only the door changes a running game, and nobody sees its
    hands or its seed here."""

    list_display = ("public_id", "kind", "game", "status", "version", "created_at")
    list_filter = ("kind", "status", "game")
    search_fields = ("public_id", "seats__name")
    readonly_fields = fields = (
        "public_id", "kind", "name", "public", "watching", "host", "game", "options", "limit", "pace",
        "status", "version", "due_at", "seal", "created_at", "started_at", "ended_at",
    )  # fmt: skip
    inlines = [SeatInline]
    show_full_result_count = False


@admin.register(Message)
class MessageAdmin(LookOnly, admin.ModelAdmin):
    """What was said, for moderators who look into a report."""

    list_display = ("at", "table", "name", "author", "kind", "words")
    list_filter = ("kind",)
    search_fields = ("table__public_id", "name", "words", "author__username")
    readonly_fields = fields = ("table", "seat", "name", "author", "kind", "words", "at")
    show_full_result_count = False


@admin.register(Result)
class ResultAdmin(LookOnly, admin.ModelAdmin):
    list_display = ("table", "seat", "placement", "total", "bids_made", "rounds")
    readonly_fields = fields = ("table", "seat", "player", "placement", "total", "bids_made", "rounds")
    show_full_result_count = False
