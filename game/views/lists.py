"""Where people find each other: the lists of open tables, opening one, and being seated by the site."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import traces
from accounts.models import User
from accounts.services import player_of, remember
from accounts.settings import settings_of
from game import cooldown, lobby, quick
from game.errors import Refused
from game.guests import called, suggestion
from game.live.lists import load_tables
from game.models import Kind
from game.rules.fair import is_salt
from game.selectors import open_table
from game.terms import Terms
from game.views import answers
from game.views.pages import socket
from game.words import problem_text


@require_safe
@never_cache
def tables(request: HttpRequest, kind: str) -> HttpResponse:
    """The open tables of a kind."""
    guest = not (isinstance(request.user, User) and not request.user.is_guest)
    context = {
        "kind": kind,
        "regions": load_tables(kind).html(get_language() or ""),
        "socket": socket(f"tables/{kind}"),
        "own": open_table(request.user),
        "guest": guest,
        "suggestion": suggestion(request.session) if guest and kind == Kind.MULTIPLAYER else "",
        "wait": _wait(request, kind),
    }
    return render(request, "game/tables.html", context)


def _wait(request: HttpRequest, kind: str) -> str:
    """Why the player sits down at no table of this kind just now, in words."""
    until = cooldown.ends_at(request.user.pk) if kind == Kind.RANKED and request.user.pk else None
    return problem_text("cooldown", {"until": until}) if until else ""


@require_POST
def create(request: HttpRequest, kind: str) -> HttpResponse:
    """Open a table, as its host; its terms are chosen there."""
    try:
        player = _player(request, kind)
        name = called(player, request.session, request.POST.get("your_name", ""))
        table = lobby.open_lobby(
            player,
            kind,
            Terms(pace=settings_of(player)["pace"], limit=30 if kind == Kind.RANKED else None),
            name=name,
            language=get_language() or "",
        )
    except lobby.SitsElsewhere as elsewhere:
        return back_to(request, elsewhere)
    except Refused as refused:
        return answers.refused(request, refused, reverse("tables", args=[kind]))
    remember(request)
    traces.note(request, player)
    return redirect("table", table.public_id)


@require_POST
def quick_game(request: HttpRequest, kind: str) -> HttpResponse:
    """Be seated at the open table that fits best, or at a new one."""
    try:
        player = _player(request, kind)
        name = called(player, request.session, request.POST.get("your_name", ""))
        found = quick.quick_game(player, kind, name=name, language=get_language() or "")
    except lobby.SitsElsewhere as elsewhere:
        return back_to(request, elsewhere)
    except Refused as refused:
        return answers.refused(request, refused, reverse("tables", args=[kind]))
    remember(request)
    traces.note(request, player)
    if found.opened:
        messages.info(
            request,
            gettext("No open table fitted, so this one has been opened for you. It is in the list."),
        )
    return redirect("table", found.table.public_id)


def _player(request: HttpRequest, kind: str) -> User:
    """Who is to sit down. A stranger becomes a guest by it, but not where guests do not: raises `Refused`
    (no-account)."""
    if kind == Kind.RANKED and not isinstance(request.user, User):
        raise Refused("no-account")
    return player_of(request)


def back_to(request: HttpRequest, elsewhere: lobby.SitsElsewhere) -> HttpResponse:
    """To the table whose game the player is in the middle of."""
    messages.error(request, gettext("You sit at this table: its game comes first."))
    return answers.go(request, reverse("table", args=[elsewhere.table.public_id]))


def salt_in(request: HttpRequest) -> str:
    """The browser's share in the cards; none where a browser sends something else."""
    salt = request.POST.get("salt", "")
    return salt if is_salt(salt) else ""
