"""What is done for a lobby when time has passed, or somebody has come, gone or logged out."""

from accounts.models import User
from game.errors import Refused
from game.lobby.held import as_it_is, changed, held
from game.lobby.time import next_host
from game.models import Seat, Table


def look_after(table_id: int) -> None:
    """What time brings about: the next host, a seat that somebody has gone from, the end of an empty lobby.
    Nothing where the game has begun meanwhile."""
    try:
        with held(table_id) as (table, seats):
            changed(table, seats, before=as_it_is(table, seats))
    except Refused:
        return


def looked_after(table: Table, seats: list[Seat]) -> None:
    """Somebody has come to a lobby, which the caller has locked, or gone from it. Saved here."""
    changed(table, seats)


def hand_over(player: User) -> None:
    """Somebody logs out: where they are host, somebody is who is there (BR-43). Their seat they keep for as
    long as if they were away. Nothing where nobody else is there, or the game has begun."""
    own = Seat.objects.filter(player=player, sits=True, table__host=player).first()
    if own is None:
        return
    try:
        with held(own.table_id, host=player) as (table, seats):
            others = [seat for seat in seats if seat.player_id != player.pk]
            there = [seat for seat in others if seat.player_id is not None and seat.away_since is None]
            if there:
                table.host_id = next_host(there)
                changed(table, seats)
    except Refused:
        return
