"""What brings a page from one cut of a view to the next: as little as will do.

A region whose slice has changed is drawn again, but three kinds of change come at every move and
have a smaller form: the line that says whose turn it is, a card added to the trick, a sentence added
to the log.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from game.live.cut import Slices
from game.live.slices import Line, LogSlice, ScoreLine, StatusSlice, TrickSlice

MORPH = "outerMorph"  # what a push means that does not say how (templates/game/table.html)
APPEND = "beforeend"


@dataclass(frozen=True, slots=True)
class Push:
    """A piece of HTML for the browser: `template` drawn from `cut`, swapped at the element `target`."""

    target: str
    template: str
    cut: object
    swap: str = MORPH


def whole(slices: Slices) -> list[Push]:
    """Every region, drawn anew."""
    return [_region(region, cut) for region, cut in slices.items()]


def difference(before: Slices, after: Slices) -> Iterator[Push]:
    """What brings a page that shows `before` to `after`."""
    for region, cut in after.items():
        old = before.get(region)
        if old != cut:
            yield _smaller(old, cut) or _region(region, cut)


def round_scored(line: ScoreLine) -> Push:
    """What brings a score sheet up to date when a round is over."""
    return Push(f"r{line.round}", "score-line", line)


def _region(region: str, cut: object) -> Push:
    return Push(region, "seat" if region.startswith("seat-") else region, cut)


def _smaller(old: object, new: object) -> Push | None:
    match old, new:
        case StatusSlice(), StatusSlice() if old == new._replace(whose=old.whose):
            return Push("whose", "whose", new.whose)
        case TrickSlice(), TrickSlice() if new.winner_place is None and _grows(old.plays, new.plays):
            return Push("trick", "trick-cards", new._replace(plays=new.plays[len(old.plays) :]), APPEND)
        case LogSlice(), LogSlice() if old.round == new.round and _grows(old.lines, new.lines):
            return Push("log", "log-lines", _only(new.lines[len(old.lines) :], new), APPEND)
    return None


def _only(lines: tuple[Line, ...], log: LogSlice) -> LogSlice:
    """Some lines of a log. All whom they do not tell of see them alike."""
    return LogSlice(log.round, lines, log.me if any(line.seat == log.me for line in lines) else None)


def _grows(old: tuple[object, ...], new: tuple[object, ...]) -> bool:
    return len(new) > len(old) > 0 and new[: len(old)] == old
