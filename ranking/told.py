"""What players are told, on their account's page, of what moderators have done to their rank points."""

from datetime import datetime
from typing import Any

from django.dispatch import receiver
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.acts import reason_for
from accounts.models import Act, User
from accounts.signals import done_to_wanted
from accounts.words import Told
from ranking.models import Cause, RankChange


@receiver(done_to_wanted)
def of_moved_points(account: User, since: datetime, **_signal: Any) -> list[Told]:
    """Games that were voided, and corrections."""
    moved = RankChange.objects.filter(user=account, cause__in=(Cause.VOID, Cause.CORRECTION), at__gt=since)
    reasons = _reasons_of_corrections(account, since)
    return [_told(change, reasons) for change in moved.select_related("table").defer("table__state", "terms")]


def _told(change: RankChange, reasons: dict[int, str]) -> Told:
    points = {"before": change.before, "after": change.after}
    if change.table is None:
        sentence = _("A moderator has corrected your rank points, from %(before)s to %(after)s.") % points
        return Told(change.at, sentence, reasons.get(change.pk, ""))
    place = change.table.public_id
    sentence = _(
        "A moderator has voided a game of yours: your rank points went from %(before)s to %(after)s."
    )
    why, page = reason_for(place, Act.What.VOID_GAME), reverse("past_game", args=[place])
    return Told(change.at, sentence % points, why, page)


def _reasons_of_corrections(account: User, since: datetime) -> dict[int, str]:
    """By the number of the change."""
    acts = Act.objects.filter(user=account, what=Act.What.CORRECT_POINTS, at__gt=since)
    return {details.get("change", 0): reason for details, reason in acts.values_list("details", "reason")}
