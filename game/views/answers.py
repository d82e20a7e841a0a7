"""How requests are answered that the pages make by the way (htmx), and the same ones by an ordinary form."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import get_language

from game.errors import Refused
from game.live.render import problem_html
from game.words import problem_text


def by_the_way(request: HttpRequest) -> bool:
    """Whether the page stays, and its socket shows what comes of it."""
    return request.headers.get("HX-Request") == "true"


def done(request: HttpRequest, page: str) -> HttpResponse:
    """It is done: the page shows it, or is shown anew."""
    return HttpResponse(status=204) if by_the_way(request) else redirect(page)


def go(request: HttpRequest, page: str) -> HttpResponse:
    """Go on to another page."""
    if by_the_way(request):
        return HttpResponse(status=204, headers={"HX-Redirect": page})
    return redirect(page)


def refused(request: HttpRequest, why: Refused, page: str) -> HttpResponse:
    """Say why not, on the page where it was asked for."""
    words = problem_text(why.code, why.about)
    if by_the_way(request):
        return HttpResponse(problem_html(words, get_language() or ""))
    messages.error(request, words)
    return redirect(page)
