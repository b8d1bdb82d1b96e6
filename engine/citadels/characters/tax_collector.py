"""The Tax Collector, rank 9."""

from __future__ import annotations

from typing import Final

from engine.citadels.acts import Act
from engine.citadels.cards import Character
from engine.citadels.frames import ABILITY, Turn
from engine.citadels.state import Match
from tablekernel.frames import Choice
from tablekernel.topics import INTEGER


def taxes(match: Match) -> int:
    """Return the gold on the token. It stays there between rounds."""
    gold = match.memory.get("tax_collector", 0)
    assert isinstance(gold, int)
    return gold


class CollectTaxes(Act):
    """Take all gold from the token."""

    def play(self, match: Match, turn: Turn) -> None:
        turn.used |= ABILITY
        gold = taxes(match)
        match.memory["tax_collector"] = 0
        match.gold_gain(turn.seat, gold, "tax_collector")


COLLECT: Final = CollectTaxes("collect_taxes")


class TaxCollector(Character):
    """While the Tax Collector is in the card set, every builder pays 1 gold in tax, even if nobody
    holds the character. The Tax Collector may take all of it.
    """

    name = "tax_collector"
    rank = 9
    title = "Tax Collector"
    text = (
        "Each player who builds and has gold left puts 1 gold on your token, even if nobody plays "
        "you, but not in your own turn. In your turn you may take it all."
    )
    brief = "Taxes everyone who builds"
    portrait = "flat_cap monocle"
    acts = {"collect_taxes": {"gold": INTEGER}}
    labels = {"collect_taxes": "Collect the taxes ({gold})"}
    gains = {"collect_taxes": "the taxes ({gold})"}
    events = {"taxed": "{seat} pays a tax of {gold}."}
    headlines = ("taxed",)
    quiet = ("taxed",)

    def offer_actions(self, match: Match, turn: Turn, out: list[Choice]) -> None:
        if taxes(match):
            out.append(COLLECT)

    def on_built(self, match: Match, seat: int, turn: Turn) -> None:
        """The builder pays if they can, but not in their own turn as Tax Collector (R-83). A player
        who confiscates a district counts as its builder (R-31).
        """
        own_turn = turn.rank == self.rank and turn.seat == seat
        if own_turn or not match.gold[seat]:
            return
        match.gold[seat] -= 1
        match.memory["tax_collector"] = taxes(match) + 1
        if match.events is not None:
            match.tell("taxed", {"seat": seat, "gold": 1})
