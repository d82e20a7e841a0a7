"""Companies by example: RULES 2 word by word, and the reports that concern it (BR-nn).

P1, P2, … are seats 0, 1, …; times are seconds, as in the reports.
"""

import json
from itertools import permutations

import pytest

from game.rules.company import codec
from game.rules.company.clocks import time_left
from game.rules.company.deeds import legal_deeds
from game.rules.company.due import due
from game.rules.company.engine import apply, moved, start
from game.rules.company.errors import Code, DeedRefused
from game.rules.company.seats import seated
from game.rules.company.values import (
    AskPause,
    AskReplace,
    CatchUp,
    Deed,
    Due,
    Event,
    EveryoneLeft,
    How,
    Leave,
    Left,
    LongPause,
    MayAskAgain,
    MayBeReplaced,
    No,
    Outcome,
    Paused,
    PlayedOn,
    Player,
    PlayerLeft,
    Ready,
    SaidReady,
    SaidYes,
    Stop,
    Stopped,
    TimedOut,
    TimeOut,
    VoteEnded,
    VoteOpened,
    What,
    Yes,
)
from game.rules.company.votes import voters

P1, P2, P3, P4, P5, P6 = range(6)


class Table:
    """A company with a watch beside it. `real` has a letter for each seat: p a player, b a bot."""

    def __init__(self, real: str, limit: int | None) -> None:
        self.now = 1_000_000
        self.away: dict[int, int] = {}
        self.company = start([letter == "p" for letter in real], limit, self.now)
        self.everyone = tuple(range(len(real)))

    def wait(self, seconds: float) -> None:
        self.now += round(seconds * 1000)

    def do(self, seat: int | None, deed: Deed) -> tuple[Event, ...]:
        self.company, events = apply(self.company, seat, deed, self.now, self.away)
        return events

    def refused(self, seat: int | None, deed: Deed) -> str:
        with pytest.raises(DeedRefused) as refused:
            apply(self.company, seat, deed, self.now, self.away)
        assert deed not in self.legal(seat)
        return str(refused.value.code)

    def play(self, turn: str, *waited_for: int, by: int | None = None) -> tuple[Event, ...]:
        self.company, events = moved(
            self.company, self.now, self.away, turn=turn, waited_for=waited_for, by=by
        )
        return events

    def legal(self, seat: int | None) -> tuple[Deed, ...]:
        return legal_deeds(self.company, seat, self.now, self.away)

    def left(self, seat: int) -> float | None:
        left = time_left(self.company, seat, self.now)
        return None if left is None else left / 1000

    def due(self) -> tuple[float, What, int | None] | None:
        """What is due, and in how many seconds."""
        found = due(self.company, self.now, self.away)
        return found and ((found.at - self.now) / 1000, found.what, found.seat)

    def pause(self) -> int:
        """Ask for a pause, all say yes; its number."""
        first, *others = seated(self.company)
        self.do(first, AskPause())
        number = self.company.votes
        for seat in others:
            self.do(seat, Yes(number))
        assert self.company.pause is not None
        return number

    def all_ready(self) -> None:
        pause = self.company.pause
        assert pause is not None
        for seat in seated(self.company):
            if seat not in pause.ready:
                self.do(seat, Ready(pause.number))
        assert self.company.pause is None


# --- clocks and time-outs ----------------------------------------------------------------------------


def test_a_limit_is_one_of_the_hosts_choices() -> None:
    for limit in (10, 20, 30, 60, 120, None):
        assert start([True, False], limit, 0).limit == limit
    for limit in (0, 15, 121):
        with pytest.raises(ValueError, match="limit"):
            start([True], limit, 0)
    with pytest.raises(ValueError, match="nobody"):
        start([False, False], None, 0)


def test_bids_have_one_time_each_from_the_turns_beginning() -> None:
    table = Table("pppb", 30)
    table.play("1.bid", P1, P2, P3, P4)
    table.wait(12)
    table.play("1.bid", P2, P3, P4, by=P1)
    assert [table.left(seat) for seat in table.everyone] == [None, 18, 18, None]
    table.wait(3)
    table.play("1.bid", P2, P3, by=P1)  # a bid changed, and the bot's bid
    assert [table.left(seat) for seat in table.everyone] == [None, 15, 15, None]
    assert table.due() == (15, What.TIME_OUT, P2)


def test_under_the_hook_it_is_a_new_turn() -> None:
    table = Table("pp", 10)
    table.play("1.bid", P1, P2)
    table.wait(9)
    table.play("1.bid", P2, by=P1)
    table.play("1.rebid", P1, by=P2)
    assert table.left(P1) == 10


def test_a_trick_is_one_name_and_a_turn_of_each() -> None:
    table = Table("ppp", 30)
    table.play("3.play.2", P1)
    table.wait(25)
    table.play("3.play.2", P2, by=P1)
    assert (table.left(P1), table.left(P2)) == (None, 30)
    table.wait(4)
    table.play("3.play.2", P1, by=P2)  # which no game does: it would be P1's second turn of this name
    assert table.left(P1) == 1


def test_time_left_never_goes_below_nought_nor_back() -> None:
    table = Table("pp", 10)
    table.play("1.play.1", P1)
    table.wait(4)
    table.play("1.play.1", P1, by=P2)
    assert table.left(P1) == 6
    assert time_left(table.company, P1, table.now - 3000) == 6000  # a server whose clock is slow
    table.wait(60)
    assert table.left(P1) == 0


def test_no_clock_no_time() -> None:
    table = Table("pp", None)
    table.play("1.bid", P1, P2)
    table.wait(100)
    assert table.left(P1) is None
    assert table.refused(None, TimeOut(P1)) == "not-waited-for"


def test_br_10_a_time_out_is_the_servers_whoever_is_connected() -> None:
    table = Table("pppp", 10)
    table.away = dict.fromkeys(table.everyone, table.now)
    table.play("1.play.1", P2, by=P1)
    assert table.due() == (10, What.TIME_OUT, P2)
    found = due(table.company, table.now, table.away)
    assert found is not None
    assert found.deed == TimeOut(P2)
    table.wait(9.999)
    assert table.refused(None, TimeOut(P2)) == "too-early"
    table.wait(0.001)
    assert table.legal(None) == (CatchUp(), TimeOut(P2), Stop())
    assert table.do(None, TimeOut(P2)) == (TimedOut(P2, 1),)
    assert table.refused(None, TimeOut(P2)) == "not-waited-for"  # once
    assert (table.left(P2), table.due()) == (0, None)
    table.play("1.play.1", P3)
    assert table.due() == (10, What.TIME_OUT, P3)


def test_br_09_a_move_before_its_time_out_is_counted_stands() -> None:
    table = Table("pp", 10)
    table.play("1.play.1", P1)
    table.wait(10.3)
    table.play("1.play.1", P2, by=P1)
    assert table.refused(None, TimeOut(P1)) == "not-waited-for"
    assert table.left(P2) == 10


def test_whoever_is_late_is_not_timed_out_for_another() -> None:
    table = Table("ppb", 10)
    table.play("1.play.1", P3)
    for seat in table.everyone:
        assert table.refused(None, TimeOut(seat)) == "not-waited-for"
    assert table.refused(None, TimeOut(99)) == "not-waited-for"
    table.play("1.play.1", P1)
    table.wait(10)
    assert table.refused(P2, TimeOut(P1)) == "not-yours"


def time_out(table: Table, seat: int, turn: str) -> tuple[Event, ...]:
    table.play(turn, seat)
    table.wait(10)
    return table.do(None, TimeOut(seat))


def test_after_three_time_outs_in_a_row_the_player_has_left() -> None:
    table = Table("ppb", 10)
    assert time_out(table, P1, "1.bid") == (TimedOut(P1, 1),)
    assert time_out(table, P1, "1.play.1") == (TimedOut(P1, 2),)
    assert time_out(table, P1, "1.play.2") == (TimedOut(P1, 3), PlayerLeft(P1, How.TIME_OUTS))
    assert table.company.players[P1] == Player(3, Left(How.TIME_OUTS, table.now))
    table.play("2.bid", P1, P2, P3)
    assert (table.left(P1), table.left(P2)) == (None, 10)
    assert table.legal(P1) == ()


def test_an_own_move_in_time_sets_the_row_back() -> None:
    table = Table("pp", 10)
    time_out(table, P1, "1")
    time_out(table, P1, "2")
    table.play("3", P1)
    table.wait(9)
    table.play("4", P2, by=P1)
    assert time_out(table, P1, "5") == (TimedOut(P1, 1),)
    assert time_out(table, P2, "6") == (TimedOut(P2, 1),)
    table.play("7", P2)  # a bot's card for P1 is no move of theirs
    assert time_out(table, P1, "8") == (TimedOut(P1, 2),)


def test_an_own_deed_sets_the_row_back_too() -> None:
    table = Table("pp", 10)
    time_out(table, P1, "1")
    time_out(table, P1, "2")
    table.do(P2, AskPause())
    assert table.refused(P1, Yes(9)) == "no-such-vote"
    assert table.company.players[P1] == Player(2)
    table.do(P1, No(1))
    assert time_out(table, P1, "3") == (TimedOut(P1, 1),)


# --- leaving -------------------------------------------------------------------------------------------


def test_br_32_the_game_goes_on_without_who_left_and_ends_with_the_last() -> None:
    table = Table("pppb", None)
    table.play("1.bid", P1, P2, P3, P4)
    assert table.do(P2, Leave()) == (PlayerLeft(P2, How.WISH),)
    table.play("1.play.1", P3, by=P1)
    assert table.do(P3, Leave()) == (PlayerLeft(P3, How.WISH),)
    assert table.refused(P3, Leave()) == "not-seated"
    assert table.do(P1, Leave()) == (PlayerLeft(P1, How.WISH), EveryoneLeft())
    assert (table.due(), seated(table.company)) == (None, ())
    for seat in (None, *table.everyone):
        assert table.legal(seat) == ()
    assert table.refused(P1, Leave()) == table.refused(None, CatchUp()) == "everyone-left"
    with pytest.raises(DeedRefused, match="everyone-left"):
        table.play("1.play.1", P4)


def test_a_game_that_is_stopped_is_over_for_all_and_nobody_has_left_it() -> None:
    table = Table("pppb", 10)
    table.play("1.bid", P1, P2, P3, P4)
    table.do(P2, Leave())
    table.do(P1, AskPause())
    assert table.do(None, Stop()) == (VoteEnded(1, Outcome.MOOT), Stopped())
    assert (table.due(), table.company.vote, seated(table.company)) == (None, None, (P1, P3))
    for seat in (None, *table.everyone):
        assert table.legal(seat) == ()
    assert table.refused(P1, Leave()) == table.refused(None, Stop()) == "stopped"
    with pytest.raises(DeedRefused, match="stopped"):
        table.play("1.play.1", P4)


def test_nobody_at_a_table_stops_it() -> None:
    table = Table("pp", None)
    assert table.refused(P1, Stop()) == "not-yours"


def test_a_company_from_before_there_was_stopping_is_read() -> None:
    company = Table("pp", None).company
    earlier = codec.encode_company(company)
    del earlier["stopped"]
    assert codec.decode_company(earlier) == company


def test_the_last_one_may_run_out_of_time_for_good() -> None:
    table = Table("pb", 10)
    time_out(table, P1, "1")
    time_out(table, P1, "2")
    left = (TimedOut(P1, 3), PlayerLeft(P1, How.TIME_OUTS), EveryoneLeft())
    assert time_out(table, P1, "3") == left


def test_who_left_cannot_move_any_more() -> None:
    table = Table("ppb", 10)
    table.play("1.bid", P1, P2, P3)
    table.do(P1, Leave())
    for seat in (P1, P3, 7):
        with pytest.raises(DeedRefused, match="not-seated"):
            table.play("1.bid", P2, by=seat)


def test_leaving_with_a_vote_open_ends_it_for_good() -> None:
    table = Table("pb", 10)
    table.pause()
    assert table.do(P1, Leave()) == (PlayerLeft(P1, How.WISH), EveryoneLeft())
    assert table.company.pause is None
    table = Table("ppb", 10)
    table.do(P1, AskPause())
    table.do(P1, Leave())
    ended = (PlayerLeft(P2, How.WISH), VoteEnded(1, Outcome.MOOT), EveryoneLeft())
    assert table.do(P2, Leave()) == ended
    assert table.company.vote is None


# --- pause -----------------------------------------------------------------------------------------------


def test_br_06_clocks_keep_what_was_left() -> None:
    table = Table("pppp", 30)
    table.play("2.play.3", P1)
    table.wait(10)
    assert table.do(P3, AskPause()) == (VoteOpened(1, P3, None),)
    assert table.do(P1, Yes(1)) == (SaidYes(1, P1),)
    table.do(P4, Yes(1))
    passed = (SaidYes(1, P2), VoteEnded(1, Outcome.PASSED), Paused(1))
    assert table.do(P2, Yes(1)) == passed
    for _ in range(65):
        assert table.left(P1) == 20
        table.wait(1)
    for seat in (P1, P2, P3):
        assert table.do(seat, Ready(1)) == (SaidReady(seat),)
    assert table.do(P4, Ready(1)) == (SaidReady(P4), PlayedOn(1))
    assert table.left(P1) == 20
    assert table.due() == (20, What.TIME_OUT, P1)
    table.wait(5)
    assert table.left(P1) == 15
    table.play("2.play.3", P2, by=P1)
    assert table.left(P2) == 30
    assert table.refused(None, TimeOut(P1)) == "not-waited-for"


def test_br_06_bids_keep_it_too_and_to_the_millisecond() -> None:
    table = Table("ppp", 10)
    table.play("1.bid", P1, P2, P3)
    table.wait(3.217)
    table.play("1.bid", P2, P3, by=P1)
    table.pause()
    table.wait(71.003)
    table.all_ready()
    assert [table.left(seat) for seat in table.everyone] == [None, 6.783, 6.783]


def test_clocks_run_on_during_the_vote() -> None:
    table = Table("pp", 20)
    table.play("1", P1)
    table.do(P1, AskPause())
    table.wait(15)
    assert table.left(P1) == 5
    assert table.due() == (5, What.TIME_OUT, P1)
    table.wait(5)
    assert table.do(None, TimeOut(P1)) == (TimedOut(P1, 1),)


def test_br_07_a_paused_game_stands_still_wherever_it_is_read() -> None:
    table = Table("ppb", 10)
    table.play("1", P1)
    table.wait(4)
    table.pause()
    table.do(P2, Ready(1))
    table.wait(30)
    stored = json.dumps(codec.encode_company(table.company))
    table.company = codec.decode_company(json.loads(stored))
    pause = table.company.pause
    assert pause is not None
    assert pause.ready == (P2,)
    assert table.left(P1) == 6
    with pytest.raises(DeedRefused, match=r"^paused$"):
        table.play("1", P2, by=P1)
    assert table.refused(None, TimeOut(P1)) == "paused"
    assert table.refused(P1, AskPause()) == "paused"


def test_a_pause_needs_a_clock() -> None:
    assert Table("pp", None).refused(P1, AskPause()) == "no-clock"


def test_one_no_ends_the_vote() -> None:
    table = Table("ppp", 10)
    table.do(P1, AskPause())
    table.do(P2, Yes(1))
    assert table.do(P3, No(1)) == (VoteEnded(1, Outcome.REFUSED, P3),)
    assert table.refused(P2, Yes(1)) == "no-such-vote"
    table.do(P2, AskPause())
    assert table.refused(P1, Yes(1)) == "no-such-vote"  # a late click does not answer the next vote
    assert table.do(P2, No(2)) == (VoteEnded(2, Outcome.REFUSED, P2),)  # who asked takes it back


@pytest.mark.parametrize("who", [P1, P2])
def test_nobody_drowns_a_table_in_votes(who: int) -> None:
    """Refused, or taken back: the next one of the same player is a minute away, the others' are not."""
    table = Table("pppb", 120)
    table.play("1", P3)
    table.do(P1, AskPause())
    table.wait(10)
    table.do(who, No(1))
    assert table.refused(P1, AskPause()) == "too-early"
    table.do(P2, AskPause())
    assert table.refused(P1, AskPause()) == "vote-open"
    table.do(P2, No(2))
    assert table.due() == (60, What.MAY_ASK_AGAIN, P1)
    table.wait(59.999)
    assert table.refused(P1, AskPause()) == "too-early"
    table.wait(0.001)
    assert AskPause() in table.legal(P1)  # though no worker has come by
    assert table.do(None, CatchUp()) == (MayAskAgain(P1), MayAskAgain(P2))
    assert table.do(P1, AskPause()) == (VoteOpened(3, P1, None),)


def test_after_a_vote_that_was_not_refused_one_asks_again_at_once() -> None:
    table = Table("pppb", 120)
    table.play("1", P3)
    table.do(P1, AskPause())
    table.wait(60)
    table.do(P1, AskPause())  # it has expired
    for seat in (P2, P3):
        table.do(seat, Yes(2))
    table.all_ready()
    assert AskPause() in table.legal(P1)


def test_who_wants_somebody_replaced_in_vain_waits_as_well() -> None:
    table = Table("ppp", None)
    table.play("1", P3)
    table.wait(300)
    table.do(P1, AskReplace(P3))
    table.do(P2, No(1))
    assert table.refused(P1, AskReplace(P3)) == "too-early"
    assert AskReplace(P3) in table.legal(P2)
    table.wait(60)
    assert AskReplace(P3) in table.legal(P1)


def test_the_no_to_who_has_left_keeps_nobody_waiting() -> None:
    table = Table("ppp", 120)
    table.play("1", P3)
    table.do(P1, AskPause())
    table.do(P1, Leave())
    table.do(P2, No(1))
    assert AskPause() in table.legal(P2)
    assert table.company.players[P1] == Player(left=Left(How.WISH, table.now))


def test_a_company_stored_before_there_was_such_a_wait_is_read() -> None:
    company = start([True, False], 30, 0)
    data = codec.encode_company(company)
    assert data["players"] == [[0, None, None], None]
    assert codec.decode_company({**data, "players": [[0, None], None]}) == company


def test_one_vote_at_a_time_and_one_yes_each() -> None:
    table = Table("pppb", 10)
    table.do(P1, AskPause())
    assert table.refused(P2, AskPause()) == "vote-open"
    assert table.refused(P1, Yes(1)) == "already-said"
    assert table.refused(P4, Yes(1)) == "not-seated"
    assert table.legal(P2) == (Leave(), Yes(1), No(1))
    assert table.legal(P4) == ()


def test_a_vote_ends_after_60_seconds() -> None:
    table = Table("ppp", 120)
    table.play("1", P1)
    table.do(P1, AskPause())
    table.do(P2, Yes(1))
    assert table.due() == (60, What.VOTE_END, None)
    table.wait(59.999)
    assert table.do(None, CatchUp()) == ()
    assert Yes(1) in table.legal(P3)
    table.wait(0.001)
    assert table.refused(P3, Yes(1)) == "no-such-vote"  # though no worker has come by
    asked = table.company
    assert table.do(None, CatchUp()) == (VoteEnded(1, Outcome.EXPIRED),)
    table.company = asked
    assert table.do(P3, AskPause()) == (VoteEnded(1, Outcome.EXPIRED), VoteOpened(2, P3, None))


def test_alone_among_bots_ones_own_yes_is_enough() -> None:
    table = Table("pbb", 10)
    paused = (VoteOpened(1, P1, None), VoteEnded(1, Outcome.PASSED), Paused(1))
    assert table.do(P1, AskPause()) == paused
    assert table.do(P1, Ready(1)) == (SaidReady(P1), PlayedOn(1))


def test_ready_is_said_once_and_of_this_pause() -> None:
    table = Table("pp", 10)
    assert table.refused(P1, Ready(1)) == "not-paused"
    assert table.pause() == 1
    table.do(P1, Ready(1))
    assert table.refused(P1, Ready(1)) == "already-said"
    table.do(P2, Ready(1))
    assert table.pause() == 2
    assert table.refused(P1, Ready(1)) == "not-paused"


def test_play_goes_on_when_the_one_who_was_not_ready_leaves() -> None:
    table = Table("ppp", 10)
    table.play("1", P1)
    table.wait(4)
    table.pause()
    table.do(P1, Ready(1))
    table.do(P2, Ready(1))
    table.wait(100)
    assert table.do(P3, Leave()) == (PlayerLeft(P3, How.WISH), PlayedOn(1))
    assert table.left(P1) == 6


def test_who_leaves_takes_their_ready_along() -> None:
    table = Table("ppp", 10)
    table.pause()
    table.do(P1, Ready(1))
    assert table.do(P1, Leave()) == (PlayerLeft(P1, How.WISH),)
    pause = table.company.pause
    assert pause is not None
    assert pause.ready == ()


# --- BR-15: who is counted ---------------------------------------------------------------------------------


def test_br_15_a_proposer_who_is_not_connected_passes_nothing() -> None:
    table = Table("pppb", 120)
    table.play("1", P1)
    table.do(P1, AskPause())
    table.away = {P1: table.now}
    assert voters(table.company) == (P1, P2, P3)
    table.wait(59)
    assert table.do(None, CatchUp()) == ()
    table.wait(1)
    assert table.do(None, CatchUp()) == (VoteEnded(1, Outcome.EXPIRED),)


def test_br_15_b_c_who_left_neither_votes_nor_blocks() -> None:
    table = Table("pppb", 120)
    table.do(P1, AskPause())
    table.do(P2, Yes(1))
    gone = (PlayerLeft(P2, How.WISH),)
    assert table.do(P2, Leave()) == gone
    vote = table.company.vote
    assert vote is not None
    assert (vote.yes, voters(table.company)) == ((P1,), (P1, P3))  # shown as 1/2
    assert table.refused(P2, Yes(1)) == table.refused(P2, No(1)) == "not-seated"
    left = table.company.players[P2]
    assert table.do(P3, Yes(1))[-1] == Paused(1)
    assert table.company.players[P2] == left


def test_br_15_the_proposers_yes_goes_with_them() -> None:
    table = Table("ppp", 120)
    table.do(P1, AskPause())
    table.do(P1, Leave())
    vote = table.company.vote
    assert vote is not None
    assert (vote.yes, voters(table.company)) == ((), (P2, P3))
    table.do(P2, Yes(1))
    assert table.do(P3, Yes(1))[-1] == Paused(1)


def test_the_last_one_not_to_answer_leaves() -> None:
    table = Table("ppp", 120)
    table.do(P1, AskPause())
    table.do(P2, Yes(1))
    passed = (PlayerLeft(P3, How.WISH), VoteEnded(1, Outcome.PASSED), Paused(1))
    assert table.do(P3, Leave()) == passed


def test_a_third_time_out_counts_the_vote_again() -> None:
    table = Table("pp", 10)
    time_out(table, P1, "1")
    time_out(table, P1, "2")
    table.play("3", P1)
    table.wait(10)
    table.do(P2, AskPause())
    assert table.do(None, TimeOut(P1)) == (
        TimedOut(P1, 3),
        PlayerLeft(P1, How.TIME_OUTS),
        VoteEnded(1, Outcome.PASSED),
        Paused(1),
    )


def test_br_05_whatever_the_order_all_are_there() -> None:
    """A bid, a yes and a leave at one moment, in every order the lock may give them."""
    ends = set()
    for order in permutations(("bid", "yes", "leave")):
        table = Table("pppp", 30)
        table.play("1.bid", P1, P2, P3, P4)
        table.do(P3, AskPause())
        for what in order:
            if what == "bid":
                table.play("1.bid", P2, P3, P4, by=P1)
            elif what == "yes":
                table.do(P2, Yes(1))
            else:
                table.do(P4, Leave())
        ends.add(table.company)
    assert len(ends) == 1
    [company] = ends
    assert company.vote is not None
    assert (company.waited_for, company.vote.yes, seated(company)) == (
        (P2, P3, P4),
        (P2, P3),
        (P1, P2, P3),
    )


# --- a long pause --------------------------------------------------------------------------------------


def test_after_ten_minutes_those_who_are_ready_may_replace_one_who_is_not() -> None:
    table = Table("ppppb", 30)
    table.play("1", P3)
    table.wait(10)
    table.pause()
    table.do(P1, Ready(1))
    assert table.due() == (600, What.LONG_PAUSE, None)
    table.wait(599.999)
    assert table.refused(P1, AskReplace(P3)) == "too-early"
    table.wait(0.001)
    assert table.do(None, CatchUp()) == (LongPause(1),)
    assert table.due() is None
    table.do(P2, Ready(1))
    assert table.refused(P3, AskReplace(P4)) == "not-ready"
    for seat in (P1, P2, P5, 9):
        assert table.refused(P1, AskReplace(seat)) == "not-replaceable"
    assert table.legal(P1) == (Leave(), AskReplace(P3), AskReplace(P4))
    assert table.do(P1, AskReplace(P3)) == (VoteOpened(2, P1, P3),)
    assert voters(table.company) == (P1, P2)
    assert table.refused(P3, No(2)) == table.refused(P4, Yes(2)) == "not-asked"
    assert table.refused(P2, AskReplace(P4)) == "vote-open"  # each seat a vote of its own
    replaced = (SaidYes(2, P2), VoteEnded(2, Outcome.PASSED), PlayerLeft(P3, How.VOTE))
    assert table.do(P2, Yes(2)) == replaced
    table.do(P2, AskReplace(P4))
    assert table.do(P1, Yes(3)) == (
        SaidYes(3, P1),
        VoteEnded(3, Outcome.PASSED),
        PlayerLeft(P4, How.VOTE),
        PlayedOn(1),
    )
    assert seated(table.company) == (P1, P2)


def test_who_gets_ready_meanwhile_is_asked_or_saved() -> None:
    table = Table("ppp", 30)
    table.pause()
    table.wait(600)
    table.do(P1, Ready(1))
    assert table.do(P1, AskReplace(P3)) == (
        VoteOpened(2, P1, P3),
        VoteEnded(2, Outcome.PASSED),
        PlayerLeft(P3, How.VOTE),
    )
    table = Table("pppp", 30)
    table.pause()
    table.do(P1, Ready(1))
    table.do(P2, Ready(1))
    table.wait(600)
    table.do(P1, AskReplace(P4))
    table.do(P3, Ready(1))
    assert voters(table.company) == (P1, P2, P3)
    saved = (SaidReady(P4), VoteEnded(2, Outcome.MOOT), PlayedOn(1))
    assert table.do(P4, Ready(1)) == saved


def test_a_no_and_a_minute_end_this_vote_too() -> None:
    table = Table("ppp", 30)
    table.pause()
    table.do(P1, Ready(1))
    table.do(P2, Ready(1))
    table.wait(600)
    table.do(P1, AskReplace(P3))
    assert table.do(P2, No(2)) == (VoteEnded(2, Outcome.REFUSED, P2),)
    table.do(P2, AskReplace(P3))
    assert table.due() == (60, What.VOTE_END, P3)
    table.wait(60)
    assert table.do(None, CatchUp()) == (VoteEnded(3, Outcome.EXPIRED), MayAskAgain(P1))


def test_when_all_who_were_ready_leave_their_vote_is_over() -> None:
    table = Table("pppp", 30)
    table.pause()
    table.do(P1, Ready(1))
    table.do(P2, Ready(1))
    table.wait(600)
    table.do(P1, AskReplace(P3))
    table.do(P1, Leave())
    assert table.do(P2, Leave()) == (PlayerLeft(P2, How.WISH), VoteEnded(2, Outcome.MOOT))
    assert seated(table.company) == (P3, P4)


# --- replacing at a table without a clock ------------------------------------------------------------------


def test_a_minute_away_and_the_others_may_all_agree() -> None:
    table = Table("pppb", None)
    table.play("1", P3)
    table.away[P3] = table.now
    table.away[P2] = table.now  # away too, but nobody waits for them
    assert table.due() == (60, What.MAY_BE_REPLACED, P3)
    table.wait(59.999)
    assert table.refused(P1, AskReplace(P3)) == "too-early"
    table.wait(0.001)
    assert table.do(None, CatchUp()) == (MayBeReplaced(P3),)
    assert table.due() is None
    for seat in (P1, P2, P4):
        assert table.refused(P1, AskReplace(seat)) == "not-replaceable"
    assert table.refused(P3, AskReplace(P3)) == "not-replaceable"
    assert table.legal(P1) == (Leave(), AskReplace(P3))
    assert table.do(P1, AskReplace(P3)) == (VoteOpened(1, P1, P3),)
    assert voters(table.company) == (P1, P2)
    assert table.legal(P3) == (Leave(),)
    replaced = (SaidYes(1, P2), VoteEnded(1, Outcome.PASSED), PlayerLeft(P3, How.VOTE))
    assert table.do(P2, Yes(1)) == replaced


def test_five_minutes_without_a_move_though_not_away() -> None:
    table = Table("pp", None)
    table.play("1.bid", P1, P2)
    table.wait(100)
    table.play("1.bid", P2, by=P1)
    assert table.due() == (200, What.MAY_BE_REPLACED, P2)
    table.wait(199.999)
    assert table.refused(P1, AskReplace(P2)) == "too-early"
    table.wait(0.001)
    assert table.do(None, CatchUp()) == (MayBeReplaced(P2),)
    assert table.due() is None
    assert table.do(P1, AskReplace(P2))[-1] == PlayerLeft(P2, How.VOTE)


def test_who_has_been_away_before_their_turn_may_be_replaced_at_once() -> None:
    table = Table("pp", None)
    table.play("1", P1)
    table.away[P2] = table.now - 90_000
    assert table.play("1", P2, by=P1) == (MayBeReplaced(P2),)


@pytest.mark.parametrize("how", ["moves", "comes back", "leaves"])
def test_the_vote_ends_when_the_one_away_is_there_again(how: str) -> None:
    table = Table("ppp", None)
    table.play("1", P3)
    table.away[P3] = table.now
    table.wait(70)
    table.do(P1, AskReplace(P3))
    over = VoteEnded(1, Outcome.MOOT)
    if how == "moves":
        assert table.play("2", P3, by=P3)[0] == over  # leading again, and still not connected
    elif how == "leaves":
        assert table.do(P3, Leave()) == (PlayerLeft(P3, How.WISH), over)
    else:
        del table.away[P3]
        assert table.due() == (0, What.VOTE_END, P3)
        assert table.refused(P2, Yes(1)) == "no-such-vote"
        assert table.do(None, CatchUp()) == (over,)
        assert table.due() == (230, What.MAY_BE_REPLACED, P3)
        table.away[P3] = table.now  # and away once more
        assert table.due() == (60, What.MAY_BE_REPLACED, P3)


def test_leaving_counts_this_vote_again_too() -> None:
    table = Table("pppp", None)
    table.play("1", P4)
    table.wait(300)
    table.do(P1, AskReplace(P4))
    table.do(P2, Yes(1))
    assert table.do(P3, Leave()) == (
        PlayerLeft(P3, How.WISH),
        VoteEnded(1, Outcome.PASSED),
        PlayerLeft(P4, How.VOTE),
    )
    table = Table("ppp", None)
    table.play("1", P3)
    table.wait(300)
    table.do(P1, AskReplace(P3))
    table.do(P1, Leave())
    moot = (PlayerLeft(P2, How.WISH), VoteEnded(1, Outcome.MOOT))
    assert table.do(P2, Leave()) == moot
    assert seated(table.company) == (P3,)


def test_nobody_alone_is_told_of_being_slow() -> None:
    table = Table("pbb", None)
    table.play("1", P1)
    table.away[P1] = table.now
    assert table.due() is None


def test_with_a_clock_time_outs_see_to_it() -> None:
    table = Table("pp", 120)
    table.play("1", P2)
    table.away[P2] = table.now
    table.wait(90)
    assert table.refused(P1, AskReplace(P2)) == "not-paused"


# --- restarts and clocks of servers ------------------------------------------------------------------------


def test_a_slow_server_does_not_think_that_a_vote_has_lost_its_ground() -> None:
    table = Table("ppp", None)
    table.play("1", P3)
    table.wait(300)
    table.do(P1, AskReplace(P3))
    table.now -= 3000
    assert table.due() == (63, What.VOTE_END, P3)
    assert table.do(P2, Yes(1))[-1] == PlayerLeft(P3, How.VOTE)


def test_br_41_a_deadline_outlives_the_process() -> None:
    table = Table("pp", 20)
    table.play("1", P1)
    table.wait(5)
    table.company = codec.decode_company(json.loads(json.dumps(codec.encode_company(table.company))))
    table.wait(25)
    assert table.due() == (-10, What.TIME_OUT, P1)
    assert table.do(None, TimeOut(P1)) == (TimedOut(P1, 1),)
    assert table.refused(None, TimeOut(P1)) == "not-waited-for"


def test_a_server_whose_clock_is_slow_gives_no_time_back() -> None:
    table = Table("pp", 10)
    table.play("1", P1)
    table.wait(8)
    table.pause()
    table.now -= 3000
    assert table.left(P1) == 2
    table.all_ready()
    assert table.left(P1) == 2
    assert table.company.at == table.now + 3000


def test_a_late_worker_is_due_for_what_is_overdue() -> None:
    table = Table("pp", 10)
    table.play("1", P1)
    table.wait(12)
    table.do(P2, AskPause())  # the last change: due is never before it
    assert due(table.company, table.now, {}) == Due(table.now, What.TIME_OUT, P1)
    table.do(P1, Yes(1))
    assert (table.left(P1), table.due()) == (0, (600, What.LONG_PAUSE, None))
    table.wait(30)
    table.all_ready()
    assert (table.left(P1), table.due()) == (0, (0, What.TIME_OUT, P1))


# --- codec -----------------------------------------------------------------------------------------------


def test_every_deed_and_event_survives_the_store() -> None:
    deeds: list[Deed] = [
        *(Leave(), AskPause(), AskReplace(2), Yes(1), No(1), Ready(1), TimeOut(0), CatchUp(), Stop()),
    ]
    for deed in deeds:
        assert codec.decode_deed(json.loads(json.dumps(codec.encode_deed(deed)))) == deed
    assert {type(deed) for deed in deeds} == set(codec.DEEDS.values())
    events: list[Event] = [
        TimedOut(0, 2),
        PlayerLeft(1, How.VOTE),
        EveryoneLeft(),
        Stopped(),
        VoteOpened(1, 0, None),
        SaidYes(1, 2),
        VoteEnded(1, Outcome.REFUSED, 2),
        Paused(1),
        SaidReady(0),
        LongPause(1),
        PlayedOn(1),
        MayBeReplaced(3),
        MayAskAgain(2),
    ]
    for event in events:
        again = codec.decode_event(json.loads(json.dumps(codec.encode_event(event))))
        assert again == event
        assert repr(again) == repr(event)  # its codes are codes again, not just equal texts
    assert {type(event) for event in events} == set(codec.EVENTS.values())
    assert codec.encode_event(PlayerLeft(1, How.VOTE)) == {"type": "player-left", "seat": 1, "how": "vote"}


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        "leave",
        {},
        {"type": "stay"},
        {"type": ["yes"]},
        {"type": "leave", "seat": 1},
        {"type": "yes"},
        {"type": "yes", "vote": "1"},
        {"type": "yes", "vote": True},
        {"type": "yes", "vote": 1.0},
        {"type": "yes", "vote": None},
        {"type": "ask-replace", "seat": [0]},
        {"type": "ready", "pause": 1, "seat": 1},
    ],
)
def test_what_is_no_deed_is_refused(data: object) -> None:
    with pytest.raises(DeedRefused) as refused:
        codec.decode_deed(data)
    assert refused.value.code is Code.NOT_A_DEED


def test_a_company_of_another_version_is_not_read() -> None:
    data = codec.encode_company(start([True], None, 0))
    with pytest.raises(ValueError, match="version 2"):
        codec.decode_company({**data, "version": 2})
