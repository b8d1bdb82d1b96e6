"""The toy a year later: a boast is worth two coins. Matches that have begun go on as they began."""

from __future__ import annotations

from tests.engine.kernel.toy import Terms, Toy


class Toy2(Toy):
    """The second version of the toy."""

    version = "toy/2"
    terms = Terms(boast_worth=2)


TOY_2 = Toy2()
