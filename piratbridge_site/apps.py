from django.apps import AppConfig


class SiteConfig(AppConfig):
    name = "piratbridge_site"

    def ready(self) -> None:
        from piratbridge_site import checks  # noqa: F401
