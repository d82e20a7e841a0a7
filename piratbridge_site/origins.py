"""Whose pages may open a WebSocket here.

Browsers send cookies along with a handshake from any page. Channels' own check compares host names
alone, and cookies know no ports: a page of another program on the same host would get in. So the
page's origin must be this very host and port, or one of TRUSTED_ORIGINS.
"""

from typing import Any
from urllib.parse import urlsplit

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host


class SameOrigin:
    """ASGI middleware: turns a handshake down before it is accepted where its origin is foreign."""

    def __init__(self, application: Any) -> None:
        self._application = application
        self._denier = WebsocketDenier.as_asgi()

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> Any:
        headers = {name.lower(): value.decode("latin1") for name, value in scope["headers"]}
        ours = is_ours(headers.get(b"origin", ""), headers.get(b"host", ""))
        return await (self._application if ours else self._denier)(scope, receive, send)


def is_ours(origin: str, host: str) -> bool:
    """Whether a page of `origin` (as the browser says it) may talk to `host` (as it was asked for)."""
    if origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    try:
        page = urlsplit(origin)
    except ValueError:  # "http://["
        return False
    known = validate_host(split_domain_port(host)[0], settings.ALLOWED_HOSTS)
    return known and page.scheme in ("http", "https") and page.netloc == host
