"""A third game for the tests of every game: at least three seats, and no picture."""

from __future__ import annotations

from engine.kernel.ruleset import Ruleset
from tests.engine.kernel.toy import Toy


class Trio(Toy):
    """The toy for three or four seats. Clients show its options as buttons."""

    slug = "trio"
    title = "Trio"
    version = "trio/1"
    min_seats = 3
    max_seats = 4
    picture = Ruleset.picture


TRIO = Trio()
