"""A match of Citadels in the terminal, as one viewer may see it."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from random import Random
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from ..choosers import Chooser
from ..documents import Game, Option
from ..words import seat_name
from .citadels_cards import Cards, by_preference, card_words
from .guide import Guide

COLOURS = {
    "noble": "yellow",
    "religious": "bright_blue",
    "trade": "green",
    "military": "red",
    "unique": "magenta",
}
CROWN = "♛"
PLAIN_CROWN = "*"


class CitadelsGuide(Guide):
    """The table of Citadels: the round, the seats with their cities, and one's own hand."""

    usual_seats = 4

    def __init__(self, catalogue: dict[str, Any]) -> None:
        super().__init__(catalogue)
        self.cards = Cards.of(catalogue)

    def table(self, game: Game, console: Console) -> RenderableType:
        parts: list[RenderableType] = [heading(game, self.cards)]
        if game["table"]:
            parts.append(seats_table(game, self.cards, crown_sign(console)))
            parts.append(own_part(game["table"], self.cards))
        return Group(*parts)

    def option(self, option: Option, game: Game) -> str:
        return card_words(option, game, self.cards)

    def part(self, game: Game) -> Hashable:
        """The round."""
        return int((game["table"] or {}).get("round", 0))

    def preference(self, rng: Random) -> Chooser:
        return by_preference(self.cards, rng)


def crown_sign(console: Console) -> str:
    """The crown, where the terminal can write it."""
    return CROWN if console.encoding.lower().startswith("utf") else PLAIN_CROWN


def heading(game: Game, cards: Cards) -> RenderableType:
    """Round, phase, who is called or up, and what lies about."""
    table = game["table"] or {}
    line = Text.assemble((f"Round {table.get('round', '-')}", "bold"), f"  {game['status']}")
    if table.get("phase") == "selection":
        line.append("  characters are chosen")
    elif table.get("called"):
        line.append(f"  called: {cards.title(table['called'])}")
    if turn := table.get("turn"):
        line.append(f"  turn of seat {turn['seat']} as the {cards.title(turn['character'])}")
    if table.get("face_up"):
        line.append("  face up: " + ", ".join(cards.title(name) for name in table["face_up"]))
    for mark in table.get("marks", ()):
        line.append(f"  {mark['mark']}: {cards.title(mark['character'])}", style="red")
    line.append(f"  deck {table.get('deck_size', '-')}, {table.get('goal', '-')} districts to win")
    return line


def seats_table(game: Game, cards: Cards, crown: str) -> Table:
    """One row for each seat: what everybody knows of it."""
    rows = Table(box=SIMPLE_HEAD, expand=True, pad_edge=False, padding=(0, 1))
    rows.add_column("", width=1)
    rows.add_column("seat", no_wrap=True)
    rows.add_column("gold", justify="right", style="yellow")
    rows.add_column("hand", justify="right")
    rows.add_column("character")
    rows.add_column("city", ratio=1)
    up = game["decision"]["seat"] if game["decision"] else None
    for seat in (game["table"] or {})["seats"]:
        number = seat["seat"]
        name = seat_name(game, number) + (" (you)" if number == game["your_seat"] else "")
        rows.add_row(
            Text(crown if seat["crown"] else "", style="bold yellow"),
            Text(name, style="bold" if number == up else ""),
            str(seat["gold"]),
            str(seat["hand_size"]),
            characters(seat, cards),
            city(seat["city"], cards, complete=seat["completed"]),
        )
    return rows


def characters(seat: dict[str, Any], cards: Cards) -> Text:
    """Those that are revealed, and a question mark for each that is not."""
    shown = [cards.title(name) for name in seat["characters"]]
    hidden = ["?"] * (seat["characters_held"] - len(shown))
    return Text(", ".join(shown + hidden))


def city(districts: Sequence[dict[str, Any]], cards: Cards, *, complete: bool) -> Text:
    """Districts in the colour of their type, each with its cost."""
    text = Text(f"{len(districts)}: " if districts else "")
    for place, district in enumerate(districts):
        star = "+" if district["beautified"] else ""
        label = f"{cards.title(district['district'])}{star} {district['cost']}"
        text.append(", " if place else "")
        text.append(label, style=COLOURS.get(district["type"], ""))
    if complete:
        text.append("  complete", style="bold")
    return text


def own_part(table: dict[str, Any], cards: Cards) -> RenderableType:
    """What only this viewer knows."""
    you = table.get("you")
    if not you:
        return Text("You watch.", style="dim")
    text = Text("Your hand: ")
    text.append_text(hand(you["hand"], cards))
    if you["looking_at"]:
        text.append("   you look at: ")
        text.append_text(hand(you["looking_at"], cards))
    names = ", ".join(cards.title(name) for name in you["characters"])
    text.append(f"   your character: {names or 'none yet'}")
    return text


def hand(names: Sequence[str], cards: Cards) -> Text:
    text = Text("" if names else "empty")
    for place, name in enumerate(names):
        text.append(", " if place else "")
        text.append(f"{cards.title(name)} {cards.cost(name)}", style=COLOURS.get(cards.type(name)))
    return text
