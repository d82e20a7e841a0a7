"""Why a deed is refused: a closed set of codes, which the pages put into words."""

from enum import StrEnum


class Code(StrEnum):
    """Every fault that a deed, or a move of the game as far as it concerns the company, may have."""

    NOT_A_DEED = "not-a-deed"  # what was sent is no deed at all
    EVERYONE_LEFT = "everyone-left"  # the game has ended there
    STOPPED = "stopped"  # and so it has, by a moderator
    NOT_SEATED = "not-seated"  # a bot's seat, one whose player has left, or none at all
    NOT_YOURS = "not-yours"  # a seat asked for what the table alone does
    NO_CLOCK = "no-clock"  # a pause at a table without a time limit
    PAUSED = "paused"  # moves, time-outs and asking for a pause while the game is paused
    NOT_PAUSED = "not-paused"  # of Ready, and of replacing at a table with a clock: no (such) pause
    VOTE_OPEN = "vote-open"  # there is one vote at a time
    NO_SUCH_VOTE = "no-such-vote"  # the vote meant is over, or never was
    NOT_ASKED = "not-asked"  # the vote does not ask this player
    ALREADY_SAID = "already-said"  # yes or Ready, said before
    NOT_READY = "not-ready"  # only who is Ready may ask for a bot in place of who is not
    NOT_REPLACEABLE = "not-replaceable"  # oneself, a bot, one who is Ready, or whom nobody waits for
    NOT_WAITED_FOR = "not-waited-for"  # a time-out of a seat that has no clock running
    TOO_EARLY = "too-early"  # its time will come


class DeedRefused(Exception):
    """Something that the company may not do (now); `code` says why, `seat` who asked."""

    def __init__(self, code: Code, seat: int | None = None) -> None:
        super().__init__(str(code))
        self.code = code
        self.seat = seat
