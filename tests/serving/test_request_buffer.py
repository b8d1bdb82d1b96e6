"""Requests reach the application only when they are complete."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import threading
import tracemalloc
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from serving.request_buffer import (
    DROPPED,
    SMALL_BODY,
    Headers,
    Limits,
    Message,
    RequestBuffer,
    receiver_of,
)
from serving.wsgi_threads import PIECE, WsgiApplication, WsgiThreads

LIMITS = Limits(
    body_bytes=10,
    bodies_bytes=25,
    body_seconds=60,
    send_seconds=60,
    send_rate=1_000_000,
    replies_bytes=1_000_000,
)
LARGE = dataclasses.replace(LIMITS, body_bytes=100_000, bodies_bytes=3 * 50_000, body_seconds=0.5)
HANG = 60.0
CHUNKED = [(b"transfer-encoding", b"chunked")]


class Client:
    """Sends parts of a body, waits until it may continue, and records the reply."""

    def __init__(
        self,
        pieces: Iterable[bytes] = (),
        headers: Headers | None = None,
        *,
        complete: bool = True,
        leaves: bool = False,
    ) -> None:
        self.pieces, self.complete, self.leaves = list(pieces), complete, leaves
        if headers is None:
            headers = [(b"content-length", str(len(b"".join(self.pieces))).encode())]
        self.scope = {"type": "http", "method": "POST", "path": "/", "headers": headers}
        self.sent: list[Message] = []
        self.read = 0
        self.read_before_reply: int | None = None

    async def receive(self) -> Message:
        self.read += 1
        if self.pieces:
            piece = self.pieces.pop(0)
            more = bool(self.pieces) or not self.complete
            return {"type": "http.request", "body": piece, "more_body": more}
        if self.leaves:
            return {"type": "http.disconnect"}
        await asyncio.Event().wait()  # nothing more is sent
        raise AssertionError

    async def send(self, message: Message) -> None:
        if self.read_before_reply is None:
            self.read_before_reply = self.read
        self.sent.append(message)

    @property
    def status(self) -> int | None:
        return self.sent[0]["status"] if self.sent else None

    def problem(self) -> Any:
        return json.loads(self.sent[1]["body"])

    def header(self, name: bytes) -> bytes:
        return dict(self.sent[0]["headers"])[name]


class Application:
    """Replies 200 and records its input."""

    def __init__(self) -> None:
        self.calls: list[tuple[dict[bytes, bytes], bytes]] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        message = await receive()
        assert not message["more_body"]
        self.calls.append((dict(scope["headers"]), message["body"]))
        assert (await receive())["type"] == "http.disconnect"
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})


def run(*clients: Client, limits: Limits = LIMITS) -> Application:
    """Let the clients send at the same time, and return the application."""

    async def everything() -> Application:
        application = Application()
        buffer = RequestBuffer(application, limits)
        calls = [buffer(one.scope, one.receive, one.send) for one in clients]
        await asyncio.wait_for(asyncio.gather(*calls), HANG)
        assert buffer.buffered == 0  # nothing is buffered afterwards
        return application

    return asyncio.run(everything())


def test_a_body_in_pieces_arrives_in_one() -> None:
    client = Client([b"abc", b"", b"def"])
    (call,) = run(client).calls
    assert (call, client.status) == (({b"content-length": b"6"}, b"abcdef"), 200)


def test_a_body_in_chunks_gets_its_length() -> None:
    (call,) = run(Client([b"abc", b"def"], CHUNKED)).calls
    assert call == ({b"content-length": b"6"}, b"abcdef")


def test_a_request_without_a_body_is_not_waited_for() -> None:
    client = Client(headers=[(b"host", b"here")], complete=False)
    (call,) = run(client).calls
    assert (call, client.read) == (({b"host": b"here"}, b""), 0)


def test_a_body_announced_as_too_large_is_refused_before_it_is_read() -> None:
    """The application refuses the body by its length, after authentication."""
    client = Client([b"x"], [(b"content-length", b"11")], complete=False, leaves=True)
    (call,) = run(client).calls
    assert (call, client.read_before_reply) == (({b"content-length": b"11"}, b""), 0)


def test_of_endless_chunks_only_as_much_is_read_as_shows_that_it_is_too_large() -> None:
    client = Client([b"xxxxx"] * 1000, CHUNKED)
    (call,) = run(client).calls
    assert (call, client.read_before_reply) == (({b"content-length": b"15"}, b""), 3)


@pytest.mark.parametrize("headers", [CHUNKED, [(b"content-length", b"5000")]])
def test_the_rest_of_a_refused_body_is_read_up_to_a_limit(headers: Headers) -> None:
    client = Client([b"xxxxx"] * 1000, headers)
    run(client)
    dropped = client.read - (client.read_before_reply or 0)
    assert dropped * 5 == DROPPED * LIMITS.body_bytes


def test_a_refused_body_that_never_ends_is_taken_for_a_limited_time() -> None:
    client = Client([b"x"], [(b"content-length", b"11")], complete=False)
    run(client, limits=dataclasses.replace(LIMITS, body_seconds=0.05))
    assert (client.status, client.read) == (200, 2)


@pytest.mark.parametrize("headers", [CHUNKED, [(b"content-length", b"6")]])
@pytest.mark.parametrize("pieces", [[], [b"abc"]])
def test_a_body_that_never_ends_is_refused_after_a_while(
    headers: Headers, pieces: list[bytes]
) -> None:
    client = Client(pieces, headers, complete=False)
    application = run(client, limits=dataclasses.replace(LIMITS, body_seconds=0.05))
    assert (client.status, application.calls) == (408, [])
    assert client.problem()["code"] == "body_timeout"
    assert client.header(b"content-type") == b"application/problem+json"
    assert client.header(b"x-request-id").decode() == client.problem()["request_id"]


def test_a_refusal_repeats_the_request_id_of_the_client() -> None:
    client = Client(headers=[*CHUNKED, (b"x-request-id", b"mine")], complete=False)
    run(client, limits=dataclasses.replace(LIMITS, body_seconds=0.05))
    assert client.header(b"x-request-id") == b"mine"


def test_a_body_that_ends_too_early_is_refused() -> None:
    client = Client([b"abc"], [(b"content-length", b"6")], complete=False, leaves=True)
    assert run(client).calls == []
    assert (client.status, client.problem()["code"]) == (400, "body_incomplete")


def test_large_incomplete_bodies_share_a_budget() -> None:
    """The first ones wait for their timeout. The one over the budget is refused."""
    waiting = [Client([b"x" * 50_000], CHUNKED, complete=False) for _ in range(3)]
    late = Client([b"x" * 50_000], CHUNKED)
    run(*waiting, late, limits=LARGE)
    assert [one.status for one in waiting] == [408] * 3
    assert (late.status, late.problem()["code"]) == (503, "overloaded")
    assert late.header(b"retry-after").isdigit()


def test_a_small_body_has_room_beside_any_number_of_large_ones() -> None:
    """Ordinary bodies are small, and large ones cannot use up their share."""
    waiting = [Client([b"x" * 50_000], CHUNKED, complete=False) for _ in range(4)]
    honest = Client([b"x" * SMALL_BODY], CHUNKED)
    run(*waiting, honest, limits=LARGE)
    assert honest.status == 200


def test_headers_that_imitate_others_are_dropped() -> None:
    headers = [(b"x_forwarded_for", b"1.2.3.4"), (b"x-forwarded-for", b"5.6.7.8")]
    ((seen, _),) = run(Client(headers=headers)).calls
    assert seen == {b"x-forwarded-for": b"5.6.7.8"}


def test_other_events_pass() -> None:
    seen: list[Any] = []

    async def application(scope: Any, receive: Any, send: Any) -> None:
        seen.append(scope)

    async def call() -> None:
        await RequestBuffer(application, LIMITS)({"type": "lifespan"}, None, None)  # type: ignore[arg-type]

    asyncio.run(call())
    assert seen == [{"type": "lifespan"}]


# --- threads -------------------------------------------------------------------------------------


SCOPE = {
    "type": "http",
    "method": "GET",
    "raw_path": b"/",
    "query_string": b"",
    "http_version": "1.1",
    "scheme": "http",
    "headers": [],
}


def test_requests_that_threads_work_on_are_limited() -> None:
    """One request runs, one waits for the thread, and the third is refused."""
    release = threading.Event()

    def application(environ: Any, start_response: Any) -> list[bytes]:
        assert release.wait(HANG)
        start_response("200 OK", [])
        return [b"done"]

    async def everything() -> list[int | None]:
        threads = RequestBuffer(
            WsgiThreads(application, threads=1, requests=2, limits=LIMITS, expensive_threads=1),
            LIMITS,
        )
        clients = [Client(headers=[]) for _ in range(3)]
        calls = [
            asyncio.create_task(threads(SCOPE | {"path": "/"}, one.receive, one.send))
            for one in clients
        ]
        await asyncio.wait_for(calls[-1], HANG)
        release.set()
        await asyncio.wait_for(asyncio.gather(*calls), HANG)
        return [one.status for one in clients]

    assert asyncio.run(everything()) == [200, 200, 503]


def test_a_long_reply_is_sent_in_pieces_and_whole() -> None:
    whole = b"x" * (2 * PIECE + 1)

    def application(environ: Any, start_response: Any) -> list[bytes]:
        start_response("200 OK", [])
        return [whole[:10], whole[10:]]

    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    threads = WsgiThreads(application, threads=1, requests=1, limits=LIMITS, expensive_threads=1)
    asyncio.run(threads(SCOPE, receiver_of(b""), send))
    bodies = [message["body"] for message in sent[1:]]
    assert [len(body) for body in bodies] == [PIECE, PIECE, 1]
    assert b"".join(bodies) == whole
    assert [message["more_body"] for message in sent[1:]] == [True, True, False]


def application_with_reply(pieces: int) -> WsgiApplication:
    """Return an application that sends its reply in pieces."""

    def application(environ: Any, start_response: Any) -> Iterator[bytes]:
        start_response("200 OK", [])
        return (bytes(PIECE) for _ in range(pieces))

    return application


def test_a_long_reply_is_never_in_memory_as_a_whole() -> None:
    async def send(message: Message) -> None:
        pass

    threads = WsgiThreads(
        application_with_reply(500), threads=1, requests=1, limits=LIMITS, expensive_threads=1
    )
    tracemalloc.start()
    try:
        asyncio.run(threads(SCOPE, receiver_of(b""), send))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 50 * PIECE


def test_a_client_that_does_not_read_its_reply_is_disconnected() -> None:
    """Each piece has a time limit, however long the whole reply may take. The server closes the
    connection.
    """
    limits = dataclasses.replace(LIMITS, send_seconds=0.05, send_rate=1)

    async def never_taken(message: Message) -> None:
        await asyncio.Event().wait()

    async def give_up() -> None:
        threads = WsgiThreads(
            application_with_reply(2), threads=1, requests=1, limits=limits, expensive_threads=1
        )
        with pytest.raises(TimeoutError):
            await threads(SCOPE, receiver_of(b""), never_taken)

    assert limits.reply_seconds(2 * PIECE) > HANG
    asyncio.run(asyncio.wait_for(give_up(), HANG))


def test_a_client_that_reads_too_slowly_is_disconnected() -> None:
    """The time for a reply depends on its size, not on how often the client reads."""
    limits = dataclasses.replace(LIMITS, send_seconds=0.1, send_rate=10**12)

    async def send(message: Message) -> None:
        await asyncio.sleep(0.05)

    threads = WsgiThreads(
        application_with_reply(1000), threads=1, requests=1, limits=limits, expensive_threads=1
    )
    with pytest.raises(TimeoutError):
        asyncio.run(threads(SCOPE, receiver_of(b""), send))
    assert limits.reply_seconds(10**13) == pytest.approx(10.1)


def test_large_unread_replies_share_a_budget() -> None:
    """More large replies are refused. Small ones have their own share."""
    limits = dataclasses.replace(LIMITS, replies_bytes=3 * PIECE)
    pieces = 5

    def application(environ: Any, start_response: Any) -> Iterable[bytes]:
        return application_with_reply(pieces)(environ, start_response)

    async def everything() -> list[int | None]:
        nonlocal pieces
        threads = WsgiThreads(
            application, threads=1, requests=1, limits=limits, expensive_threads=1
        )
        buffer = RequestBuffer(threads, limits)
        stuck = asyncio.Event()

        async def never_taken(message: Message) -> None:
            stuck.set()
            await asyncio.Event().wait()

        async def status() -> int | None:
            client = Client(headers=[])
            call = buffer(SCOPE | {"path": "/"}, client.receive, client.send)
            await asyncio.wait_for(call, HANG)
            return client.status

        held = asyncio.create_task(buffer(SCOPE, receiver_of(b""), never_taken))
        await asyncio.wait_for(stuck.wait(), HANG)
        found = [await status()]
        pieces = 1
        found.append(await status())
        held.cancel()
        await asyncio.wait([held])
        pieces = 5
        return [*found, await status()]

    assert asyncio.run(everything()) == [503, 200, 200]


def test_unread_replies_do_not_block_requests() -> None:
    """A request counts until its thread is done, even if the client does not read the reply."""

    def application(environ: Any, start_response: Any) -> list[bytes]:
        start_response("200 OK", [])
        return [b"done"]

    async def everything() -> int | None:
        threads = WsgiThreads(
            application, threads=1, requests=1, limits=LIMITS, expensive_threads=1
        )
        stuck = asyncio.Event()

        async def never_taken(message: Message) -> None:
            stuck.set()
            await asyncio.Event().wait()

        held = asyncio.create_task(threads(SCOPE, receiver_of(b""), never_taken))
        await asyncio.wait_for(stuck.wait(), HANG)
        while threads.quick.count:
            await asyncio.sleep(0.01)
        other = Client(headers=[])
        await asyncio.wait_for(threads(SCOPE, receiver_of(b""), other.send), HANG)
        held.cancel()
        return other.status

    assert asyncio.run(everything()) == 200
