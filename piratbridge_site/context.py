"""What every page of the site gets beside its own context."""

from typing import Any

from django.conf import settings
from django.contrib.messages import get_messages
from django.http import HttpRequest
from django.utils.translation import get_language


def page(request: HttpRequest) -> dict[str, Any]:
    """The language in use and the choice of languages, the CSP nonce of the page's scripts, and what the
    last request left to be said."""
    return {
        "LANGUAGE": get_language(),
        "LANGUAGES": settings.LANGUAGES,
        "csp_nonce": getattr(request, "csp_nonce", ""),
        "messages": get_messages(request),
    }
