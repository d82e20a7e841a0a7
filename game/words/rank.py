"""What a place at a ranked table is called, and what it is worth."""

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import Final

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

_PLACES: Final[tuple[Promise, ...]] = (_("1st"), _("2nd"), _("3rd"), _("4th"), _("5th"), _("6th"))


def place_name(place: int) -> str:
    """ "1st", "2nd"."""
    return str(_PLACES[place - 1])


def tenths(worth: Fraction) -> str:
    """ "+26.7", "−1.2", "0.0": points to one decimal, as the language writes it."""
    decimal = Decimal(worth.numerator) / worth.denominator
    rounded = decimal.quantize(Decimal("0.1"), ROUND_HALF_UP)
    sign = "+" if rounded > 0 else "−" if rounded < 0 else ""
    return sign + number_format(abs(rounded), 1)
