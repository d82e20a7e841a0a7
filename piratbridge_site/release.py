"""Which release of the site a page came from, so that an old page can be told to reload."""

import hashlib
from pathlib import Path


def release_of(static_root: Path) -> str:
    """A short name that changes with the collected scripts and styles; "dev" before there are any."""
    manifest = static_root / "staticfiles.json"
    if not manifest.exists():
        return "dev"
    return hashlib.sha256(manifest.read_bytes()).hexdigest()[:12]
