"""What is the same in every game, and how a game is shown that nobody has drawn yet."""

from __future__ import annotations

from collections.abc import Hashable
from random import Random
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.pretty import Pretty
from rich.text import Text

from ..choosers import Chooser, by_chance
from ..documents import Decision, Game, Option
from ..words import option_words, seat_name, topic_words


class Guide:
    """A game of which nothing is known but what its matches say.

    Games of their own draw ``table`` and ``options``, read what a person says to them, and know
    which choice is good sense.
    """

    usual_seats: int | None = None
    """At how large a table it is shown; None: the smallest."""

    def __init__(self, catalogue: dict[str, Any]) -> None:
        self.catalogue = catalogue

    def table(self, game: Game, console: Console) -> RenderableType:
        """Everything there is to see, as one viewer may see it."""
        parts: list[RenderableType] = [self.heading(game), self.seats(game)]
        if game["table"]:
            parts.append(Pretty(game["table"], max_depth=4, max_length=12, expand_all=False))
        return Group(*parts)

    def heading(self, game: Game) -> Text:
        """How far the match is."""
        return Text.assemble((game["ruleset"], "bold"), f"  {game['status']}")

    def seats(self, game: Game) -> Text:
        """Who sits where; the one that is to decide stands out."""
        up = game["decision"]["seat"] if game["decision"] else None
        text = Text()
        for seat in game["seats"]:
            number = seat["number"]
            name = seat_name(game, number) + (" (you)" if number == game["your_seat"] else "")
            text.append("  ").append(name, style="bold" if number == up else "")
        return text

    def options(self, game: Game, decision: Decision, console: Console) -> RenderableType:
        """The open decision with its options, numbered from 1."""
        lines = [question(decision)]
        for number, option in enumerate(decision.get("options", []), start=1):
            lines.append(Text(f"  {number:>2}  {self.option(option, game)}"))
        return Group(*lines)

    def option(self, option: Option, game: Game) -> str:
        """An option as a line of a menu."""
        return option_words(option)

    def understood(self, said: str, decision: Decision) -> str | None:
        """The choice that a person means; None: it is not clear."""
        options = decision.get("options", [])
        if said.isdecimal() and 1 <= int(said) <= len(options):
            return str(options[int(said) - 1]["choice"])
        return None

    def how_to_say(self, decision: Decision) -> str:
        """What ``understood`` understands."""
        return f"Type a number from 1 to {len(decision.get('options', []))}, or q."

    def part(self, game: Game) -> Hashable:
        """Where the table is drawn only now and then, it is when this changes."""
        return game["move_count"] // 10

    def preference(self, rng: Random) -> Chooser:
        """A player of plain sense."""
        return by_chance(rng)


def question(decision: Decision) -> Text:
    """What is asked."""
    said = decision.get("question") or f"You decide: {topic_words(decision['topic'])}"
    return Text(said, style="bold")
