"""Users, tokens and games for a load test: ``python -m bench.load.prepare``.

It runs with the settings of the service and uses its services. Users get no password, since
hashing one takes long on purpose. Prints JSON: the tokens, the number of games, and the bytes that
whole games have stored.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import UUID, uuid4

import django

if TYPE_CHECKING:
    from accounts.models import User
    from games.models import Game

PARTY = 4
"""People who play all their games with each other."""
LEVEL = "medium"
"""Of the bots beside people: the strongest one of Citadels that does not search."""
BATCH = 25


class Table(NamedTuple):
    """A game to open: its ruleset, the members of the party who play, and bots beside them."""

    ruleset: str
    people: tuple[int, ...]
    bots: int = 0


TABLES = (
    Table("citadels", (0, 1, 2, 3)),
    Table("citadels", (2, 3, 0, 1)),
    Table("castle", (0, 1)),
    Table("castle", (2, 3)),
    Table("citadels", (0, 2), bots=2),
    Table("citadels", (1, 3), bots=2),
)
"""The games of one party: each member plays in four."""


def users_make(count: int) -> tuple[list[User], list[str]]:
    """Make users without passwords, and return them with their tokens."""
    from django.db import transaction

    from accounts.models import User
    from accounts.services import token_issue

    users, tokens = [], []
    for start in range(0, count, BATCH):
        with transaction.atomic():
            for number in range(start, min(start + BATCH, count)):
                user = User.objects.create_user(f"player{number}-{uuid4().hex[:6]}")
                users.append(user)
                tokens.append(token_issue(user=user, name="load").text)
    return users, tokens


def game_open(table: Table, people: list[User]) -> Game:
    """Create a game for these people, who join it, so that it starts."""
    from games.lobby.services import game_create, game_join

    game = game_create(
        user=people[0],
        ruleset=table.ruleset,
        seats=len(people) + table.bots,
        options={},
        bots=[{"level": LEVEL}] * table.bots,
        start_when_full=True,
    )
    for user in people[1:]:
        game = game_join(user=user, game_id=game.id)
    return game


def games_open(users: list[User]) -> int:
    """Let each party of the users play all tables. Return the number of games."""
    count = 0
    for start in range(0, len(users) - PARTY + 1, PARTY):
        party = users[start : start + PARTY]
        for table in TABLES:
            game_open(table, [party[member] for member in table.people])
            count += 1
    return count


def game_play(
    game_id: UUID, people: Sequence[User | None], rng: Random, most: int | None = None
) -> int:
    """Play a game to its end, or ``most`` moves. Return the number of moves.

    Each player chooses as a bot that does not search. ``people`` are the users by seat, None for
    bots.
    """
    from games.bots.turns import BotTurn, bot_choose, bot_turn_play
    from games.play.commands import command_send, live_game_load
    from games.play.selectors import game_with_state
    from games.rules.rulesets import ruleset_named

    moves = 0
    while (game := game_with_state(game_id)) is not None and game.to_act is not None:
        user = people[game.to_act]
        if user is not None and most is not None and moves >= most:
            break
        moves += 1
        if user is None:
            bot_turn_play(game_id=game_id)
            continue
        bots = ruleset_named(game.ruleset).bots
        turn = BotTurn(
            game_id=game_id,
            slug=game.ruleset,
            seat=game.to_act,
            level=[level for level in bots.levels if level not in bots.seconds][-1],
            profile=bots.profiles[0],
            decision=game.decision_id,
            live_game=live_game_load(game, game.state),
            nonce=f"{rng.getrandbits(128):032x}",
        )
        command_send(
            user=user,
            game_id=game_id,
            decision=turn.decision,
            choices=[bot_choose(turn)],
            key=str(uuid4()),
        )
    return moves


def whole_games_measure(users: list[User], count: int) -> dict[str, Any]:
    """Play whole games between people, and return what one game of each ruleset stores."""
    rng, found = Random(1), {}
    for table in (TABLES[0], TABLES[2]):
        people = [users[member] for member in table.people]
        before, moves = Counter(table_bytes()), 0
        for _ in range(count):
            game = game_open(table, people)
            seated = list(game.seats.order_by("number").select_related("user"))
            moves += game_play(game.id, [seat.user for seat in seated if seat.user], rng)
        grown = Counter(table_bytes()) - before
        found[table.ruleset] = {
            "games": count,
            "moves": round(moves / count),
            "bytes": round(grown.total() / count),
            "tables": {name: round(size / count) for name, size in grown.most_common()},
        }
    return found


POSTGRES_BYTES = """
SELECT relname, pg_total_relation_size(oid) FROM pg_class
WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
"""
SQLITE_BYTES = """
SELECT tbl_name, sum(pgsize) FROM dbstat JOIN sqlite_master USING (name) GROUP BY tbl_name
"""


def table_bytes() -> dict[str, int]:
    """Return the bytes of each table with its indexes."""
    from django.db import connection

    statement = POSTGRES_BYTES if connection.vendor == "postgresql" else SQLITE_BYTES
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return dict(cursor.fetchall())


def main() -> None:
    parser = argparse.ArgumentParser(prog="prepare", description="Users and games for a load test.")
    parser.add_argument("--players", type=int, required=True, help="users who play")
    parser.add_argument("--whole", type=int, default=0, help="whole games of each ruleset")
    given = parser.parse_args()
    django.setup()
    stored = whole_games_measure(users_make(PARTY)[0], given.whole) if given.whole else {}
    users, tokens = users_make(given.players)
    print(json.dumps({"tokens": tokens, "games": games_open(users), "stored": stored}))


if __name__ == "__main__":
    main()
