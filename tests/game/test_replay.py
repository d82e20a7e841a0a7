"""A game that is over, looked at again: every step is what the game was then, and from a seat it shows what
was seen there."""

import html
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from game import logs, store
from game.door import do
from game.live.difference import whole
from game.live.render import Drawings, push_html
from game.models import Action, Kind, Table
from game.past.replay import Replay, replay_of
from game.past.seen import Viewpoint, open_view, seen, viewpoint
from game.past.told import players_at, told
from game.rules.company.values import Leave
from game.rules.exact_bid import codec, engine
from game.rules.exact_bid.options import Options, round_plan
from game.rules.exact_bid.values import Bid, CardPlayed, Deal, Phase, Play, Reveal
from tests.game.company import browser, company_table, in_play, play_on, player
from tests.game.drawn import coded, named
from tests.game.tables import new_table, play
from tests.game.test_secrets import assert_within, opened
from tests.rules.knowledge import Table as Knowledge

pytestmark = [pytest.mark.django_db, pytest.mark.database]

GAMES = {
    "with blind rounds": Options(players=3, most_cards=2),
    "first round blind, hook": Options(players=4, most_cards=2, blind="first", rounds="up-down", hook=True),
    "with jokers": Options(players=4, most_cards=2, trump="under-over", jokers=2),
    "whoever is out": Options(players=6, most_cards=2, rounds="up-up-down-down", elimination=True),
}
every_game = pytest.mark.parametrize("options", GAMES.values(), ids=GAMES)


def played(options: Options = GAMES["with blind rounds"], seed: int = 1) -> Table:
    """A game of people, played to its end at random."""
    table = opened(options)
    for _ in play(table, random.Random(seed)):
        pass
    table.refresh_from_db()
    return table


def page(client: Client, table: Table, **asked: Any) -> str:
    return client.get(reverse("past_game", args=[table.public_id]), asked).content.decode()


def block(client: Client, table: Table, **asked: Any) -> str:
    """What a page that is there gets of another step."""
    address = reverse("past_game", args=[table.public_id])
    return client.get(address, asked, headers={"HX-Request": "true"}).content.decode()


def known_at_each_step(table: Table, replay: Replay) -> Iterator[tuple[int, dict[int | None, set[str]]]]:
    """Who may know which cards, worked out from the log alone."""
    options = codec.decode_options(table.options)
    knowledge = Knowledge(options, round_plan(options))
    state = replay.states[0]
    for step, move in enumerate(replay.moves, start=1):
        state, events = engine.apply(state, move.seat, move.action)
        cards = [event.card for event in events if isinstance(event, CardPlayed)]
        knowledge.follow(move.seat, move.action, cards[0] if cards else None)
        yield step, {seat: knowledge.cards_known_to(seat, state.out) for seat in range(options.players)}


# --- steps ---------------------------------------------------------------------------------------------


@every_game
def test_each_step_is_the_game_after_so_many_moves(options: Options) -> None:
    table = opened(options)
    after = [change.after.state for change in play(table, random.Random(2))]
    replay = replay_of(table.public_id)
    assert list(replay.states[1:]) == after
    assert replay.last == len(after)
    assert isinstance(replay.moves[0].action, Deal)
    assert replay.states[-1].phase is Phase.END


def test_a_step_that_there_is_not_is_the_nearest_one() -> None:
    table = played()
    replay = replay_of(table.public_id)
    client = browser(player(table, 0))
    for asked, step in (("0", 1), ("-3", 1), ("x", 1), ("9" * 30, 1), ("99999", replay.last), ("7", 7)):
        assert f'data-step="{step}"' in page(client, table, step=asked)


def test_one_goes_by_card_by_trick_and_by_round() -> None:
    """Three players, two cards: deal (1), bids (2–4), cards (5–7, 8–10); then a one-card round (11–17)."""
    table = played(Options(players=3, most_cards=2))
    replay = replay_of(table.public_id)
    assert [(start.round, start.cards, start.step) for start in replay.rounds][:3] == [
        (1, 2, 1),
        (2, 1, 11),
        (3, 1, 18),
    ]
    assert replay.tricks[:5] == (4, 7, 10, 14, 17)
    first = replay.ways(1)
    assert (first.previous_card, first.previous_trick, first.previous_round) == (1, 1, 1)
    assert (first.next_card, first.next_trick, first.next_round) == (2, 4, 11)
    middle = replay.ways(9)
    assert (middle.previous_card, middle.next_card) == (8, 10)
    assert (middle.previous_trick, middle.next_trick) == (7, 10)
    assert (middle.previous_round, middle.next_round) == (1, 11)
    last = replay.ways(replay.last)
    assert (last.next_card, last.next_trick, last.next_round) == (replay.last,) * 3


def test_a_game_is_played_through_once(django_assert_num_queries: Any) -> None:
    table = played()
    replay_of(table.public_id)
    with django_assert_num_queries(0):
        replay_of(table.public_id)


# --- what is seen --------------------------------------------------------------------------------------


@every_game
def test_from_a_seat_nothing_is_seen_that_was_hidden_there(options: Options) -> None:
    table = played(options)
    seats, replay = list(table.seats.all()), replay_of(table.public_id)
    for step, known in known_at_each_step(table, replay):
        for seat in range(options.players):
            regions = seen(
                replay, step, Viewpoint(seat, open=False), players_at(seats, replay.moves[step - 1].at)
            )
            shown = push_html(whole({k: v for k, v in regions.items() if k != "bids"}), "en", Drawings())
            assert_within(shown, known[seat])  # type: ignore[arg-type]
            said = str(told(table, seats, replay, step, Viewpoint(seat, open=False)))
            assert named(said) <= known[seat]


def test_the_whole_page_from_a_seat_holds_nothing_that_was_hidden_there() -> None:
    table = played()
    replay = replay_of(table.public_id)
    client = browser(player(table, 0))
    for step, known in known_at_each_step(table, replay):
        for seat in (0, 2):
            shown = page(client, table, step=step, view=seat).replace(table.public_id, "")
            assert_within(shown, known[seat])
            assert known[seat] - set(replay.states[step].turned) <= coded(shown) | named(shown)


def test_a_bid_is_hidden_from_others_until_all_are_in() -> None:
    table = in_play(people=3, most_cards=3)
    for _ in play_on(table):
        pass
    replay, seats = replay_of(table.public_id), list(table.seats.all())
    step = next(n for n, move in enumerate(replay.moves, start=1) if isinstance(move.action, Bid))
    who, action = replay.moves[step - 1].seat, replay.moves[step - 1].action
    assert isinstance(action, Bid)
    assert who is not None
    name = seats[who].name
    other = (who + 1) % 3
    assert told(table, seats, replay, step, Viewpoint(other, open=False)).happened == [f"{name} has bid."]
    for point in (Viewpoint(who, open=False), Viewpoint(other, open=True)):
        assert told(table, seats, replay, step, point).happened == [f"{name} bids {action.tricks}."]
    client = browser(player(table, 0))
    plate = re.compile(rf'id="seat-{who}".*?</div>', re.DOTALL)
    assert "has bid" in plate.findall(block(client, table, step=step, view=other))[0]
    assert f"bid: {action.tricks}" in plate.findall(block(client, table, step=step, view=who))[0]
    assert f"bid: {action.tricks}" in plate.findall(block(client, table, step=step, view="open"))[0]


@every_game
def test_with_all_hands_open_every_card_that_is_held_is_seen_and_none_that_was_not_dealt(
    options: Options,
) -> None:
    table = played(options)
    client = browser(player(table, 0))
    replay = replay_of(table.public_id)
    for step in range(1, replay.last + 1, 3):
        state = replay.states[step]
        held = {card for hand in state.hands for card in hand}
        laid = {card for trick in state.tricks for card in trick.cards}
        shown = block(client, table, step=step, view="open").replace(table.public_id, "")
        assert held <= coded(shown) <= held | laid | set(state.turned)
        assert {card for card in held if card[0] != "*"} <= named(shown)


def test_an_open_view_is_a_view_but_for_hands_and_bids() -> None:
    table = played()
    state = replay_of(table.public_id).states[2]
    assert open_view(state, 1).bids == state.bids
    assert open_view(state, 1).seen[1] == ()
    assert set(open_view(state, 1).hand) == set(state.hands[1])


def test_who_played_sees_what_they_saw_and_others_see_everything() -> None:
    assert viewpoint("", 4, own=2) == Viewpoint(2, open=False)
    assert viewpoint("", 4, own=None) == Viewpoint(0, open=True)
    assert viewpoint("open", 4, own=2) == Viewpoint(2, open=True)
    assert viewpoint("3", 4, own=2) == Viewpoint(3, open=False)
    assert viewpoint("4", 4, own=2) == Viewpoint(2, open=False)
    assert viewpoint("²", 4, own=None) == Viewpoint(0, open=True)


def test_everyone_goes_by_their_name() -> None:
    """Whoever looks: a replay is of the others, too."""
    table = played()
    client = browser(player(table, 1))
    for step in range(1, replay_of(table.public_id).last + 1, 2):
        shown = block(client, table, step=step, view=1)
        words = html.unescape(re.sub(r"<[^>]+>", " ", shown))
        assert not re.search(r"\b(You|Your|you|your)\b", words)


def test_what_happened_is_told() -> None:
    table = in_play(people=3, most_cards=3)
    for _ in play_on(table):
        pass
    replay, seats = replay_of(table.public_id), list(table.seats.all())
    everything = [
        str(told(table, seats, replay, step, Viewpoint(0, open=True))) for step in range(1, replay.last + 1)
    ]
    for sentence, move in zip(everything, replay.moves, strict=True):
        match move.action:
            case Deal():
                assert "deals" in sentence
                assert "rump" in sentence
            case Bid():
                assert "bids" in sentence
            case Play() | Reveal():
                assert re.search("leads|plays", sentence)
    assert sum("takes the trick" in sentence for sentence in everything) == sum(
        start.cards for start in replay.rounds
    )
    assert re.search("gets|loses", everything[-1])


# --- as it lies ----------------------------------------------------------------------------------------


def test_a_packed_game_gives_the_same_pages() -> None:
    table = played()
    client = browser(player(table, 0))

    def pages() -> list[str]:
        replay_of.cache_clear()
        found = [page(client, table, step=step, view="open") for step in (1, 9, 14)]
        return [re.sub(r'nonce="[^"]*"|value="[^"]{64}"', "", text) for text in found]

    before = pages()
    assert logs.pack(table.pk)
    assert not Action.objects.filter(table=table).exists()
    assert pages() == before


def test_a_game_that_everyone_left_is_seen_as_far_as_it_went() -> None:
    table = in_play(people=2, bots=1, most_cards=2)
    for seat in (0, 1):
        do(table.pk, seat, Leave())
    table.refresh_from_db()
    assert table.status == Table.Status.ENDED
    shown = page(browser(player(table, 0)), table, step=99)
    assert "Everyone left this game" in shown
    assert f'data-step="{replay_of(table.public_id).last}"' in shown


def test_a_game_without_a_card_has_a_page() -> None:
    table = company_table(people=2, bots=1)
    for seat in (0, 1):
        do(table.pk, seat, Leave())
    table.refresh_from_db()
    assert "No card was dealt" in page(browser(player(table, 0)), table)


def test_who_left_was_a_person_until_then_and_it_is_told() -> None:
    table = in_play(people=3, most_cards=3)
    name = table.seats.get(index=1).name
    do(table.pk, 1, Leave())
    for _ in play_on(table):
        pass
    seats, replay = list(table.seats.all()), replay_of(table.public_id)
    assert not players_at(seats, replay.moves[0].at)[1].bot
    assert players_at(seats, replay.moves[-1].at)[1].bot
    sentences = [
        sentence
        for step in range(1, replay.last + 1)
        for sentence in told(table, seats, replay, step, Viewpoint(0, open=False)).happened
    ]
    assert sentences.count(f"{name} has left the game; a bot plays on.") == 1


# --- answers -------------------------------------------------------------------------------------------


def test_a_step_is_a_block_and_its_address_says_step_and_view() -> None:
    table = played()
    client = browser(player(table, 0))
    answer = client.get(
        reverse("past_game", args=[table.public_id]), {"step": 5}, headers={"HX-Request": "true"}
    )
    text = answer.content.decode()
    assert text.lstrip().startswith('<section id="replay"')
    assert f'data-here="/game/{table.public_id}/?step=5&amp;view=0"' in text
    assert "HX-Request" in answer["Vary"]
    assert client.post(reverse("past_game", args=[table.public_id])).status_code == 405


def test_a_step_costs_few_queries(django_assert_max_num_queries: Any) -> None:
    table = played()
    client = browser(player(table, 0))
    block(client, table, step=3)
    with django_assert_max_num_queries(6):
        block(client, table, step=4)


def test_the_page_speaks_danish_too() -> None:
    table = played()
    client = browser(player(table, 0))
    client.cookies["django_language"] = "da"
    with translation.override("da"):
        assert 'lang="da"' in page(client, table, step=4)


def test_a_running_game_leads_to_its_table() -> None:
    table = in_play(people=2, bots=1)
    answer = browser(player(table, 0)).get(reverse("past_game", args=[table.public_id]))
    assert answer["Location"] == reverse("table", args=[table.public_id])


def test_a_game_against_bots_is_its_players_alone() -> None:
    table = played()
    assert table.kind == Kind.SINGLEPLAYER
    assert Client().get(reverse("past_game", args=[table.public_id])).status_code == 404
    assert store.state_of(table).phase is Phase.END
    other = new_table(1, 2)
    assert browser(player(other, 0)).get(reverse("past_game", args=[table.public_id])).status_code == 404
