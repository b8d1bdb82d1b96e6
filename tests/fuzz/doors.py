"""Doors that need no database: what reads options, orders, records, states, cursors, bodies."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from functools import cache
from io import BytesIO
from random import Random
from typing import Any
from urllib.parse import parse_qsl
from uuid import UUID

import orjson
from django.core.exceptions import RequestDataTooBig
from rest_framework.exceptions import ParseError, ValidationError

from accounts.authentication import access_presented
from accounts.errors import InvalidToken
from citadels.api.bodies import OrjsonParser
from citadels.api.errors import ApiError
from citadels.api.revalidation import seen_already
from engine.citadels.ruleset import CITADELS
from engine.errors import OptionsRefused, RuleError
from engine.kernel.codec import canonical
from engine.kernel.loop import settle
from engine.kernel.record import Verdict, move_row, sealed, start_row, verify
from engine.kernel.ruleset import Ruleset
from games.api.languages import language_among
from games.api.serializers import checked
from games.engines import languages, topics_of
from games.orders import OrderRefused, orders_checked
from games.streams.cursors import Cursor, Read
from games.streams.errors import TicketInvalid
from games.streams.inputs import StreamQuery
from games.streams.requests import StreamRequest
from games.streams.tickets import Caller, ticket_issue, ticket_read
from tests.engine.kernel.toy import TOY
from tests.fuzz.hostile import canonically, documents, lines
from tests.fuzz.watch import Target

SEED, NONCE = bytes(range(32)), bytes(range(32, 64))
RULES: tuple[Ruleset, ...] = (CITADELS, TOY)
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


def options(data: bytes) -> bool:
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
        whole = CITADELS.check_options(given, seats)
    except OptionsRefused:
        return False
    CITADELS.start(whole, seats, SEED)
    canonical(whole)
    return True


def orders(data: bytes) -> bool:
    """What is accepted can be stored, and reads the same again."""
    try:
        asked = parsed(data)
        accepted = orders_checked(asked, topics_of(slug="citadels", version=CITADELS.version))
    except (ParseError, ValidationError, RequestDataTooBig, OrderRefused):
        return False
    stored = orjson.loads(orjson.dumps([order.to_json() for order in accepted]))
    again = orders_checked(stored, topics_of(slug="citadels", version=CITADELS.version))
    assert again == accepted
    return True


def record(data: bytes) -> bool:
    """Anybody may verify any file: there is a verdict on each."""
    verdict = verify(data, RULES)
    assert isinstance(verdict, Verdict)
    return verdict.ok


def state(data: bytes) -> bool:
    """A state comes from the database alone: one that cannot be read is found to be so."""
    try:
        CITADELS.load(data)
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
        return access_presented(data) is not None
    except InvalidToken:
        return False


def language(data: bytes) -> bool:
    assert language_among(data.decode("latin-1")) in languages()
    return True


def revalidation(data: bytes) -> bool:
    return seen_already(data.decode("latin-1"), 'W/"abc"')


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
        last = checked(StreamQuery(data=asked.query))["last_event_id"]
    except (ApiError, ValidationError):
        return False
    assert len(parse_qsl(query.decode("latin-1"))) >= len(asked.query)
    Cursor.of(last or asked.headers["last-event-id"], now=NOW)
    return asked.game_id is None or bool(re.search("[0-9a-f]", str(asked.game_id)))


@cache
def targets() -> tuple[Target, ...]:
    order = {"topic": "keep_card", "choose": ["keep:palace", {"verb": "keep", "cost": 3}]}
    whole = {"topic": "action", "choose": [{"verb": "build", "highest": "cost"}], "times": 3}
    menus = {"only_when": {"verbs": ["build"]}, "otherwise": "ask", "delay": 60}
    begun, _ = CITADELS.start(CITADELS.check_options({}, 4), 4, SEED)
    cursor = Cursor(NOW, {3: Read(5, 2), 9: Read(1, 1)}).text()
    issued = ticket_issue(caller=Caller(GAME, "mine"), game_id=GAME)
    mine = f"/api/v1/games/{GAME}/stream/\nlast_event_id={cursor}&language=fr\n{cursor}"
    return (
        Target("body", documents({"decision": 1, "choices": ["gold"]}, [1, "a"]), body),
        Target("options", documents(*wishes()), options),
        Target("orders", documents([order], [order, {**whole, **menus}], [whole] * 3), orders),
        Target("record", documents(*records(), write=canonically), record),
        Target("state", documents(orjson.loads(CITADELS.dump(begun)), write=canonically), state),
        Target("stream cursor", lines(cursor), stream_cursor),
        Target("stream ticket", lines(issued, *issued.split(":")), ticket),
        Target("stream request", lines(mine, "/api/v1/me/stream/\n\n"), stream),
        Target("token", lines("Bearer cit_" + "a" * 49, "Bearer a b", "Basic YTpi"), token),
        Target("Accept-Language", lines("fr, en;q=0.5", "de-CH", "*;q=0"), language),
        Target("If-None-Match", lines('W/"abc"', '"abc", W/"d"'), revalidation),
    )


def wishes() -> list[dict[str, Any]]:
    """Options of all kinds."""
    complete = CITADELS.check_options({}, 5)
    own: dict[str, Any] = {
        "preset": None,
        "characters": complete.get("characters"),
        "districts": [],
    }
    given: tuple[dict[str, Any], ...] = (
        {},
        complete,
        own,
        {"preset": "surprise"},
        {"edition": "classic"},
        {"first_crown": 1},
    )
    return [{"seats": 5, "options": one} for one in given]


def records() -> list[dict[str, Any]]:
    """One of the toy, and the beginning of a match of Citadels that was called off."""
    return [recorded(TOY, 2, {"rounds": 1}, 1000), recorded(CITADELS, 4, {}, 6)]


def recorded(rules: Ruleset, seats: int, given: dict[str, Any], most: int) -> dict[str, Any]:
    rng, whole = Random(seats), rules.check_options(given, seats)
    state, opening = rules.start(whole, seats, SEED)
    moves: list[dict[str, Any]] = []
    while len(moves) < most and (decision := settle(state)) is not None:
        key = rng.choice(decision.options).key
        played = rules.play(state, decision.seat, key)
        moves.append(move_row(len(moves) + 1, decision.seat, key, played.chance, played.hash))
    data = sealed(
        rules=rules,
        options=whole,
        seats=seats,
        seed=SEED,
        nonce=NONCE,
        start=start_row(opening),
        moves=moves,
        result=rules.result(state),
        about={"players": ["alice", "bob"]},
    )
    assert verify(data, RULES).ok
    document: dict[str, Any] = orjson.loads(data)
    return document
