"""Sockets that only look: at a lobby, at a list of tables, at a game in which one does not sit. What their
people do there comes by ordinary requests."""

from functools import partial
from typing import Any

from game.live.audience import Place
from game.live.beside import Beside, beside_html, load_beside
from game.live.board import Board
from game.live.difference import whole
from game.live.listener import Listener
from game.live.lists import Tables, load_tables
from game.live.render import Drawings, push_html
from game.live.room import Room, load_room, room_html
from game.live.threads import in_thread
from game.live.watching import Watched, load_watched, may_watch, sat_there
from game.models import Kind, Table


def _table(public_id: str) -> Table | None:
    return Table.objects.filter(public_id=public_id).exclude(kind=Kind.SINGLEPLAYER).first()


class Onlooker(Listener):
    """Shows boards, and sends of each what is not as it was sent last."""

    board: Board[Any] | None = None

    async def hear(self, message: dict[str, Any]) -> None:
        if self.board is not None:
            self.board.refresh()

    async def notice(self, version: int, news: int) -> None:
        if self.board is not None:
            self.board.notice(version, news)


class ListConsumer(Onlooker):
    """The list of open tables of a kind."""

    async def find(self, query: dict[str, str]) -> Place | None:
        self._shown: dict[str, str] = {}
        return str(self.scope["url_route"]["kwargs"]["kind"])

    async def begin(self, query: dict[str, str]) -> None:
        load = partial(load_tables, str(self.place))
        self.board = self.house.boards.look(("list", self.place), load, self, self._show)

    async def notice(self, version: int, news: int) -> None:
        """Lists have no version by which a lost message could be found: so they are looked at anew, once
        for all."""
        if self.board is not None and not self.board.is_fresh:
            self.board.refresh()

    async def _show(self, value: Tables) -> None:
        await self.send_new(value.html(self.language), self._shown)


class RoomConsumer(Onlooker):
    """A lobby."""

    async def find(self, query: dict[str, str]) -> Place | None:
        self._shown: dict[str, str] = {}
        table = await in_thread(_table, self.scope["url_route"]["kwargs"]["public_id"])
        return None if table is None else table.pk

    async def begin(self, query: dict[str, str]) -> None:
        load = partial(load_room, int(self.place))
        self.board = self.house.boards.look(("room", self.place), load, self, self._show)
        beside = partial(load_beside, int(self.place))
        self._talk = self.house.boards.look(("beside", self.place), beside, self, self._show_talk)

    @property
    def watched_table(self) -> int | None:
        return int(self.place)

    async def hear(self, message: dict[str, Any]) -> None:
        await super().hear(message)
        self._talk.refresh()

    async def notice(self, version: int, news: int) -> None:
        await super().notice(version, news)
        self._talk.notice(version, news)

    async def _show(self, room: Room) -> None:
        if room.status != Table.Status.LOBBY:
            await self.become_another()
            return
        await self.send_new(room_html(room, self.user_id, self.language), self._shown)

    async def _show_talk(self, value: Beside) -> None:
        seat = next((p.seat for p in value.people if p.player and p.player == self.user_id), None)
        regions = beside_html(value, seat, self.user_id, self.language)
        await self.send_new({"talk-lines": regions["talk-lines"]}, self._shown)


class WatchConsumer(Onlooker):
    """A game, for who does not sit there."""

    watches = True

    async def find(self, query: dict[str, str]) -> Place | None:
        self._shown: dict[str, str] = {}
        self._sent: dict[str, object] = {}
        table = await in_thread(_table, self.scope["url_route"]["kwargs"]["public_id"])
        if table is None:
            return None
        self._sat_there = await in_thread(sat_there, table, self.user_id)
        return table.pk if self._sat_there or may_watch(table) else None

    async def begin(self, query: dict[str, str]) -> None:
        load = partial(load_watched, int(self.place))
        self.board = self.house.boards.look(("watch", self.place), load, self, self._show)
        beside = partial(load_beside, int(self.place))
        self._beside = self.house.boards.look(("beside", self.place), beside, self, self._show_beside)

    @property
    def watched_table(self) -> int | None:
        return int(self.place)

    async def hear(self, message: dict[str, Any]) -> None:
        await super().hear(message)
        if "news" in message:
            self._beside.refresh()

    async def notice(self, version: int, news: int) -> None:
        await super().notice(version, news)
        if self._beside.value is None or self._beside.value.news < news:
            self._beside.refresh()

    async def _show(self, watched: Watched) -> None:
        if not (watched.allowed or self._sat_there):
            await self.become_another()
            return
        new = {name: cut for name, cut in watched.regions.items() if self._sent.get(name) != cut}
        if new:
            self._sent |= new
            await self.send(await in_thread(push_html, whole(new), self.language, Drawings()))

    async def _show_beside(self, value: Beside) -> None:
        await self.send_new(beside_html(value, None, self.user_id, self.language), self._shown)
