"""No page and no push may tell a seat what it may not know (BR-16, BR-18).

Looked for from two sides. No card may stand in a seat's HTML that RULES do not let it see; and a game
that differs only in what is hidden (others' cards, others' bids before they are shown) must look the
same to the byte, so that nothing derived from a secret gives it away either.
"""

import random
import re
from dataclasses import replace

import pytest

from game.live.difference import whole
from game.live.page import page_of
from game.live.publish import message_of
from game.live.render import push_html
from game.models import Table
from game.rules.cards import pack
from game.rules.exact_bid import codec
from game.rules.exact_bid.values import Phase, State
from tests.game.tables import new_table, play

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]

CARD = re.compile(r'(?:="|[ht]-)([2-9TJQKA][CDHS])"')


def one_card_round(state: State) -> bool:
    return bool(state.dealt) and max(len(hand) for hand in state.dealt) == 1


def may_see(state: State, seat: int | None) -> set[str]:
    """By RULES 1: the turned card, what has been played this round, own cards (others' in a blind
    round of Piratbridge: those of one card)."""
    seen = set(state.turned) | {card for trick in state.tricks for card in trick.cards}
    for holder, hand in enumerate(state.hands):
        if (holder == seat) != one_card_round(state):
            seen |= set(hand)
    return seen


def whole_page(table: Table, state: State, seat: int) -> str:
    table.state = codec.encode_state(state)
    return push_html(whole(page_of(table, list(table.seats.all()), seat).regions), (), "en")


def with_other_secrets(state: State, seat: int, rng: random.Random) -> State:
    """The same game as far as `seat` may know, with other cards where it cannot look."""
    blind = one_card_round(state)
    hidden = [holder for holder in range(len(state.hands)) if (holder == seat) == blind]
    gone = may_see(state, seat)
    unseen = [card for card in pack() if card not in gone]
    rng.shuffle(unseen)
    hands = list(state.hands)
    for holder in hidden:
        hands[holder] = tuple(unseen.pop() for _ in state.hands[holder])
    bids = state.bids
    if state.phase is Phase.BID:
        highest = len(state.hands[seat])
        bids = tuple(
            bid if holder == seat or bid is None else rng.randint(0, highest)
            for holder, bid in enumerate(state.bids)
        )
    return replace(state, hands=tuple(hands), bids=bids)


@pytest.mark.parametrize(("people", "cards", "seed"), [(3, 4, 1), (4, 3, 2), (6, 2, 3)])
def test_no_push_and_no_page_shows_a_card_its_seat_may_not_know(people: int, cards: int, seed: int) -> None:
    table = new_table(people, most_cards=cards)
    for change in play(table, random.Random(seed)):
        parts = message_of(change)["parts"]
        assert isinstance(parts, dict)
        assert len(parts) == people
        for key, html in parts.items():
            seat = int(key.split(".")[0])
            allowed = may_see(change.after, seat) | may_see(change.before, seat)
            assert set(CARD.findall(html)) <= allowed
            page = whole_page(table, change.after, seat)
            assert set(CARD.findall(page)) <= may_see(change.after, seat)


@pytest.mark.parametrize(("people", "cards", "seed"), [(3, 4, 4), (4, 3, 5), (5, 2, 6)])
def test_a_game_that_differs_only_in_secrets_looks_the_same(people: int, cards: int, seed: int) -> None:
    table, rng = new_table(people, most_cards=cards), random.Random(seed)
    for change in play(table, random.Random(seed)):
        for seat in range(people):
            other = with_other_secrets(change.after, seat, rng)
            assert whole_page(table, other, seat) == whole_page(table, change.after, seat)


def test_the_pattern_finds_cards_where_pages_have_them() -> None:
    """The search above is worth nothing if it finds nothing."""
    table = new_table(3, most_cards=4)
    change = next(change for change in play(table, random.Random(1)) if change.after.phase is Phase.PLAY)
    found = set(CARD.findall(whole_page(table, change.after, 0)))
    assert set(change.after.hands[0]) <= found
    assert set(change.after.turned) <= found
