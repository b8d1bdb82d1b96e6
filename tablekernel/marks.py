"""Marks: the elements of a picture that an option concerns.

A client lets its player click on elements. Each click leaves the options that have the mark of the
element, until one is left. ``complete_marks`` makes sure that this works for every option.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

PREFIX: Final = "board-"
"""The beginning of all ids and classes of a picture, so that it can stand in any page."""

BUTTON: Final = "choice-"
"""Prefix of the ids of buttons. A button stands for an option without an element of its own."""

UNUSUAL: Final = re.compile("[^A-Za-z0-9_-]")

Option = Mapping[str, Any]


def id_of(name: str) -> str:
    """Return the id of the element with a name."""
    return PREFIX + UNUSUAL.sub("-", name)


def button_id(choice: str) -> str:
    """Return the id of the button of an option."""
    return id_of(BUTTON + choice)


def complete_marks(options: Iterable[Option], marks: Iterable[Iterable[str]]) -> list[list[str]]:
    """Return the ids of the elements of each option from their names (``Presentation.marks``).

    An option whose elements do not distinguish it from all others also gets a button, which the
    picture draws under the question.
    """
    found = [list(dict.fromkeys(map(id_of, names))) for names in marks]
    sets = [frozenset(ids) for ids in found]
    for option, ids, own in zip(options, found, sets, strict=True):
        if not own or sum(own <= other for other in sets) > 1:
            ids.append(button_id(option["choice"]))
    return found


def narrow_options(options: Iterable[Option], clicked: Iterable[str]) -> list[Option]:
    """Return the options that have all the clicked ids among their marks."""
    wanted = set(clicked)
    return [option for option in options if wanted <= set(option["marks"])]


def open_marks(decision: Mapping[str, Any] | None) -> frozenset[str]:
    """Return all ids that can be clicked."""
    options: Sequence[Option] = decision["options"] if decision else ()
    return frozenset(mark for option in options for mark in option["marks"])
