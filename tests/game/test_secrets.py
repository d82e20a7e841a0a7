"""No page and no push may tell a seat what it may not know (BR-16, BR-18).

Looked for from two sides. No card may stand in a seat's HTML, by code or by name, that RULES do not let
it see; and a game that differs only in what is hidden (others' cards, the undealt ones, others' bids
before they are shown) must look the same to the byte, so that nothing derived from a secret gives it
away either. What a seat may know is worked out from the stored log by `tests.rules.knowledge`.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import pytest
from django.test import Client

from game.door import Change
from game.live.difference import whole
from game.live.page import page_of
from game.live.publish import message_of
from game.live.render import Drawings, push_html
from game.models import Table
from game.rules.cards import pack
from game.rules.exact_bid import codec
from game.rules.exact_bid.options import Options, round_plan
from game.rules.exact_bid.values import CardPlayed, Phase, State
from tests.game.drawn import coded, named, tells_of_a_joker
from tests.game.tables import new_table, play
from tests.rules.knowledge import Table as Knowledge
from tests.rules.play import random_options

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]

Messages = list[dict[str, Any]]

CHOSEN = {
    "piratbridge": Options(players=3, most_cards=3),
    "one-card rounds": Options(players=5, most_cards=1),
    "first round blind, hook": Options(players=4, most_cards=2, blind="first", rounds="up-down", hook=True),
    "last round blind, jokers": Options(players=6, most_cards=1, blind="last", jokers=2),
    "two trumps": Options(players=4, most_cards=2, trump="under-over", jokers=2),
    "drawn trump, open": Options(players=3, most_cards=2, trump="drawn-card", blind="none"),
    "whoever is out": Options(players=6, most_cards=2, rounds="up-up-down-down", elimination=True),
}
AT_RANDOM = {f"at random {seed}": random_options(random.Random(seed), 1 + seed % 2) for seed in range(4)}
every_game = pytest.mark.parametrize(
    ("options", "language"),
    [
        pytest.param(options, ("en", "da")[number % 2], id=name)
        for number, (name, options) in enumerate((CHOSEN | AT_RANDOM).items())
    ],
)


@dataclass(frozen=True)
class Step:
    """A change of a game, and who may know which cards after it."""

    change: Change
    known: dict[int | None, set[str]]  # None: an onlooker

    @property
    def seats(self) -> range:
        return range(len(self.change.seats))


def steps(table: Table, options: Options, rng: random.Random) -> Iterator[Step]:
    """Play a table to its end at random."""
    knowledge = Knowledge(options, round_plan(options))
    for change in play(table, rng):
        logged = table.actions.get(number=change.version)
        shown = [event.card for event in change.events if isinstance(event, CardPlayed)]
        knowledge.follow(logged.seat, codec.decode_action(logged.action), shown[0] if shown else None)
        out = change.after.state.out
        yield Step(
            change, {seat: knowledge.cards_known_to(seat, out) for seat in (None, *range(options.players))}
        )


def opened(options: Options, language: str = "en") -> Table:
    values = asdict(options)
    return new_table(values.pop("players"), language=language, **values)


def caught_up(table: Table, state: State, seat: int | None, language: str) -> str:
    """What a browser of the seat is sent when it has missed something."""
    table.state = codec.encode_state(state)
    return push_html(whole(page_of(table, list(table.seats.all()), seat).regions), language, Drawings())


def assert_within(html: str, known: set[str]) -> None:
    """Nothing in the HTML tells of a card that is not known."""
    assert coded(html) <= known
    assert named(html) <= known
    assert not tells_of_a_joker(html) or known & {"*1", "*2"}


@every_game
def test_no_page_shows_a_card_its_seat_may_not_know(options: Options, language: str) -> None:
    """And it shows all the others: so the search finds cards where there are any."""
    table = opened(options, language)
    for step in steps(table, options, random.Random(1)):
        for seat, known in step.known.items():
            html = caught_up(table, step.change.after.state, seat, language)
            assert_within(html, known)
            wanted = known - set(step.change.after.state.turned)  # not shown where it makes no trump
            assert wanted <= coded(html) | named(html)
            assert {card for card in wanted if card[0] != "*"} <= named(html)


@every_game
def test_no_message_tells_a_seat_of_a_card_it_may_not_know(
    options: Options, language: str, published: Messages
) -> None:
    """The very messages that go to the table's group."""
    table = opened(options, language)
    told: dict[int, set[str]] = {seat: set() for seat in range(options.players)}
    for step in steps(table, options, random.Random(2)):
        message = published.pop()
        assert (message["table"], message["version"]) == (table.pk, step.change.version)
        assert published == []
        assert set(message["parts"]) == {f"{seat}.{language}" for seat in step.seats}
        for seat in step.seats:
            html = message["parts"][f"{seat}.{language}"]
            assert_within(html, step.known[seat])
            told[seat] |= named(html)
    everything = {card for row in _tricks_of(table) for card in row if card[0] != "*"}
    assert all(everything <= cards for cards in told.values())


def _tricks_of(table: Table) -> Sequence[Sequence[str]]:
    """The cards of the last round, which every seat has been told of."""
    return [trick.cards for trick in codec.decode_state(table.state).tricks]


def test_no_whole_page_shows_a_card_its_player_may_not_know() -> None:
    """As it comes by HTTP, with everything around the table."""
    options = Options(players=3, most_cards=2)
    table = opened(options)
    players = {seat.index: Client() for seat in table.seats.all()}
    for seat in table.seats.all():
        players[seat.index].force_login(seat.player)
    for step in steps(table, options, random.Random(3)):
        for seat, client in players.items():
            html = client.get(f"/table/{table.public_id}/").content.decode().replace(table.public_id, "")
            assert_within(html, step.known[seat])
            assert step.known[seat] - set(step.change.after.state.turned) <= named(html)


@every_game
def test_a_game_that_differs_only_in_secrets_looks_the_same(options: Options, language: str) -> None:
    table, rng = opened(options, language), random.Random(4)
    for step in steps(table, options, random.Random(4)):
        seat = rng.choice(step.seats)
        other = otherwise(step, seat, rng)
        part = f"{seat}.{language}"
        assert message_of(other)["parts"][part] == message_of(step.change)["parts"][part]  # type: ignore[index]
        shown = caught_up(table, step.change.after.state, seat, language)
        assert caught_up(table, other.after.state, seat, language) == shown


def otherwise(step: Step, seat: int, rng: random.Random) -> Change:
    """The same change as far as `seat` may know, with other cards and bids where it cannot look."""
    before, after, known = step.change.before.state, step.change.after.state, step.known[seat]
    unknown = [card for card in pack(after.options.jokers) if card not in known]
    swap = dict(zip(unknown, rng.sample(unknown, len(unknown)), strict=True))
    bids = [rng.randint(0, len(hand)) for hand in after.dealt]
    if before.round == after.round:
        before = _in_other_words(before, swap, bids, seat)
    return replace(
        step.change,
        before=replace(step.change.before, state=before),
        after=replace(step.change.after, state=_in_other_words(after, swap, bids, seat)),
    )


def _in_other_words(state: State, swap: dict[str, str], bids: Sequence[int], seat: int) -> State:
    if state.phase is Phase.BID:
        mixed = [bid if bid is None or at == seat else bids[at] for at, bid in enumerate(state.bids)]
        state = replace(state, bids=tuple(mixed))
    return replace(state, hands=_swapped(state.hands, swap), dealt=_swapped(state.dealt, swap))


def _swapped(hands: Sequence[Sequence[str]], swap: dict[str, str]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(swap.get(card, card) for card in hand) for hand in hands)
