"""What players are told, on their account's page, of what moderators have done to their games."""

from datetime import datetime
from typing import Any

from django.dispatch import receiver
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.acts import reason_for
from accounts.models import Act, User
from accounts.signals import done_to_wanted
from accounts.words import Told
from game.models import Table


@receiver(done_to_wanted)
def of_ended_games(account: User, since: datetime, **_signal: Any) -> list[Told]:
    ended = Table.objects.filter(seats__player=account, stopped_at__gt=since)
    return [
        Told(
            stopped_at,
            _("A moderator has ended a game of yours. It counts for nothing."),
            reason_for(public_id, Act.What.END_TABLE),
            reverse("past_game", args=[public_id]),
        )
        for public_id, stopped_at in ended.values_list("public_id", "stopped_at")
        if stopped_at is not None
    ]
