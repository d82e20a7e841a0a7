"""The user. A guest is a user too, known by the session alone, so that games never move house when
the guest becomes an account."""

from collections.abc import Iterable
from typing import Any

from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.signals import NOBODY


class User(AbstractUser):
    """An account, a guest, or what is left of an account that was deleted.

    `username` is the display name of an account (`accounts.names`). `name_key` and `name_look` follow from
    it whenever it is saved; where they are empty the row has no name that anybody could take. `settings`
    are those that an account has chosen (`accounts.settings`); a guest's are in the browser.
    """

    username = models.CharField(
        _("name"), max_length=150, unique=True, error_messages={"unique": names.TAKEN}
    )
    is_guest = models.BooleanField(default=False)
    name_key = models.CharField(max_length=names.LONGEST_KEY, null=True, editable=False)  # noqa: DJ001
    name_look = models.CharField(max_length=names.LONGEST_KEY, null=True, editable=False)  # noqa: DJ001
    deleted_at = models.DateTimeField(null=True, blank=True, editable=False)
    settings = models.JSONField(default=dict, blank=True, editable=False)

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=["name_key"], name="one_name_in_any_spelling", violation_error_message=names.TAKEN
            ),
            models.UniqueConstraint(
                fields=["name_look"], name="no_two_names_look_alike", violation_error_message=names.TAKEN
            ),
            models.CheckConstraint(
                condition=Q(is_guest=True)
                | Q(deleted_at__isnull=False)
                | Q(name_key__isnull=False, name_look__isnull=False),
                name="an_account_has_a_name",
            ),
            models.CheckConstraint(
                condition=Q(is_guest=False, deleted_at__isnull=True) | Q(settings={}),
                name="only_accounts_keep_settings",
            ),
        ]

    def clean(self) -> None:
        """What staff type into the admin is looked at like what players type, but that staff may use names
        that are kept for the site."""
        super().clean()
        self.follow_name()
        if self.name_key is None:
            return
        if not names.is_well_formed(self.username):
            raise ValidationError({"username": names.FORM})
        alike = Q(name_key=self.name_key) | Q(name_look=self.name_look)
        if User.objects.exclude(pk=self.pk).filter(alike).exists():
            raise ValidationError({"username": names.TAKEN})

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **kwargs: Any) -> None:
        self.follow_name()
        if update_fields is not None and {"username", "is_guest", "deleted_at"}.intersection(update_fields):
            update_fields = {*update_fields, "name_key", "name_look"}
        super().save(*args, update_fields=update_fields, **kwargs)

    def follow_name(self) -> None:
        """Make what is kept beside the name agree with it."""
        named = not self.is_guest and self.deleted_at is None
        self.name_key = names.key(self.username) if named else None
        self.name_look = names.look(self.username) if named else None


class NameChange(models.Model):
    """What an account was called before, for moderators: a name may be changed, not shaken off."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="name_changes")
    old = models.CharField(max_length=150)
    new = models.CharField(max_length=150)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.old} → {self.new}"


class SignIn(models.Model):
    """A session in which an account is logged in. Sessions say whose they are in their sealed contents
    alone, and those of an account end together: when its password changes, and when it is deleted."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="sign_ins")
    session_key = models.CharField(max_length=40, primary_key=True)

    def __str__(self) -> str:
        return f"{self.user_id}"


class Relation(models.Model):
    """What one player wants of another: not to hear them, or not to sit with them either
    (`accounts.relations`)."""

    class Kind(models.TextChoices):
        MUTE = "mute"
        BLOCK = "block"

    who = models.ForeignKey(User, on_delete=models.CASCADE, related_name="relations", db_index=False)
    whom = models.ForeignKey(User, on_delete=models.CASCADE, related_name="relations_of_others")
    kind = models.CharField(max_length=5, choices=Kind.choices)
    # What a guest was called: so much and no more is told when the guest turns out to be an account.
    called = models.CharField(max_length=150, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["who", "whom"], name="one_relation_per_pair"),
            models.CheckConstraint(condition=~Q(who=F("whom")), name="nobody_mutes_or_blocks_themselves"),
            models.CheckConstraint(condition=Q(kind__in=["mute", "block"]), name="relation_kind_known"),
        ]

    def __str__(self) -> str:
        return f"{self.who_id} {self.kind}s {self.whom_id}"

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
        indexes = [models.Index(fields=["reporter", "at"], name="reports_of_a_day")]

    def __str__(self) -> str:
        return f"{self.called}: {self.reason}"
