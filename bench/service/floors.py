"""The floors: the statements of the service, run bare through psycopg by as many processes.

Each worker process does what it is told for some seconds and says how often it did it. ``read``
and ``move`` are what the service asks the database for a view and for a command, and no more; in
``read_json`` and ``move_json`` the state is parsed, and state and reply are written as JSON,
without any rules. ``bots`` is no floor: bots of the service take their turns.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import cycle, islice
from multiprocessing.connection import Connection as Pipe
from time import perf_counter
from typing import Any
from uuid import UUID

import orjson
import psycopg

from bench.service.serving import engine_place

spawn = multiprocessing.get_context("spawn")
PATIENCE = 120.0


@dataclass(frozen=True, slots=True)
class Order:
    """What a worker is to do, and for how long."""

    what: str
    seconds: float
    bots: tuple[UUID, ...] = ()


@dataclass(frozen=True, slots=True)
class Done:
    """How often all workers together did it, in a second."""

    rate: float
    count: int


class Workers:
    """Processes that wait for orders."""

    def __init__(self, ends: Sequence[Pipe], pids: list[int]) -> None:
        self.ends, self.pids = ends, pids

    def do(self, what: str, seconds: float, bots: Sequence[UUID] = ()) -> Done:
        """Let all of them do it at the same time."""
        for place, end in enumerate(self.ends):
            mine = tuple(islice(bots, place, None, len(self.ends)))
            end.send(Order(what, seconds, mine))
        rate, total = 0.0, 0
        for end in self.ends:
            if not end.poll(seconds + PATIENCE):
                raise TimeoutError(f"a worker does not come back from {what!r}")
            count, took = end.recv()
            rate += count / took
            total += count
        return Done(rate, total)


@contextmanager
def workers(count: int, url: str, matches: Sequence[UUID], reply: bytes) -> Iterator[Workers]:
    """``count`` processes, each with a share of the ``matches`` to itself."""
    pipes = [spawn.Pipe() for _ in range(count)]
    processes = [
        spawn.Process(target=work, args=(pipe[1], url, list(matches[place::count]), reply))
        for place, pipe in enumerate(pipes)
    ]
    for process in processes:
        process.start()
    try:
        yield Workers([pipe[0] for pipe in pipes], [process.pid or 0 for process in processes])
    finally:
        for pipe in pipes:
            pipe[0].close()
        for process in processes:
            process.join(10)
            process.terminate()


def work(end: Pipe, url: str, matches: list[UUID], reply: bytes) -> None:
    """What a worker process does, until nobody has any orders for it."""
    import django

    engine_place()  # found before Celery looks for it in the working directory
    django.setup()
    with psycopg.connect(url) as connection:
        floor = Floor(connection, matches, reply)
        acts: dict[str, Callable[[], object]] = {
            "read": floor.read,
            "read_json": floor.read_json,
            "move": floor.move,
            "move_json": floor.move_json,
        }
        while True:
            try:
                order: Order = end.recv()
            except EOFError:
                os._exit(0)
            if order.what == "bots":
                end.send(bots_moved(order))
            else:
                connection.autocommit = order.what.startswith("read")
                end.send(repeated(acts[order.what], order.seconds))


def repeated(act: Callable[[], object], seconds: float) -> tuple[int, float]:
    """How often, in how many seconds."""
    begin, count = perf_counter(), 0
    while (now := perf_counter()) < begin + seconds:
        act()
        count += 1
    return count, now - begin


def bots_moved(order: Order) -> tuple[int, float]:
    """Let bots play these matches; how many moves that were."""
    from games.services.bots import turns_run

    begin, count = perf_counter(), 0
    left = list(order.bots)
    while left and perf_counter() < begin + order.seconds:
        game_id = left.pop(0)
        if moved := turns_run(game_id):
            count += moved
            left.append(game_id)
    return count, perf_counter() - begin


@dataclass(slots=True)
class Values:
    """What the statements of one match are given; all but its numbers is made beforehand."""

    id: UUID
    number: int
    move: list[Any]
    game: list[Any]
    entry: list[Any]


class Floor:
    """The statements of a view and of a command, with values that a match has."""

    def __init__(
        self, connection: psycopg.Connection[Any], matches: list[UUID], reply: bytes
    ) -> None:
        from games import queries
        from games.models import Game, GameState, Move
        from games.services.changes import CHANGING
        from notifications.models import OutboxEntry

        self.connection, self.document = connection, orjson.loads(reply)
        self.cursor = connection.cursor()
        self.turns = cycle([values_of(Game.objects.get(id=one)) for one in matches])
        self.view_sql = queries.view_sql().encode()
        self.lock_sql = queries.LOCK.encode()
        self.held_sql = queries.move_sql().encode()
        self.state_sql = update_sql(GameState, ["state"])
        self.update_sql = update_sql(Game, CHANGING)
        self.move_sql = insert_sql(Move)
        self.outbox_sql = insert_sql(OutboxEntry)
        self.number = [field.attname for field in written(Move)].index("number")

    def read(self) -> str:
        values = next(self.turns)
        self.cursor.execute(self.view_sql, [values.id])
        state: str = self.cursor.fetchall()[0][-2]
        return state

    def read_json(self) -> None:
        orjson.loads(self.read())
        orjson.dumps(self.document)

    def move(self) -> None:
        values = next(self.turns)
        self.transact(values, self.locked(values))

    def move_json(self) -> None:
        values = next(self.turns)
        state = orjson.loads(self.locked(values))
        orjson.dumps(self.document)
        self.transact(values, orjson.dumps(state).decode())

    def locked(self, values: Values) -> str:
        """Take the lock, and read the state and the seats."""
        self.cursor.execute(self.lock_sql, [values.id])
        self.cursor.fetchall()
        self.cursor.execute(self.held_sql, [values.id])
        state: str = self.cursor.fetchall()[0][-4]
        return state

    def transact(self, values: Values, state: str) -> None:
        """Insert the move and the row of the outbox, update state and match, and commit."""
        values.number += 1
        values.move[self.number] = values.number
        self.cursor.execute(self.move_sql, values.move)
        self.cursor.execute(self.state_sql, [state, values.id])
        self.cursor.execute(self.update_sql, [*values.game, values.id])
        self.cursor.execute(self.outbox_sql, values.entry)
        self.connection.commit()


def values_of(game: Any) -> Values:
    """A move of this match and a row of the outbox, as long as most are."""
    from games.models import Actor, Game, Move
    from games.services.changes import CHANGING
    from notifications.models import OutboxEntry

    move = Move(
        game=game,
        number=game.move_count,
        seat=0,
        actor=Actor.BOT,
        topic="gather",
        choice="gold",
        chance="[]",
        events='[{"kind":"gathered","private":{},"public":{"gold":2,"seat":0}}]',
        first_event=1,
        last_event=1,
        state_hash="0" * 64,
    )
    data = {"ruleset": "citadels", "seat": 0, "decision": 7, "topic": "gather"}
    entry = OutboxEntry(
        kind="your_turn", subject=game.id, users=[str(game.created_by_id)], data=data
    )
    return Values(
        id=game.id,
        number=game.move_count,
        move=stored(move, written(Move)),
        game=stored(game, written(Game, CHANGING)),
        entry=stored(entry, written(OutboxEntry)),
    )


def written(model: Any, names: Sequence[str] = ()) -> list[Any]:
    """Return these fields of a model; without names all but its key."""
    fields = model._meta.concrete_fields
    return [one for one in fields if (one.name in names if names else not one.primary_key)]


def stored(row: Any, fields: Sequence[Any]) -> list[Any]:
    from django.db import connection

    return [one.get_db_prep_save(getattr(row, one.attname), connection) for one in fields]


def insert_sql(model: Any) -> bytes:
    names = [f'"{field.column}"' for field in written(model)]
    places = ", ".join(["%s"] * len(names))
    table = model._meta.db_table
    return f"INSERT INTO {table} ({', '.join(names)}) VALUES ({places}) RETURNING id".encode()


def update_sql(model: Any, names: Sequence[str]) -> bytes:
    sets = ", ".join(f'"{field.column}" = %s' for field in written(model, names))
    return f"UPDATE {model._meta.db_table} SET {sets} WHERE {model._meta.pk.column} = %s".encode()
