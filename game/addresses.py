"""What a table's address looks like; anything else is no address, whatever it does to a database."""

from django.urls import register_converter


class PublicId:
    """`Table.public_id`: 22 characters of 128 random bits (`models.new_public_id`)."""

    regex = "[A-Za-z0-9_-]{22}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class LobbyKind:
    """A kind of table at which people meet (`models.Kind`)."""

    regex = "multiplayer|ranked"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(PublicId, "public_id")
register_converter(LobbyKind, "lobby_kind")
