"""Requests that take much CPU time declare it, and so wait for the turn of their client."""

from __future__ import annotations

import gc
from collections.abc import Callable
from random import Random
from time import thread_time
from typing import Any

import pytest
from cachetools import Cache
from django.core.cache import cache
from django.db import transaction
from pytest_django.fixtures import Settings

from bench.calibration import calibration_seconds
from games.bots.turns import bot_turn_play
from games.models import Game, Visibility
from serving.fair_share import is_request_expensive
from tests.permissions import ROLES, Row, rows
from tests.roles import World
from tests.toy_games import options_of, play

QUICK = 1.0
"""CPU time of a quick request at most, in runs of a fixed loop: 50 ms where the loop takes 0.05 s.
It takes 0.04 s on the machines of bench/results.
"""
TRIES = 10
"""A request is quick if it was once: other work on the machine only makes it slower."""
MOVES = 60
STORED_BY_WORKERS = ("hint/", "analysis/", "plot.svg")
"""What workers have computed for the toy, which says nothing of Citadels."""


class LongGames(World):
    """Games of Citadels, over or in the middle."""

    ruleset = "citadels"

    def create_game(self, state: str, visibility: Visibility) -> Game:
        game = super().create_game(state, visibility)
        if state == "running" and visibility == Visibility.PRIVATE:
            self.play_on(game, lambda: game.move_count >= MOVES and game.to_act == 0)
        return game

    def play_out(self, game: Game) -> None:
        if game.visibility == Visibility.PRIVATE:  # only spectators see the other
            self.play_on(game, lambda: False)

    def play_on(self, game: Game, is_enough: Callable[[], bool]) -> None:
        rng = Random(1)
        game.refresh_from_db()
        while game.to_act is not None and not is_enough():
            seat = game.seats.get(number=game.to_act)
            if seat.played_by_user and seat.user is not None:
                play(seat.user, game, rng.choice(options_of(seat.user, game)))
            else:
                bot_turn_play(game_id=game.id)
            game.refresh_from_db()

    def names(self, game: Game | None) -> dict[str, Any]:
        return {
            **super().names(game),
            "slug": "citadels",
            "move": game.move_count - 1 if game else 0,
        }


@pytest.fixture
def caches() -> list[Any]:
    found = (one for one in gc.get_objects() if issubclass(type(one), Cache))  # asks no proxy
    return [cache, *found]


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.usefixtures("toy")
def test_what_takes_long_is_declared_expensive(settings: Settings, caches: list[Any]) -> None:
    """With empty caches, and with passwords hashed as in production."""
    slow = "django.contrib.auth.hashers.PBKDF2PasswordHasher"
    settings.PASSWORD_HASHERS = [slow, *settings.PASSWORD_HASHERS]
    world = LongGames()
    measured, undeclared = set(), []
    for row in rows():
        role = next((one for one, status in answers(row) if status < 400), None)
        if role is None or row.path.endswith(STORED_BY_WORKERS):
            continue
        if (loops := cost(world, row, role, caches)) is not None:
            measured.add(row.address)
            if loops > QUICK:
                undeclared.append(f"{row.method} {row.path} [{row.state}] {loops:.2f}")
    assert undeclared == []
    known = {row.address for row in rows() if min(row.statuses) < 400}
    assert {path for _, path in known - measured if not path.endswith(STORED_BY_WORKERS)} == set()


def answers(row: Row) -> list[tuple[str, int]]:
    """Return the statuses of a row by role, first those of players, who may do most."""
    found = zip(ROLES, row.statuses, strict=True)
    return sorted(found, key=lambda one: one[0] not in ("seat", "other", "host"))


def cost(world: World, row: Row, role: str, caches: list[Any]) -> float | None:
    """Return the CPU time of a request in runs of the loop; 0 if it is declared expensive, and None
    if it is refused.
    """
    least = float("inf")
    for _ in range(TRIES):
        for one in caches:
            one.clear()
        with transaction.atomic():
            send = world.request(row, role)
            began = thread_time()
            response = send()
            took = thread_time() - began
            transaction.set_rollback(True)
        if response.status_code >= 400:
            return None
        if is_request_expensive(row.method, response.request["PATH_INFO"]):
            return 0
        least = min(least, took / calibration_seconds())
        if least < QUICK:
            break
    return least
