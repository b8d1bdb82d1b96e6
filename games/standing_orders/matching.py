"""Matches orders with the options of a decision."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.standing_orders.spec import ANY_TOPIC, STOP, Menu, Option, Order, Pattern


@dataclass(frozen=True, slots=True)
class Answer:
    """The result for one decision, by the indexes of orders: ``order`` chooses ``choice``, or both
    are None, and then those in ``stopped`` end.
    """

    choice: str | None = None
    order: int | None = None
    stopped: tuple[int, ...] = ()


def orders_answer(*, topic: str, options: Sequence[Option], orders: Sequence[Order]) -> Answer:
    """Return the answer of the first order that has one. If orders apply but none has an answer,
    those with "stop" end.
    """
    stopped = []
    for place, order in enumerate(orders):
        if not order_applies(order, topic, options):
            continue
        choice = order_choice(order, options)
        if choice is not None:
            return Answer(choice, place)
        if order.otherwise == STOP:
            stopped.append(place)
    return Answer(stopped=tuple(stopped))


def order_applies(order: Order, topic: str, options: Sequence[Option]) -> bool:
    """True if an order applies to a decision."""
    if order.topic not in (topic, ANY_TOPIC):
        return False
    return order.only_when is None or menu_fits(order.only_when, options)


def menu_fits(menu: Menu, options: Sequence[Option]) -> bool:
    """True if the verbs of the options are as the order demands."""
    verbs = {option["verb"] for option in options}
    return (menu.verbs is None or verbs <= set(menu.verbs)) and verbs.isdisjoint(menu.without)


def order_choice(order: Order, options: Sequence[Option]) -> str | None:
    """Return the choice of the first pattern that matches an option, or None."""
    for pattern in order.choose:
        admitted = [option for option in options if pattern_fits(pattern, option)]
        if admitted:
            choice: str = option_pick(pattern, admitted)["choice"]
            return choice
    return None


def pattern_fits(pattern: Pattern, option: Option) -> bool:
    """True if an option has the choice or the members of a pattern."""
    if pattern.choice is not None:
        return bool(option["choice"] == pattern.choice)
    return all(values_equal(option.get(name), value) for name, value in pattern.has.items())


def values_equal(found: object, wanted: object) -> bool:
    """True if two JSON values are equal. ``true`` is not 1, and a missing flag is false."""
    if wanted is False and found is None:
        return True
    return type(found) is type(wanted) and found == wanted


def option_pick(pattern: Pattern, admitted: Sequence[Option]) -> Option:
    """Return one of the matching options: the first of those with the highest, or lowest,
    number.
    """
    number = pattern.highest or pattern.lowest
    counted = [option for option in admitted if number and option.get(number) is not None]
    if not number or not counted:
        return admitted[0]
    if pattern.highest:
        return max(counted, key=lambda option: int(option[number]))
    return min(counted, key=lambda option: int(option[number]))
