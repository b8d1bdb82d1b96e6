"""Games of people against bots, played to their end."""

from __future__ import annotations

from random import Random
from typing import Any

from accounts.models import User
from games import tasks
from games.models import Game
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
