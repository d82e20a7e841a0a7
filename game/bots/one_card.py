"""Rounds of one card: nothing is played, so everything is in the bid, and the odds can be worked out.

Blind, one sees all cards but one's own, which may be any unseen card: try them all. Otherwise one's own
card wins if no card that beats it was dealt to the others; and, where it is a plain card that somebody
else's lead must call for, if that lead is of its suit.
"""

from math import comb

from game.bots.counting import JOKER, count, seats_from
from game.rules.cards import SUITS, is_joker
from game.rules.exact_bid.values import View
from game.rules.tricks import winner


def chance_to_win(view: View) -> float:
    """The chance that this seat's card takes the trick."""
    if view.blind:
        return _blind(view)
    return _seen(view)


def _blind(view: View) -> float:
    counting = count(view)
    order = seats_from(view, view.leader if view.leader is not None else counting.seat)
    place = order.index(counting.seat)
    possible = counting.cards()
    wins = 0
    for own in possible:
        cards = [own if seat == counting.seat else view.seen[seat][0] for seat in order]
        wins += winner(cards, view.trumps) == place
    return wins / len(possible)


def _seen(view: View) -> float:
    counting = count(view)
    card = view.hand[0]
    others = len(counting.others)
    total = sum(mask.bit_count() for mask in counting.unseen.values())
    before = others if view.leader is None else seats_from(view, view.leader).index(counting.seat)
    jokers = counting.out(JOKER)
    if is_joker(card):
        return 1.0 - jokers * before / total
    level = counting.level[card[1]]
    better = counting.higher(card) + jokers
    better += sum(counting.out(suit) for suit in SUITS if counting.level[suit] > level)
    if level or not before:
        return comb(total - better, others) / comb(total, others)
    lower = counting.out(card[1]) - counting.higher(card)
    return lower / total * comb(total - 1 - better, others - 1) / comb(total - 1, others - 1)
