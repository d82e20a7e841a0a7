"""The API: what it is called, how often it may be asked, and how it says no."""

from math import ceil
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from ninja import NinjaAPI
from ninja.errors import Throttled, ValidationError

from ranking.api.schemas import Problem
from ranking.api.throttle import ByAddress

RATE: Final = "60/min"

api = NinjaAPI(
    title="Piratbridge",
    version="1",
    description=(
        "Leaderboards, players and public games, as JSON, to be read by anyone. Nothing can be changed here, "
        "and what is private stays so: tables that are, games against bots, guests.\n\n"
        f"An address may ask {RATE.partition('/')[0]} times a minute. An answer that is not what was asked "
        "for has a code and a sentence."
    ),
    urls_namespace="api",
    docs_url=None,
    throttle=ByAddress(RATE),
)


class Refused(Exception):
    """Raised by an endpoint that has no answer: a problem and its status."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(code)
        self.status, self.problem = status, Problem(code=code, message=message)


@api.exception_handler(Refused)
def _refused(request: HttpRequest, refusal: Refused) -> HttpResponse:
    return api.create_response(request, refusal.problem, status=refusal.status)


@api.exception_handler(Http404)
def _not_there(request: HttpRequest, error: Http404) -> HttpResponse:
    return _refused(request, Refused(404, "not-found", "There is nothing at this address."))


@api.exception_handler(ValidationError)
def _unreadable(request: HttpRequest, error: ValidationError) -> HttpResponse:
    where = ", ".join(str(fault["loc"][-1]) for fault in error.errors)
    message = f"This cannot be read or is no possible value: {where}."
    return _refused(request, Refused(422, "unreadable", message))


@api.exception_handler(Throttled)
def _too_often(request: HttpRequest, error: Throttled) -> HttpResponse:
    wait = ceil(error.wait or 1)
    message = f"This address has asked too often. It may ask again in {wait} seconds."
    response = _refused(request, Refused(429, "too-many-requests", message))
    response["Retry-After"] = str(wait)
    return response
