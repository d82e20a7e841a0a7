"""Fair cards: RULES 6 worked out a second time, in its own words; and report BR-59."""

import hashlib
import hmac
import random
from collections.abc import Callable, Sequence

import pytest

from game.rules import fair
from game.rules.cards import pack
from game.rules.exact_bid import engine
from game.rules.exact_bid.options import Options, most_cards_limit
from game.rules.exact_bid.values import Deal, Phase, State

from .play import play_on, random_options

SEED = bytes(range(32))
SALTS = ("", "cea8a1fe", "a9c41609", "24de732d")


def numbers(seed: bytes, salts: Sequence[str], word: str) -> Callable[[int], int]:
    """A function that gives the next number below its argument."""
    read: list[int] = []
    taken = [0]

    def next_below(n: int) -> int:
        while True:
            if taken[0] == len(read):
                message = ",".join(salts) + "|" + word + "|" + str(len(read) // 8)
                block = hmac.new(seed, message.encode("utf-8"), hashlib.sha256).digest()
                read.extend(int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4))
            number = read[taken[0]]
            taken[0] += 1
            if number < (2**32 // n) * n:
                return number % n

    return next_below


def shuffled(seed: bytes, salts: Sequence[str], k: int, jokers: int) -> list[str]:
    cards = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"] + ["*1", "*2"][:jokers]
    below = numbers(seed, salts, str(k))
    for i in reversed(range(1, len(cards))):
        j = below(i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


@pytest.mark.parametrize("jokers", [0, 2])
@pytest.mark.parametrize("k", [0, 1, 9, 117])
def test_the_pack(k: int, jokers: int) -> None:
    for salts in (SALTS, ("",) * 3, ("f" * 32,) * 8):
        assert list(fair.pack_of_deal(SEED, salts, k, jokers)) == shuffled(SEED, salts, k, jokers)


def test_the_numbers_that_would_tip_the_balance_are_skipped() -> None:
    below = getattr(fair, "_below")  # noqa: B009
    assert below(3, iter([2**32 - 1, 2**32 - 2])) == (2**32 - 2) % 3
    assert below(2, iter([2**32 - 1])) == 1


def test_the_first_dealer() -> None:
    for players in range(2, 9):
        salts = ("0a",) * players
        assert fair.first_dealer(SEED, salts, players) == numbers(SEED, salts, "dealer")(players)


def test_the_seal() -> None:
    assert fair.seal(SEED) == hashlib.sha256(SEED).hexdigest()


@pytest.mark.parametrize("text", ["", "0", "0123456789abcdef" * 2])
def test_salts(text: str) -> None:
    assert fair.is_salt(text)


@pytest.mark.parametrize("text", ["0123456789abcdef" * 2 + "0", "A", "g", " ", "0\n", "١", "0,1"])
def test_no_salts(text: str) -> None:
    assert not fair.is_salt(text)


def test_hands_are_the_pack_from_its_top() -> None:
    deal, k = fair.deal(Options(players=4, most_cards=5), SEED, SALTS, 0, 1)
    cards = shuffled(SEED, SALTS, 0, 0)
    assert deal.hands == tuple(tuple(cards[seat * 5 : seat * 5 + 5]) for seat in range(4))
    assert deal.turned == (cards[20],)
    assert k == 1


def test_all_cards_dealt_leaves_none_to_turn() -> None:
    deal, _ = fair.deal(Options(players=4, most_cards=13), SEED, SALTS, 0, 1)
    assert deal.turned == ()


def test_seats_that_are_out_get_no_cards() -> None:
    options = Options(players=7, most_cards=3, elimination=True)
    salts = ("1",) * 7
    deal, _ = fair.deal(options, SEED, salts, 4, 5, out=(0, 4))
    cards = shuffled(SEED, salts, 4, 0)
    assert [len(hand) for hand in deal.hands] == [0, 2, 2, 2, 0, 2, 2]
    assert [card for hand in deal.hands for card in hand] == cards[:10]
    assert deal.turned == (cards[10],)


@pytest.mark.parametrize("jokers", [0, 2])
def test_the_drawn_card_comes_from_the_whole_pack(jokers: int) -> None:
    options = Options(players=4, most_cards=5, trump="drawn-card", jokers=jokers)
    drawn = []
    for k in range(60):
        deal, _ = fair.deal(options, SEED, SALTS, k, 1)
        whole = pack(jokers)
        assert deal.turned == (whole[numbers(SEED, SALTS, f"drawn-{k}")(len(whole))],)
        drawn.append(deal.turned[0])
    assert len(set(drawn)) > 30


def test_two_trumps_and_dealing_again() -> None:
    """Two cards are left over: about every fourth time they are of one suit, and the next pack counts."""
    options = Options(players=5, most_cards=10, trump="under-over", jokers=0)
    salts = ("2",) * 5
    again = 0
    for k in range(60):
        deal, following = fair.deal(options, SEED, salts, k, 1)
        for skipped in range(k, following - 1):
            under, over = shuffled(SEED, salts, skipped, 0)[50:]
            assert under[1] == over[1]
            again += 1
        assert list(deal.turned) == shuffled(SEED, salts, following - 1, 0)[50:]
    assert 5 < again < 40


def test_jokers_are_passed_over_for_the_two_trumps() -> None:
    options = Options(players=2, most_cards=4, trump="under-over", jokers=2)
    seen = set()
    for k in range(300):
        deal, following = fair.deal(options, SEED, ("", ""), k, 1)
        assert following == k + 1
        rest = shuffled(SEED, ("", ""), k, 2)[8:]
        seen.add((rest[0][0] == "*", rest[1][0] == "*"))
        plain = [card for card in rest if card[0] != "*"]
        assert deal.turned == (plain[0], next(card for card in plain if card[1] != plain[0][1]))
    assert (True, False) in seen
    assert (False, True) in seen


@pytest.mark.parametrize("seed", range(40))
def test_every_fair_deal_is_one_that_the_rules_allow(seed: int) -> None:
    """Also in the late rounds of a game, at the limit of cards, and with seats out."""
    rng = random.Random(seed)
    options = random_options(rng, most_cards=rng.choice((2, 99)))
    salts = tuple(str(seat) for seat in range(options.players))
    state: State = engine.start(options, fair.first_dealer(SEED, salts, options.players))
    k = 0
    while state.phase is not Phase.END:
        assert fair.deals_before(state, SEED, salts) == k
        assert fair.next_deal(state, SEED, salts) == fair.next_deal(state, SEED, salts, k)
        deal, k = fair.next_deal(state, SEED, salts, k)
        state, _ = engine.apply(state, None, deal)
        state, _, _ = play_on(state, rng, until=Phase.DEAL)


# --- BR-59: is the shuffle biased? The seeds are fixed, so the answers are too. ---------------------------

SHUFFLES = 26_000
HIGHEST_3 = 16.27  # chi-square, 3 degrees of freedom, p = 0.001
HIGHEST_2601 = 2830.0  # 51 × 51 degrees of freedom: 2601 + 3.09 · √(2 · 2601), and a little for the skew


def test_every_card_comes_as_often_to_every_place() -> None:
    whole = pack()
    index = {card: number for number, card in enumerate(whole)}
    counts = [0] * 52 * 52
    for k in range(SHUFFLES):
        cards = fair.pack_of_deal(SEED, SALTS, k)
        for place, card in enumerate(cards):
            counts[place * 52 + index[card]] += 1
    expected = SHUFFLES / 52
    chi_square = sum((count - expected) ** 2 for count in counts) / expected * 51 / 52
    assert chi_square < HIGHEST_2601


@pytest.mark.parametrize("players", range(2, 9))
def test_every_suit_is_turned_as_often(players: int) -> None:
    cards = min(8, most_cards_limit(players))
    options = Options(players=players, most_cards=cards)
    suits = dict.fromkeys("CDHS", 0)
    deals = 2000
    for k in range(deals):
        deal, _ = fair.deal(options, SEED, ("7",) * players, k, 1)
        assert _is_whole(deal, players * cards)
        suits[deal.turned[0][1]] += 1
    expected = deals / 4
    assert sum((count - expected) ** 2 for count in suits.values()) / expected < HIGHEST_3


def _is_whole(deal: Deal, size: int) -> bool:
    cards = [*(card for hand in deal.hands for card in hand), *deal.turned]
    return len(set(cards)) == len(cards) == size + 1 and set(cards) <= set(pack())
