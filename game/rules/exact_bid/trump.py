"""Trump: which suits it is in a round, and which cards must lie turned up for it.

- `turned-card`: the suit of the turned card; none for a joker; spades where every card is dealt.
- `spades`: always. `rotation`: none in the first three rounds and the last three, between them C, D,
  H, S, C, … from clubs in the fourth round.
- `drawn-card`: a card drawn from the whole pack and put back: 2 to 10 make their suit trump, the
  honours and a joker mean no trump.
- `under-over`: undertrump and overtrump, two cards of different suits, no jokers.
"""

from game.rules.cards import SUITS, Card, Suit, is_joker, pack
from game.rules.exact_bid.options import Options, round_plan

HONOURS = "JQKA"


def trumps_of(options: Options, round: int, turned: tuple[Card, ...]) -> tuple[Suit, ...]:
    """The trump suits of a round (counted from 1) from the weakest to the strongest."""
    match options.trump:
        case "spades":
            return ("S",)
        case "rotation":
            return _rotation(round, len(round_plan(options)))
        case "turned-card":
            if not turned:
                return ("S",)
            return () if is_joker(turned[0]) else (turned[0][1],)
        case "drawn-card":
            card = turned[0]
            return () if is_joker(card) or card[0] in HONOURS else (card[1],)
        case _:
            return turned[0][1], turned[1][1]


def turned_is_right(options: Options, turned: tuple[Card, ...], dealt: frozenset[Card]) -> bool:
    """Whether these are the turned cards that a deal of the cards `dealt` calls for."""
    whole = pack(options.jokers)
    if any(card not in whole for card in turned):
        return False
    match options.trump:
        case "spades" | "rotation":
            return not turned
        case "turned-card":
            due = 1 if len(dealt) < len(whole) else 0
            return len(turned) == due and dealt.isdisjoint(turned)
        case "drawn-card":
            return len(turned) == 1
        case _:
            suits = {card[1] for card in turned if not is_joker(card)}
            return len(turned) == len(suits) == 2 and dealt.isdisjoint(turned)


def _rotation(round: int, rounds: int) -> tuple[Suit, ...]:
    if round <= 3 or round > rounds - 3:
        return ()
    return (SUITS[(round - 4) % len(SUITS)],)
