"""One user of the web client, as the requests that it sends (``clients/web/site``).

A user is on one page: the list of their games, a table, or the lobby. ``act`` is what they do next,
``hear`` what the page does when its stream sends a message. Knows neither Locust nor Django:
``send`` carries a request out, ``later`` runs something after a pause.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple, Protocol
from urllib.parse import urlencode
from uuid import UUID

API = "/api/v1/"
ALL = 2**31 - 1
"""As ``before`` of lists that are read backwards: from the newest."""
DEBOUNCE = 0.5
"""Seconds after which the inbox is fetched: several messages at once cause one request."""
MOST_CACHED = 100
TURNS, LOBBY = "turns", "lobby"
"""Pages; every other page is the id of a game."""
RULESETS = {"citadels": 4, "castle": 2}
"""The games that users create, with their seats."""


class Reply(NamedTuple):
    """A reply to a request."""

    status: int
    etag: str
    content: bytes


class Send(Protocol):
    """Sends a request. ``operation`` is the name under which it is counted."""

    def __call__(
        self, operation: str, method: str, path: str, headers: dict[str, str], body: bytes | None
    ) -> Reply: ...


class Refused(Exception):
    """The service has not done what a request asked for."""


class Player:
    """A signed-in user with an open page."""

    def __init__(
        self,
        token: str,
        *,
        send: Send,
        later: Callable[[float, Callable[[], object]], None],
        rng: Random,
        on_move: Callable[[str, int], None] = lambda game, decision: None,
    ) -> None:
        self.token, self.send, self.later, self.rng = token, send, later, rng
        self.on_move = on_move
        self.layout = rng.choice(("portrait", "landscape"))
        self.cached: dict[str, tuple[str, bytes]] = {}
        self.page = TURNS
        self.table: dict[str, Any] = {}
        """The game on the page, as it was fetched last."""
        self.sets = 0
        """Counts how often it was replaced."""
        self.version = -1
        """The version of the last ``changed`` about it."""
        self.moved = False
        """True until the stream announces the user's own command."""
        self.waits = False
        """True while a request for the inbox is planned."""

    # --- requests ------------------------------------------------------------------------------

    def get(self, operation: str, path: str, **query: Any) -> tuple[bytes, bool]:
        """Return a document, and whether it was new to the client."""
        words = urlencode({name: value for name, value in query.items() if value is not None})
        url = f"{API}{path}{'?' if words else ''}{words}"
        etag, known = self.cached.pop(url, ("", b""))
        reply = self.request(operation, "GET", url, {"If-None-Match": etag} if etag else {})
        content = known if reply.status == 304 else reply.content
        if reply.etag:
            # Pictures are shown, and never read by this program.
            self.cached[url] = reply.etag, b"" if path.endswith(".svg") else content
        if len(self.cached) > MOST_CACHED:
            del self.cached[next(iter(self.cached))]
        return content, reply.status != 304

    def read(self, operation: str, path: str, **query: Any) -> Any:
        """Return the content of a document."""
        return json.loads(self.get(operation, path, **query)[0])

    def post(self, operation: str, path: str, body: Any, *, once: bool = False) -> Any:
        """Send a change. With ``once`` it has a key, so that it could be sent again."""
        headers = {"Content-Type": "application/json"}
        if once:
            headers["Idempotency-Key"] = str(UUID(int=self.rng.getrandbits(128), version=4))
        reply = self.request(operation, "POST", API + path, headers, json.dumps(body).encode())
        return json.loads(reply.content) if reply.content else None

    def request(
        self,
        operation: str,
        method: str,
        url: str,
        headers: dict[str, str],
        body: bytes | None = None,
    ) -> Reply:
        headers |= {
            "Accept": "application/json, image/svg+xml",
            "Accept-Language": "en",
            "Authorization": f"Bearer {self.token}",
        }
        reply = self.send(operation, method, url, headers, body)
        if not 200 <= reply.status < 400:
            raise Refused(f"{method} {url} was answered {reply.status}: {reply.content[:300]!r}")
        return reply

    # --- pages ---------------------------------------------------------------------------------

    def open(self) -> None:
        """Load the client: it shows the list of games."""
        self.get("me", "me/")
        self.get("rulesets", "rulesets/")
        self.open_turns()

    def stream_url(self) -> str:
        """Return an address of a stream of all the user's games."""
        return str(self.post("stream, ticket", "streams/", {"game": None})["url"])

    def open_turns(self) -> list[str]:
        """Show the list of games. Return those that wait for the user."""
        self.page = TURNS
        return self.refresh()

    def refresh(self) -> list[str]:
        """Fetch the inbox, and the list of games if it is shown."""
        self.waits = False
        turns = self.read("inbox", "me/turns/")["turns"]
        if self.page == TURNS:
            self.get("my games", "me/games/", status="active", limit=100)
            self.get("my games", "me/games/", status="lobby", limit=100)
            self.get("my games", "me/games/", status="finished", limit=10)
            self.get("unread messages", "me/messages/")
            self.get("invitations", "me/invitations/")
            self.get("seat offers", "me/seat-offers/")
        return [turn["game"] for turn in turns]

    def open_game(self, game: str) -> None:
        """Show a game: its table, or its lobby."""
        self.page, self.version, self.moved = game, -1, False
        self.table = {}
        self.reload()
        if self.table["status"] == "lobby":
            self.read_chat()
            return
        self.show_picture()
        self.get("events", f"games/{game}/events/", limit=50, before=ALL)
        self.get("chat", f"games/{game}/messages/", room="players", before=ALL, limit=1)

    def reload(self) -> None:
        """Fetch the game of the page. The reply is dropped if a command was answered meanwhile."""
        game, sets = self.page, self.sets
        content, is_new = self.get("view", f"games/{game}/")
        if (self.page, self.sets) != (game, sets):
            return
        if is_new or not self.table:
            self.table = json.loads(content)
            self.sets += 1

    def show_picture(self, preview: str | None = None) -> None:
        path = f"games/{self.page}/board.svg"
        self.get("picture", path, layout=self.layout, preview=preview)

    def open_lobby(self) -> None:
        """Look for a game to join; create one if there is none."""
        self.page = LOBBY
        listed = self.read("lobby", "games/", status="lobby", limit=24)["results"]
        free = [game for game in listed if game["free_seats"] and game["your_seat"] is None]
        if not free:
            ruleset = self.rng.choice(sorted(RULESETS))
            seats, options = RULESETS[ruleset], {"start_when_full": True}
            body = {"ruleset": ruleset, "seats": seats, **options}
            self.open_game(self.post("create a game", "games/", body, once=True)["id"])
            return
        game = self.rng.choice(free)["id"]
        self.post("join", f"games/{game}/join/", {})
        self.open_game(game)

    def read_chat(self) -> None:
        """Show the messages of a game, and tell the service how far they were read."""
        path = f"games/{self.page}/messages/"
        found = self.read("chat", path, room="players", before=ALL, limit=100)
        if found["last"] > found["read"]:
            self.post("chat, read", f"{path}read/", {"room": "players", "number": found["last"]})

    def write_chat(self) -> None:
        body = {"room": "players", "text": "Well played. Who takes the crown next?"}
        self.post("chat, write", f"games/{self.page}/messages/", body, once=True)
        self.read_chat()

    # --- what the user does --------------------------------------------------------------------

    def act(self) -> None:
        """Do one thing, after which a user looks and thinks."""
        options = (self.table.get("decision") or {}).get("options")
        luck = self.rng.random()
        if self.page == LOBBY or luck < 0.04:
            self.open_lobby()
        elif self.page == TURNS:
            waiting = self.open_turns()
            if waiting:
                self.open_game(self.rng.choice(waiting))
            elif luck < 0.5:
                self.look_at_any()
        elif options and luck < 0.9:
            self.play(self.rng.choice(options)["choice"])
        elif luck < 0.15:
            self.write_chat()
        elif luck < 0.3:
            self.read_chat()
        else:
            self.open_turns()

    def look_at_any(self) -> None:
        """Show one of the user's running games."""
        games = self.read("my games", "me/games/", status="active", limit=100)["results"]
        if games:
            self.open_game(self.rng.choice(games)["id"])

    def play(self, choice: str) -> None:
        """Look at a choice in the picture, then play it."""
        game, decision = self.page, self.table["decision"]["id"]
        self.show_picture(preview=choice)
        self.moved = True
        body = {"decision": decision, "choices": [choice]}
        self.on_move(game, decision)
        try:
            reply = self.post("command", f"games/{game}/commands/", body, once=True)
        except Refused:
            self.moved = False
            self.reload()
            raise
        if self.page == game:
            self.table, self.sets = reply["game"], self.sets + 1
            self.show_picture()

    # --- what the page does --------------------------------------------------------------------

    def hear(self, kind: str, data: Any) -> None:
        """React to a message of the stream."""
        if kind == "event":
            return
        if not self.waits:
            self.waits = True
            self.later(DEBOUNCE, self.refresh)
        if not self.table or self.page in (TURNS, LOBBY):
            return
        if kind == "snapshot" or (data.get("game") == self.page and self.is_news(data)):
            before = self.sets
            self.reload()
            if self.sets != before and self.table["table"]:
                self.show_picture()

    def is_news(self, changed: dict[str, Any]) -> bool:
        """True if a change is neither a message nor the user's own command."""
        if changed["version"] == self.version:
            return False
        self.version = changed["version"]
        shown, now = self.table.get("decision") or {}, changed["decision"] or {}
        is_shown = (self.table["status"], shown.get("id")) == (changed["status"], now.get("id"))
        is_echo, self.moved = self.moved and is_shown, False
        return not is_echo
