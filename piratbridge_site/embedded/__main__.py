"""`make play`: Valkey, the web server, a worker and its clock, started and ended together.

The environment may set PORT (8000; 0 for any free one), DATA_DIR (.data) and all that settings.py
takes. With REDIS_URL no Valkey is started; with DATABASE_URL the data is there and not in DATA_DIR.
"""

import os
import socket
import sys
from pathlib import Path

from piratbridge_site.embedded import folder, site
from piratbridge_site.embedded.children import Ended
from piratbridge_site.embedded.logs import say
from piratbridge_site.embedded.refusal import Refusal

PROJECT = Path(__file__).resolve().parents[2]
HOST = "127.0.0.1"


def main() -> int:
    """Run the site until it is told to end; give the exit status."""
    data = Path(os.environ.get("DATA_DIR") or PROJECT / ".data").resolve()
    os.chdir(PROJECT)
    try:
        with folder.claim(data) as lock, listen(os.environ.get("PORT") or "8000") as door:
            address = f"http://{HOST}:{door.getsockname()[1]}"
            folder.note(lock, f"process {os.getpid()}, {address}")
            site.run(data, door, address)
    except Ended:
        say("Piratbridge has ended.")
        return 0
    except Refusal as refusal:
        print(refusal, file=sys.stderr)
    return 1


def listen(port: str) -> socket.socket:
    """The socket that the web server answers on; Refusal where the port is taken or is none.

    The runner holds it, so that whoever calls while the web server is started again waits for a
    second or two and is not turned away.
    """
    door = socket.socket()
    door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        door.bind((HOST, int(port)))
        door.listen(1024)
    except (ValueError, OverflowError):
        raise Refusal(f"PORT must be a number up to 65535, not {port!r}.") from None
    except OSError as error:
        message = f"Port {port} on {HOST} cannot be used ({error.strerror}). Another: make play PORT=8001"
        raise Refusal(message) from None
    return door


if __name__ == "__main__":
    sys.exit(main())
