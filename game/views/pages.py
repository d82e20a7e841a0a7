"""What the live pages have in common."""

from django.conf import settings
from django.utils.http import urlencode
from django.utils.translation import get_language


def socket(place: str, version: int = 0) -> str:
    """The address of a page's WebSocket: what the browser has, so that only what is new need be sent."""
    known: dict[str, str | int] = {
        "language": get_language() or "",
        "version": version,
        "release": str(settings.RELEASE),
    }
    return f"/ws/{place}/?{urlencode(known)}"
