"""A browser at a table, of somebody who sits there: its moves come in, what it may see goes out.

Messages of the table carry versions: a part is forwarded when its version follows the one sent last;
anything else (a gap that stays, another language, a refused stale move) is answered with everything,
freshly loaded. The watch also wakes those whom no message reached. What happens beside the game comes by a
board (`game.live.beside`).
"""

import asyncio
import logging
from functools import partial
from typing import Any

from game.errors import Refused
from game.live.audience import Place
from game.live.beside import Beside, beside_html, load_beside
from game.live.board import Board
from game.live.difference import whole
from game.live.incoming import Move, read_move
from game.live.listener import Listener, number_in
from game.live.page import load_page
from game.live.render import Drawings, push_html
from game.live.threads import in_thread
from game.moves import do, sit_down

log = logging.getLogger(__name__)

WAITING_MOVES = 8
"""How many moves of one socket may wait their turn; who sends faster than that is no person."""

OUT_OF_ORDER = 0.1
"""Seconds in which messages of several processes may overtake each other."""


class TableConsumer(Listener):
    """One socket of one seat. `sent` is the version of the table that the browser has."""

    table_id: int
    seat: int
    sent: int
    beside: Board[Beside] | None = None  # nothing happens beside a game against bots

    async def find(self, query: dict[str, str]) -> Place | None:
        public_id = self.scope["url_route"]["kwargs"]["public_id"]
        own = await in_thread(sit_down, public_id, self.user_id, self.language)
        if own is None:
            return None
        self.table_id, self.seat, self._has_company = own
        self.sent = number_in(query.get("version", ""))
        self._sending = asyncio.Lock()
        self._moves = 0  # received and not yet done
        self._early: dict[int, str] = {}  # parts that came before those between, by version
        self._gap = False  # it is about to be closed
        self._waits = False  # a catch-up that has yet to load
        self._missed: int | None = None  # what it had when it was seen to be behind
        self._shown: dict[str, str] = {}  # of what happens beside the game
        return self.table_id

    async def begin(self, query: dict[str, str]) -> None:
        await self.catch_up()
        if self._has_company and self.listening:
            load = partial(load_beside, self.table_id)
            self.beside = self.house.boards.look(("beside", self.table_id), load, self, self._show_beside)

    @property
    def watched_table(self) -> int | None:
        return self.table_id if self._has_company else None

    # --- from the browser ------------------------------------------------------------------------------

    async def take(self, text: str | None) -> None:
        """Moves wait for each other, but nothing waits for them."""
        try:
            wanted = read_move(text)
            if self._moves >= WAITING_MOVES:
                raise Refused("busy")
        except Refused as refused:
            await self.tell_problem(refused.code)
            return
        self._moves += 1
        self.meanwhile(self._move(wanted))

    async def _move(self, wanted: Move) -> None:
        try:
            async with self.house.audience.turn(self.table_id):
                await in_thread(do, self.table_id, self.seat, wanted)
        except Refused as refused:
            await self.tell_problem(refused.code)
            if refused.code == "stale":
                await self.catch_up(anew=True)
        except Exception:
            # Whatever went wrong is this sender's matter alone: the socket stays, the others play on.
            log.exception("table %s seat %s: a move failed", self.table_id, self.seat)
            await self.tell_problem("busy")
        finally:
            self._moves -= 1

    # --- from the table --------------------------------------------------------------------------------

    async def hear(self, message: dict[str, Any]) -> None:
        if "version" in message:
            await self._table_moved(message["version"], message["parts"])
        elif self.beside is not None:
            self.beside.refresh()

    async def notice(self, version: int, news: int) -> None:
        """Bring the page up to date if it was behind the last time and has not been sent anything since."""
        if self.beside is not None:
            self.beside.notice(0, news)
        if self.sent >= version:
            self._missed = None
        elif self._missed == self.sent:
            self.house.audience.greet(self.table_id)
            await self.catch_up()
        else:
            self._missed = self.sent

    async def _table_moved(self, version: int, parts: dict[str, str]) -> None:
        """Forward one's own part if it follows what was sent last; one that comes before its time waits for
        those between. Waits for nothing itself: everyone else in the process hears of the change after
        this."""
        part = parts.get(f"{self.seat}.{self.language}")
        if version <= self.sent:
            return
        if part is not None:
            self._early[version] = part
            await self._forward()
        if self.sent < version and not self._sending.locked() and not self._gap:
            self._gap = True
            self.meanwhile(self._close_gap(0.0 if part is None else OUT_OF_ORDER))

    async def _forward(self) -> None:
        """Send what follows, unless a whole page is on its way."""
        while not self._sending.locked() and self.sent + 1 in self._early:
            self.sent += 1
            if part := self._early.pop(self.sent):
                await self.send(part)

    async def _close_gap(self, patience: float) -> None:
        await asyncio.sleep(patience)
        self._gap = False
        if self._early or not patience:
            await self.catch_up()

    async def catch_up(self, *, anew: bool = False) -> None:
        """Send everything if the browser's page is older than the table (`anew`: in any case), and then what
        came meanwhile.

        Nothing else is sent until then, so that an older page never comes after a newer part. One that has
        yet to load will bring all that this one would."""
        if self._waits and not anew:
            return
        self._waits = True
        async with self._sending:
            self._waits = False
            page = await in_thread(load_page, self.table_id, self.seat, self.user_id)
            if page is None:  # they have left the game, or it has been another's since
                await self.become_another()
                return
            if anew or page.version > self.sent:
                html = await in_thread(push_html, whole(page.regions), self.language, Drawings())
                await self.send(html)
                self.sent = page.version
        self._early = {version: part for version, part in self._early.items() if version > self.sent}
        await self._forward()

    # --- from beside it ----------------------------------------------------------------------------------

    async def _show_beside(self, value: Beside) -> None:
        regions = beside_html(value, self.seat, self.user_id, self.language)
        await self.send_new(regions, self._shown)
