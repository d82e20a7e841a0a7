"""Sessions in the database, as Django keeps them; but what cannot be a key is not looked for."""

from typing import Any

from django.contrib.sessions.backends import db


class SessionStore(db.SessionStore):
    def _validate_session_key(self, key: Any) -> bool:
        """Keys are letters and digits. PostgreSQL takes no NUL, and would make a cookie with one an error
        of ours."""
        return super()._validate_session_key(key) and key.isalnum()  # type: ignore[misc]
