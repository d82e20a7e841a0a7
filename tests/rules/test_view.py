"""What a seat may know: RULES 1.1 and 1.3, reports BR-16, BR-18 and BR-19."""

import random
from dataclasses import replace

import pytest

from game.rules.cards import pack
from game.rules.exact_bid import engine
from game.rules.exact_bid.options import Options, preset_options
from game.rules.exact_bid.values import Bid, Phase, Play, Reveal, State
from game.rules.exact_bid.view import sort_hand, view

from .play import deal_of, hand, play_on, random_move, random_options

OPEN = Options(players=3, most_cards=2, blind="none")


def dealt(options: Options = OPEN) -> State:
    state = engine.start(options, 2)
    return engine.apply(state, None, deal_of("AS KH", "2S 3H", "4S 5D", turned="9H"))[0]


def test_before_the_first_deal() -> None:
    seen = view(engine.start(OPEN, 2), 0)
    assert (seen.round, seen.rounds, seen.cards, seen.dealer) == (0, 4, 0, 2)
    assert (seen.hand, seen.leader, seen.type, seen.bids_shown) == ((), None, None, False)


def test_ones_own_hand_and_bid_only() -> None:
    state, _ = engine.apply(dealt(), 0, Bid(2))
    state, _ = engine.apply(state, 2, Bid(0))
    seen = view(state, 0)
    assert (seen.hand, seen.seen) == (("KH", "AS"), ((), (), ()))
    assert (seen.bids, seen.has_bid, seen.bids_shown) == ((2, None, None), (True, False, True), False)
    assert (seen.type, seen.leader, seen.turned, seen.trumps) == (None, 0, ("9H",), ("H",))
    assert seen.legal == (Bid(0), Bid(1), Bid(2))
    assert view(state, None).bids == (None, None, None)
    assert view(state, None).legal == ()


def test_all_bids_at_once() -> None:
    state = dealt()
    for seat, tricks in ((0, 2), (2, 0), (1, 1)):
        state, _ = engine.apply(state, seat, Bid(tricks))
    for seat in (None, 0, 1, 2):
        seen = view(state, seat)
        assert (seen.bids, seen.type, seen.bids_shown) == ((2, 1, 0), "fight", True)
    assert view(state, 0).legal == (Play("AS"), Play("KH"))
    assert view(state, 1).legal == ()
    assert view(state, None).hand == ()


def test_under_the_hook_bids_lie_open_and_have_no_type_yet() -> None:
    options = preset_options("peasant-bridge", players=3, most_cards=1)
    state, _ = engine.apply(engine.start(options, 2), None, deal_of("AS", "2S", "4S"))
    for seat, tricks in ((1, 0), (2, 1), (0, 0)):
        assert view(state, 0).legal == (Bid(0), Bid(1))  # nothing tells of a forbidden bid
        state, _ = engine.apply(state, seat, Bid(tricks))
    for seat in (None, 0, 1, 2):
        seen = view(state, seat)
        assert (seen.phase, seen.bids, seen.bids_shown) == (Phase.REBID, (0, 0, 1), True)
        assert (seen.type, seen.leader) == (None, 0)
    assert view(state, 0).legal == (Bid(1),)


def test_a_blind_round() -> None:
    state = engine.start(Options(players=3, most_cards=1), 0)
    state, _ = engine.apply(state, None, deal_of("AS", "2S", "4D", turned="9H"))
    for seat in (0, 1, 2):
        state, _ = engine.apply(state, seat, Bid(0))
        seen = view(state, 1)
        assert seen.blind
        assert (seen.hand, seen.seen) == ((), (("AS",), (), ("4D",)))
        assert view(state, None).seen == ((), (), ())
    state, _ = engine.apply(state, None, Reveal())  # seat 1 leads
    seen = view(state, 0)
    assert (seen.hand, seen.seen, seen.counts) == ((), ((), (), ("4D",)), (1, 0, 1))
    assert seen.tricks[0].cards == ("2S",)


def test_who_is_out_looks_on() -> None:
    options = Options(players=6, most_cards=8, elimination=True, blind="one-card")
    rng = random.Random(3)
    state = engine.start(options, 0)
    while state.round < 8:
        state, _ = engine.apply(state, *random_move(state, rng))
    (out,) = state.out
    for _ in range(20):
        seen, onlooker = view(state, out), view(state, None)
        assert (seen.hand, seen.seen, seen.legal) == ((), ((),) * 6, ())
        assert replace(seen, seat=None) == onlooker
        state, _ = engine.apply(state, *random_move(state, rng))


@pytest.mark.parametrize("seed", range(60))
def test_what_one_may_not_know_does_not_change_what_one_sees(seed: int) -> None:
    """Nothing hidden shows through anything derived: other cards in other hands, or other bids, give
    the very same view."""
    rng = random.Random(seed)
    state = engine.start(random_options(rng), 0)
    for _ in range(rng.randint(3, 60)):
        if state.phase is Phase.END:
            break
        state, _ = engine.apply(state, *random_move(state, rng))
        for seat in (None, *range(state.options.players)):
            assert view(_otherwise(state, seat, rng), seat) == view(state, seat)


def _otherwise(state: State, seat: int | None, rng: random.Random) -> State:
    """The game as it might just as well be for all that `seat` can know."""
    seen = view(state, seat)
    known = set(seen.turned) | set(seen.hand) | {card for cards in seen.seen for card in cards}
    known |= {card for trick in state.tricks for card in trick.cards}
    unknown = [card for card in pack(state.options.jokers) if card not in known]
    rng.shuffle(unknown)
    hands = tuple(tuple(card if card in known else unknown.pop() for card in cards) for cards in state.hands)
    bids = state.bids
    if state.phase is Phase.BID:
        bids = tuple(
            bid if bid is None or other == seat else rng.choice((0, 1)) for other, bid in enumerate(bids)
        )
    return replace(state, hands=hands, dealt=hands, bids=bids)


def test_the_view_at_the_end() -> None:
    state, _, _ = play_on(engine.start(Options(players=4, most_cards=2), 1), random.Random(1))
    seen = view(state, 2)
    assert seen.placements == engine.placements(state)
    assert (seen.phase, seen.turn, seen.to_act, seen.legal) == (Phase.END, "4.end", (), ())
    assert seen.totals == state.totals


@pytest.mark.parametrize(
    ("trumps", "order"),
    [
        ("", "AS 9S KH 3H AC 2C TD 9D"),
        ("H", "KH 3H AS 9S TD 9D AC 2C"),
        ("D", "TD 9D AS 9S KH 3H AC 2C"),
        ("S", "AS 9S KH 3H AC 2C TD 9D"),
        ("C", "AC 2C KH 3H AS 9S TD 9D"),
        ("DC", "AC 2C TD 9D AS 9S KH 3H"),
        ("CS", "AS 9S AC 2C KH 3H TD 9D"),
    ],
)
def test_a_hand_is_sorted_for_reading(trumps: str, order: str) -> None:
    cards = list(hand(order))
    random.Random(7).shuffle(cards)
    assert sort_hand((*cards, "*2", "*1"), tuple(trumps)) == ("*1", "*2", *hand(order))
