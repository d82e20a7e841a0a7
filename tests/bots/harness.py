"""Bots at a table without a site: single rounds and whole games.

`python -m tests.bots.harness` plays rounds of one size among bots of one level and prints how they did:
bids made, points a round, time a decision.
"""

import argparse
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass

from game.bots import LEVELS, Bot
from game.rules.cards import Card, is_joker, pack
from game.rules.exact_bid import engine
from game.rules.exact_bid.options import Options, round_plan
from game.rules.exact_bid.scoring import points_for
from game.rules.exact_bid.values import Action, Deal, Phase, Reveal, State, View
from game.rules.exact_bid.view import view


def deal(options: Options, cards: int, out: Sequence[int], rng: random.Random) -> Deal:
    """A random deal of `cards` to each seat in play."""
    while True:
        deck = list(pack(options.jokers))
        rng.shuffle(deck)
        sizes = [0 if seat in out else cards for seat in range(options.players)]
        hands = []
        for size in sizes:
            hands.append(tuple(deck[:size]))
            del deck[:size]
        turned = _turned(options, deck, rng)
        if turned is not None:
            return Deal(tuple(hands), turned)


def _turned(options: Options, rest: list[Card], rng: random.Random) -> tuple[Card, ...] | None:
    match options.trump:
        case "turned-card":
            return tuple(rest[:1])
        case "drawn-card":
            return (rng.choice(pack(options.jokers)),)
        case "under-over":
            suits: dict[str, Card] = {}
            for card in rest:
                if not is_joker(card):
                    suits.setdefault(card[1], card)
            return tuple(suits.values())[:2] if len(suits) > 1 else None
        case _:
            return ()


def play_round(state: State, bots: Sequence[Bot], rng: random.Random) -> State:
    """The state after one more round among these bots, by seat. Every answer is applied as it comes."""
    cards = round_plan(state.options)[state.round]
    state, _ = engine.apply(state, None, deal(state.options, cards, state.out, rng))
    while state.phase not in (Phase.DEAL, Phase.END):
        if state.phase is Phase.REVEAL:
            state, _ = engine.apply(state, None, Reveal())
            continue
        for seat in engine.waited_for(state):
            state, _ = engine.apply(state, seat, bots[seat](view(state, seat), rng))
    return state


def play_game(options: Options, bots: Sequence[Bot], rng: random.Random) -> State:
    """The end of a whole game among these bots."""
    state = engine.start(options, rng.randrange(options.players))
    while state.phase is not Phase.END:
        state = play_round(state, bots, rng)
    return state


@dataclass(slots=True)
class Tally:
    """What a number of rounds came to, over all seats."""

    seats: int = 0
    made: int = 0
    points: int = 0
    decisions: int = 0
    seconds: float = 0.0

    def __str__(self) -> str:
        return (
            f"{self.seats} bids: {100 * self.made / self.seats:.1f} % made, "
            f"{self.points / self.seats:.2f} points a round, "
            f"{1000 * self.seconds / self.decisions:.2f} ms a decision"
        )


def measure(options: Options, bot: Bot, rounds: int, seed: int) -> Tally:
    """First rounds of games among bots of one kind, dealt from the seed."""
    tally = Tally()
    rng = random.Random(seed)

    def timed(seen: View, chance: random.Random) -> Action:
        begun = time.perf_counter()
        action = bot(seen, chance)
        tally.seconds += time.perf_counter() - begun
        tally.decisions += 1
        return action

    for number in range(rounds):
        state = engine.start(options, number % options.players)
        state = play_round(state, [timed] * options.players, rng)
        for bid, taken in zip(state.bids, state.taken, strict=True):
            tally.seats += 1
            tally.made += bid == taken
            tally.points += points_for(options, bid or 0, taken)
    return tally


def main() -> None:
    parser = argparse.ArgumentParser(description="Rounds of one size among bots of one level.")
    parser.add_argument("--level", default="medium", choices=LEVELS)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--cards", type=int, default=8)
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    options = Options(players=chosen.players, most_cards=chosen.cards)
    print(measure(options, LEVELS[chosen.level].bot, chosen.rounds, chosen.seed))


if __name__ == "__main__":
    main()
