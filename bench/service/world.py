"""Users and matches to measure on, and what their players will choose.

Matches are played ahead in the engine alone, so that the load knows every command beforehand and
needs to ask for nothing in between.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from uuid import UUID

import orjson

from bench.service.load import get, post

SEATS = 4
MATCHES_EACH = 8
"""Matches that one party of four plays at the same time."""


@dataclass(frozen=True, slots=True)
class Planned:
    """A match, the keys of its players by seat, and the choices that will be made."""

    id: UUID
    keys: tuple[str, ...]
    choices: list[tuple[int, str]]

    def commands(self) -> Iterator[bytes]:
        """All commands of the match in order."""
        path = f"/api/v1/games/{self.id}/commands/"
        for decision, (seat, choice) in enumerate(self.choices, start=1):
            body = orjson.dumps({"decision": decision, "choices": [choice]})
            yield post(path, self.keys[seat], body)

    def views(self) -> Iterator[bytes]:
        """What each of its players asks to see it."""
        return iter([get(f"/api/v1/games/{self.id}/", key) for key in self.keys])


def matches_made(count: int, seed: int = 1) -> list[Planned]:
    """Started matches of four users with the usual options, pace and presets."""
    from accounts.models import User
    from accounts.services import token_issue
    from games.services.lobby import game_create, game_join, game_start

    rng, made = Random(seed), []
    users: list[User] = []
    keys: tuple[str, ...] = ()
    for number in range(count):
        if number % MATCHES_EACH == 0:
            names = [f"s{seed}-{number}-{seat}" for seat in range(SEATS)]
            users = [User.objects.create(username=name, password="!") for name in names]
            keys = tuple(token_issue(user=user, name="bench").text for user in users)
        game = game_create(user=users[0], ruleset="citadels", seats=SEATS, options={})
        for user in users[1:]:
            game_join(user=user, game_id=game.id)
        game_start(user=users[0], game_id=game.id)
        made.append(Planned(game.id, keys, choices_ahead(game.id, rng)))
    return made


def choices_ahead(game_id: UUID, rng: Random) -> list[tuple[int, str]]:
    """What the players of a match will choose, by chance, to its end."""
    from engine import registry
    from games.models import GameState

    rules = registry.ruleset("citadels")
    state = rules.load(GameState.objects.values_list("state", flat=True).get(game=game_id))
    made: list[tuple[int, str]] = []
    while (decision := rules.decision(state)) is not None:
        choice = rng.choice(decision.options).key
        made.append((decision.seat, choice))
        rules.play(state, decision.seat, choice)
    return made


def bot_matches_made(count: int) -> list[UUID]:
    """Started matches in which four bots play each other, and nobody else."""
    from accounts.models import User
    from games.services.lobby import game_create, game_start

    made: list[UUID] = []
    host = User.objects.create(username="host", password="!")
    for _ in range(count):
        game = game_create(
            user=host,
            ruleset="citadels",
            seats=SEATS,
            options={},
            bots=[{"level": "greedy"}] * SEATS,
            join=False,
        )
        made.append(game_start(user=host, game_id=game.id).id)
    return made


def reply_of(match: Planned) -> bytes:
    """What the host of a match is answered when he looks at it."""
    from core import json
    from games.models import Game
    from games.selectors import game_view_for

    host = Game.objects.select_related("created_by").get(id=match.id).created_by
    return json.dumps(game_view_for(user=host, game_id=match.id)[1])
