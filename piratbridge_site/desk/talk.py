"""What was said at a table, around what was reported."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final, NamedTuple

from django.db.models import QuerySet

from accounts.models import User
from game.models import Message, Said, Table
from game.words import emote_name, phrase_text

BEFORE: Final = 14
AFTER: Final = 8
ALL: Final = 200


class Spoken(NamedTuple):
    """`theirs`: whoever was reported said it; `marked`: it is what was reported."""

    at: datetime
    name: str
    author: User | None
    text: str
    free: bool
    theirs: bool
    marked: bool


class Talk(NamedTuple):
    said: tuple[Spoken, ...]
    more_before: bool
    more_after: bool


def talk_around(table: Table, at: datetime, message: int | None, whose: User | None) -> Talk:
    """What people said until something was reported, and a little after: around a message, if it was one."""
    there = _said_at(table)
    if message is not None:
        before, after = there.filter(pk__lte=message), there.filter(pk__gt=message)
    else:
        before, after = there.filter(at__lte=at), there.filter(at__gt=at)
    last = list(before.order_by("-pk")[: BEFORE + 1])
    first = list(after.order_by("pk")[: AFTER + 1])
    shown = [*reversed(last[:BEFORE]), *first[:AFTER]]
    return Talk(_told(shown, message, whose), len(last) > BEFORE, len(first) > AFTER)


def whole_talk(table: Table, whose: User | None = None) -> Talk:
    """The latest of it, oldest first."""
    last = list(_said_at(table).order_by("-pk")[: ALL + 1])
    return Talk(_told(list(reversed(last[:ALL])), None, whose), len(last) > ALL, False)


def _said_at(table: Table) -> QuerySet[Message]:
    return Message.objects.filter(table=table).exclude(kind=Said.TABLE).select_related("author")


def _told(messages: Sequence[Message], marked: int | None, whose: User | None) -> tuple[Spoken, ...]:
    return tuple(
        Spoken(
            at=each.at,
            name=each.name,
            author=each.author,
            text=text_of(each.kind, each.words),
            free=each.kind == Said.TEXT,
            theirs=whose is not None and each.author_id == whose.pk,
            marked=each.pk == marked,
        )
        for each in messages
    )


def text_of(kind: str, words: str) -> str:
    if kind == Said.EMOTE:
        return f"({emote_name(words)})"
    return phrase_text(words) if kind == Said.PHRASE else words
