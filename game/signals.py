"""What games announce. Who keeps things of players (ranks, statistics) listens, and games know nothing of
them."""

from django.dispatch import Signal

game_ended = Signal()
"""`table`: its game is over, in whichever way. Sent in the transaction that ends it, once for each game; what
a listener keeps is kept with the end, or not at all."""
