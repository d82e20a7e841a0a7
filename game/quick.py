"""Quick game: the open table that fits a player best, or a new one.

It fits the better, the nearer the ranks of those who sit there are to the player's, and the terms to those
they played by last. Nobody is seated with somebody whom they have blocked, or who has blocked them.
"""

from dataclasses import dataclass
from typing import Final

from django.db.models import QuerySet

from accounts.models import User
from accounts.relations import blocked_either_way
from accounts.settings import settings_of
from game import lobby
from game.errors import Refused
from game.models import Kind, Table
from game.standing import rank_points
from game.terms import Terms, terms_of

USUAL: Final = Terms(players=4, most_cards=8, limit=30)
STEP: Final = 200
"""Rank points of a step on the ladder: so far apart weighs as much as one term that differs."""
LOOKED_AT: Final = 100
"""Tables, the newest: more are not compared."""
AFRESH: Final = {
    "full", "seat-taken", "already-begun", "lobby-gone", "turned-away", "kept-for-players", "name-taken",
    "busy",
}  # fmt: skip
"""Why a table that fitted may be none after all: then the next one is tried."""


@dataclass(frozen=True, slots=True)
class Found:
    table: Table
    opened: bool


def quick_game(player: User, kind: str, *, name: str, salt: str = "", language: str = "") -> Found:
    """Seat a player. Raises `Refused` (no-account, sits-elsewhere, …)."""
    for table in _by_fitness(player, kind):
        try:
            lobby.join(table.pk, player, name=name, salt=salt, language=language)
        except lobby.SitsElsewhere:
            raise
        except Refused as refused:
            if refused.code not in AFRESH:
                raise
        else:
            return Found(table, opened=False)
    terms = Terms(
        players=USUAL.players,
        most_cards=USUAL.most_cards,
        limit=USUAL.limit,
        pace=settings_of(player)["pace"],
    )
    opened = lobby.open_lobby(player, kind, terms, name=name, salt=salt, language=language)
    return Found(opened, opened=True)


def _by_fitness(player: User, kind: str) -> list[Table]:
    apart, usual = blocked_either_way(player.pk), _usual(player, kind)
    tables = [table for table in _open(kind) if _may_sit(table, player, apart)]
    people = {seat.player_id for table in tables for seat in table.seats.all() if seat.player_id is not None}
    points = rank_points({*people, player.pk}) if kind == Kind.RANKED else {}

    def misfit(table: Table) -> tuple[float, int, int]:
        terms = terms_of(table)
        there = [points.get(seat.player_id, 0) for seat in table.seats.all() if seat.player_id is not None]
        distance = abs(sum(there) / max(len(there), 1) - points.get(player.pk, 0)) / STEP
        return distance + _difference(terms, usual), terms.players - len(table.seats.all()), table.pk

    return sorted(tables, key=misfit)


def _open(kind: str) -> QuerySet[Table]:
    return lobby.open_lobbies(kind).prefetch_related("seats").order_by("-pk")[:LOOKED_AT]


def _may_sit(table: Table, player: User, apart: frozenset[int]) -> bool:
    seats = list(table.seats.all())
    people = [seat for seat in seats if seat.player_id is not None]
    return (
        len(seats) < terms_of(table).players
        and player.pk not in table.turned_away
        and not any(seat.player_id in apart for seat in people)
    )


def _usual(player: User, kind: str) -> Terms:
    """The terms of the table at which the player sat last."""
    last = Table.objects.filter(seats__player=player, kind=kind).exclude(state=None).order_by("-pk").first()
    return terms_of(last) if last else USUAL


def _difference(terms: Terms, usual: Terms) -> float:
    """How many terms differ; cards and players by how much."""
    return (
        (terms.limit != usual.limit)
        + (terms.zero_ten != usual.zero_ten)
        + (terms.spades_trump != usual.spades_trump)
        + abs(terms.players - usual.players) / 2
        + abs(terms.most_cards - usual.most_cards) / 4
    )
