"""The table, and what one does there by an ordinary request."""

import re

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.services import player_of
from game import moves
from game.errors import Refused
from game.live.incoming import read_fields
from game.live.page import page_of
from game.models import Seat, Table
from game.records import record_of_table
from game.rules.fair import is_salt, seal
from game.selectors import seated_table
from game.tables import choices_of, open_singleplayer
from game.words import problem_text


@require_safe
@never_cache
def table(request: HttpRequest, public_id: str) -> HttpResponse:
    table, seats, own = seated_table(request.user, public_id)
    page = page_of(table, seats, own.index)
    context = {
        "table": table,
        "regions": page.regions,
        "places": _clockwise([page.regions[f"seat-{seat.index}"] for seat in seats], own.index),
        "players": len(seats),
        "socket": _socket(table, page.version),
        "next_seal": seal(bytes.fromhex(table.next_seed)),
    }
    return render(request, "game/table.html", context)


def _clockwise(by_seat: list[object], own: int) -> list[object]:
    """From the viewer's own seat, as they see the table."""
    return by_seat[own:] + by_seat[:own]


def _socket(table: Table, version: int) -> str:
    """The WebSocket's address: what the browser has, so that only what is new need be sent."""
    known: dict[str, str | int] = {
        "language": get_language() or "",
        "version": version,
        "release": str(settings.RELEASE),
    }
    return f"/ws/table/{table.public_id}/?{urlencode(known)}"


@require_POST
def move(request: HttpRequest, public_id: str) -> HttpResponse:
    """A bid or a card by an ordinary form: pressed before the page's scripts ran, or without them.
    What comes of it, the page then shows."""
    table, _seats, own = seated_table(request.user, public_id)
    try:
        moves.do(table.pk, own.index, read_fields(request.POST))
    except Refused as refused:
        messages.error(request, problem_text(refused.code))
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
    if table.status != Table.Status.ENDED:
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
    table, seats, _own = seated_table(request.user, public_id)
    if table.status != Table.Status.ENDED:
        return redirect("table", public_id)
    response = JsonResponse(record_of_table(table, seats), json_dumps_params={"ensure_ascii": False})
    response["Content-Disposition"] = f'attachment; filename="{_file_name(table)}"'
    return response


@require_safe
@never_cache
def fair_cards(request: HttpRequest, public_id: str) -> HttpResponse:
    """The page on which the browser itself checks the cards of a finished game."""
    table, seats, own = seated_table(request.user, public_id)
    context = {
        "table": table,
        "ended": table.status == Table.Status.ENDED,
        "seats": seats,
        "me": own.index,
        "record_url": reverse("record", args=[public_id]),
    }
    return render(request, "game/fair.html", context)


def _bots(seats: list[Seat]) -> list[Seat]:
    return [seat for seat in seats if seat.bot]


def _file_name(table: Table) -> str:
    day = f"{table.created_at:%Y-%m-%d}"
    return f"{table.game}-{day}-{re.sub('[^A-Za-z0-9]', '', table.public_id)[:6]}.json"
