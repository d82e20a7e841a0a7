"""Who is there: whoever has a page of their table open, in any number of tabs, at any process.

Each socket is a `Visit`, held by its process. A player is away when the last of theirs has closed, or when
the process that held it has not said for `SILENCE` that it lives. `Seat.away_since` says so to all; at a
table without a clock it is what the company judges by (RULES 2).
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final, NamedTuple

from django.db import transaction
from django.utils import timezone

from game import lobby
from game.door import look_again
from game.models import Process, Seat, Table, Visit
from game.news import tell_news
from game.tasks import call_when_due

SILENCE: Final = timedelta(seconds=10)


class Arrival(NamedTuple):
    """A page that has been opened: `key` is the socket's, `player` a user's id (None: a stranger's)."""

    key: str
    table: int
    player: int | None
    watches: bool


def arrive(process: str, arrivals: Sequence[Arrival]) -> None:
    """Pages of a process have been opened. Saying so twice is saying so."""
    _lives(process)
    for arrival in arrivals:
        with transaction.atomic():
            table = _locked(arrival.table)
            _, is_new = Visit.objects.get_or_create(
                key=arrival.key,
                defaults={
                    "process_id": process,
                    "table": table,
                    "player_id": arrival.player,
                    "watches": arrival.watches,
                },
            )
            _look(table, someone_watches=arrival.watches and is_new)


def depart(keys: Sequence[str]) -> None:
    """Pages have been closed."""
    for visit in list(Visit.objects.filter(key__in=keys)):
        with transaction.atomic():
            table = _locked(visit.table_id)
            Visit.objects.filter(pk=visit.pk).delete()
            _look(table, someone_watches=visit.watches)


def renew(process: str) -> bool:
    """A process lives. False if it has been silent for so long that the others may take it for dead: then
    its pages have to arrive anew."""
    now = timezone.now()
    return bool(Process.objects.filter(pk=process, seen_at__gte=now - SILENCE).update(seen_at=now))


def held_by(process: str) -> dict[str, int]:
    """The pages that are noted as a process's: by key, the table of each."""
    return dict(Visit.objects.filter(process=process).values_list("key", "table"))


def sweep() -> int:
    """Close the pages of processes that have gone without a word. Table by table, so that where a sweep is
    cut short the next one goes on. Returns how many processes there were."""
    silent = Process.objects.filter(seen_at__lt=timezone.now() - SILENCE)
    for table_id in set(Visit.objects.filter(process__in=silent).values_list("table", flat=True)):
        with transaction.atomic():
            table = _locked(table_id)
            pages = table.visits.filter(process__in=silent)  # one that speaks meanwhile is none of these
            watched = pages.filter(watches=True).exists()
            pages.delete()
            _look(table, someone_watches=watched)
    return silent.filter(visits=None).delete()[0]


def _lives(process: str) -> None:
    Process.objects.update_or_create(pk=process, defaults={"seen_at": timezone.now()})


def _locked(table_id: int) -> Table:
    return Table.objects.select_for_update().get(pk=table_id)


def _look(table: Table, *, someone_watches: bool) -> None:
    """Note who is there now, of a table that is locked, and tell everyone if that is another than before."""
    seats = list(Seat.objects.filter(table=table))
    if not (_note(table, seats) or someone_watches):
        return
    if table.status == Table.Status.LOBBY:
        lobby.looked_after(table, seats)
        return
    if table.status == Table.Status.RUNNING:
        look_again(table, seats)
        transaction.on_commit(lambda: call_when_due(table))
    table.news += 1
    table.save(update_fields=["news", "due_at", "due_for"])
    transaction.on_commit(lambda: tell_news(table.pk))


def _note(table: Table, seats: Sequence[Seat]) -> bool:
    """Whether somebody has come or gone."""
    here = set(table.visits.filter(watches=False).values_list("player_id", flat=True))
    now, changed = timezone.now(), []
    for seat in seats:
        if seat.is_played and (seat.player_id in here) == (seat.away_since is not None):
            seat.away_since = None if seat.player_id in here else now
            changed.append(seat)
    Seat.objects.bulk_update(changed, ["away_since"])
    return bool(changed)
