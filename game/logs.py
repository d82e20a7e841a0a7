"""The log of a game and its finished rounds, wherever they lie.

While a game runs, and for some time after, they are rows (`Action`, `Round`): hundreds for each game. Then
they are packed into one (`Archive`), which takes a hundredth of the room, and says the same.
"""

import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from game.models import Action, Archive, Round, Source, Table
from game.rules.exact_bid import codec
from game.rules.exact_bid.values import Action as Move
from game.sheet import RoundResult

PACKED_AFTER: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Logged:
    """One change of a game: a move, a deed of the company, or both, as `game.models.Action` has them."""

    number: int
    seat: int | None
    source: Source
    action: Mapping[str, Any] | None
    deed: Mapping[str, Any] | None
    away: Mapping[str, int] | None
    at: datetime


def log_of(table: Table) -> list[Logged]:
    """Everything that was done in a game, in order: one query, two where it is packed."""
    rows = Action.objects.filter(table=table).order_by("number")
    found = [
        Logged(row.number, row.seat, Source(row.source), row.action, row.deed, row.away, row.at)
        for row in rows
    ]
    return found or [_logged(number, row) for number, row in enumerate(_packed(table, "log"), start=1)]


def moves_of(table: Table) -> list[tuple[int | None, Move]]:
    """The moves of a game with the seat of each (None for the table's own), from which it can be played
    again."""
    rows = list(Action.objects.filter(table=table).order_by("number").values_list("seat", "action"))
    rows = rows or [(row[0], row[2]) for row in _packed(table, "log")]
    return [(seat, codec.decode_action(action)) for seat, action in rows if action is not None]


def rounds_of(table: Table) -> list[RoundResult]:
    """What came of each finished round: one query, two where they are packed."""
    rows = Round.objects.filter(table=table).order_by("number").values_list("result", flat=True)
    return list(rows) or _packed(table, "rounds")


# --- packing -----------------------------------------------------------------------------------------------


def pack_old(now: datetime | None = None, at_once: int = 500) -> int:
    """Pack games that ended some time ago, each by itself. Returns how many there were."""
    before = (now or timezone.now()) - PACKED_AFTER
    old = Table.objects.filter(status=Table.Status.ENDED, ended_at__lt=before, archive=None)
    tables = list(old.order_by("pk").values_list("pk", flat=True)[:at_once])
    return sum(map(pack, tables))


def pack(table_id: int) -> bool:
    """Put the log and rounds of a game that has ended into one row. False where that has been done."""
    with transaction.atomic():
        table = Table.objects.select_for_update().defer("state", "company").get(pk=table_id)
        if table.status != Table.Status.ENDED or Archive.objects.filter(table=table).exists():
            return False
        Archive.objects.create(table=table, packed=packed(log_of(table), rounds_of(table)))
        Action.objects.filter(table=table).delete()
        Round.objects.filter(table=table).delete()
    return True


def packed(log: Sequence[Logged], rounds: Sequence[RoundResult]) -> bytes:
    """As it lies in an `Archive`. Versions count the log without a gap, so that numbers need not be kept."""
    rows = [[row.seat, str(row.source), row.action, row.deed, row.away, _micros(row.at)] for row in log]
    text = json.dumps({"log": rows, "rounds": list(rounds)}, separators=(",", ":"))
    return zlib.compress(text.encode(), level=9)


def _packed(table: Table, part: str) -> list[Any]:
    """A part of the archive of a game; nothing where it has none (a game that has not begun)."""
    found = Archive.objects.filter(table=table).values_list("packed", flat=True).first()
    return [] if found is None else json.loads(zlib.decompress(found))[part]


def _logged(number: int, row: Sequence[Any]) -> Logged:
    seat, source, action, deed, away, at = row
    return Logged(number, seat, Source(source), action, deed, away, _BEGINNING + timedelta(microseconds=at))


_BEGINNING: Final = datetime(1970, 1, 1, tzinfo=UTC)


def _micros(moment: datetime) -> int:
    """Whole microseconds, as databases keep them."""
    return (moment - _BEGINNING) // timedelta(microseconds=1)
