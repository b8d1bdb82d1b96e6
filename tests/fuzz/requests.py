"""Doors of the whole service: requests as they come; each is undone."""

from __future__ import annotations

from functools import partial
from typing import Any
from urllib.parse import urlencode

import orjson
from hypothesis import strategies as st

from accounts.models import User
from accounts.services import token_issue
from tablekernel import registry
from tests.contract.world import undone
from tests.doors import Door, path_of
from tests.fuzz.hostile import documents, lines
from tests.fuzz.watch import Target
from tests.toy_games import start_game

HEADERS: dict[str, tuple[str, ...]] = {
    "HTTP_IF_NONE_MATCH": ('W/"a"', "*"),
    "HTTP_RANGE": ("bytes=0-1", "bytes=-1"),
    "HTTP_ACCEPT_LANGUAGE": ("fr;q=0.5, en", "*"),
    "HTTP_IDEMPOTENCY_KEY": ("one-key",),
    "HTTP_ACCEPT": ("application/json", "*/*;q=0.1"),
    "HTTP_AUTHORIZATION": ("Bearer cit_" + "a" * 49, "Basic YTpi"),
    "HTTP_HOST": ("testserver", "evil.example", "[::1]:80"),
    "HTTP_ORIGIN": ("https://evil.example", "null"),
    "HTTP_COOKIE": ("sessionid=a; csrftoken=b",),
    "HTTP_X_REQUEST_ID": ("mine",),
    "HTTP_X_FORWARDED_FOR": ("1.2.3.4, 5.6.7.8",),
    "HTTP_X_FORWARDED_PROTO": ("https",),
    "HTTP_IF_MODIFIED_SINCE": ("Sat, 21 Nov 2026 12:00:00 GMT",),
    "CONTENT_TYPE": ("application/json", "application/json; charset=utf-16"),
    "CONTENT_LENGTH": ("40", "-1", "9" * 30),
}
QUERIES = ("cursor=cD0y", "limit=1", "search=al", "status=lobby", "free_seats=1", "after=0")
METHODS = ("DISPATCH", "SETUP", "OPTIONS", "TRACE", "get")
OAUTH = {
    "response_type": "code",
    "client_id": "a",
    "redirect_uri": "https://play.example.org/",
    "state": "s",
    "code_challenge": "x" * 43,
    "code_challenge_method": "S256",
    "grant_type": "authorization_code",
    "code": "c",
    "code_verifier": "x" * 43,
    "scope": "games:read",
}


class Service:
    """The service with a game that alice has to move in."""

    def __init__(self, door: Door, alice: User, bob: User) -> None:
        self.door, self.game = door, start_game(alice, bob)
        self.key = token_issue(user=alice, name="fuzz").text

    def asked(self, path: str, data: bytes | None = None, **more: Any) -> bool:
        """True if the request was accepted. Every refusal under /api/ is a problem."""
        with undone():
            answer = self.door.ask(self.key, path, data, **more)
        status = int(answer.status.split()[0])
        assert status < 500, (answer.status, answer.body[:300])
        if status >= 400 and path.startswith("/api/"):
            assert answer.headers["content-type"] == "application/problem+json", answer.all
            assert orjson.loads(answer.body)["status"] == status
        for name, value in answer.all:
            assert not set("\r\n\0") & set(name + value), (name, value)
        return status < 400

    def headers(self, path: str, body: bytes | None, data: bytes) -> bool:
        """One header a line: its name's number, and what it says."""
        more = {}
        for line in data.split(b"\n")[:4]:
            name = list(HEADERS)[(line[:1] or b"\0")[0] % len(HEADERS)]
            more[name] = line[1:].decode("latin-1").replace("\r", "")
        if body is None:
            more.pop("CONTENT_LENGTH", None)
        return self.asked(path, body, **more)

    def query(self, path: str, data: bytes) -> bool:
        return self.asked(path, QUERY_STRING=data.decode("latin-1"))

    def method(self, path: str, data: bytes) -> bool:
        """Any word that a server takes for a method: letters, digits and some signs."""
        word = "".join(sign for sign in data.decode("latin-1") if sign.isascii() and sign.isalnum())
        return self.asked(path, REQUEST_METHOD=word or "GET")

    def form(self, path: str, data: bytes) -> bool:
        return self.asked(path, data, CONTENT_TYPE="application/x-www-form-urlencoded")

    def link(self, data: bytes) -> bool:
        """A token in the path of a page for people."""
        return self.asked(f"/verify-email/{data.decode('latin-1')}/")

    def cross_site(self, data: bytes) -> bool:
        """A form that is sent from another site."""
        origin, _, referer = data.decode("latin-1").partition("\n")
        more = {"HTTP_ORIGIN": origin, "HTTP_REFERER": referer, "wsgi.url_scheme": "https"}
        form = "application/x-www-form-urlencoded"
        return self.asked("/login/", b"username=a", CONTENT_TYPE=form, **more)

    def targets(self) -> tuple[Target, ...]:
        path, commands = path_of(self.game), path_of(self.game, "commands/")
        command: dict[str, Any] = {"decision": 1, "choices": ["boast"]}
        plain: dict[str, Any] = {"seats": 4, "title": "T", "bots": [{"level": "novice"}]}
        more = {"pace": {"kind": "per_decision", "allowance": 3600}, "options": {}, "join": True}
        creates = [{"ruleset": slug, **plain, **more} for slug in registry.RULESETS]
        hook = {"url": "https://example.org/in", "name": "mine"}
        said = {"room": "players", "text": "Hi."}
        whole = orjson.dumps(command)
        queries = lines(*QUERIES, *("&".join(QUERIES[:3]), "limit=-1", "cursor=%00"))
        params = lines(urlencode(OAUTH), *(urlencode([pair]) for pair in OAUTH.items()), "&")
        return (
            Target("POST commands", documents(command), partial(self.asked, commands)),
            Target("POST games", documents(*creates), partial(self.asked, self.all)),
            Target("POST messages", documents(said), partial(self.asked, self.talk)),
            Target("POST webhooks", documents(hook), partial(self.asked, "/api/v1/me/webhooks/")),
            Target("headers, GET", header_lines(), partial(self.headers, path, None)),
            Target("headers, POST", header_lines(), partial(self.headers, commands, whole)),
            Target("GET games", queries, partial(self.query, self.all)),
            Target("GET users", queries, partial(self.query, "/api/v1/users/")),
            Target("methods", lines(*METHODS), partial(self.method, path)),
            Target("GET oauth", params, partial(self.query, "/oauth/authorize/")),
            Target("POST oauth", params, partial(self.form, "/oauth/token/")),
            Target("POST device", params, partial(self.form, "/oauth/device/")),
            Target("GET link", lines("a" * 40, "a:b:c", "/"), self.link),
            Target("POST cross-site", lines("https://testserver\nhttps://a/"), self.cross_site),
        )

    all = "/api/v1/games/"

    @property
    def talk(self) -> str:
        return path_of(self.game, "messages/")


def header_lines() -> st.SearchStrategy[bytes]:
    """Up to three headers."""
    each = [
        lines(*values).map(lambda text, place=place: bytes([place]) + text)  # type: ignore[misc]
        for place, values in enumerate(HEADERS.values())
    ]
    return st.lists(st.one_of(each), min_size=1, max_size=3).map(b"\n".join)
