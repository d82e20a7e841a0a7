"""What the services refuse, as codes; `game.words.problem_text` has the sentences."""


class Refused(Exception):
    """A request that changed nothing. `code` is one of `game.words`' problems, `about` what its sentence says
    beside (until when, why), by name."""

    def __init__(self, code: str, **about: object) -> None:
        super().__init__(code)
        self.code, self.about = code, about
