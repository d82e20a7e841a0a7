"""The user. A guest is a user too, known by the session alone, so that games never move house when
the guest becomes an account."""

from collections.abc import Iterable
from typing import Any

from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.db.models.functions import Upper
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import names


class User(AbstractUser):
    """An account, a guest, or what is left of an account that was deleted.

    `username` is the display name of an account (`accounts.names`). `name_key` and `name_look` follow from
    it whenever it is saved; where they are empty the row has no name that anybody could take. `settings`
    are those that an account has chosen (`accounts.settings`); a guest's are in the browser. `banned_until`
    follows from the account's bans, and `to_be_told` from whether there is something of the moderators' to
    read (`accounts.sanctions`): they lie here so that every request can ask without a query more.
    """

    username = models.CharField(
        _("name"), max_length=150, unique=True, error_messages={"unique": names.TAKEN}
    )
    is_guest = models.BooleanField(default=False)
    name_key = models.CharField(max_length=names.LONGEST_KEY, null=True, editable=False)  # noqa: DJ001
    name_look = models.CharField(max_length=names.LONGEST_KEY, null=True, editable=False)  # noqa: DJ001
    deleted_at = models.DateTimeField(null=True, blank=True, editable=False)
    settings = models.JSONField(default=dict, blank=True, editable=False)
    to_be_told = models.BooleanField(default=False, editable=False)
    banned_until = models.DateTimeField(null=True, blank=True, editable=False)

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
        indexes = [  # for the admin's list of some of a million
            models.Index(fields=["id"], condition=Q(is_staff=True), name="staff_by_id"),
            models.Index(fields=["id"], condition=Q(is_guest=True), name="guests_by_id"),
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

    @property
    def is_banned(self) -> bool:
        return self.banned_until is not None and self.banned_until > timezone.now()

    def follow_name(self) -> None:
        """Make what is kept beside the name agree with it."""
        named = not self.is_guest and self.deleted_at is None
        self.name_key = names.key(self.username) if named else None
        self.name_look = names.look(self.username) if named else None


class NameChange(models.Model):
    """What an account was called before, for moderators: a name may be changed, not shaken off."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="name_changes")
    old = models.CharField(max_length=150, db_index=True)
    new = models.CharField(max_length=150)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-at", "-pk"]
        indexes = [models.Index(Upper("old"), name="earlier_names_in_capitals")]  # as `iexact` asks

    def __str__(self) -> str:
        return f"{self.old} → {self.new}"


class SignIn(models.Model):
    """A session in which an account is logged in. Sessions say whose they are in their sealed contents
    alone, and those of an account end together: when its password changes, and when it is deleted."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="sign_ins")
    session_key = models.CharField(max_length=40, primary_key=True)

    def __str__(self) -> str:
        return f"{self.user_id}"
