"""Who sits at the table, and who has left it."""

from dataclasses import replace
from typing import TypeVar

from game.rules.company.values import (
    Company,
    EveryoneLeft,
    How,
    Left,
    Outcome,
    Player,
    PlayerLeft,
    Step,
    VoteEnded,
)

T = TypeVar("T")


def seated(company: Company) -> tuple[int, ...]:
    """The seats of the real players who have not left."""
    return tuple(seat for seat, player in enumerate(company.players) if player and player.left is None)


def is_over(company: Company) -> bool:
    """Whether nothing can happen any more: everyone has left, or the game has been stopped."""
    return company.stopped or not seated(company)


def player_at(company: Company, seat: int) -> Player:
    """The real player of a seat that has one."""
    player = company.players[seat]
    assert player is not None
    return player


def leave(company: Company, seat: int, how: How, now: int) -> Step:
    """The company without this player: their yes and their Ready go with them. Counting what that
    makes of a vote or a pause is the caller's."""
    after = replace(
        company,
        players=with_item(company.players, seat, replace(player_at(company, seat), left=Left(how, now))),
        clocks=with_item(company.clocks, seat, None),
        vote=company.vote and replace(company.vote, yes=without(company.vote.yes, seat)),
        pause=company.pause and replace(company.pause, ready=without(company.pause.ready, seat)),
    )
    if seated(after):
        return after, (PlayerLeft(seat, how),)
    ended = () if after.vote is None else (VoteEnded(after.vote.number, Outcome.MOOT),)
    over = replace(after, vote=None, pause=None)
    return over, (PlayerLeft(seat, how), *ended, EveryoneLeft())


def with_item(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    return (*items[:index], item, *items[index + 1 :])


def without(seats: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return tuple(other for other in seats if other != seat)
