"""Validates orders of clients."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from core.errors import segment
from games.standing_orders.spec import (
    ANY_TOPIC,
    ASK,
    HIGHEST,
    LOWEST,
    MAX_CHOICE,
    MAX_DELAY,
    MAX_ORDERS,
    MAX_PATTERNS,
    MAX_TIMES,
    STOP,
    Menu,
    Order,
    Pattern,
    Topics,
)

MEMBERS = ("topic", "choose", "only_when", "otherwise", "delay", "times")
MENU_MEMBERS = ("verbs", "without")
TYPES: dict[str, type] = {"string": str, "integer": int, "boolean": bool}
"""Members of other types cannot be compared in a pattern."""

Verbs = Mapping[str, Mapping[str, str]]


class OrderRefused(Exception):
    """An order is not valid. ``pointer`` is a JSON pointer from the list of orders, ``code`` for
    programs, ``message`` for people.
    """

    def __init__(self, pointer: str, code: str, message: str) -> None:
        super().__init__(f"{pointer}: {message}")
        self.pointer = pointer
        self.code = code
        self.message = message


def orders_parse(raw: Any, topics: Topics) -> list[Order]:
    """Return the complete orders. Raises OrderRefused at the first error."""
    if not isinstance(raw, list):
        raise OrderRefused("", "not_a_list", "Orders are a list.")
    if len(raw) > MAX_ORDERS:
        raise OrderRefused("", "max_length", f"At most {MAX_ORDERS} orders.")
    return [order_parse(order, topics, f"/{place}") for place, order in enumerate(raw)]


def order_parse(raw: Any, topics: Topics, at: str = "") -> Order:
    """Return one order; ``at`` is its place. Raises OrderRefused."""
    members_check(raw, MEMBERS, at)
    for name in ("topic", "choose"):
        if name not in raw:
            raise OrderRefused(f"{at}/{name}", "required", "This field is required.")
    topic = one_of(raw["topic"], (*topics, ANY_TOPIC), f"{at}/topic", "unknown_topic")
    verbs = verbs_of(topic, topics)
    return Order(
        topic=topic,
        choose=patterns_parse(raw["choose"], verbs, f"{at}/choose"),
        only_when=menu_parse(raw.get("only_when"), verbs, f"{at}/only_when"),
        otherwise=otherwise_parse(raw, topic, f"{at}/otherwise"),
        delay=timedelta(
            seconds=whole(raw.get("delay", 0), 0, int(MAX_DELAY.total_seconds()), f"{at}/delay")
        ),
        times=None
        if raw.get("times") is None
        else whole(raw["times"], 1, MAX_TIMES, f"{at}/times"),
    )


def verbs_of(topic: str, topics: Topics) -> Verbs:
    """Return the verbs of a topic, or of all topics, with all their members."""
    if topic != ANY_TOPIC:
        return topics[topic]
    everything: dict[str, dict[str, str]] = {}
    for verbs in topics.values():
        for verb, members in verbs.items():
            everything.setdefault(verb, {}).update(members)
    return everything


def otherwise_parse(raw: Mapping[str, Any], topic: str, at: str) -> str:
    """Return what an order does if nothing matches. One for any topic can only ask: it would stop
    at the first other decision.
    """
    if topic == ANY_TOPIC:
        otherwise = one_of(raw.get("otherwise", ASK), (ASK, STOP), at, "unknown_value")
        if otherwise == STOP:
            message = "An order for every topic cannot stop where it does not fit."
            raise OrderRefused(at, "stop_at_every_topic", message)
        return otherwise
    return one_of(raw.get("otherwise", STOP), (ASK, STOP), at, "unknown_value")


def patterns_parse(raw: Any, verbs: Verbs, at: str) -> tuple[Pattern, ...]:
    """Return a list of patterns. Raises OrderRefused."""
    if not isinstance(raw, list) or not 1 <= len(raw) <= MAX_PATTERNS:
        message = f"A list of 1 to {MAX_PATTERNS} patterns."
        raise OrderRefused(at, "not_patterns", message)
    return tuple(
        pattern_parse(pattern, verbs, f"{at}/{place}") for place, pattern in enumerate(raw)
    )


def pattern_parse(raw: Any, verbs: Verbs, at: str) -> Pattern:
    """Return a pattern: a choice as the game writes it, or an object with a verb, members to
    compare, and a number to pick by.
    """
    if isinstance(raw, str):
        one_of(raw.partition(":")[0], verbs, at, "unknown_verb")
        return Pattern(choice=text(raw, at))
    if not isinstance(raw, dict):
        raise OrderRefused(at, "not_a_pattern", "A choice, or an object with a verb.")
    if "verb" not in raw:
        raise OrderRefused(f"{at}/verb", "required", "This field is required.")
    verb = one_of(raw["verb"], verbs, f"{at}/verb", "unknown_verb")
    if HIGHEST in raw and LOWEST in raw:
        raise OrderRefused(f"{at}/{LOWEST}", "two_picks", "Either highest or lowest.")
    members = verbs[verb]
    has = {"verb": verb}
    for name, value in raw.items():
        if name not in ("verb", HIGHEST, LOWEST):
            has[name] = value_parse(value, name, members, f"{at}{segment(name)}")
    numbers = [name for name, kind in members.items() if kind == "integer"]
    picks = {
        pick: one_of(raw[pick], numbers, f"{at}/{pick}", "unknown_number")
        for pick in (HIGHEST, LOWEST)
        if pick in raw
    }
    return Pattern(has=has, **picks)


def value_parse(value: Any, name: str, members: Mapping[str, str], at: str) -> Any:
    """Return a value to compare with a member of options. Raises OrderRefused."""
    comparable = [member for member, kind in members.items() if kind in TYPES]
    one_of(name, comparable, at, "unknown")
    if type(value) is not TYPES[members[name]]:
        message = f"{name} is of the type {members[name]}."
        raise OrderRefused(at, "wrong_type", message)
    return text(value, at) if isinstance(value, str) else value


def menu_parse(raw: Any, verbs: Verbs, at: str) -> Menu | None:
    """Return the condition on verbs, or None. Raises OrderRefused."""
    if raw is None:
        return None
    members_check(raw, MENU_MEMBERS, at)
    if not raw:
        raise OrderRefused(at, "empty", "Say which verbs, or without which.")
    names = {
        member: verbs_parse(raw[member], verbs, f"{at}/{member}")
        for member in MENU_MEMBERS
        if member in raw
    }
    return Menu(**names)


def verbs_parse(raw: Any, verbs: Verbs, at: str) -> tuple[str, ...]:
    """Return a list of known verbs. Raises OrderRefused."""
    if not isinstance(raw, list) or not 1 <= len(raw) <= len(verbs):
        raise OrderRefused(at, "not_verbs", "A list of verbs, at least one, and none twice.")
    return tuple(
        one_of(verb, verbs, f"{at}/{place}", "unknown_verb") for place, verb in enumerate(raw)
    )


def members_check(raw: Any, members: Sequence[str], at: str) -> None:
    """Raise OrderRefused unless ``raw`` is an object with known members only."""
    if not isinstance(raw, dict):
        raise OrderRefused(at, "not_an_object", "A JSON object.")
    for name in raw:
        one_of(name, members, f"{at}{segment(name)}", "unknown")


def one_of(value: Any, known: Sequence[str] | Mapping[str, Any], at: str, code: str) -> str:
    """Return a text that is one of the known ones. Raises OrderRefused."""
    if not isinstance(value, str) or value not in known:
        message = f"It is one of: {', '.join(known)}." if known else "There is none here."
        raise OrderRefused(at, code, message)
    return value


def whole(value: Any, least: int, most: int, at: str) -> int:
    """Return a whole number within its bounds. Raises OrderRefused."""
    if type(value) is not int or not least <= value <= most:
        raise OrderRefused(at, "out_of_range", f"A whole number from {least} to {most}.")
    return value


def text(value: str, at: str) -> str:
    """Return a text. No choice is longer than a few words, and PostgreSQL stores no NUL."""
    if len(value) > MAX_CHOICE:
        raise OrderRefused(at, "max_length", f"At most {MAX_CHOICE} characters.")
    if "\0" in value:
        raise OrderRefused(at, "null_characters_not_allowed", "Null characters are not allowed.")
    return value
