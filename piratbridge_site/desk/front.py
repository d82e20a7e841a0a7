"""Where moderators begin: what waits for them, and what has been done lately."""

from dataclasses import dataclass

from accounts.models import Act, User
from piratbridge_site.desk.flags import flag_text
from piratbridge_site.desk.players import Done, done_by
from piratbridge_site.desk.reports import MANY, Waiting, waiting
from ranking.models import Flag

LATELY = 12
SHOWN = 40


@dataclass(frozen=True, slots=True)
class Front:
    """None is what is none of theirs. Numbers are texts: "3", "100+"."""

    reports: list[Waiting] | None
    report_number: str
    running: list[Waiting]
    flags: list[tuple[Flag, str]] | None
    flag_number: str
    acts: list[Done] | None


def front_of(moderator: User) -> Front:
    reports, number = waiting() if moderator.has_perm("accounts.view_report") else (None, "")
    flags = _flags() if moderator.has_perm("ranking.view_flag") else None
    return Front(
        reports=None if reports is None else reports[:SHOWN],
        report_number=number,
        running=[each for each in reports or () if each.running],
        flags=None if flags is None else [(flag, flag_text(flag)) for flag in flags[:SHOWN]],
        flag_number="" if flags is None else f"{MANY}+" if len(flags) > MANY else str(len(flags)),
        acts=_acts() if moderator.has_perm("accounts.view_act") else None,
    )


def _flags() -> list[Flag]:
    """Those that wait, the oldest first."""
    waiting = Flag.objects.filter(reviewed_at=None).select_related("user", "other")
    return list(waiting.order_by("found_at", "pk")[: MANY + 1])


def _acts() -> list[Done]:
    return [done_by(act) for act in Act.objects.select_related("moderator", "user").order_by("-pk")[:LATELY]]
