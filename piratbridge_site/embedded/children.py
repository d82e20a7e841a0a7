"""All processes of the site: started in order, kept running, ended together."""

import os
import selectors
import signal
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from piratbridge_site.embedded.child import Child
from piratbridge_site.embedded.logs import Log, say
from piratbridge_site.embedded.refusal import Refusal

DEATHS, WITHIN = 3, 30.0  # so many deaths of one process within so many seconds end it all
PATIENCE = 3.0  # seconds before a process that was asked to end is killed
HUSH = 10.0  # seconds in which what the others say of a death goes to their logs alone,
DELAY = 0.5  # and before it, since they may be quicker to say so than we are to see it
TICK = 0.05


class Ended(Exception):
    """Somebody asked for the end, by Ctrl-C or TERM."""


class Children:
    """The processes, the pipes they complain through, and whether it is time to end."""

    def __init__(self, env: Mapping[str, str], logs: Path, is_over: Callable[[], bool]) -> None:
        """`is_over` tells, beside the signals, whether to end."""
        logs.mkdir(exist_ok=True)
        self._env = env
        self._logs = logs
        self._is_over = is_over
        self._children: list[Child] = []
        self._pipes = selectors.DefaultSelector()
        self._to_tell: list[tuple[float, str]] = []
        self._hushed_until = 0.0
        self._asked_to_end = False
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._ask_to_end)

    def keep(self, name: str, *command: str, fds: Sequence[int] = ()) -> None:
        """Start a process that is to run, and run again, until the end."""
        child = Child(name, command, Log(name, self._logs, self._tell), fds)
        self._start(child)
        self._children.append(child)

    def watch(self, until: Callable[[], bool] = lambda: False) -> None:
        """Start again what dies, until `until()`; Ended when asked to end, Refusal when it is no use."""
        while not until():
            if self._asked_to_end or self._is_over():
                raise Ended
            for child in self._children:
                if not child.is_running():
                    self._restart(child)
            self._listen(TICK)
            self._tell_what_is_due()

    def end(self) -> None:
        """End all of them, the first one last, since the others talk through it."""
        self._end(self._children[1:])
        self._end(self._children[:1])

    def _ask_to_end(self, *_: object) -> None:
        # A flag and not an exception, which could strike between a process' start and our knowing it.
        self._asked_to_end = True

    def _start(self, child: Child) -> None:
        process = child.start(self._env)
        assert process.stdout
        assert process.stderr
        self._pipes.register(process.stdout, selectors.EVENT_READ, child.log.keep)
        self._pipes.register(process.stderr, selectors.EVENT_READ, child.log.write)

    def _restart(self, child: Child) -> None:
        child.sweep()
        self._listen(0)
        what = child.obituary()
        if child.deaths_within(WITHIN) >= DEATHS:
            raise Refusal(
                f"{what}, for the third time within half a minute: Piratbridge ends. "
                f"The whole story: {child.log.path}"
            )
        say(f"{what} and is started again.")
        self._hushed_until = time.monotonic() + HUSH
        self._to_tell.clear()
        self._start(child)

    def _end(self, children: list[Child]) -> None:
        for child in children:
            child.ask_to_end()
        deadline = time.monotonic() + PATIENCE
        while any(child.is_running() for child in children) and time.monotonic() < deadline:
            self._listen(TICK)
        self._listen(0)  # their last words
        for child in children:
            child.sweep()

    def _listen(self, seconds: float) -> None:
        """Read what the processes say, waiting for it so long at most."""
        for key, _ in self._pipes.select(seconds):
            if said := os.read(key.fd, 65536):
                key.data(said)
            else:
                self._pipes.unregister(key.fileobj)
                key.fileobj.close()  # type: ignore[union-attr]

    def _tell(self, line: str) -> None:
        if time.monotonic() > self._hushed_until:
            self._to_tell.append((time.monotonic() + DELAY, line))

    def _tell_what_is_due(self) -> None:
        while self._to_tell and self._to_tell[0][0] < time.monotonic():
            say(self._to_tell.pop(0)[1])
