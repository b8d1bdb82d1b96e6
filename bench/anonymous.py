"""CPU time of every request that needs no account, with its queries and password hashes.

    python -m bench.anonymous

Each request is sent through the test client to the whole of Django, on SQLite, with the settings of
`make run` and without rate limits. ``cpu`` is the median of processor time, so it depends little on
what else the machine does. docs/limits.md lists what is expensive here, and what limits it.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from statistics import median
from time import process_time
from typing import TYPE_CHECKING, Any, NamedTuple
from unittest import mock
from urllib.parse import urlencode
from uuid import UUID, uuid4

from rich.console import Console
from rich.table import Table

if TYPE_CHECKING:
    from django.test import Client

REPEATED = 5
UNLIMITED = "100000000/min"
PASSWORD = "correct horse battery staple"
REDIRECT = "https://example.org/"
CSRF = "a" * 32
NUMBERS = count(1)
OF_A_GAME = (
    "",
    "events/",
    "recap/",
    "history/0/",
    "history/0/board.svg",
    "board.svg",
    "board.png",
    "reveal/",
    "verify/",
    "export/",
)
WRITES = ("INSERT", "UPDATE", "DELETE", "REPLACE")


@dataclass(frozen=True, slots=True)
class Sent:
    """A request. ``data`` is a JSON body, or the fields of a form."""

    method: str
    path: str
    note: str = ""
    data: Mapping[str, Any] | None = None
    form: bool = False
    headers: Mapping[str, str] | None = None

    @property
    def address(self) -> str:
        """The method and the pattern of the path, such as `GET /verify-email/{token}/`."""
        from django.urls import Resolver404, resolve

        path = self.path.partition("?")[0]
        with suppress(Resolver404):
            path = "/" + re.sub(r"<(?:\w+:)?(\w+?)(?:_id)?>", r"{\1}", resolve(path).route)
        return f"{self.method} {path}"


def requests() -> list[Sent]:
    """Return one round of requests. Links, names and addresses are new in each round."""
    from accounts.keys import TOKEN_MARK, key_make

    client, links, other = new_application(), new_links(), new_links()
    page_reset, api_reset = new_links(), new_links()  # a verified address ends other links
    grant = {"client_id": client, "client_secret": "wrong", "redirect_uri": REDIRECT}
    code = {**grant, "grant_type": "authorization_code", "code": "a"}
    refresh = {**grant, "grant_type": "refresh_token", "refresh_token": "a"}
    nobody = {"Authorization": f"Bearer {key_make(TOKEN_MARK)}"}
    password = {"password": PASSWORD}
    game, picture = new_game()
    move = new_move_link()
    return [
        Sent("GET", "/"),
        Sent("GET", "/no/such/page/"),
        Sent("GET", "/static/drf_spectacular_sidecar/swagger-ui-dist/swagger-ui-bundle.js"),
        Sent("GET", "/.well-known/oauth-authorization-server"),
        Sent("GET", "/.well-known/oauth-authorization-server/a"),
        Sent("GET", "/.well-known/oauth-protected-resource"),
        Sent("GET", "/.well-known/oauth-protected-resource/a"),
        Sent("GET", "/api/docs/"),
        Sent("GET", "/api/docs/?script=", "script"),
        Sent("GET", "/api/schema/"),
        Sent("GET", "/api/schema/?format=json", "JSON"),
        Sent("GET", "/api/v1/"),
        Sent("GET", "/api/v1/no/such/"),
        Sent("GET", "/api/v1/rulesets/"),
        Sent("GET", "/api/v1/rulesets/citadels/"),
        Sent("GET", "/api/v1/rulesets/citadels/cards/"),
        Sent("GET", "/api/v1/rulesets/castle/cards/"),
        Sent("GET", "/api/v1/rulesets/citadels/schemas/"),
        Sent("GET", "/api/v1/me/", "no token"),
        Sent("GET", "/api/v1/me/", "unknown token", headers=nobody),
        Sent("POST", "/api/v1/games/", "no token, 1 MB", {"a": "a" * 1_000_000}),
        Sent("GET", "/contact/"),
        Sent("GET", "/docs"),
        Sent("POST", "/docs"),
        Sent("GET", "/docs/"),
        Sent("GET", "/docs/index.html"),
        Sent("GET", "/license/"),
        Sent("GET", "/play"),
        Sent("POST", "/play"),
        Sent("GET", "/play/"),
        Sent("GET", "/privacy/"),
        Sent("GET", "/problems/throttled/"),
        Sent("GET", "/robots.txt"),
        Sent("GET", "/terms/"),
        Sent("GET", "/forgotten-password/"),
        Sent("POST", "/forgotten-password/", data={"email": "a@example.org"}, form=True),
        Sent("GET", "/sign-up/"),
        Sent("POST", "/sign-up/", data=new_account(), form=True),
        Sent("GET", "/login/"),
        Sent("POST", "/login/", "wrong password", new_login(), form=True),
        Sent("POST", "/login/", "origin of 8,000 characters", headers={"Origin": "a" * 8000}),
        Sent("POST", "/logout/", data={}, form=True),
        Sent("GET", "/oauth/authorize/"),
        Sent("POST", "/oauth/authorize/", data={}, form=True),
        Sent("POST", "/oauth/token/", "wrong secret", code, form=True),
        Sent("POST", "/oauth/token/", "unknown", {**code, "client_id": "a"}, form=True),
        Sent("POST", "/oauth/token/", "refresh, wrong secret", refresh, form=True),
        Sent("POST", "/oauth/revoke/", "wrong secret", {**refresh, "token": "a"}, form=True),
        Sent("GET", "/verify-email/a/"),
        Sent("GET", links.verify, "live link"),
        Sent("POST", "/verify-email/a/", data={}, form=True),
        Sent("POST", links.verify, "live link", {}, form=True),
        Sent("POST", f"/verify-email/{'a' * 8000}/", "8,000 characters, no CSRF token"),
        Sent("GET", "/reset-password/a/"),
        Sent("GET", page_reset.reset, "live link"),
        Sent("POST", "/reset-password/a/", data=password, form=True),
        Sent("POST", page_reset.reset, "live link", password, form=True),
        Sent("GET", "/unsubscribe/a/"),
        Sent("GET", links.unsubscribe, "live link"),
        Sent("POST", "/unsubscribe/a/"),
        Sent("POST", links.unsubscribe, "live link"),
        Sent("POST", links.unsubscribe, "live link, again"),
        Sent("GET", "/calendar/a.ics"),
        Sent("GET", new_calendar(), "live link"),
        Sent("GET", "/move/a/"),
        Sent("GET", move.path, "live link"),
        Sent("GET", f"{move.path}?choice={move.choice}", "live link, an option"),
        Sent("POST", "/move/a/", data={}, form=True),
        Sent("POST", move.path, "live link", {"choice": move.choice}, form=True),
        Sent("GET", "/admin"),
        Sent("POST", "/admin"),
        Sent("GET", "/favicon.ico"),
        Sent("POST", "/favicon.ico"),
        Sent("GET", f"/games/{uuid4()}/", "unknown"),
        Sent("GET", f"/games/{game}/"),
        Sent("GET", f"/oembed/?url=http://testserver/games/{game}/"),
        Sent("GET", "/api/v1/games/"),
        *(Sent("GET", f"/api/v1/games/{game}/{path}") for path in OF_A_GAME),
        Sent("GET", "/api/v1/rulesets/citadels/leaderboard/"),
        Sent("GET", f"{picture}.svg"),
        Sent("GET", f"{picture}.png"),
        Sent("GET", "/admin/"),
        Sent("GET", "/admin/login/"),
        Sent("POST", "/admin/login/", "wrong password", new_login(), form=True),
        Sent("GET", "/admin/second-factor/"),
        Sent("POST", "/admin/second-factor/", data={"code": "1"}, form=True),
        Sent("POST", "/admin/logout/", data={}, form=True),
        Sent("GET", "/admin/games/game/"),
        Sent("POST", "/api/v1/auth/tokens/", "wrong password", new_login()),
        Sent("POST", "/api/v1/auth/register/", data=new_account()),
        Sent("POST", "/api/v1/auth/verify-email/", data={"token": "a"}),
        Sent("POST", "/api/v1/auth/verify-email/", "live link", other.token(other.verify)),
        Sent("POST", "/api/v1/auth/password-reset/", data={"email": "nobody@example.org"}),
        Sent("POST", "/api/v1/auth/password-reset/", "known", {"email": links.email}),
        Sent("POST", "/api/v1/auth/password-reset/confirm/", data={"token": "a", **password}),
        Sent(
            "POST",
            "/api/v1/auth/password-reset/confirm/",
            "live link",
            {**api_reset.token(api_reset.reset), **password},
        ),
    ]


class Links(NamedTuple):
    """The paths of the links in mails to a new user."""

    email: str
    verify: str
    reset: str
    unsubscribe: str

    def token(self, path: str) -> dict[str, str]:
        """Return the body with which the API takes the link."""
        return {"token": path.rstrip("/").rpartition("/")[2]}


def new_links() -> Links:
    from django.conf import settings

    from accounts.models import User
    from accounts.services.addresses import email_change_begin, verification_link
    from accounts.services.passwords import reset_link
    from notifications.kinds import kinds_with_preferences
    from notifications.services.emails import unsubscribe_url

    name = f"known-{next(NUMBERS)}"
    user = User.objects.create_user(name, f"{name}@example.org", PASSWORD)
    claim = email_change_begin(user=user, address=f"new-{name}@example.org")
    urls = (
        verification_link(claim),
        reset_link(user),
        unsubscribe_url(user_id=user.id, kind=kinds_with_preferences()[0]),
    )
    return Links(user.email, *(url.removeprefix(settings.PUBLIC_URL) for url in urls))


def new_application() -> str:
    """Return the id of a new confidential application, which anybody with an account can make."""
    from accounts.models import User
    from accounts.services.applications import application_create

    user = User.objects.create_user(f"owner-{next(NUMBERS)}")
    made = application_create(user=user, name="a", redirect_uris=[REDIRECT], confidential=True)
    return str(made.application.client_id)


def new_game() -> tuple[UUID, str]:
    """Return a public game that has started, and the address of its shared picture without the
    form.
    """
    from django.urls import reverse

    from accounts.models import User
    from games.lobby.services import game_create, game_start
    from games.summaries.links import picture_token

    host = User.objects.create_user(f"host-{next(NUMBERS)}")
    game = game_create(
        user=host,
        ruleset="citadels",
        options={},
        seats=2,
        bots=[{"level": "novice", "profile": ""}],
    )
    game_start(user=host, game_id=game.id)
    token, _expires = picture_token(game.id)
    return game.id, reverse("shared-svg", args=[token]).removesuffix(".svg")


def new_calendar() -> str:
    """Return the path of the calendar of a new user with a decision to make."""
    from django.conf import settings

    from accounts.models import User
    from games.calendar_feeds.links import feed_url
    from games.calendar_feeds.services import feed_create
    from games.models import Game

    game_id, _ = new_game()
    host: User = Game.objects.get(id=game_id).created_by
    return feed_url(feed_create(user=host)).removeprefix(settings.PUBLIC_URL)


class MoveLink(NamedTuple):
    """The path of a link in an e-mail about a decision, and an option of the decision."""

    path: str
    choice: str


def new_move_link() -> MoveLink:
    """Return a link to a decision of a new user."""
    from django.conf import settings

    from games.by_mail.links import decision_url
    from games.models import Game
    from games.play.selectors import game_view_for

    while True:  # who begins is drawn by lot
        game = Game.objects.select_related("created_by").get(id=new_game()[0])
        if game.to_act == 0:
            break
    host = game.created_by
    decision = game_view_for(user=host, game_id=game.id)[1]["decision"]
    path = decision_url(user=host, game=game).removeprefix(settings.PUBLIC_URL)
    return MoveLink(path, decision["options"][0]["choice"])


def new_login() -> dict[str, str]:
    return {"username": f"name-{next(NUMBERS)}", "password": "wrong"}


def new_account() -> dict[str, str]:
    name = f"account-{next(NUMBERS)}"
    return {"username": name, "password": PASSWORD, "email": f"{name}@example.org"}


# --- measuring -------------------------------------------------------------------------------


@dataclass(slots=True)
class Cost:
    """What the answers to a request took, in all rounds."""

    status: int = 200
    cpu: list[float] = field(default_factory=list)
    queries: int = 0
    writes: int = 0
    hashes: int = 0
    size: int = 0


def measure(client: Client, sent: Sent, cost: Cost) -> None:
    from django.db import connection

    client.cookies.clear()
    client.cookies["csrftoken"] = CSRF
    words: dict[str, Any] = {"headers": dict(sent.headers or {})}
    if sent.data is not None:
        fields = {**sent.data, "csrfmiddlewaretoken": CSRF} if sent.form else sent.data
        body = urlencode(fields) if sent.form else json.dumps(fields)
        kind = "x-www-form-urlencoded" if sent.form else "json"
        words |= {"data": body, "content_type": f"application/{kind}"}
    seen = Seen()
    began = process_time()
    with connection.execute_wrapper(seen), seen.hashing():
        reply = client.generic(sent.method, sent.path, **words)
        content = reply.getvalue()
    cost.cpu.append(process_time() - began)
    cost.status, cost.size = reply.status_code, len(content)
    cost.queries, cost.writes, cost.hashes = seen.queries, seen.writes, seen.hashes


class Seen:
    """Counts queries, writes and password hashes."""

    def __init__(self) -> None:
        self.queries = self.writes = self.hashes = 0

    def __call__(self, execute: Any, sql: str, *more: Any) -> Any:
        self.queries += 1
        self.writes += sql.startswith(WRITES)
        return execute(sql, *more)

    @contextmanager
    def hashing(self) -> Iterator[None]:
        hash_password = hashlib.pbkdf2_hmac

        def counted(*args: Any, **words: Any) -> bytes:
            self.hashes += 1
            return hash_password(*args, **words)

        with mock.patch.object(hashlib, "pbkdf2_hmac", counted):
            yield


def measure_outside() -> dict[str, Cost]:
    """Return the costs of what is answered outside of Django: /readyz, and refused streams."""
    from django.db import connection

    from accounts.keys import TOKEN_MARK, key_make
    from core.api.errors import status_of
    from core.errors import ApiError
    from games.streams.requests import StreamRequest, feed_for
    from games.streams.tickets import MINE
    from operations.health import readiness
    from operations.health_endpoint import HealthEndpoint

    known = HealthEndpoint(lambda environ, start_response: []).readiness
    known()
    token = StreamRequest(MINE, {"authorization": f"Bearer {key_make(TOKEN_MARK)}"}, {})
    ticket = StreamRequest(MINE, {}, {"ticket": "a"})
    found = {}
    for name, action in (
        ("GET /readyz, computed", readiness),
        ("GET /readyz, known", known),
        ("stream, unknown token", partial(feed_for, token)),
        ("stream, wrong ticket", partial(feed_for, ticket)),
    ):
        cost = found[name] = Cost()
        for _ in range(REPEATED):
            seen, began = Seen(), process_time()
            with connection.execute_wrapper(seen):
                try:
                    action()
                except ApiError as error:
                    cost.status = status_of(error)
            cost.cpu.append(process_time() - began)
            cost.queries, cost.writes = seen.queries, seen.writes
    return found


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        shape = {"VAR_DIR": folder, "DJANGO_SETTINGS_MODULE": "citadels.settings.dev"}
        os.environ.update({**shape, "DATABASE_URL": f"sqlite:///{folder}/db", "REDIS_URL": ""})
        import django
        from django.conf import settings
        from django.core.management import call_command

        rates = settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"]
        settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"] = dict.fromkeys(rates, UNLIMITED)
        settings.ALLOWED_HOSTS.append("testserver")
        django.setup()
        from django.test import Client

        call_command("migrate", verbosity=0)
        costs: dict[str, Cost] = {}
        client = Client(raise_request_exception=False, enforce_csrf_checks=True)
        for _ in range(REPEATED):
            for sent in requests():
                measure(
                    client,
                    sent,
                    costs.setdefault(", ".join(filter(None, (sent.address, sent.note))), Cost()),
                )
        show(costs | measure_outside())


def show(costs: Mapping[str, Cost]) -> None:
    table = Table("request", "status", "cpu ms", "first", "queries", "writes", "hashes", "bytes")
    for name, cost in sorted(costs.items(), key=lambda item: -median(item[1].cpu)):
        times = [f"{1000 * seconds:.1f}" for seconds in (median(cost.cpu), cost.cpu[0])]
        counts = (cost.queries, cost.writes, cost.hashes, cost.size)
        table.add_row(name, str(cost.status), *times, *map(str, counts))
    Console(width=150).print(table)


if __name__ == "__main__":
    main()
