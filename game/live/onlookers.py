"""Sockets that only look: at a lobby, at a list of tables, at a game in which one does not sit. What their
people do there comes by ordinary requests."""

from functools import partial
from typing import Any

from game.live.audience import Place
from game.live.beside import Beside, beside_html, load_beside, talk_html
from game.live.board import Board
from game.live.difference import whole
from game.live.listener import ELSEWHERE, Listener
from game.live.lists import Tables, load_tables
from game.live.render import push_html
from game.live.room import Room, load_room, room_html
from game.live.threads import in_thread
from game.live.watching import Watched, load_watched, may_watch, sat_there
from game.models import Kind, Table


def _table(public_id: str) -> Table | None:
    return Table.objects.filter(public_id=public_id).exclude(kind=Kind.SINGLEPLAYER).first()


class Onlooker(Listener):
    """Shows boards, and sends of each what is not as it was sent last."""

    board: Board[Any] | None = None
    beside: Board[Beside] | None = None

    async def hear(self, message: dict[str, Any]) -> None:
        if self.board is not None:
            self.board.refresh()
        if self.beside is not None and "news" in message:
            self.beside.refresh()

    async def notice(self, version: int, news: int) -> None:
        if self.board is not None:
            self.board.notice(version, news)
        if self.beside is not None:
            self.beside.notice(0, news)


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

    _sat = False

    async def find(self, query: dict[str, str]) -> Place | None:
        self._shown: dict[str, str] = {}
        table = await in_thread(_table, self.scope["url_route"]["kwargs"]["public_id"])
        if table is None:
            return None
        return table.pk if table.status == Table.Status.LOBBY else ELSEWHERE

    async def begin(self, query: dict[str, str]) -> None:
        load = partial(load_room, int(self.place))
        self.board = self.house.boards.look(("room", self.place), load, self, self._show)
        beside = partial(load_beside, int(self.place))
        self.beside = self.house.boards.look(("beside", self.place), beside, self, self._show_talk)

    @property
    def watched_table(self) -> int | None:
        return int(self.place)

    async def _show(self, room: Room) -> None:
        sits = any(seat.player and seat.player == self.user_id for seat in room.seats)
        if room.status != Table.Status.LOBBY or (self._sat and not sits):
            await self.become_another()  # the game; or the page of somebody who has no seat any more
            return
        self._sat = sits
        await self.send_new(room_html(room, self.user_id, self.language), self._shown)

    async def _show_talk(self, value: Beside) -> None:
        """What people say in a game is no matter of its lobby's page."""
        if value.status == Table.Status.LOBBY:
            seat = next((p.seat for p in value.people if p.player and p.player == self.user_id), None)
            await self.send_new(talk_html(value, seat, self.user_id, self.language), self._shown)


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
        self.beside = self.house.boards.look(("beside", self.place), beside, self, self._show_beside)

    @property
    def watched_table(self) -> int | None:
        return int(self.place)

    async def _show(self, watched: Watched) -> None:
        if watched.abandoned or not (watched.allowed or self._sat_there):
            await self.become_another()
            return
        new = {name: cut for name, cut in watched.regions.items() if self._sent.get(name) != cut}
        if new:
            self._sent |= new
            await self.send(push_html(whole(new), self.language, watched.drawn))

    async def _show_beside(self, value: Beside) -> None:
        await self.send_new(beside_html(value, None, self.user_id, self.language), self._shown)
