"""A third game for the tests of every game: at least three seats, and no picture."""

from __future__ import annotations

from tablekernel.presentation import Presentation
from tablekernel.ruleset import Ruleset
from tests.tablekernel.toy import BOTS, ToyPresentation, ToyRules


class TrioRules(ToyRules):
    """The toy for three or four seats. Clients show its options as buttons."""

    slug = "trio"
    version = "trio/1"
    min_seats = 3
    max_seats = 4


class TrioPresentation(ToyPresentation):
    """The toy without its picture."""

    title = "Trio"
    picture = Presentation.picture  # type: ignore[assignment]
    marks = Presentation.marks  # type: ignore[assignment]


TRIO = Ruleset(TrioRules(), TrioPresentation(), BOTS)
