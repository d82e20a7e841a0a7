"""The socket of a table: moves in, regions out, and whatever is wrong answered to its sender alone."""

import asyncio
import threading
import time
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import connection
from django.utils import timezone

from accounts.models import User
from game.live import listener, watch
from game.live.audience import audience
from game.live.incoming import Move
from game.live.page import Page, load_page
from game.live.render import push_html
from game.live.threads import Draw, in_thread
from game.models import Table
from game.moves import do
from game.rules.exact_bid.values import Bid
from piratbridge_site.asgi import application
from tests.game.tables import bid_all, deal, let_table_act, new_table, state
from tests.live.client import ORIGIN, Browser

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.live]


def prepared(people: int = 3, **options: Any) -> Table:
    table = new_table(people, **options)
    deal(table)
    table.refresh_from_db()
    return table


def version_of(table: Table) -> int:
    return Table.objects.values_list("version", flat=True).get(pk=table.pk)


new = sync_to_async(prepared)
version = sync_to_async(version_of)
now = sync_to_async(state)


async def test_a_page_that_is_up_to_date_is_sent_nothing(browsers: Any) -> None:
    table = await new()
    browser = await browsers(table, 0, version=table.version)
    assert await browser.quiet()


async def test_a_page_that_is_behind_is_sent_everything(browsers: Any) -> None:
    table = await new()
    browser = await browsers(table, 0, version=table.version - 1)
    page = await browser.read()
    for region in ("status", "hand", "bids", "trick", "seat-0", "seat-1", "seat-2", "scores", "log"):
        assert f'<hx-partial id="{region}"' in page


async def test_a_bid_reaches_everyone_and_its_number_nobody(browsers: Any) -> None:
    table = await new()
    sockets = [await browsers(table, seat, version=table.version) for seat in range(3)]
    assert all([await socket.quiet() for socket in sockets])
    await sockets[1].send(turn="1.bid", bid="3")
    frames = [await socket.read() for socket in sockets]
    assert (await now(table)).bids == (None, 3, None)
    assert 'aria-pressed="true"' in frames[1]
    for frame in (frames[0], frames[2]):
        assert "<hx-partial" in frame
        assert 'id="bids"' not in frame


async def test_each_seat_reads_its_own_language(browsers: Any) -> None:
    table = await new()
    danish = await browsers(table, 0, language="da", version=table.version)
    english = await browsers(table, 1, language="en", version=table.version)
    await english.send(turn="1.bid", bid="0")
    assert "Waiting for" in await english.read()
    assert "Din tur" in await danish.read()


async def test_br01_the_same_card_five_times_is_one_card(browsers: Any) -> None:
    table = await new(4, most_cards=5)
    await sync_to_async(bid_all)(table, [0, 0, 0, 0])
    state_before = await now(table)
    seat = state_before.tricks[-1].leader
    browser = await browsers(table, seat, version=table.version)
    card, version_before = state_before.hands[seat][0], await version(table)
    for _ in range(5):
        await browser.send(turn="1.play.1", card=card)
    for _ in range(9):  # one push; four refusals, some with the page as it is
        if await browser.quiet():
            break
        await browser.read()
    after = await now(table)
    assert len(after.hands[seat]) == 4
    assert after.tricks[-1].cards == (card,)
    assert await version(table) == version_before + 1


async def test_what_is_stored_is_told_though_something_went_wrong_afterwards(
    browsers: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await new()
    sender, other = [await browsers(table, seat, version=table.version) for seat in (0, 1)]

    def fail(table: Table) -> None:
        raise RuntimeError("a task that cannot be called")

    monkeypatch.setattr("game.tasks.call_when_due", fail)
    await sender.send(turn="1.bid", bid="1")
    assert 'id="seat-0"' in await other.read(timeout=1)  # not only when the watch finds out
    assert 'aria-pressed="true"' in await sender.read(timeout=1)


RUBBISH = [
    "not json", "[]", "null", "3", '"x"', "{}", '{"body": 1}', '{"body": {}}', '{"body": {"turn": 1}}',
    '{"body": {"turn": "1.bid"}}', '{"body": {"turn": "1.bid", "bid": null}}',
    '{"body": {"turn": "1.bid", "bid": -1}}', '{"body": {"turn": "1.bid", "bid": "-1"}}',
    '{"body": {"turn": "1.bid", "bid": 2.5}}', '{"body": {"turn": "1.bid", "bid": "2.5"}}',
    '{"body": {"turn": "1.bid", "bid": "999"}}', '{"body": {"turn": "1.bid", "bid": "9999999"}}',
    '{"body": {"turn": "1.bid", "bid": ["1", "2"]}}', '{"body": {"turn": "1.bid", "bid": "٣"}}',
    '{"body": {"turn": "1.play.1", "card": "ZZ"}}', '{"body": {"turn": "1.bid", "card": "ZZ"}}',
    '{"body": {"turn": "1.bid", "card": ["AS", "KS"]}}',
    '{"body": {"turn": "1.bid", "card": "AS", "bid": "1"}}',
    '{"body": {"turn": "' + "1" * 500 + '", "bid": "1"}}', '{"body": {"turn": "9.bid", "bid": "1"}}',
    "[" * 10_000 + "]" * 10_000, "[" * 2000 + "]" * 2000, "x" * 1_000_000, "\ud83c", "\x00", "NaN",
]  # fmt: skip


async def test_br24_rubbish_is_answered_in_words_and_disturbs_nobody(browsers: Any) -> None:
    table = await new()
    sender, other = (
        await browsers(table, 0, version=table.version),
        await browsers(table, 1, version=table.version),
    )
    for text in RUBBISH:
        await sender.communicator.send_to(text_data=text)
        await sender.read_until('<hx-partial id="problem"[^>]*>[^<]+<')
    await sender.communicator.send_to(bytes_data=b"\xff\x00")
    await sender.read_until('<hx-partial id="problem"')
    assert await version(table) == table.version
    assert await other.quiet()
    await sender.send(turn="1.bid", bid="1")
    assert 'id="seat-0"' in await other.read()


async def test_br29_raw_moves_against_the_rules_are_refused_with_a_reason(browsers: Any) -> None:
    table = await new(4, seed="1" * 64, most_cards=5)
    await sync_to_async(bid_all)(table, [0, 0, 0, 0])
    start = await now(table)
    leader = start.tricks[-1].leader
    first = await browsers(table, leader, version=table.version)
    second = await browsers(table, (leader + 1) % 4, version=table.version)
    await second.send(turn="1.play.1", card=start.hands[(leader + 1) % 4][0])
    assert "not your turn" in await second.read()
    foreign = start.hands[(leader + 1) % 4][0]
    await first.send(turn="1.play.1", card=foreign)
    assert "do not hold" in await first.read()
    assert await version(table) == table.version


async def test_br49_a_foreign_page_cannot_open_the_socket(browsers: Any) -> None:
    table = await new()
    foreign = ("https://evil.example", "null", None, "http://localhost:9999", "ftp://localhost", "localhost")
    for origin in foreign:
        browser = await browsers(table, 0, origin=origin)
        assert not browser.accepted
    assert (await browsers(table, 0)).accepted


@pytest.mark.parametrize("path", ["/ws/other/", "/ws/table/%00/", "/ws/table/short/", "/"])
async def test_br24_what_is_no_address_is_turned_down(path: str) -> None:
    headers = [(b"host", b"localhost"), (b"origin", ORIGIN.encode())]
    communicator = WebsocketCommunicator(application, path, headers=headers)
    accepted, _ = await communicator.connect(timeout=5)
    assert not accepted


async def test_br19_who_does_not_sit_there_is_told_so_and_can_do_nothing(browsers: Any) -> None:
    table, other = await new(), await new()
    stranger = await sync_to_async(lambda: other.seats.get(index=0).player)()
    for user in (None, stranger):
        browser = await Browser.open(table, None, user=user)
        frame = await browser.read()
        assert "do not sit" in frame
        assert "data-card" not in frame
        assert await browser.closed() == 4403
    assert await version(table) == table.version


async def test_br57_an_old_page_is_told_to_reload(browsers: Any) -> None:
    table = await new()
    browser = await Browser.open(table, 0, release="last-year")
    assert "reload" in await browser.read()
    assert await browser.closed() == 4426


async def test_br26_a_gap_is_healed_with_everything(browsers: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first of two messages is lost: the second one does not follow what the browser has."""
    table = await new()
    browser = await browsers(table, 0, version=table.version)
    assert await browser.quiet()
    with monkeypatch.context() as lossy:
        lossy.setattr("game.live.publish.send_to_group", lambda *args: None)
        await sync_to_async(do)(table.pk, 1, Move(Bid(2), "1.bid"))
    await sync_to_async(do)(table.pk, 2, Move(Bid(2), "1.bid"))
    assert '<hx-partial id="hand"' in await browser.read()
    assert await browser.quiet()


async def test_an_older_page_never_comes_after_a_newer_part(
    browsers: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The watch draws a whole page, slowly, for a message that was lost; a move is published meanwhile."""
    table = await new()
    browser = await browsers(table, 0, version=table.version)
    drawn = push_html

    def slowly(*args: Any) -> str:
        time.sleep(0.5)
        return drawn(*args)

    with monkeypatch.context() as lossy:
        lossy.setattr("game.live.publish.send_to_group", lambda *args: None)
        await sync_to_async(do)(table.pk, 1, Move(Bid(1), "1.bid"))
    monkeypatch.setattr("game.live.consumer.push_html", slowly)
    await asyncio.sleep(watch.EVERY * 2)
    await sync_to_async(do)(table.pk, 2, Move(Bid(1), "1.bid"))
    frames = [await browser.read()]
    while not await browser.quiet(1.5):
        frames.append(await browser.read())
    seat = frames[-1][frames[-1].index('<hx-partial id="seat-2"') :]
    assert "has bid" in seat[: seat.index("</hx-partial>")]


async def test_br48_a_player_who_is_shut_out_is_turned_away(browsers: Any) -> None:
    table = await new()
    browser = await browsers(table, 0, version=table.version)
    await sync_to_async(lambda: User.objects.filter(seats__table=table).update(is_active=False))()
    assert "do not sit" in await browser.read()
    assert await browser.closed() == 4403


async def test_br48_who_is_banned_is_turned_away(browsers: Any) -> None:
    table = await new()
    browser = await browsers(table, 0, version=table.version)
    tomorrow = timezone.now() + timedelta(days=1)
    await sync_to_async(lambda: User.objects.filter(seats__table=table).update(banned_until=tomorrow))()
    assert "do not sit" in await browser.read()
    assert await browser.closed() == 4403


async def test_br48_a_session_that_has_ended_is_turned_away(browsers: Any) -> None:
    table = await new()
    browser = await browsers(table, 0, version=table.version)
    await sync_to_async(lambda: Session.objects.all().delete())()
    assert "do not sit" in await browser.read()
    assert await browser.closed() == 4403


async def test_br48_a_session_that_has_run_out_is_turned_away(browsers: Any) -> None:
    table = await new()
    browser = await browsers(table, 0, version=table.version)
    yesterday = timezone.now() - timedelta(days=1)
    await sync_to_async(lambda: Session.objects.update(expire_date=yesterday))()
    assert "do not sit" in await browser.read()
    assert await browser.closed() == 4403


async def test_br48_who_has_been_turned_away_moves_no_more(browsers: Any) -> None:
    """Though a browser may still talk until it has closed its end, too."""
    table = await new()
    browser = await browsers(table, 0, version=table.version)
    await sync_to_async(lambda: Session.objects.all().delete())()
    assert await browser.closed() == 4403
    await browser.send(turn="1.bid", bid="2")
    await asyncio.sleep(0.3)
    assert (await now(table)).bids == (None, None, None)


async def test_br24_who_is_not_let_in_may_say_what_they_like(
    browsers: Any, caplog: pytest.LogCaptureFixture
) -> None:
    table = await new()
    stranger = await browsers(table, None, release="older")
    await stranger.send(turn="1.bid", bid="2")
    assert await stranger.closed() == 4426
    assert caplog.records == []


async def test_br24_a_socket_that_fails_leaves_nothing_behind(
    browsers: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await new()
    browser = await browsers(table, 0, version=table.version)

    def fail(*args: Any) -> None:
        raise RuntimeError("a page that cannot be loaded")

    monkeypatch.setattr("game.live.consumer.load_page", fail)
    await sync_to_async(do)(table.pk, 1, Move(Bid(1), "1.bid"))
    layer = get_channel_layer()
    assert layer is not None
    await layer.group_send(f"table.{table.pk}", {"table": table.pk, "version": 99, "parts": {}})
    assert await browser.closed() == 4500
    assert table.pk not in audience().sockets


@pytest.mark.parametrize("code", [listener.NOT_SEATED, listener.NEW_RELEASE, listener.WENT_WRONG])
def test_sockets_are_closed_with_codes_that_a_server_may_send(code: int) -> None:
    """Daphne raises at others, and the socket would stay open (RFC 6455, 7.4.2: 4000–4999 are ours)."""
    assert 4000 <= code <= 4999


async def test_messages_that_overtake_each_other_are_put_in_order(
    browsers: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two processes change a table in turn, and what the second tells comes first."""
    table = await new()
    browser = await browsers(table, 0, version=table.version)
    assert await browser.quiet()
    draws: list[Draw] = []
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr("game.live.publish.send_to_group", lambda group, draw: draws.append(draw))
        for seat in (1, 2):
            await sync_to_async(do)(table.pk, seat, Move(Bid(1), "1.bid"))
    monkeypatch.setattr("game.live.consumer.load_page", None)
    first, second = (draw() for draw in draws)
    for message in (second, first, second):
        await audience().hand_out(message)
    assert ['id="seat-1"' in frame for frame in (await browser.read(), await browser.read())] == [True, False]
    assert await browser.quiet()


async def test_br26_however_many_messages_are_missed_the_page_is_loaded_once(
    browsers: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await new()
    browser = await browsers(table, 0, version=table.version)
    assert await browser.quiet()
    loads: list[int] = []

    def slowly(*args: Any) -> Page:
        loads.append(1)
        time.sleep(0.3)
        return load_page(*args)

    monkeypatch.setattr("game.live.consumer.load_page", slowly)
    with monkeypatch.context() as lossy:
        lossy.setattr("game.live.publish.send_to_group", lambda *args: None)
        await sync_to_async(do)(table.pk, 1, Move(Bid(1), "1.bid"))
    for gap in range(20):
        await audience().hand_out({"table": table.pk, "version": 50 + gap, "parts": {}})
    assert '<hx-partial id="hand"' in await browser.read()
    await asyncio.sleep(0.5)
    assert len(loads) == 1


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no connections to lose")
async def test_br25_a_database_that_was_started_anew_loses_no_move(browsers: Any) -> None:
    table = await new()
    browser = await browsers(table, 0, version=table.version)
    together = threading.Barrier(settings.LIVE_THREADS)
    pids = await asyncio.gather(*(in_thread(_backend, together) for _ in range(together.parties)))
    await sync_to_async(_end)(pids)
    await browser.send(turn="1.bid", bid="2")
    assert 'aria-pressed="true"' in await browser.read()


def _backend(together: threading.Barrier) -> int:
    """The process of the database that serves this thread; each thread is asked once."""
    together.wait(5)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])


def _end(pids: list[int]) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(pid) FROM unnest(%s) AS pid", [pids])


async def test_a_heartbeat_does_not_wait_for_a_move(browsers: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await new()
    browser = await browsers(table, 0, version=table.version)
    monkeypatch.setattr("game.live.consumer.do", lambda *args: time.sleep(1))
    await browser.send(turn="1.bid", bid="1")
    await browser.communicator.send_to(text_data='{"ping":1}')
    assert await browser.read(timeout=0.8) == '{"pong":1}'
    await asyncio.sleep(0.5)


async def test_a_change_that_no_message_told_of_is_found(
    browsers: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The broker dropped it: the process looks at versions by itself."""
    table = await new()
    browser = await browsers(table, 0, version=table.version)
    monkeypatch.setattr("game.live.publish.send_to_group", lambda *args: None)
    await sync_to_async(do)(table.pk, 1, Move(Bid(2), "1.bid"))
    frame = await browser.read(timeout=8)
    assert '<hx-partial id="hand"' in frame


async def test_two_tabs_of_one_seat_both_follow(browsers: Any) -> None:
    table = await new()
    tabs = [await browsers(table, 0, version=table.version) for _ in range(2)]
    await tabs[0].send(turn="1.bid", bid="2")
    for tab in tabs:
        assert 'aria-pressed="true"' in await tab.read()


async def test_the_table_itself_reaches_the_page(browsers: Any) -> None:
    """Dealing is the table's own doing, and comes from a worker, whose loop is its own."""
    table = await sync_to_async(new_table)(3)
    browser = await browsers(table, 0, version=table.version)
    done = asyncio.get_running_loop().run_in_executor(None, let_table_act, table)
    assert '<hx-partial id="hand"' in await browser.read()
    await done


async def test_the_next_round_comes_when_it_is_asked_for(browsers: Any) -> None:
    table = await sync_to_async(new_table)(3)
    browser = await browsers(table, 0, version=table.version)
    await browser.send(turn="0.deal", next="round")
    assert '<hx-partial id="hand"' in await browser.read()
    await browser.send(turn="0.deal", next="round")  # pressed twice
    assert "moved on" in await browser.read()
    assert (await now(table)).round == 1


async def test_br23_the_heartbeat_is_answered(browsers: Any) -> None:
    table = await new()
    browser = await browsers(table, 0, version=table.version)
    await browser.communicator.send_to(text_data='{"ping":1}')
    assert await browser.read() == '{"pong":1}'
