"""Moderators, players and what they have said and done, for the tests of the desk."""

import html
import re
from typing import Any

from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Group
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from accounts import acts, relations
from accounts.models import Act, Report, User
from game.models import Message, Said, Seat, Table
from tests.game.company import account

__all__ = [
    "account",
    "done",
    "into_the_desk",
    "look",
    "offered",
    "page_of",
    "press",
    "report",
    "say",
    "staff",
    "words",
]


def staff(name: str, group: str = acts.MODERATOR) -> User:
    user = User.objects.create(username=name, is_staff=True)
    if group:
        user.groups.add(Group.objects.get(name=group))
    return User.objects.get(pk=user.pk)


def into_the_desk(user: User) -> Client:
    """A browser of somebody who has logged in with a second factor."""
    Authenticator.objects.create(user=user, type="totp", data={"secret": ""})
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def say(table: Table, who: User, words: str, kind: str = Said.TEXT) -> Message:
    seat = Seat.objects.get(table=table, player=who)
    return Message.objects.create(
        table=table, author=who, seat=seat.index, name=seat.name, kind=kind, words=words
    )


def report(
    table: Table,
    reporter: User,
    reported: User,
    *,
    reason: str = "insulting",
    message: Message | None = None,
    words: str = "",
) -> Report:
    return relations.report(
        reporter,
        reported,
        place=table.public_id,
        reason=reason,
        words=words,
        message=message.pk if message else None,
        quote=message.words if message else "",
        called=Seat.objects.get(table=table, player=reported).name,
    )


# --- pages ------------------------------------------------------------------------------------------------


def page_of(thing: Report | Table | User | Any) -> str:
    name = {Report: "accounts_report_change", User: "accounts_user_player", Table: "game_table_change"}
    return reverse(f"admin:{name.get(type(thing), 'ranking_flag_change')}", args=[thing.pk])


def words(answer: HttpResponse) -> str:
    """What stands on a page, without its tags."""
    text = re.sub(r"<(script|style)[^>]*>.*?</\1>", " ", answer.content.decode(), flags=re.DOTALL)
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", " ", text)))


def look(client: Client, thing: Any) -> str:
    answer = client.get(page_of(thing))
    assert answer.status_code == 200, answer.status_code
    return words(answer)


def offered(client: Client, thing: Any) -> list[str]:
    """What can be pressed on a page."""
    return [
        f"{offer.what} {offer.kind}".strip() for offer in client.get(page_of(thing)).context["desk"].offers
    ]


def press(client: Client, thing: Any, what: str, *, seen: int | None = None, **given: Any) -> str:
    """Press a form of the page as it is (or as it was when `seen` was the latest act); what is said then."""
    if seen is None:
        seen = client.get(page_of(thing)).context["desk"].seen
    answer = client.post(page_of(thing), {"what": what, "seen": seen, **given}, follow=True)
    assert answer.status_code == 200
    found = re.search(r'<ul class="messagelist">(.*?)</ul>', answer.content.decode(), re.DOTALL)
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", " ", found[1]))).strip() if found else ""


def done() -> list[tuple[str, str]]:
    """What the audit log has: what, and why."""
    return list(Act.objects.order_by("pk").values_list("what", "reason"))
