"""A state of a game as each seat sees it; and the scenes that were shown last, since the next change
of a table starts from there."""

import threading
from collections import OrderedDict
from functools import cached_property

from game.live.clock_cut import cut_clock
from game.live.cut import Common, Slices, cut, cut_common
from game.live.slices import BannerSlice, Player, StatusSlice, WhoseSlice
from game.rules.company.seats import seated
from game.rules.company.values import Company
from game.rules.exact_bid.values import Phase, State
from game.rules.exact_bid.view import view


class Scene:
    """`players` by seat; `stopped`: a moderator has ended the game. A seat's cut is made when it is first
    asked for (None: an onlooker's)."""

    def __init__(
        self,
        state: State,
        players: tuple[Player, ...],
        company: Company | None = None,
        *,
        stopped: bool = False,
    ) -> None:
        self.state, self.players, self._stopped = state, players, stopped
        self._hurries = company is None or len(seated(company)) < 2
        self.clock = None if company is None else cut_clock(company)
        self._cuts: dict[int | None, Slices] = {}

    @cached_property
    def _common(self) -> Common:
        return cut_common(view(self.state, None), self.players)

    def cut_for(self, seat: int | None) -> Slices:
        if seat not in self._cuts:
            slices = cut(view(self.state, seat), self.players, self._common)
            if not self._hurries:  # with others, the result lies open for as long as they need
                banner = slices["banner"]
                assert isinstance(banner, BannerSlice)
                slices["banner"] = banner._replace(turn="")
            if self._stopped:
                slices["status"] = _nobody_s_turn(slices["status"])
            self._cuts[seat] = slices if self.clock is None else slices | {"clock": self.clock}
        return self._cuts[seat]

    def is_like(self, other: "Scene") -> bool:
        mine = self.state, self.players, self.clock, self._hurries, self._stopped
        return mine == (other.state, other.players, other.clock, other._hurries, other._stopped)


def _nobody_s_turn(status: object) -> StatusSlice:
    """Where the game stood when a moderator ended it: it waits for nobody any more."""
    assert isinstance(status, StatusSlice)
    return status._replace(whose=WhoseSlice(Phase.END, False, (), (), None, None))


class LastScenes:
    """The scene that each table was left with, for so many tables. Only remembered: another process may
    have changed the game since, so `recall` takes nothing but the very same scene for it."""

    def __init__(self, tables: int) -> None:
        self._most = tables
        self._scenes: OrderedDict[int, Scene] = OrderedDict()
        self._lock = threading.Lock()

    def remember(self, table: int, scene: Scene) -> None:
        with self._lock:
            self._scenes[table] = scene
            self._scenes.move_to_end(table)
            if len(self._scenes) > self._most:
                self._scenes.popitem(last=False)

    def recall(self, table: int, scene: Scene) -> Scene:
        """The scene, with the cuts that have been made of it already."""
        known = self._scenes.get(table)
        return known if known is not None and known.is_like(scene) else scene
