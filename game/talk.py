"""What people say at a table: ready-made phrases, emotes, free text.

Phrases and emotes are codes, which everyone reads in their own language. In Ranked nobody writes freely
while bids are open, nor in a one-card round, where a word could be worth tricks.
"""

from datetime import timedelta
from typing import Final

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from accounts.models import Sanction, User
from accounts.sanctions import sanction_on
from game import store
from game.errors import Refused
from game.models import Kind, Message, Said, Seat, Table
from game.models.talk import LONGEST
from game.moment import words_may_tell
from game.news import tell_news
from game.typed import one_line

PHRASES: Final = ("hello", "good-luck", "well-played", "thanks", "sorry", "one-moment", "back", "good-game")
EMOTES: Final = ("smile", "laugh", "wow", "sad", "cheers", "heart", "think", "clap")
MANY: Final = 5
WHILE: Final = timedelta(seconds=10)
"""Nobody says more than so many things in so long."""


def say(table_id: int, player: User, kind: str, words: str) -> None:
    """Say something at a table where one sits. Raises `Refused` (not-seated, muted, unreadable, too-long,
    too-fast, no-writing-now)."""
    words = _cleaned(kind, words)
    with transaction.atomic():
        table = store.hold(table_id)
        seat = Seat.objects.filter(table=table, player=player, bot="").first()
        if seat is None or table.status == Table.Status.GONE:
            raise Refused("not-seated")
        if mute := sanction_on(player, Sanction.Kind.MUTE):
            raise Refused("muted", until=mute.until, reason=mute.reason)
        if Message.objects.filter(author=player, at__gt=timezone.now() - WHILE).count() >= MANY:
            raise Refused("too-fast")
        if kind == Said.TEXT and not may_write(table):
            raise Refused("no-writing-now")
        Message.objects.create(
            table=table, author=player, seat=seat.index, name=seat.name, kind=kind, words=words
        )
        Table.objects.filter(pk=table.pk).update(news=F("news") + 1)
        transaction.on_commit(lambda: tell_news(table_id))


def may_write(table: Table) -> bool:
    """Whether free text is allowed just now."""
    if table.kind != Kind.RANKED or table.status != Table.Status.RUNNING:
        return True
    return not words_may_tell(store.state_of(table))


def _cleaned(kind: str, words: str) -> str:
    """What is kept of it. Raises `Refused` (unreadable, too-long)."""
    known = {Said.PHRASE: PHRASES, Said.EMOTE: EMOTES}
    if kind in known:
        if words not in known[Said(kind)]:
            raise Refused("unreadable")
        return words
    if kind != Said.TEXT:
        raise Refused("unreadable")
    line = one_line(words)
    if not line:
        raise Refused("unreadable")
    if len(line) > LONGEST:
        raise Refused("too-long")
    return line
