"""The log of a round in sentences: which ones there are follows from a view, their words from
`game.words`. Sentences are only ever added while a round goes on, so a push brings the
new ones alone; the page tells them to those who listen (static/game/said.js)."""

from collections.abc import Iterator, Sequence

from game.live.seating import seats_in_order
from game.live.slices import Line, LogSlice, Player
from game.rules.exact_bid.values import Phase, Trick, View


def log_of(view: View, players: Sequence[Player]) -> LogSlice:
    """This round's sentences, oldest first."""
    return LogSlice(view.round, tuple(_lines(view, players)) if view.round else ())


def _lines(view: View, players: Sequence[Player]) -> Iterator[Line]:
    yield _line("deals", view, players, view.dealer, number=view.cards)
    if view.phase is Phase.REBID:
        yield _line("adds-up", view, players, view.to_act[0], number=view.cards)
    if view.type is None:
        return
    for seat, bid in enumerate(view.bids):
        if bid is not None:
            yield _line("bids", view, players, seat, number=bid)
    total = sum(bid for bid in view.bids if bid is not None)
    yield Line(view.type.value, number=total, other=str(view.cards))
    for trick in view.tricks:
        yield from _trick_lines(view, players, trick)
    for seat, points in enumerate(view.points or ()):
        if points is not None:
            yield _line("scores", view, players, seat, number=points)


def _trick_lines(view: View, players: Sequence[Player], trick: Trick) -> Iterator[Line]:
    for turn, (seat, card) in enumerate(zip(seats_in_order(view, trick.leader), trick.cards, strict=False)):
        yield _line("plays" if turn else "leads", view, players, seat, card=card)
    if trick.winner is not None:
        yield _line("takes", view, players, trick.winner)


def _line(
    code: str, view: View, players: Sequence[Player], seat: int, card: str = "", number: int = 0
) -> Line:
    return Line(code, players[seat].name, seat == view.seat, card, number)
