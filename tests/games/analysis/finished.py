"""Games of people against bots, played to their end, and analyses of the toy."""

from __future__ import annotations

from random import Random
from typing import Any

from django.utils import timezone

from accounts.models import User
from games import tasks
from games.analysis.services import VERSION
from games.analysis.storage import decisions_pack
from games.models import Analysis, AnalysisKind, AnalysisStatus, Game
from games.play.commands import command_send
from tests.toy_games import options_of, start_game

CASTLE = {"ruleset": "castle", "bots": ["easy"]}
CITADELS = {"ruleset": "citadels", "bots": ["easy"] * 3}


def play_to_the_end(game: Game, *users: User) -> Game:
    """Users choose at random, bots as they do, until the game is over."""
    rng = Random(1)
    game.refresh_from_db()
    while game.to_act is not None:
        if game.seats.get(number=game.to_act).bot:
            tasks.bots_play(str(game.id))
        else:
            user = users[game.to_act]
            choice = rng.choice(options_of(user, game))
            command_send(user=user, game_id=game.id, decision=game.decision_id, choices=[choice])
        game.refresh_from_db()
    return game


def finished(user: User, **options: Any) -> Game:
    """A finished game in which the user had the first seat; by default of Citadels, with bots."""
    return play_to_the_end(start_game(user, **(options or CITADELS)), user)


def store_analysis(game: Game, user: User, seat: int = 0, *, decision: int = 0) -> Analysis:
    """Store an analysis of one decision of a game of the toy, or a hint, that is done."""
    even = [round(1 / game.table_size, 4)] * game.table_size
    asked = {"seat": seat, "topic": "card", "about": {}, "options": [{"choice": "pass"}]}
    document = {
        "move": 1,
        "actor": "player",
        "own": True,
        "round": 1,
        "decision": asked,
        "played": "pass",
        "values": [["pass", even[0], 0.1, 64]],
        "loss_error": 0.0,
        "seen": even,
        "revealed": even,
    }
    return Analysis.objects.create(
        game=game,
        user=user,
        seat=seat,
        kind=AnalysisKind.HINT if decision else AnalysisKind.GAME,
        decision=decision,
        status=AnalysisStatus.DONE,
        done=1,
        total=1,
        version=VERSION,
        result=decisions_pack([document]),
        finished_at=timezone.now(),
    )
