"""Plays a whole game with httpx and validating models of datamodel-code-generator.

play.py URL RULESET SEATS BOTS    create a game, wait until its seats are taken, and play it
play.py URL GAME                  join a game and play it
"""

from __future__ import annotations

import random
import secrets
import sys
import time
from http import HTTPStatus
from typing import Any

import httpx
from citadels_models import (
    BotInput,
    Choice,
    CommandConflictProblem,
    CommandInput,
    CommandReply,
    DecisionView,
    GameCreateInput,
    GameJoinInput,
    GameView,
    LoginReply,
    TokenIssueInput,
    UserRegisterInput,
)
from pydantic import BaseModel

PAUSE = 0.1


def post(client: httpx.Client, path: str, body: BaseModel) -> httpx.Response:
    content: dict[str, Any] = body.model_dump(mode="json", exclude_unset=True)
    reply = client.post(path, json=content, headers={"Idempotency-Key": secrets.token_hex(12)})
    # 409: something else answered a decision, a time-out or a standing order.
    assert reply.is_success or reply.status_code == HTTPStatus.CONFLICT, reply.text
    return reply


def log_in(client: httpx.Client) -> None:
    """Register a user with a random name, and log in."""
    name, password = f"pydantic-{secrets.token_hex(4)}", secrets.token_hex(12)
    post(client, "auth/register/", UserRegisterInput(username=name, password=password))
    issued = post(client, "auth/tokens/", TokenIssueInput(username=name, password=password))
    token = LoginReply.model_validate_json(issued.content).token
    client.headers["Authorization"] = f"Bearer {token}"


def answer(client: httpx.Client, game: GameView, decision: DecisionView) -> int:
    """Choose an option, to build if possible. Return the number of members of the game."""
    options = decision.options or []
    builds = [option for option in options if option.verb == "build"]
    choice = (builds or [random.choice(options)])[0].choice
    command = CommandInput(decision=decision.id, choices=[Choice(choice)])
    reply = post(client, f"games/{game.id}/commands/", command)
    if reply.status_code == HTTPStatus.CONFLICT:
        CommandConflictProblem.model_validate_json(reply.content)
    else:
        CommandReply.model_validate_json(reply.content)
    return sum(len(option.model_extra or {}) for option in options)


def main(url: str, *words: str) -> int:
    client = httpx.Client(base_url=f"{url}/api/v1/", timeout=30)
    log_in(client)
    if len(words) == 1:
        reply = post(client, f"games/{words[0]}/join/", GameJoinInput())
    else:
        bots = [BotInput(level="easy")] * int(words[2])
        body = GameCreateInput(
            ruleset=words[0], seats=int(words[1]), bots=bots, start_when_full=True
        )
        reply = post(client, "games/", body)
    game = GameView.model_validate_json(reply.content)
    print(f"game {game.id}", flush=True)
    answers = members = 0
    while game.status in ("lobby", "active"):
        if game.decision and game.decision.options:
            members += answer(client, game, game.decision)
            answers += 1
        else:
            time.sleep(PAUSE)
        reply = client.get(f"games/{game.id}/").raise_for_status()
        game = GameView.model_validate_json(reply.content)
    print(f"{game.status} after {answers} answers; members of the game in options: {members}")
    return 0 if game.status == "finished" and members > 0 else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
