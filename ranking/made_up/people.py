"""Players: what they are called, how good they are, how much and when they play."""

import random
from bisect import bisect
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import accumulate, count
from typing import Final

from accounts import names

_FIRST: Final = (
    "Agnes", "Aksel", "Albert", "Alma", "Anders", "Anna", "Anton", "Arthur", "Asta", "Astrid", "August",
    "Bent", "Bertil", "Birgit", "Bjørn", "Bo", "Camilla", "Carl", "Clara", "Dagmar", "Ditte", "Ebbe", "Edith",
    "Ejnar", "Ella", "Elin", "Emil", "Emma", "Erik", "Esben", "Esther", "Eva", "Filip", "Finn", "Freja",
    "Frida", "Frode", "Gerda", "Grete", "Gry", "Gustav", "Hanne", "Hans", "Helga", "Henrik", "Holger",
    "Ib", "Ida", "Inge", "Ingrid", "Jakob", "Jens", "Johan", "Jonas", "Josefine", "Jytte", "Karen", "Karl",
    "Kaj", "Kirsten", "Kristian", "Knud", "Lars", "Laura", "Lea", "Leif", "Line", "Lise", "Liv", "Luna",
    "Mads", "Maja", "Malthe", "Maren", "Marie", "Mathilde", "Mette", "Mikkel", "Mogens", "Nanna", "Niels",
    "Noah", "Nora", "Ole", "Oline", "Oskar", "Otto", "Palle", "Per", "Petra", "Poul", "Rasmus", "Rikke",
    "Rosa", "Runa", "Rune", "Sander", "Sara", "Signe", "Sigurd", "Silje", "Sofie", "Stine", "Svend", "Søren",
    "Thea", "Thyra", "Tilde", "Tobias", "Tove", "Troels", "Ulla", "Valdemar", "Vera", "Viggo", "Vilhelm",
    "Vita", "Walter", "Yrsa", "Ågot", "Åse", "Øjvind",
)  # fmt: skip
_LAST: Final = (
    "Aaby", "Agger", "Bech", "Birk", "Bruun", "Bundgaard", "Bæk", "Dahl", "Dam", "Due", "Enevold", "Falk",
    "Fisker", "Fjord", "Friis", "Frost", "Gade", "Holm", "Hede", "Høj", "Juhl", "Kjær", "Klint", "Koch",
    "Krogh", "Krabbe", "Lund", "Lynge", "Løvgren", "Munk", "Møller", "Nørgaard", "Odde", "Ravn", "Rask",
    "Rosen", "Sand", "Skov", "Skipper", "Sten", "Strand", "Sø", "Thorup", "Toft", "Vang", "Vig", "Vester",
    "Vinter", "Winther", "Ø", "Øster", "Aagaard",
)  # fmt: skip
_STEADY: Final = 0.8
"""How much less the next player plays than the one before: 0 would be all alike."""
_KEEN: Final = 50
"""The more, the less the first of them play."""
_GONE: Final = 0.35
"""The share of players who have stopped playing."""


@dataclass(slots=True)
class Person:
    """A player while the history is made. `came` and `went`: the time between which they play;
    `busy`: the end of the game they sit at."""

    pk: int
    name: str
    skill: float
    came: int
    went: int
    busy: int = 0


class Crowd:
    """All players, of whom the first ones play the most."""

    def __init__(self, people: list[Person]) -> None:
        self.people = people
        self._weights = list(accumulate((place + _KEEN) ** -_STEADY for place in range(len(people))))

    def some(self, many: int, now: int, chance: random.Random) -> list[Person]:
        """So many who play at this moment and sit at no other table. (Where too few do, whoever is free.)"""
        found: dict[int, Person] = {}
        for attempt in count():
            person = self.people[bisect(self._weights, chance.random() * self._weights[-1])]
            plays = person.came <= now < person.went or attempt > 100
            if plays and person.busy <= now:
                found[person.pk] = person
                if len(found) == many:
                    return list(found.values())
            if attempt > 100_000:
                break
        raise ValueError("there are too few players for so many games at a time")


def people(
    many: int, first: int, begin: int, end: int, taken: Collection[str], seed: int
) -> Iterator[Person]:
    """So many players with names that nobody has; `taken` are the keys and looks of those there are already.
    Their numbers count from `first`; they come and go between `begin` and `end`."""
    chance = random.Random(f"{seed}.people")
    for pk, name in zip(range(first, first + many), _names(set(taken), chance), strict=False):
        came = begin if chance.random() < 0.2 else chance.randint(begin, begin + (end - begin) * 9 // 10)
        went = chance.randint(came, end) if chance.random() < _GONE else end + 1
        yield Person(pk, name, chance.gauss(0, 1), came, went)


def _names(taken: set[str], chance: random.Random) -> Iterator[str]:
    """Names that nobody has, without end."""
    while True:
        name = _name(chance)
        alike = {names.key(name), names.look(name)}
        if taken.isdisjoint(alike) and names.is_well_formed(name) and not names.is_kept(name):
            taken |= alike
            yield name


def _name(chance: random.Random) -> str:
    first, last = chance.choice(_FIRST), chance.choice(_LAST)
    shape = chance.random()
    if shape < 0.35:
        return f"{first} {last}"
    if shape < 0.5:
        return f"{first} {last[0]}. {chance.choice(_LAST)}"
    if shape < 0.65:
        return f"{first}-{chance.choice(_FIRST)} {last}"
    if shape < 0.8:
        return f"{last}{chance.randint(1, 999)}"
    return f"{first}{chance.randint(1, 9999)}"
