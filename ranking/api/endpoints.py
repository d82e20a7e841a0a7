"""What may be asked. Each endpoint reads what the pages of the site read, and answers."""

from typing import Any, Final, cast
from urllib.parse import urlencode

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page
from ninja import Field, Query, Schema
from ninja.decorators import decorate_view

from accounts.models import User
from accounts.services import user_named
from game.looking import EVERYBODYS
from game.models import Table
from game.past.filters import filters_in, place_in
from game.past.history import Row, history
from game.records import record_of_table
from ranking import boards, ladder
from ranking.api import schemas
from ranking.api.schemas import Problem
from ranking.api.site import Refused, api
from ranking.boards import Board, Choice, Way
from ranking.ladder import STEPS, TIERS
from ranking.models import Tally

NOBODY: Final = AnonymousUser()
PROBLEMS: Final = {404: Problem, 422: Problem, 429: Problem}

shortly = decorate_view(cache_control(public=True, max_age=60), conditional_page)
"""May be kept for a minute by whoever asks, and has an ETag: who has it already is told so in few bytes."""


class AskedForBoard(Schema):
    board: schemas.BoardName = Field(
        "now", description="now: who has played in 60 days. month, week: what this one has brought. all."
    )
    tier: schemas.TierName | None = Field(None, description="Players of this tier. Without it: everyone.")
    after: str | None = Field(None, description="A player's name: the page that begins after them.")
    before: str | None = Field(None, description="A player's name: the page that ends before them.")
    around: str | None = Field(None, description="A player's name: the page that they stand on.")


@api.get(
    "/leaderboard", response={200: schemas.Leaderboard, **PROBLEMS}, operation_id="leaderboard",
    url_name="leaderboard", summary="A page of a leaderboard",
)  # fmt: skip
@shortly
def leaderboard(request: HttpRequest, asked: Query[AskedForBoard]) -> Any:
    """Fifty players at a time, sorted by points, and then by name as in Danish."""
    given = {way: name for way in Way if (name := getattr(asked, way)) is not None}
    if len(given) > 1:
        raise Refused(422, "unreadable", "Only one of after, before and around can be asked for.")
    way, name = next(iter(given.items()), (None, ""))
    mark = _player(name).pk if way else None
    choice = Choice(Board(asked.board), None if asked.tier is None else TIERS.index(asked.tier.title()))
    page = boards.page_of(choice, timezone.now(), way=way, of=mark)
    return schemas.Leaderboard(
        board=asked.board,
        tier=asked.tier,
        rows=[
            schemas.LeaderboardRow(
                place=row.place, player=row.name, points=row.points, games=row.games, rank=_rank(row.rank)
            )
            for row in page.rows
        ],
        next=_board_page(choice, Way.AFTER, page.rows[-1].name) if page.more_after else None,
        previous=_board_page(choice, Way.BEFORE, page.rows[0].name) if page.more_before else None,
    )


def _board_page(choice: Choice, way: Way, name: str) -> str:
    tier = {} if choice.tier is None else {"tier": TIERS[choice.tier].lower()}
    asked = {"board": choice.board, **tier, way: name}
    return f"{reverse('api:leaderboard')}?{urlencode(asked)}"


@api.get(
    "/players/{name}", response={200: schemas.Player, **PROBLEMS}, operation_id="player", url_name="player",
    summary="A player",
)  # fmt: skip
@shortly
def player(request: HttpRequest, name: str) -> Any:
    """Rank and statistics of an account, whose name may be spelt in capital or small letters."""
    user = _player(name)
    return schemas.Player(
        name=user.username,
        joined=timezone.localdate(user.date_joined),
        standing=_standing(user),
        statistics=[_statistics(tally) for tally in user.tallies.order_by("kind", "game")],
        games=reverse("api:games", args=[user.username]),
    )


def _standing(user: User) -> schemas.Standing | None:
    standing = getattr(user, "standing", None)
    if standing is None:
        return None
    return schemas.Standing(
        rank=_rank(standing.points),
        place=boards.place_of(standing, timezone.now()),
        games=standing.games,
        last_played=standing.played_at,
    )


def _statistics(tally: Tally) -> schemas.Statistics:
    names = schemas.Statistics.model_fields
    return schemas.Statistics(**{name: getattr(tally, name) for name in names})


class AskedForGames(Schema):
    kind: schemas.Kind | None = Field(None, description="Games of this kind alone.")
    opponent: str = Field("", max_length=40, description="Games with somebody of this name alone.")
    before: str = Field(
        "", max_length=60, description="A place in the list, as the address of a next page has it."
    )


@api.get(
    "/players/{name}/games", response={200: schemas.Games, **PROBLEMS}, operation_id="games_of_player",
    url_name="games", summary="The public games of a player",
)  # fmt: skip
@shortly
def games(request: HttpRequest, name: str, asked: Query[AskedForGames]) -> Any:
    """Games with others that are over and that anyone may look into, newest first."""
    user = _player(name)
    filters = filters_in({"kind": asked.kind or "", "opponent": asked.opponent})
    page = history(user, NOBODY, filters, place_in(asked.before))
    here = reverse("api:games", args=[user.username])
    return schemas.Games(
        rows=[_game(row, user) for row in page.rows],
        next=f"{here}?{filters.address(before=page.before)}" if page.before else None,
    )


def _game(row: Row, user: User) -> schemas.Game:
    return schemas.Game(
        id=row.public_id,
        kind=cast(schemas.Kind, row.kind),
        game=row.preset,
        ended=row.at,
        seats=[
            schemas.Seat(
                name=each.name, bot=each.bot, left=each.left, placement=each.placement, total=each.total
            )
            for each in row.players
        ],
        voided=row.voided,
        points_moved=row.moved and row.moved.after - row.moved.before,
        record=reverse("api:record", args=[row.public_id]),
    )


@api.get(
    "/games/{public_id}", response={200: schemas.Record, **PROBLEMS}, operation_id="record",
    url_name="record", summary="The record of a game", exclude_unset=True,
)  # fmt: skip
@shortly
def record(request: HttpRequest, public_id: str) -> Any:
    """Every card, bid and trick of a public game that is over, and the seed from which its cards follow. The
    site's own command `verify_record` plays it again."""
    table = Table.objects.filter(EVERYBODYS, public_id=public_id).first()
    if table is None:
        raise Refused(404, "no-such-game", "There is no public game that is over with this id.")
    return record_of_table(table, list(table.seats.all()))


def _player(name: str) -> User:
    user = user_named(name)
    if user is None:
        raise Refused(404, "no-such-player", "There is no player of this name.")
    return user


def _rank(points: int) -> schemas.Rank:
    tier, step = TIERS[ladder.tier_of(points)], STEPS[ladder.step_of(points)]
    return schemas.Rank(
        points=points, tier=cast(schemas.TierName, tier.lower()), step=step, name=f"{tier} {step}"
    )
