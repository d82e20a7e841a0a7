"""What happens beside the game, as each viewer sees it: who is there, votes and pauses, talk, and what became
of the rank points.

Loaded once for all sockets of a process (`game.live.board`) and cut for each. Nothing in it depends on the
cards, so that nothing in it can give them away.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple

from django.template import engines
from django.utils import timezone, translation

from accounts.relations import silenced
from accounts.sanctions import muted
from game import store
from game.live.rank import Ended, cut_rank, load_ended
from game.models import Kind, Message, Said, Seat, Table
from game.moment import away, ms
from game.rules.company.deeds import legal_deeds
from game.rules.company.seats import seated
from game.rules.company.values import AskPause, AskReplace, Company, No, Ready, Yes
from game.rules.company.votes import voters
from game.stakes import badge_of
from game.standing import Badge
from game.talk import may_write

MESSAGES = 40
"""How many a page shows."""


class Person(NamedTuple):
    """A seat: `player` is a user's id, None for a bot from the start; `bot` is set for who has left, too.
    `points` are an account's rank points when the game began."""

    seat: int
    name: str
    player: int | None
    bot: bool
    away: bool
    points: int | None


class Line(NamedTuple):
    """Something said: `number` counts all messages of the site."""

    number: int
    author: int | None
    seat: int
    name: str
    kind: str
    words: str


class Muted(NamedTuple):
    """A moderator lets a viewer say nothing, until when and why."""

    until: datetime | None
    reason: str


class Again(NamedTuple):
    """The lobby of the next game, and who is in it already."""

    public_id: str
    open: bool
    people: tuple[tuple[int, str], ...]  # users' ids and names


@dataclass(frozen=True)
class Beside:
    version: int
    news: int
    status: str
    kind: str
    watching: bool
    public: bool
    host: int | None
    people: tuple[Person, ...]
    watchers: int
    company: Company | None
    away: Mapping[int, int]
    lines: tuple[Line, ...]
    silenced: Mapping[int, frozenset[int]]
    muted: Mapping[int, Muted]
    may_write: bool
    again: Again | None
    ended: Ended | None
    at: int


def load_beside(table_id: int, users: frozenset[int]) -> Beside:
    """`users` look on: whom they have silenced comes along."""
    table = Table.objects.get(pk=table_id)
    seats = list(Seat.objects.filter(table=table))
    said = Message.objects.filter(table=table).order_by("-pk")[:MESSAGES]
    lines = [Line(m.pk, m.author_id, m.seat, m.name, m.kind, m.words) for m in said]
    return Beside(
        version=table.version,
        news=table.news,
        status=table.status,
        kind=table.kind,
        watching=table.watching,
        public=table.public,
        host=table.host_id,
        people=tuple(map(_person, seats)),
        watchers=table.visits.filter(watches=True).count(),
        company=store.company_of(table),
        away=away(seats),
        lines=tuple(reversed(lines)),
        silenced=silenced(users),
        muted={user: Muted(mute.until, mute.reason) for user, mute in muted(users).items()},
        may_write=may_write(table),
        again=_again(table),
        ended=load_ended(table),
        at=ms(timezone.now()),
    )


def _person(seat: Seat) -> Person:
    away = seat.away_since is not None
    return Person(seat.index, seat.name, seat.player_id, bool(seat.bot), away, seat.rank_points)


def _again(table: Table) -> Again | None:
    lobby = Table.objects.filter(before=table).first()
    if lobby is None:
        return None
    people = Seat.objects.filter(table=lobby, player__isnull=False).values_list("player", "name")
    open_ = lobby.status in (Table.Status.LOBBY, Table.Status.RUNNING)
    return Again(lobby.public_id, open_, tuple(people))


# --- slices ----------------------------------------------------------------------------------------------


class PresenceSlice(NamedTuple):
    """`#presence`: marks on plates by class, as `#whose` does it. `unheard` are whom the viewer has muted or
    blocked."""

    away: tuple[int, ...]
    left: tuple[int, ...]
    unheard: tuple[int, ...]


class VoteSlice(NamedTuple):
    number: int
    about: str  # "" for a pause, else who is to be replaced
    by: str  # "" if the viewer asked
    yes: int
    of: int
    may_say_yes: bool
    may_say_no: bool


class Waits(NamedTuple):
    """Somebody whom a pause waits for, until they are ready."""

    seat: int
    name: str
    mine: bool
    ready: bool


class PauseSlice(NamedTuple):
    number: int
    people: tuple[Waits, ...]
    may_get_ready: bool
    long: bool


class CompanySlice(NamedTuple):
    """`#company`: what there is between the people, and what the viewer may do about it."""

    plays: bool  # the viewer sits here
    time_outs: int  # of the viewer, in a row
    watchers: int
    vote: VoteSlice | None
    pause: PauseSlice | None
    may_pause: bool
    may_replace: tuple[tuple[int, str], ...]
    watchable: bool | None  # whether people may watch, for who may decide it


class SaidSlice(NamedTuple):
    number: int
    seat: int
    name: str
    mine: bool
    kind: str
    words: str
    badge: Badge | None  # of another player with an account, since the game has begun


class TalkSlice(NamedTuple):
    """`#talk-lines`, without what they say whom the viewer does not want to hear. `may_write`: free text is
    allowed just now; `muted`: nothing is, for the viewer."""

    lines: tuple[SaidSlice, ...]
    sits: bool  # and so may do something about others
    may_write: bool
    muted: Muted | None = None


class AgainSlice(NamedTuple):
    """`#again`: the next game with the same people; `public_id` is "" as long as nobody wants one."""

    public_id: str
    open: bool
    names: tuple[str, ...]
    joined: bool


Slices = Mapping[str, Any]


def cut_beside(value: Beside, seat: int | None, user: int | None) -> Slices:
    """By id of the region. `seat` is None for who only watches."""
    slices: dict[str, Any] = {
        "presence": _presence(value, user),
        "company": _company(value, seat, user),
        "talk-lines": _talk(value, seat, user),
        "again": _again_slice(value, user),
    }
    if value.kind == Kind.RANKED:
        slices["rank"] = cut_rank(value.ended, value.people, user)
    return slices


def beside_html(value: Beside, seat: int | None, user: int | None, language: str) -> dict[str, str]:
    """The regions drawn, by id."""
    slices = cut_beside(value, seat, user)
    return {name: draw_region(f"beside/{name}", slice, language) for name, slice in slices.items()}


def talk_html(value: Beside, seat: int | None, user: int | None, language: str) -> dict[str, str]:
    """The talk alone, for a lobby."""
    return {"talk-lines": draw_region("beside/talk-lines", _talk(value, seat, user), language)}


@lru_cache(maxsize=1024)
def draw_region(name: str, cut: object, language: str) -> str:
    """A partial of `templates/game`. What several see alike is drawn once: it shows its slice and nothing
    else."""
    with translation.override(language):
        html: str = engines["jinja2"].env.get_template(f"game/{name}.html").render(s=cut)  # type: ignore[attr-defined]
    return html


def _presence(value: Beside, user: int | None) -> PresenceSlice:
    unheard = value.silenced.get(user or 0, frozenset())
    return PresenceSlice(
        away=tuple(p.seat for p in value.people if p.player and not p.bot and p.away),
        left=tuple(p.seat for p in value.people if p.player and p.bot),
        unheard=tuple(p.seat for p in value.people if p.player in unheard),
    )


def _company(value: Beside, seat: int | None, user: int | None) -> CompanySlice:
    company, running = value.company, value.status == Table.Status.RUNNING
    names = [person.name for person in value.people]
    plays = seat is not None and running
    legal = legal_deeds(company, seat, value.at, value.away) if company and plays else ()
    player = company.players[seat] if company and seat is not None else None
    return CompanySlice(
        plays=plays,
        time_outs=player.time_outs if player else 0,
        watchers=value.watchers,
        vote=_vote(company, seat, names, legal) if company and running else None,
        pause=_pause(company, seat, names, legal) if company and running else None,
        may_pause=AskPause() in legal,
        may_replace=tuple((deed.seat, names[deed.seat]) for deed in legal if isinstance(deed, AskReplace)),
        watchable=value.watching if _decides(value, user) and running else None,
    )


def _decides(value: Beside, user: int | None) -> bool:
    """Whether the viewer says if people may watch (RULES 2: the host, at a Multiplayer table), and has not
    left it."""
    hosts = user is not None and user == value.host and value.kind == "multiplayer" and value.public
    return hosts and any(person.player == user and not person.bot for person in value.people)


def _vote(company: Company, seat: int | None, names: list[str], legal: tuple[Any, ...]) -> VoteSlice | None:
    vote = company.vote
    if vote is None:
        return None
    return VoteSlice(
        number=vote.number,
        about="" if vote.seat is None else names[vote.seat],
        by="" if vote.by == seat else names[vote.by],
        yes=len(vote.yes),
        of=len(voters(company)),
        may_say_yes=Yes(vote.number) in legal,
        may_say_no=No(vote.number) in legal,
    )


def _pause(company: Company, seat: int | None, names: list[str], legal: tuple[Any, ...]) -> PauseSlice | None:
    pause = company.pause
    if pause is None:
        return None
    return PauseSlice(
        number=pause.number,
        people=tuple(Waits(n, names[n], n == seat, n in pause.ready) for n in seated(company)),
        may_get_ready=Ready(pause.number) in legal,
        long=pause.long,
    )


def _talk(value: Beside, seat: int | None, user: int | None) -> TalkSlice:
    unheard = value.silenced.get(user or 0, frozenset())
    own = next((person.seat for person in value.people if person.player and person.player == user), None)
    badges = {person.player: badge_of(person.points) for person in value.people if person.player}
    return TalkSlice(
        lines=tuple(
            _said(line, _is_mine(line, own, user), badges.get(line.author or 0))
            for line in value.lines
            if line.kind == Said.TABLE or line.author not in unheard
        ),
        sits=seat is not None,
        may_write=value.may_write and seat is not None,
        muted=value.muted.get(user or 0) if seat is not None else None,
    )


def _said(line: Line, mine: bool, badge: Badge | None) -> SaidSlice:
    shown = None if mine or line.kind == Said.TABLE else badge
    return SaidSlice(line.number, line.seat, line.name, mine, line.kind, line.words, shown)


def _is_mine(line: Line, own: int | None, user: int | None) -> bool:
    """What the table says is about a seat (also one's own that one has left); what people say stays theirs,
    wherever they sit by now."""
    return line.seat == own if line.kind == Said.TABLE else user is not None and line.author == user


def _again_slice(value: Beside, user: int | None) -> AgainSlice:
    again = value.again
    if again is None or value.status != Table.Status.ENDED:
        return AgainSlice("", False, (), False)
    others = tuple(name for player, name in again.people if player != user)
    return AgainSlice(again.public_id, again.open, others, len(others) < len(again.people))
