"""Rounds played move by move: RULES 1.1 to 1.6, reports BR-01 and BR-29."""

import random

import pytest

from game.rules.errors import BadOption
from game.rules.exact_bid import engine
from game.rules.exact_bid.options import Options, preset_options
from game.rules.exact_bid.values import (
    Bid,
    BidMade,
    BidsShown,
    CardPlayed,
    Deal,
    Dealt,
    GameEnded,
    MustRebid,
    Phase,
    Play,
    PlayerOut,
    Reveal,
    RoundScored,
    RoundType,
    State,
    TrickTaken,
)

from .play import deal_of, play_on, refusal

TWO_CARDS = Options(players=3, most_cards=2, rounds="down-up", blind="none")
DEAL = deal_of("AS KH", "2S 3H", "4S 5D", turned="9H")


def run(state: State, *moves: tuple[int | None, object]) -> State:
    for seat, action in moves:
        state, _ = engine.apply(state, seat, action)  # type: ignore[arg-type]
    return state


def bids(*numbers: int) -> list[tuple[int, Bid]]:
    return [(seat, Bid(number)) for seat, number in enumerate(numbers)]


def in_play_phase() -> State:
    """Seat 2 dealt, seat 0 leads, trump is hearts."""
    return run(engine.start(TWO_CARDS, 2), (None, DEAL), *bids(1, 0, 1))


def test_a_round_and_what_it_brings_about() -> None:
    state = engine.start(TWO_CARDS, 2)
    assert (state.phase, state.round, engine.turn(state)) == (Phase.DEAL, 0, "0.deal")
    state, events = engine.apply(state, None, DEAL)
    assert events == (Dealt(1, 2),)
    assert (state.phase, state.trumps, engine.turn(state)) == (Phase.BID, ("H",), "1.bid")
    assert engine.legal_actions(state, 1) == (Bid(0), Bid(1), Bid(2))
    state, events = engine.apply(state, 1, Bid(2))
    assert events == (BidMade(1, changed=False),)
    state, events = engine.apply(state, 1, Bid(0))
    assert events == (BidMade(1, changed=True),)
    assert engine.to_act(state) == (0, 1, 2)
    assert engine.waited_for(state) == (0, 2)
    state, _ = engine.apply(state, 2, Bid(1))
    state, events = engine.apply(state, 0, Bid(2))
    assert events == (BidMade(0, changed=False), BidsShown((2, 0, 1), RoundType.FIGHT))
    assert (state.phase, engine.to_act(state), engine.turn(state)) == (Phase.PLAY, (0,), "1.play.1")
    assert engine.legal_actions(state, 0) == (Play("AS"), Play("KH"))
    assert engine.legal_actions(state, 1) == ()
    state, events = engine.apply(state, 0, Play("AS"))
    assert events == (CardPlayed(0, "AS"),)
    assert engine.legal_actions(state, 1) == (Play("2S"),)
    state = run(state, (1, Play("2S")))
    state, events = engine.apply(state, 2, Play("4S"))
    assert events == (CardPlayed(2, "4S"), TrickTaken(0, ("AS", "2S", "4S")))
    assert engine.turn(state) == "1.play.2"
    state = run(state, (0, Play("KH")), (1, Play("3H")))
    state, events = engine.apply(state, 2, Play("5D"))
    assert events[2:] == (RoundScored(1, (12, 5, -1), (12, 5, -1)),)
    assert (state.phase, state.dealer, state.bids, state.taken) == (Phase.DEAL, 2, (2, 0, 1), (2, 0, 0))
    state, events = engine.apply(state, None, deal_of("AS", "2S", "3S", turned="9H"))
    assert events == (Dealt(2, 0),)
    assert state.tricks == ()
    assert state.points is None


def test_refusals_of_cards_leave_the_turn_where_it_is() -> None:  # BR-29
    state = run(in_play_phase(), (0, Play("AS")))
    assert refusal(state, 1, Play("3H")) == "must-follow-suit"
    assert refusal(state, 1, Play("AS")) == "not-in-hand"  # played already
    assert refusal(state, 1, Play("ZZ")) == "not-in-hand"
    assert refusal(state, 2, Play("4S")) == "not-your-turn"
    assert refusal(state, 0, Play("KH")) == "not-your-turn"
    assert refusal(state, None, Play("2S")) == "not-your-turn"
    assert refusal(state, 7, Play("2S")) == "not-your-turn"
    assert refusal(state, 1, Bid(1)) == "bids-are-closed"
    assert refusal(state, None, Reveal()) == "not-now"
    assert refusal(state, None, DEAL) == "not-now"
    assert engine.to_act(state) == (1,)


def test_refusals_of_bids() -> None:
    state = run(engine.start(TWO_CARDS, 2), (None, DEAL), (0, Bid(1)))
    assert refusal(state, 1, Bid(3)) == "bid-out-of-range"
    assert refusal(state, 1, Bid(-1)) == "bid-out-of-range"
    assert refusal(state, 1, Bid(True)) == "bid-out-of-range"
    assert refusal(state, 1, Bid(1.0)) == "bid-out-of-range"  # type: ignore[arg-type]
    assert refusal(state, 3, Bid(1)) == "not-your-turn"
    assert refusal(state, None, Bid(1)) == "not-your-turn"
    assert refusal(state, 0, Play("AS")) == "not-now"
    assert engine.apply(state, 0, Bid(1)) == (state, ())


def test_matchsticks_limit_the_bid() -> None:
    options = Options(players=2, most_cards=5, max_bid=3, blind="none", trump="spades")
    state = run(engine.start(options, 0), (None, deal_of("2C 3C 4C 5C 6C", "2D 3D 4D 5D 6D")))
    assert engine.legal_actions(state, 0) == (Bid(0), Bid(1), Bid(2), Bid(3))
    assert refusal(state, 0, Bid(4)) == "bid-out-of-range"


@pytest.mark.parametrize(
    "deal",
    [
        deal_of("AS KH", "2S 3H", turned="9H"),  # a hand is missing
        deal_of("AS KH", "2S 3H", "4S", turned="9H"),
        deal_of("AS KH", "2S 3H", "4S 5D 6D", turned="9H"),
        deal_of("AS KH", "2S 3H", "4S AS", turned="9H"),
        deal_of("AS KH", "2S 3H", "4S 1D", turned="9H"),
        deal_of("AS KH", "2S 3H", "4S *1", turned="9H"),  # there are no jokers
        deal_of("AS KH", "2S 3H", "4S 5D"),  # nothing turned
        deal_of("AS KH", "2S 3H", "4S 5D", turned="AS"),
        deal_of("AS KH", "2S 3H", "4S 5D", turned="9H TH"),
        deal_of("AS KH", "2S 3H", "4S 5D", turned="*1"),
    ],
)
def test_deals_that_cannot_be(deal: Deal) -> None:
    assert refusal(engine.start(TWO_CARDS, 2), None, deal) == "wrong-deal"


@pytest.mark.parametrize(
    ("trump", "turned", "right"),
    [
        ("spades", "", True),
        ("spades", "9H", False),
        ("rotation", "", True),
        ("rotation", "9H", False),
        ("drawn-card", "9H", True),
        ("drawn-card", "AS", True),  # it was put back, and dealt
        ("drawn-card", "*1", True),
        ("drawn-card", "", False),
        ("drawn-card", "9H TH", False),
        ("under-over", "9H TC", True),
        ("under-over", "9H TH", False),
        ("under-over", "9H *1", False),
        ("under-over", "9H", False),
        ("under-over", "AS TC", False),
        ("under-over", "9H TC 2D", False),
        ("turned-card", "*1", True),
    ],
)
def test_what_must_be_turned(trump: str, turned: str, right: bool) -> None:
    options = Options(players=2, most_cards=1, trump=trump, jokers=2)
    deal = deal_of("AS", "2S", turned=turned)
    assert refusal(engine.start(options, 0), None, deal) == (None if right else "wrong-deal")


def test_nothing_is_turned_where_every_card_is_dealt() -> None:
    options = Options(players=4, most_cards=13)
    whole = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]
    hands = tuple(tuple(whole[seat * 13 : seat * 13 + 13]) for seat in range(4))
    state = run(engine.start(options, 0), (None, Deal(hands)))
    assert state.trumps == ("S",)
    assert refusal(engine.start(options, 0), None, Deal(hands, ("2C",))) == "wrong-deal"


# --- the hook -------------------------------------------------------------------------------------


def hooked() -> State:
    """Peasant Bridge, second round, seat 0 dealt: seat 1 is on the hook. The bids add up to two."""
    options = preset_options("peasant-bridge", players=3, most_cards=3)
    state = engine.start(options, 2)
    state = run(state, (None, deal_of("2C", "3C", "4C")), *bids(0, 0, 0), *[(None, Reveal())] * 3)
    return run(state, (None, deal_of("AS KH", "2S 3H", "4S 5D")), *bids(1, 1, 0))


def test_the_hook_asks_the_left_of_the_dealer() -> None:
    state = hooked()
    assert (state.dealer, state.phase, engine.to_act(state)) == (0, Phase.REBID, (1,))
    assert engine.turn(state) == "2.rebid"
    assert engine.legal_actions(state, 1) == (Bid(0), Bid(2))
    assert engine.legal_actions(state, 0) == ()
    assert refusal(state, 1, Bid(1)) == "bids-must-not-add-up"
    assert refusal(state, 1, Bid(3)) == "bid-out-of-range"
    assert refusal(state, 0, Bid(0)) == "bids-are-closed"
    assert refusal(state, 1, Play("2S")) == "not-now"
    after, events = engine.apply(state, 1, Bid(2))
    assert events == (BidMade(1, changed=True), BidsShown((1, 2, 0), RoundType.FIGHT))
    assert (after.phase, engine.to_act(after)) == (Phase.PLAY, (1,))


def test_the_hook_is_judged_after_everyone_has_bid() -> None:  # BR-18
    options = preset_options("peasant-bridge", players=3, most_cards=1)
    state = run(engine.start(options, 0), (None, deal_of("2C", "3C", "4C")), (0, Bid(0)), (1, Bid(1)))
    assert engine.legal_actions(state, 2) == (Bid(0), Bid(1))
    state, events = engine.apply(state, 2, Bid(0))
    assert events[1:] == (MustRebid(1, (0, 1, 0)),)


# --- one-card rounds --------------------------------------------------------------------------------


def test_a_one_card_round_plays_itself() -> None:
    options = Options(players=3, most_cards=1)
    state = run(engine.start(options, 0), (None, deal_of("2C", "3C", "4D", turned="5D")), *bids(0, 0, 1))
    assert state.phase is Phase.REVEAL
    assert engine.to_act(state) == ()
    assert engine.legal_actions(state, None) == (Reveal(),)
    assert refusal(state, 1, Play("3C")) == "not-now"
    assert refusal(state, 1, Reveal()) == "not-your-turn"
    state, events = engine.apply(state, None, Reveal())
    assert events == (CardPlayed(1, "3C"),)
    state, events = engine.apply(state, None, Reveal())
    assert events == (CardPlayed(2, "4D"),)
    state, events = engine.apply(state, None, Reveal())
    assert events == (
        CardPlayed(0, "2C"),
        TrickTaken(2, ("3C", "4D", "2C")),
        RoundScored(1, (5, 5, 11), (5, 5, 11)),
    )


def test_the_end() -> None:
    options = Options(players=2, most_cards=1, rounds="up", trump="spades")
    state = run(engine.start(options, 0), (None, deal_of("2C", "3C")), *bids(0, 1), (None, Reveal()))
    state, events = engine.apply(state, None, Reveal())
    assert state.phase is Phase.END
    assert events[-1] == GameEnded((2, 1))
    assert engine.placements(state, left={1}) == (1, 2)
    for seat, action in ((0, Bid(0)), (0, Play("2C")), (None, Reveal()), (None, deal_of("2C", "3C"))):
        assert refusal(state, seat, action) == "game-over"


# --- elimination ------------------------------------------------------------------------------------


def test_the_seat_that_is_out_is_skipped() -> None:
    options = Options(
        players=6, most_cards=2, rounds="up-up-down-down", trump="spades", blind="none", elimination=True
    )
    one = deal_of("2C", "3C", "4C", "5C", "6C", "7C")
    two = deal_of("2C 2D", "3C 3D", "4C 4D", "5C 5D", "6C 6D", "7C 7D")
    state = engine.start(options, 4)
    # Seat 5 takes every trick. Seat 1 bids 1 too much each time and is last after three rounds.
    state = run(state, (None, one), *bids(0, 1, 0, 0, 0, 1), *[(None, Reveal())] * 6)
    for _ in range(2):
        state = run(state, (None, two), *bids(0, 1, 0, 0, 0, 2))
        while state.phase is Phase.PLAY:
            seat = engine.on_turn(state)
            state, events = engine.apply(state, seat, engine.legal_actions(state, seat)[0])
    assert state.totals == (15, -3, 15, 15, 15, 11 + 12 + 12)
    assert events[-1] == PlayerOut(1)
    assert state.out == (1,)
    assert (state.dealer, state.round) == (0, 3)
    # The deal would be seat 1's, who is out: it is seat 2's.
    last = Deal((("2C",), (), ("4C",), ("5C",), ("6C",), ("7C",)))
    assert refusal(state, None, one) == "wrong-deal"
    state = run(state, (None, last))
    assert (state.dealer, engine.to_act(state)) == (2, (0, 2, 3, 4, 5))
    assert refusal(state, 1, Bid(0)) == "not-your-turn"
    state = run(state, *[(seat, Bid(0)) for seat in (0, 2, 3, 4, 5)])
    assert state.tricks[0].leader == 3
    state = run(state, *[(None, Reveal())] * 5)
    assert state.points == (5, None, 5, 5, 5, -1)
    assert engine.placements(state) == (2, 6, 2, 2, 2, 1)


@pytest.mark.parametrize("first_dealer", range(6))
def test_of_all_equal_the_dealers_left_goes_out(first_dealer: int) -> None:
    """Seat 0 takes every trick and everyone makes their bid, which brings ten: nobody was ever lower."""
    options = Options(
        players=6,
        most_cards=3,
        rounds="up",
        trump="spades",
        blind="none",
        made="10",
        zero=10,
        elimination=True,
    )
    state = engine.start(options, first_dealer)
    for cards in (1, 2, 3):
        hands = [("AS", "KS", "QS"), *([rank + suit for suit in "CDH"] for rank in "23456")]
        state = run(state, (None, Deal(tuple(tuple(hand[:cards]) for hand in hands))))
        state = run(state, *bids(cards, 0, 0, 0, 0, 0))
        state, _, events = play_on(state, random.Random(1), until=Phase.DEAL)
    assert state.totals == (30,) * 6
    assert state.out == ((state.dealer + 1) % 6,)
    assert events[-2:] == [PlayerOut(state.out[0]), GameEnded(engine.placements(state))]


def test_elimination_stops_at_five() -> None:
    for players in (6, 7, 8):
        options = Options(players=players, most_cards=6, elimination=True)
        state, _, events = play_on(engine.start(options, 0), random.Random(players))
        out = [event.seat for event in events if isinstance(event, PlayerOut)]
        assert len(out) == players - 5
        assert state.out == tuple(out)
        assert [engine.placements(state)[seat] for seat in out] == list(range(players, 5, -1))


def test_a_game_needs_options_and_a_dealer_that_exist() -> None:
    with pytest.raises(BadOption):
        engine.start(Options(most_cards=14), 0)
    with pytest.raises(ValueError, match="no such seat"):
        engine.start(Options(), 4)


def test_a_state_does_not_grow_with_the_rounds_played() -> None:
    """Its values are those of one round, wherever in the game it stands."""
    rng = random.Random(5)
    state = engine.start(Options(players=4, most_cards=6, rounds="up-down"), 0)
    for _ in range(11):
        state, _, _ = play_on(state, rng, until=Phase.DEAL)
        assert len(state.tricks) == len(state.dealt[0])
        assert max(state.form) < 4
