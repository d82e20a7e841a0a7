"""One game, played from beginning to end: everything about it follows from a number.

The engine deals, judges and scores, as at a table; bids and cards are chosen quickly, with some sense. Times
are in milliseconds from the beginning.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeVar

from game.models import Kind, Source
from game.rules import fair
from game.rules.cards import Card, Suit, strength
from game.rules.company import engine as companies
from game.rules.company.values import Company, Leave
from game.rules.exact_bid import engine
from game.rules.exact_bid.options import Options, is_blind, preset_options, round_plan
from game.rules.exact_bid.values import Action, Bid, Phase, Play, Reveal, RoundScored, State
from game.rules.tricks import playable
from game.sheet import RoundResult, round_result
from game.tables import GAME

T = TypeVar("T")

KINDS: Final = {Kind.RANKED: 45, Kind.MULTIPLAYER: 30, Kind.SINGLEPLAYER: 25}
PLAYERS: Final = {3: 25, 4: 45, 5: 17, 6: 13}
CARDS: Final = {3: 66, 4: 14, 5: 12, 8: 8}
FEW_CARDS: Final = {1: 8, 2: 12, **CARDS}
"""At tables that are not ranked."""
ZERO: Final = {5: 85, 10: 15}
TRUMP: Final = {"turned-card": 88, "spades": 12}
BOTS: Final = {0: 72, 1: 20, 2: 8}
"""At a table with people, where at least two of them are left."""
LIMITS: Final = {None: 70, 30: 20, 60: 10}
LEFT: Final = 0.06
"""The share of games with people that somebody leaves."""
EVERYONE: Final = 0.08
"""The share of those that all of them leave."""
CARELESS: Final = 0.12
"""How often a card is chosen by chance alone."""


@dataclass(frozen=True, slots=True)
class Done:
    """One change of the game, as its log has it: an action, or (None) that the player of `seat` left."""

    seat: int | None
    source: Source
    action: Action | None
    at: int


@dataclass(frozen=True, slots=True)
class Game:
    """A game that has ended. `real` says by seat whether a person has it; `left` when each of those who left
    did so."""

    kind: Kind
    options: Options
    limit: int | None
    seed: bytes
    salts: tuple[str, ...]
    real: tuple[bool, ...]
    log: tuple[Done, ...]
    state: State
    company: Company | None
    rounds: tuple[RoundResult, ...]
    left: Mapping[int, int]

    @property
    def length(self) -> int:
        return self.log[-1].at

    @property
    def placements(self) -> Sequence[int | None]:
        """Nobody is placed where everyone has left."""
        if self.state.phase is not Phase.END:
            return [None] * len(self.real)
        return engine.placements(self.state, frozenset(self.left))


def play(number: int, seed: int) -> Game:
    """The game of this number."""
    chance = random.Random(f"{seed}.{number}")
    kind = _one_of(KINDS, chance)
    options = preset_options(
        GAME,
        players=_one_of(PLAYERS, chance),
        most_cards=_one_of(CARDS if kind is Kind.RANKED else FEW_CARDS, chance),
        zero=_one_of(ZERO, chance),
        trump=_one_of(TRUMP, chance),
    )
    limit = None if kind is Kind.SINGLEPLAYER else _one_of(LIMITS, chance)
    return _Play(kind, options, limit, chance).to_the_end()


def _one_of(weighed: Mapping[T, int], chance: random.Random) -> T:
    return chance.choices(tuple(weighed), tuple(weighed.values()))[0]


class _Play:
    """A game while it is played."""

    def __init__(self, kind: Kind, options: Options, limit: int | None, chance: random.Random) -> None:
        self._kind, self._limit, self._chance = kind, limit, chance
        self._real = _real(kind, options.players, chance)
        self._seed = chance.randbytes(fair.SEED_BYTES)
        self._salts = tuple(chance.randbytes(8).hex() if is_real else "" for is_real in self._real)
        self._state = engine.start(options, fair.first_dealer(self._seed, self._salts, options.players))
        self._leaves = {} if kind is Kind.SINGLEPLAYER else _leaves(self._real, options, chance)
        self._company = None if kind is Kind.SINGLEPLAYER else companies.start(self._real, limit, 0)
        self._left: dict[int, int] = {}
        self._log: list[Done] = []
        self._rounds: list[RoundResult] = []
        self._at = 0
        self._tell(by=None)

    def to_the_end(self) -> Game:
        while self._state.phase is not Phase.END and not self._all_have_left():
            leaver = self._leaves.pop(len(self._log), None)
            if leaver is not None:
                self._leave(leaver)
            else:
                self._move()
        if not self._left:
            self._tell(by=None)
        return Game(
            self._kind, self._state.options, self._limit, self._seed, self._salts, self._real,
            tuple(self._log), self._state, self._company, tuple(self._rounds), self._left,
        )  # fmt: skip

    def _all_have_left(self) -> bool:
        return len(self._left) == sum(self._real)

    def _move(self) -> None:
        state, chance = self._state, self._chance
        seat: int | None = None
        action: Action
        match state.phase:
            case Phase.DEAL:
                action, _ = fair.next_deal(state, self._seed, self._salts)
                self._at += 7000 if state.round else 400
            case Phase.REVEAL:
                action = Reveal()
                self._at += 1100
            case Phase.BID:
                seat = chance.choice(engine.waited_for(state))
                action = Bid(some_bid(state, seat, chance))
                self._at += chance.randint(300, 2500)
            case _:
                seat = engine.on_turn(state)
                action = Play(some_card(state, seat, chance))
                self._at += chance.randint(600, 4000)
        self._state, events = engine.apply(state, seat, action)
        if isinstance(events[-1], RoundScored) or self._state.phase is Phase.END:
            self._rounds.append(round_result(self._state))
        source = self._source(seat)
        self._log.append(Done(seat, source, action, self._at))
        if self._leaves or self._left:
            self._tell(by=seat if source is Source.PERSON else None)

    def _source(self, seat: int | None) -> Source:
        if seat is None:
            return Source.TABLE
        return Source.PERSON if self._real[seat] and seat not in self._left else Source.BOT

    def _tell(self, by: int | None) -> None:
        """How the game goes on. The company is told of every move where somebody leaves; elsewhere of the
        first moment and of the last, which comes to the same."""
        if self._company is not None and not self._all_have_left():
            self._company, _ = companies.moved(
                self._company, self._at, {},
                turn=engine.turn(self._state), waited_for=engine.waited_for(self._state), by=by,
            )  # fmt: skip

    def _leave(self, seat: int) -> None:
        assert self._company is not None
        self._at += self._chance.randint(200, 3000)
        self._company, _ = companies.apply(self._company, seat, Leave(), self._at, {})
        self._left[seat] = self._at
        self._log.append(Done(seat, Source.PERSON, None, self._at))


def _real(kind: Kind, players: int, chance: random.Random) -> tuple[bool, ...]:
    """Who is a person, by seat."""
    bots = players - 1 if kind is Kind.SINGLEPLAYER else min(_one_of(BOTS, chance), players - 2)
    real = [True] * (players - bots) + [False] * bots
    chance.shuffle(real)
    return tuple(real)


def _leaves(real: Sequence[bool], options: Options, chance: random.Random) -> dict[int, int]:
    """Who leaves, by the number of changes of the game after which that is."""
    if chance.random() > LEFT:
        return {}
    people = [seat for seat, is_real in enumerate(real) if is_real]
    many = len(people) if chance.random() < EVERYONE else 1 + (len(people) > 2 and chance.random() < 0.15)
    changes = sum(1 + (cards + 1) * options.players for cards in round_plan(options))
    moments = chance.sample(range(1, changes - len(people)), many)
    return dict(zip(moments, chance.sample(people, many), strict=True))


# --- what is bid and played -------------------------------------------------------------------------------


def some_bid(state: State, seat: int, chance: random.Random) -> int:
    """About the tricks that the cards are good for; in a blind round anything that is likely."""
    if is_blind(state.options, state.round):
        return int(chance.random() < 1 / state.options.players)
    hand = state.hands[seat]
    expected = sum(_chances(card, state.trumps, state.options.players) for card in hand)
    return min(len(hand), int(expected + chance.random()))


def some_card(state: State, seat: int, chance: random.Random) -> Card:
    """A card that takes the trick, where one is still missing; else the highest that does not take it."""
    trick = state.tricks[-1].cards
    choice = playable(state.hands[seat], trick)
    if len(choice) == 1 or chance.random() < CARELESS:
        return chance.choice(choice)
    led = trick[0][1] if trick else ""
    powers = [_power(card, led, state.trumps) for card in choice]
    best = max((_power(card, led, state.trumps) for card in trick), default=-1)
    bid = state.bids[seat]
    assert bid is not None
    if state.taken[seat] < bid:
        power = max(powers) if max(powers) > best else min(powers)
    else:
        power = max((power for power in powers if power < best), default=min(powers))
    return choice[powers.index(power)]


def _power(card: Card, led: Suit, trumps: Sequence[Suit]) -> int:
    """How much a card is worth in a trick: trumps above the led suit above all else."""
    if card[1] in trumps:
        return 200 + strength(card)
    return strength(card) + (100 if card[1] == led else 0)


@lru_cache(maxsize=4096)
def _chances(card: Card, trumps: tuple[Suit, ...], players: int) -> float:
    """The tricks that a card is good for."""
    high = (strength(card) + 1) / 13
    return 0.35 + 0.6 * high if card[1] in trumps else 0.85 * high**players
