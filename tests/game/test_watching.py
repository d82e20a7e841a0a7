"""Who does not sit there: what they see of a game, and that nothing they send does anything (RULES 2, BR-16,
BR-19)."""

import random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Relation, Report, User
from game import door, talk
from game.live.beside import beside_html, cut_beside, load_beside
from game.live.difference import whole
from game.live.lists import load_tables
from game.live.render import Drawings, push_html
from game.live.watching import is_late, may_watch, shown_state, watched
from game.models import Kind, Message, Table
from game.rules.company.values import AskPause, Leave
from game.rules.exact_bid import engine
from game.rules.exact_bid.values import Phase, State
from game.rules.exact_bid.view import view
from tests.game.company import (
    account,
    all_of,
    browser,
    company_table,
    dealt,
    guest,
    in_play,
    lobby_of,
    play_on,
    player,
    state,
    step,
)
from tests.game.drawn import coded, named
from tests.game.tables import new_table

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def html_of(table: Table) -> str:
    """All that a watcher is sent of the game."""
    table.refresh_from_db()
    seen = watched(table, list(table.seats.all()))
    return str(push_html(whole(seen.regions), "en", Drawings()))


def cards_in(html: str) -> set[str]:
    """The cards that stand in a page, by code or by name."""
    return coded(html) | named(html)


def played(now: State) -> set[str]:
    return {card for trick in now.tricks for card in trick.cards}


# --- a round late in Ranked -----------------------------------------------------------------------------


def test_a_ranked_game_is_seen_a_round_late_at_every_moment() -> None:
    """Never anything of the round that is played: while it is, and until the next one is dealt, watchers see
    the one before it. (Three cards, and so two one-card rounds in the middle.)"""
    table = company_table(3, kind=Kind.RANKED, most_cards=3, seed="a" * 64)
    rng, ends, rounds = random.Random(1), {}, set()
    while True:
        now = state(table)
        if table.status == Table.Status.ENDED:
            break
        seen = shown_state(table)
        assert is_late(table)
        assert seen.round == max(0, now.round - 1)
        if seen.round:
            # What is shown did happen in the round before: cards, bids and tricks of it and no others.
            last = ends[seen.round]
            assert seen.dealt == last.dealt
            assert all(bid in (None, own) for bid, own in zip(seen.bids, last.bids, strict=True))
            for trick, own in zip(seen.tricks, last.tricks, strict=False):
                assert trick.cards == own.cards[: len(trick.cards)]
            before = ends.get(seen.round - 1)
            assert seen.totals in (last.totals, before.totals if before else (0, 0, 0))
        rounds.add((seen.round, str(seen.phase), now.round))
        if now.points is not None:
            ends[now.round] = now
        step(table, rng)
    assert {0, 1, 2, 3, 4, 5} == {shown for shown, _, _ in rounds}
    # One-card rounds (the third and the fourth) are shown only when the next one has been dealt.
    assert {now for shown, _, now in rounds if shown in (3, 4)} == {4, 5}
    assert shown_state(table) == state(table)  # and when it has ended, all of it


def test_before_the_second_deal_of_a_ranked_game_there_is_nothing_to_see() -> None:
    table = company_table(3, kind=Kind.RANKED, most_cards=2)
    first = html_of(table)
    while state(table).round < 2:
        assert html_of(table) == first
        step(table, random.Random(4))
    assert html_of(table) != first


def test_no_card_of_this_round_is_in_what_is_sent() -> None:
    table = company_table(3, kind=Kind.RANKED, most_cards=2, seed="c" * 64)
    rng, shown = random.Random(2), set()
    while table.status == Table.Status.RUNNING:
        last = shown_state(table)
        cards = cards_in(html_of(table))
        assert cards <= played(last) | set(last.turned)
        shown |= {(last.round, card) for card in cards}
        step(table, rng)
        table.refresh_from_db()
    assert len(shown) > 10  # and most of what was played a round ago is to be seen


def test_clocks_and_votes_of_a_ranked_game_say_nothing_of_cards() -> None:
    """What happens beside the game is not late, and is the same for whatever cards."""
    table = dealt(3, kind=Kind.RANKED, limit=30, most_cards=3)
    assert "clock" not in watched(table, list(table.seats.all())).regions
    door.do(table.pk, 0, AskPause())
    beside = beside_html(load_beside(table.pk, frozenset()), None, None, "en")
    assert "asks for a pause" in beside["talk-lines"]
    assert "<button" not in beside["company"]


# --- Multiplayer ----------------------------------------------------------------------------------------


def test_a_multiplayer_game_is_seen_as_it_is_played_without_hands() -> None:
    """The public view: also in blind rounds, where everyone at the table sees hands, watchers see none."""
    table = company_table(3, most_cards=2, seed="d" * 64)
    rng, shown = random.Random(3), set()
    while table.status == Table.Status.RUNNING:
        now = state(table)
        assert shown_state(table) == now
        seen = view(now, None)
        assert (seen.hand, set(seen.seen), seen.legal) == ((), {()}, ())
        if now.phase is Phase.BID:
            assert seen.bids == (None,) * 3
        cards = cards_in(html_of(table))
        assert cards <= played(now) | set(now.turned)
        shown |= {(now.round, card) for card in cards}
        step(table, rng)
        table.refresh_from_db()
    assert len(shown) == 2 * 6 + 2 * 3 + 4 - 1  # cards played and turned up, but for the very last one


def test_watchers_read_what_is_said_and_may_not_answer() -> None:
    table = dealt(3)
    talk.say(table.pk, player(table, 0), "text", "hello all")
    page = browser(account()).get(reverse("table", args=[table.public_id]))
    assert page.status_code == 200
    html = page.content.decode()
    assert "hello all" in html
    assert 'action="' + reverse("say", args=[table.public_id]) + '"' not in html
    assert 'action="' + reverse("move", args=[table.public_id]) + '"' not in html


# --- who may watch --------------------------------------------------------------------------------------


def page_of(table: Table, user: User | None) -> int:
    client = Client() if user is None else browser(user)
    return int(client.get(reverse("table", args=[table.public_id])).status_code)


@pytest.mark.parametrize("kind", [Kind.MULTIPLAYER, Kind.RANKED])
def test_a_public_table_may_be_watched(kind: Kind) -> None:
    table = in_play(3, kind=kind)
    assert may_watch(table)
    assert [page_of(table, user) for user in (None, guest(), account(), player(table, 0))] == [200] * 4
    assert [row.public_id for row in load_tables(kind).slice.running] == [table.public_id]


@pytest.mark.parametrize("change", [{"public": False}, {"watching": False}])
def test_a_private_or_forbidden_table_may_not(change: dict[str, bool]) -> None:
    table = dealt(3, most_cards=1)
    Table.objects.filter(pk=table.pk).update(**change)
    table.refresh_from_db()
    assert not may_watch(table)
    assert [page_of(table, user) for user in (None, guest(), account())] == [403] * 3
    assert page_of(table, player(table, 1)) == 200
    assert load_tables("multiplayer").slice.running == ()
    for _state in play_on(table):
        pass
    assert [page_of(table, user) for user in (None, account(), player(table, 0))] == [403, 403, 200]


def test_a_game_against_bots_is_nobody_elses_business() -> None:
    table = new_table(1, 2)
    assert [page_of(table, user) for user in (None, guest(), account())] == [404] * 3
    Table.objects.filter(pk=table.pk).update(watching=True)
    assert page_of(table, account()) == 404


def test_who_has_left_sees_how_it_goes_on_and_no_more_than_that() -> None:
    table = in_play(3, kind=Kind.RANKED, most_cards=3)
    Table.objects.filter(pk=table.pk).update(public=False)
    ida = player(table, 1)
    hand = state(table).hands[1]
    door.do(table.pk, 1, Leave())
    page = browser(ida).get(reverse("table", args=[table.public_id]))
    assert page.status_code == 200
    html = page.content.decode()
    assert named(html).isdisjoint(hand)


@pytest.mark.parametrize("public", [True, False])
def test_who_has_left_sees_the_end_of_it_as_those_do_who_watch(public: bool) -> None:
    """The seat's socket would not have them: it would show a page that works as one that does not."""
    table = company_table(3, most_cards=1, public=public)
    door.do(table.pk, 1, Leave())
    for _state in play_on(table):
        pass
    address = f"/ws/table/{table.public_id}/"
    stayed, left = (
        browser(player(table, seat)).get(reverse("table", args=[table.public_id])).content.decode()
        for seat in (0, 1)
    )
    assert f"{address}?" in stayed
    assert f"{address}?" not in left
    assert f"{address}watch/" in left
    assert reverse("record", args=[table.public_id]) in left
    assert 'id="final"' in left
    assert all(seat.name in left for seat in table.seats.all())
    assert reverse("rematch", args=[table.public_id]) not in left


def test_the_host_says_whether_people_may_watch(django_capture_on_commit_callbacks: Any) -> None:
    table = in_play(3)
    host, other = browser(player(table, 0)), browser(player(table, 1))
    address = reverse("watching", args=[table.public_id])
    before = all_of(table)
    other.post(address, {"watching": "no"})
    assert all_of(table) == before
    host.post(address, {"watching": "no"})
    table.refresh_from_db()
    assert (table.watching, table.version) == (False, before["table"]["version"])
    assert page_of(table, account()) == 403
    host.post(address, {"watching": "yes"})
    assert page_of(table, account()) == 200


def test_a_host_who_has_left_the_game_decides_nothing_any_more() -> None:
    table = in_play(3)
    host = player(table, 0)

    def watchable(user: User, seat: int | None) -> object:
        return cut_beside(load_beside(table.pk, frozenset()), seat, user.pk)["company"].watchable

    assert watchable(host, 0) is True
    door.do(table.pk, 0, Leave())
    before = all_of(table)
    browser(host).post(reverse("watching", args=[table.public_id]), {"watching": "no"})
    assert all_of(table) == before
    assert watchable(host, None) is None


def test_watching_is_a_matter_of_running_multiplayer_games() -> None:
    """Before, it is one of the terms; of a ranked game it is not the host's to say."""
    ida = account("Ida")
    early = lobby_of(ida, account("Bo"))
    ranked, over = in_play(3, kind=Kind.RANKED), company_table(2, 1, most_cards=1)
    for _state in play_on(over):
        pass
    for table in (early, ranked, over):
        before = all_of(table)
        assert table.host is not None
        answer = browser(table.host).post(reverse("watching", args=[table.public_id]), {"watching": "no"})
        assert answer.status_code == (404 if table == ranked else 302)
        assert all_of(table) == before


# --- what they send -------------------------------------------------------------------------------------


DEEDS = ("leave", "ask-pause", "yes 1", "no 1", "ready 1", "ask-replace 0")
IN_THE_LOBBY = ("ready", "wait", "leave", "start", "add-bot", "sit 3", "remove 0 Ida", "down 0 Ida")


def everything(table: Table, turn: str, card: str) -> list[tuple[str, dict[str, str]]]:
    """Addresses, each with what somebody who sits there could send to it."""
    return [
        ("move", {"bid": "0", "turn": turn}),
        ("move", {"card": card, "turn": turn}),
        ("move", {"next": "round", "turn": turn}),
        *(("deed", {"deed": deed}) for deed in DEEDS),
        ("say", {"text": "hi"}),
        ("say", {"phrase": "hello"}),
        ("say", {"emote": "smile"}),
        *(("lobby", {"do": word}) for word in IN_THE_LOBBY),
        ("terms", {"players": "3", "most_cards": "3", "limit": "", "pace": "fast", "public": "no"}),
        ("watching", {"watching": "no"}),
        ("rematch", {}),
        ("again", {}),
        *(("person", {"do": do, "seat": "0", "who": "Ida"}) for do in ("mute", "block", "let-be")),
        ("person", {"do": "report", "seat": "0", "who": "Ida", "reason": "spam"}),
    ]  # fmt: skip


@pytest.mark.parametrize("who", ["stranger", "account", "left"])
@pytest.mark.parametrize("moment", ["lobby", "bidding", "voting", "ended"])
def test_br19_nothing_that_others_send_does_anything(who: str, moment: str) -> None:
    """BR-19: with seats, votes and everything named as those at the table name them."""
    ida, bo, per, eva = account("Ida"), account("Bo"), account("Per"), account("Eva")
    if moment == "lobby":
        table, turn, card = lobby_of(ida, bo, per), "", "2C"
    else:
        table = dealt(players=[ida, bo, per, eva], limit=120, most_cards=1 if moment == "ended" else 2)
        if moment == "ended":
            door.do(table.pk, 3, Leave())
            for _state in play_on(table):
                pass
        elif moment == "voting":
            while state(table).phase is not Phase.PLAY:
                step(table)
            door.do(table.pk, 1, AskPause())
        if moment != "ended":
            door.do(table.pk, 3, Leave())
        now = state(table)
        turn = engine.turn(now)
        card = view(now, 0).legal[0].card if now.phase is Phase.PLAY and view(now, 0).legal else "2C"  # type: ignore[union-attr]
    client = {
        "stranger": Client,
        "account": lambda: browser(account("Liv")),
        "left": lambda: browser(eva),
    }[who]()
    before, users = all_of(table), User.objects.count()
    known = before["table"]["version"], before["table"]["news"]
    for address, form in everything(table, turn, card):
        if who == "left" and address == "person":
            continue  # who sat there may still mute and report
        page = reverse("play_again" if address == "again" else address, args=[table.public_id])
        answer = client.post(page, form, headers={"HX-Request": "true"})
        assert answer.status_code in (200, 204, 302, 404), (address, answer.status_code)
        table.refresh_from_db()
        assert (table.version, table.news) == known, (address, form)
    assert all_of(table) == before
    assert User.objects.count() == users  # a stranger does not become a guest by it
    assert not Relation.objects.exists()
    assert not Report.objects.exists()
    assert Table.objects.count() == 1
    assert not Message.objects.exclude(kind="table").exists()


# --- checking the cards ---------------------------------------------------------------------------------


def checks(table: Table, user: User | None) -> set[int]:
    """The answers to who asks for the record and for the page that checks it."""
    client = Client() if user is None else browser(user)
    return {
        client.get(reverse(name, args=[table.public_id])).status_code for name in ("record", "fair_cards")
    }


@pytest.mark.parametrize("kind", [Kind.MULTIPLAYER, Kind.RANKED])
def test_anyone_who_may_watch_checks_the_cards_once_the_game_has_ended(kind: Kind) -> None:
    """RULES 6. While it runs, neither the record nor a link to it is there for them."""
    table = dealt(3, kind=kind, most_cards=1)
    watcher, link = account(), reverse("fair_cards", args=[table.public_id])
    door.do(table.pk, 2, Leave())
    for user in (None, watcher, player(table, 2)):
        assert checks(table, user) == {404}
    page = Client().get(reverse("table", args=[table.public_id])).content.decode()
    assert f'{link}#locked"' not in page
    for _state in play_on(table):
        pass
    for user in (None, watcher, *(player(table, seat) for seat in range(3))):
        assert checks(table, user) == {200}
    page = Client().get(reverse("table", args=[table.public_id])).content.decode()
    assert f'{link}#locked"' in page
    assert f'href="{link}"' in page
    assert f'href="{reverse("record", args=[table.public_id])}"' in page


@pytest.mark.parametrize("change", [{"public": False}, {"watching": False}])
def test_of_a_private_game_only_who_sat_there_checks_them(change: dict[str, bool]) -> None:
    table = dealt(3, most_cards=1)
    Table.objects.filter(pk=table.pk).update(**change)
    door.do(table.pk, 2, Leave())
    for _state in play_on(table):
        pass
    assert [checks(table, user) for user in (None, guest(), account())] == [{404}] * 3
    assert [checks(table, player(table, seat)) for seat in range(3)] == [{200}] * 3
