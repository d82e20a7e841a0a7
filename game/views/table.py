"""The table, and what one does there by an ordinary request."""

from collections.abc import Mapping

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.acts import reason_for
from accounts.models import Act
from accounts.services import player_of
from game import moves, store
from game.errors import Refused
from game.live.beside import beside_html, load_beside
from game.live.cut import Slices
from game.live.incoming import read_fields
from game.live.page import page_of
from game.live.watching import watched
from game.looking import may_look_on, open_to_check
from game.models import Kind, Seat, Table
from game.records import file_name, record_of_table
from game.rules.exact_bid.values import Phase
from game.rules.fair import is_salt, seal
from game.selectors import own_seat, seated_table, table_at
from game.stakes import badge_of, stakes_at
from game.tables import choices_of, open_singleplayer
from game.talk import EMOTES, PHRASES
from game.views import room
from game.views.pages import socket
from game.words import problem_text, table_line


@require_safe
@never_cache
def table(request: HttpRequest, public_id: str) -> HttpResponse:
    """What there is to see of a table, for who is asking: its lobby, the game from their seat, the game as
    people see it who watch, or a word on why there is nothing."""
    table, seats = table_at(public_id)
    if table.status == Table.Status.LOBBY:
        return room.show(request, table)
    if table.status == Table.Status.GONE:
        messages.error(request, problem_text("lobby-gone"))
        return redirect("tables", table.kind)
    own = own_seat(table, seats, request.user)
    if own is not None and own.left_at is None:  # else the seat's socket is not theirs
        return _seated(request, table, seats, own)
    if may_look_on(table, request.user):
        if table.status == Table.Status.ENDED and store.state_of(table).phase is not Phase.END:
            beside = _beside(request, table, None)
            sat = _left_seat(seats, request.user.pk) is not None
            why = reason_for(public_id, Act.What.END_TABLE) if table.stopped_at and sat else ""
            context = {"table": table, "rank": beside.get("rank"), "why": why}
            return render(request, "game/abandoned.html", context)
        return _watching(request, table, seats, own or _left_seat(seats, request.user.pk))
    if table.kind == Kind.SINGLEPLAYER:
        raise Http404
    return render(request, "game/closed.html", {"table": table}, status=403)


def _seated(request: HttpRequest, table: Table, seats: list[Seat], own: Seat) -> HttpResponse:
    page = page_of(table, seats, own.index)
    context = {
        "socket": socket(f"table/{table.public_id}", page.version),
        "next_seal": seal(bytes.fromhex(table.next_seed)),
        "stakes": stakes_at(table, seats, own.index) if table.status == Table.Status.RUNNING else None,
    }
    return _render(request, table, seats, page.regions, own.index, context)


def _left_seat(seats: list[Seat], user: int | None) -> Seat | None:
    return next((seat for seat in seats if seat.player_id is not None and seat.player_id == user), None)


def _watching(request: HttpRequest, table: Table, seats: list[Seat], left: Seat | None) -> HttpResponse:
    """`left`: the seat that the one who watches has left, and is told so."""
    seen = watched(table, seats)
    context = {
        "socket": socket(f"table/{table.public_id}/watch"),
        "left_words": _how_it_was_left(table, left) if left else "",
    }
    return _render(request, table, seats, seen.regions, None, context)


def _how_it_was_left(table: Table, seat: Seat) -> str:
    company = store.company_of(table)
    player = company.players[seat.index] if company else None
    return table_line(f"left-{player.left.how}", seat.name, mine=True) if player and player.left else ""


def _render(
    request: HttpRequest,
    table: Table,
    seats: list[Seat],
    regions: Slices,
    seat: int | None,
    more: Mapping[str, object],
) -> HttpResponse:
    plates = [regions[name] for name in sorted(regions) if name.startswith("seat-")]
    context = {
        "table": table,
        "regions": regions,
        "places": _clockwise(plates, seat or 0),
        "players": len(plates),
        "badges": [badge_of(each.rank_points) for each in seats],
        "watches": seat is None,
        "has_company": table.kind != Kind.SINGLEPLAYER,
        "beside": _beside(request, table, seat),
        "phrases": PHRASES,
        "emotes": EMOTES,
        **more,
    }
    return render(request, "game/table.html", context)


def _beside(request: HttpRequest, table: Table, seat: int | None) -> dict[str, str]:
    if table.kind == Kind.SINGLEPLAYER:
        return {}
    user = request.user.pk
    value = load_beside(table.pk, frozenset([user] if user else []))
    return beside_html(value, seat, user, get_language() or "")


def _clockwise(by_seat: list[object], own: int) -> list[object]:
    """From the viewer's own seat, as they see the table."""
    return by_seat[own:] + by_seat[:own]


@require_POST
def move(request: HttpRequest, public_id: str) -> HttpResponse:
    """A bid or a card by an ordinary form: pressed before the page's scripts ran, or without them.
    What comes of it, the page then shows."""
    table, _seats, own = seated_table(request.user, public_id)
    try:
        moves.do(table.pk, own.index, read_fields(request.POST))
    except Refused as refused:
        messages.error(request, problem_text(refused.code, refused.about))
    return redirect("table", public_id)


@require_POST
def play_again(request: HttpRequest, public_id: str) -> HttpResponse:
    """Another game with the same settings. Its seed was drawn with this table, and its seal shown at
    the end, before the salt that comes with this request. Where that game has been played already
    (an old page), it is set up anew."""
    table, seats, own = seated_table(request.user, public_id)
    salt = request.POST.get("salt", "")
    if not is_salt(salt):
        messages.error(request, problem_text("bad-salt"))
        return redirect("table", public_id)
    if table.status != Table.Status.ENDED or table.kind != Kind.SINGLEPLAYER:
        return redirect("table", public_id)
    opened = open_singleplayer(
        player_of(request),
        name=own.name,
        choices=choices_of(table, _bots(seats)),
        bots=[seat.name for seat in _bots(seats)],
        seed=table.next_seed,
        salt=salt,
        language=get_language() or "",
    )
    if opened.status == Table.Status.ENDED:
        return redirect("new_game")
    return redirect("table", opened.public_id)


@require_safe
@never_cache
def record(request: HttpRequest, public_id: str) -> HttpResponse:
    """The record of a finished game, as a file (until then, there is none)."""
    table, seats, _own = open_to_check(public_id, request.user)
    if table.status != Table.Status.ENDED:
        return redirect("table", public_id)
    response = JsonResponse(record_of_table(table, seats), json_dumps_params={"ensure_ascii": False})
    response["Content-Disposition"] = f'attachment; filename="{file_name(table)}"'
    return response


@require_safe
@never_cache
def fair_cards(request: HttpRequest, public_id: str) -> HttpResponse:
    """The page on which the browser itself checks the cards of a finished game."""
    table, seats, own = open_to_check(public_id, request.user)
    context = {
        "table": table,
        "ended": table.status == Table.Status.ENDED,
        "seats": seats,
        "me": own.index if own else None,
        "record_url": reverse("record", args=[public_id]),
    }
    return render(request, "game/fair.html", context)


def _bots(seats: list[Seat]) -> list[Seat]:
    return [seat for seat in seats if seat.bot]
