"""Games for tests: mostly of the toy, where the game does not matter."""

from __future__ import annotations

from random import Random
from typing import Any
from uuid import UUID

import orjson
import pytest
from rest_framework.test import APIClient

from accounts.models import User
from games import tasks
from games.lobby.invitations import invitation_send
from games.lobby.services import game_create, game_join, game_start
from games.models import Game, GameState, Visibility
from games.play.bot_seats import BotRequest
from games.play.commands import command_send
from games.play.selectors import game_view_for
from games.ratings.finalize import game_count
from tablekernel import registry
from tablekernel.codec import canonical
from tests.tablekernel.toy import TOY

NOWHERE = UUID(int=0)


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy is one of the games."""
    monkeypatch.setitem(registry.RULESETS, "toy", TOY)


def bot_named(name: str) -> BotRequest:
    """``level``, or ``level/profile``."""
    level, _, profile = name.partition("/")
    return {"level": level, "profile": profile}


def lobby(host: User, *guests: User, seats: int = 0, **options: Any) -> Game:
    """A game of the toy in the lobby: host and guests on the first seats, bots on the last."""
    bots = [bot_named(name) for name in options.get("bots", ())]
    size = seats or 1 + len(guests) + len(bots)
    create = {"ruleset": "toy", "options": {}, "seats": size, **options, "bots": bots}
    game = game_create(user=host, **create)
    for guest in guests:
        if game.visibility == Visibility.PRIVATE:
            invitation_send(user=host, game_id=game.id, username=guest.username)
        game = game_join(user=guest, game_id=game.id)
    return game


def start_game(host: User, *guests: User, **options: Any) -> Game:
    """A game of the toy, started; seat 0, the host, has to decide first."""
    game = lobby(host, *guests, **options)
    return game_start(user=host, game_id=game.id)


def seen(user: User, game: Game) -> dict[str, Any]:
    """The game as ``user`` may see it."""
    return game_view_for(user=user, game_id=game.id)[1]


def options_of(user: User, game: Game) -> list[str]:
    """What ``user`` may choose now."""
    return [option["choice"] for option in seen(user, game)["decision"]["options"]]


def play(user: User, game: Game, *choices: str) -> Game:
    """``user`` answers the open decision, with its first option if nothing else is said."""
    game.refresh_from_db()
    answers = choices or (options_of(user, game)[0],)
    command_send(user=user, game_id=game.id, decision=game.decision_id, choices=answers)
    game.refresh_from_db()
    return game


def play_out(game: Game, *users: User) -> Game:
    """The users on the seats 0, 1, ... take the first option until the game is over."""
    game.refresh_from_db()
    while game.to_act is not None:
        game = play(users[game.to_act], game)
    return game


def played(game: Game, players: list[User], moves: int) -> Game:
    """The game after at least some moves, with one of the players to act."""
    rng = Random(4)
    while game.to_act is not None and (game.move_count < moves or game.to_act >= len(players)):
        if game.to_act < len(players):
            user = players[game.to_act]
            choice = rng.choice(options_of(user, game))
            command_send(user=user, game_id=game.id, decision=game.decision_id, choices=[choice])
        else:
            tasks.bots_play(str(game.id))
        game.refresh_from_db()
    return game


def played_by_others(game: Game, players: list[User]) -> Game:
    """The game, played on until one of the players has to act after a move of somebody else."""
    while True:
        game = played(game, players, game.move_count + 1)
        last = game.moves.filter(undone_by=None).order_by("number").last()
        assert last is not None
        if last.seat != game.to_act:
            return game


def counted(game: Game) -> Game:
    """The game, counted for its players as the next sweep does."""
    assert game_count(game_id=game.id)
    game.refresh_from_db()
    return game


class Player:
    """A user at the other end of HTTP."""

    def __init__(self, client: APIClient, game_id: Any) -> None:
        self.client = client
        self.path = f"/api/v1/games/{game_id}/"

    def view(self) -> dict[str, Any]:
        response = self.client.get(self.path)
        assert response.status_code == 200, response.content
        body: dict[str, Any] = response.json()
        return body

    def send(self, decision: int, *choices: str, key: str | None = None) -> Any:
        headers = {} if key is None else {"Idempotency-Key": key}
        body = {"decision": decision, "choices": list(choices)}
        return self.client.post(f"{self.path}commands/", body, headers=headers)

    def post(self, action: str, body: dict[str, Any] | None = None) -> Any:
        return self.client.post(f"{self.path}{action}/", body or {})

    def put(self, action: str, body: dict[str, Any]) -> Any:
        return self.client.put(f"{self.path}{action}/", body)

    def delete(self, action: str) -> Any:
        return self.client.delete(f"{self.path}{action}/")

    def change(self, **body: Any) -> Any:
        return self.client.patch(self.path, body)


def spoil(game: Game, **members: Any) -> str:
    """Change the stored state directly, and return the previous one."""
    row = GameState.objects.get(game=game)
    document = {**orjson.loads(row.state), **members}
    GameState.objects.filter(game=game).update(state=canonical(document).decode())
    return row.state
