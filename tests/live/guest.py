"""A guest who plays the running site as a browser does, without one: forms by HTTP, moves by socket,
and nothing known but the HTML that comes back."""

import json
import re
import time
from collections.abc import Callable
from http.cookiejar import CookieJar
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

PARTIAL = re.compile(r'<hx-partial id="([^"]+)"[^>]*>(.*?)</hx-partial>', re.S)
TURN = re.compile(r'name="turn" value="([^"]*)"')
BUTTON = re.compile(r'<button[^>]*name="(bid|card)"[^>]*value="([^"]+)"([^>]*)>')


class Guest:
    """One browser's cookies, its table, and what its page shows by region."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._cookies = CookieJar()
        self._opener = build_opener(HTTPCookieProcessor(self._cookies))
        self.regions: dict[str, str] = {}
        self.socket: ClientConnection | None = None

    def get(self, path: str) -> str:
        return self._opener.open(self.address + path, timeout=10).read().decode()  # type: ignore[no-any-return]

    def post(self, path: str, **fields: object) -> str:
        """Send a form as its page would; the address one ends at."""
        token = next(cookie.value for cookie in self._cookies if cookie.name == "csrftoken")
        data = urlencode({**fields, "csrfmiddlewaretoken": token}).encode()
        answer = self._opener.open(Request(self.address + path, data), timeout=10)
        return str(answer.geturl())

    def start(self, **choices: object) -> str:
        """Set up a game against bots; the table's path."""
        page = self.get("/play/")
        found = re.search(r'name="seal"[^>]*value="([0-9a-f]{64})"', page)
        assert found
        fields = {"opponents": 3, "most_cards": 8, "strength": "medium", "pace": "fast", "salt": "c0ffee"}
        self.path = self.post("/play/", **(fields | choices), seal=found[1]).removeprefix(self.address)
        return self.path

    def connect(self) -> None:
        """Open the table's page and its socket anew."""
        page = self.get(self.path)
        found = re.search(r'hx-ws:connect="([^"]+)"', page)
        assert found
        address = self.address.replace("http", "ws") + found[1].replace("&amp;", "&")
        address = re.sub(r"version=\d+", "version=-1", address)  # everything by socket, to be read here
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self._cookies)
        self.socket = connect(
            address, origin=self.address, additional_headers={"Cookie": cookies}, legacy=True
        )  # type: ignore[call-arg]

    def read(self, timeout: float) -> bool:
        """Take the next push into the page; False if none comes, or the socket is gone."""
        if self.socket is None:
            return False
        try:
            frame = self.socket.recv(timeout)
        except TimeoutError:
            return False
        except ConnectionClosed:
            self.socket = None
            return False
        for target, html in PARTIAL.findall(str(frame)):
            self.regions[target] = html
        return True

    def choices(self) -> tuple[str, list[tuple[str, str]]]:
        """The turn, and the buttons that could be pressed now: [("card", "AS"), …]."""
        for region in ("bids", "hand"):
            html = self.regions.get(region, "")
            turn = TURN.search(html)
            open_ = [(name, value) for name, value, rest in BUTTON.findall(html) if " disabled" not in rest]
            if 'aria-pressed="true"' in html:
                open_ = []  # has bid
            if turn and open_:
                return turn[1], open_
        return "", []

    def send(self, turn: str, name: str, value: str) -> None:
        assert self.socket is not None
        try:
            self.socket.send(json.dumps({"headers": {}, "body": {"turn": turn, name: value}}))
        except ConnectionClosed:
            self.socket = None

    def play(self, until: Callable[["Guest"], bool], seconds: float) -> bool:
        """Play on, reconnecting as a browser would, until something holds; False if it never does."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if until(self):
                return True
            if self.socket is None and not self.try_to_connect():
                time.sleep(0.2)
                continue
            self.move()
            self.read(0.3)
        return until(self)

    def try_to_connect(self) -> bool:
        try:
            self.connect()
        except (OSError, ConnectionClosed):
            return False
        return True

    def move(self) -> None:
        """Press the first button that can be pressed, if there is one."""
        turn, open_ = self.choices()
        if open_:
            name, value = open_[0]
            self.send(turn, name, value)
        elif 'name="next"' in self.regions.get("banner", ""):
            found = TURN.search(self.regions["banner"])
            assert found
            self.send(found[1], "next", "round")

    def over(self) -> bool:
        return "<li" in self.regions.get("final", "")
