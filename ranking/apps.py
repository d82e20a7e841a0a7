from django.apps import AppConfig


class RankingConfig(AppConfig):
    name = "ranking"

    def ready(self) -> None:
        from game import standing
        from ranking.models import points_of

        standing.register(points_of)
