"""Addresses of the API and of its description."""

from django.urls import path

from ranking.api import endpoints  # noqa: F401  (they make themselves known)
from ranking.api.page import description
from ranking.api.site import api

urlpatterns = [
    path("", description, name="api"),
    path("v1/", api.urls),
]
