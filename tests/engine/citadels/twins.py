"""Twins: two states that differ only in what one viewer may not know (rules 11).

``twin_of`` takes a state and a viewer, and deals everything hidden from that viewer anew: the
order of the deck, the other hands, cards others are looking at, characters nobody has shown, what
others saw and discarded in the draft, the seed. What the viewer is going to learn by right from
the next step is said by ``Kept`` and stays as it is.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

from engine.citadels.flow.build import BuildDistrict
from engine.citadels.flow.calls import Calls
from engine.citadels.flow.draft import Draft
from engine.citadels.names import RANK_OF
from engine.citadels.ruleset import CITADELS
from engine.citadels.state import KILLED, NOBODY, Match
from engine.kernel.frames import Choice, Decision
from engine.kernel.ruleset import Played

Viewer = int | None

DRAFTING = ("keep_character", "discard_character")
FACES_HIDDEN = ("keep", "discard", "pay_card", "laboratory")
"""The verbs of choices of a card whose face the others do not see."""


@dataclass
class Kept:
    """What stays as it is in a twin: a bit set of ``ranks``, the first ``top`` cards of the deck,
    some ``cards`` of each hand, and perhaps the ``seed``.
    """

    ranks: int = 0
    top: int = 0
    cards: dict[int, bytes] = field(default_factory=dict)
    seed: bool = False


@dataclass
class Twin:
    """The other state, and which character stands there for which: ``rank_of[rank]``."""

    match: Match
    rank_of: list[int]


def played_on_a_copy(match: Match, seat: int, key: str) -> tuple[Match, Played]:
    copy = match.copy()
    return copy, CITADELS.play(copy, seat, key)


# -- what the viewer knows, and what a step will tell him


def known(match: Match, viewer: Viewer, decision: Decision | None) -> Kept:
    """What the viewer knows before the next step beyond his own cards and characters: which ranks
    were called in vain, and the characters he is choosing from.
    """
    kept = Kept(ranks=match.shown | match.face_up)
    for frame in match.stack:
        if isinstance(frame, Calls):
            kept.ranks |= called_in_vain(match, frame.rank)
    if decision is not None and decision.seat == viewer and decision.topic in DRAFTING:
        kept.ranks |= sum(1 << RANK_OF[choice.key.partition(":")[2]] for choice in decision.options)
    if viewer is not None:
        kept.ranks |= match.dropped[viewer]
        kept.ranks |= sum(1 << rank for rank in match.ranks_of(viewer))
    return kept


def called_in_vain(match: Match, last: int) -> int:
    """The ranks up to ``last``; not the killed one, of which nobody knows whether it is held."""
    return sum(1 << r for r in match.cast.ranks if r <= last and not match.marks[r] & KILLED)


def told(match: Match, viewer: Viewer, decision: Decision, choice: Choice) -> Kept:
    """What the viewer knows and what the step will tell him by right."""
    kept = known(match, viewer, decision)
    _, played = played_on_a_copy(match, decision.seat, choice.key)
    if isinstance(choice, BuildDistrict):
        kept.cards[decision.seat] = bytes((choice.district,))
    for event in played.events:
        mine = event.private.get(viewer, {}) if viewer is not None else {}
        if event.kind == "called":
            kept.ranks |= called_in_vain(match, event.public["rank"])
        elif event.kind in ("round_started", "match_over", "heir_revealed", "killed_shown"):
            kept.ranks, kept.seed = match.cast.all_ranks, True
        elif event.kind in ("cards_drawn", "cards_gained"):
            kept.top += len(mine.get("cards", ()))
        elif event.kind == "hands_swapped" and mine:
            other = event.public["other" if event.public["seat"] == viewer else "seat"]
            kept.cards[other] = match.hand[other]
    return kept


# -- the twin


def twin_of(match: Match, viewer: Viewer, kept: Kept, rng: Random) -> Twin:
    """A state that the viewer cannot tell from this one."""
    twin = match.copy()
    if not kept.seed:
        twin.seed = rng.randbytes(32)
    _deal_cards_anew(twin, viewer, kept, rng)
    rank_of = _ranks_mixed(match, viewer, kept, rng)
    _hand_out_characters_anew(twin, viewer, rank_of)
    return Twin(twin, rank_of)


def _deal_cards_anew(twin: Match, viewer: Viewer, kept: Kept, rng: Random) -> None:
    others = [seat for seat in range(twin.cast.seats) if seat != viewer]
    frames: list[Any] = [
        f for f in twin.stack if getattr(f, "cards", b"") and getattr(f, "seat", None) != viewer
    ]
    pool = list(twin.deck[kept.top :])
    for seat in others:
        pool += twin.hand[seat]
        for card in kept.cards.get(seat, b""):
            pool.remove(card)
    for frame in frames:
        pool += frame.cards
    rng.shuffle(pool)

    def dealt(count: int) -> bytes:
        cards = bytes(pool[:count])
        del pool[:count]
        return cards

    for seat in others:
        stays = kept.cards.get(seat, b"")
        hand = bytearray(stays + dealt(len(twin.hand[seat]) - len(stays)))
        rng.shuffle(hand)
        twin.hand[seat] = bytes(hand)
    for frame in frames:
        frame.cards = dealt(len(frame.cards))
    twin.deck = twin.deck[: kept.top] + bytes(pool)


def _ranks_mixed(match: Match, viewer: Viewer, kept: Kept, rng: Random) -> list[int]:
    """For each rank the one that takes its place. Ranks that were together in all packets that the
    viewer saw, and in none of the others, look alike to him.
    """
    rank_of = list(range(10))
    seen = () if viewer is None else match.seen[viewer]
    alike: dict[tuple[int, ...], list[int]] = {}
    for rank in match.cast.ranks:
        if not kept.ranks >> rank & 1:
            alike.setdefault(tuple(packet >> rank & 1 for packet in seen), []).append(rank)
    for ranks in alike.values():
        mixed = rng.sample(ranks, len(ranks))
        for rank, other in zip(ranks, mixed, strict=True):
            rank_of[rank] = other
    return rank_of


def _hand_out_characters_anew(twin: Match, viewer: Viewer, rank_of: list[int]) -> None:
    def mixed(ranks: int) -> int:
        return sum(1 << other for rank, other in enumerate(rank_of) if ranks >> rank & 1)

    holders = [NOBODY] * 10
    for rank, holder in enumerate(twin.holders):
        holders[rank_of[rank]] = holder
    twin.holders = holders
    for seat in range(twin.cast.seats):
        if seat != viewer:
            twin.dropped[seat] = mixed(twin.dropped[seat])
            twin.seen[seat] = tuple(mixed(packet) for packet in twin.seen[seat])
    for frame in twin.stack:
        if isinstance(frame, Draft):
            frame.packet, frame.aside = mixed(frame.packet), mixed(frame.aside)


def same_choice(
    twin: Twin, viewer: Viewer, decision: Decision, key: str, options: list[str], rng: Random
) -> str:
    """The choice in the twin that looks the same to the viewer."""
    verb, _, name = key.partition(":")
    if decision.seat == viewer:
        return key
    if decision.topic in DRAFTING:
        rank = twin.rank_of[RANK_OF[name]]
        return f"{verb}:{twin.match.cast.character(rank).name}"
    if verb in FACES_HIDDEN:
        return rng.choice([option for option in options if option.startswith(verb + ":")])
    return key
