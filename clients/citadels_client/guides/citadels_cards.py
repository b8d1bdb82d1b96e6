"""The cards of Citadels in words, and a player of plain sense."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

from ..choosers import Chooser
from ..documents import Decision, Game, Option
from ..words import option_words, seat_name

BEAUTIFIED = "+"

# What pays comes first, what builds next, the end of the turn last but for what rarely helps.
# None of these verbs must be there: an unknown one stands in the middle.
FIRST = ("income", "extra_gold", "extra_cards", "build", "pay")
LAST = ("end_turn", "swap", "redraw", "laboratory", "smithy", "beautify")
ORDER = {verb: place - len(FIRST) for place, verb in enumerate(FIRST)}
ORDER |= {verb: place for place, verb in enumerate(LAST, start=1)}
RICH = 6


@dataclass(frozen=True, slots=True)
class Cards:
    """The catalogue of a game, by name."""

    districts: dict[str, dict[str, Any]] = field(default_factory=dict)
    characters: dict[str, dict[str, Any]] = field(default_factory=dict)

    @classmethod
    def of(cls, catalogue: dict[str, Any]) -> Cards:
        return cls(
            {card["district"]: card for card in catalogue.get("districts", ())},
            {card["character"]: card for card in catalogue.get("characters", ())},
        )

    def title(self, name: str) -> str:
        """What people call a card."""
        plain = name.removesuffix(BEAUTIFIED)
        card = self.districts.get(plain) or self.characters.get(plain) or {}
        return str(card.get("title") or plain.replace("_", " ").title())

    def cost(self, name: str) -> int:
        """The printed cost of a district; 0 for what is none."""
        return int(self.districts.get(name, {}).get("cost") or 0)

    def type(self, name: str) -> str:
        return str(self.districts.get(name, {}).get("type", ""))


def card_words(option: Option, game: Game, cards: Cards) -> str:
    """An option as a line of a menu: its label, else made from what it names."""
    if "label" in option:
        return option_words(option)
    words = [option["verb"].replace("_", " ")]
    if "character" in option:
        words.append(f"the {cards.title(option['character'])}")
    if "district" in option:
        words.append(f"the {cards.title(option['district'])}")
    if "seat" in option:
        of = "of seat" if len(words) > 1 else "seat"
        words.append(f"{of} {seat_name(game, option['seat'])}")
    if len(words) == 1:
        words.append(option["choice"].removeprefix(option["verb"]).strip(":").replace(":", " "))
    line = " ".join(word for word in words if word)
    if "district" in option and "seat" not in option and cards.cost(option["district"]):
        line += f" ({cards.cost(option['district'])})"
    return line[:1].upper() + line[1:]


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
