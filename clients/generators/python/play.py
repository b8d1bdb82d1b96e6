"""Plays a whole game through the client that openapi-python-client makes. It knows no rules.

play.py URL RULESET SEATS BOTS    create a game, wait until its seats are taken, and play it
play.py URL GAME                  join a game and play it
"""

from __future__ import annotations

import random
import secrets
import sys
import time
from http import HTTPStatus
from uuid import UUID

from citadels_api import AuthenticatedClient, Client
from citadels_api.api.auth import auth_register, auth_token_issue
from citadels_api.api.games import game_command, game_create, game_join, game_view
from citadels_api.models import (
    BotInput,
    CommandInput,
    DecisionView,
    GameCreateInput,
    GameJoinInput,
    GameView,
    LoginReply,
    TokenIssueInput,
    UserRegisterInput,
)

PAUSE = 0.1


def log_in(url: str) -> AuthenticatedClient:
    """Register a user with a random name, and return their client."""
    anyone = Client(base_url=url)
    name, password = f"py-{secrets.token_hex(4)}", secrets.token_hex(12)
    auth_register.sync(client=anyone, body=UserRegisterInput(username=name, password=password))
    body = TokenIssueInput(username=name, password=password)
    issued = auth_token_issue.sync(client=anyone, body=body)
    assert isinstance(issued, LoginReply), issued
    return AuthenticatedClient(base_url=url, token=issued.token)


def create(client: AuthenticatedClient, ruleset: str, seats: int, bots: int) -> GameView:
    body = GameCreateInput(
        ruleset=ruleset,
        seats=seats,
        bots=[BotInput(level="easy") for _ in range(bots)],
        start_when_full=True,
    )
    game = game_create.sync(client=client, body=body, idempotency_key=secrets.token_hex(12))
    assert isinstance(game, GameView), game
    return game


def answer(client: AuthenticatedClient, game_id: UUID, decision: DecisionView) -> None:
    """Choose one of the options of the open decision, to build if possible."""
    options = decision.options or []
    builds = [option for option in options if option.verb == "build"]
    choice = (builds or [random.choice(options)])[0].choice
    reply = game_command.sync_detailed(
        game_id,
        client=client,
        body=CommandInput(decision=decision.id, choices=[choice]),
        idempotency_key=secrets.token_hex(12),
    )
    # 409: something else answered it, a time-out or a standing order.
    assert reply.status_code in (HTTPStatus.OK, HTTPStatus.CONFLICT), reply.content


def play(client: AuthenticatedClient, game: GameView) -> bool:
    """Play until the game is over. Returns whether it was played to its end."""
    answers = members = 0
    while game.status in ("lobby", "active"):
        decision = game.decision
        if isinstance(decision, DecisionView) and decision.options:
            members += sum(len(option.additional_properties) for option in decision.options)
            answer(client, game.id, decision)
            answers += 1
        else:
            time.sleep(PAUSE)
        reply = game_view.sync(game.id, client=client)
        assert isinstance(reply, GameView), reply
        game = reply
    print(f"{game.status} after {answers} answers; members of the game in options: {members}")
    return game.status == "finished" and members > 0


def main(url: str, *words: str) -> int:
    client = log_in(url)
    if len(words) == 1:
        reply = game_join.sync(UUID(words[0]), client=client, body=GameJoinInput())
        assert isinstance(reply, GameView), reply
    else:
        reply = create(client, words[0], int(words[1]), int(words[2]))
    print(f"game {reply.id}", flush=True)
    return 0 if play(client, reply) else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
