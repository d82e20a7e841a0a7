"""The way in for HTTP and WebSocket."""

import gc
import os

from channels.auth import AuthMiddlewareStack
from channels.layers import get_channel_layer
from channels.routing import ProtocolTypeRouter, URLRouter
from django.conf import settings
from django.core.asgi import get_asgi_application
from django.core.exceptions import ImproperlyConfigured

from piratbridge_site.origins import SameOrigin

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "piratbridge_site.settings")

http = get_asgi_application()

from game.live.one_language import compile_all  # noqa: E402  (models must be loaded first)
from game.live.urls import websocket_urlpatterns  # noqa: E402

if not settings.SECRET_KEY_IS_GIVEN and not settings.DEBUG:
    raise ImproperlyConfigured("SECRET_KEY must come from the environment.")

# What takes a while is done before anybody asks, and not at the first move.
compile_all()
get_channel_layer()

application = ProtocolTypeRouter(
    {
        "http": http,
        "websocket": SameOrigin(AuthMiddlewareStack(URLRouter(websocket_urlpatterns))),
    }
)

# All this stays for good, so the collector need not look through it at moves; and what moves leave
# behind has few cycles, so it need not look often.
gc.freeze()
gc.set_threshold(20_000, 20, 20)
