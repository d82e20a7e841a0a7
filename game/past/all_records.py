"""All the records of a player as one file, made piece by piece: however many games there are, one at a time
is in memory."""

import json
import zipfile
from collections.abc import AsyncIterator, Iterator
from io import BytesIO
from typing import Final

from asgiref.sync import sync_to_async
from django.core.cache import cache

from accounts.models import User
from game.models import Result, Seat, Table
from game.records import file_name, record_of_table

GAMES_AN_HOUR: Final = 5_000
HOUR: Final = 3600
AT_ONCE: Final = 5  # games for each turn in the thread


def may_have(player: User) -> bool:
    """Whether they may have their records now, which then counts: everything once an hour, and again as long
    as it is not too many games together."""
    key, games = f"records.{player.pk}", Result.objects.filter(player=player).count()
    taken = cache.get(key, 0)
    if taken and taken + games > GAMES_AN_HOUR:
        return False
    cache.add(key, 0, HOUR)
    cache.incr(key, max(games, 1))
    return True


async def zipped(player: User) -> AsyncIterator[bytes]:
    """The file, in pieces."""
    pieces = _pieces(player)

    def next_piece() -> bytes:
        return next(pieces, b"")

    while piece := await sync_to_async(next_piece)():
        yield piece


def _pieces(player: User) -> Iterator[bytes]:
    written = _Written()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as file:
        for number, table in enumerate(_tables(player), start=1):
            seats = list(Seat.objects.filter(table=table))
            record = json.dumps(record_of_table(table, seats), ensure_ascii=False)
            file.writestr(f"{number:05}-{file_name(table)}", record)
            if number % AT_ONCE == 0:
                yield written.taken()
    yield written.taken()


def _tables(player: User) -> Iterator[Table]:
    """The games, newest first, each loaded when it is its turn."""
    ids = list(Result.objects.filter(player=player).order_by("-at", "-pk").values_list("table", flat=True))
    for pk in ids:
        yield Table.objects.get(pk=pk)


class _Written(BytesIO):
    """What has been written and not been taken yet. It cannot tell how much came before, so the archive
    counts for itself, and never goes back."""

    def tell(self) -> int:
        raise OSError

    def taken(self) -> bytes:
        piece = self.getvalue()
        self.seek(0)
        self.truncate(0)
        return piece
