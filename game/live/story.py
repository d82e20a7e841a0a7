"""The log of a round in sentences: which ones there are follows from a view, their words from
`game.words`. While a round goes on sentences are added, so a push brings the new ones alone; the page
tells them to those who listen (static/game/said.js). Only "adds-up" goes again, when the bid is changed."""

from collections.abc import Iterator
from functools import lru_cache

from game.live.seating import seats_in_order
from game.live.slices import Line, Player
from game.rules.exact_bid.values import Phase, Trick, View


def lines_of(view: View, players: tuple[Player, ...]) -> tuple[Line, ...]:
    """This round's sentences, oldest first. All viewpoints have the same."""
    return tuple(_lines(view, players)) if view.round else ()


def _lines(view: View, players: tuple[Player, ...]) -> Iterator[Line]:
    yield _line("deals", players, view.dealer, number=view.cards)
    yield _trump_line(view)
    if view.phase is Phase.REBID:
        yield _line("adds-up", players, view.to_act[0], number=view.cards)
    if view.type is None:
        return
    for seat, bid in enumerate(view.bids):
        if bid is not None:
            yield _line("bids", players, seat, number=bid)
    total = sum(bid for bid in view.bids if bid is not None)
    yield Line(view.type.value, number=total, of=view.cards)
    for trick in view.tricks:
        yield from _trick_lines(trick, seats_in_order(view, trick.leader), players)
    for seat, points in enumerate(view.points or ()):
        if points is not None:
            yield _line("scores", players, seat, number=points)


def _trump_line(view: View) -> Line:
    match view.trumps, view.turned:
        case (), _:
            return Line("no-trump")
        case (trump,), (card,) if card[1] == trump:
            return Line("turned", card=card, trumps=view.trumps)
        case (_,), _:
            return Line("trump", trumps=view.trumps)
    return Line("two-trumps", trumps=view.trumps)


@lru_cache(maxsize=2000)
def _trick_lines(trick: Trick, order: tuple[int, ...], players: tuple[Player, ...]) -> tuple[Line, ...]:
    """Remembered, since the tricks of a round are told again with every card of it."""
    lines = [
        _line("plays" if turn else "leads", players, seat, card=card)
        for turn, (seat, card) in enumerate(zip(order, trick.cards, strict=False))
    ]
    if trick.winner is not None:
        lines.append(_line("takes", players, trick.winner))
    return tuple(lines)


def _line(code: str, players: tuple[Player, ...], seat: int, card: str = "", number: int = 0) -> Line:
    return Line(code, seat, players[seat].name, card, number)
