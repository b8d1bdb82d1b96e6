"""The large form under load: each process is killed and rolled, and no client notices."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPException, HTTPResponse, HTTPSConnection
from itertools import takewhile
from random import Random
from threading import Event, Thread
from time import monotonic
from typing import Any
from uuid import uuid4

import orjson
import pytest
from django.db.models import F

from accounts.models import User
from accounts.services import token_issue
from clients.python.citadels_client.streaming import messages
from games.lobby.services import game_create, game_join, game_start
from games.models import Game, Message, Pause, PauseKind, Seat
from games.play.selectors import events_for
from tests.faults.copies import copies, time_out
from tests.faults.figures import Note
from tests.faults.lengths import in_full
from tests.faults.processes import HANG, Service
from tests.faults.test_processes import resolutions
from tests.faults.topology import PGBOUNCER, LargeForm, Node, large_form
from tests.faults.waiting import until
from tests.proxy import NGINX, trusting_context
from tests.toy_games import bot_named

pytestmark = [
    pytest.mark.fault(17),
    pytest.mark.slow,
    pytest.mark.postgres,
    pytest.mark.redis,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(PGBOUNCER is None, reason="needs Debian's package pgbouncer"),
    pytest.mark.skipif(NGINX is None, reason="needs nginx (Debian: nginx-light)"),
]
PLAYERS = 4
GAMES = 4
ROUNDS = in_full(2, otherwise=1)
FULLY = bool(in_full(1, otherwise=0))
"""True if workers and beat are not only killed, but also asked to end."""
DUE = 2
"""Deadlines that pass while a process is missing."""
PAUSE = 0.5
"""Seconds between two rounds of a player, so that they keep to the rate limits."""
DURING = 8
"""Requests that are sent, at least, while a process is missing."""
PATIENCE = 60.0
A_DAY = {"kind": "per_decision", "allowance": 86400}


class Client:
    """A client of the proxy, which repeats what failed, and notes it."""

    def __init__(self, port: int, user: User) -> None:
        self.port, self.user = port, user
        self.token = token_issue(user=user).text
        self.sent, self.failures = 0, list[str]()
        self.slowest = 0.0

    def open(self, method: str, path: str, body: Any, headers: dict[str, str]) -> HTTPResponse:
        context = trusting_context()
        connection = HTTPSConnection("127.0.0.1", self.port, timeout=PATIENCE, context=context)
        content = None if body is None else orjson.dumps(body)
        words = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        connection.request(method, f"/api/v1/{path}", content, {**words, **headers})
        return connection.getresponse()

    def send(self, method: str, path: str, body: Any = None, *, stop: Event) -> Any:
        """Send a request until it succeeds, a POST with one key; return the document."""
        headers = {"Idempotency-Key": uuid4().hex} if method == "POST" else {}
        while True:
            began = monotonic()
            try:
                with self.open(method, path, body, headers) as reply:
                    text, status = reply.read(), reply.status
            except (OSError, HTTPException) as error:
                text, status = repr(error).encode(), 0
            self.sent += 1
            self.slowest = max(self.slowest, monotonic() - began)
            if 200 <= status < 300:
                return orjson.loads(text)
            self.failures.append(f"{method} {path}: {status} {text.decode(errors='replace')}")
            if stop.wait(PAUSE):
                return None


class Player(Client):
    """Somebody who plays their games, one after the other, and writes messages and notes."""

    def __init__(self, port: int, user: User, games: list[Game]) -> None:
        super().__init__(port, user)
        self.games, self.random = games, Random(user.username)
        self.commands, self.messages = 0, 0

    def run(self, stop: Event) -> None:
        game, number = self.games[0], 0
        while not stop.wait(PAUSE):
            number += 1
            path = f"games/{game.id}/"
            view = self.send("GET", path, stop=stop)
            if view is None:
                return
            if view["status"] == "finished":
                game = self.games[(self.games.index(game) + 1) % len(self.games)]
            elif (decision := view["decision"]) and decision.get("options"):
                choice = self.random.choice(decision["options"])["choice"]
                command = {"decision": decision["id"], "choices": [choice]}
                if self.send("POST", f"{path}commands/", command, stop=stop):
                    self.commands += 1
            if number % 3 == 0:
                message = {"room": "players", "text": f"Message {number}"}
                if self.send("POST", f"{path}messages/", message, stop=stop):
                    self.messages += 1
                self.send("PUT", f"{path}notes/", {"text": f"Note {number}"}, stop=stop)


class Follower(Client):
    """Somebody who follows all their games in one stream, and resumes it whenever it ends."""

    def __init__(self, port: int, user: User, games: list[Game]) -> None:
        super().__init__(port, user)
        self.heard: dict[str, list[int]] = {str(game.id): [] for game in games}
        self.opened, self.last_id = 0, ""
        self.first: dict[str, int] = {}

    def run(self, stop: Event) -> None:
        while not stop.is_set():
            try:
                self.follow(stop)
            except (OSError, HTTPException) as error:
                if self.opened == 0:
                    self.failures.append(repr(error))

    def follow(self, stop: Event) -> None:
        """Read one stream until it ends. Raises OSError, HTTPException if it breaks off."""
        headers = {"Last-Event-ID": self.last_id} if self.last_id else {}
        with self.open("GET", "me/stream/", None, headers) as reply:
            self.sent += 1
            if reply.status != 200:
                self.failures.append(f"stream: {reply.status} {reply.read().decode()}")
                stop.wait(PAUSE)
                return
            self.opened += 1
            for kind, last_id, data in messages(takewhile(lambda line: not stop.is_set(), reply)):
                self.last_id = last_id or self.last_id
                if kind == "snapshot":
                    assert not self.first, "the stream began again"
                    self.first = {game["id"]: game["last_seq"] for game in data["games"]}
                elif kind == "event":
                    self.heard[data["game"]].append(data["seq"])

    def known(self) -> dict[str, list[int]]:
        """Return what they should have heard: all that the API tells since the stream began."""
        return {
            name: numbers_of(self.user, name, after=self.first.get(name, 0)) for name in self.heard
        }


def numbers_of(user: User, game_id: str, after: int) -> list[int]:
    numbers: list[int] = []
    while True:
        events = events_for(
            user=user,
            game_id=Game.objects.get(id=game_id).id,
            after=numbers[-1] if numbers else after,
            limit=500,
            language="en",
        )
        if not events:
            return numbers
        numbers += [event["seq"] for event in events]


@contextmanager
def at_work(clients: list[Player] | list[Follower]) -> Iterator[None]:
    """Let the clients run in threads during the block."""
    stop = Event()
    threads = [Thread(target=client.run, args=(stop,), daemon=True) for client in clients]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stop.set()
        for thread in threads:
            thread.join(PATIENCE)


def games_of(user: User) -> list[Game]:
    """Running games of the user against a bot, without a clock that could end them."""
    bots = [bot_named("novice")]
    game = game_create(user=user, ruleset="citadels", seats=2, options={}, bots=bots, pace=A_DAY)
    game = game_start(user=user, game_id=game.id)
    return [game, *copies(game, GAMES - 1)]


def timed_games(alice: User, bob: User, number: int) -> list[Game]:
    """Running games of two people who have both been there; nobody plays them."""
    game = game_create(user=alice, ruleset="citadels", seats=2, options={}, pace=A_DAY)
    game_join(user=bob, game_id=game.id)
    game = game_start(user=alice, game_id=game.id)
    Seat.objects.filter(game=game).update(acted_at=game.started_at)
    return copies(game, number)


def test_no_client_notices_that_processes_are_killed_and_rolled(
    running: Service, alice: User, bob: User, note: Note
) -> None:
    users = [
        User.objects.create_user(f"player{number}", f"player{number}@example.org")
        for number in range(PLAYERS)
    ]
    games = {user: games_of(user) for user in users}
    with large_form(running) as form:
        steps = [(node, Node.kill) for node in form.nodes.values()] * ROUNDS
        steps += [(node, Node.stop) for node in form.nodes.values() if node.port or FULLY] * ROUNDS
        due = timed_games(alice, bob, DUE * len(steps))
        waiting = iter(due)
        players = [Player(form.port, user, own) for user, own in games.items()]
        followers = [Follower(form.port, user, own) for user, own in games.items()]
        with at_work(followers):
            until(lambda: all(follower.first for follower in followers), patience=HANG)
            with at_work(players):
                for node, end in steps:
                    step(form, node, end, players, [next(waiting) for _ in range(DUE)])
            until(lambda: len(resolutions(due)) == len(due), patience=HANG)
            until(lambda: not bots_to_move(players), patience=HANG)
            until(lambda: all(heard_all(one) for one in followers), patience=HANG)
        repeated = form.repeated()
        assert [name for name, node in form.nodes.items() if node.process.poll() is not None] == []

    clients: list[Client] = [*players, *followers]
    assert [failure for client in clients for failure in client.failures] == []
    assert set(resolutions(due).values()) == {1}
    assert not Pause.objects.filter(kind=PauseKind.QUARANTINE).exists()
    for player in players:
        assert Message.objects.filter(user=player.user).count() == player.messages > 0
        assert player.commands > 0
    for follower in followers:
        assert follower.heard == follower.known()
        assert follower.opened > 1  # each of the two stream processes was gone
    assert repeated > 0
    ends = Counter(end.__name__ for _, end in steps)
    note("processes", len(form.nodes))
    note("kills", ends["kill"])
    note("restarts", ends["stop"])
    note("requests", sum(client.sent for client in clients))
    note("failed", 0)
    note("sent to a second node", repeated)
    note("slowest s", max(player.slowest for player in players))
    note("commands", sum(player.commands for player in players))
    note("deadlines", len(due))
    note("streams resumed", sum(follower.opened - 1 for follower in followers))
    note("events", sum(len(seqs) for one in followers for seqs in one.heard.values()))


def step(form: LargeForm, node: Node, end: Any, players: list[Player], due: list[Game]) -> None:
    """End a process, let deadlines pass and requests come meanwhile, and start it again.

    Return when each player has been answered since: a request that found this process missing may
    still be at another one, which may be the next to end.
    """
    end(node)
    time_out(*due)
    before = sum(player.sent for player in players)
    until(lambda: sum(player.sent for player in players) >= before + DURING, patience=HANG)
    node.start()
    node.wait_until_up()
    answered = [player.sent for player in players]
    until(lambda: all(one.sent > sent for one, sent in zip(players, answered, strict=True)), HANG)


def bots_to_move(players: list[Player]) -> bool:
    """Return whether a bot has to move in a game of the players, so that it is not at rest."""
    games = [game for player in players for game in player.games]
    seats = Seat.objects.filter(game__in=games, number=F("game__to_act"))
    return seats.exclude(bot="").exists()


def heard_all(follower: Follower) -> bool:
    return follower.heard == follower.known()
