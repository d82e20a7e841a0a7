"""The page of a player's friends."""

from collections.abc import Collection
from dataclasses import dataclass

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import friends as friendship
from accounts.services import user_named
from game.models import Seat, Table
from ranking.standings import points_of
from ranking.views.asked import WORDS, account_of, ask_to_be_friends

_MOST_SHOWN = 50


@dataclass(frozen=True, slots=True)
class Friend:
    """`table` is a public one at which they sit, and `word` what one may do there: "join", "watch" or ""."""

    name: str
    points: int
    table: str = ""
    word: str = ""


@require_safe
@never_cache
def friends(request: HttpRequest) -> HttpResponse:
    user = account_of(request)
    if user is None:
        return render(request, "ranking/no_profile.html")
    whom = [(each.whom_id, each.whom.username) for each in friendship.friends_of(user)]
    points = points_of([pk for pk, _ in whom])
    tables = _tables_of([pk for pk, _ in whom])
    found = [Friend(name, points.get(pk, 0), *tables.get(pk, ("", ""))) for pk, name in whom]
    asking = friendship.asking(user)[: _MOST_SHOWN + 1]
    context = {
        "friends": sorted(found, key=lambda friend: (not friend.table, -friend.points)),
        "asking": [each.who.username for each in asking[:_MOST_SHOWN]],
        "asked": [each.whom.username for each in friendship.asked_by(user)],
    } | WORDS
    return render(request, "ranking/friends.html", context)


def _tables_of(users: Collection[int]) -> dict[int, tuple[str, str]]:
    """The public tables at which users sit, by the user, and what others may do there."""
    open_ones = (Table.Status.LOBBY, Table.Status.RUNNING)
    seats = Seat.objects.filter(player__in=users, sits=True, table__public=True, table__status__in=open_ones)
    found = {}
    for player, table, status, watching in seats.values_list(
        "player", "table__public_id", "table__status", "table__watching"
    ):
        if status == Table.Status.LOBBY or watching:
            found[player] = table, "join" if status == Table.Status.LOBBY else "watch"
    return found


@require_POST
def ask(request: HttpRequest) -> HttpResponse:
    """Ask somebody to be friends, by name."""
    user, name = account_of(request), request.POST.get("name", "").strip()
    if user is None:
        return redirect("friends")
    player = user_named(name) if name else None
    if player is None:
        messages.error(request, gettext("Nobody is called %(name)s.") % {"name": name or "—"})
        return redirect("friends")
    try:
        messages.success(request, ask_to_be_friends(user, player))
    except ValidationError as refused:
        messages.error(request, " ".join(refused.messages))
    return redirect("friends")
