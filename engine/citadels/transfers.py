"""Cards and gold that pass from one player to another."""

from __future__ import annotations

from engine.citadels.names import ONE, district_name
from engine.citadels.state import Match
from tablekernel.rng import pick


def take_random_card(match: Match, giver: int, taker: int) -> None:
    """Move a random card from one hand to another. Only the two players see it (rules 11)."""
    hand = sorted(match.hand[giver])
    card = hand[pick(match, len(hand))]
    take_card_out(match, giver, taker, card)
    match.hand_add(taker, ONE[card])


def take_card_out(match: Match, giver: int, taker: int, card: int) -> None:
    """Take a card out of a hand for another player, who adds it to their own or builds it. Only the
    two players see it.
    """
    match.hand_remove(giver, card)
    if match.events is not None:
        own = {"cards": [district_name(card)]}
        match.tell(
            "card_taken",
            {"seat": taker, "victim": giver, "count": 1},
            {taker: own, giver: own},
        )


def pass_gold(match: Match, giver: int, taker: int, gold: int, reason: str) -> None:
    """Move gold from one stash to another."""
    match.gold[giver] -= gold
    match.gold[taker] += gold
    if match.events is not None:
        parts = {"seat": taker, "victim": giver, "gold": gold, "reason": reason}
        match.tell("gold_taken", parts)


def give_card(match: Match, giver: int, taker: int, card: int) -> None:
    """Move a card that the giver chose from hand to hand. Only the two players see it."""
    match.hand_remove(giver, card)
    match.hand_add(taker, ONE[card])
    if match.events is not None:
        own = {"cards": [district_name(card)]}
        match.tell(
            "card_given",
            {"seat": giver, "other": taker, "count": 1},
            {giver: own, taker: own},
        )
