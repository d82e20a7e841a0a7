from django.contrib import admin

from accounts.admin import LookOnly
from game.models import Result, Seat, Table


class SeatInline(LookOnly, admin.TabularInline):
    model = Seat
    readonly_fields = fields = ("index", "name", "player", "bot", "salt")


@admin.register(Table)
class TableAdmin(LookOnly, admin.ModelAdmin):
    """Tables to look at, not to change: only the door changes a running game, and nobody sees its
    hands or its seed here."""

    list_display = ("public_id", "kind", "game", "status", "version", "created_at")
    list_filter = ("kind", "status", "game")
    search_fields = ("public_id", "seats__name")
    readonly_fields = fields = (
        "public_id", "kind", "game", "options", "pace", "status", "version", "due_at", "seal",
        "created_at", "ended_at",
    )  # fmt: skip
    inlines = [SeatInline]
    show_full_result_count = False


@admin.register(Result)
class ResultAdmin(LookOnly, admin.ModelAdmin):
    list_display = ("table", "seat", "placement", "total", "bids_made", "rounds")
    readonly_fields = fields = ("table", "seat", "player", "placement", "total", "bids_made", "rounds")
    show_full_result_count = False
