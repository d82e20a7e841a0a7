"""What a list of past games may be narrowed down to, and how it is paged. Read from an address, where
whatever makes no sense is passed over."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Final, NamedTuple
from urllib.parse import urlencode

from django.utils import timezone

from game.models import Kind
from game.models.tables import LONGEST_NAME
from game.rules.exact_bid.options import PRESETS
from game.typed import number, one_line

_START: Final = datetime(1970, 1, 1, tzinfo=UTC)


class Place(NamedTuple):
    """A row's place in a list, newest first: rows of the same time follow each other by their number."""

    at: datetime
    pk: int

    def __str__(self) -> str:
        return f"{(self.at - _START) // timedelta(microseconds=1)}-{self.pk}"


def place_in(text: str) -> Place | None:
    """The place that an address names; None where it names none."""
    moment, _, pk = text.partition("-")
    micros, row = number(moment), number(pk)
    if micros is None or row is None or micros > _LATEST:
        return None
    return Place(_START + timedelta(microseconds=micros), row)


_LATEST: Final = (datetime(9999, 1, 1, tzinfo=UTC) - _START) // timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Filters:
    """`kind` and `preset` are codes and `opponent` is a name, "" for all. Days are those of where the site
    is at home, and both belong to it."""

    kind: str = ""
    preset: str = ""
    opponent: str = ""
    first: date | None = None
    last: date | None = None

    def address(self, **more: str) -> str:
        """As the part of an address behind its question mark."""
        said = {
            "kind": self.kind,
            "preset": self.preset,
            "opponent": self.opponent,
            "from": self.first.isoformat() if self.first else "",
            "to": self.last.isoformat() if self.last else "",
            **more,
        }
        return urlencode({name: value for name, value in said.items() if value})

    @property
    def since(self) -> datetime | None:
        return _midnight(self.first) if self.first else None

    @property
    def until(self) -> datetime | None:
        """The moment from which on games are later than what is asked for."""
        return _midnight(self.last + timedelta(days=1)) if self.last and self.last < date.max else None


def filters_in(data: Mapping[str, str]) -> Filters:
    kind, preset = data.get("kind", ""), data.get("preset", "")
    return Filters(
        kind=kind if kind in Kind.values else "",
        preset=preset if preset in PRESETS else "",
        opponent=one_line(data.get("opponent", ""))[:LONGEST_NAME],
        first=_day_in(data.get("from", "")),
        last=_day_in(data.get("to", "")),
    )


def _day_in(text: str) -> date | None:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if day.year > 1970 else None


def _midnight(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.min))
