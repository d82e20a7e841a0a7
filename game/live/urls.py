"""WebSocket addresses."""

from channels.security.websocket import WebsocketDenier
from django.urls import path, re_path

from game import addresses  # noqa: F401  (the converter)
from game.live.consumer import TableConsumer
from game.live.onlookers import ListConsumer, RoomConsumer, WatchConsumer

websocket_urlpatterns = [
    path("ws/table/<public_id:public_id>/", TableConsumer.as_asgi()),
    path("ws/table/<public_id:public_id>/watch/", WatchConsumer.as_asgi()),
    path("ws/table/<public_id:public_id>/lobby/", RoomConsumer.as_asgi()),
    path("ws/tables/<lobby_kind:kind>/", ListConsumer.as_asgi()),
    re_path("", WebsocketDenier.as_asgi()),  # no address of ours: turned down, and no fault of the site's
]
