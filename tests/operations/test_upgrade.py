"""An upgrade from the last release under load: games are played on, and each is verified.

The processes of the release are replaced one by one, web first: that is the harder order. Both
versions run with the packages of this one.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from functools import partial
from http.client import HTTPConnection, HTTPException
from itertools import cycle, takewhile
from pathlib import Path
from random import Random
from threading import Event
from time import monotonic, sleep
from typing import Any
from urllib.parse import urlsplit, urlunsplit
from uuid import uuid4

import psycopg
import pytest
from django.conf import settings
from django.db import connection

from clients.python.citadels_client.api import Api
from clients.python.citadels_client.streaming import messages
from tests.faults.clients import API, PASSWORD, Reply, send
from tests.faults.processes import HANG, Service, database_url, service
from tests.faults.servers import PRODUCTION_SETTINGS
from tests.faults.topology import Node
from tests.faults.waiting import until
from tests.games.test_restore import empty_database
from tests.last_release import unpack_release

pytestmark = [pytest.mark.slow, pytest.mark.postgres, pytest.mark.redis]
SETTINGS = {
    **PRODUCTION_SETTINGS,
    "MAX_GAP_SECONDS": "3600",  # a slow machine is not an outage
    "TEST_CLOCKS": "true",
    "THROTTLE_COMMAND": "6000/min",
    "THROTTLE_READ": "6000/min",
}
KINDS = ("stream", "worker", "worker-bots", "worker-notify", "beat")
A_DAY = 86_400
PACE = {"kind": "per_decision", "allowance": A_DAY}
TWO_PEOPLE = {"ruleset": "castle", "seats": 2, "pace": PACE}
CASTLE = {**TWO_PEOPLE, "bots": [{"level": "random"}]}
CITADELS = {"ruleset": "citadels", "seats": 2, "bots": [{"level": "random"}]}
ORDER = {"topic": "follower", "choose": ["pass"]}
KEY = "sent-to-both-versions"
AGAIN = (429, 503)
"""Replies after which a client is told to send the request again."""
PAUSE = 0.3
"""Seconds between two rounds of a player."""
WHOLE_GAME = 5 * HANG
"""Seconds after which players count as hanging who have finished no game."""
PLAYED = "SELECT game_id::text, number FROM games_move WHERE actor = 'player'"
ORDERED = "SELECT count(*) FROM games_move WHERE actor = 'order'"
RESOLVED = """
    SELECT game_id::text, kind FROM games_platformevent
    WHERE kind IN ('seat_lost', 'default_played', 'turn_excused', 'game_called_off')
"""
"""Seats that were lost, by resigning too, and all other results of deadlines."""


class Player:
    """A user who plays their games. Requests go to the web processes in turn, and are repeated."""

    def __init__(self, name: str, ports: list[int]) -> None:
        self.ports, self.random, self.token = cycle(ports), Random(name), ""
        self.games: list[str] = []
        self.orders = False
        """True if ORDER answers its topic in the games of Castle that this player begins."""
        self.moves: list[tuple[str, int]] = []
        """The moves for which the service has accepted a command."""
        self.answered, self.finished = 0, 0
        login = {"username": name, "password": PASSWORD}
        self.send("POST", "auth/register/", login)
        self.token = self.send("POST", "auth/tokens/", login)["token"]

    def send(self, method: str, path: str, body: Any = None) -> Any:
        return self.reply(method, path, body, uuid4().hex).json()

    def reply(self, method: str, path: str, body: Any, key: str) -> Reply:
        """Send a request until it is answered. Fails if the answer is a refusal."""
        headers = {"Idempotency-Key": key} if method == "POST" else {}
        words: Any = {"token": self.token, "body": body, "headers": headers}
        end = monotonic() + HANG
        while True:
            assert monotonic() < end, (method, path, "no reply")
            try:
                reply = send(next(self.ports), method, f"{API}{path}", **words)
            except (OSError, HTTPException):
                sleep(PAUSE)
                continue
            if reply.status not in AGAIN:
                assert 200 <= reply.status < 300, (method, path, body, reply)
                self.answered += 1
                return reply
            sleep(int(reply.headers["retry-after"]))

    def begin(self, body: dict[str, Any], *others: Player) -> str:
        """Create and start a game, and return its id."""
        game: str = self.send("POST", "games/", body)["id"]
        for other in others:
            other.send("POST", f"games/{game}/join/", {})
        self.send("POST", f"games/{game}/start/", {})
        if self.orders and body is CASTLE:
            self.send("PUT", f"games/{game}/orders/", {"orders": [ORDER]})
        return game

    def view(self, game: str) -> Any:
        return self.send("GET", f"games/{game}/")

    def command(self, game: str, decision: dict[str, Any], key: str) -> Reply:
        """Answer a decision with any of its options, the same one whenever the key is the same."""
        choice = Random(key).choice(decision["options"])["choice"]
        body = {"decision": decision["id"], "choices": [choice]}
        return self.reply("POST", f"games/{game}/commands/", body, key)

    def play(self, game: str) -> str:
        """Answer the open decision if it is left to this player. Return the status of the game."""
        view = self.view(game)
        decision = view["decision"] or {}
        is_ordered = self.orders and decision.get("topic") == ORDER["topic"]
        if decision.get("options") and not is_ordered:
            key = f"{self.random.getrandbits(128):x}"
            reply = self.command(game, decision, key).json()
            self.moves += [(game, number) for number in reply["moves"]]
        return str(view["status"])

    def run(self, stop: Event) -> None:
        """Play all games, and a new one for each that is finished."""
        while not stop.wait(PAUSE):
            for number, game in enumerate(self.games):
                if self.play(game) == "finished":
                    self.games[number] = self.begin(CASTLE if number else CITADELS)
                    self.finished += 1


class Follower:
    """A stream of all games of a player, which is resumed whenever it ends."""

    def __init__(self, player: Player, port: int) -> None:
        self.player, self.port, self.last_id = player, port, ""
        self.first: dict[str, int] = {}
        """The last event of each game before the stream reports it."""
        self.heard: dict[str, list[int]] = {}

    def run(self, stop: Event) -> None:
        while not stop.wait(PAUSE):
            with suppress(OSError, HTTPException):
                self.follow(HTTPConnection("127.0.0.1", self.port, timeout=HANG), stop)

    def follow(self, line: HTTPConnection, stop: Event) -> None:
        """Read a stream until it ends. Raises OSError, HTTPException if it breaks off."""
        headers = {"Authorization": f"Bearer {self.player.token}"}
        headers |= {"Last-Event-ID": self.last_id} if self.last_id else {}
        with closing(line):
            line.request("GET", f"{API}me/stream/", headers=headers)
            pieces = takewhile(lambda _: not stop.is_set(), line.getresponse())
            for kind, last_id, data in messages(pieces):
                self.last_id = last_id or self.last_id
                if kind == "snapshot":
                    for game in data["games"]:
                        assert game["id"] not in self.first, "the stream began again"
                        self.first[game["id"]], self.heard[game["id"]] = game["last_seq"], []
                elif kind == "event":
                    self.heard[data["game"]].append(data["seq"])

    def heard_all(self) -> bool:
        api = Api(f"http://127.0.0.1:{next(self.player.ports)}", self.player.token)
        return self.heard == {
            game: [event["seq"] for event in api.events(game, after)]
            for game, after in self.first.items()
        }


@contextmanager
def at_work(*clients: Player | Follower) -> Iterator[Callable[..., None]]:
    """Let clients run in threads during the block. Yields a function that waits while they run."""
    stop = Event()
    with ThreadPoolExecutor(len(clients)) as pool:
        threads = [pool.submit(client.run, stop) for client in clients]

        def wait(true: Callable[[], bool], patience: float = HANG) -> None:
            until(lambda: any(thread.done() for thread in threads) or true(), patience)
            for thread in threads:
                if thread.done():
                    thread.result()  # raises its error

        try:
            yield wait
        finally:
            stop.set()
    for thread in threads:
        thread.result()


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Service]:
    """A service on an empty database, whose processes have the code of the release."""
    name = f"{connection.settings_dict['NAME']}_upgrade"
    url = urlunsplit(urlsplit(database_url())._replace(path=f"/{name}"))
    with empty_database(name), service() as found:
        found.tree, found.more = unpack_release(tmp_path), {**SETTINGS, "DATABASE_URL": url}
        yield found
        sys.stdout.write(found.said())  # pytest shows it if the test fails


def manage(service: Service, *words: str) -> str:
    """Return what a command of manage.py prints; it has to succeed."""
    done = subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=service.tree,
        env=service.env(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def rows(service: Service, query: str) -> list[Any]:
    with psycopg.connect(service.more["DATABASE_URL"]) as database:
        return database.execute(query.encode()).fetchall()


def have_moved(game: str, *players: Player) -> bool:
    """Let each play if it is their turn. Return True if all have made a move of the game."""
    for player in players:
        player.play(game)
    return all(game in dict(player.moves) for player in players)


def reply_check(*players: Player) -> Callable[[], bool]:
    """Return a function that is True when each player has got a reply from now on."""
    before = [player.answered for player in players]
    return lambda: all(one.answered > n for one, n in zip(players, before, strict=True))


def test_games_are_played_on_while_the_last_release_is_replaced(running: Service) -> None:
    manage(running, "migrate", "--verbosity=0")
    web = [Node(running, "web", number) for number in (1, 2)]
    stream, *others = [Node(running, kind) for kind in KINDS]
    nodes = [*web, stream, *others]
    for node in nodes:
        node.wait_until_up()
    everybody = alice, bob, charlie, host, guest = [
        Player(name, [node.port for node in web])
        for name in ("alice", "bob", "charlie", "host", "guest")
    ]
    players, follower = (alice, bob, charlie), Follower(alice, stream.port)
    charlie.orders = True
    for player in players:
        player.games = [player.begin(CITADELS), player.begin(CASTLE)]
    shared = alice.begin(TWO_PEOPLE, bob)
    for player in (alice, bob):
        player.games.append(shared)
    late = [host.begin({**TWO_PEOPLE, "test_clock": True}, guest) for _ in nodes]
    waiting, over = host.begin(TWO_PEOPLE, guest), host.begin(TWO_PEOPLE, guest)
    for game in (*late, waiting, over):  # a player who never moved does not lose their seat
        until(partial(have_moved, game, host, guest))
    guest.send("POST", f"games/{over}/resign/")
    deciding = next(one for one in (host, guest) if "options" in one.view(waiting)["decision"])
    decision = deciding.view(waiting)["decision"]
    reply = deciding.command(waiting, decision, KEY)
    vote = host.send("POST", f"games/{waiting}/votes/", {"kind": "pause"})["id"]
    deadline = host.view(waiting)["deadline"]

    with at_work(follower):
        with at_work(*players) as wait:
            wait(lambda: bool(follower.first))
            running.tree = settings.BASE_DIR
            manage(running, "migrate", "--verbosity=0")
            manage(running, "register_web_client")
            manage(running, "verify_replays", "--all-running")
            for node, game in zip(nodes, late, strict=True):
                node.stop()
                host.send("POST", f"games/{game}/test-clock/", {"seconds": 2 * A_DAY})
                node.start()
                node.wait_until_up()
                wait(reply_check(*players))
            orders, finished = rows(running, ORDERED), [player.finished for player in players]
            counts = list(zip(players, finished, strict=True))
            wait(lambda: all(one.finished > count for one, count in counts), WHOLE_GAME)
            wait(lambda: rows(running, ORDERED) > orders)
            wait(lambda: len(rows(running, RESOLVED)) > len(late))
        until(follower.heard_all, patience=HANG)
        stream.stop()  # so that the follower ends

    again = deciding.command(waiting, decision, KEY)
    assert (again.body, again.headers["idempotent-replayed"]) == (reply.body, "true")
    assert host.view(waiting)["deadline"] == deadline
    guest.send("POST", f"games/{waiting}/votes/{vote}/ballot/", {"yes": True})
    assert host.view(waiting)["paused"]
    accepted = [(waiting, number) for number in reply.json()["moves"]]
    accepted += [move for player in everybody for move in player.moves]
    assert sorted(rows(running, PLAYED)) == sorted(accepted)
    assert sorted(rows(running, RESOLVED)) == sorted((game, "seat_lost") for game in (*late, over))
    assert rows(running, "SELECT * FROM games_outage") == []
    assert rows(running, "SELECT * FROM games_failure") == []
    verified = manage(running, "verify_replays", "--all-running", "--finished", "--verbosity=2")
    for (game,) in rows(running, "SELECT id::text FROM games_game"):
        assert f"{game} " in verified
