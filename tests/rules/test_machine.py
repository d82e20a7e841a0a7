"""Random games over all options, move by move, against what the rules promise of every state."""

import json
import random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import Phase as Stage
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from game.rules.cards import pack
from game.rules.exact_bid import codec, engine
from game.rules.exact_bid.options import round_plan
from game.rules.exact_bid.values import (
    Action,
    Bid,
    CardPlayed,
    Deal,
    GameEnded,
    Phase,
    Play,
    PlayerOut,
    Reveal,
    RoundScored,
)
from game.rules.exact_bid.view import view

from .knowledge import Table, cards_in
from .play import random_deal, random_options, refusal

EVERY_CARD = pack(2)


class Game(RuleBasedStateMachine):
    """One game. `table` follows it in its own way; `log` is what a store would keep."""

    @initialize(seed=st.integers(0, 2**32 - 1))
    def begin(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.options = random_options(self.rng)
        self.plan = round_plan(self.options)
        self.state = engine.start(self.options, self.rng.randrange(self.options.players))
        self.first = self.state
        self.table = Table(self.options, self.plan)
        self.log: list[str] = []
        self.points = [0] * self.options.players
        self.history: list[list[int]] = []
        self.out: list[int] = []
        self.leader = -1

    # --- moves ---

    @precondition(lambda self: self.state.phase is Phase.DEAL)
    @rule()
    def deal(self) -> None:
        due = self._left_of(self.state.dealer) if self.state.round else self.first.first_dealer
        self._do(None, random_deal(self.state, self.rng))
        assert self.state.dealer == due

    @precondition(lambda self: self.state.phase is Phase.REVEAL)
    @rule()
    def reveal(self) -> None:
        assert engine.legal_actions(self.state, None) == (Reveal(),)
        self._do(None, Reveal())

    @precondition(lambda self: engine.to_act(self.state))
    @rule(pick=st.randoms(use_true_random=False))
    def act(self, pick: random.Random) -> None:
        seat = pick.choice(engine.to_act(self.state))
        self._do(seat, pick.choice(engine.legal_actions(self.state, seat)))

    @precondition(lambda self: self.state.phase is not Phase.END)
    @rule()
    def finish_round(self) -> None:
        """Many moves at once, so that games get somewhere."""
        dealt = self.state.round
        while self.state.phase is not Phase.END and self.state.round in (dealt, 0):
            if self.state.phase is Phase.DEAL:
                self.deal()
            elif self.state.phase is Phase.REVEAL:
                self.reveal()
            else:
                seat = self.rng.choice(engine.waited_for(self.state))
                self._do(seat, self.rng.choice(engine.legal_actions(self.state, seat)))

    def _do(self, seat: int | None, action: Action) -> None:
        before = self.state
        self.state, events = engine.apply(before, seat, action)
        shown = [event.card for event in events if isinstance(event, CardPlayed)]
        self.table.follow(seat, action, revealed=shown[0] if shown else None)
        self.log.append(json.dumps([seat, codec.encode_action(action)]))
        for event in events:
            match event:
                case RoundScored(points=points):
                    self._check_points(points)
                case PlayerOut(seat=leaver):
                    assert leaver == self._who_must_go()
                    self.out.append(leaver)
                case GameEnded(placements=placements):
                    assert engine.placements(self.state) == placements
                    assert min(placements) == 1

    def _check_points(self, points: tuple[int | None, ...]) -> None:
        """RULES 1.5 and the options' table."""
        options = self.options
        for seat, gain in enumerate(points):
            if seat not in self.table.seats:
                assert gain is None
                continue
            bid, taken = self.table.bids[seat], self.state.taken[seat]
            if bid == taken:
                due = options.zero if bid == 0 else 10 + (taken if options.made == "10+tricks" else 0)
            elif options.missed == "nothing":
                due = 0
            elif options.missed == "overbid-double" and taken < bid:
                due = 2 * (taken - bid)
            else:
                due = -abs(bid - taken)
            assert gain == due
            self.points[seat] += due
        self.history.append(list(self.points))

    def _who_must_go(self) -> int:
        """RULES 1.6: the lowest; of equals, the lower a round earlier, and so on back; then the one
        nearest the dealer's left."""
        assert self.state.round % 3 == 0
        lowest = self.table.seats
        assert len(lowest) > 5
        for totals in reversed(self.history):
            least = min(totals[seat] for seat in lowest)
            lowest = [seat for seat in lowest if totals[seat] == least]
        seat = self._left_of(self.state.dealer)
        while seat not in lowest:
            seat = self._left_of(seat)
        return seat

    # --- everything else is refused ---

    @rule(pick=st.randoms(use_true_random=False))
    def anything_else_is_refused(self, pick: random.Random) -> None:
        kept = self.state
        stored = codec.encode_state(kept)
        seat = pick.choice([None, -1, *range(self.options.players + 1)])
        actions: list[Action] = [Bid(tricks) for tricks in range(-1, self.options.most_cards + 2)]
        actions += [Play(card) for card in EVERY_CARD]
        actions += [Reveal(), Deal(kept.hands, kept.turned)]
        legal = engine.legal_actions(kept, seat)
        for action in actions:
            code = refusal(kept, seat, action)
            assert (code is None) == (action in legal), (seat, action, code)
            assert code in (None, self._due_code(seat, action))
        assert self.state is kept
        assert codec.encode_state(kept) == stored

    def _due_code(self, seat: int | None, action: Action) -> str:
        state, phase = self.state, self.state.phase
        here = seat in range(self.options.players) and seat not in state.out
        match action:
            case _ if phase is Phase.END:
                return "game-over"
            case Deal():
                if seat is not None:
                    return "not-your-turn"
                return "wrong-deal" if phase is Phase.DEAL else "not-now"
            case Reveal():
                return "not-now" if seat is None else "not-your-turn"
            case Bid(tricks):
                if not here:
                    return "not-your-turn"
                if phase not in (Phase.BID, Phase.REBID) or seat not in engine.to_act(state):
                    return "bids-are-closed"
                return "bids-must-not-add-up" if tricks == state.bids[seat or 0] else "bid-out-of-range"
            case Play(card):
                if phase is not Phase.PLAY:
                    return "not-now"
                if seat not in engine.to_act(state):
                    return "not-your-turn"
                return "must-follow-suit" if card in state.hands[seat or 0] else "not-in-hand"

    # --- what holds at any time ---

    @invariant()
    def cards_are_conserved(self) -> None:
        state = self.state
        played = [card for trick in state.tricks for card in trick.cards]
        held = [card for hand in state.hands for card in hand]
        dealt = [card for hand in state.dealt for card in hand]
        assert sorted(played + held) == sorted(dealt)
        assert len(set(dealt)) == len(dealt)
        assert set(dealt) <= set(pack(self.options.jokers))
        assert sum(state.taken) == sum(trick.winner is not None for trick in state.tricks)

    @invariant()
    def the_right_seats_act(self) -> None:
        state = self.state
        seats = [seat for seat in range(self.options.players) if seat not in self.out]
        match state.phase:
            case Phase.BID:
                due = seats
                assert [seat for seat in seats if seat not in self.table.bids] == list(
                    engine.waited_for(state)
                )
            case Phase.REBID:
                due = [self._left_of(state.dealer)]
                assert sum(self.table.bids.values()) == self.plan[state.round - 1]
            case Phase.PLAY:
                leader = self._left_of(state.dealer) if len(state.tricks) == 1 else state.tricks[-2].winner
                assert state.tricks[-1].leader == leader
                seat = leader
                for _ in state.tricks[-1].cards:
                    seat = self._left_of(seat or 0)
                due = [seat or 0]
            case _:
                due = []
        assert list(engine.to_act(state)) == due
        for seat in range(self.options.players):
            assert bool(engine.legal_actions(state, seat)) == (seat in due)

    def _left_of(self, seat: int) -> int:
        while True:
            seat = (seat + 1) % self.options.players
            if seat not in self.out:
                return seat

    @invariant()
    def totals_and_ends_are_right(self) -> None:
        assert list(self.state.totals) == self.points
        assert list(self.state.out) == self.out
        assert (self.state.phase is Phase.END) == (
            self.state.round == len(self.plan) and self.state.points is not None
        )

    @invariant()
    def a_state_survives_the_store(self) -> None:
        text = json.dumps(codec.encode_state(self.state))
        assert codec.decode_state(json.loads(text)) == self.state

    @invariant()
    def nobody_sees_what_they_may_not(self) -> None:
        for seat in (None, *range(self.options.players)):
            seen = view(self.state, seat)
            known = self.table.cards_known_to(seat, self.state.out)
            assert set(cards_in(seen)) <= known
            bids = {other: bid for other, bid in enumerate(seen.bids) if bid is not None}
            assert bids == self.table.bids_known_to(seat)
            assert (seen.type is None) == (not self.table.all_bid or self.state.phase is Phase.REBID)
            held = set(seen.hand) | {card for hand in seen.seen for card in hand}
            assert held == known - self.table.shown or self.options.trump == "drawn-card"
            assert [len(hand) for hand in self.state.hands] == list(seen.counts)

    def teardown(self) -> None:
        """The game played again from its log is the game."""
        state = getattr(self, "first", None)
        if state is None:
            return
        for line in self.log:
            seat, action = json.loads(line)
            state, _ = engine.apply(state, seat, codec.decode_action(action))
        assert state == self.state


Game.TestCase.settings = settings(
    max_examples=100,
    stateful_step_count=30,
    deadline=None,
    derandomize=True,
    phases=(Stage.explicit, Stage.generate),  # a game made from a seed does not get simpler by shrinking
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
TestGame = Game.TestCase


@pytest.mark.parametrize("seed", range(60))
def test_whole_games(seed: int) -> None:
    """The same promises to the end of games, where seats go out and few steps of a machine get to."""
    game = Game()
    game.begin(seed)
    while game.state.phase is not Phase.END:
        game.finish_round()
        game.anything_else_is_refused(game.rng)
        game.cards_are_conserved()
        game.the_right_seats_act()
        game.totals_and_ends_are_right()
        game.a_state_survives_the_store()
        game.nobody_sees_what_they_may_not()
    game.teardown()
