"""What workers do for the ladder. Every task may run twice, late or never."""

import logging

from celery import shared_task
from django.utils import timezone
from kombu.exceptions import OperationalError

from game.tasks import LATE, elsewhere
from ranking import flags, settlement
from ranking.models import Settlement

log = logging.getLogger(__name__)

AT_ONCE = 200


@shared_task(name="ranking.tasks.settle")
def settle(table_id: int) -> None:
    """Let a game that has ended count, unless it does already."""
    settlement.settle(table_id)


@shared_task(name="ranking.tasks.sweep")
def sweep() -> int:
    """Settle the games whose task was lost with a worker or a broker. Returns how many there were."""
    waiting = Settlement.objects.filter(settled_at=None, ended_at__lte=timezone.now() - LATE)
    # In any order: those that cannot be settled do not keep the others waiting.
    tables = list(waiting.order_by("?").values_list("pk", flat=True)[:AT_ONCE])
    return sum(_settled(table_id) for table_id in tables)


def _settled(table_id: int) -> bool:
    """One game that cannot be settled does not keep the others waiting."""
    try:
        return settlement.settle(table_id)
    except Exception:
        log.exception("table %s could not be settled", table_id)
        return False


def ask_to_settle(table_id: int) -> None:
    """After the commit: have a game settled now. A broker that is away is no matter of those who played; the
    sweep finds it."""
    elsewhere(_ask, table_id)


def _ask(table_id: int) -> None:
    try:
        settle.apply_async((table_id,), expires=60)
    except (OperationalError, OSError) as error:
        log.warning("table %s is left to the sweep: %s", table_id, error)


@shared_task(name="ranking.tasks.look_for_flags", time_limit=600)
def look_for_flags() -> int:
    """Look for what is odd in ranked games, for moderators. Returns how many flags are open because of it."""
    return flags.look()
