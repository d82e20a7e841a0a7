"""The lock under which a player's points and statistics change: the row of the account itself.

Everyone who changes a standing, gains or tallies takes it first, of all players of a game at once and in the
order of their ids, so that two never wait for each other; and who is being deleted holds it, too.
"""

from collections.abc import Collection

from accounts.models import User


def hold(users: Collection[int]) -> dict[int, User]:
    """Lock the users, until the transaction ends, that are still there: by id. Who has deleted the account is
    not among them, and has no standing any more."""
    # `no_key`: others may go on writing rows that point to them.
    found = User.objects.select_for_update(no_key=True).filter(pk__in=users, deleted_at=None).order_by("pk")
    return {user.pk: user for user in found}
