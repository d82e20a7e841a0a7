"""Fair cards: how a seed and the players' salts give every deal of a game.

The server draws a secret `seed` and shows its seal (sha256) before anyone sits down; each player adds a
`salt`. Neither side can then choose the cards, and afterwards anyone can work them out again.

- A stream of numbers: ``HMAC-SHA256(seed, "salt_0,salt_1,…|word|block")`` for block 0, 1, 2, …, each
  read as eight big-endian 32-bit numbers. `word` is the number k of the deal, ``drawn-k`` for the
  drawn card, ``dealer`` for the first dealer.
- A number below n: the next of the stream that is below the largest multiple of n fitting in 2³²,
  modulo n. (Others are skipped, or the low numbers would come a little too often.)
- The pack is shuffled from its last card down to the second, each swapped with one at or before it.

k counts the deals of a game from 0, those included that Setesdal's rule has dealt again because no
second suit came up.
"""

import hashlib
import hmac
import re
import struct
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from game.rules.cards import Card, is_joker, pack
from game.rules.exact_bid.options import Options, round_plan
from game.rules.exact_bid.scoring import ROUNDS_BETWEEN
from game.rules.exact_bid.values import Deal, State

SEED_BYTES: Final = 32
_NUMBERS: Final = 2**32
_SALT: Final = re.compile(r"[0-9a-f]{0,32}")


def seal(seed: bytes) -> str:
    """What is shown of a seed before the game."""
    return hashlib.sha256(seed).hexdigest()


def is_salt(text: str) -> bool:
    """Whether this may be a player's salt: up to 32 lower-case hex digits."""
    return _SALT.fullmatch(text) is not None


def first_dealer(seed: bytes, salts: Sequence[str], players: int) -> int:
    """The seat that deals the first round."""
    return _below(players, _stream(seed, salts, "dealer"))


def pack_of_deal(seed: bytes, salts: Sequence[str], k: int, jokers: int = 0) -> tuple[Card, ...]:
    """The shuffled pack of the game's deal number k, from its top."""
    cards = list(pack(jokers))
    numbers = _stream(seed, salts, str(k))
    for i in range(len(cards) - 1, 0, -1):
        j = _below(i + 1, numbers)
        cards[i], cards[j] = cards[j], cards[i]
    return tuple(cards)


def deal(
    options: Options, seed: bytes, salts: Sequence[str], k: int, round: int, out: Collection[int] = ()
) -> tuple[Deal, int]:
    """The deal of a round (counted from 1) made with pack k or, where that has to be dealt again, a
    later one; and the k of the deal after it. Seats in `out` get no cards."""
    cards = round_plan(options)[round - 1]
    while True:
        shuffled = pack_of_deal(seed, salts, k, options.jokers)
        hands, used = [], 0
        for seat in range(options.players):
            size = 0 if seat in out else cards
            hands.append(shuffled[used : used + size])
            used += size
        turned = _turned(options, seed, salts, k, shuffled[used:])
        k += 1
        if turned is not None:
            return Deal(tuple(hands), turned), k


def next_deal(state: State, seed: bytes, salts: Sequence[str], k: int | None = None) -> tuple[Deal, int]:
    """The deal that a game in phase DEAL waits for, and the k of the deal after it.

    Who does not keep count of k may leave it out: it is worked out then."""
    if k is None:
        k = deals_before(state, seed, salts)
    return deal(state.options, seed, salts, k, state.round + 1, state.out)


def deals_before(state: State, seed: bytes, salts: Sequence[str]) -> int:
    """The k of the next deal: how many there have been, those included that were dealt again."""
    if state.options.trump != "under-over":
        return state.round
    k = 0
    for round in range(1, state.round + 1):
        out_then = state.out[: (round - 1) // ROUNDS_BETWEEN]
        _, k = deal(state.options, seed, salts, k, round, out_then)
    return k


def _turned(
    options: Options, seed: bytes, salts: Sequence[str], k: int, undealt: tuple[Card, ...]
) -> tuple[Card, ...] | None:
    """The cards turned up for trump; None where the round must be dealt again."""
    match options.trump:
        case "turned-card":
            return undealt[:1]
        case "drawn-card":
            whole = pack(options.jokers)
            return (whole[_below(len(whole), _stream(seed, salts, f"drawn-{k}"))],)
        case "under-over":
            plain = [card for card in undealt if not is_joker(card)]
            over = next((card for card in plain if card[1] != plain[0][1]), None)
            return None if over is None else (plain[0], over)
        case _:
            return ()


def _stream(seed: bytes, salts: Sequence[str], word: str) -> Iterator[int]:
    prefix = f"{','.join(salts)}|{word}|"
    block = 0
    while True:
        digest = hmac.digest(seed, f"{prefix}{block}".encode(), "sha256")
        yield from struct.unpack(">8I", digest)
        block += 1


def _below(n: int, numbers: Iterator[int]) -> int:
    limit = _NUMBERS - _NUMBERS % n
    return next(number for number in numbers if number < limit) % n
