"""Playing games at random, for tests that want many of them."""

import random

from game.rules.cards import pack
from game.rules.errors import IllegalAction
from game.rules.exact_bid import engine
from game.rules.exact_bid.options import CHOICES, Options, check_options, most_cards_limit, round_plan
from game.rules.exact_bid.values import Action, Deal, Event, Phase, Reveal, State

Log = list[tuple[int | None, Action]]


def random_options(rng: random.Random, most_cards: int | None = None) -> Options:
    """Any set of options; games of few cards are the likelier ones."""
    while True:
        chosen = {name: rng.choice(values) for name, values in CHOICES.items()}
        players = rng.randint(2, 8)
        limit = most_cards_limit(players, chosen["jokers"], chosen["trump"])
        cards = most_cards or rng.choice((1, 2, 2, 3, 3, 4, rng.randint(1, limit)))
        chosen |= {
            "players": players,
            "most_cards": min(cards, limit),
            "max_bid": rng.choice((None, None, 1, 2, 5)),
            "teams": chosen["teams"] and players in (4, 6, 8),
            "elimination": players in (6, 7, 8) and rng.random() < 0.8,
        }
        options = Options(**chosen)
        check_options(options)
        return options


def random_deal(state: State, rng: random.Random) -> Deal:
    """A deal that the rules allow, dealt as people deal: shuffle, hand out, turn up."""
    options = state.options
    cards = round_plan(options)[state.round]
    while True:
        left = list(pack(options.jokers))
        drawn = rng.choice(left)
        rng.shuffle(left)
        hands = []
        for seat in range(options.players):
            size = 0 if seat in state.out else cards
            hands.append(tuple(left[:size]))
            left = left[size:]
        plain = [card for card in left if card[0] != "*"]
        over = [card for card in plain if card[1] != plain[0][1]]
        if options.trump == "under-over" and not over:
            continue
        turned: tuple[str, ...] = ()
        match options.trump:
            case "turned-card":
                turned = tuple(left[:1])
            case "drawn-card":
                turned = (drawn,)
            case "under-over":
                turned = plain[0], over[0]
        return Deal(tuple(hands), turned)


def random_move(state: State, rng: random.Random) -> tuple[int | None, Action]:
    """Who acts next, and how: one of the seats waited for, or what comes from outside."""
    if state.phase is Phase.DEAL:
        return None, random_deal(state, rng)
    if state.phase is Phase.REVEAL:
        return None, Reveal()
    seat = rng.choice(engine.waited_for(state))
    return seat, rng.choice(engine.legal_actions(state, seat))


def play_on(state: State, rng: random.Random, *, until: Phase = Phase.END) -> tuple[State, Log, list[Event]]:
    """Play at random until a phase begins; the moves made and what they brought about."""
    log: Log = []
    happened: list[Event] = []
    while True:
        move = random_move(state, rng)
        state, events = engine.apply(state, *move)
        log.append(move)
        happened.extend(events)
        if state.phase in (until, Phase.END):
            return state, log, happened


def refusal(state: State, seat: int | None, action: Action) -> str | None:
    """The code with which an action is refused, or None where it is allowed."""
    try:
        engine.apply(state, seat, action)
    except IllegalAction as error:
        return str(error.code)
    return None


def hand(text: str) -> tuple[str, ...]:
    """Cards from a text: "AS TH" ."""
    return tuple(text.split())


def deal_of(*hands: str, turned: str = "") -> Deal:
    return Deal(tuple(hand(cards) for cards in hands), hand(turned))
