"""What people type and browsers send, read once for all who take it."""


def one_line(text: str) -> str:
    """A text as one line, without what cannot be seen."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def number(text: str) -> int | None:
    """A whole number, not larger than any database takes; None for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 18 else None
