"""Every request that needs no account, and what it costs: queries, writes and password hashes."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from typing import Any, NamedTuple
from unittest import mock
from urllib.parse import urlencode
from uuid import UUID, uuid4

from django.conf import settings
from django.db import connection
from django.test import Client
from django.urls import Resolver404, resolve, reverse

from accounts.keys import TOKEN_MARK, key_make
from accounts.models import User
from accounts.services.addresses import email_change_begin, verification_link
from accounts.services.applications import application_create
from accounts.services.passwords import reset_link
from games.by_mail.links import decision_url
from games.calendar_feeds.links import feed_url
from games.calendar_feeds.services import feed_create
from games.lobby.services import game_create, game_start
from games.models import Game
from games.play.selectors import game_view_for
from games.summaries.links import picture_token
from notifications.kinds import kinds_with_preferences
from notifications.services.emails import unsubscribe_url

PASSWORD = "correct horse battery staple"
REDIRECT = "https://example.org/"
CSRF = "a" * 32
NUMBERS = count(1)
OF_A_GAME = (
    "",
    "rules/",
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
        path = self.path.partition("?")[0]
        with suppress(Resolver404):
            path = "/" + re.sub(r"<(?:\w+:)?(\w+?)(?:_id)?>", r"{\1}", resolve(path).route)
        return f"{self.method} {path}"


def requests() -> list[Sent]:
    """Return one round of requests. Links, names and addresses are new in each round."""
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
        Sent("GET", "/.well-known/api-catalog"),
        Sent("GET", "/.well-known/oauth-authorization-server"),
        Sent("GET", "/.well-known/oauth-authorization-server/a"),
        Sent("GET", "/.well-known/oauth-protected-resource"),
        Sent("GET", "/.well-known/oauth-protected-resource/a"),
        Sent("GET", "/.well-known/security.txt"),
        Sent("GET", "/api/docs/"),
        Sent("GET", "/api/docs/?script=", "script"),
        Sent("GET", "/api/schema/"),
        Sent("GET", "/api/schema/?format=json", "JSON"),
        Sent("GET", "/api/v1/"),
        Sent("GET", "/api/v1/no/such/"),
        Sent("GET", "/api/v1/avatars/0123456789.svg"),
        Sent("GET", "/api/v1/maintenance/"),
        Sent("GET", "/api/v1/rulesets/"),
        Sent("GET", "/api/v1/rulesets/citadels/"),
        Sent("GET", "/api/v1/rulesets/citadels/cards/"),
        Sent("GET", "/api/v1/rulesets/castle/cards/"),
        Sent("GET", "/api/v1/rulesets/citadels/how-to-play/"),
        Sent("GET", "/api/v1/rulesets/citadels/schemas/"),
        Sent("GET", "/api/v1/me/", "no token"),
        Sent("GET", "/api/v1/me/", "unknown token", headers=nobody),
        Sent("POST", "/api/v1/games/", "no token, 1 MB", {"a": "a" * 1_000_000}),
        Sent("GET", "/contact/"),
        Sent("GET", "/developers/"),
        Sent("GET", "/developers/changelog/"),
        Sent("GET", "/developers/changelog.atom"),
        Sent("GET", "/developers/collection.json"),
        Sent("GET", "/developers/packages/nothing.whl"),
        Sent("GET", "/docs"),
        Sent("POST", "/docs"),
        Sent("GET", "/docs/"),
        Sent("GET", "/docs/index.html"),
        Sent("GET", "/help/"),
        Sent("GET", "/license/"),
        Sent("GET", "/llms.txt"),
        Sent("GET", "/openapi.json"),
        Sent("GET", "/openapi.yaml"),
        Sent("GET", "/play"),
        Sent("POST", "/play"),
        Sent("GET", "/play/"),
        Sent("GET", "/play/manifest.webmanifest"),
        Sent("POST", "/guest/", data={}, form=True),
        Sent("GET", "/privacy/"),
        Sent("GET", "/problems/throttled/"),
        Sent("GET", "/robots.txt"),
        Sent("GET", "/security/"),
        Sent("GET", "/status/"),
        Sent("GET", "/terms/"),
        Sent("GET", "/forgotten-password/"),
        Sent("POST", "/forgotten-password/", data={"email": "a@example.org"}, form=True),
        Sent("GET", "/sign-up/"),
        Sent("POST", "/sign-up/", data=new_account(), form=True),
        Sent("GET", "/login/"),
        Sent("POST", "/login/", "wrong password", new_login(), form=True),
        Sent("POST", "/login/", "origin of 8,000 characters", headers={"Origin": "a" * 8000}),
        Sent("POST", "/login/passkey/", data={}, form=True),
        Sent("GET", "/account/"),
        Sent("POST", "/account/", data={}, form=True),
        Sent("POST", "/account/passkey/", data={}, form=True),
        Sent("GET", "/logout/"),
        Sent("POST", "/logout/", data={}, form=True),
        Sent("GET", "/oauth/authorize/"),
        Sent("POST", "/oauth/authorize/", data={}, form=True),
        Sent("GET", "/device/"),
        Sent("GET", "/device/?user_code=WDJB-MJHT", "a code"),
        Sent("POST", "/device/", data={}, form=True),
        Sent("POST", "/oauth/device/", "wrong secret", grant, form=True),
        Sent("POST", "/oauth/device/", "for devices", {"client_id": new_terminal()}, form=True),
        Sent("POST", "/oauth/register/", data={"client_name": "a", "redirect_uris": [REDIRECT]}),
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
    user = User.objects.create_user(f"owner-{next(NUMBERS)}")
    made = application_create(user=user, name="a", redirect_uris=[REDIRECT], confidential=True)
    return str(made.application.client_id)


def new_terminal() -> str:
    """Return the id of a new application for devices."""
    user = User.objects.create_user(f"owner-{next(NUMBERS)}")
    made = application_create(
        user=user, name="a", redirect_uris=[], confidential=False, device=True
    )
    return str(made.application.client_id)


def new_game() -> tuple[UUID, str]:
    """Return a public game that has started, and the address of its shared picture without the
    form.
    """
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
    game_id, _ = new_game()
    host: User = Game.objects.get(id=game_id).created_by
    return feed_url(feed_create(user=host)).removeprefix(settings.PUBLIC_URL)


class MoveLink(NamedTuple):
    """The path of a link in an e-mail about a decision, and an option of the decision."""

    path: str
    choice: str


def new_move_link() -> MoveLink:
    """Return a link to a decision of a new user."""
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
    """What the reply to a request took."""

    status: int = 200
    queries: int = 0
    writes: int = 0
    hashes: int = 0


def measure(client: Client, sent: Sent, cost: Cost) -> None:
    """Send a request, and write what it took to ``cost``."""
    client.cookies.clear()
    client.cookies["csrftoken"] = CSRF
    words: dict[str, Any] = {"headers": dict(sent.headers or {})}
    if sent.data is not None:
        fields = {**sent.data, "csrfmiddlewaretoken": CSRF} if sent.form else sent.data
        body = urlencode(fields) if sent.form else json.dumps(fields)
        kind = "x-www-form-urlencoded" if sent.form else "json"
        words |= {"data": body, "content_type": f"application/{kind}"}
    seen = Seen()
    with connection.execute_wrapper(seen), seen.hashing():
        reply = client.generic(sent.method, sent.path, **words)
        reply.getvalue()
    cost.status = reply.status_code
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
