"""Options, titles and names in words. It knows the catalogue of cards, and no rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .documents import Game, Option

BEAUTIFIED = "+"


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


def option_words(option: Option, game: Game, cards: Cards) -> str:
    """An option as a line of a menu: its label, else made from its members whatever they mean."""
    if "label" in option:
        return str(option["label"])
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


def seat_name(game: Game, number: int) -> str:
    """Who sits there, with the number that events use."""
    seat = game["seats"][number]
    name = seat["user"]["username"] if seat["user"] else f"{seat['bot'] or 'nobody'} bot"
    return f"{number} {name}"


def topic_words(topic: str) -> str:
    return topic.replace("_", " ")
