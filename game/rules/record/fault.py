"""What is wrong with a record, and where."""

from typing import Any

from game.rules.errors import Code

MESSAGES = {
    Code.NOT_A_RECORD: "This is not a record of a game.",
    Code.WRONG_DEAL: "The cards dealt, or the turned card, cannot be what was dealt.",
    Code.UNFAIR_DEAL: "This is not what the seed and the salts give.",
    Code.BID_OUT_OF_RANGE: "There is no such bid in this round.",
    Code.BIDS_MUST_NOT_ADD_UP: "The bids may not add up to the cards in the round.",
    Code.WRONG_TRICK: "A trick is missing, is one too many, or has not one card from each.",
    Code.NOT_IN_HAND: "The player does not hold this card.",
    Code.MUST_FOLLOW_SUIT: "The player could follow suit and did not.",
}


class Fault(Exception):
    """The first fault of a record. Rounds and tricks are counted from 1."""

    def __init__(
        self,
        code: Code,
        *,
        message: str = "",
        round: int | None = None,
        trick: int | None = None,
        seat: int | None = None,
    ) -> None:
        super().__init__(str(code))
        self.code = code
        self.message = message or MESSAGES[code]
        self.places = {"round": round, "trick": trick, "seat": seat}

    def result(self) -> dict[str, Any]:
        """The result of a record with this fault."""
        places = {name: number for name, number in self.places.items() if number is not None}
        return {"valid": False, "error": {"code": str(self.code), "message": self.message, **places}}


def not_a_record(message: str) -> Fault:
    """A fault of shape; it names no round, as what has the wrong shape may have none."""
    return Fault(Code.NOT_A_RECORD, message=message)
