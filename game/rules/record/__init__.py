"""Game records: a played game as one JSON object, written, read, and played again under the rules.

- `record_of` writes one from the log of a game.
- `load` reads JSON text strictly; `verify` plays a loaded record and gives its result.

    >>> verify([])["error"]["code"]
    'not-a-record'
"""

from game.rules.record.parse import Fairness, Player, Record, load, parse
from game.rules.record.replay import verify, verify_text
from game.rules.record.write import record_of

__all__ = ["Fairness", "Player", "Record", "load", "parse", "record_of", "verify", "verify_text"]
