"""Opening tables."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import User
from game.door import set_due
from game.models import Kind, Seat, Table
from game.rules import fair
from game.rules.exact_bid import codec, engine
from game.rules.exact_bid.options import Options, preset_options
from game.tasks import call_when_due

GAME: Final = "piratbridge"
BOT_NAMES: Final = ("Anker", "Bølge", "Kompas", "Lanterne", "Mågen", "Perle", "Ravn", "Skumsprøjt", "Tang")
"""Things from the harbour; the same in both languages, as names are."""


@dataclass(frozen=True, slots=True)
class Choices:
    """What a person may choose for a game against bots."""

    opponents: int = 3
    most_cards: int = 8
    strength: str = "medium"
    pace: str = "normal"
    zero_ten: bool = False
    spades_trump: bool = False

    def options(self) -> Options:
        """The rules that follow. Raises `BadOption`."""
        return preset_options(
            GAME,
            players=self.opponents + 1,
            most_cards=self.most_cards,
            zero=10 if self.zero_ten else 5,
            trump="spades" if self.spades_trump else "turned-card",
        )


def choices_of(table: Table, bots: Sequence[Seat]) -> Choices:
    """The choices a game against bots was opened with, for another one like it."""
    options = codec.decode_options(table.options)
    return Choices(
        opponents=options.players - 1,
        most_cards=options.most_cards,
        strength=bots[0].bot,
        pace=table.pace,
        zero_ten=options.zero == 10,
        spades_trump=options.trump == "spades",
    )


def open_singleplayer(
    player: User,
    name: str,
    choices: Choices,
    seed: str,
    salt: str,
    language: str,
    bots: Sequence[str] = (),
) -> Table:
    """Sit a person down with bots and begin. `seed` was drawn, and its seal shown, before `salt` was
    chosen (RULES 6). `bots` are names to meet again; without them, whoever comes along."""
    seats = [Seat(player=player, name=name, salt=salt, language=language)]
    seats += [
        Seat(bot=choices.strength, name=bot) for bot in bots or random.sample(BOT_NAMES, choices.opponents)
    ]
    return open_table(Kind.SINGLEPLAYER, choices.options(), choices.pace, seed, seats)


def open_table(kind: Kind, options: Options, pace: str, seed: str, seats: Sequence[Seat]) -> Table:
    """Begin a game: `seats` in order, not yet stored; `seed` in hex, as drawn by `models.new_seed`.

    One seed opens one table: a twin of this request finds the table that the other one opened.
    """
    try:
        with transaction.atomic():
            return _begin(kind, options, pace, seed, seats)
    except IntegrityError:
        twin = Table.objects.filter(seal=fair.seal(bytes.fromhex(seed))).first()
        if twin is None:
            raise
        return twin


def _begin(kind: Kind, options: Options, pace: str, seed: str, seats: Sequence[Seat]) -> Table:
    salts = tuple(seat.salt for seat in seats)
    state = engine.start(options, fair.first_dealer(bytes.fromhex(seed), salts, options.players))
    table = Table(
        kind=kind,
        game=GAME,
        options=codec.encode_options(options),
        pace=pace,
        seed=seed,
        seal=fair.seal(bytes.fromhex(seed)),
        state=codec.encode_state(state),
    )
    set_due(table, seats, state, timezone.now())  # the first deal
    table.save(force_insert=True)
    for index, seat in enumerate(seats):
        seat.table, seat.index = table, index
    Seat.objects.bulk_create(seats)
    transaction.on_commit(lambda: call_when_due(table))
    return table
