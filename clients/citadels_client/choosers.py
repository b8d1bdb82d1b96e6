"""Who answers a decision without a person: a few plain preferences, or chance."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TypeAlias

from .documents import Decision, Game, Option
from .words import Cards

Chooser: TypeAlias = Callable[[Game, Decision], str]

# What pays comes first, what builds next, the end of the turn last but for what rarely helps.
# None of these verbs must be there: an unknown one stands in the middle.
FIRST = ("income", "extra_gold", "extra_cards", "build", "pay")
LAST = ("end_turn", "swap", "redraw", "laboratory", "smithy", "beautify")
ORDER = {verb: place - len(FIRST) for place, verb in enumerate(FIRST)}
ORDER |= {verb: place for place, verb in enumerate(LAST, start=1)}
RICH = 6


def by_chance(rng: Random) -> Chooser:
    """Any legal choice, each as likely as the others."""

    def choose(game: Game, decision: Decision) -> str:
        return str(rng.choice(decision.get("options", []))["choice"])

    return choose


def by_preference(cards: Cards, rng: Random) -> Chooser:
    """Gather what is short, take what pays, build the dearest, harm others cheaply."""

    def rank(option: Option, seat: int | None) -> tuple[bool, int, int, float]:
        harms_me = "seat" in option and option["seat"] == seat
        cost = cards.cost(option.get("district", ""))
        wanted = option["verb"] in ("build", "keep")
        order = ORDER.get(option["verb"], 0)
        return (harms_me, order, -cost if wanted else cost, rng.random())

    def choose(game: Game, decision: Decision) -> str:
        options = decision.get("options", [])
        gather = "gather:cards" if short_of_cards(game) else "gather:gold"
        if any(option["choice"] == gather for option in options):
            return gather
        first = min(options, key=lambda option: rank(option, game["your_seat"]))
        return str(first["choice"])

    return choose


def short_of_cards(game: Game) -> bool:
    """Nothing in hand to build, or so much gold that nothing in hand can be worth building."""
    table = game["table"] or {}
    seat = game["your_seat"]
    if seat is None or not table.get("you"):
        return False
    return not table["you"].get("hand") or table["seats"][seat].get("gold", 0) >= RICH
