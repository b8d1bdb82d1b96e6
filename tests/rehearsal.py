"""How a restore is rehearsed: the commands of docs/operations/recover.md, run word for word.

`make rehearse-restore` shows what they print.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.conf import settings
from django.db import transaction

from accounts.models import User
from games.chat.services import message_post
from games.models import Game, PauseKind, Room
from games.play.outages import heartbeat
from games.play.rollback import game_rollback
from games.standing_orders.services import orders_set
from tablekernel import registry
from tests.restored import ALL, play_out
from tests.timed import A_DAY_EACH, pause
from tests.toy_games import lobby, start_game

PAGE = settings.BASE_DIR / "docs/operations/recover.md"
SOME_MOVES = 15
VERSION = registry.RULESETS["citadels"].version
CITADELS: dict[str, Any] = {"ruleset": "citadels", "options": {}, "pace": A_DAY_EACH}


def documented(heading: str) -> dict[str, str]:
    """The blocks of commands below a heading of the page, by the first word of their comment."""
    part = PAGE.read_text().split(f"\n### {heading}\n")[1].split("\n### ")[0]
    blocks = [block.split("\n```")[0] for block in part.split("```sh\n# ")[1:]]
    return {block.split(":")[0].split("\n")[0]: f"# {block}" for block in blocks}


@pytest.fixture
def world(alice: User, bob: User) -> list[Game]:
    """A lobby, and games that run, stand still, are suspended, went back, are over."""
    heartbeat()
    rng = Random("the world")
    games = {
        name: start_game(alice, bob, title=name, **CITADELS)
        for name in ("running", "paused", "suspended", "over")
    }
    for name, game in games.items():
        play_out(game, rng, moves=ALL if name == "over" else SOME_MOVES)
    game_rollback(game_id=games["running"].id, to_move=SOME_MOVES - 5, by=bob, reason="rehearsal")
    with transaction.atomic():
        pause(games["paused"], PauseKind.VACATION, alice)
        pause(games["suspended"])
    message_post(user=bob, game_id=games["running"].id, room=Room.PLAYERS, text="Salut, ça va ?")
    order = {"topic": "bribe", "choose": ["refuse"]}
    orders_set(user=alice, game_id=games["paused"].id, orders=[order])
    return [*games.values(), lobby(alice, title="lobby", seats=4, **CITADELS)]


def run(commands: str, **env: object) -> str:
    """What the commands print; they have to succeed."""
    print(f"\n$ {commands}")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    words = {
        "DJANGO_SETTINGS_MODULE": "citadels.settings.test",
        "PATH": path,
        "EMAIL_URL": "dummymail://",
    }
    done = subprocess.run(
        ["bash", "-euc", commands],
        env={**os.environ, **words, **{name: str(value) for name, value in env.items()}},
        cwd=settings.BASE_DIR,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    print(done.stdout)
    assert done.returncode == 0, done.stdout
    return done.stdout


def gone_on(before: dict[str, Any], **env: object) -> None:
    """The restored database holds all there was, costs nobody their seat, and is played on."""
    said = run("python -m tests.restored", **env).splitlines()
    there, after = (json.loads(line) for line in said if line.startswith("{"))
    assert there == json.loads(json.dumps(before))
    paused, running = after.pop("played_on")
    assert paused == ["paused", "active", SOME_MOVES + 10, "same"]
    assert (running[:2], running[3:]) == (["running", "finished"], ["same"])
    assert after == {
        "outages": 1,
        "seats_lost": 0,
        "turns_missed": 0,
        "overdue": 0,
        "clocks": 1,  # of the two that run one stands still
        "moves_stand": True,
        "token": 401,  # revoked after the backup
    }


def verified(said: str) -> bool:
    """True if the commands replayed all started games and found no difference."""
    (line,) = [line for line in said.splitlines() if line.startswith(f"{VERSION}  ")][-1:]
    return line.split()[1:5] == ["4", "4", "0", "0"]
