"""Display names: what one may be called, and which names count as the same.

A name is kept as it was typed, in NFKC. Two texts made of it are kept beside it, each unique in the
database, so that of two people who want one name at the same moment one gets it:

- `key` is the name in any case, with look-alikes made one: 'Freja', 'FREJA' and 'Frеja' with a Cyrillic е.
- `look` is what the name looks like as it is written, and then in any case: 'PauI' with a capital I looks
  like 'Paul'. This can't be seen in small letters, where i and l differ; nor may it be asked of small
  letters, or Ella and Elia could not both be here.

The table of look-alikes is Unicode's, a small part of it, kept in the repository: libraries bring no
skeletons (or bring ICU with them), and one that changed its table would change what is stored.
"""

import re
import unicodedata
from functools import cache
from importlib import resources
from typing import Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

SHORTEST: Final = 3
LONGEST: Final = 20
LONGEST_KEY: Final = 255
"""More than any name that is well-formed comes to."""

FORM: Final = _(
    "A name has 3 to 20 characters: letters and digits, and between them single spaces, hyphens, "
    "apostrophes and full stops."
)
KEPT: Final = _("This name is kept for the site itself.")
TAKEN: Final = _("This name is taken, or looks too much like one that is.")
TOO_SOON: Final = _("A name can be changed once in 30 days.")

_WRITTEN_ALIKE: Final = str.maketrans("’‘‐", "''-")
_BETWEEN: Final = re.compile(r"\. |[-'. ]")
_INVISIBLE: Final = {
    *(0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5),
    *range(0x180B, 0x1810),
    *range(0xFE00, 0xFE10),
    *range(0xE0100, 0xE01F0),
}
"""Letters and marks by their category, of which nothing is seen."""
_MOST_MARKS: Final = 2  # on one letter

_KEPT_WORDS: Final = (
    "admin", "administrator", "anonymous", "anonym", "bot", "bots", "deleted", "dig", "gæst", "guest", "host",
    "mod", "moderator", "official", "officiel", "ordstyrer", "owner", "robot", "root", "server", "slettet",
    "staff", "superuser", "support", "system", "systemet", "webmaster", "you",
)  # fmt: skip
_KEPT_ANYWHERE: Final = ("administrator", "moderator", "piratbridge")


def normal(name: str) -> str:
    """A name as it is kept: NFKC, with the apostrophes and hyphens that keyboards put in made plain."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).translate(_WRITTEN_ALIKE))


def key(name: str) -> str:
    """What the name has in common with itself in any case and spelling."""
    return _skeleton(_folded(normal(name)))[:LONGEST_KEY]


def look(name: str) -> str:
    """What the name has in common with all that look like it."""
    return _skeleton(_folded(_skeleton(normal(name))))[:LONGEST_KEY]


def check(name: str) -> None:
    """Raise `ValidationError` if nobody may be called so. `name` must be `normal`."""
    if not is_well_formed(name):
        raise ValidationError(FORM, code="name_form")
    if is_kept(name):
        raise ValidationError(KEPT, code="name_kept")


def is_well_formed(name: str) -> bool:
    if not SHORTEST <= len(name) <= LONGEST or not any(c.isalpha() for c in name):
        return False
    words = _BETWEEN.split(name)
    return all(words) and all(_is_word(word) for word in words)


def _is_word(word: str) -> bool:
    """Letters with their marks, and digits."""
    marks = 0
    for at, character in enumerate(word):
        kind = unicodedata.category(character)
        marks = marks + 1 if kind.startswith("M") else 0
        if marks > _MOST_MARKS or marks > at or ord(character) in _INVISIBLE:
            return False
        if kind[0] not in "LM" and kind != "Nd":
            return False
    return True


def is_kept(name: str) -> bool:
    """Whether a name could be taken for the site's own: by one of its words, or by all of them together.
    Digits around a word don't make another of it."""
    words = _BETWEEN.split(normal(name))
    whole = "".join(words)
    kept, anywhere = _kept()
    return any(
        not kept.isdisjoint(made(word.strip("0123456789")) for word in [*words, whole])
        or any(word in made(whole) for word in anywhere)
        for made in (_bare_key, _bare_look)
    )


@cache
def _kept() -> tuple[frozenset[str], tuple[str, ...]]:
    return frozenset(map(_bare_key, _KEPT_WORDS)), tuple(map(_bare_key, _KEPT_ANYWHERE))


def _bare_key(word: str) -> str:
    return key(word).replace("l", "i")


def _bare_look(word: str) -> str:
    """As the eye has it that expects the word: 'Adm1n', 'SYSTEM'."""
    return look(word).replace("l", "i")


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def _skeleton(text: str) -> str:
    """Unicode Technical Standard 39, 4: each character replaced by what it looks like."""
    return unicodedata.normalize("NFD", unicodedata.normalize("NFD", text).translate(_alike()))


@cache
def _alike() -> dict[int, str]:
    text = (resources.files("accounts") / "lookalikes" / "table.txt").read_text("utf-8")
    lines = [line.split("\t") for line in text.split("\n") if "\t" in line]
    return {ord(character): shape for shape, characters in lines for character in characters}


# --- in order --------------------------------------------------------------------------------------------

_IN_DANISH: Final = str.maketrans(
    {"æ": "\ue001", "ä": "\ue001", "ø": "\ue002", "ö": "\ue002", "å": "\ue003", "ü": "y"}
)
_LAST: Final = {"z": "z0", "\ue001": "z1", "\ue002": "z2", "\ue003": "z3"}
_LONGEST_ORDER: Final = 255


def order(name: str) -> str:
    """A text by which names sort as they do in Danish, in any database, whatever its collation is: only small
    letters a to z and digits are in it.

    Æ, Ø and Å come last, and Aa is Å; Ä, Ö and Ü sort as Æ, Ø and Y. Case and other accents count for
    nothing, spaces come before digits before letters, and letters of other alphabets after all of them.
    """
    plain = normal(name).casefold().replace("aa", "å").translate(_IN_DANISH)
    plain = "".join(
        letter for letter in unicodedata.normalize("NFD", plain) if not unicodedata.combining(letter)
    )
    return "".join(map(_sorts_as, plain))[:_LONGEST_ORDER]


def _sorts_as(letter: str) -> str:
    if letter in _LAST:
        return _LAST[letter]
    if "a" <= letter < "z":
        return letter
    if "0" <= letter <= "9":
        return f"1{letter}"
    return f"z9{ord(letter):06x}" if letter.isalpha() else "0"
