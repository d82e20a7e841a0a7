"""What accounts tell people of what moderators have laid on them, in the active language."""

from datetime import datetime
from typing import Final, NamedTuple

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Sanction


class Told(NamedTuple):
    """What a moderator has done, as the player is told it: a sentence, and why. `page` has more of it, ""
    for none."""

    at: datetime
    sentence: str
    reason: str
    page: str = ""


def moment_text(at: datetime) -> str:
    """ "Dec. 8, 2026 at 15:00", "8. december 2026 kl. 15:00"."""
    here = localtime(at)
    return _("%(day)s at %(time)s") % {"day": date_format(here), "time": date_format(here, "H:i")}


def sanction_text(sanction: Sanction) -> str:
    """What it is, and until when: one sentence. Why is beside it (`Sanction.reason`)."""
    if sanction.kind == Sanction.Kind.BAN and sanction.until is None:
        return _("You are banned for good.")
    until = moment_text(sanction.until) if sanction.until else ""
    return str(_SENTENCES[sanction.kind]) % {"until": until}


_SENTENCES: Final[dict[str, Promise]] = {
    Sanction.Kind.WARNING: gettext_lazy("A moderator has warned you."),
    Sanction.Kind.MUTE: gettext_lazy("You are muted until %(until)s, and can say nothing at the tables."),
    Sanction.Kind.BAN: gettext_lazy("You are banned until %(until)s."),
    Sanction.Kind.RENAMING: gettext_lazy("A moderator has given you another name."),
}
