"""What accounts announce. Who keeps things of people (games, ranks) listens, and does its part in the same
transaction; accounts know nothing of them."""

from django.dispatch import Signal

guest_came_home = Signal()
"""`guest`, `account`: a browser that was a guest has logged in, and what was the guest's is the account's."""

account_deleted = Signal()
"""`account`: its name is to be found nowhere any more."""

own_data_wanted = Signal()
"""`account`: answer with a dictionary, as JSON has them, of all that is kept of it."""

done_to_wanted = Signal()
"""`account`, `since`: answer with a list of `accounts.words.Told`: what moderators have done to it or to its
games since then, beside what they have laid on it."""

sanctioned = Signal()
"""`user`: a moderator has laid something on a player, or lifted it. Sent after the commit."""

renamed = Signal()
"""`account`: a moderator has given it another name, which is to stand wherever the old one did. Sent after
the commit."""

NOBODY = "—"
"""What stands where the name of an account stood that was deleted; the same in every language."""
