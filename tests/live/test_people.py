"""People at one table by WebSocket: who is there, what is told to whom, and what is told to nobody."""

import asyncio
import random
import re
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from accounts.relations import mute
from game import door, lobby, talk
from game.live import listener, lists, onlookers
from game.live import presence as live_presence
from game.live.audience import Audience
from game.live.house import house
from game.models import Action, Kind, Seat, Table
from game.news import tell_lists
from game.rules.company.values import AskPause, Leave, Yes
from game.rules.exact_bid import codec
from game.rules.exact_bid.values import CardPlayed, Phase
from tests.game import company as tables
from tests.game.drawn import coded, named
from tests.live.client import Browser
from tests.rules.knowledge import Table as Knowledge

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.live]

dealt = sync_to_async(tables.dealt)
step = sync_to_async(tables.step)
state = sync_to_async(tables.state)
do = sync_to_async(door.do)
say = sync_to_async(talk.say)
player = sync_to_async(tables.player)
act = sync_to_async(tables.move)


@pytest.fixture(autouse=True)
def no_blinking(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who closes a page is away at once."""
    monkeypatch.setattr(live_presence, "A_MOMENT", 0.0)


@sync_to_async
def stand(table: Table) -> tuple[int, int]:
    return Table.objects.values_list("version", "company").get(pk=table.pk)


@sync_to_async
def is_away(table: Table, seat: int) -> bool:
    return Seat.objects.get(table=table, index=seat).away_since is not None


async def until_visits(table: Table, many: int) -> None:
    """Until so many pages of the table are known to be open."""
    for _ in range(100):
        if await sync_to_async(table.visits.count)() == many:
            return
        await asyncio.sleep(0.05)
    raise AssertionError("not so many pages")


async def until_shown(browser: Browser, region: str, pattern: str) -> str:
    """The first frame whose region shows it."""
    return await browser.read_until(rf'(?s)<hx-partial id="{region}">(?:(?!</hx-partial>).)*{pattern}')


# --- who is there ------------------------------------------------------------------------------------------


async def test_a_player_is_there_until_their_last_tab_has_closed(browsers: Any) -> None:
    table = await dealt(3)
    other = await browsers(table, 1)
    tabs = [await browsers(table, 0), await browsers(table, 0)]
    await until_visits(table, 3)
    assert not await is_away(table, 0)
    await tabs[0].close()
    await until_visits(table, 2)
    assert not await is_away(table, 0)
    await tabs[1].close()
    await until_visits(table, 1)
    assert await is_away(table, 0)
    await until_shown(other, "presence", 'class="[^"]* a0')
    await browsers(table, 0)
    await until_visits(table, 2)
    assert not await is_away(table, 0)


async def test_bad_messages_leave_presence_right(browsers: Any) -> None:
    """BR-24: whatever a socket is sent, its player is there, and away when it has closed."""
    table = await dealt(3)
    browser, other = await browsers(table, 0), await browsers(table, 1)
    await until_shown(other, "presence", "")
    for rubbish in ("not JSON", '{"type":"unknown"}', '{"body":{"turn":"1.bid","bid":null}}', "[" * 10_000):
        await browser.communicator.send_to(text_data=rubbish)
        await browser.read_until("problem")
    assert not await is_away(table, 0)
    await browser.close()
    await until_shown(other, "presence", 'class="[^"]* a0')


async def test_watchers_are_counted(browsers: Any) -> None:
    table = await dealt(3)
    seated = await browsers(table, 0)
    await browsers(table, None, page="watch/")
    await until_shown(seated, "company", "1 is watching")
    stranger = await browsers(table, None, page="watch/")
    await until_shown(seated, "company", "2 are watching")
    await stranger.close()
    await until_shown(seated, "company", "1 is watching")


async def test_who_is_told_something_while_connecting_is_let_in_all_the_same(
    browsers: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = [await sync_to_async(tables.account)(name) for name in ("Anna", "Birte")]
    table = await sync_to_async(tables.lobby_of)(*people)
    join = Audience.join

    async def join_amid_news(self: Audience, socket: Any) -> None:
        await join(self, socket)
        await self.hand_out({"table": table.pk, "news": True})

    monkeypatch.setattr(Audience, "join", join_amid_news)
    browser = await browsers(table, None, page="lobby/", user=people[0])
    await until_shown(browser, "room-seats", "Birte")


async def test_a_socket_that_is_cancelled_leaves_nothing_behind(browsers: Any) -> None:
    """As Daphne does where an application has not ended in time."""
    table = await dealt(3)
    browser, other = await browsers(table, 0), await browsers(table, 1)
    await until_visits(table, 2)
    browser.communicator.future.cancel()
    browser.accepted = False  # there is nothing to close any more
    await until_visits(table, 1)
    assert len(house().audience.sockets[table.pk]) == 1
    await until_shown(other, "presence", 'class="[^"]* a0')


# --- votes, pauses, leaving --------------------------------------------------------------------------------


async def test_a_pause_is_voted_on_and_stops_moves(browsers: Any) -> None:
    table = await dealt(2, 1, limit=30)
    one, other = await browsers(table, 0), await browsers(table, 1)
    await do(table.pk, 0, AskPause())
    await until_shown(other, "company", 'value="yes 1"')
    await do(table.pk, 1, Yes(1))
    for browser in (one, other):
        await until_shown(browser, "company", 'value="ready 1"')
    before = await stand(table)
    await one.send(turn="1.bid", bid="1")
    await one.read_until("The game is paused")
    assert await stand(table) == before
    fresh = await browsers(table, 1)
    await until_shown(fresh, "company", 'value="ready 1"')  # a second device sees the pause (BR-07)
    assert re.search(r'id="clock" class="stands', "".join(fresh.received))


async def test_who_leaves_sees_their_cards_no_more(browsers: Any) -> None:
    table = await dealt(3)
    gone, other = await browsers(table, 0), await browsers(table, 1)
    await do(table.pk, 0, Leave())
    assert await gone.closed() == listener.ANOTHER_PAGE
    await until_shown(other, "talk-lines", "has left the game")
    again = await browsers(table, 0)
    assert await again.closed() == listener.NOT_SEATED
    watching = await browsers(table, None, page="watch/", user=await player(table, 0))
    page = await watching.read_until('id="status"')
    assert not coded(page) & set((await state(table)).hands[0]) - set((await state(table)).turned)


# --- talk --------------------------------------------------------------------------------------------------


async def test_text_is_text_and_who_is_muted_is_not_heard(browsers: Any) -> None:
    table = await dealt(3)
    one, other = await player(table, 0), await player(table, 1)
    hears, does_not = await browsers(table, 2), await browsers(table, 1)
    await sync_to_async(mute)(other, one)
    await say(table.pk, one, "text", "<img src=x onerror=alert(1)> {{7*7}}")
    shown = await until_shown(hears, "talk-lines", "onerror")
    assert "&lt;img src=x onerror=alert(1)&gt; {{7*7}}" in shown
    await say(table.pk, other, "phrase", "hello")
    await until_shown(does_not, "talk-lines", "Hello!")
    assert "onerror" not in "".join(does_not.received)


async def test_phrases_are_read_in_ones_own_language(browsers: Any) -> None:
    table = await dealt(3)
    dane, other = await browsers(table, 1, language="da"), await browsers(table, 2)
    await say(table.pk, await player(table, 0), "phrase", "well-played")
    await until_shown(dane, "talk-lines", "Godt spillet!")
    await until_shown(other, "talk-lines", "Well played!")


async def test_a_lobbys_socket_tells_nobody_what_is_said_in_the_game(browsers: Any) -> None:
    table = await sync_to_async(tables.dealt)(3, public=False)
    await say(table.pk, await player(table, 0), "text", "between us")
    await sync_to_async(Table.objects.filter(pk=table.pk).update)(watching=False)
    for _ in range(3):
        stranger = await browsers(table, None, page="lobby/")
        assert await stranger.closed() == listener.ANOTHER_PAGE
        assert stranger.received == []


async def test_the_page_hears_when_words_may_be_written_again(browsers: Any) -> None:
    """In Ranked: not while bids are open, and then they may."""
    table = await dealt(3, kind=Kind.RANKED, most_cards=3)
    browser = await browsers(table, 0)
    shut = await until_shown(browser, "talk-lines", "<ol")
    for seat in range(3):
        await act(table, seat)
    opened = await until_shown(browser, "talk-lines", "<ol")
    assert re.findall('<ol id="talk-lines"[^>]*>', shut) != re.findall('<ol id="talk-lines"[^>]*>', opened)


# --- watching ----------------------------------------------------------------------------------------------


@sync_to_async
def follow(knowledge: Knowledge, change: Any) -> None:
    row = Action.objects.get(table=change.table, number=change.version)
    shown = [event.card for event in change.events if isinstance(event, CardPlayed)]
    knowledge.follow(row.seat, codec.decode_action(row.action), shown[0] if shown else None)


@pytest.mark.parametrize("kind", [Kind.MULTIPLAYER, Kind.RANKED])
async def test_watchers_frames_hold_nothing_that_not_everyone_may_know(browsers: Any, kind: Kind) -> None:
    """At a ranked table nothing of the round that is played, either."""
    table = await sync_to_async(tables.company_table)(3, kind=kind, most_cards=2)
    watcher = await browsers(table, None, page="watch/")
    seen = await watcher.read_until('id="status"')
    game = await state(table)
    knowledge = Knowledge(game.options, (2, 1, 1, 2))
    known: set[str] = set()
    before: set[str] = set()
    rng = random.Random(3)
    while game.phase is not Phase.END:
        change = await step(table, rng)
        await follow(knowledge, change)
        if change.after.state.round != game.round:
            before |= known
            known = set()
        game = change.after.state
        known |= knowledge.cards_known_to(None, ())
        frames = ""
        while not await watcher.quiet(0.15):
            frames += await watcher.read()
        late = kind == Kind.RANKED and game.phase is not Phase.END
        allowed = before if late else before | known
        assert named(frames) <= allowed
        assert coded(frames) <= allowed
        seen += frames
    assert named(seen)


async def test_what_a_watcher_sends_does_nothing(browsers: Any) -> None:
    """BR-19: nobody without a seat moves anything, by this socket or by the players'."""
    table = await dealt(3)
    before = await stand(table)
    watcher = await browsers(table, None, page="watch/")
    for message in (
        {"turn": "1.bid", "bid": "1"},
        {"turn": "1.bid", "card": "AS"},
        {"next": "round", "turn": "x"},
    ):
        await watcher.send(**message)
    stranger = await browsers(table, None)
    assert await stranger.closed() == listener.NOT_SEATED
    assert await stand(table) == before


async def test_a_table_closed_to_watchers_shows_them_nothing_more(browsers: Any) -> None:
    table = await dealt(3)
    watcher = await browsers(table, None, page="watch/")
    await watcher.read_until('id="status"')
    await sync_to_async(Table.objects.filter(pk=table.pk).update)(watching=False)
    await act(table, 0)
    assert await watcher.closed() == listener.ANOTHER_PAGE
    again = await browsers(table, None, page="watch/")
    assert await again.closed() == listener.NOT_SEATED


# --- lobbies and lists -------------------------------------------------------------------------------------


async def test_a_lobby_tells_everyone_and_gives_way_to_the_game(browsers: Any) -> None:
    people = [await sync_to_async(tables.account)(name) for name in ("Alma", "Bertil")]
    table = await sync_to_async(tables.lobby_of)(people[0], players=3, most_cards=2)
    browser = await browsers(table, None, page="lobby/", user=people[0])
    await until_shown(browser, "room-seats", "Alma")
    await sync_to_async(lobby.join)(table.pk, people[1], name="Bertil")
    await until_shown(browser, "room-seats", "Bertil")
    await sync_to_async(lobby.start)(table.pk, people[0])
    assert await browser.closed() == listener.ANOTHER_PAGE


async def test_a_list_costs_one_query_set_however_many_watch(
    browsers: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    loads: list[str] = []

    def counted(kind: str, users: frozenset[int]) -> lists.Tables:
        loads.append(kind)
        return lists.load_tables(kind, users)

    monkeypatch.setattr(onlookers, "load_tables", counted)
    monkeypatch.setattr("game.live.board.FRESH", 60.0)
    table = await sync_to_async(tables.lobby_of)(await sync_to_async(tables.account)("Alma"))
    path = "/ws/tables/multiplayer/"
    watching = [await browsers(table, None, path=path) for _ in range(12)]
    for browser in watching:
        await until_shown(browser, "tables", "Alma")
    loads.clear()
    await sync_to_async(Table.objects.filter(pk=table.pk).update)(name="Hyggeaften på Ærø ♠")
    await sync_to_async(tell_lists)("multiplayer")
    for browser in watching:
        await until_shown(browser, "tables", "Hyggeaften på Ærø ♠")
    assert loads == ["multiplayer"]
