"""Opening tables."""

import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts import names
from accounts.models import User
from game.door import set_due
from game.models import Kind, Seat, Table
from game.moment import Moment, away, bots_of, ms
from game.rules import fair
from game.rules.company import codec as companies
from game.rules.company import engine as company_engine
from game.rules.company.values import Company
from game.rules.exact_bid import codec, engine
from game.rules.exact_bid.options import Options, preset_options
from game.rules.exact_bid.values import State
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
    seats += [Seat(bot=choices.strength, name=bot) for bot in bots or bot_names(choices.opponents, {name})]
    return open_table(Kind.SINGLEPLAYER, choices.options(), choices.pace, seed, seats)


def bot_names(many: int, taken: Collection[str] = ()) -> list[str]:
    """Names for so many bots that nobody at the table has, however they spell theirs."""
    kept = {names.key(name) for name in taken}
    return random.sample([name for name in BOT_NAMES if names.key(name) not in kept], many)


def open_table(
    kind: Kind, options: Options, pace: str, seed: str, seats: Sequence[Seat], limit: int | None = None
) -> Table:
    """Begin a game at a new table: `seats` in order, not yet stored; `seed` in hex, as drawn by
    `models.new_seed`; `limit` in seconds for each bid or card.

    One seed opens one table: a twin of this request finds the table that the other one opened.
    """
    table = Table(
        kind=kind,
        game=GAME,
        options=codec.encode_options(options),
        pace=pace,
        limit=limit,
        seed=seed,
        seal=fair.seal(bytes.fromhex(seed)),
    )
    try:
        with transaction.atomic():
            begin(table, seats)
            for index, seat in enumerate(seats):
                seat.table, seat.index = table, index
                seat.sits = kind != Kind.SINGLEPLAYER and seat.is_played
            Seat.objects.bulk_create(seats)
    except IntegrityError:
        twin = Table.objects.filter(seal=table.seal).first()
        if twin is None:
            raise
        return twin
    return table


def begin(table: Table, seats: Sequence[Seat]) -> None:
    """Let the game of a table begin, with these seats in order; saves the table alone."""
    options, now = codec.decode_options(table.options), timezone.now()
    salts = tuple(seat.salt for seat in seats)
    state = engine.start(options, fair.first_dealer(bytes.fromhex(table.seed), salts, options.players))
    company = None if table.kind == Kind.SINGLEPLAYER else _company(table, seats, state, now)
    table.status, table.started_at = Table.Status.RUNNING, now
    table.due_at, table.due_for = None, ""
    set_due(table, Moment(state, company, bots_of(seats)), now, away(seats))  # the first deal
    table.state = codec.encode_state(state)
    table.company = company and companies.encode_company(company)
    table.save()
    transaction.on_commit(lambda: call_when_due(table))


def _company(table: Table, seats: Sequence[Seat], state: State, now: datetime) -> Company:
    company = company_engine.start([seat.is_played for seat in seats], table.limit, ms(now))
    company, _ = company_engine.moved(
        company, ms(now), away(seats), turn=engine.turn(state), waited_for=engine.waited_for(state)
    )
    return company
