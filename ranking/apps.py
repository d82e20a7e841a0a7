from django.apps import AppConfig


class RankingConfig(AppConfig):
    name = "ranking"

    def ready(self) -> None:
        from game import standing
        from ranking import receivers, told  # noqa: F401
        from ranking.known import Known

        standing.register(Known())
