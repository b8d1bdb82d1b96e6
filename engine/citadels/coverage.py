"""What of each card has had an effect: counters for long runs and for choosing matches to keep.

>>> with counted() as hits:
...     CheckedMatch(seats=4, number=17).run()
>>> hits["king", "on_revealed"]

The parts of a card are its hooks, its choices, the steps of its procedures and what it says as
data. A hook counts when it changed something: a value, the offer, the state of the match.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias

from engine.citadels import choices, markers
from engine.citadels.abilities import EachCharacter
from engine.citadels.all_cards import CARDS
from engine.citadels.card_set import HASTY
from engine.citadels.cards import Character
from engine.citadels.choices import EachDistrict
from engine.citadels.flow import build, gather, income
from engine.citadels.flow.build import BuildDistrict
from engine.citadels.flow.income import TakeCards, TakeGold, TakeMixed
from engine.citadels.flow.turn import END_TURN
from engine.citadels.frames import Turn
from engine.citadels.hooks import DECLARED
from engine.citadels.names import FIRST_UNIQUE, UNIQUE
from engine.citadels.scoring import points, readings, seat_score
from engine.citadels.serialization import FRAMES
from engine.citadels.setup import find_card_set
from engine.citadels.state import Match
from tablekernel.choice_table import ChoiceTable
from tablekernel.frames import Choice, Frame

Part: TypeAlias = tuple[str, str]
Hits: TypeAlias = "Counter[Part]"

HOOKS = [*DECLARED]
SHARED = (choices, markers, build, gather, income)
"""Modules whose choices belong to no single card."""


def parts() -> list[Part]:
    """Return every part of every card, card by card."""
    owners = _choices()
    found: list[Part] = []
    for name, card in CARDS.items():
        found += [(name, hook) for hook in HOOKS if hasattr(card, hook)]
        found += [(name, said) for said in _data(card)]
        found += dict.fromkeys(part for part in owners.values() if part[0] == name)
        for cls in FRAMES.values():
            if cls.__module__ == type(card).__module__:
                found += [(name, f"{cls.__name__}.{step}") for step in cls.steps]
    return found


def _data(card: Any) -> Iterator[str]:
    """Yield the data of a card besides its name, rank and cost."""
    if isinstance(card, Character):
        said = {
            "gem": card.gem is not None,
            "limit": card.limit > 1,
            "uncounted": card.uncounted is not None,
            "builds": not card.builds,
            "gathers_first": card.gathers_first,
        }
    else:
        said = {
            "size": card.size > 1,
            "counts": not card.counts,
            "counts_as_any": card.counts_as_any,
            "points_in_hand": card.points_in_hand > 0,
        }
    return (name for name, unusual in said.items() if unusual)


def _choices() -> dict[int, Part]:
    """Return the card of each choice, by identity."""
    shared = {id(choice) for module in SHARED for choice in _choices_in(vars(module))}
    found: dict[int, Part] = {}
    for name, card in CARDS.items():
        for choice in _choices_in(vars(sys.modules[type(card).__module__])):
            if id(choice) not in shared:
                found[id(choice)] = (name, f"choice {choice.verb}")
    return found


def _choices_in(value: Any) -> Iterator[Choice]:
    if isinstance(value, Choice):
        yield value
    elif isinstance(value, ChoiceTable):
        yield from value.list_all()
    elif isinstance(value, dict):
        for item in value.values():
            yield from _choices_in(item)
    elif isinstance(value, EachCharacter | EachDistrict):
        yield from _choices_in(value.choices)
    elif isinstance(value, tuple):
        for item in value:
            yield from _choices_in(item)


@contextmanager
def count_effects() -> Iterator[Hits]:
    """Count the effects of each card in the matches that begin in this block."""
    hits: Hits = Counter()
    programs = {cls: cls.program for cls in FRAMES.values()}
    find_card_set.cache_clear()
    for card in CARDS.values():
        for hook in HOOKS:
            if hasattr(card, hook):
                setattr(card, hook, _counting(hits, card.name, hook, getattr(card, hook)))
    owners = _choices()
    for cls, program in programs.items():
        cls.program = (*_program(hits, owners, cls, program[:-1]), program[-1])
    try:
        yield hits
    finally:
        for cls, program in programs.items():
            cls.program = program
        for card in CARDS.values():
            for hook in HOOKS:
                vars(card).pop(hook, None)
        find_card_set.cache_clear()


# -- hooks


def _counting(hits: Hits, name: str, hook: str, method: Callable[..., Any]) -> Callable[..., Any]:
    """Return the hook of a card, which counts when it changes something."""

    def adjusting(*given: Any) -> Any:
        before = given[0] if hook == "adjust_price" else given[1]
        after = method(*given)
        if after != before:
            hits[name, hook] += 1
        return after

    def offering(*given: Any) -> None:
        before = len(given[-1])
        method(*given)
        if len(given[-1]) > before:
            hits[name, hook] += 1

    def telling(*given: Any) -> Any:
        before = _take_snapshot(given[0])
        frame = method(*given)
        if frame is not None or _take_snapshot(given[0]) != before:
            hits[name, hook] += 1
        return frame

    def scoring(*given: Any) -> Any:
        worth = method(*given)
        if worth:
            hits[name, hook] += 1
        return worth

    if hook == "score":
        return scoring
    return {"adjust": adjusting, "offer": offering, "on": telling}[hook.partition("_")[0]]


def _take_snapshot(match: Match) -> tuple[Any, ...]:
    """Return everything that a card may change at a moment."""
    return (
        match.crown, match.deck, match.shown, *match.gold, *match.hand, *match.city, *match.marks,
        *match.memory.items(),
    )  # fmt: skip


# -- procedures, choices and data


def _program(
    hits: Hits, owners: dict[int, Part], cls: type[Frame], program: tuple[Any, ...]
) -> Iterator[tuple[Any, Any]]:
    """Return the steps of a procedure and their answers, which count when they run."""
    card = next((n for n, c in CARDS.items() if type(c).__module__ == cls.__module__), "")
    for name, (step, reply) in zip(cls.steps, program, strict=True):
        part = (card, f"{cls.__name__}.{name}")
        yield _step(hits, part, step, reply), reply and _reply(hits, owners, part, reply)


def _step(hits: Hits, part: Part, step: Callable[..., Any], reply: Any) -> Callable[..., Any]:
    def counting(frame: Frame, match: Match) -> Any:
        result = step(frame, match)
        if part[0] and reply is None:
            hits[part] += 1
        elif part[1] == "Rounds.finish":
            _at_the_end(hits, match)
        return result

    return counting


def _reply(
    hits: Hits, owners: dict[int, Part], part: Part, reply: Callable[..., Any]
) -> Callable[..., Any]:
    def counting(frame: Frame, match: Match, choice: Choice) -> bool:
        if part[0]:
            hits[part] += 1
        if id(choice) in owners:
            hits[owners[id(choice)]] += 1
        if isinstance(frame, Turn):
            _in_a_turn(hits, frame, match, choice)
        stays = bool(reply(frame, match, choice))
        if isinstance(frame, Turn) and frame.built > 1:
            hits[match.card_set.character(frame.rank).name, "limit"] += 1
        return stays

    return counting


def _in_a_turn(hits: Hits, turn: Turn, match: Match, choice: Choice) -> None:
    """Count effects of a character's or a district's data in a turn."""
    card_set = match.card_set
    name = card_set.character(turn.rank).name
    if isinstance(choice, TakeGold | TakeCards | TakeMixed):
        hits[name, "gem"] += 1
    elif (
        isinstance(choice, BuildDistrict) and choice.district in card_set.roles[turn.rank].uncounted
    ):
        unique = choice.district >= FIRST_UNIQUE
        card = choice.details()["district"] if unique else name
        hits[card, "counts" if unique else "uncounted"] += 1
    elif choice is END_TURN and not card_set.character(turn.rank).builds and match.hand[turn.seat]:
        hits[name, "builds"] += 1
    elif choice in (gather.GATHER_GOLD, gather.GATHER_CARDS) and match.marks[turn.rank] & HASTY:
        hits[name, "gathers_first"] += 1


def _at_the_end(hits: Hits, match: Match) -> None:
    """Count effects of a district's data in the score, or on the completion of a city."""
    for seat in range(match.card_set.seats):
        items, owned = seat_score(match, seat), match.owned[seat]
        for card in match.card_set.districts:
            if card.points_in_hand and card.name in items:
                hits[card.name, "points_in_hand"] += 1
            if card.size > 1 and owned & card.bit and seat in match.completed:
                hits[card.name, "size"] += 1
            if card.counts_as_any and owned & card.bit:
                as_unique = next(
                    city
                    for city in readings(match, seat)
                    if city.types[match.city[seat].index(card.number_in(match.city[seat]))]
                    == UNIQUE
                )
                if points(match, seat, as_unique) != items:
                    hits[card.name, "counts_as_any"] += 1
