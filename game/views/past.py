"""Games that are over: the lists of them, a game's page with its replay, and one's records."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.services import user_named
from game.looking import own_place
from game.models import Kind, Seat, Table
from game.past import all_records
from game.past.ending import ending_of
from game.past.filters import filters_in, place_in
from game.past.history import Page, lately
from game.past.history import history as history_page
from game.past.replay import Replay, replay_of
from game.past.seen import Viewpoint, seen, viewpoint
from game.past.told import players_at, told
from game.rules.exact_bid.options import PRESETS
from game.selectors import table_at
from game.stakes import badge_of
from game.terms import terms_of
from game.typed import number
from game.views.answers import by_the_way
from game.words.past import kind_name, preset_name

# --- lists ---------------------------------------------------------------------------------------------


@require_safe
@never_cache
def history(request: HttpRequest) -> HttpResponse:
    """One's own games. Strangers, who have none, see everybody's."""
    if not isinstance(request.user, User):
        return _everybodys(request, stranger=True)
    filters, before = filters_in(request.GET), place_in(request.GET.get("before", ""))
    return _list(request, history_page(request.user, request.user, filters, before), {"whose": request.user})


@require_safe
@never_cache
def history_of(request: HttpRequest, name: str) -> HttpResponse:
    """The games of a player that one may look into."""
    player = user_named(name)
    if player is None:
        raise Http404
    filters, before = filters_in(request.GET), place_in(request.GET.get("before", ""))
    return _list(request, history_page(player, request.user, filters, before), {"whose": player})


@require_safe
@never_cache
def games(request: HttpRequest) -> HttpResponse:
    """Everybody's games, lately."""
    return _everybodys(request, stranger=False)


def _everybodys(request: HttpRequest, *, stranger: bool) -> HttpResponse:
    page = lately(filters_in(request.GET), place_in(request.GET.get("before", "")))
    return _list(request, page, {"stranger": stranger})


def _list(request: HttpRequest, page: Page, more: dict[str, Any]) -> HttpResponse:
    filters, whose = filters_in(request.GET), more.get("whose")
    context = {
        "page": page,
        "filters": filters,
        "own": whose is not None and whose == request.user,
        "whose": None,
        "before": "before" in request.GET,
        "older": f"?{filters.address(before=page.before)}",
        "newest": f"?{filters.address()}",
        "kinds": [(kind, kind_name(kind)) for kind in _kinds(whose, request.user)],
        "presets": [(game, preset_name(game)) for game in PRESETS],
        "kind_name": kind_name,
        "preset_name": preset_name,
        **more,
    }
    return render(request, "game/past/history.html", context)


def _kinds(whose: User | None, reader: object) -> Sequence[str]:
    """The kinds of games that may stand in a list: those against bots in one's own alone."""
    return Kind.values if whose is not None and whose == reader else (Kind.MULTIPLAYER, Kind.RANKED)


# --- a game --------------------------------------------------------------------------------------------


@require_safe
@never_cache
def past_game(request: HttpRequest, public_id: str) -> HttpResponse:
    """The page of a game, or (to a page that is there) its replay alone, at another step."""
    table, seats = table_at(public_id)
    if table.status != Table.Status.ENDED:
        return redirect("table", public_id)
    own = own_place(table, seats, request.user)
    replay = replay_of(public_id)
    point = viewpoint(request.GET.get("view", ""), len(seats), own.index if own else None)
    context = {"table": table, "seats": seats, "replay": replay}
    if replay.moves:
        step = replay.nearest(number(request.GET.get("step", "")) or 1)
        context |= _at_step(table, seats, replay, step, point)
    if by_the_way(request) and replay.moves:
        response = render(request, "game/past/replay.html", context)
    else:
        context |= _around(request, table, seats, own)
        response = render(request, "game/past/game.html", context)
    patch_vary_headers(response, ["HX-Request"])
    return response


def _at_step(table: Table, seats: list[Seat], replay: Replay, step: int, point: Viewpoint) -> dict[str, Any]:
    state = replay.states[step]
    regions = seen(replay, step, point, players_at(seats, replay.moves[step - 1].at))
    plates = [regions[f"seat-{seat.index}"] for seat in seats]
    asked = urlencode({"step": step, "view": point.name})
    return {
        "step": step,
        "point": point,
        "regions": regions,
        "places": plates[point.seat :] + plates[: point.seat],
        "badges": [badge_of(seat.rank_points) for seat in seats],
        "nearest": seats[point.seat].name,
        "ways": replay.ways(step),
        "told": told(table, seats, replay, step, point),
        "round": state.round,
        "trick": len(state.tricks),
        "here": f"{reverse('past_game', args=[table.public_id])}?{asked}",
    }


def _around(request: HttpRequest, table: Table, seats: list[Seat], own: Seat | None) -> dict[str, Any]:
    return {
        "ending": ending_of(table, seats, own),
        "own": own,
        "terms": terms_of(table),
        "kind_name": kind_name,
        "preset_name": preset_name,
        "shared": "step" in request.GET or "view" in request.GET,
    }


# --- records -------------------------------------------------------------------------------------------


@require_safe
@never_cache
def records(request: HttpRequest) -> HttpResponse | StreamingHttpResponse:
    """All one's records, as a file. It is made while it goes out, game by game."""
    if not isinstance(request.user, User):
        return redirect("history")
    if not all_records.may_have(request.user):
        return render(request, "game/past/later.html", status=429)
    response = StreamingHttpResponse(all_records.zipped(request.user), content_type="application/zip")
    response["Content-Disposition"] = 'attachment; filename="piratbridge.zip"'
    return response
