"""Doors that need no database: readers of options, orders, records, states, bodies and texts."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache, partial
from io import BytesIO
from random import Random
from typing import Any
from urllib.parse import parse_qsl
from uuid import UUID

import orjson
from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.core.exceptions import ValidationError as TextRefused
from django.http import HttpResponse, QueryDict
from django.middleware.csrf import CsrfViewMiddleware
from django.test import RequestFactory
from django.urls import Resolver404, resolve
from rest_framework.exceptions import APIException, ParseError, ValidationError
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from accounts.api.serializers.applications import ApplicationInput
from accounts.api.serializers.users import AddressField
from accounts.authentication import access_authenticate
from accounts.guessable import GuessablePasswordValidator
from accounts.links import LINK_MAX_LENGTH
from accounts.models import User
from accounts.models.user import username_validator
from accounts.names import is_reserved
from accounts.pages import LoginPage
from accounts.services.applications import application_create
from accounts.services.checks import PublicEmailValidator
from core.api.body_limits import OrjsonParser
from core.api.conditional import etag_matches
from core.api.keyset import KeysetPagination
from core.api.pagination import CursorPagination
from core.api.requests import validate_input
from core.errors import ApiError, InvalidToken
from core.languages import choose_language, languages
from core.log_context import ACCEPTED, request_id_for
from core.logs import hide_secrets
from core.visible_text import validate_line, validate_text
from games.clocks.checks import PaceRefused, time_zone, wall_time
from games.models import Game
from games.play.api.serializers import LanguageQuery
from games.play.errors import IdempotencyKeyInvalid
from games.play.idempotency import keyed_request
from games.rules.rulesets import ruleset_at, topics_of
from games.standing_orders import OrderRefused, orders_parse
from games.streams.cursors import Cursor, ReadPosition
from games.streams.errors import TicketInvalid
from games.streams.requests import StreamQuery, StreamRequest
from games.streams.tickets import Caller, ticket_issue, ticket_read
from notifications.outbound.addresses import AddressRefused, Policy, target_of
from serving.head_limits import find_fault
from tablekernel import registry
from tablekernel.codec import canonical
from tablekernel.errors import OptionsRefused, RuleError
from tablekernel.loop import settle
from tablekernel.record import Verdict, verify
from tablekernel.rules import Rules
from tablekernel.topics import INTEGER
from tests.engine.recorded import recorded
from tests.fuzz.hostile import canonically, documents, lines
from tests.fuzz.watch import Target
from tests.tablekernel.toy import RULES as TOY

SEED, NONCE = bytes(range(32)), bytes(range(32, 64))
GAMES: tuple[Rules, ...] = tuple(ruleset.rules for ruleset in registry.rulesets())
RULES: tuple[Rules, ...] = (*GAMES, TOY)
NOW = datetime(2026, 11, 22, tzinfo=UTC)
GAME = UUID(int=7)


def parsed(data: bytes) -> Any:
    """A body, as views get it. Raises what refuses it."""
    return OrjsonParser().parse(BytesIO(data))


def body(data: bytes) -> bool:
    try:
        parsed(data)
    except (ParseError, ValidationError, RequestDataTooBig):
        return False
    return True


def options(rules: Rules, data: bytes) -> bool:
    """What is accepted can be played."""
    try:
        asked = parsed(data)
    except (ParseError, ValidationError, RequestDataTooBig):
        return False
    if not isinstance(asked, dict) or not isinstance(given := asked.get("options"), dict):
        return False  # the serializer sees to that, and to seats that are a number from 1 to 10
    seats = asked.get("seats")
    if type(seats) is not int or not 1 <= seats <= 10:
        return False
    try:
        whole = rules.check_options(given, seats)
    except OptionsRefused:
        return False
    rules.start(whole, seats, SEED)
    canonical(whole)
    return True


def orders(rules: Rules, data: bytes) -> bool:
    """What is accepted can be stored, and reads the same again."""
    topics = topics_of(ruleset_at(slug=rules.slug, version=rules.version))
    try:
        accepted = orders_parse(parsed(data), topics)
    except (ParseError, ValidationError, RequestDataTooBig, OrderRefused):
        return False
    stored = orjson.loads(orjson.dumps([order.to_json() for order in accepted]))
    assert orders_parse(stored, topics) == accepted
    return True


def record(data: bytes) -> bool:
    """Anybody may verify any file: there is a verdict on each."""
    verdict = verify(data, RULES)
    assert isinstance(verdict, Verdict)
    return verdict.ok


def state(rules: Rules, data: bytes) -> bool:
    """A state comes from the database alone: one that cannot be read is found to be so."""
    try:
        rules.load(data)
    except (RuleError, LookupError, TypeError, ValueError, AttributeError):
        return False
    return True


def stream_cursor(data: bytes) -> bool:
    read = Cursor.of(data.decode("latin-1"), now=NOW)
    return read is not None and Cursor.of(read.text(), now=NOW) == read


def ticket(data: bytes) -> bool:
    try:
        ticket_read(text=data.decode("latin-1"), game_id=GAME)
    except TicketInvalid:
        return False
    return True


def token(data: bytes) -> bool:
    """Up to the look into the database, for which a checksum would have to be right."""
    try:
        return access_authenticate(data) is not None
    except InvalidToken:
        return False


def language(data: bytes) -> bool:
    assert choose_language(data.decode("latin-1")) in languages()
    return True


def conditional_headers(data: bytes) -> bool:
    return etag_matches(data.decode("latin-1"), 'W/"abc"')


def stream(data: bytes) -> bool:
    """A path, a query and a header, by lines."""
    path, _, rest = data.partition(b"\n")
    query, _, header = rest.partition(b"\n")
    scope = {
        "path": path.decode("utf-8", "replace"),
        "method": "GET",
        "query_string": query,
        "headers": [(b"last-event-id", header), (b"accept-language", header)],
    }
    try:
        asked = StreamRequest.of(scope)
        last = validate_input(StreamQuery(data=asked.query))["last_event_id"]
    except (ApiError, ValidationError):
        return False
    assert len(parse_qsl(query.decode("latin-1"))) >= len(asked.query)
    Cursor.of(last or asked.headers["last-event-id"], now=NOW)
    return asked.game_id is None or bool(re.search("[0-9a-f]", str(asked.game_id)))


# --- texts ---------------------------------------------------------------------------------------

FACTORY = RequestFactory()
REFUSALS = (TextRefused, ValidationError, AddressRefused, PaceRefused, ApiError)


def utf8(data: bytes) -> str:
    """Return a text of a body."""
    return data.decode("utf-8", "replace")


def header(data: bytes) -> str:
    """Return a text of a header, as WSGI servers give it."""
    return data.decode("latin-1")


def log_text(data: bytes) -> bool:
    """Secrets are hidden whatever stands around them."""
    text = utf8(data)
    secrets = ("bob@example.org", "cit_" + "s" * 49, "203.0.113.77")
    told = hide_secrets(f"{text} {' '.join(secrets)}")
    assert not any(secret in told for secret in secrets)
    return text in told


def path(data: bytes) -> bool:
    try:
        resolve("/" + utf8(data))
    except Resolver404:
        return False
    return True


def path_token(data: bytes) -> bool:
    try:
        found = resolve(f"/verify-email/{utf8(data)}/")
    except Resolver404:
        return False
    assert len(found.kwargs["token"]) <= LINK_MAX_LENGTH
    return True


def origin_and_referer(data: bytes) -> bool:
    """The CSRF check of a form, which reports both."""
    origin, _, referer = header(data).partition("\n")
    taken = True
    for name, text in (("HTTP_ORIGIN", origin), ("HTTP_REFERER", referer)):
        request = FACTORY.post("/login/", secure=True, **{name: text})  # type: ignore[arg-type]
        check = CsrfViewMiddleware(lambda request: HttpResponse())
        check.process_request(request)
        taken &= check.process_view(request, LoginPage.as_view(), (), {}) is None
    return taken


def head(name: str, data: bytes, read: Callable[[Any], object]) -> bool:
    """A header as far as it gets; ``read`` parses it."""
    given = {name: header(data)}
    if find_fault(given) is not None:
        return False
    try:
        read(FACTORY.post("/", **given))  # type: ignore[arg-type]
    except (SuspiciousOperation, APIException):
        return False
    return True


def accept(data: bytes) -> bool:
    def negotiate(request: Any) -> object:
        return DefaultContentNegotiation().select_renderer(Request(request), [JSONRenderer()])

    return head("HTTP_ACCEPT", data, negotiate)


def request_id(data: bytes) -> bool:
    asked = header(data)
    assert ACCEPTED.fullmatch(request_id_for(asked))
    return request_id_for(asked) == asked


def idempotency_key(data: bytes) -> bool:
    try:
        keyed_request(user=User(), scope="", key=header(data), payload=None)
    except IdempotencyKeyInvalid:
        return False
    return True


def checks(check: Callable[[str], object], data: bytes) -> bool:
    """A text that a validator refuses or not."""
    try:
        check(utf8(data))
    except (*REFUSALS, SuspiciousOperation):
        return False
    return True


def redirect_uri(text: str) -> None:
    """Another URI is wrong, so that nothing is stored and all are refused."""
    body = {"name": "a", "redirect_uris": [text, "http://example.org"]}
    application_create(user=User(), **validate_input(ApplicationInput(data=body)))


def cursor(text: str) -> None:
    CursorPagination().decode_cursor(Request(FACTORY.get("/", {"cursor": text})))


def keyset_cursor(text: str) -> None:
    pages = KeysetPagination()
    pages.order = ("created_at", "id")
    pages.place_from_request(Request(FACTORY.get("/", {"cursor": text})), Game)


TEXT_DOORS: dict[str, Callable[[bytes], bool]] = {
    "stream cursor": stream_cursor,
    "stream ticket": ticket,
    "stream request": stream,
    "token": token,
    "Accept-Language": language,
    "If-None-Match": conditional_headers,
    "log text": log_text,
    "path": path,
    "path token": path_token,
    "Origin, Referer": origin_and_referer,
    "Host": partial(head, "HTTP_HOST", read=lambda request: request.get_host()),
    "Content-Type": partial(head, "CONTENT_TYPE", read=lambda request: request.content_params),
    "Cookie": partial(head, "HTTP_COOKIE", read=lambda request: request.COOKIES),
    "Accept": accept,
    "X-Request-ID": request_id,
    "Idempotency-Key": idempotency_key,
    "query string": partial(checks, lambda text: dict(QueryDict(text))),
    "cursor": partial(checks, cursor),
    "keyset cursor": partial(checks, keyset_cursor),
    "language": partial(
        checks, lambda text: validate_input(LanguageQuery(data={"language": text}))
    ),
    "one-line text": partial(checks, validate_line),
    "text": partial(checks, validate_text),
    "username": partial(checks, username_validator),
    "new username": partial(checks, is_reserved),
    "new password": partial(checks, GuessablePasswordValidator().validate),
    "e-mail address": partial(checks, lambda text: AddressField().run_validation(text)),
    "new e-mail address": partial(checks, PublicEmailValidator()),
    "webhook URL": partial(checks, lambda text: target_of(text, Policy())),
    "redirect URI": partial(checks, redirect_uri),
    "time of day": partial(checks, lambda text: wall_time({"at": text}, "", "at")),
    "time zone": partial(checks, lambda text: time_zone({"zone": text}, "zone")),
}
"""Doors that take one text."""


def samples() -> dict[str, tuple[str, ...]]:
    """Texts that the doors take, where a hostile text has to look like one."""
    read = Cursor(NOW, {3: ReadPosition(5, 2), 9: ReadPosition(1, 1)}).text()
    issued = ticket_issue(caller=Caller(GAME, "mine"), game_id=GAME, expires_at=NOW)
    mine = f"/api/v1/games/{GAME}/stream/\nlast_event_id={read}&language=fr\n{read}"
    return {
        "stream cursor": (read,),
        "stream ticket": (issued, *issued.split(":")),
        "stream request": (mine, "/api/v1/me/stream/\n\n"),
        "token": ("Bearer cit_" + "a" * 49, "Bearer a b", "Basic YTpi"),
        "Accept-Language": ("fr, en;q=0.5", "de-CH", "*;q=0"),
        "If-None-Match": ('W/"abc"', '"abc", W/"d"'),
        "log text": ("DETAIL:  Key (a)=(b)", "https://a:b@c.org/", "Bearer abcdefgh", "token=a"),
        "path": ("api/v1/games/", "admin/games/game/1/change/", "verify-email/a:b/"),
        "path token": (issued,),
        "Origin, Referer": ("https://testserver\nhttps://testserver/login/", "null\n"),
        "Host": ("testserver", "[::1]:80"),
        "Content-Type": ("application/json", "a/b; charset=utf-8", "a/b; x*0=a; x*1=b"),
        "Cookie": ("sessionid=a; csrftoken=b", 'a="b"'),
        "Accept": ("application/json", "*/*;q=0.1"),
        "X-Request-ID": ("mine",),
        "Idempotency-Key": ("one-key",),
        "query string": ("limit=1&cursor=a", "a=%41"),
        "cursor": ("cD0y", "bz0xJnA9MjAyNi0xMS0yMlQwMCUzQTAwJTNBMDBa"),
        "keyset cursor": ("WzAsIjIwMjYtMTEtMjJUMDA6MDA6MDBaIiwxXQ==",),
        "language": ("fr",),
        "one-line text": ("A title", "\u202e"),
        "text": ("One\r\ntwo\tthree", "\u202e"),
        "username": ("alice", "a.b-c_d"),
        "new username": ("alice", "The_Citade1s-moderators24"),
        "new password": ("letmein2024", "P@ssw0rd123"),
        "e-mail address": ("bob@example.org", '"a b"@[::1]'),
        "new e-mail address": ("bob@example.org", "a@10.0.0.12"),
        "webhook URL": ("https://example.org/in?a=b", "http://127.1/"),
        "redirect URI": ("https://example.org/back", "http://127.0.0.1/"),
        "time of day": ("22:30",),
        "time zone": ("Europe/Paris",),
    }


@cache
def targets() -> tuple[Target, ...]:
    return (
        Target("body", documents({"decision": 1, "choices": ["gold"]}, [1, "a"]), body),
        Target("record", documents(*records(), write=canonically), record),
        *(Target(name, lines(*texts), TEXT_DOORS[name]) for name, texts in samples().items()),
        *(target for rules in GAMES for target in targets_of(rules)),
    )


def targets_of(rules: Rules) -> tuple[Target, ...]:
    """The doors behind which a game reads for itself."""
    seats = rules.max_seats
    begun, _ = rules.start(rules.check_options({}, seats), seats, SEED)
    stored = orjson.loads(rules.dump(begun))
    return (
        Target(f"options, {rules.slug}", documents(*wishes(rules)), partial(options, rules)),
        Target(f"orders, {rules.slug}", documents(*lists(rules)), partial(orders, rules)),
        Target(f"state, {rules.slug}", documents(stored, write=canonically), partial(state, rules)),
    )


def wishes(rules: Rules) -> list[dict[str, Any]]:
    """The options of a game: none, all of them, and each on its own with what it may be."""
    seats = min(5, rules.max_seats)
    complete = rules.check_options({}, seats)
    given: list[dict[str, Any]] = [{}, complete]
    for name, schema in rules.options_schema()["properties"].items():
        given += [{name: value} for value in (complete[name], [], *schema.get("enum", ()), 1)]
    return [{"seats": seats, "options": one} for one in given]


def lists(rules: Rules) -> list[list[dict[str, Any]]]:
    """Orders about each question of a game: by a key, by a verb, and by a number of the option."""
    found: list[list[dict[str, Any]]] = []
    for name, topic in rules.topics.items():
        patterns: list[Any] = [f"{next(iter(topic.verbs))}:1"]
        for verb, members in topic.verbs.items():
            patterns += [{"verb": verb}]
            patterns += [
                {"verb": verb, "highest": member}
                for member, kind in members.items()
                if kind == INTEGER
            ]
        order: dict[str, Any] = {"topic": name, "choose": patterns[:3]}
        menus = {"only_when": {"verbs": [*topic.verbs][:1]}, "otherwise": "ask", "delay": 60}
        found += [[order], [order, {**order, **menus, "times": 3}]]
    return found


def records() -> list[dict[str, Any]]:
    """One of the toy, and the beginning of a match of each ruleset that was called off."""
    begun = [began(rules, min(4, rules.max_seats), {}, 6) for rules in GAMES]
    return [began(TOY, 2, {"rounds": 1}, 1000), *begun]


def began(rules: Rules, seats: int, given: dict[str, Any], most: int) -> dict[str, Any]:
    """The record of the first moves of a match, up to a maximum."""
    rng, whole = Random(seats), rules.check_options(given, seats)
    state, _ = rules.start(whole, seats, SEED)
    choices: list[tuple[int, str]] = []
    while len(choices) < most and (decision := settle(state)) is not None:
        choices.append((decision.seat, rng.choice(decision.options).key))
        rules.play(state, *choices[-1])
    data = recorded(
        rules,
        options=whole,
        seats=seats,
        seed=SEED,
        nonce=NONCE,
        choices=choices,
        about={"players": ["alice", "bob"]},
    )
    assert verify(data, RULES).ok
    document: dict[str, Any] = orjson.loads(data)
    return document
