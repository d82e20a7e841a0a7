"""What the site has found odd, in sentences, with the games that it is about."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from accounts.models import User
from accounts.traces import Shared
from game.models import Result, Table
from piratbridge_site.desk import players
from piratbridge_site.desk.players import Done, done_by
from piratbridge_site.desk.sentences import name_of
from ranking.flags import WINDOW
from ranking.models import Flag


class OddGame(NamedTuple):
    """A game that it is about, and how the flagged came out of it."""

    public_id: str
    at: datetime
    lasted: str
    results: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FlagPicture:
    flag: Flag
    sentence: str
    usual: str
    games: tuple[OddGame, ...]
    players: tuple[players.Picture, ...]
    shared: Shared | None  # what the two share
    done: Sequence[Done]


def flag_text(flag: Flag) -> str:
    """What was found, in one sentence."""
    one, other = name_of(flag.user), name_of(flag.other) if flag.other_id else ""
    games, of = flag.details.get("games", 0), flag.details.get("of", 0)
    match flag.kind:
        case Flag.Kind.OFTEN_TOGETHER:
            return f"{one} and {other} sat together in {games} of {of} ranked games."
        case Flag.Kind.ALWAYS_LOSES:
            return f"{one} came in behind {other} in {games} of {of} ranked games."
        case Flag.Kind.OVER_AT_ONCE:
            return f"{games} of {of} ranked games of {one} were over within a minute."
    return f"{one} left {games} of {of} ranked games."


def picture_of(flag: Flag, viewer: User) -> FlagPicture:
    people = [user for user in (flag.user, flag.other) if user is not None and user.deleted_at is None]
    pictures = tuple(players.picture_of(user, viewer) for user in people)
    shared = pictures[0].shared if pictures and pictures[0].shared else ()
    return FlagPicture(
        flag=flag,
        sentence=f"{flag_text(flag)} That was in the {WINDOW.days} days until it was last looked for.",
        usual=USUAL[Flag.Kind(flag.kind)],
        games=_games(flag),
        players=pictures,
        shared=next((each for each in shared if each.user.pk == flag.other_id), None),
        done=[
            done_by(act)
            for act in flag.user.acts_about.filter(what="review-flag").select_related("moderator", "user")[:5]
        ],
    )


def _games(flag: Flag) -> tuple[OddGame, ...]:
    places = flag.details.get("tables", [])
    found = Table.objects.filter(public_id__in=places).only(
        "public_id", "started_at", "ended_at", "created_at"
    )
    tables = {table.pk: table for table in found}
    who = {flag.user_id: name_of(flag.user)} | ({flag.other_id: name_of(flag.other)} if flag.other_id else {})
    results: dict[int, list[str]] = {pk: [] for pk in tables}
    for result in Result.objects.filter(table__in=list(tables), player__in=list(who)).order_by("placement"):
        place = "no place" if result.placement is None else f"place {result.placement}"
        left = ", left" if result.left_at else ""
        results[result.table_id].append(f"{who[result.player_id or 0]}: {place}{left}")
    return tuple(
        OddGame(table.public_id, table.ended_at or table.created_at, _lasted(table), tuple(results[pk]))
        for pk, table in sorted(tables.items(), reverse=True)
    )


def _lasted(table: Table) -> str:
    if table.started_at is None or table.ended_at is None:
        return ""
    seconds = int((table.ended_at - table.started_at).total_seconds())
    return f"{seconds // 60} min {seconds % 60} s" if seconds >= 60 else f"{seconds} s"


USUAL: Final = {
    Flag.Kind.OFTEN_TOGETHER: (
        "Friends like to play together, and may. Odd is it where they help each other: look at a few "
        "replays, and at whether they share a browser."
    ),
    Flag.Kind.ALWAYS_LOSES: (
        "One of two may simply be better. Odd is it where the loser loses on purpose: bids that cannot be "
        "made, tricks given away. Look at a few replays."
    ),
    Flag.Kind.OVER_AT_ONCE: (
        "Nobody plays six rounds in a minute. Did everyone leave at once, for points? Then void those "
        "games, and warn or ban. A fault of the site looks like this, too."
    ),
    Flag.Kind.LEAVES_OFTEN: (
        "Leaving costs points, and a growing wait, by itself. A word may help: a warning. Bad lines make "
        "people run out of time: look at how they left."
    ),
}
