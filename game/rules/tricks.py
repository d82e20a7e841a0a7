"""Tricks: what may be played, and who wins.

One pair of functions serves every game of the house, because a game's trumps are given as the trump
suits from the weakest to the strongest: none, one, or two (Setesdal's undertrump and overtrump).

- Follow suit if you can; who is void plays any card. Nobody is obliged to trump or to win.
- Any card of a stronger trump suit beats any card of a weaker one; trumps beat plain suits; without
  trump the highest card of the led suit wins.
- A joker has no suit. It may be played at any time, beats every card, and of two the first wins. Where
  a joker is led, the next card that is no joker sets the suit to follow.
"""

from collections.abc import Sequence

from game.rules.cards import Card, Suit, is_joker, strength, suit_of


def led_suit(cards: Sequence[Card]) -> Suit | None:
    """The suit to follow in a trick with these cards; None while nothing but jokers lies there."""
    for card in cards:
        if not is_joker(card):
            return suit_of(card)
    return None


def playable(hand: tuple[Card, ...], cards: Sequence[Card]) -> tuple[Card, ...]:
    """The cards of `hand` that may be added to a trick that holds `cards` already."""
    suit = led_suit(cards)
    if suit is None or not any(card[1] == suit for card in hand):
        return hand
    return tuple(card for card in hand if card[1] == suit or is_joker(card))


def winner(cards: Sequence[Card], trumps: Sequence[Suit]) -> int:
    """Which card takes the trick, as an index into `cards` (in the order played)."""
    for index, card in enumerate(cards):
        if is_joker(card):
            return index
    led = cards[0][1]
    best, best_power = 0, (-1, -1)
    for index, card in enumerate(cards):
        suit = card[1]
        if suit in trumps:
            power = (1 + trumps.index(suit), strength(card))
        elif suit == led:
            power = (0, strength(card))
        else:
            continue
        if power > best_power:
            best, best_power = index, power
    return best
