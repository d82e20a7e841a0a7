"""Telling pages of what happens beside the game: who sits or is there, what is said, which tables are open.

A message says only that there is something new; each process that has such pages loads it once for all of
them (`game.live.board`). What gets lost is found by `Table.news`, which counts.
"""

from game.live.audience import Place


def tell_news(table_id: int) -> None:
    """To be called after the commit. Never raises."""
    _tell(table_id)


def tell_lists(kind: str) -> None:
    """The list of a kind's open tables has changed; after the commit. Never raises."""
    _tell(kind)


def _tell(place: Place) -> None:
    from game.live.audience import group_of
    from game.live.send import send_to_group

    send_to_group(group_of(place), lambda: {"table": place, "news": True})
