"""The way in: home, rules, and setting up a game against bots."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.services import player_of, remember
from game import seals
from game.forms import LIMITS, NewGameForm
from game.models import Table
from game.selectors import open_table, running_table, table_of_seal
from game.tables import choices_of, open_singleplayer


@require_safe
@never_cache
def home(request: HttpRequest) -> HttpResponse:
    return render(
        request, "game/home.html", {"running": open_table(request.user) or running_table(request.user)}
    )


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    return render(request, "game/rules.html")


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """For crawlers: whoever opens the set-up page becomes a guest, tables are their players', and the way to
    log in has an address for each page that leads there."""
    kept_out = "".join(f"Disallow: /{place}/\n" for place in ("play", "table", "account", "admin"))
    return HttpResponse(f"User-agent: *\n{kept_out}", content_type="text/plain")


@require_http_methods(["GET", "POST"])
@never_cache
def new_game(request: HttpRequest) -> HttpResponse:
    """Set up a game against bots, and begin it.

    Whoever looks at this page becomes a guest here and not when they begin: signing in changes the
    session's key, and a double click on the button would then meet two sessions.
    """
    player = player_of(request)
    form = NewGameForm(request.POST or None)
    if form.is_valid():
        opened = table_of_seal(player, form.cleaned_data["seal"])
        if opened is not None and _is_asked_for_again(opened, form):
            return redirect("table", opened.public_id)
        if form.cleaned_data["seal"] == seals.pending_seal(request.session):
            table = open_singleplayer(
                player,
                name=gettext("Guest") if player.is_guest else player.username,
                choices=form.choices(),
                seed=seals.pending_seed(request.session),
                salt=form.cleaned_data["salt"],
                language=get_language() or "",
            )
            seals.drop_seed(request.session)
            remember(request)
            return redirect("table", table.public_id)
        text = gettext("The seal on this page is no longer valid. Here is a new one: start the game again.")
        form.add_error(None, text)
    context = {
        "form": form,
        "seal": seals.pending_seal(request.session),
        "running": running_table(player),
        "limits": LIMITS,
    }
    return render(request, "game/new.html", context, status=422 if form.errors else 200)


def _is_asked_for_again(table: Table, form: NewGameForm) -> bool:
    """Whether a form that comes a second time means the game that it has opened (a double click)."""
    bots = [seat for seat in table.seats.all() if seat.bot]
    return table.status == Table.Status.RUNNING and choices_of(table, bots) == form.choices()
