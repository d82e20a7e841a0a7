"""Cuts finished rounds into the score sheet and the final result."""

from collections.abc import Iterator, Sequence

from game.live.cut import Slices
from game.live.slices import FinalSlice, Highlight, Place, Player, ScoreCell, ScoreLine, ScoresSlice
from game.rules.exact_bid import scoring
from game.rules.exact_bid.options import round_plan
from game.rules.exact_bid.values import RoundType, View
from game.sheet import RoundResult, bids_made
from game.stakes import badge_of

STREAK = 5  # made bids in a row worth mentioning
BOLD = 4  # the lowest bid that counts as bold


def cut_sheet(view: View, players: Sequence[Player], rounds: Sequence[RoundResult]) -> Slices:
    """The regions that follow from finished rounds: `scores` and `final`."""
    return {"scores": cut_scores(view, players, rounds), "final": cut_final(view, players, rounds)}


def cut_scores(view: View, players: Sequence[Player], rounds: Sequence[RoundResult]) -> ScoresSlice:
    """The score sheet as it stands: finished rounds, and the plan of the whole game."""
    return ScoresSlice(
        names=tuple(player.name for player in players),
        me=view.seat,
        lines=tuple(cut_line(result) for result in rounds),
        plan=round_plan(view.options),
    )


def cut_line(result: RoundResult) -> ScoreLine:
    """A finished round on the score sheet."""
    columns = zip(result["bids"], result["taken"], result["points"], result["totals"], strict=True)
    return ScoreLine(
        round=result["round"],
        cards=result["cards"],
        type=RoundType(result["type"]),
        cells=tuple(ScoreCell(*column) for column in columns),
    )


NO_END = FinalSlice((), ())
STOPPED = FinalSlice((), (), stopped=True)


def cut_final(view: View, players: Sequence[Player], rounds: Sequence[RoundResult]) -> FinalSlice:
    """The end of a game, best first; `NO_END` while it runs."""
    if view.placements is None:
        return NO_END
    made, played = bids_made(rounds, len(players))
    left = frozenset(seat for seat, player in enumerate(players) if player.left)
    placements = scoring.places(view.options, view.totals, view.out, left)
    places = [
        Place(
            placements[seat],
            player.name,
            player.bot,
            seat == view.seat,
            view.totals[seat],
            made[seat],
            played[seat],
            badge_of(player.points),
            player.left,
        )
        for seat, player in enumerate(players)
    ]
    places.sort(key=lambda place: place.placement)
    return FinalSlice(tuple(places), tuple(_highlights(rounds, players, placements, view.seat)))


def _highlights(
    results: Sequence[RoundResult], players: Sequence[Player], placements: Sequence[int], me: int | None
) -> Iterator[Highlight]:
    """In the game's own words (RULES 1.7): at most one of a kind for each player and round."""
    made, played = bids_made(results, len(players))
    for seat, player in enumerate(players):
        if made[seat] == played[seat] > 0:
            yield Highlight("perfect", player.name, seat == me)
        elif (streak := _longest_streak(results, seat)) >= STREAK:
            yield Highlight("streak", player.name, seat == me, number=streak)
    yield from _boldest(results, players, me)
    for result in results:
        hits = [
            bid == taken
            for bid, taken in zip(result["bids"], result["taken"], strict=True)
            if bid is not None
        ]
        if not any(hits):
            yield Highlight("flat-out", round=result["round"])
        elif all(hits):
            yield Highlight("saturation", round=result["round"])
    yield from _comebacks(results, players, placements, me)


def _longest_streak(results: Sequence[RoundResult], seat: int) -> int:
    best = run = 0
    for result in results:
        bid = result["bids"][seat]
        run = run + 1 if bid is not None and bid == result["taken"][seat] else 0
        best = max(best, run)
    return best


def _boldest(
    results: Sequence[RoundResult], players: Sequence[Player], me: int | None
) -> Iterator[Highlight]:
    made = [
        (bid, -result["round"], seat)
        for result in results
        for seat, bid in enumerate(result["bids"])
        if bid is not None and bid >= BOLD and bid == result["taken"][seat]
    ]
    if made:
        bid, minus_round, seat = max(made)
        yield Highlight("highest-bid", players[seat].name, seat == me, -minus_round, bid)


def _comebacks(
    results: Sequence[RoundResult], players: Sequence[Player], placements: Sequence[int], me: int | None
) -> Iterator[Highlight]:
    """Who won after standing alone in last place at half-time."""
    if len(results) < 4:
        return
    halfway = results[len(results) // 2 - 1]["totals"]
    for seat, player in enumerate(players):
        if placements[seat] == 1 and all(
            halfway[seat] < total for other, total in enumerate(halfway) if other != seat
        ):
            yield Highlight("comeback", player.name, seat == me)
