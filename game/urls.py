"""Addresses of the pages."""

from django.urls import path

from game import addresses  # noqa: F401  (the converter)
from game.views import site
from game.views import table as table_views

urlpatterns = [
    path("", site.home, name="home"),
    path("robots.txt", site.robots),
    path("rules/", site.rules, name="rules"),
    path("play/", site.new_game, name="new_game"),
    path("table/<public_id:public_id>/", table_views.table, name="table"),
    path("table/<public_id:public_id>/move/", table_views.move, name="move"),
    path("table/<public_id:public_id>/again/", table_views.play_again, name="play_again"),
    path("table/<public_id:public_id>/record/", table_views.record, name="record"),
    path("table/<public_id:public_id>/fair/", table_views.fair_cards, name="fair_cards"),
]
