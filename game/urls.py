"""Addresses of the pages."""

from django.urls import path

from game import addresses  # noqa: F401  (the converter)
from game.views import company, lists, past, room, site
from game.views import table as table_views

urlpatterns = [
    path("", site.home, name="home"),
    path("robots.txt", site.robots),
    path("rules/", site.rules, name="rules"),
    path("play/", site.new_game, name="new_game"),
    path("history/", past.history, name="history"),
    path("history/records/", past.records, name="records"),
    path("player/<str:name>/history/", past.history_of, name="history_of"),
    path("games/", past.games, name="games"),
    path("game/<public_id:public_id>/", past.past_game, name="past_game"),
    path("<lobby_kind:kind>/", lists.tables, name="tables"),
    path("<lobby_kind:kind>/create/", lists.create, name="create_table"),
    path("<lobby_kind:kind>/quick/", lists.quick_game, name="quick_game"),
    path("table/<public_id:public_id>/", table_views.table, name="table"),
    path("table/<public_id:public_id>/move/", table_views.move, name="move"),
    path("table/<public_id:public_id>/again/", table_views.play_again, name="play_again"),
    path("table/<public_id:public_id>/join/", room.join, name="join"),
    path("table/<public_id:public_id>/lobby/", room.act, name="lobby"),
    path("table/<public_id:public_id>/terms/", room.change_terms, name="terms"),
    path("table/<public_id:public_id>/deed/", company.deed, name="deed"),
    path("table/<public_id:public_id>/say/", company.say, name="say"),
    path("table/<public_id:public_id>/person/", company.person, name="person"),
    path("table/<public_id:public_id>/watching/", company.watching, name="watching"),
    path("table/<public_id:public_id>/rematch/", company.play_again, name="rematch"),
    path("table/<public_id:public_id>/record/", table_views.record, name="record"),
    path("table/<public_id:public_id>/fair/", table_views.fair_cards, name="fair_cards"),
]
