"""What can be wrong with a move, an option or a record: a closed set of codes.

The codes are data for programs; the pages put them into words in the player's language.
"""

from enum import StrEnum


class Code(StrEnum):
    """Every fault that the games know. The first group stands in results of records as well."""

    NOT_A_RECORD = "not-a-record"
    WRONG_DEAL = "wrong-deal"
    UNFAIR_DEAL = "unfair-deal"
    BID_OUT_OF_RANGE = "bid-out-of-range"
    BIDS_MUST_NOT_ADD_UP = "bids-must-not-add-up"
    WRONG_TRICK = "wrong-trick"
    NOT_IN_HAND = "not-in-hand"
    MUST_FOLLOW_SUIT = "must-follow-suit"

    NOT_AN_ACTION = "not-an-action"  # what was sent is no move at all
    NOT_YOUR_TURN = "not-your-turn"  # somebody else is to act, or the sender has no seat in play
    NOT_NOW = "not-now"  # a move of another phase: a card while bids are open, a deal in mid-round
    BIDS_ARE_CLOSED = "bids-are-closed"  # all bids are in, or nothing has been dealt
    GAME_OVER = "game-over"
    STALE = "stale"  # the move was meant for an earlier turn (judged by the door)
    BAD_OPTION = "bad-option"  # an option that does not exist or has a value outside the rules


class RuleError(Exception):
    """Something that the rules do not allow; `code` says what."""

    def __init__(self, code: Code | str) -> None:
        super().__init__(str(code))
        self.code = Code(code)


class IllegalAction(RuleError):
    """A move that may not be made; `seat` is whose move it was, or whose it should have been changed."""

    def __init__(self, code: Code | str, seat: int | None = None) -> None:
        super().__init__(code)
        self.seat = seat


class BadOption(RuleError):
    """A set of options that is no game; `option` names the first one that is wrong."""

    def __init__(self, option: str) -> None:
        super().__init__(Code.BAD_OPTION)
        self.option = option
