"""A stream server in this process, and clients that read, stop reading or disconnect."""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from random import Random
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import orjson
from django.db import connections

from accounts.models import User
from accounts.services import token_issue
from games.models import Game
from games.streams.server import StreamServer
from tests.declared import stream_message_check
from tests.toy_games import options_of, play, start_game

PATIENCE = 5.0
END = None


class StreamMessage(NamedTuple):
    """A message: its id ("" if it has none), its kind and its data."""

    id: str
    kind: str
    data: Any


def parse_message(block: str) -> StreamMessage:
    """Parse what an empty line ends, as strictly as the strictest library: it has to be a message
    with data, and each line a field or a comment.
    """
    fields = {"id": ""}
    for line in block.split("\n"):
        name, colon, value = line.partition(":")
        assert colon, f"no field: {line}"
        assert name in ("", "id", "event", "data", "retry"), f"unknown field: {line}"
        fields[name] = value.removeprefix(" ")
    assert {"event", "data"} <= fields.keys(), f"a block without a message: {block}"
    data = orjson.loads(fields["data"])
    stream_message_check(fields["event"], data)
    return StreamMessage(fields["id"], fields["event"], data)


class Parser:
    """A parser of received bytes, in arbitrary chunks. It yields only complete messages."""

    def __init__(self) -> None:
        self.rest = b""

    def take(self, body: bytes) -> Iterator[StreamMessage]:
        *blocks, self.rest = (self.rest + body).split(b"\n\n")
        for block in blocks:
            yield parse_message(block.decode())


class StreamClient:
    """The client of one stream."""

    def __init__(self, loop: asyncio.AbstractEventLoop, slow: bool) -> None:
        self.loop = loop
        self.inbox: queue.Queue[StreamMessage | None] = queue.Queue()
        self.status = 0
        self.headers: dict[str, str] = {}
        self.body = b""
        self.begun = threading.Event()
        self.gone = asyncio.Event()
        self.reads = asyncio.Event()
        if not slow:
            self.reads.set()
        self.parser = Parser()
        self.last_id = ""

    async def receive(self) -> dict[str, Any]:
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, event: dict[str, Any]) -> None:
        if event["type"] == "http.response.start":
            self.status = event["status"]
            self.headers = {name.decode(): value.decode() for name, value in event["headers"]}
            self.begun.set()
            return
        await self.reads.wait()
        self.body += event["body"]
        for told in self.parser.take(event["body"]):
            self.inbox.put(told)
        if not event.get("more_body"):
            self.inbox.put(END)

    # --- from the test's thread ----------------------------------------------------------------

    def cut(self) -> None:
        self.loop.call_soon_threadsafe(self.gone.set)

    def wake_up(self) -> None:
        """Start reading."""
        self.loop.call_soon_threadsafe(self.reads.set)

    def next(self, *kinds: str, patience: float = PATIENCE) -> StreamMessage:
        """Return the next message, or the next of the given kinds."""
        until = time.monotonic() + patience
        while True:
            told = self.inbox.get(timeout=max(0.0, until - time.monotonic()))
            assert told is not END, "the stream has ended"
            self.last_id = told.id or self.last_id
            if told.kind in kinds or not kinds:
                return told

    def until(
        self, enough: Callable[[StreamMessage], bool], patience: float = PATIENCE
    ) -> list[StreamMessage]:
        """Return all messages up to the first that meets the condition."""
        heard = [self.next(patience=patience)]
        while not enough(heard[-1]):
            heard.append(self.next(patience=patience))
        return heard

    def is_silent(self, seconds: float = 0.3) -> bool:
        """True if no message arrives within this time."""
        try:
            self.next(patience=seconds)
        except queue.Empty:
            return True
        return False

    def remaining_messages(self) -> list[StreamMessage]:
        """Return all messages until the stream ends."""
        heard = []
        while (told := self.inbox.get(timeout=PATIENCE)) is not END:
            heard.append(told)
        return heard

    def problem(self) -> tuple[int, str]:
        """Return the status and the error code of a refused request."""
        assert self.begun.wait(PATIENCE)
        assert self.inbox.get(timeout=PATIENCE) is END
        assert self.headers["content-type"] == "application/problem+json"
        return self.status, orjson.loads(self.body)["code"]


class Streams:
    """A running server."""

    def __init__(self, server: StreamServer, loop: asyncio.AbstractEventLoop) -> None:
        self.server = server
        self.loop = loop
        self.tasks: set[asyncio.Future[None]] = set()

    def ask(
        self,
        address: str,
        *,
        method: str = "GET",
        slow: bool = False,
        headers: dict[str, str] | None = None,
    ) -> StreamClient:
        url = urlsplit(address)
        scope = {
            "type": "http",
            "method": method,
            "path": url.path,
            "query_string": url.query.encode(),
            "headers": [(name.encode(), value.encode()) for name, value in (headers or {}).items()],
        }

        async def begin() -> StreamClient:
            ear = StreamClient(self.loop, slow)
            task = asyncio.ensure_future(self.server(scope, ear.receive, ear.send))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)
            return ear

        return asyncio.run_coroutine_threadsafe(begin(), self.loop).result(PATIENCE)

    def token(self, user: User) -> dict[str, str]:
        return {"authorization": f"Bearer {token_issue(user=user).text}"}

    def listen(self, user: User, what: Any, *, after: str = "", slow: bool = False) -> StreamClient:
        """Open a stream for ``user``: of a game, or of "me"."""
        path = "me" if what == "me" else f"games/{what.id}"
        headers = self.token(user)
        if after:
            headers["last-event-id"] = after
        ear = self.ask(f"/api/v1/{path}/stream/", headers=headers, slow=slow)
        ear.last_id = after
        return ear


@contextmanager
def streams_running() -> Iterator[Streams]:
    """Run the server in a thread with its own event loop, from startup to shutdown."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    server = StreamServer()

    async def begin() -> None:
        server.start()

    try:
        asyncio.run_coroutine_threadsafe(begin(), loop).result(PATIENCE)
        yield Streams(server, loop)
    finally:
        asyncio.run_coroutine_threadsafe(server.stop(), loop).result(PATIENCE * 3)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(PATIENCE)
        loop.close()


@contextmanager
def meanwhile(action: Callable[[], object]) -> Iterator[threading.Event]:
    """Run ``action`` in a thread. The event is set when it ends."""
    over = threading.Event()

    def run() -> None:
        try:
            action()
        finally:
            connections.close_all()
            over.set()

    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(run)
        yield over
        future.result(PATIENCE * 4)


def citadels(*users: User) -> Game:
    """A game in which cards are drawn constantly."""
    return start_game(*users, ruleset="citadels", options={})


def play_some(game: Game, *users: User, moves: int) -> Game:
    """Play at random for the users on the seats 0, 1, and so on."""
    rng = Random(moves)
    game.refresh_from_db()
    for _ in range(moves):
        if game.to_act is None:
            break
        user = users[game.to_act]
        game = play(user, game, rng.choice(options_of(user, game)))
    return game
