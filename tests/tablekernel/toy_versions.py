"""The toy a year later: a boast is worth two coins. Matches that have begun go on as they began."""

from __future__ import annotations

from dataclasses import replace

from tests.tablekernel.toy import TOY, Terms, ToyRules


class ToyRules2(ToyRules):
    """The second version of the toy's rules."""

    version = "toy/2"
    terms = Terms(boast_worth=2)


RULES_2 = ToyRules2()
TOY_2 = replace(TOY, rules=RULES_2)
