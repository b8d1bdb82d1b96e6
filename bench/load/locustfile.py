"""Users of the web client for Locust, each with an event stream. ``python -m bench.load`` runs it.

It runs in Locust's own environment, without the packages of the service. ``LOAD_PLAN`` names a
file of JSON with the plan; what Locust does not count is written to ``seen.json`` beside it.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import gevent
from gevent.pool import Group
from locust import FastHttpUser, events, task
from locust.env import Environment

from bench.load.pace import Pace
from bench.load.player import Player, Refused, Reply
from clients.python.citadels_client.streaming import messages

PLACE = Path(os.environ["LOAD_PLAN"])
PLAN: dict[str, Any] = json.loads(PLACE.read_text())
LATE_SECONDS = 30.0
"""Moves that are older are not news."""
REOPEN_SECONDS = 1.0
SETTLE_SECONDS = 5.0
"""Before measuring, when all users have loaded the client, so that all streams are open."""
TOO_LATE = {("join", 409)}
"""Refusals that are no errors: another user was faster."""

pace = Pace(PLAN["players"], PLAN["requests_per_second"])
seen: dict[str, Any] = {"streams": 0, "messages": 0, "delays": []}
moved_at: dict[tuple[str, int], float] = {}
"""When the commands for decisions of games were sent."""


class WebUser(FastHttpUser):
    """A signed-in user who thinks between what they do."""

    network_timeout = 70.0  # a silent stream has a sign of life every 15 seconds

    def __init__(self, environment: Environment) -> None:
        super().__init__(environment)
        number = WebUser.started
        WebUser.started += 1
        self.has_stream = number < PLAN["streams"]
        self.is_open = False
        self.acted_at = 0.0
        self.running = Group()
        self.known: dict[str, int] = {}
        """The decision of each game that the stream told of last."""
        self.player = Player(
            PLAN["tokens"][number],
            send=self.send,
            later=self.later,
            rng=Random(number),
            on_move=lambda game, decision: moved_at.__setitem__((game, decision), time.monotonic()),
        )

    started = opened = 0

    def wait_time(self) -> float:
        acting = time.monotonic() - self.acted_at
        return max(0.0, pace.think(self.player.rng) - acting)

    def on_start(self) -> None:
        try:
            self.carefully(self.player.open)
        finally:
            self.is_open = True
            self.acted_at = time.monotonic()
            if self.has_stream:
                self.running.spawn(self.follow)
            WebUser.opened += 1
            if WebUser.opened == PLAN["players"]:
                gevent.spawn_later(SETTLE_SECONDS, begin, self.environment)

    def on_stop(self) -> None:
        self.running.kill()

    @task
    def act(self) -> None:
        pace.acts += 1
        self.acted_at = time.monotonic()
        self.carefully(self.player.act)

    def carefully(self, work: Callable[[], object]) -> None:
        """Do something. Locust has counted already what was refused."""
        try:
            work()
        except Refused as refusal:
            print(refusal)
        except Exception as error:  # of this program, so no figure may be believed
            self.fail("scenario", repr(error))
            raise

    def later(self, seconds: float, work: Callable[[], object]) -> None:
        def run() -> None:
            gevent.sleep(seconds)
            self.carefully(work)

        self.running.spawn(run)

    def send(
        self, operation: str, method: str, path: str, headers: dict[str, str], body: bytes | None
    ) -> Reply:
        """Send a request. Replies 304 are counted as an operation of their own."""
        pace.requests += self.is_open
        with self.client.request(
            method, path, name=operation, data=body, headers=headers, catch_response=True
        ) as response:
            if response.status_code == 304:
                response.request_meta["name"] = f"{operation}, 304"
            if (operation, response.status_code) in TOO_LATE:
                response.request_meta["name"] = f"{operation}, too late"
                response.success()
            etag = (response.headers or {}).get("etag", "")
            return Reply(response.status_code, etag, response.content or b"")

    def follow(self) -> None:
        """Read the user's stream; open it again when it ends."""
        while True:
            try:
                url = self.player.stream_url()
                self.follow_once(url)
                self.fail("stream", "The stream has ended.")
            except Refused as refusal:
                print(refusal)
            except (OSError, gevent.Timeout) as error:
                self.fail("stream", repr(error))
            gevent.sleep(REOPEN_SECONDS)

    def follow_once(self, url: str) -> None:
        with self.client.request(
            "GET", url, name="stream, opened", stream=True, catch_response=True
        ) as response:
            if response.status_code != 200:
                raise Refused(f"{url} was answered {response.status_code}")
        seen["streams"] += 1
        try:
            for kind, _, data in messages(iter(partial(response.stream.readline, b"\n"), b"")):
                if kind:
                    seen["messages"] += 1
                    self.note_delay(kind, data)
                    self.later(0, partial(self.player.hear, kind, data))
        finally:
            seen["streams"] -= 1

    def note_delay(self, kind: str, data: Any) -> None:
        """Note how long after a command was sent the stream tells of it."""
        if kind != "changed" or not data["decision"]:
            return
        game, decision = data["game"], data["decision"]["id"]
        since = time.monotonic() - moved_at.get((game, decision - 1), 0.0)
        if since < LATE_SECONDS and self.known.get(game) != decision:
            seen["delays"].append(since)
        self.known[game] = decision

    def fail(self, operation: str, what: str) -> None:
        """Count an error that is not a refused request."""
        self.environment.events.request.fire(
            request_type="",
            name=operation,
            response_time=0,
            response_length=0,
            exception=RuntimeError(what),
            context={},
        )


def begin(environment: Environment) -> None:
    """Measure from now on, as long as was planned."""
    environment.stats.reset_all()
    pace.requests = pace.acts = 0  # streams that were opened have caused requests as well
    seen.update(begin=time.time(), delays=[], messages=0)
    PLACE.with_name("begun").touch()
    assert environment.runner is not None
    gevent.spawn_later(PLAN["seconds"], environment.runner.quit)


@events.test_stopping.add_listener
def end(**more: Any) -> None:
    """Write down what Locust does not count, while the streams are still open."""
    PLACE.with_name("seen.json").write_text(json.dumps({**seen, "end": time.time()}))
