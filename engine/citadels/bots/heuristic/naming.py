"""Name characters: to kill, rob, bewitch, threaten or serve with a warrant."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from engine.citadels.bots.features import Features
from engine.citadels.bots.heuristic.appeal import appeal
from engine.citadels.bots.heuristic.choosing import most_worth
from engine.citadels.bots.heuristic.outlook import Outlook, lacking, rivalries
from engine.citadels.bots.heuristic.suspects import suspicions
from engine.citadels.bots.profiles import Profile
from engine.citadels.choices import CharacterChoice
from engine.citadels.names import CROWN_RANK
from engine.citadels.state import ROBBED, THREAT
from engine.kernel.frames import Choice

Ranked = list[float]
NAME: Final = 30.0
"""Naming is free and cannot wait, because the target acts later in the round."""


def _best(
    features: Features, group: Sequence[Choice], by_rank: Ranked, w: Profile, rng: Random
) -> tuple[float, Choice]:
    """The best target. Chance decides among near ties, so that nobody can predict it."""
    barred = features.face_up | features.mine
    worths: list[float] = []
    for option in group:
        assert isinstance(option, CharacterChoice)
        worth = by_rank[option.rank] + rng.random() * w.noise
        if barred >> option.rank & 1:
            worth -= 100.0
        worths.append(worth)
    return most_worth(group, worths)


def kill(
    features: Features, group: Sequence[Choice], out: Outlook, w: Profile, rng: Random
) -> tuple[float, Choice]:
    """The character whose turn is worth most to a rival, or does most harm here."""
    return NAME, _best(features, group, harm_by_rank(features, w), w, rng)[1]


def harm_by_rank(features: Features, w: Profile) -> Ranked:
    """Return by rank what it is worth to this seat that a character does not play."""
    suspects = suspicions(features, w)
    rivals = rivalries(features, w)
    found = [0.0] * 10
    for seat, row in enumerate(suspects.held):
        if seat == features.seat:
            continue
        suits = suspects.suits[seat]
        turn = w.turn + w.spoil * min(features.gold[seat], 6)
        if lacking(features, seat) <= 1 and features.gold[seat] + features.sizes[seat] > 1:
            turn += w.halt
        for rank, chance in enumerate(row):
            if chance > 0.0:
                worth = turn + w.spoil * suits[rank]
                if rank == CROWN_RANK:
                    worth *= 0.8  # the crown still passes to the heir
                found[rank] += chance * (rivals[seat] * worth + _menace(features, rank, w))
    return found


def _menace(features: Features, rank: int, w: Profile) -> float:
    """Return what a character may do to this seat."""
    character = features.card_set.characters[rank]
    if character is None:
        return 0.0
    seat = features.seat
    share = w.menace / (features.card_set.seats - 1)
    if character.name in ("thief", "blackmailer"):
        return share * w.gold * features.gold[seat]
    if character.name in ("magician", "wizard", "spy"):
        return share * w.card * max(0, len(features.hand) - 2)
    if rank == 8:
        return share * 4.0 if lacking(features, seat) <= 2 else share
    return 0.0


def rob(
    features: Features, group: Sequence[Choice], out: Outlook, w: Profile, rng: Random
) -> tuple[float, Choice]:
    """The character with most expected gold, preferably the leader's."""
    return NAME, _best(features, group, _loot(features, w), w, rng)[1]


def _loot(features: Features, w: Profile) -> Ranked:
    held = suspicions(features, w).held
    rivals = rivalries(features, w)
    found = [0.0] * 10
    for seat, row in enumerate(held):
        gold = features.gold[seat] * (1.0 + rivals[seat])
        for rank, chance in enumerate(row):
            if chance > 0.0:
                robbed = features.marks[rank] & ROBBED
                found[rank] += chance * (0.0 if robbed else gold)
    return found


def threaten(
    features: Features, group: Sequence[Choice], out: Outlook, w: Profile, rng: Random
) -> tuple[float, Choice]:
    """The flower on the character with most expected gold after gathering."""
    loot = [worth + 1.0 if worth else 0.0 for worth in _loot(features, w)]
    return NAME, _best(features, group, loot, w, rng)[1]


def sign_warrant(
    features: Features, group: Sequence[Choice], out: Outlook, w: Profile, rng: Random
) -> tuple[float, Choice]:
    """The character most likely to build a dear district: gold, cards and a build."""
    return NAME, _best(features, group, _builds(features, w), w, rng)[1]


def _builds(features: Features, w: Profile) -> Ranked:
    held = suspicions(features, w).held
    rivals = rivalries(features, w)
    card_set = features.card_set
    found = [0.0] * 10
    for seat, row in enumerate(held):
        if not features.sizes[seat]:
            continue
        cost = min(features.gold[seat] + 2, 6)
        for rank, chance in enumerate(row):
            if chance > 0.0 and card_set.roles[rank].limit:
                dear = cost + 0.5 * (card_set.roles[rank].limit - 1)
                found[rank] += chance * (dear + 0.5 * rivals[seat] * cost)
    return found


def blank_marker(features: Features, options: Sequence[Choice], w: Profile, rng: Random) -> Choice:
    """Blank markers go where the real one would have been plausible."""
    worths = _builds(features, w) if features.rank == 1 else _loot(features, w)
    return _best(features, options, worths, w, rng)[1]


def bewitch(features: Features, options: Sequence[Choice], w: Profile, rng: Random) -> Choice:
    """What the character gains here and costs its holder, if anyone has it. Otherwise the turn is
    lost.
    """
    held = suspicions(features, w).held
    rivals = rivalries(features, w)
    worths = [0.0] * 10
    for option in options:
        assert isinstance(option, CharacterChoice)
        rank = option.rank
        mine = 4.0 + appeal(features, features.seat, rank, w)
        if not features.card_set.roles[rank].limit and features.hand:
            mine -= 2.0
        for seat, row in enumerate(held):
            worths[rank] += row[rank] * (mine + rivals[seat] * 3.0)
    return _best(features, options, worths, w, rng)[1]


# -- replies to threats


def bribe(features: Features, options: Sequence[Choice], w: Profile, rng: Random) -> Choice:
    """Half of the gold for certain, or all of it if this is the flower, which is more likely on the
    richer target.
    """
    gold = features.gold[features.seat]
    if gold < 2:
        return options[0]
    flower = 0.5
    marked = sum([1 for marks in features.marks if marks & THREAT])
    if marked < 2:
        flower = 0.6
    if gold >= max(features.gold) and gold > 2:
        flower += 0.15
    odd = gold - 2 * (gold // 2)
    risk = flower * gold - gold // 2 + 0.3 * odd + (rng.random() - 0.5) * 0.6
    return options[0] if risk > 0.0 else options[1]


def reveal(features: Features, options: Sequence[Choice], w: Profile, rng: Random) -> Choice:
    """Revealing is free."""
    return options[0]
