"""Random companies, deed by deed, against what RULES 2 promises, kept in a book of its own."""

import json
import random
from collections.abc import Sequence

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from game.rules.company import codec
from game.rules.company.clocks import time_left
from game.rules.company.deeds import legal_deeds
from game.rules.company.due import due
from game.rules.company.engine import apply, moved, start
from game.rules.company.errors import DeedRefused
from game.rules.company.values import (
    AskPause,
    AskReplace,
    CatchUp,
    Deed,
    Event,
    EveryoneLeft,
    How,
    Leave,
    LongPause,
    MayAskAgain,
    MayBeReplaced,
    No,
    Outcome,
    Paused,
    PlayedOn,
    PlayerLeft,
    Ready,
    SaidReady,
    SaidYes,
    TimedOut,
    TimeOut,
    VoteEnded,
    VoteOpened,
    What,
    Yes,
)
from game.rules.company.votes import voters

MINUTE = 60_000


class Sitting(RuleBasedStateMachine):
    """One company at random games. The book counts time down where the company notes moments."""

    @initialize(
        real=st.lists(st.booleans(), min_size=2, max_size=8).filter(any),
        limit=st.sampled_from([10, 20, 30, 60, 120, 10, 30, None, None, None]),
        now=st.integers(0, 10**13),
        seed=st.integers(0, 2**32 - 1),
    )
    def begin(self, real: list[bool], limit: int | None, now: int, seed: int) -> None:
        self.rng = random.Random(seed)
        self.seats = range(len(real))
        self.limit, self.now = limit, now
        self.away: dict[int, int] = {}
        self.company = start(real, limit, now)
        self.here = {seat for seat in self.seats if real[seat]}
        self.row = dict.fromkeys(self.here, 0)
        self.spent: dict[int, int] = {}  # of the time for this turn, by seat
        self.turn = 0
        self.waits: list[int] = []
        self.later: list[int] = []  # seats that follow in the turn of this name
        self.vote: VoteOpened | None = None
        self.vote_age = 0
        self.said: set[int] = set()
        self.passed: VoteOpened | None = None  # and not done yet
        self.refused: dict[int, int] = {}  # who asked in vain, and how long ago
        self.pause_age: int | None = None
        self.ready: set[int] = set()
        self.frozen: list[int | None] = []
        self.over = False

    # --- time, and who is there ---

    @rule(by=st.integers(0, 3) | st.integers(0, 700) | st.integers(0, 20_000) | st.integers(0, 700_000))
    def wait(self, by: int) -> None:
        self.now += by
        if self.pause_age is None:
            for seat in set(self.waits) & self.here:
                self.spent[seat] += by
        else:
            self.pause_age += by
        self.vote_age += by
        self.refused = {seat: age + by for seat, age in self.refused.items()}

    @rule(early=st.sampled_from([0, 0, 0, 1, 30]))
    def wait_for_what_is_due(self, early: int) -> None:
        found = due(self.company, self.now, self.away)
        if found is not None and found.at - early > self.now:
            self.wait(found.at - early - self.now)

    @rule(pick=st.randoms(use_true_random=False))
    def come_or_go(self, pick: random.Random) -> None:
        seat = pick.choice(self.seats)
        if self.away.pop(seat, None) is None:
            self.away[seat] = self.now - pick.choice([0, 0, 30_000, MINUTE])

    # --- the game ---

    @precondition(lambda self: not self.over and self.pause_age is None)
    @rule(bids=st.booleans(), pick=st.randoms(use_true_random=False))
    def a_new_turn(self, bids: bool, pick: random.Random) -> None:
        order = pick.sample(self.seats, pick.randint(1, len(self.seats)))
        self.waits, self.later = (order, []) if bids else (order[:1], order[1:])
        self.turn += 1
        self.spent = {}
        self._tell(None)

    @precondition(lambda self: not self.over and self.pause_age is None and self.waits)
    @rule(pick=st.randoms(use_true_random=False))
    def a_move(self, pick: random.Random) -> None:
        seat = pick.choice(self.waits)
        self._after_move_of(seat, by=seat if seat in self.here else None)

    @precondition(lambda self: not self.over and self.pause_age is None and self.here)
    @rule(pick=st.randoms(use_true_random=False))
    def a_bid_is_changed(self, pick: random.Random) -> None:
        changers = sorted(self.here - set(self.waits) - set(self.later))
        if changers:
            self._tell(pick.choice(changers))

    @precondition(lambda self: not self.over and self.pause_age is None and self.limit)
    @rule(turns=st.integers(1, 3), pick=st.randoms(use_true_random=False))
    def some_sleep(self, turns: int, pick: random.Random) -> None:
        """Turns in which nobody moves in time."""
        asleep = pick.sample(self.seats, pick.randint(1, len(self.seats)))
        for _ in range(turns):
            if self.over or self.pause_age is not None:
                return
            self.waits, self.later, self.spent = list(asleep), [], {}
            self.turn += 1
            self._tell(None)
            self.wait((self.limit or 0) * 1000)
            for _ in self.seats:
                self.do_what_is_due()

    def _after_move_of(self, seat: int, by: int | None) -> None:
        self.waits = [other for other in self.waits if other != seat]
        if self.later:
            self.waits.append(self.later.pop(0))
        self._tell(by)

    def _tell(self, by: int | None) -> None:
        for seat in self.here & set(self.waits):
            self.spent.setdefault(seat, 0)
        if by is not None:
            self.row[by] = 0
        self.company, events = moved(
            self.company, self.now, self.away, turn=f"{self.turn}.play", waited_for=self.waits, by=by
        )
        self._book(events, mover=by)

    # --- deeds ---

    @precondition(lambda self: not self.over)
    @rule(pick=st.randoms(use_true_random=False))
    def a_deed(self, pick: random.Random) -> None:
        seat = pick.choice(sorted(self.here))
        deeds = [deed for deed in self._legal(seat) if deed != Leave()]
        if deeds:
            self._do(seat, pick.choice(deeds))

    @precondition(lambda self: not self.over)
    @rule(pick=st.randoms(use_true_random=False))
    def all_agree(self, pick: random.Random) -> None:
        """Rare by chance alone: everyone says yes, or Ready."""
        for seat in pick.sample(sorted(self.here), len(self.here)):
            for deed in self._legal(seat):
                if isinstance(deed, Yes | Ready) and deed in self._legal(seat):
                    self._do(seat, deed)

    @precondition(lambda self: not self.over)
    @rule(pick=st.randoms(use_true_random=False))
    def ask(self, pick: random.Random) -> None:
        seats = pick.sample(sorted(self.here), len(self.here))
        asks = [
            (s, deed) for s in seats for deed in self._legal(s) if isinstance(deed, AskPause | AskReplace)
        ]
        if asks:
            self._do(*asks[0])

    @precondition(lambda self: not self.over)
    @rule(pick=st.randoms(use_true_random=False), chance=st.integers(0, 3))
    def someone_leaves(self, pick: random.Random, chance: int) -> None:
        if chance == 0:
            self._do(pick.choice(sorted(self.here)), Leave())

    @rule()
    def do_what_is_due(self) -> None:
        found = due(self.company, self.now, self.away)
        if found is None or found.at > self.now:
            return
        events = self._do(None, found.deed)
        assert events
        again = due(self.company, self.now, self.away)
        assert again is None or (again.at, again.what, again.seat) != (found.at, found.what, found.seat)

    @rule(pick=st.randoms(use_true_random=False))
    def what_is_not_legal_is_refused(self, pick: random.Random) -> None:
        kept, stored = self.company, codec.encode_company(self.company)
        numbers = [0, self.company.votes, self.company.votes + 1]
        seats = [-1, *self.seats, len(self.seats)]
        universe: list[Deed] = [Leave(), AskPause(), CatchUp()]
        universe += [kind(number) for kind in (Yes, No, Ready) for number in numbers]
        universe += [kind(seat) for kind in (AskReplace, TimeOut) for seat in seats]
        for seat in (None, *seats):
            legal = self._legal(seat)
            assert len(set(legal)) == len(legal)
            assert set(legal) <= {*universe, *legal}
            if seat is not None and seat not in self.here:
                assert legal == ()  # bots, people who left
            for deed in universe:
                assert self._is_done(seat, deed) == (deed in legal), (seat, deed)
        for by in {*self.seats} - self.here:
            self._move_is_refused(by)
        if self.pause_age is not None or self.over:
            self._move_is_refused(None)
        assert self.company is kept
        assert codec.encode_company(kept) == stored

    def _is_done(self, seat: int | None, deed: Deed) -> bool:
        try:
            apply(self.company, seat, deed, self.now, self.away)
        except DeedRefused:
            return False
        return True

    def _move_is_refused(self, by: int | None) -> None:
        with pytest.raises(DeedRefused):
            moved(self.company, self.now, self.away, turn="x", waited_for=self.seats, by=by)

    def _legal(self, seat: int | None) -> tuple[Deed, ...]:
        return legal_deeds(self.company, seat, self.now, self.away)

    def _do(self, seat: int | None, deed: Deed) -> tuple[Event, ...]:
        if seat is not None:
            self.row[seat] = 0
        self.company, events = apply(self.company, seat, deed, self.now, self.away)
        self._book(events)
        # The bot's move, as the door makes it; where a third time-out let a pause begin, bots stop too.
        if isinstance(deed, TimeOut) and not self.over and self.pause_age is None:
            self._after_move_of(deed.seat, by=None)
        return events

    # --- the book ---

    def _book(self, events: Sequence[Event], mover: int | None = None) -> None:
        for event in events:
            match event:
                case TimedOut(seat, in_a_row):
                    assert self.limit is not None
                    assert self.pause_age is None
                    assert seat in self.here
                    assert seat in self.waits
                    assert self.spent[seat] >= self.limit * 1000
                    self.row[seat] += 1
                    assert in_a_row == self.row[seat] <= 3
                case PlayerLeft(seat, how):
                    self._goes(seat, how)
                case EveryoneLeft():
                    assert not self.here
                    self.over = True
                    self.vote, self.pause_age = None, None
                case VoteOpened(vote, by, seat):
                    assert self.vote is None
                    assert by in self.here
                    assert self.limit is not None or seat is not None
                    assert by not in self.refused
                    self.vote, self.vote_age, self.said = event, 0, {by}
                    if seat is not None:
                        assert by in self._must_agree(seat)
                        assert self._may_be_replaced(seat)
                    assert vote == self.company.votes
                case SaidYes(vote, seat):
                    assert self.vote is not None
                    assert self.vote.vote == vote
                    assert seat in self._asked() - self.said
                    self.said.add(seat)
                case VoteEnded(vote, outcome, no):
                    assert self.vote is not None
                    assert self.vote.vote == vote
                    self._ends(self.vote, outcome, no, mover)
                    self.vote = None
                case Paused(pause):
                    assert self.passed is not None
                    assert (self.passed.vote, self.passed.seat) == (pause, None)
                    assert self.pause_age is None
                    self.passed, self.pause_age, self.ready = None, 0, set()
                    self.frozen = [self._left(seat) for seat in self.seats]
                case SaidReady(seat):
                    assert seat in self.here - self.ready
                    assert self.pause_age is not None
                    self.ready.add(seat)
                case LongPause():
                    assert self.pause_age is not None
                    assert self.pause_age >= 10 * MINUTE
                case PlayedOn():
                    assert self.here <= self.ready
                    self.pause_age = None
                case MayBeReplaced(seat):
                    assert self.limit is None
                    assert self._may_be_replaced(seat)
                    assert len(self.here) > 1
                case MayAskAgain(seat):
                    assert self.refused.pop(seat) >= MINUTE
        assert self.passed is None
        assert not self.here <= self.ready or self.pause_age is None

    def _goes(self, seat: int, how: How) -> None:
        if how is How.TIME_OUTS:
            assert self.row[seat] == 3
        if how is How.VOTE:
            assert self.passed is not None
            assert self.passed.seat == seat
            self.passed = None
        self.here.remove(seat)
        self.said.discard(seat)
        self.ready.discard(seat)
        self.refused.pop(seat, None)

    def _ends(self, vote: VoteOpened, outcome: Outcome, no: int | None, mover: int | None) -> None:
        asked = self._asked()
        match outcome:
            case Outcome.PASSED:
                assert asked
                assert asked <= self.said
                assert self.vote_age < MINUTE
                self.passed = vote
            case Outcome.REFUSED:
                assert no in asked
                assert self.vote_age < MINUTE
                if vote.by in self.here:
                    self.refused[vote.by] = 0
            case Outcome.EXPIRED:
                assert self.vote_age >= MINUTE
            case Outcome.MOOT:
                gone = vote.seat is not None and not self._may_be_replaced(vote.seat)
                assert gone or not asked or vote.seat == mover
        assert (no is None) == (outcome is not Outcome.REFUSED)

    def _asked(self) -> set[int]:
        assert self.vote is not None
        return self.here if self.vote.seat is None else self._must_agree(self.vote.seat)

    def _must_agree(self, seat: int) -> set[int]:
        return (self.here if self.pause_age is None else self.ready) - {seat}

    def _may_be_replaced(self, seat: int) -> bool:
        if seat not in self.here:
            return False
        if self.pause_age is not None:
            return seat not in self.ready and self.pause_age >= 10 * MINUTE
        if self.limit is not None or seat not in self.waits:
            return False
        away = seat in self.away and self.now - self.away[seat] >= MINUTE
        return away or self.spent[seat] >= 5 * MINUTE

    def _left(self, seat: int) -> int | None:
        if self.limit is None or seat not in self.here or seat not in self.waits or self.over:
            return None
        return max(0, self.limit * 1000 - self.spent[seat])

    # --- what holds at any time ---

    @invariant()
    def time_left_is_what_has_not_been_spent(self) -> None:
        """So it never grows but by a new turn, is never below nought, and a pause keeps it."""
        for seat in self.seats:
            left = time_left(self.company, seat, self.now)
            assert left == self._left(seat)
            if self.pause_age is not None and seat in self.here:
                assert left == self.frozen[seat]
            slow = time_left(self.company, seat, self.now - 3000)  # by a server whose clock is slow
            assert left is None or (slow is not None and left <= slow <= (self.limit or 0) * 1000)

    @invariant()
    def votes_are_of_those_seated(self) -> None:
        vote, pause = self.company.vote, self.company.pause
        assert (vote is None) == (self.vote is None)
        if vote is not None:
            assert set(vote.yes) == self.said <= self.here
            assert set(voters(self.company)) == self._asked()
        assert (pause is None) == (self.pause_age is None)
        if pause is not None:
            assert set(pause.ready) == self.ready < self.here

    @invariant()
    def who_asked_in_vain_waits_for_a_minute_and_nobody_else(self) -> None:
        for seat in self.here:
            asks = [deed for deed in self._legal(seat) if isinstance(deed, AskPause | AskReplace)]
            if self.refused.get(seat, MINUTE) < MINUTE:
                assert not asks
            elif self.limit and self.pause_age is None and (self.vote is None or self.vote_age >= MINUTE):
                assert AskPause() in asks

    @invariant()
    def it_survives_the_store(self) -> None:
        text = json.dumps(codec.encode_company(self.company))
        again = codec.decode_company(json.loads(text))
        assert again == self.company
        assert hash(again) == hash(self.company)
        assert json.dumps(codec.encode_company(again)) == text

    @invariant()
    def what_is_due_comes_to_an_end(self) -> None:
        company, steps = self.company, 0
        while (found := due(company, self.now, self.away)) is not None:
            assert found.at >= company.at
            if found.at > self.now:
                # No earlier: a moment before, the clock has not run out.
                if found.what is What.TIME_OUT:
                    assert found.deed not in legal_deeds(company, None, found.at - 1, self.away)
                break
            company, events = apply(company, None, found.deed, self.now, self.away)
            assert events
            steps += 1
            assert steps <= 2 * len(self.seats) + 3
        if self.over:
            assert found is None

    @invariant()
    def rows_are_counted(self) -> None:
        for seat, player in enumerate(self.company.players):
            assert (player is not None) == (seat in self.row)
            if player is not None:
                assert (player.left is None) == (seat in self.here)
                assert player.time_outs == self.row[seat]


TestSitting = Sitting.TestCase
TestSitting.settings = settings(
    max_examples=150, stateful_step_count=60, deadline=None, suppress_health_check=list(HealthCheck)
)


@pytest.mark.parametrize("seed", range(60))
def test_long_sittings(seed: int) -> None:
    """The same promises over hundreds of steps, in proportions that lead to rare things: third time-outs,
    pauses of ten minutes, votes on those who are away."""
    rng = random.Random(seed)
    sitting = Sitting()
    real = [True, True, *(rng.random() < 0.7 for _ in range(rng.randint(0, 6)))]
    sitting.begin(real, rng.choice([10, 60, None]), rng.randrange(10**13), seed)
    ways = [
        (3, lambda: sitting.a_new_turn(rng.random() < 0.3, rng)),
        (3, lambda: sitting.a_move(rng)),
        (1, lambda: sitting.a_bid_is_changed(rng)),
        (0.4, lambda: sitting.limit and sitting.some_sleep(rng.randint(1, 3), rng)),
        (2, lambda: sitting.wait(rng.choice([1, 500, 5000, 70_000]))),
        (6, lambda: sitting.wait_for_what_is_due(rng.choice([0, 0, 0, 1, 30]))),
        (8, sitting.do_what_is_due),
        (2, lambda: sitting.come_or_go(rng)),
        (3, lambda: sitting.ask(rng)),
        (2, lambda: sitting.a_deed(rng)),
        (1, lambda: sitting.all_agree(rng)),
        (1, lambda: sitting.what_is_not_legal_is_refused(rng)),
        (0.3, lambda: sitting.someone_leaves(rng, 0)),
    ]
    for _ in range(300):
        if sitting.over:
            break
        [way] = rng.choices(range(len(ways)), [weight for weight, _ in ways])
        if way > 3 or (sitting.pause_age is None and (way != 1 or sitting.waits)):
            ways[way][1]()
        sitting.time_left_is_what_has_not_been_spent()
        sitting.votes_are_of_those_seated()
        sitting.who_asked_in_vain_waits_for_a_minute_and_nobody_else()
        sitting.it_survives_the_store()
        sitting.what_is_due_comes_to_an_end()
        sitting.rows_are_counted()
    sitting.what_is_not_legal_is_refused(rng)
