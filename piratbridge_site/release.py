"""Which release of the site a page came from, so that an old page can be told to reload."""

import hashlib
from pathlib import Path

WHAT_PAGES_ARE_MADE_OF = ("templates", "static", "game/live")


def release_of(project: Path) -> str:
    """A short name that changes with the templates, the scripts and styles, and what is sent to them."""
    found = hashlib.sha256()
    for folder in WHAT_PAGES_ARE_MADE_OF:
        for file in sorted((project / folder).rglob("*")):
            if file.is_file() and "__pycache__" not in file.parts:
                found.update(f"{file.relative_to(project)} {file.stat().st_size}\n".encode())
                if file.suffix in (".html", ".js", ".css", ".py"):
                    found.update(file.read_bytes())
    return found.hexdigest()[:12]
