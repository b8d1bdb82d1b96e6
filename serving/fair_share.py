"""A fair share of the threads: clients wait for their turn before a request gets a thread.

A client is a user or, without one that this process knows, an address. Expensive requests have
threads of their own, so that they never keep a move waiting.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache, partial
from hashlib import sha256
from typing import Any, Generic, TypeVar

from cachetools import LRUCache
from django.conf import settings
from django.http import HttpRequest, parse_cookie
from django.urls import Resolver404, resolve
from rest_framework.status import HTTP_401_UNAUTHORIZED

from core.api.declared import is_expensive, view_of
from core.api.errors import Overloaded
from core.api.headers import CALLER
from core.api.throttles import address_of
from core.paths import PATH_MAX

Environ = dict[str, Any]
Result = TypeVar("Result")
ADMIN = "admin"
"""The namespace of the admin, whose pages declare nothing: all are expensive."""


class Waiting(Generic[Result]):
    """A request that waits for a thread."""

    def __init__(self, work: Callable[[], Result]) -> None:
        self.work = work
        self.result: asyncio.Future[Result] = asyncio.get_running_loop().create_future()


class Lane(Generic[Result]):
    """Threads for one kind of requests. Only the event loop may use it.

    Clients take turns, and one client holds at most all threads but one, so that another client
    finds a thread at once.
    """

    def __init__(self, name: str, threads: int, requests: int) -> None:
        """``requests`` may run or wait for a thread."""
        self.pool = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self.free = threads
        self.for_each = max(1, threads - 1)
        self.requests = requests
        self.count = 0
        self.running: Counter[str] = Counter()
        self.waiting: dict[str, deque[Waiting[Result]]] = {}
        """By client, in the order of their turns."""

    def submit(self, client: str, work: Callable[[], Result]) -> asyncio.Future[Result]:
        """Let ``work`` run in a thread when it is the client's turn.

        Raises Overloaded if too many requests wait, and if no client has more of them.
        """
        if self.count >= self.requests:
            self.make_room(client)
        request = Waiting(work)
        self.waiting.setdefault(client, deque()).append(request)
        self.count += 1
        self.start()
        return request.result

    def make_room(self, client: str) -> None:
        """Refuse the last request of the client that has the most waiting. Raises Overloaded if
        that is this client.
        """
        length = {one: len(queue) for one, queue in self.waiting.items()}
        longest = max(length, key=length.__getitem__, default=client)
        if length.get(longest, 0) <= length.get(client, 0) + 1:
            raise Overloaded
        refused = self.waiting[longest].pop()
        self.count -= 1
        if not refused.result.done():
            refused.result.set_exception(Overloaded())

    def start(self) -> None:
        """Start what may run."""
        while self.free and (client := self.next_client()) is not None:
            queue = self.waiting.pop(client)
            request = queue.popleft()
            if queue:
                self.waiting[client] = queue  # behind the others
            if request.result.cancelled():
                self.count -= 1
                continue
            self.free -= 1
            self.running[client] += 1
            loop = asyncio.get_running_loop()
            done = loop.run_in_executor(self.pool, request.work)
            done.add_done_callback(partial(self.end, client, request))

    def next_client(self) -> str | None:
        """Return the client whose turn it is, or None if none may have a further thread."""
        return next((one for one in self.waiting if self.running[one] < self.for_each), None)

    def end(self, client: str, request: Waiting[Result], done: asyncio.Future[Result]) -> None:
        """Free the thread, and pass the result on unless its client has left."""
        self.free += 1
        self.count -= 1
        self.running[client] -= 1
        if not self.running[client]:
            del self.running[client]
        if not request.result.done():
            if error := done.exception():
                request.result.set_exception(error)
            else:
                request.result.set_result(done.result())
        self.start()


class Callers:
    """The users of recent requests, by their tokens or sessions.

    Only what was authenticated counts, so invented tokens give no further share. It decides nothing
    else: each request is authenticated as always.
    """

    def __init__(self) -> None:
        self.known: LRUCache[bytes, str] = LRUCache(10_000)

    def client_of(self, environ: Environ) -> str:
        """Return the user of the same token or session, or else the address."""
        request = HttpRequest()
        request.META = environ
        return self.known.get(credentials_of(environ)) or f"address {address_of(request)}"

    def remember(self, environ: Environ, status: int) -> None:
        """Remember who sent a request that was answered, until the same token or session gets 401.

        Other replies without a user, such as static files, did not look for one.
        """
        credentials, user = credentials_of(environ), environ.get(CALLER)
        if user is not None and credentials:
            self.known[credentials] = f"user {user}"
        elif status == HTTP_401_UNAUTHORIZED:
            self.known.pop(credentials, None)


def credentials_of(environ: Environ) -> bytes:
    """Return a digest of the token or, without one, of the session; empty without both."""
    text = environ.get("HTTP_AUTHORIZATION", "")
    if not text:
        cookies = parse_cookie(environ.get("HTTP_COOKIE", ""))
        text = cookies.get(settings.SESSION_COOKIE_NAME, "")
    return sha256(text.encode()).digest() if text else b""


def is_request_expensive(method: str, path: str) -> bool:
    """True if the endpoint or page at a path declares that a request is expensive.

    Django accepts methods in lower case, too.
    """
    view = find_view(path) if len(path) <= PATH_MAX else None  # longer ones are refused
    return view is not None and (view is ADMIN or is_expensive(view, method.upper()))


@lru_cache(maxsize=4096)
def find_view(path: str) -> Any:
    """Return the class of the page or endpoint at a path, ADMIN for those of the admin, or None.

    The result is cached, since clients ask for the same paths again and again.
    """
    try:
        found = resolve(path)
    except Resolver404:
        return None
    return ADMIN if ADMIN in found.namespaces else view_of(found.func)
