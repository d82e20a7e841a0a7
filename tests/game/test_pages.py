"""Pages by ordinary requests: a guest sets up a game, plays at the table, and nobody else gets in."""

import json
import random
import re
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from accounts.models import User
from game.models import Seat, Table
from game.rules.fair import seal
from game.rules.record import verify
from tests.game.tables import let_table_act, play, state
from tests.game.tables import new_table as open_new_table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


def seal_on(page: str) -> str:
    """The seal in the set-up form of a page."""
    found = re.search(r'<input[^>]*name="seal"[^>]*value="([0-9a-f]{64})"', page)
    assert found, "no seal in the form"
    return found[1]


def form_data(client: Client, **changes: Any) -> dict[str, Any]:
    """What the set-up page would send as it stands."""
    shown = seal_on(client.get(reverse("new_game")).content.decode())
    data = {
        "opponents": 3,
        "most_cards": 8,
        "strength": "medium",
        "pace": "normal",
        "salt": "0af",
        "seal": shown,
    }
    return data | changes


def start(client: Client, **changes: Any) -> Table:
    answer = client.post(reverse("new_game"), form_data(client, **changes))
    assert answer.status_code == 302, answer.content.decode()
    return Table.objects.get(public_id=answer.url.strip("/").split("/")[1])


@pytest.mark.parametrize("path", ["%00", "a%00b/record", "æøå", "x" * 5000, "a" * 22, "a" * 22 + "/move"])
def test_br24_what_is_no_address_is_not_found(client: Client, path: str) -> None:
    """Whatever a database would make of it."""
    assert client.get(f"/table/{path}/").status_code in (404, 405)


@pytest.mark.parametrize("cookie", ["a" * 32 + "\0", "\0", "æ" * 32, "x" * 5000])
def test_br24_a_cookie_that_is_no_session_is_a_strangers(client: Client, cookie: str) -> None:
    client.cookies[settings.SESSION_COOKIE_NAME] = cookie
    assert client.get(reverse("home")).status_code == 200
    assert User.objects.count() == 0
    start(client)


@pytest.mark.parametrize("charset", ["utf-16", "nonsense"])
def test_br24_a_form_that_cannot_be_read_is_told_so(charset: str) -> None:
    stranger = Client(enforce_csrf_checks=True)
    stranger.cookies["csrftoken"] = "a" * 32
    kind = f"application/x-www-form-urlencoded; charset={charset}"
    answer = stranger.generic("POST", reverse("new_game"), b"salt=0af", content_type=kind)
    assert answer.status_code in (400, 403)


def test_a_seal_whose_game_has_begun_otherwise_begins_none_unawares(client: Client) -> None:
    """A second tab, with other choices: its player is told, and gets a new seal. The same form sent twice
    is a double click, and leads to the game that it has begun."""
    first = form_data(client)
    opened = client.post(reverse("new_game"), first).url
    assert client.post(reverse("new_game"), first).url == opened
    other = client.post(reverse("new_game"), first | {"opponents": 5})
    assert other.status_code == 422
    page = other.content.decode()
    assert "Here is a new one: start the game again." in page
    assert seal_on(page) != first["seal"]
    again = client.post(reverse("new_game"), first | {"opponents": 5, "seal": seal_on(page)})
    assert again.url != opened


def test_a_seal_whose_game_has_ended_does_not_lead_back_to_its_end(client: Client) -> None:
    data = form_data(client, opponents=2, most_cards=1)
    table = Table.objects.get(public_id=client.post(reverse("new_game"), data).url.strip("/").split("/")[1])
    for _ in play(table, random.Random(3)):
        pass
    answer = client.post(reverse("new_game"), data)
    assert answer.status_code == 422
    assert seal_on(answer.content.decode()) != data["seal"]


@pytest.mark.parametrize("language", ["en", "da"])
@pytest.mark.parametrize("name", ["home", "rules", "new_game"])
def test_pages_open_in_both_languages(client: Client, name: str, language: str) -> None:
    client.cookies["django_language"] = language
    answer = client.get(reverse(name))
    assert answer.status_code == 200
    assert f'<html lang="{language}"' in answer.content.decode()


def test_whoever_has_logged_out_of_a_game_is_shown_the_way_back(client: Client) -> None:
    table = start(client)
    page = Client().get(reverse("table", args=[table.public_id]))
    assert page.status_code == 404
    assert f"{reverse('account_login')}?next=/table/{table.public_id}/" in page.content.decode()


def test_crawlers_are_asked_not_to_become_guests(client: Client) -> None:
    assert f"Disallow: {reverse('new_game')}\n" in client.get("/robots.txt").content.decode()


def test_one_press_opens_a_table_for_four(client: Client) -> None:
    table = start(client)
    seats = list(table.seats.all())
    assert [bool(seat.bot) for seat in seats] == [False, True, True, True]
    assert seats[0].salt == "0af"
    assert client.get(reverse("table", args=[table.public_id])).status_code == 200


def test_the_choices_are_the_games_rules(client: Client) -> None:
    table = start(client, opponents=2, most_cards=17, pace="fast", zero_ten="on", spades_trump="on")
    options = state(table).options
    assert (options.players, options.most_cards, options.zero, options.trump) == (3, 17, 10, "spades")
    assert table.pace == "fast"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("opponents", 1), ("opponents", 6), ("opponents", "x"), ("most_cards", 0), ("most_cards", 14),
        ("most_cards", ""), ("most_cards", "1e3"), ("strength", "god"), ("pace", "slow"),
        ("salt", "A"), ("salt", "0" * 33), ("salt", "<b>"), ("seal", ""), ("seal", "0" * 64),
    ],
)  # fmt: skip
def test_a_wrong_form_is_shown_again_with_its_faults(client: Client, field: str, value: object) -> None:
    answer = client.post(reverse("new_game"), form_data(client, **{field: value}))
    assert answer.status_code == 422
    assert 'aria-invalid="true"' in answer.content.decode() or 'role="alert"' in answer.content.decode()
    assert Table.objects.count() == 0


@pytest.mark.parametrize("value", ["", 0, "1e3", "2.5", "x"])
def test_odd_numbers_of_cards_are_answered_in_one_sentence(client: Client, value: object) -> None:
    page = client.post(reverse("new_game"), form_data(client, opponents=4, most_cards=value)).content.decode()
    assert re.findall(r'id="most_cards-wrong">([^<]*)<', page) == ["Choose a whole number from 1 to 10."]


def test_the_seal_is_shown_before_the_salt_is_sent_and_is_the_seeds(client: Client) -> None:
    data = form_data(client)
    answer = client.post(reverse("new_game"), data)
    table = Table.objects.get(public_id=answer.url.strip("/").split("/")[1])
    assert data["seal"] == table.seal == seal(bytes.fromhex(table.seed))
    assert form_data(client)["seal"] != table.seal


def test_br01_start_pressed_twice_opens_one_table(client: Client) -> None:
    data = form_data(client)
    first, second = (client.post(reverse("new_game"), data) for _ in range(2))
    assert first.url == second.url
    assert Table.objects.count() == 1


def test_a_guest_is_one_user_and_finds_the_game_again(client: Client) -> None:
    table = start(client)
    start(client)
    assert User.objects.count() == 1
    assert User.objects.get().is_guest
    newest = Table.objects.order_by("pk").last()
    assert newest is not None
    assert reverse("table", args=[newest.public_id]) in client.get(reverse("home")).content.decode()
    fresh = Client()
    fresh.cookies = client.cookies  # the tab was closed and opened again
    assert fresh.get(reverse("table", args=[table.public_id])).status_code == 200


def test_the_front_page_lights_the_way_to_a_running_game(client: Client) -> None:
    def ways() -> list[tuple[str, str]]:
        page = client.get(reverse("home")).content.decode()
        return re.findall(r'<li class="way (\w+)"><a href="([^"]+)"', page)

    others = [("open", reverse("tables", args=[kind])) for kind in ("multiplayer", "ranked")]
    assert ways() == [("lit", reverse("new_game")), *others]
    table = start(client)
    back = reverse("table", args=[table.public_id])
    assert ways() == [("lit", back), ("open", reverse("new_game")), *others]


def test_br19_nobody_else_gets_in(client: Client) -> None:
    table = start(client)
    for name in ("table", "record", "fair_cards"):
        assert Client().get(reverse(name, args=[table.public_id])).status_code == 404
    stranger = Client()
    start(stranger)
    for name in ("table", "record", "fair_cards"):
        assert stranger.get(reverse(name, args=[table.public_id])).status_code == 404
    assert stranger.post(reverse("play_again", args=[table.public_id])).status_code == 404
    assert state(table).round == 0


def test_the_seed_is_nowhere_before_the_end(client: Client) -> None:
    table = start(client)
    let_table_act(table)
    for name in ("table", "record", "fair_cards"):
        answer = client.get(reverse(name, args=[table.public_id]), follow=True)
        assert table.seed not in answer.content.decode()
        assert table.next_seed not in answer.content.decode()


def ended_table(client: Client) -> Table:
    """A finished game of the client's user."""
    table = start(client, opponents=2, most_cards=1)
    for _change in play(table, random.Random(1)):
        pass
    return table


def test_the_end_offers_the_record_and_another_game(client: Client) -> None:
    table = ended_table(client)
    answer = client.get(reverse("record", args=[table.public_id]))
    assert "attachment" in answer["Content-Disposition"]
    record = json.loads(answer.content)
    assert record["fairness"] == {"seed": table.seed, "salts": ["0af", "", ""]}
    assert verify(record)["valid"]
    page = client.get(reverse("table", args=[table.public_id])).content.decode()
    assert seal(bytes.fromhex(table.next_seed)) in page
    assert table.next_seed not in page


def test_play_again_opens_one_table_like_the_last(client: Client) -> None:
    table = ended_table(client)
    address = reverse("play_again", args=[table.public_id])
    first, second = (client.post(address, {"salt": "beef"}) for _ in range(2))
    assert first.url == second.url
    again = Table.objects.exclude(pk=table.pk).get()
    assert again.options == table.options
    assert again.pace == table.pace
    assert again.seed == table.next_seed
    names = [list(other.seats.values_list("name", flat=True)) for other in (table, again)]
    assert names[0] == names[1]  # the same bots, where they sat
    assert Seat.objects.get(table=again, index=0).salt == "beef"


def test_play_again_needs_an_ended_game_and_a_proper_salt(client: Client) -> None:
    running = start(client)
    client.post(reverse("play_again", args=[running.public_id]), {"salt": "0"})
    ended = ended_table(client)
    client.post(reverse("play_again", args=[ended.public_id]), {"salt": "<script>"})
    assert Table.objects.count() == 2


def test_pages_carry_their_safety(client: Client) -> None:
    table = start(client)
    answer = client.get(reverse("table", args=[table.public_id]))
    policy = answer["Content-Security-Policy"]
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert "no-store" in answer["Cache-Control"]
    assert answer["X-Content-Type-Options"] == "nosniff"


def test_a_form_from_elsewhere_is_refused() -> None:
    client = Client(enforce_csrf_checks=True)
    assert client.post(reverse("new_game"), {"opponents": 3}).status_code == 403


def test_another_site_cannot_name_the_host(client: Client) -> None:
    assert client.get("/", headers={"host": "evil.example"}).status_code == 400


def test_a_table_of_several_people_is_each_ones_own_page() -> None:
    table = open_new_table(2, 1)
    for seat in table.seats.exclude(player=None):
        client = Client()
        client.force_login(seat.player)
        page = client.get(reverse("table", args=[table.public_id])).content.decode()
        assert f'class="place p0 f{seat.index}"' in page


def test_a_move_may_be_an_ordinary_form(client: Client) -> None:
    """Pressed before the page's scripts ran: it counts, and the page comes back."""
    table = start(client)
    let_table_act(table)
    page = client.get(reverse("table", args=[table.public_id])).content.decode()
    assert re.search(r'<form id="bids"[^>]*method="post" action="move/"', page)
    answer = client.post(reverse("move", args=[table.public_id]), {"turn": "1.bid", "bid": "2"})
    assert answer.url == reverse("table", args=[table.public_id])
    assert state(table).bids[0] == 2
    for rubbish in ({}, {"turn": "1.bid"}, {"turn": "1.bid", "bid": "99"}, {"turn": "x", "card": "ZZ"}):
        assert client.post(reverse("move", args=[table.public_id]), rubbish).status_code == 302
    assert state(table).bids[0] == 2
    assert (
        Client().post(reverse("move", args=[table.public_id]), {"turn": "1.bid", "bid": "1"}).status_code
        == 404
    )


def test_br25_not_more_than_a_quarter_of_all_browsers_come_back_in_the_same_second(client: Client) -> None:
    """htmx waits the delay, give or take its share of jitter, evenly spread."""
    table = start(client)
    page = client.get(reverse("table", args=[table.public_id])).content.decode()
    found = re.search(r"name=\"htmx-config\" content='([^']+)'", page)
    assert found
    ws = json.loads(found[1])["ws"]
    spread = 2 * ws["reconnectDelay"] * ws["reconnectJitter"]
    assert 1000 / spread <= 0.25
    assert ws["reconnectMaxDelay"] * (1 + ws["reconnectJitter"]) <= 5000  # and nobody waits longer
