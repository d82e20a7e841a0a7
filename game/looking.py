"""Who may look into a game: which games are everybody's, and which only theirs who played."""

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, Q
from django.http import Http404

from accounts.models import User
from accounts.staff import has_second_factor
from game.live.watching import may_watch, sat_there
from game.models import Kind, Seat, Table
from game.selectors import own_seat, seated_table, table_at

EVERYBODYS = Q(status=Table.Status.ENDED, public=True, watching=True) & ~Q(kind=Kind.SINGLEPLAYER)
"""Of tables: the games that are over and that anyone may look into (`may_watch`, in the database's words)."""


def may_look_on(table: Table, user: User | AnonymousUser) -> bool:
    """Whether somebody who has no seat there (any more) may see a game with people, running or over."""
    return may_watch(table) or (table.kind != Kind.SINGLEPLAYER and sat_there(table, user.pk))


def open_to_check(public_id: str, user: User | AnonymousUser) -> tuple[Table, list[Seat], Seat | None]:
    """A table, its seats and the viewer's own: for who sits there, and once its game has ended for everyone
    who may see that (RULES 6: anyone can check it), moderators among them. Raises Http404."""
    table, seats = table_at(public_id)
    over = table.status == Table.Status.ENDED
    if over and (may_look_on(table, user) or _moderates(table, user)):
        return table, seats, own_seat(table, seats, user)
    return seated_table(user, public_id)


def own_place(table: Table, seats: list[Seat], user: User | AnonymousUser) -> Seat | None:
    """Of a game that is over, for who looks at it again: the seat that they had, if they left it early, too.
    Raises Http404 for whom it is none of their business. Moderators, who decide on what was done there, see
    every game with people."""
    own = next((seat for seat in seats if seat.player_id is not None and seat.player_id == user.pk), None)
    if own or may_watch(table) or _moderates(table, user):
        return own
    raise Http404


def _moderates(table: Table, user: User | AnonymousUser) -> bool:
    """As the admin's door has it: staff, with the right, and with a second factor."""
    if table.kind == Kind.SINGLEPLAYER or not user.is_staff:
        return False
    return user.has_perm("accounts.handle_report") and has_second_factor(user)


def seen_by(user: User | AnonymousUser) -> Q:
    """Of tables: the past games that somebody may look into."""
    if user.pk is None:
        return EVERYBODYS
    sat = Exists(Seat.objects.filter(table=OuterRef("pk"), player=user.pk))
    return EVERYBODYS | (Q(status=Table.Status.ENDED) & Q(sat))
