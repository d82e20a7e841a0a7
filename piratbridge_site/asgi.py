"""The way in for HTTP and WebSocket."""

import os

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from django.conf import settings
from django.core.asgi import get_asgi_application
from django.core.exceptions import ImproperlyConfigured

from piratbridge_site.origins import SameOrigin

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "piratbridge_site.settings")

http = get_asgi_application()

from game.live.urls import websocket_urlpatterns  # noqa: E402  (models must be loaded first)

if not settings.SECRET_KEY_IS_GIVEN and not settings.DEBUG:
    raise ImproperlyConfigured("SECRET_KEY must come from the environment.")

application = ProtocolTypeRouter(
    {
        "http": http,
        "websocket": SameOrigin(AuthMiddlewareStack(URLRouter(websocket_urlpatterns))),
    }
)
