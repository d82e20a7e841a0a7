"""A lobby's page, and what one does there."""

import io
from collections.abc import Callable

import qrcode
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from django.views.decorators.http import require_POST
from qrcode.image.svg import SvgPathImage

from accounts import traces
from accounts.models import User
from accounts.services import player_of, remember
from game import lobby
from game.errors import Refused
from game.forms import TermsForm
from game.guests import called, suggestion
from game.live.beside import beside_html, load_beside
from game.live.room import load_room, room_html
from game.models import Kind, Table
from game.selectors import known, table_with_people
from game.talk import EMOTES, PHRASES
from game.terms import terms_of
from game.typed import number
from game.views import answers
from game.views.lists import back_to, salt_in
from game.views.pages import socket
from game.words import problem_text


def show(request: HttpRequest, table: Table) -> HttpResponse:
    """The page of a lobby, for who sits there and for who might."""
    room = load_room(table.pk)
    user, language = request.user.pk, get_language() or ""
    seat = next((seat.number for seat in room.seats if seat.player and seat.player == user), None)
    guest = not (isinstance(request.user, User) and not request.user.is_guest)
    beside = load_beside(table.pk, frozenset([user] if user else []))
    address = request.build_absolute_uri(reverse("table", args=[table.public_id]))
    context = {
        "table": table,
        "room": room,
        "regions": room_html(room, user, language) | beside_html(beside, seat, user, language),
        "socket": socket(f"table/{table.public_id}/lobby"),
        "seated": seat is not None,
        "turned_away": problem_text("turned-away") if user in table.turned_away else "",
        "own_salt": _salt_of(table, user) if seat is not None else "",
        "guest": guest,
        "suggestion": suggestion(request.session) if guest and table.kind == Kind.MULTIPLAYER else "",
        "phrases": PHRASES,
        "emotes": EMOTES,
        "address": address,
        "qr": _qr(address),
    }
    return render(request, "game/room.html", context)


def _salt_of(table: Table, user: int | None) -> str:
    return table.seats.filter(player=user).values_list("salt", flat=True).first() or ""


def _qr(address: str) -> str:
    """The address as a QR code, an SVG."""
    image = qrcode.make(address, image_factory=SvgPathImage, border=2)
    drawing = io.BytesIO()
    image.save(drawing)
    svg = drawing.getvalue().decode()
    return mark_safe(svg[svg.index("<svg") :])  # noqa: S308  (made of modules alone)


@require_POST
def join(request: HttpRequest, public_id: str) -> HttpResponse:
    """Take a seat."""
    table, page = table_with_people(public_id), reverse("table", args=[public_id])
    try:
        if not isinstance(request.user, User):
            lobby.look_in(table.pk)
        player = player_of(request)
        name = called(player, request.session, request.POST.get("your_name", ""))
        index = number(request.POST.get("seat", ""))
        lobby.join(
            table.pk, player, name=name, salt=salt_in(request), language=get_language() or "", index=index
        )
    except lobby.SitsElsewhere as elsewhere:
        return back_to(request, elsewhere)
    except Refused as refused:
        return answers.refused(request, refused, page)
    remember(request)
    traces.note(request, player)
    return answers.go(request, page)


@require_POST
def act(request: HttpRequest, public_id: str) -> HttpResponse:
    """What a button of the lobby says: `do` is a word and what it is about ("remove 2 Freja"); with "salt"
    it is the field of that name."""
    table, page = table_with_people(public_id), reverse("table", args=[public_id])
    word, *about = request.POST.get("do", "").split(" ", 2)
    if word == "salt":
        about = [request.POST.get("salt", "")]
    try:
        _do(table.pk, known(request.user), word, about)
    except Refused as refused:
        return answers.refused(request, refused, page)
    if word == "leave":
        return answers.go(request, reverse("tables", args=[table.kind]))
    return answers.go(request, page) if word == "start" else answers.done(request, page)


def _do(table_id: int, player: User, word: str, about: list[str]) -> None:
    """Raises `Refused`."""
    index = number(about[0]) if about else None
    plain: dict[str, Callable[[], None]] = {
        "ready": lambda: lobby.set_ready(table_id, player, ready=True),
        "wait": lambda: lobby.set_ready(table_id, player, ready=False),
        "leave": lambda: lobby.leave(table_id, player),
        "start": lambda: lobby.start(table_id, player),
        "add-bot": lambda: lobby.add_bot(table_id, player, index),
    }
    if word in plain:
        plain[word]()
    elif word == "salt":
        lobby.set_salt(table_id, player, about[0])
    elif word == "sit" and index is not None:
        lobby.move(table_id, player, index)
    elif word == "remove" and index is not None and len(about) == 2:
        lobby.remove(table_id, player, index, about[1])
    elif word in ("up", "down") and index is not None and len(about) == 2:
        lobby.swap(table_id, player, index, about[1], index + (1 if word == "down" else -1))
    else:
        raise Refused("unreadable")


@require_POST
def change_terms(request: HttpRequest, public_id: str) -> HttpResponse:
    """The host chooses what is played."""
    table, page = table_with_people(public_id), reverse("table", args=[public_id])
    form = TermsForm(request.POST, kind=table.kind)
    try:
        player = known(request.user)
        if not form.is_valid():
            raise Refused(form.problem())
        lobby.change_terms(table.pk, player, form.terms(terms_of(table)))
    except Refused as refused:
        return answers.refused(request, refused, page)
    return answers.done(request, page)
