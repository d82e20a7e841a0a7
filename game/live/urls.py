"""WebSocket addresses."""

from django.urls import path

from game.live.consumer import TableConsumer

websocket_urlpatterns = [path("ws/table/<str:public_id>/", TableConsumer.as_asgi())]
