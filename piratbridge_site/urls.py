"""The site's addresses: the game's pages, the change of language, the admin."""

from django.contrib import admin
from django.urls import include, path

handler400 = "piratbridge_site.unreadable.unreadable"

urlpatterns = [
    path("", include("game.urls")),
    path("language/", include("accounts.urls")),
    path("admin/", admin.site.urls),
]
