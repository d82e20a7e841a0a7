from django.apps import AppConfig


class GameConfig(AppConfig):
    name = "game"

    def ready(self) -> None:
        from game import people, told  # noqa: F401
