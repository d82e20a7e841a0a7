"""What people at a table do beside their moves: leave, vote, pause, talk, keep others away, play again."""

from typing import Final, NamedTuple

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import get_language, gettext, gettext_noop
from django.views.decorators.http import require_POST

from accounts import relations, traces
from accounts.models import User
from accounts.services import player_of
from game import door, lobby, rematch, talk
from game.errors import Refused
from game.live.render import problem_html
from game.models import Kind, Message, Said, Seat, Table
from game.news import tell_lists, tell_news
from game.rules.company.codec import decode_deed
from game.rules.company.errors import DeedRefused
from game.rules.company.values import CatchUp, Deed, Leave, Stop, TimeOut
from game.selectors import known, seated_table, table_with_people
from game.typed import number
from game.views import answers
from game.views.lists import back_to, salt_in

_LEFT: Final = gettext_noop("You have left the game. A bot plays on for you.")
_LAST_LEFT: Final = gettext_noop("You have left the game. You were the last, so it ends here.")
_ABOUT: Final = {"yes": "vote", "no": "vote", "ready": "pause", "ask-replace": "seat"}
"""What the number of a deed is, by its word."""


@require_POST
def deed(request: HttpRequest, public_id: str) -> HttpResponse:
    """A deed of the company: its button says it and what it is about ("yes 3")."""
    page = reverse("table", args=[public_id])
    try:
        wanted = _read(request.POST.get("deed", ""))
        if isinstance(wanted, Leave):
            return _leave(request, public_id)
        table, _seats, own = seated_table(request.user, public_id)
        door.do(table.pk, own.index, wanted)
    except Refused as refused:
        return answers.refused(request, refused, page)
    return answers.done(request, page)


def _leave(request: HttpRequest, public_id: str) -> HttpResponse:
    """Leaving twice, as by a double press, is leaving. Raises `Refused`, Http404."""
    gone = Seat.objects.filter(table__public_id=public_id, player=request.user.pk, left_at__isnull=False)
    table = get_object_or_404(Table, public_id=public_id)
    if not gone.exists():
        _table, _seats, own = seated_table(request.user, public_id)
        try:
            change = door.do(table.pk, own.index, Leave())
        except Refused:
            if not gone.exists():
                raise
        else:
            ended = change is not None and change.table.status == Table.Status.ENDED
            messages.info(request, gettext(_LAST_LEFT) if ended else gettext(_LEFT))
    return answers.go(request, reverse("tables", args=[table.kind]))


def _read(text: str) -> Deed:
    """Raises `Refused` ("unreadable")."""
    word, _, about = text.partition(" ")
    given: dict[str, object] = {"type": word}
    if word in _ABOUT:
        given[_ABOUT[word]] = number(about)
    try:
        found = decode_deed(given)
    except DeedRefused as error:
        raise Refused("unreadable") from error
    if isinstance(found, TimeOut | CatchUp | Stop):
        raise Refused("unreadable")
    return found


@require_POST
def say(request: HttpRequest, public_id: str) -> HttpResponse:
    """Say something: a phrase, an emote, or a line of one's own."""
    table = table_with_people(public_id)
    kind = next((kind for kind in (Said.PHRASE, Said.EMOTE) if kind in request.POST), Said.TEXT)
    page = reverse("table", args=[public_id])
    try:
        talk.say(table.pk, known(request.user), kind, request.POST.get(kind, ""))
    except Refused as refused:
        return answers.refused(request, refused, page)
    return answers.done(request, page)


@require_POST
def person(request: HttpRequest, public_id: str) -> HttpResponse:
    """Mute, block or report somebody at the table where one sits (or sat, and has left the game), or let
    them be again: who said a `message`, or who is seen as `who` on a `seat`."""
    table = table_with_people(public_id)
    page = reverse("table", args=[public_id])
    try:
        user = known(request.user)
        if not Seat.objects.filter(table=table, player=user).exists():
            raise Refused("not-seated")
        words = _do_to(request, table, user, _meant(request, table))
    except ValidationError as error:
        return _said(request, " ".join(error.messages), page)
    except Refused as refused:
        return answers.refused(request, refused, page)
    if request.POST.get("do") != "report":  # of which nobody sees anything
        Table.objects.filter(pk=table.pk).update(news=F("news") + 1)
        tell_news(table.pk)
    return _said(request, words, page)


class _Meant(NamedTuple):
    """Somebody, what they are called at the table, and what they said if it is about that."""

    other: User
    name: str
    message: Message | None = None


def _meant(request: HttpRequest, table: Table) -> _Meant:
    """People change seats; what they said stays theirs. Raises `Refused` (stale)."""
    message, index = request.POST.get("message", ""), number(request.POST.get("seat", ""))
    if message:
        said = Message.objects.filter(table=table, pk=number(message) or 0).select_related("author").first()
        if said is not None and said.author is not None:
            return _Meant(said.author, said.name, said)
    elif index is not None:
        seat = Seat.objects.filter(table=table, index=index).select_related("player").first()
        if seat is not None and seat.player is not None and seat.name == request.POST.get("who"):
            return _Meant(seat.player, seat.name)
    raise Refused("stale")


def _do_to(request: HttpRequest, table: Table, user: User, meant: _Meant) -> str:
    """What has been done, in words. Raises `Refused`, `ValidationError`."""
    other, name, said = meant
    match request.POST.get("do"):
        case "mute":
            relations.mute(user, other, name)
            return gettext("You do not see what %(name)s says any more.") % {"name": name}
        case "block":
            relations.block(user, other, name)
            return gettext("%(name)s is blocked: you are not seated together by Quick game.") % {"name": name}
        case "let-be":
            relations.let_be(user, other)
            return gettext("%(name)s is no longer muted or blocked.") % {"name": name}
        case "report":
            relations.report(
                user,
                other,
                place=table.public_id,
                reason=request.POST.get("reason", ""),
                words=request.POST.get("words", ""),
                message=said.pk if said else None,
                quote=said.words if said else "",
                called=name,
            )
            return gettext("Thank you. The moderators will look at it.")
    raise Refused("unreadable")


def _said(request: HttpRequest, words: str, page: str) -> HttpResponse:
    if answers.by_the_way(request):
        return HttpResponse(problem_html(words, get_language() or ""))
    messages.info(request, words)
    return answers.done(request, page)


@require_POST
def watching(request: HttpRequest, public_id: str) -> HttpResponse:
    """The host of a Multiplayer table says whether people may watch its game."""
    table = get_object_or_404(Table.objects.filter(kind=Kind.MULTIPLAYER), public_id=public_id)
    page = reverse("table", args=[public_id])
    sits = Seat.objects.filter(table=table, player=table.host_id, bot="").exists()
    if table.host_id is None or table.host_id != request.user.pk or not sits:
        return answers.refused(request, Refused("not-host"), page)
    running = Table.objects.filter(pk=table.pk, status=Table.Status.RUNNING)
    if not running.update(watching=request.POST.get("watching") == "yes", news=F("news") + 1):
        return answers.refused(request, Refused("not-now"), page)
    tell_news(table.pk)
    tell_lists(table.kind)
    return answers.done(request, page)


@require_POST
def play_again(request: HttpRequest, public_id: str) -> HttpResponse:
    """Another game with the same people, if they want one: its lobby is opened by the first who asks."""
    table, _seats, own = seated_table(request.user, public_id)
    player = player_of(request)
    try:
        opened = rematch.rematch(table.pk, player, own, salt=salt_in(request), language=get_language() or "")
    except lobby.SitsElsewhere as elsewhere:
        return back_to(request, elsewhere)
    except Refused as refused:
        return answers.refused(request, refused, reverse("table", args=[public_id]))
    traces.note(request, player)
    return answers.go(request, reverse("table", args=[opened.public_id]))
