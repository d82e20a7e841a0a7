"""What of the table page changes with a move, and how much is sent for it."""

import random
from collections.abc import Iterator

import pytest

from game.live.cut import Slices
from game.live.page import players_of
from game.live.publish import message_of
from game.live.scene import Scene
from game.live.slices import HandSlice, LastTrickSlice, LogSlice, SeatSlice, TrickSlice
from game.rules.exact_bid.values import Phase
from game.rules.exact_bid.view import view
from tests.game.tables import new_table, play

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]

MOST_BYTES = 2048  # of an ordinary move, for each client


def plays(seed: int, **options: int) -> Iterator[tuple[int, int, Slices, Slices]]:
    """Every card of a game of four: who played it, who looks on, and what they see before and after."""
    for change in play(new_table(4, **options), random.Random(seed)):
        if change.before.state.phase is not Phase.PLAY:
            continue
        (player,) = view(change.before.state, None).to_act
        players = players_of(change.seats)
        for seat in range(4):
            moments = change.before, change.after
            before, after = (Scene(moment.state, players).cut_for(seat) for moment in moments)
            yield player, seat, before, after


def test_what_one_holds_and_may_bid_is_not_sent_again_for_the_moves_of_others() -> None:
    waited = 0
    for player, seat, before, after in plays(1, most_cards=4):
        hand = after["hand"]
        assert isinstance(hand, HandSlice)
        if seat != player and not hand.turn:
            waited += 1
            assert hand == before["hand"]
        assert after["bids"] == before["bids"]
    assert waited


def test_the_last_trick_is_one_that_lies_on_the_felt_no_more() -> None:
    shown_again = 0
    for _, _, before, after in plays(2, most_cards=4):
        trick, last = after["trick"], after["last-trick"]
        assert isinstance(trick, TrickSlice)
        assert isinstance(last, LastTrickSlice)
        assert not {play.card for play in trick.plays} & {play.card for play in last.plays}
        assert len(last.plays) in (0, 4)
        if len(trick.plays) > 1:
            assert last == before["last-trick"]
            shown_again += bool(last.plays)
    assert shown_again


def test_plates_and_log_show_each_viewer_what_their_view_says() -> None:
    """Though most of them are cut once for all viewers."""
    own_bids = seen = 0
    for change in play(new_table(4, most_cards=2), random.Random(4)):
        players = players_of(change.seats)
        scene = Scene(change.after.state, players)
        for viewer in (None, 0, 1, 2, 3):
            known = view(change.after.state, viewer)
            slices = scene.cut_for(viewer)
            log = slices["log"]
            assert isinstance(log, LogSlice)
            assert (log.round, log.me) == (known.round, viewer)
            told = {line.card for line in log.lines if line.card and line.code != "turned"}
            assert told == {card for trick in known.tricks for card in trick.cards}
            for seat in range(4):
                plate = slices[f"seat-{seat}"]
                assert isinstance(plate, SeatSlice)
                assert plate.mine == (seat == viewer)
                assert (plate.bid, plate.seen) == (known.bids[seat], known.seen[seat])
                assert (plate.taken, plate.total) == (known.taken[seat], known.totals[seat])
                own_bids += plate.mine and plate.bidding and plate.bid is not None
                seen += bool(plate.seen)
    assert own_bids
    assert seen


def test_an_onlooker_is_nobody_at_the_table() -> None:
    """Whatever is played and taken, and by whom: it was someone with a name."""
    names = {"Ida0", "Ida1", "Ida2"}
    for change in play(new_table(3, most_cards=2), random.Random(10)):
        slices = Scene(change.after.state, players_of(change.seats)).cut_for(None)
        trick, last = slices["trick"], slices["last-trick"]
        assert isinstance(trick, TrickSlice)
        assert isinstance(last, LastTrickSlice)
        assert {played.name for played in (*trick.plays, *last.plays)} <= names
        assert trick.winner_place is None or trick.winner_name in names


@pytest.mark.parametrize("language", ["en", "da"])
def test_an_ordinary_move_is_small_for_everyone(language: str) -> None:
    sizes = [
        len(part.encode())
        for change in play(new_table(4, language=language), random.Random(3))
        if change.before.state.phase is change.after.state.phase is Phase.PLAY
        and change.before.state.tricks[0].cards
        for part in message_of(change)["parts"].values()  # type: ignore[attr-defined]
    ]
    assert len(sizes) > 400
    assert max(sizes) <= MOST_BYTES
