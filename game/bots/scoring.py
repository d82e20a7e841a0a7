"""What a bid is worth under a table's options, as the bots reckon with it."""

from dataclasses import dataclass

from game.rules.exact_bid.options import Options
from game.rules.exact_bid.scoring import points_for


@dataclass(frozen=True, slots=True)
class Scoring:
    """Points for making a bid, and what each trick too many or too few costs."""

    made: float
    over: float
    under: float


def scoring(options: Options, bid: int) -> Scoring:
    """The worth of this bid."""
    return Scoring(
        made=points_for(options, bid, bid),
        over=-points_for(options, bid, bid + 1),
        under=-points_for(options, bid, bid - 1) if bid else 0,
    )
