"""The answer to a request that cannot be read."""

from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest

from game.words import problem_text


def unreadable(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Words alone, and nothing of the request: Django's own page looks for a form's token in it, and
    fails at that once more where it is the form that cannot be read."""
    return HttpResponseBadRequest(problem_text("unreadable"), content_type="text/plain; charset=utf-8")
