"""Nothing that is asked or swept reads a whole table, however many games are stored.

PostgreSQL is asked how it would answer each statement if reading a table from end to end cost it
nearly anything: where it does so all the same, no index fits. So is one that is read from end to
end, unless it holds only what is waiting.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import orjson
import pytest
from django.db import connection, transaction
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from games.models import Game, Heartbeat, PauseKind
from games.play.due_games import quarantine
from games.play.timing import fire_delay
from games.staff import games_extend, games_pause, games_resume
from games.staff.bulk import bulks_sweep
from games.sweeps import autos_sweep, timers_sweep
from notifications.services.relay import relay_all
from tests.conftest import ClientOf
from tests.timed import A_DAY_EACH, Clock, fresh, pause, resume, shown_up
from tests.toy_games import Player, counted, lobby, options_of, play_out, start_game

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.django_db,
    pytest.mark.usefixtures("toy"),
]
SMALL = {"games_heartbeat"}
"""A row for each driver of the sweeps, and one for the web."""


class Asked:
    """The statements that were sent, and what they were given."""

    def __init__(self) -> None:
        self.statements: dict[str, Any] = {}

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        words = sql.split(None, 1)[0].upper()
        if words in ("SELECT", "UPDATE", "DELETE", "WITH") and not many:
            self.statements.setdefault(sql, params)
        return execute(sql, params, many, context)

    def unindexed(self) -> list[str]:
        """What would read a table from end to end."""
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT indexrelid::regclass::text FROM pg_index WHERE indpred IS NOT NULL"
            )
            partial = {name for (name,) in cursor.fetchall()}
            cursor.execute("SET LOCAL enable_seqscan = off")
            found = []
            for sql, params in self.statements.items():
                cursor.execute("EXPLAIN (FORMAT JSON) " + sql, params)
                ((plan,),) = cursor.fetchall()
                plan = orjson.loads(plan) if isinstance(plan, str) else plan
                found += [f"{why}: {sql}" for why in complaints(plan[0]["Plan"], partial)]
            return found


def complaints(node: dict[str, Any], partial: set[str]) -> Iterator[str]:
    kind = node["Node Type"]
    if kind == "Seq Scan" and node["Relation Name"] not in SMALL:
        yield f"{node['Relation Name']} is read whole"
    if kind in ("Index Scan", "Index Only Scan", "Bitmap Index Scan"):
        whole = "Index Cond" not in node and node["Index Name"] not in partial
        if whole and node.get("Relation Name") not in SMALL:
            yield f"{node['Index Name']} is read whole"
    for inner in node.get("Plans", ()):
        yield from complaints(inner, partial)


@contextmanager
def all_indexed() -> Iterator[None]:
    """What is asked of the database within it finds its rows by an index."""
    asked = Asked()
    with connection.execute_wrapper(asked):
        yield
    assert len(asked.statements) > 0
    with transaction.atomic():
        assert asked.unindexed() == []


def test_a_statement_without_an_index_is_noticed(alice: User) -> None:
    lobby(alice, seats=2)
    for sloppy in (
        lambda: Game.objects.filter(topic="boast").first(),
        lambda: list(Game.objects.filter(finished_at__isnull=False)),
        lambda: list(User.objects.filter(first_name="Alice")),
    ):
        with pytest.raises(AssertionError), all_indexed():
            sloppy()


def test_playing(alice: User, bob: User, client_of: ClientOf) -> None:
    game = start_game(alice, bob, pace=A_DAY_EACH)
    player = Player(client_of(alice), game.id)
    with all_indexed():
        etag = player.client.get(player.path).headers["ETag"]
        player.client.get(player.path, headers={"If-None-Match": etag})
        assert player.send(1, "boast", key="k").status_code == 200
        assert player.send(2, options_of(alice, game)[0]).status_code == 200
        assert player.send(1, "pass").status_code == 409
        order = {"topic": "boast", "prefer": [{"verb": "pass"}]}
        player.put("orders", {"orders": [order]})


LISTS = (
    "games/",
    "games/?status=lobby&free_seats=1&fits_me=true",
    "games/?status=active&ruleset=toy",
    "games/?sort=soonest",
    "games/?search=evening&rated=true",
    "me/games/",
    "me/games/?status=active",
    "me/turns/",
    "me/invitations/",
    "me/messages/",
    "me/seat-offers/",
    "me/notifications/",
    "me/blocks/",
    "me/vacation/",
    "users/?search=ali",
    "users/bob/",
    "users/bob/games/",
    "rulesets/toy/leaderboard/",
    "rulesets/citadels/statistics/",
    "rulesets/citadels/explorer/?situation=round=1-2&players=4",
    "users/bob/statistics/?ruleset=citadels",
    "users/bob/opponents/",
    "users/bob/opponents/alice/",
    "users/bob/ratings/?ruleset=toy",
    "users/bob/ratings.svg?ruleset=toy",
)


@pytest.mark.parametrize("path", LISTS)
def test_lists(path: str, alice: User, bob: User, client_of: ClientOf) -> None:
    counted(play_out(start_game(alice, bob), alice, bob))
    client = client_of(alice)
    with all_indexed():
        assert client.get(f"/api/v1/{path}").status_code == 200


def test_a_search_knows_the_oldest_game_it_looks_at(alice: User, client_of: ClientOf) -> None:
    """PostgreSQL would plan for a third of all games if a subquery found it, and read them all."""
    client, asked = client_of(alice), Asked()
    with connection.execute_wrapper(asked):
        client.get("/api/v1/games/?search=evening")
    search = [sql for sql in asked.statements if "title" in sql]
    assert len(search) == 1
    assert "OFFSET" not in search[0]
    assert any(sql.endswith("OFFSET 4999") for sql in asked.statements)


@pytest.mark.parametrize(
    "path",
    [
        "events/",
        "events/?after=3",
        "recap/",
        "history/1/",
        "messages/",
        "votes/",
        "orders/",
        "notes/",
    ],
)
def test_what_belongs_to_a_game(path: str, alice: User, bob: User, client_of: ClientOf) -> None:
    player = Player(client_of(alice), start_game(alice, bob).id)
    player.send(1, "boast")
    player.post("messages", {"room": "players", "text": "hello"})
    with all_indexed():
        assert player.client.get(player.path + path).status_code == 200


def test_a_lobby(alice: User, bob: User, client_of: ClientOf) -> None:
    client: APIClient = client_of(alice)
    with all_indexed():
        body = {"ruleset": "toy", "seats": 2, "title": "t"}
        made = client.post("/api/v1/games/", body).json()["id"]
        host, guest = Player(client, made), Player(client_of(bob), made)
        assert host.post("invitations", {"username": "bob"}).status_code == 201
        assert guest.post("join").status_code == 200
        assert host.post("start").status_code == 200
        assert host.post("messages", {"room": "players", "text": "hello"}).status_code == 201
        assert guest.post("resign").status_code == 200


def swept_after(clock: Clock, wait: timedelta) -> None:
    """The sweeps go on as usual, and some time later one of them comes."""
    clock.shift(wait)
    Heartbeat.objects.update(at=timezone.now())
    timers_sweep()
    autos_sweep()
    relay_all(seconds=60)


@pytest.mark.parametrize("policy", ["forfeit", "default_move", "bot"])
def test_sweeps(policy: str, alice: User, bob: User, clock: Clock) -> None:
    timeouts: dict[str, Any] = {"policy": policy, "excuses": 0}
    shown_up(start_game(alice, bob, pace=A_DAY_EACH, timeouts=timeouts))
    absent, waiting = start_game(bob, alice, pace=A_DAY_EACH), lobby(alice, bob, seats=3)
    with all_indexed():
        swept_after(clock, timedelta(0))
        swept_after(clock, timedelta(hours=20))  # reminders
        swept_after(clock, timedelta(hours=4) + fire_delay())
        swept_after(clock, timedelta(days=60))
    assert fresh(absent).status == fresh(waiting).status == "cancelled"


def test_pauses_and_quarantine(alice: User, bob: User, charlie: User) -> None:
    game = shown_up(start_game(alice, bob, pace=A_DAY_EACH))
    acts: tuple[Callable[[], object], ...] = (
        lambda: pause(game),
        lambda: resume(game),
        lambda: quarantine(game_id=game.id),
        lambda: resume(game, PauseKind.QUARANTINE),
    )
    with all_indexed():
        for act in acts:
            act()


def test_acts_on_all_games(alice: User, bob: User) -> None:
    start_game(alice, bob, pace=A_DAY_EACH)
    with all_indexed():
        games_pause(by=alice, reason="Stop.")
        bulks_sweep()
        bulks_sweep()
        games_resume(by=alice, reason="Go.")
        bulks_sweep()
        games_extend(by=alice, length=timedelta(hours=1), reason="Lost.")
        bulks_sweep()
