"""Doors that need no database: what reads options, orders, records, states, cursors, bodies."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from functools import cache, partial
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
from engine import registry
from engine.errors import OptionsRefused, RuleError
from engine.kernel.codec import canonical
from engine.kernel.loop import settle
from engine.kernel.record import Verdict, verify
from engine.kernel.ruleset import Ruleset
from engine.kernel.topics import INTEGER
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
from tests.engine.recorded import recorded
from tests.fuzz.hostile import canonically, documents, lines
from tests.fuzz.watch import Target

SEED, NONCE = bytes(range(32)), bytes(range(32, 64))
GAMES: tuple[Ruleset, ...] = registry.rulesets()
RULES: tuple[Ruleset, ...] = (*GAMES, TOY)
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


def options(rules: Ruleset, data: bytes) -> bool:
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


def orders(rules: Ruleset, data: bytes) -> bool:
    """What is accepted can be stored, and reads the same again."""
    topics = topics_of(slug=rules.slug, version=rules.version)
    try:
        accepted = orders_checked(parsed(data), topics)
    except (ParseError, ValidationError, RequestDataTooBig, OrderRefused):
        return False
    stored = orjson.loads(orjson.dumps([order.to_json() for order in accepted]))
    assert orders_checked(stored, topics) == accepted
    return True


def record(data: bytes) -> bool:
    """Anybody may verify any file: there is a verdict on each."""
    verdict = verify(data, RULES)
    assert isinstance(verdict, Verdict)
    return verdict.ok


def state(rules: Ruleset, data: bytes) -> bool:
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
    cursor = Cursor(NOW, {3: Read(5, 2), 9: Read(1, 1)}).text()
    issued = ticket_issue(caller=Caller(GAME, "mine"), game_id=GAME)
    mine = f"/api/v1/games/{GAME}/stream/\nlast_event_id={cursor}&language=fr\n{cursor}"
    return (
        Target("body", documents({"decision": 1, "choices": ["gold"]}, [1, "a"]), body),
        Target("record", documents(*records(), write=canonically), record),
        Target("stream cursor", lines(cursor), stream_cursor),
        Target("stream ticket", lines(issued, *issued.split(":")), ticket),
        Target("stream request", lines(mine, "/api/v1/me/stream/\n\n"), stream),
        Target("token", lines("Bearer cit_" + "a" * 49, "Bearer a b", "Basic YTpi"), token),
        Target("Accept-Language", lines("fr, en;q=0.5", "de-CH", "*;q=0"), language),
        Target("If-None-Match", lines('W/"abc"', '"abc", W/"d"'), revalidation),
        *(target for rules in GAMES for target in targets_of(rules)),
    )


def targets_of(rules: Ruleset) -> tuple[Target, ...]:
    """The doors behind which a game reads for itself."""
    seats = rules.max_seats
    begun, _ = rules.start(rules.check_options({}, seats), seats, SEED)
    stored = orjson.loads(rules.dump(begun))
    return (
        Target(f"options, {rules.slug}", documents(*wishes(rules)), partial(options, rules)),
        Target(f"orders, {rules.slug}", documents(*lists(rules)), partial(orders, rules)),
        Target(f"state, {rules.slug}", documents(stored, write=canonically), partial(state, rules)),
    )


def wishes(rules: Ruleset) -> list[dict[str, Any]]:
    """The options of a game: none, all of them, and each on its own with what it may be."""
    seats = min(5, rules.max_seats)
    complete = rules.check_options({}, seats)
    given: list[dict[str, Any]] = [{}, complete]
    for name, schema in rules.options_schema()["properties"].items():
        given += [{name: value} for value in (complete[name], [], *schema.get("enum", ()), 1)]
    return [{"seats": seats, "options": one} for one in given]


def lists(rules: Ruleset) -> list[list[dict[str, Any]]]:
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
    """One of the toy, and the beginning of a match of each game that was called off."""
    begun = [began(rules, min(4, rules.max_seats), {}, 6) for rules in GAMES]
    return [began(TOY, 2, {"rounds": 1}, 1000), *begun]


def began(rules: Ruleset, seats: int, given: dict[str, Any], most: int) -> dict[str, Any]:
    """The record of the first moves of a match, at most so many."""
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
