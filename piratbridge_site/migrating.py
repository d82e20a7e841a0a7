"""Migrations take as long as they take: with a million games a column is filled, or an index built, for
longer than any page may ask of the database (settings)."""

from typing import Any

from django.apps import AppConfig
from django.db import connections
from django.db.models.signals import pre_migrate


def listen() -> None:
    pre_migrate.connect(let_it_take_its_time, dispatch_uid="migrations take their time")


def let_it_take_its_time(sender: AppConfig, using: str, **_: Any) -> None:
    """For the connection of this command, until it ends. (It is told once for each app that has models.)"""
    if sender.label == "game" and connections[using].vendor == "postgresql":
        with connections[using].cursor() as cursor:
            cursor.execute("SET statement_timeout = 0")
