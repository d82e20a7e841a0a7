"""What was pressed is done, with its reason, and said in words; or it is said why not.

Every form says what it knew of (`seen`, the latest act about its subject). Of two moderators who decide at
once the second is told what the first has done, and looks again; so is who presses twice.
"""

import copy
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db import OperationalError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts import acts, sanctions
from accounts.models import Act, Report, User
from game import moderation
from game.errors import Refused
from game.models import Table
from game.words import problem_text
from piratbridge_site.desk.offers import Subject
from piratbridge_site.desk.reasons import CLOSE, DURATIONS
from piratbridge_site.desk.reports import alike
from piratbridge_site.desk.sentences import RANK_NAMES, act_text, ago, counted, until_text
from ranking import desk as ladder_desk
from ranking.models import Flag, Settlement

Given = Mapping[str, str]
"""What a form sends."""


class NotDone(Exception):
    """Nothing was done. The sentence says why."""


def press(moderator: User, subject: Subject, given: Given) -> str:
    """Do what was pressed; what has been done, in words. Raises `NotDone`."""
    do = _DEEDS.get(given.get("what", ""))
    if do is None:
        raise NotDone("That cannot be done here.")
    try:
        with transaction.atomic():
            _hold(subject, given["what"])
            _see_what_others_did(moderator, subject, given)
            done = do(moderator, subject, given)
            closed = _close(moderator, subject, _reason(given)) if given.get("close") else ""
    except ValidationError as refused:
        raise NotDone(_why(moderator, subject, given, refused)) from refused
    except Refused as refused:
        last = subject.acts().filter(what=given["what"]).first()
        raise NotDone(_told(moderator, last) if last else problem_text(refused.code, refused.about)) from None
    except OperationalError as error:  # two wanted the same at once, and neither could wait for the other
        raise NotDone("Somebody was at it in the same moment. Look again, then press once more.") from error
    return " ".join(filter(None, (done, closed)))


def _hold(subject: Subject, what: str) -> None:
    """One moderator at a time decides about the same player, table, flag or report.

    In the order in which all the rest of the site locks them: a game to be settled or voided, then players in
    the order of their ids, then tables, then what lies beside them.
    """
    users = {subject.user.pk} if subject.user else set()
    if subject.flag is not None and subject.flag.other_id is not None:
        users.add(subject.flag.other_id)
    if subject.table is not None and what == Act.What.VOID_GAME:
        _locked(Settlement.objects.filter(pk=subject.table.pk))
        users.update(subject.table.seats.filter(player__isnull=False).values_list("player", flat=True))
    _locked(User.objects.filter(pk__in=users), no_key=True)
    if subject.table is not None and what in (Act.What.VOID_GAME, Act.What.END_TABLE):
        _locked(Table.objects.filter(pk=subject.table.pk))
    if subject.flag is not None:
        _locked(Flag.objects.filter(pk=subject.flag.pk))
    if subject.report is not None:
        _locked(Report.objects.filter(pk=subject.report.pk))


def _locked(rows: QuerySet[Any], *, no_key: bool = False) -> None:
    """`no_key`: others may go on writing rows that point to them."""
    list(rows.order_by("pk").select_for_update(no_key=no_key).values_list("pk"))


# --- what others did --------------------------------------------------------------------------------------


def _see_what_others_did(moderator: User, subject: Subject, given: Given) -> None:
    """Raises `NotDone` where something was done that the form did not know of."""
    last = subject.acts().filter(pk__gt=_number(given.get("seen", "")) or 0).first()
    if last is not None:
        raise NotDone(_told(moderator, last))


def _told(moderator: User, last: Act) -> str:
    who = "you have" if last.moderator_id == moderator.pk else f"{last.moderator.username} has"
    return (
        f"Nothing was done, because {who} been here {ago(last.at)}, and {act_text(last)}. "
        f"The reason: “{last.reason}” Look again before you decide."
    )


def _why(moderator: User, subject: Subject, given: Given, refused: ValidationError) -> str:
    """Where somebody was quicker, what they did."""
    if getattr(refused, "code", "") in ("done-already", "nothing-to-lift"):
        what = Act.What.HANDLE_REPORT if given["what"] == CLOSE else given["what"]
        if last := subject.acts().filter(what=what).first():
            return _told(moderator, last)
    return "Nothing was done. " + " ".join(refused.messages)


# --- what can be done -------------------------------------------------------------------------------------


def _reason(given: Given) -> str:
    """What was typed, or else the reason that was chosen."""
    return given.get("reason", "").strip() or given.get("ready", "")


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else None


def _of(subject: Subject) -> User:
    if subject.user is None:
        raise acts.refused("gone")
    return subject.user


def _report(subject: Subject) -> int | None:
    return subject.report.pk if subject.report else None


def _until(given: Given) -> datetime | None:
    """The moment that is meant, None for good. Raises `ValidationError`."""
    if given.get("span") not in DURATIONS:
        raise acts.refused("until-missing")
    _, length = DURATIONS[given["span"]]
    return None if length is None else timezone.now() + length


def _warn(moderator: User, subject: Subject, given: Given) -> str:
    sanctions.warn(moderator, _of(subject), _reason(given), report=_report(subject))
    return f"{subject.name} is warned."


def _mute(moderator: User, subject: Subject, given: Given) -> str:
    until = _until(given)
    sanctions.mute(moderator, _of(subject), _reason(given), until, report=_report(subject))
    return f"{subject.name} is muted {until_text(until)}."


def _ban(moderator: User, subject: Subject, given: Given) -> str:
    until = _until(given)
    sanctions.ban(moderator, _of(subject), _reason(given), until, report=_report(subject))
    return f"{subject.name} is banned {until_text(until)}."


def _lift(moderator: User, subject: Subject, given: Given) -> str:
    kind = given.get("kind", "")
    sanctions.lift(moderator, _of(subject), kind, _reason(given), report=_report(subject))
    return f"The {'warning' if kind == 'warn' else kind} of {subject.name} is lifted."


def _rename(moderator: User, subject: Subject, given: Given) -> str:
    """The service compares the name with the one that the moderator saw."""
    as_seen = copy.copy(_of(subject))
    as_seen.username = given.get("was", "")
    sanctions.rename(moderator, as_seen, _reason(given), given.get("name", ""), report=_report(subject))
    return f"{given.get('was', '')} is called {as_seen.username} now."


def _end_table(moderator: User, subject: Subject, given: Given) -> str:
    if subject.table is None:
        raise NotDone("There is no table here.")
    moderation.end_table(moderator, subject.table.pk, _reason(given), report=_report(subject))
    return "The game is ended, and counts for nothing."


def _void_game(moderator: User, subject: Subject, given: Given) -> str:
    if subject.table is None:
        raise NotDone("There is no table here.")
    act = ladder_desk.void_game(moderator, subject.table.public_id, _reason(given), _report(subject))
    moved = len(act.details["changes"])
    told = f"the points of {counted(moved, 'player')} have moved" if moved else "it had moved nobody's points"
    return f"The game is voided; {told}."


def _correct_points(moderator: User, subject: Subject, given: Given) -> str:
    points, seen = _number(given.get("points", "")), _number(given.get("was", ""))
    act = ladder_desk.correct_points(
        moderator, _of(subject), -1 if points is None else points, _reason(given), _report(subject), seen=seen
    )
    return f"{subject.name} has {act.details['after']} rank points now."


def _review_flag(moderator: User, subject: Subject, given: Given) -> str:
    if subject.flag is None:
        raise NotDone("There is no flag here.")
    ladder_desk.review_flag(moderator, subject.flag, _reason(given))
    return "The flag is reviewed."


def _reset_second_factor(moderator: User, subject: Subject, given: Given) -> str:
    sanctions.reset_second_factor(moderator, _of(subject), _reason(given))
    return f"{subject.name} has no second factor any more."


def _change_rights(moderator: User, subject: Subject, given: Given) -> str:
    group, was = given.get("group", "?"), given.get("was")
    sanctions.change_rights(moderator, _of(subject), group, _reason(given), seen=was)
    return f"{subject.name} is {RANK_NAMES[group]} now."


def _close_alone(moderator: User, subject: Subject, given: Given) -> str:
    return _close(moderator, subject, _reason(given))


def _close(moderator: User, subject: Subject, reason: str) -> str:
    """Close the report, and others of the same thing."""
    if subject.report is None:
        return ""
    others = [report for report in alike(subject.report) if report.reporter_id != moderator.pk]
    for report in (subject.report, *others):
        sanctions.handle_report(moderator, report, reason)
    return "The report is closed" + (f", and so are {len(others)} of the same." if others else ".")


_DEEDS: Final[Mapping[str, Callable[[User, Subject, Given], str]]] = {
    Act.What.WARN: _warn,
    Act.What.MUTE: _mute,
    Act.What.BAN: _ban,
    Act.What.LIFT: _lift,
    Act.What.RENAME: _rename,
    Act.What.END_TABLE: _end_table,
    Act.What.VOID_GAME: _void_game,
    Act.What.CORRECT_POINTS: _correct_points,
    Act.What.REVIEW_FLAG: _review_flag,
    Act.What.RESET_SECOND_FACTOR: _reset_second_factor,
    Act.What.CHANGE_RIGHTS: _change_rights,
    CLOSE: _close_alone,
}
