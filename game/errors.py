"""What the services refuse, as codes; `game.words.problem_text` has the sentences."""


class Refused(Exception):
    """A request that changed nothing. `code` is one of `game.words`' problems."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code
