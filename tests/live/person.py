"""A person among others at the running site: what a `Guest` can, and the lobby, votes and talk."""

import re
import time
from typing import Any

from tests.live.guest import Guest


class Person(Guest):
    """A guest with a name. `path` is the table's, once they sit there."""

    def __init__(self, address: str, name: str) -> None:
        super().__init__(address)
        self.name = name

    def create(self, kind: str = "multiplayer", **terms: object) -> str:
        """Open a table and choose its terms; its path."""
        self.get(f"/{kind}/")
        self.path = self._path(self.post(f"/{kind}/create/", your_name=self.name, salt="c0ffee"))
        given = {"players": 4, "most_cards": 2, "limit": "", "pace": "fast", "name": "", "public": "yes"}
        self.post(self.path + "terms/", **(given | {"watching": "on"} | terms))
        return self.path

    def join(self, path: str) -> None:
        self.get(path)
        self.path = self._path(self.post(path + "join/", your_name=self.name, salt="ab"))

    def lobby(self, do: str) -> None:
        """Press a button of the lobby: "ready", "start", "add-bot 2"."""
        self.post(self.path + "lobby/", do=do)

    def deed(self, deed: str) -> None:
        """Press a button beside the game: "leave", "ask-pause", "yes 1"."""
        self.post(self.path + "deed/", deed=deed)

    def answer(self, word: str) -> str:
        """The deed that begins so, as the page now offers it ("yes 3"); "" if it does not."""
        found = re.search(rf'name="deed" value="({word}[^"]*)"', self.regions.get("company", ""))
        return found[1] if found else ""

    def sees(self, region: str, pattern: str) -> bool:
        return re.search(pattern, self.regions.get(region, "")) is not None

    def _path(self, url: str) -> str:
        return url.removeprefix(self.address)


def take_turns(*people: Person, until: Any, seconds: float, play: bool = True) -> bool:
    """Let everyone read, and (`play`) move, in turns, until something holds; False if it never does."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if until():
            return True
        for person in people:
            if person.socket is None and not person.try_to_connect():
                continue
            if play:
                person.move()
            person.read(0.05)
    return bool(until())
