"""A player's profile, and what one may do about the player there."""

from datetime import date, datetime
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format, number_format
from django.utils.timezone import localtime
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import friends, relations
from accounts.models import Relation, User
from accounts.services import user_named
from game.models import Kind
from game.words.past import kind_name, preset_name
from ranking import boards, profiles
from ranking.ladder import STEP_POINTS, STEPS, TIER_POINTS, TIERS
from ranking.models import Standing
from ranking.views.asked import WORDS, Link, account_of, ask_to_be_friends, user_of

_KINDS = {"ranked": Kind.RANKED, "multiplayer": Kind.MULTIPLAYER, "bots": Kind.SINGLEPLAYER}
_FIRST_OF_LAST = (len(TIERS) - 1) * TIER_POINTS + (len(STEPS) - 1) * STEP_POINTS


@require_safe
@never_cache
def own_profile(request: HttpRequest) -> HttpResponse:
    """To one's own; who has no account is told what one brings."""
    if account := account_of(request):
        return redirect("profile", account.username)
    return render(request, "ranking/no_profile.html")


@require_safe
@never_cache
def profile(request: HttpRequest, name: str) -> HttpResponse:
    player = _player(name)
    if player.username != name:
        query = request.GET.urlencode()
        return redirect(reverse("profile", args=[player.username]) + (f"?{query}" if query else ""))
    kind = _KINDS.get(request.GET.get("kind", ""))
    tallies = profiles.tallies_of(player.pk)
    played = {tally.kind for tally in tallies}
    standing = Standing.objects.filter(user=player).first() or Standing(user=player)
    context = {
        "player": player,
        "is_own": request.user == player,
        "standing": standing,
        "place": boards.place_of(standing, timezone.now()),
        "to_next": _to_next(standing.points),
        "curve": profiles.curve_of(player.pk),
        "kinds": [word for word, each in _KINDS.items() if each in played],
        "kind": request.GET["kind"] if kind else "",
        "all": profiles.statistics_of(tallies),
        "counted": profiles.statistics_of([tally for tally in tallies if kind in (None, tally.kind)]),
        "opponents": profiles.opponents_of(player.pk, kind),
        "link": Link(reverse("profile", args=[player.username]), {}),
        "between": _between(user_of(request), player),
        "kind_name": kind_name,
        "preset_name": preset_name,
        "KINDS": _KINDS,
        "percent": profiles.percent,
        "decimal": _decimal,
        "day": _day,
        "zone": settings.TIME_ZONE,
    } | WORDS
    return render(request, "ranking/profile.html", context)


def _player(name: str) -> User:
    """An account, in any spelling of its name."""
    if player := user_named(name):
        return player
    raise Http404


def _decimal(number: float) -> str:
    """ "42.5", "−1,5": with one digit after the point, and a real minus."""
    return number_format(number, 1).replace("-", "−")


def _day(moment: datetime) -> str:
    return _day_text(localtime(moment).date(), get_language())


@lru_cache(maxsize=4096)
def _day_text(day: date, language: str | None) -> str:
    """`language` is the active one. (A curve has hundreds of days, and they take a while to spell.)"""
    return date_format(day, "DATE_FORMAT")


def _to_next(points: int) -> tuple[int, int] | None:
    """How many points the next step takes, and the first of them; None on the last one."""
    if points >= _FIRST_OF_LAST:
        return None
    first = (points // STEP_POINTS + 1) * STEP_POINTS
    return first - points, first


def _between(user: User | None, player: User) -> dict[str, Any] | None:
    """What somebody who looks at a profile may do; nothing about oneself, and not before anybody knows who
    looks."""
    if user is None or user.pk == player.pk:
        return None
    against = Relation.objects.filter(who=user, whom=player, kind__in=relations.AGAINST).first()
    return {
        "friends": "guest" if user.is_guest else friends.standing_between(user, player),
        "against": against.kind if against else "",
    }


# --- doing something about a player ------------------------------------------------------------------------


@require_POST
def about_player(request: HttpRequest, name: str) -> HttpResponse:
    """Ask to be friends, accept, or end it; mute, block, let be, or report."""
    player = _player(name)
    user = user_of(request)
    if user is None:
        return redirect("own_profile")
    try:
        messages.success(request, _do(request, user, player))
    except ValidationError as refused:
        messages.error(request, " ".join(refused.messages))
    return (
        redirect("friends") if request.POST.get("back") == "friends" else redirect("profile", player.username)
    )


def _do(request: HttpRequest, user: User, player: User) -> str:
    """What has been done, in words. Raises `ValidationError`."""
    name = {"name": player.username}
    match request.POST.get("do"):
        case "ask":
            return ask_to_be_friends(user, player)
        case "accept":
            friends.accept(user, player)
            return gettext("You and %(name)s are friends.") % name
        case "decline":
            friends.end(user, player)
            return gettext("You have declined. %(name)s is not told.") % name
        case "take-back":
            friends.end(user, player)
            return gettext("You do not ask %(name)s any more.") % name
        case "end":
            friends.end(user, player)
            return gettext("You and %(name)s are no longer friends.") % name
        case "mute":
            relations.mute(user, player)
            return gettext("You do not see what %(name)s says any more.") % name
        case "block":
            relations.block(user, player)
            return gettext("%(name)s is blocked: you are not seated together by Quick game.") % name
        case "let-be":
            relations.let_be(user, player)
            return gettext("%(name)s is no longer muted or blocked.") % name
        case "report":
            reason, words = request.POST.get("reason", ""), request.POST.get("words", "")
            relations.report(user, player, place="", reason=reason, words=words)
            return gettext("Thank you. The moderators will look at it.")
    raise ValidationError(gettext("The page could not be read. Load it again."))
