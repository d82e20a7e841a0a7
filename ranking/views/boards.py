"""The leaderboards' page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts import friends
from accounts.models import User
from accounts.services import user_named
from ranking.boards import Board, Choice, Way, page_of
from ranking.ladder import TIERS
from ranking.views.asked import WORDS, Link, account_of

_TIERS = {name.lower(): tier for tier, name in enumerate(TIERS)}


@require_safe
@never_cache
def leaderboard(request: HttpRequest) -> HttpResponse:
    """A page of a board: the first, or the one after, before or around a player who is named."""
    user = account_of(request)
    choice = _choice(request, user)
    way = next((way for way in Way if way in request.GET), None)
    named = request.GET.get(way, "") if way else ""
    mark = user_named(named) if named else None
    page = page_of(
        choice, timezone.now(), own=user.pk if user else None, way=way, of=mark.pk if mark else None
    )
    asked = {
        "board": "" if choice.board is Board.NOW else choice.board,
        "tier": "" if choice.tier is None else TIERS[choice.tier].lower(),
        "among": "" if choice.among is None else "friends",
    }
    rows = page.rows
    context = {
        "choice": choice,
        "page": page,
        "on_page": page.own is not None and page.own.user in {row.user for row in rows},
        "podium": rows[:3] if len(rows) > 3 and not page.more_before else (),
        "account": user,
        "asked": asked,
        "link": Link(reverse("leaderboard"), asked),
        "named": named if way is Way.AROUND else "",
        "marked": mark.pk if mark and way is Way.AROUND else None,
        "is_found": mark is not None and mark.pk in {row.user for row in rows},
        "known": mark,
    } | WORDS
    return render(request, "ranking/leaderboard.html", context)


def _choice(request: HttpRequest, user: User | None) -> Choice:
    """What is no board or tier is passed over; only who has an account has friends."""
    board = request.GET.get("board", "")
    among = None
    if user is not None and request.GET.get("among") == "friends":
        among = frozenset([user.pk, *friends.friend_ids(user)])
    return Choice(
        Board(board) if board in set(Board) else Board.NOW, _TIERS.get(request.GET.get("tier", "")), among
    )
