"""The groups of staff, and what each may do: no more than it needs.

They are made, and made to be so again, by every `migrate`. Admins make moderators and superusers make admins,
on a player's page and with a reason (`accounts.sanctions.change_rights`). Passwords and e-mail addresses are
changed by whom they belong to.
"""

from collections.abc import Mapping
from typing import Any, Final

from django.apps import apps
from django.contrib.auth.models import Group, Permission
from django.db.models.signals import post_migrate

from accounts.acts import ADMIN, MODERATOR

MODERATES: Final = (
    "accounts.view_act",
    "accounts.view_namechange",
    "accounts.view_report",
    "accounts.view_sanction",
    "accounts.view_user",
    "game.view_message",
    "game.view_result",
    "game.view_seat",
    "game.view_table",
    "ranking.view_flag",
    "ranking.view_rankchange",
    "ranking.view_settlement",
    "ranking.view_standing",
    "ranking.view_tally",
    # what their pages do, each with an entry in the audit log (`accounts.acts`)
    "accounts.end_table",
    "accounts.handle_report",
    "accounts.rename_user",
    "accounts.review_flag",
    "accounts.sanction_user",
    "accounts.see_traces",
    "accounts.void_game",
)
"""Not the log of a game (`game.view_action`): while it runs, the hands are in it."""

RIGHTS: Final[Mapping[str, tuple[str, ...]]] = {
    MODERATOR: MODERATES,
    ADMIN: (
        *MODERATES,
        "accounts.change_user",
        "accounts.correct_points",
        "accounts.reset_second_factor",
        "accounts.see_addresses",
    ),
}


def keep_up() -> None:
    """Make the groups, with these rights and no others. Rights of apps that are not there are passed over."""
    there = {
        f"{each.content_type.app_label}.{each.codename}": each
        for each in Permission.objects.filter(
            codename__in={right.partition(".")[2] for rights in RIGHTS.values() for right in rights}
        ).select_related("content_type")
    }
    for name, rights in RIGHTS.items():
        group, _ = Group.objects.get_or_create(name=name)
        group.permissions.set(there[right] for right in rights if right in there)


def after_migrating(sender: Any, **_: Any) -> None:
    """Once, when the permissions of the last app are there."""
    if sender.label == list(apps.get_app_configs())[-1].label:
        keep_up()


def listen() -> None:
    post_migrate.connect(after_migrating, dispatch_uid="groups")
