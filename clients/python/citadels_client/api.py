"""The operations of the API, one method each. All raise Problem and Unreachable."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar, cast
from urllib.parse import urlencode

from .documents import Event, FinishedPlay, Game
from .errors import Problem
from .oauth import Grant, refresh
from .streaming import Message, follow_stream
from .transport import Reply, Stream, Transport

T = TypeVar("T")
PREFIX = "/api/v1/"
EVENTS_A_PAGE = 500


class Api:
    """A connection to a service for one user, or without a token for what is public.

    Not thread-safe.
    """

    def __init__(
        self,
        url: str,
        token: str = "",
        *,
        language: str = "",
        patience: float = 5.0,
        grant: Grant | None = None,
        renew: Callable[[Transport, Grant], Grant] = refresh,
    ) -> None:
        """``language`` is the language of texts, ``en`` or ``fr``. ``patience`` is the maximum
        number of seconds to wait when the service asks the client to retry later.

        With a ``grant`` of OAuth instead of a token, ``renew`` is called when its token has
        expired. A function of your own can save what ``refresh`` returns.
        """
        self.token = grant.access_token if grant else token
        self.grant = grant
        self._renew = renew
        self.device_token = ""
        """From the last log-in. The next one sends it, so that it does not wait for others'
        failures.
        """
        self.answered: dict[str, int] = {}
        """The last decision that this client has answered, by game."""
        self.language = language
        self._transport = Transport(url, patience)
        self._seen: dict[str, tuple[str, Any]] = {}

    # --- accounts ------------------------------------------------------------------------------

    def register(self, username: str, password: str, email: str = "") -> dict[str, Any]:
        """Register a user."""
        body = {"username": username, "password": password, "email": email}
        return cast("dict[str, Any]", self._post("auth/register/", body))

    def log_in(self, username: str, password: str, name: str = "") -> str:
        """Get a token, and use it from now on."""
        body = {"username": username, "password": password, "name": name}
        body["device_token"] = self.device_token
        reply = self._post("auth/tokens/", body)
        self.token, self.device_token = str(reply["token"]), str(reply["device_token"])
        self._seen.clear()
        return self.token

    def turns(self) -> list[dict[str, Any]]:
        """Return the games that wait for this user, the longest waiting first."""
        return cast("list[dict[str, Any]]", self._look("me/turns/")["turns"])

    def me(self) -> dict[str, Any]:
        """Return the user whose token this is."""
        return cast("dict[str, Any]", self._look("me/"))

    def notifications(self) -> list[dict[str, Any]]:
        """Return the last notifications of this user, newest first."""
        return self._page("me/notifications/", {})

    # --- rulesets ------------------------------------------------------------------------------

    def rulesets(self) -> list[dict[str, Any]]:
        return cast("list[dict[str, Any]]", self._get("rulesets/").json())

    def ruleset(self, slug: str) -> dict[str, Any]:
        """Return a ruleset, with its options, questions and bots."""
        return cast("dict[str, Any]", self._get(f"rulesets/{slug}/").json())

    def cards(self, slug: str) -> dict[str, Any]:
        """Return the catalogue of a ruleset: titles, numbers, texts."""
        return cast("dict[str, Any]", self._look(f"rulesets/{slug}/cards/"))

    # --- games ---------------------------------------------------------------------------------

    def create(
        self,
        *,
        ruleset: str,
        seats: int,
        bots: Sequence[str] = (),
        options: Mapping[str, Any] | None = None,
        visibility: str = "public",
    ) -> Game:
        """Create a game and take its first free seat. ``bots`` are levels, or ``level/profile``."""
        body = {
            "ruleset": ruleset,
            "seats": seats,
            "options": dict(options or {}),
            "bots": [bot_named(name) for name in bots],
            "visibility": visibility,
        }
        return cast("Game", self._keyed("games/", body, str(uuid.uuid4())))

    def mark_as_bot(self) -> None:
        """Mark the account as a bot, permanently. Raises Problem if it has played before."""
        self._post("me/bot/")

    def join(self, game_id: str, seat: int | None = None) -> Game:
        return cast("Game", self._post(f"games/{game_id}/join/", {"seat": seat}))

    def start(self, game_id: str) -> Game:
        return cast("Game", self._post(f"games/{game_id}/start/"))

    def resign(self, game_id: str) -> Game:
        return cast("Game", self._post(f"games/{game_id}/resign/"))

    def game(self, game_id: str) -> Game:
        """Return a game as this user may see it: the same object while nothing has changed."""
        return cast("Game", self._look(f"games/{game_id}/"))

    def board(
        self,
        game_id: str,
        move: int | None = None,
        *,
        layout: str = "portrait",
        preview: str | None = None,
    ) -> str:
        """Return the picture of a game as SVG, now or after a move, as this user knew it then.

        ``layout`` is ``portrait`` or ``landscape``; ``preview`` is a choice of this user to draw
        in.
        """
        query = {"layout": layout} if layout != "portrait" else {}
        if preview is not None:
            query["preview"] = preview
        path = f"games/{game_id}/" + ("" if move is None else f"history/{move}/") + "board.svg"
        path += f"?{urlencode(query)}" if query else ""
        kind = "image/svg+xml"
        if move is not None or preview is not None:
            return self._get(path, Accept=kind).body.decode()
        return cast("str", self._look(path, lambda reply: reply.body.decode(), kind))

    def command(
        self, game_id: str, decision: int, choices: Sequence[str], key: str | None = None
    ) -> FinishedPlay:
        """Answer the open decision. A command that is sent twice is played once: it has a key."""
        body = {"decision": decision, "choices": list(choices)}
        path = f"games/{game_id}/commands/"
        finished = cast("FinishedPlay", self._keyed(path, body, key or str(uuid.uuid4())))
        self.answered[game_id] = decision + len(choices) - 1
        return finished

    def events(self, game_id: str, after: int = 0) -> list[Event]:
        """Return all events after the number ``after``, as this user may know them."""
        events: list[Event] = []
        while True:
            query = f"?after={after}&limit={EVENTS_A_PAGE}"
            page = self._get(f"games/{game_id}/events/{query}").json()
            events += page["events"]
            if len(page["events"]) < EVENTS_A_PAGE:
                return events
            after = page["last_seq"]

    def reveal(self, game_id: str) -> dict[str, Any]:
        """Return what was hidden in a finished game, and the breakdown of the scores."""
        return cast("dict[str, Any]", self._get(f"games/{game_id}/reveal/").json())

    def export(self, game_id: str) -> bytes:
        """Return the record of a finished game, unchanged."""
        return self._get(f"games/{game_id}/export/").body

    # --- lists and streams ---------------------------------------------------------------------

    def games(self, **filters: str | int) -> list[dict[str, Any]]:
        """Return the newest public games, for example ``games(status="lobby", free_seats=1)``."""
        return self._page("games/", filters)

    def my_games(self, **filters: str | int) -> list[dict[str, Any]]:
        return self._page("me/games/", filters)

    def stream(
        self,
        game_id: str | None = None,
        last_id: str = "",
        *,
        decisions: bool = False,
        tries: int = 8,
    ) -> Iterator[Message]:
        """Yield messages about a game, or about all games of this user, without end.

        The first one is a snapshot, or the message after ``last_id``. With ``decisions``, the open
        decision has its options if it is this user's. A broken connection is resumed. Raises
        Problem if access ends, and Unreachable after ``tries`` failed attempts in a row.
        """
        path = PREFIX + ("me/stream/" if game_id is None else f"games/{game_id}/stream/")
        path += "?decisions=true" if decisions else ""

        def opened(after: str) -> Stream:
            more = {"Last-Event-ID": after} if after else {}
            return self._with_fresh_token(lambda: self._transport.open(path, self._headers(**more)))

        return follow_stream(opened, last_id, tries=tries, has_expired=self._may_refresh)

    # --- how it is sent ------------------------------------------------------------------------

    def _headers(self, **more: str) -> dict[str, str]:
        if self.token:
            more["Authorization"] = f"Bearer {self.token}"
        if self.language:
            more["Accept-Language"] = self.language
        return more

    def _may_refresh(self, problem: Problem) -> bool:
        return self.grant is not None and problem.code == "invalid_token"

    def _with_fresh_token(self, send: Callable[[], T]) -> T:
        """Send, and again with new tokens if the service says that the old one has expired."""
        try:
            return send()
        except Problem as problem:
            if self.grant is None or not self._may_refresh(problem):
                raise
        self.grant = self._renew(self._transport, self.grant)
        self.token = self.grant.access_token
        return send()

    def _send(
        self, method: str, path: str, body: Any = None, *, repeatable: bool = False, **headers: str
    ) -> Reply:
        return self._with_fresh_token(
            lambda: self._transport.send(
                method,
                PREFIX + path,
                body=body,
                headers=self._headers(**headers),
                repeatable=repeatable,
            )
        )

    def _page(self, path: str, filters: Mapping[str, str | int]) -> list[dict[str, Any]]:
        query = f"?{urlencode(filters)}" if filters else ""
        return cast("list[dict[str, Any]]", self._look(path + query)["results"])

    def _get(self, path: str, **headers: str) -> Reply:
        return self._send("GET", path, repeatable=True, **headers)

    def _look(
        self, path: str, read: Callable[[Reply], Any] = Reply.json, kind: str = "application/json"
    ) -> Any:
        """Return a document that has an ETag. It is not sent again while it has not changed."""
        etag, document = self._seen.get(path, ("", None))
        reply = self._get(path, Accept=kind, **({"If-None-Match": etag} if etag else {}))
        if reply.status == 304:
            return document
        document = read(reply)
        if etag := reply.headers.get("ETag", ""):
            self._seen[path] = (etag, document)
        return document

    def _post(self, path: str, body: Any = None) -> Any:
        reply = self._send("POST", path, body)
        return reply.json() if reply.body else None

    def _keyed(self, path: str, body: Any, key: str) -> Any:
        """Send a write with an idempotency key, so that it may be sent again and is done once."""
        headers = {"Idempotency-Key": key}
        return self._send("POST", path, body, repeatable=True, **headers).json()


def bot_named(name: str) -> dict[str, str]:
    """Return ``expert`` or ``expert/builder`` in the form that the API takes."""
    level, _, profile = name.partition("/")
    return {"level": level, "profile": profile} if profile else {"level": level}
