"""The yardstick of the live table: a bare Channels consumer. What a browser sends is sent on to its
group of four, with 2 KB, through the channel layer of the site; nothing is stored or drawn.

It is written as Channels' own tutorial does, on purpose: with the library's connection upkeep at
every message, which the site's consumer leaves out.
"""

import os
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "piratbridge_site.settings")
django.setup()

from channels.generic.websocket import AsyncWebsocketConsumer  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from django.urls import path  # noqa: E402

PAD = "x" * 2048


class BareConsumer(AsyncWebsocketConsumer):
    group: str

    async def connect(self) -> None:
        self.group = f"bare.{self.scope['url_route']['kwargs']['group']}"
        await self.channel_layer.group_add(self.group, self.channel_name)
        await self.accept()

    async def disconnect(self, code: int) -> None:
        await self.channel_layer.group_discard(self.group, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        await self.channel_layer.group_send(self.group, {"type": "fan.out", "text": f"{text_data}|{PAD}"})

    async def fan_out(self, message: dict[str, Any]) -> None:
        await self.send(message["text"])


application = ProtocolTypeRouter(
    {"websocket": URLRouter([path("bare/<str:group>/", BareConsumer.as_asgi())])}
)
