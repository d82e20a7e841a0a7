"""The site's addresses: the pages of the game and the ladder, the change of language, accounts, the admin."""

from django.contrib import admin
from django.urls import include, path

from accounts.views import language

handler400 = "piratbridge_site.unreadable.unreadable"

urlpatterns = [
    path("", include("game.urls")),
    path("", include("ranking.urls")),
    path("language/", language, name="set_language"),
    path("account/", include("accounts.urls")),
    path("api/", include("ranking.api.urls")),
    path("admin/", admin.site.urls),
]
