from django.apps import AppConfig
from django.contrib.admin import apps as admin


class AccountsConfig(AppConfig):
    name = "accounts"
    default = True

    def ready(self) -> None:
        from accounts import receivers  # noqa: F401


class StaffAdminConfig(admin.AdminConfig):
    """Django's admin, behind the site's own login and a second factor."""

    default = False
    default_site = "accounts.staff.StaffSite"
