"""Finished games that bots played, stored as the platform stores them, and an independent count.

The count reads the tables with SQL and knows nothing of the code that it checks.
"""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

from django.db import connection
from django.utils import timezone

from accounts.models import User
from games.models import Actor, CountedGame, Game, GameState, Move, Seat, Status
from games.models.lobby import Visibility
from games.play.commands import move_build
from games.rules import rulesets
from games.rules.bots import bot_choice
from games.rules.live_game import game_set_up

Rows = dict[tuple[Any, ...], tuple[int, ...]]
PACE = {"kind": "none"}


def bot_game(
    host: User, rng: Random, *, ruleset: str = "citadels", players: int = 4, **columns: Any
) -> Game:
    """A finished public game of bots, which waits to be counted."""
    found = rulesets.ruleset_now(ruleset)
    options = rulesets.options_checked(ruleset=found, options={}, seats=players)
    opening = game_set_up(found, options=options, seats=players)
    live_game, now = opening.live_game, timezone.now()
    game = Game(
        ruleset=ruleset, rules_version=found.version, options=options, table_size=players,
        created_by=host, visibility=Visibility.PUBLIC, rated=False, commitment=opening.commitment,
        started_at=now, status=Status.FINISHED,
    )  # fmt: skip
    setup = move_build(game, opening.step, at=now)
    setup.actor = Actor.SETUP
    moves = [setup]
    while (question := live_game.question) is not None:
        choice = bot_choice(
            found.bots, level="novice", profile=found.bots.profiles[0],
            observation=live_game.make_observation(), rng=rng,
        )  # fmt: skip
        game.move_count += 1
        move = move_build(game, live_game.play(seat=question.seat, choice=choice), at=now)
        move.seat, move.choice, move.topic = question.seat, choice, question.topic
        move.actor = Actor.BOT
        moves.append(move)
    game.finished_at, game.result = now, {**(live_game.result() or {}), "ended_by": "rules"}
    for name, value in columns.items():
        setattr(game, name, value)
    game.save(force_insert=True)
    Seat.objects.bulk_create(
        Seat(
            game=game, number=number, table_size=players,
            bot="novice", bot_profile=found.bots.profiles[0],
        )
        for number in range(players)
    )  # fmt: skip
    Move.objects.bulk_create(moves)
    GameState.objects.create(game=game, state=live_game.dump(), nonce=opening.nonce)
    CountedGame.objects.create(game=game)
    return game


# --- the independent count ---------------------------------------------------------------------


def sql(statement: str) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return list(cursor.fetchall())


def expected_rows() -> tuple[Rows, Rows]:
    """What the tables have to hold for all finished games of bots: results, and choices."""
    results: dict[Any, Counter[str]] = {}
    choices: dict[Any, Counter[str]] = {}
    for game_id, players, result in sql(
        "SELECT id, table_size, result FROM games_game WHERE status = 'finished'"
    ):
        places = (json.loads(result) if isinstance(result, str) else result)["placements"]
        values, kept = read_game(game_id, players)
        for (seat, key, value), times in values.items():
            row = results.setdefault((None, "citadels", True, players, key, value), Counter())
            row.update(games=1, wins=places[seat] == 1, times=times)
        for seat, *choice in kept:
            row = choices.setdefault(("citadels", True, players, *choice), Counter())
            row.update(games=1, wins=places[seat] == 1)
    return (
        {key: (row["games"], row["wins"], row["times"]) for key, row in results.items()},
        {key: (row["games"], row["wins"]) for key, row in choices.items()},
    )


def read_game(game_id: Any, players: int) -> tuple[Counter[tuple[int, str, str]], list[Any]]:
    """What happened in a game, by its stored events: values by seat, and choices of the draft."""
    identity = str(game_id).replace("-", "") if connection.vendor == "sqlite" else str(game_id)
    rows = sql(
        "SELECT events FROM games_move WHERE undone_by_id IS NULL "
        f"AND game_id = '{identity}' ORDER BY number"
    )
    events = [event for (text,) in rows for event in json.loads(text)]
    rounds = sum(event["kind"] == "round_started" for event in events)
    values: Counter[tuple[int, str, str]] = Counter()
    for seat in range(players):
        for key, value in (
            ("players", players), ("seat", seat + 1), ("pace", "none"), ("length", rounds)
        ):  # fmt: skip
            values[seat, key, str(value)] += 1
    city, held, kept = Counter[int](), Counter[int](), []
    number = crown = 0
    for event in events:
        kind, public = event["kind"], event["public"]
        seat = public.get("seat")
        if kind == "round_started":
            number, crown, held = public["round"], public["crown"], Counter()
        elif kind == "character_kept":
            own = event["private"][str(seat)]
            values[seat, "character_kept", own["character"]] += 1
            pick = held[seat] * players + (seat - crown) % players + 1
            place = (
                "1-2" if number <= 2 else "3-4" if number <= 4 else "5-6" if number <= 6 else "7+"
            )
            size = city[seat]
            town = "0-1" if size <= 1 else "2-3" if size <= 3 else "4-5" if size <= 5 else "6+"
            kept.append(
                (
                    seat, "keep_character", f";round={place};pick={pick};city={town};",
                    "," + ",".join(sorted(own["offered"])) + ",", own["character"],
                )
            )  # fmt: skip
            held[seat] += 1
        elif kind == "kill_named":
            values[seat, "character_killed", public["character"]] += 1
        elif kind == "rob_named":
            values[seat, "character_robbed", public["character"]] += 1
        elif kind in ("killed_shown", "heir_revealed"):
            values[seat, "was_killed", public["character"]] += 1
        elif kind == "built":
            values[seat, "district_built", public["district"]] += 1
            city[seat] += 1
        elif kind == "destroyed":
            city[public["victim"]] -= 1
    return values, kept
