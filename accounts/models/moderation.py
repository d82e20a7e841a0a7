"""What moderators do, and what it means for the players whom they do it to.

`Act` is the audit log: it is written and read, and neither changed nor deleted, by nobody. What would have
to change (a ban that is lifted, a warning that has been read) is in `Sanction`.
"""

from collections.abc import Iterable
from typing import Any, NoReturn

from django.db import models
from django.db.models import Q
from django.utils import timezone

from accounts.models.users import User


class ActsStay(Exception):
    """Somebody has tried to change or delete what is in the audit log."""

    def __init__(self) -> None:
        super().__init__("what is in the audit log stays as it is")


class ActQuerySet(models.QuerySet["Act"]):
    """The database refuses as well (migration 0006); this says so before anything is sent to it."""

    def update(self, **kwargs: Any) -> NoReturn:
        raise ActsStay

    def delete(self) -> NoReturn:
        raise ActsStay

    def bulk_update(
        self, objs: Iterable["Act"], fields: Iterable[str], batch_size: int | None = None
    ) -> NoReturn:
        raise ActsStay


class Act(models.Model):
    """One thing that a moderator has done (`accounts.acts`).

    `place` is where (a table's public id), `report` the number of the report that led to it; it is no foreign
    key, since a report may be deleted and nothing here is ever updated. `details` are numbers and codes,
    never names: the name of an account that is deleted must be nowhere. (What moderators type may hold one;
    they are told not to.)
    """

    class What(models.TextChoices):
        WARN = "warn"
        MUTE = "mute"
        BAN = "ban"
        LIFT = "lift"
        RENAME = "rename"
        END_TABLE = "end-table", "End table"
        VOID_GAME = "void-game", "Void game"
        CORRECT_POINTS = "correct-points", "Correct points"
        HANDLE_REPORT = "handle-report", "Handle report"
        REVIEW_FLAG = "review-flag", "Review flag"
        RESET_SECOND_FACTOR = "reset-second-factor", "Reset second factor"
        CHANGE_RIGHTS = "change-rights", "Change rights"

    moderator = models.ForeignKey(User, on_delete=models.PROTECT, related_name="acts")
    what = models.CharField(max_length=20, choices=What.choices)
    user = models.ForeignKey(
        User,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="acts_about",
        help_text="about whom",
    )
    place = models.CharField(max_length=100, blank=True, db_index=True, help_text="the public id of a table")
    reason = models.TextField(help_text="why; the player may read it. No names.")
    until = models.DateTimeField(null=True, blank=True)
    details = models.JSONField(default=dict, blank=True)
    report = models.PositiveBigIntegerField(null=True, blank=True, db_index=True)
    at = models.DateTimeField(default=timezone.now, db_index=True)

    objects = ActQuerySet.as_manager()

    class Meta:
        ordering = ["-at", "-pk"]
        default_permissions = ("view",)
        permissions = [
            ("sanction_user", "Can warn, mute and ban players, and lift that"),
            ("rename_user", "Can rename players"),
            ("end_table", "Can end a running game"),
            ("void_game", "Can void a ranked game"),
            ("correct_points", "Can correct rank points"),
            ("handle_report", "Can handle reports"),
            ("review_flag", "Can review what was flagged"),
            ("see_traces", "Can see who shares devices and networks"),
            ("reset_second_factor", "Can reset a player's second factor"),
            ("see_addresses", "Can see e-mail addresses"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(
                    what__in=[
                        "warn", "mute", "ban", "lift", "rename", "end-table", "void-game", "correct-points",
                        "handle-report", "review-flag", "reset-second-factor", "change-rights",
                    ]
                ),
                name="act_known",
            ),
            models.CheckConstraint(condition=~Q(reason=""), name="an_act_has_a_reason"),
        ]  # fmt: skip

    def __str__(self) -> str:
        return f"{self.what} #{self.pk}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise ActsStay
        kwargs["force_insert"] = True
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise ActsStay


class Sanction(models.Model):
    """What a moderator has laid on a player (`accounts.sanctions`): so long as it is in force, and until the
    player has read it. A warning and another name have no end; nor has a ban for good."""

    class Kind(models.TextChoices):
        WARNING = "warn", "Warning"
        MUTE = "mute", "Mute"
        BAN = "ban", "Ban"
        RENAMING = "rename", "Renaming"

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="sanctions")
    kind = models.CharField(max_length=6, choices=Kind.choices)
    reason = models.TextField()
    until = models.DateTimeField(null=True, blank=True)
    act = models.OneToOneField(Act, on_delete=models.PROTECT, related_name="sanction")
    at = models.DateTimeField(default=timezone.now)
    lifted_at = models.DateTimeField(null=True, blank=True)
    seen_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-at", "-pk"]
        default_permissions = ("view",)
        constraints = [
            models.CheckConstraint(
                condition=Q(kind="ban")
                | Q(kind="mute", until__isnull=False)
                | Q(kind__in=["warn", "rename"], until=None),
                name="mutes_end_and_bans_may",
            ),
            models.CheckConstraint(condition=~Q(reason=""), name="a_sanction_has_a_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.kind}"
