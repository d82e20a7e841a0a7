"""Addresses of the ladder's pages."""

from django.urls import path

from ranking.views import boards, friends, profile

urlpatterns = [
    path("leaderboard/", boards.leaderboard, name="leaderboard"),
    path("profile/", profile.own_profile, name="own_profile"),
    path("player/<str:name>/", profile.profile, name="profile"),
    path("player/<str:name>/about/", profile.about_player, name="about_player"),
    path("friends/", friends.friends, name="friends"),
    path("friends/ask/", friends.ask, name="ask_friend"),
]
