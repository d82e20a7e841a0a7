from django.apps import AppConfig


class SiteConfig(AppConfig):
    name = "piratbridge_site"

    def ready(self) -> None:
        # Celery's application must be there before a task is called, but not for every command.
        from piratbridge_site import celery, checks, groups, migrating  # noqa: F401

        groups.listen()
        migrating.listen()
