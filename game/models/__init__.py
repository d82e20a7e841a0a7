from game.models.log import Action, Archive, Result, Round, Source
from game.models.presence import Process, Visit
from game.models.tables import Kind, Pace, Seat, Table, new_public_id, new_seed
from game.models.talk import Message, Said

__all__ = [
    "Action",
    "Archive",
    "Kind",
    "Message",
    "Pace",
    "Process",
    "Result",
    "Round",
    "Said",
    "Seat",
    "Source",
    "Table",
    "Visit",
    "new_public_id",
    "new_seed",
]
