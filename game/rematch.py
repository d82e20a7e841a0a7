"""Another game of the same people, at a table of the same terms.

The first who wants one opens its lobby, with the bots that were there from the start on their seats; each
who wants one, too, takes the seat they had. Who wants one is ready: with the last of them it begins. Its
seed is a new one, and the dealer is drawn anew.
"""

from django.db import transaction
from django.db.models import F

from accounts.models import User
from game import lobby
from game.errors import Refused
from game.models import Kind, Seat, Table
from game.news import tell_news
from game.store import hold
from game.terms import terms_of


def rematch(table_id: int, player: User, own: Seat, *, salt: str = "", language: str = "") -> Table:
    """Want another game; the table where it will be. Raises `Refused` (not-now, not-seated, or what joining
    may say)."""
    table = Table.objects.get(pk=table_id)
    if table.status != Table.Status.ENDED or table.kind == Kind.SINGLEPLAYER:
        raise Refused("not-now")
    if own.left_at is not None:
        raise Refused("not-seated")
    again = _there_is(table) or _open(table, player, own, salt, language)
    if again.status == Table.Status.LOBBY:
        _join(again, player, own, _sealed(salt, table, again.seed), language)
        Table.objects.filter(pk=table_id).update(news=F("news") + 1)
        transaction.on_commit(lambda: tell_news(table_id))
    return again


def _there_is(table: Table) -> Table | None:
    """The next game or its lobby, unless everyone has gone from that."""
    return None if table.again is None or table.again.status == Table.Status.GONE else table.again


def _open(table: Table, player: User, own: Seat, salt: str, language: str) -> Table:
    """The lobby, once: who asks at the same moment waits for the lock, and finds the one that has been
    opened."""
    with transaction.atomic():
        locked = hold(table.pk)
        if there_is := _there_is(locked):
            return there_is
        seed = (locked.again or locked).next_seed
        opened = lobby.open_lobby(
            player, table.kind, terms_of(table), name=own.name, salt=_sealed(salt, table, seed),
            language=language, seed=seed, index=own.index,
            bots={seat.index: seat.name for seat in table.seats.all() if seat.player_id is None},
        )  # fmt: skip
        locked.again = opened
        locked.news += 1
        locked.save(update_fields=["again", "news"])
        transaction.on_commit(lambda: tell_news(table.pk))
    return opened


def _sealed(salt: str, table: Table, seed: str) -> str:
    """The salt, if the seal of that seed stood on the page that sent it (RULES 6). Where everyone had gone
    from a first lobby, it is another one: then the lobby's page shows it, and sends a salt."""
    return salt if seed == table.next_seed else ""


def _join(again: Table, player: User, own: Seat, salt: str, language: str) -> None:
    try:
        lobby.join(again.pk, player, name=own.name, salt=salt, language=language, index=own.index)
    except Refused as refused:
        if refused.code != "seat-taken":
            raise
        lobby.join(again.pk, player, name=own.name, salt=salt, language=language)
    lobby.set_ready(again.pk, player, ready=True)
