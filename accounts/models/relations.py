"""What players are to each other (`accounts.friends`) or keep against each other, and what they ask
moderators to look at (`accounts.relations`)."""

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from accounts.models.users import User
from accounts.signals import NOBODY


class Relation(models.Model):
    """What one player wants of another: not to hear them, not to sit with them either (`accounts.relations`),
    or to be friends (`accounts.friends`). A friend may be muted, too."""

    class Kind(models.TextChoices):
        MUTE = "mute"
        BLOCK = "block"
        FRIEND = "friend"

    who = models.ForeignKey(User, on_delete=models.CASCADE, related_name="relations", db_index=False)
    whom = models.ForeignKey(User, on_delete=models.CASCADE, related_name="relations_of_others")
    kind = models.CharField(max_length=6, choices=Kind.choices)
    # What a guest was called: so much and no more is told when the guest turns out to be an account.
    called = models.CharField(max_length=150, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["who", "whom", "kind"], name="one_relation_of_a_kind_per_pair"),
            models.UniqueConstraint(
                fields=["who", "whom"],
                condition=Q(kind__in=["mute", "block"]),
                name="muted_or_blocked_and_not_both",
            ),
            models.CheckConstraint(condition=~Q(who=F("whom")), name="nobody_mutes_or_blocks_themselves"),
            models.CheckConstraint(
                condition=Q(kind__in=["mute", "block", "friend"]), name="relation_kind_known"
            ),
        ]
        indexes = [
            models.Index(fields=["whom"], name="asked_to_be_friends", condition=Q(kind="friend")),
        ]

    def __str__(self) -> str:
        return f"{self.who_id} {self.kind} {self.whom_id}"

    @property
    def name(self) -> str:
        """By what name `who` knows the other."""
        return self.called or (NOBODY if self.whom.deleted_at else self.whom.username)


class Report(models.Model):
    """What a player wants moderators to look at: another player, at a table or by one message there.

    Both may have gone since; an open report waits for a moderator all the same."""

    class Reason(models.TextChoices):
        INSULTING = "insulting", _("Insulting words")
        SPAM = "spam", _("Spam")
        CHEATING = "cheating", _("Cheating")
        NAME = "name", _("The name")
        OTHER = "other", _("Something else")

    LONGEST_WORDS = 500
    LONGEST_QUOTE = 1000

    reporter = models.ForeignKey(
        User, null=True, on_delete=models.SET_NULL, related_name="reports_made", db_index=False
    )
    reported = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="reports_about")
    called = models.CharField(max_length=150, help_text="what the reported player was called then")
    place = models.CharField(max_length=100, help_text="where it was, as the public id of a table")
    message = models.PositiveIntegerField(
        null=True, help_text="the number of the message there, if it was one"
    )
    quote = models.CharField(max_length=LONGEST_QUOTE, blank=True, help_text="the message itself")
    reason = models.CharField(max_length=9, choices=Reason.choices)
    words = models.CharField(max_length=LONGEST_WORDS, blank=True, help_text="the reporter's own")
    at = models.DateTimeField(auto_now_add=True)
    handled_at = models.DateTimeField(null=True)
    handled_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    note = models.TextField(blank=True, help_text="for moderators")

    class Meta:
        ordering = ["-at", "-pk"]
        constraints = [
            # A report of the player has no message; two of those are one, too.
            models.UniqueConstraint(
                "reporter",
                "reported",
                "place",
                Coalesce("message", -1),
                condition=Q(handled_at=None),
                name="one_open_report_of_a_thing",
            ),
            models.CheckConstraint(condition=~Q(reporter=F("reported")), name="nobody_reports_themselves"),
            models.CheckConstraint(
                condition=Q(reason__in=["insulting", "spam", "cheating", "name", "other"]),
                name="report_reason_known",
            ),
            models.CheckConstraint(
                condition=Q(handled_at__isnull=False) | Q(handled_by=None),
                name="open_reports_are_handled_by_nobody",
            ),
        ]
        indexes = [
            models.Index(fields=["reporter", "at"], name="reports_of_a_day"),
            models.Index(fields=["place"], name="reports_of_a_place"),
        ]

    def __str__(self) -> str:
        return f"{self.called}: {self.reason}"
