"""Paired states: two states that differ only in what one viewer may not know (rules 11).

``make_paired_state`` takes a state and a viewer, and redeals everything hidden from that viewer:
the order of the deck, the other hands, cards others are looking at or laid under the Museum,
characters nobody has shown, what others saw and discarded in the draft, the faces of markers that
others laid, markers that are still being laid, the seed. What the viewer is going to learn by
right from the next step is said by ``Kept`` and stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from engine.citadels.characters.wizard import BuildAtOnce, ChoosingOne
from engine.citadels.flow.build import BuildDistrict, BuildFrame
from engine.citadels.flow.calls import Calls
from engine.citadels.flow.draft import Draft
from engine.citadels.markers import Marking
from engine.citadels.names import NOBODY, ONE, RANK_OF, TYPES
from engine.citadels.rules import RULES
from engine.citadels.state import FLOWER, KILLED, SIGNED, THREAT, WARRANT, Match
from tablekernel.events import Event
from tablekernel.frames import Choice, Decision
from tablekernel.loop import settle
from tablekernel.rules import Played

Viewer = int | None

DRAFTING = ("keep_character", "discard_character")
FACES_HIDDEN = (
    "keep", "discard", "pay_card", "laboratory", "museum", "give", "take", "sign_warrant",
    "threaten",
)  # fmt: skip
"""The verbs of choices of a card, or of a character, that the others do not see."""

WHO_LEARNS_CARDS = {
    "card_given": ("seat", "other"),
    "card_taken": ("seat", "victim"),
    "cards_drawn": ("seat",),
    "cards_gained": ("seat",),
    "characters_swapped": ("seat", "other"),
    "hand_seen": ("seat",),
    "hands_swapped": ("seat", "other"),
    "spied": ("seat",),
}
"""Events from which certain seats learn by right what they could not know; listed here
so that an event which tells others as well is found."""

HIDDEN_FACES = ((WARRANT, SIGNED, 1), (THREAT, FLOWER, 2))
"""Markers, the face that lies under one of them, and the rank that laid them."""


@dataclass
class Kept:
    """What stays as it is in a paired state: a bit set of ``ranks``, the first ``top`` cards of the
    deck, some ``cards`` of each hand, how many cards of a type are in a hand (``kinds``), the
    ``faces`` of markers, the characters on which markers are going to be ``laid``, the ``key`` of
    the choice, and perhaps the ``seed``.
    """

    ranks: int = 0
    top: int = 0
    cards: dict[int, bytes] = field(default_factory=dict)
    kinds: dict[int, int] = field(default_factory=dict)
    laid: int = 0
    faces: bool = False
    key: bool = False
    seed: bool = False


@dataclass
class PairedState:
    """The other state; which character stands there for which: ``rank_of[rank]``; and on which one
    the next marker has to be laid there, if that matters.
    """

    match: Match
    rank_of: list[int]
    next_marker: str = ""


def played_on_a_copy(match: Match, seat: int, key: str) -> tuple[Match, Played]:
    copy = match.copy()
    return copy, RULES.play(copy, seat, key)


# -- what the viewer knows, and what a step will tell them


def known(match: Match, viewer: Viewer, decision: Decision | None) -> Kept:
    """What the viewer knows before the next step beyond their own cards and characters: which ranks
    were called in vain, and the characters they are choosing from.
    """
    kept = Kept(ranks=match.shown | match.face_up)
    for frame in match.stack:
        if isinstance(frame, Calls):
            kept.ranks |= called_in_vain(match, frame.rank)
        if isinstance(frame, ChoosingOne) and frame.seat == viewer:
            kept.cards[frame.victim] = match.hand[frame.victim]
    if decision is not None and decision.seat == viewer and decision.topic in DRAFTING:
        kept.ranks |= sum(1 << RANK_OF[choice.key.partition(":")[2]] for choice in decision.options)
    if viewer is not None:
        kept.ranks |= match.dropped[viewer]
        kept.ranks |= sum(1 << rank for rank in match.ranks_of(viewer))
    return kept


def called_in_vain(match: Match, last: int) -> int:
    """The ranks up to ``last``; not the killed one, of which nobody knows whether it is held."""
    return sum(1 << r for r in match.card_set.ranks if r <= last and not match.marks[r] & KILLED)


def known_after(
    match: Match, viewer: Viewer, decision: Decision, choice: Choice, played: Played
) -> Kept:
    """What the viewer knows and what the step will tell them by right; ``played`` is the step."""
    kept = known(match, viewer, decision)
    if isinstance(choice, BuildAtOnce):
        victim = match.stack[-1].victim  # type: ignore[attr-defined]
        _keep_cards(kept, victim, ONE[choice.district])
    elif isinstance(choice, BuildDistrict):
        _keep_cards(kept, decision.seat, ONE[choice.district])
    for event in played.events:
        public = event.public
        _tell(match, kept, event.kind, public)
        if viewer in [public[part] for part in WHO_LEARNS_CARDS.get(event.kind, ())]:
            _tell_cards(match, viewer, kept, event, choice)
    return kept


def _tell(match: Match, kept: Kept, kind: str, event: dict[str, Any]) -> None:
    """What everybody learns from an event."""
    if kind == "called":
        kept.ranks |= called_in_vain(match, event["rank"])
    elif kind in ("round_started", "match_over", "heir_revealed", "killed_shown"):
        kept.ranks, kept.seed = match.card_set.all_ranks, True
        if kind == "match_over":
            kept.cards = dict(enumerate(match.hand))
    elif kind in ("threat_revealed", "confiscated"):
        kept.faces = True
    elif kind == "markers_laid":
        kept.laid = sum(1 << RANK_OF[name] for name in event["characters"])
    elif kind == "spied":
        kept.kinds[event["victim"]] = TYPES.index(event["type"])
    elif kind == "characters_swapped" and match.card_set.seats <= 3:
        # Whose are the characters called next is told at once, and chance has a hand in it.
        _keep_characters(match, kept, event)


def _tell_cards(match: Match, viewer: Viewer, kept: Kept, event: Event, choice: Choice) -> None:
    """Cards that the viewer alone, or with one other, gets to see."""
    kind, parts = event.kind, event.public
    if kind in ("cards_drawn", "cards_gained"):
        kept.top += parts["count"]
    elif kind == "hands_swapped":
        other = parts["other" if parts["seat"] == viewer else "seat"]
        _keep_cards(kept, other, match.hand[other])
    elif kind in ("hand_seen", "spied"):
        _keep_cards(kept, parts["victim"], match.hand[parts["victim"]])
    elif kind == "card_taken" and choice.verb in ("take", "build_at_once"):
        kept.key = True
    elif kind == "card_taken":
        kept.seed = True
        if parts["seat"] == viewer:
            _keep_cards(kept, parts["victim"], match.hand[parts["victim"]])
    elif kind == "card_given" and parts["other"] == viewer:
        kept.key = True
        _keep_cards(kept, parts["seat"], ONE[choice.district])  # type: ignore[attr-defined]
    elif kind == "characters_swapped":
        _keep_characters(match, kept, parts)


def _keep_characters(match: Match, kept: Kept, swap: dict[str, Any]) -> None:
    """Those of two seats that swap; which of them is chance."""
    ranks = {*match.ranks_of(swap["seat"]), *match.ranks_of(swap["other"])}
    kept.ranks |= sum(1 << rank for rank in ranks)
    kept.key = kept.seed = True


def _keep_cards(kept: Kept, seat: int, cards: bytes) -> None:
    kept.cards.setdefault(seat, cards)


# -- the paired state


def make_paired_state(match: Match, viewer: Viewer, kept: Kept, rng: Random) -> PairedState:
    """A state that the viewer cannot tell from this one."""
    paired = match.copy()
    if not kept.seed:
        paired.seed = rng.randbytes(32)
    _deal_cards_anew(paired, viewer, kept, rng)
    _turn_faces_anew(paired, viewer, kept, rng)
    next_marker = _lay_markers_anew(paired, viewer, kept, rng)
    rank_of = _ranks_mixed(match, viewer, kept, rng)
    _hand_out_characters_anew(paired, viewer, rank_of)
    return PairedState(paired, rank_of, next_marker)


def _hidden_frames(match: Match, viewer: Viewer) -> list[Any]:
    """The frames that hold cards which the viewer does not see."""
    frames: list[Any] = match.stack
    return [f for f in frames if getattr(f, "cards", b"") and f.seat != viewer]


def _laid_by_others(match: Match, viewer: Viewer) -> list[int]:
    """The places of the cards under the Museum that the viewer did not lay there."""
    seats = match.memory.get("museum_by", b"")
    assert isinstance(seats, bytes)
    return [place for place, seat in enumerate(seats) if seat != viewer]


def _deal_cards_anew(paired: Match, viewer: Viewer, kept: Kept, rng: Random) -> None:
    others = [seat for seat in range(paired.card_set.seats) if seat != viewer]
    frames = _hidden_frames(paired, viewer)
    under = paired.memory.get("museum", b"")
    assert isinstance(under, bytes)
    places = _laid_by_others(paired, viewer)
    pool = list(paired.deck[kept.top :]) + [under[place] for place in places]
    for seat in others:
        pool += paired.hand[seat]
        for card in kept.cards.get(seat, b""):
            pool.remove(card)
    for frame in frames:
        pool += frame.cards
    rng.shuffle(pool)

    def dealt(count: int, fits: Callable[[int], bool] = lambda card: True) -> bytes:
        cards = [card for card in pool if fits(card)][:count]
        for card in cards:
            pool.remove(card)
        return bytes(cards)

    for seat in sorted(others, key=lambda seat: seat not in kept.kinds):
        hand, stays = paired.hand[seat], kept.cards.get(seat, b"")
        if seat in kept.kinds and not stays:
            stays = _dealt_by_type(paired, hand, kept.kinds[seat], dealt)
        new = bytearray(stays + dealt(len(hand) - len(stays)))
        rng.shuffle(new)
        paired.hand[seat] = bytes(new)
    for frame in frames:
        frame.cards = dealt(len(frame.cards))
    if places:
        cards = bytearray(under)
        for place in places:
            cards[place : place + 1] = dealt(1)
        paired.memory["museum"] = bytes(cards)
    paired.deck = paired.deck[: kept.top] + bytes(pool)


def _dealt_by_type(match: Match, hand: bytes, kind: int, dealt: Callable[..., bytes]) -> bytes:
    """A hand with as many cards of a type as this one."""
    type_of = match.card_set.type_of
    count = sum(1 for card in hand if type_of[card] == kind)
    return dealt(count, lambda card: type_of[card] == kind) + dealt(
        len(hand) - count, lambda card: type_of[card] != kind
    )


def _turn_faces_anew(paired: Match, viewer: Viewer, kept: Kept, rng: Random) -> None:
    """Under which marker the face lies; of a last one it is not known whether it is the face."""
    for marker, face, owner in HIDDEN_FACES:
        marked = [rank for rank, marks in enumerate(paired.marks) if marks & marker]
        if not marked or kept.faces or viewer == paired.player(owner):
            continue
        for rank in marked:
            paired.marks[rank] &= ~face
        if len(marked) > 1 or rng.random() < 0.5:
            paired.marks[rng.choice(marked)] |= face


def _lay_markers_anew(paired: Match, viewer: Viewer, kept: Kept, rng: Random) -> str:
    """Markers of which nobody has been told yet; those that are told next stay where they are, and
    the last of them is the answer.
    """
    frame = paired.stack[-1]
    if not isinstance(frame, Marking) or frame.seat == viewer:
        return ""
    allowed = kept.laid or paired.card_set.all_ranks & ~frame.barred
    ranks = list(paired.card_set.ranks_in(allowed))
    rng.shuffle(ranks)
    chosen = frame.ranks.bit_count()
    frame.face = ranks[0]
    frame.ranks = sum(1 << rank for rank in ranks[:chosen])
    return paired.card_set.character(ranks[chosen]).name


def with_another_building(match: Match, viewer: Viewer, rng: Random) -> Match | None:
    """If another player has yet to choose how to pay: the same state with another district, which
    the viewer must not see.
    """
    frame = next((f for f in match.stack if isinstance(f, BuildFrame)), None)
    announced = BuildFrame.steps.index("announce_payment")
    if frame is None or frame.at > announced or frame.seat == viewer:
        return None
    paired = match.copy()
    other = next(f for f in paired.stack if isinstance(f, BuildFrame))
    place = rng.randrange(len(paired.deck)) if paired.deck else None
    if place is None:
        return None
    deck = bytearray(paired.deck)
    other.district, deck[place] = deck[place], other.district
    paired.deck = bytes(deck)
    return paired


def _ranks_mixed(match: Match, viewer: Viewer, kept: Kept, rng: Random) -> list[int]:
    """For each rank the one that takes its place. Ranks that were together in all packets that the
    viewer saw, and in none of the others, look alike to them.
    """
    rank_of = list(range(10))
    seen = () if viewer is None else match.seen[viewer]
    alike: dict[tuple[int, ...], list[int]] = {}
    for rank in match.card_set.ranks:
        if not kept.ranks >> rank & 1:
            alike.setdefault(tuple(packet >> rank & 1 for packet in seen), []).append(rank)
    for ranks in alike.values():
        mixed = rng.sample(ranks, len(ranks))
        for rank, other in zip(ranks, mixed, strict=True):
            rank_of[rank] = other
    return rank_of


def _hand_out_characters_anew(paired: Match, viewer: Viewer, rank_of: list[int]) -> None:
    def mixed(ranks: int) -> int:
        return sum(1 << other for rank, other in enumerate(rank_of) if ranks >> rank & 1)

    holders = [NOBODY] * 10
    for rank, holder in enumerate(paired.holders):
        holders[rank_of[rank]] = holder
    paired.holders = holders
    for seat in range(paired.card_set.seats):
        if seat != viewer:
            paired.dropped[seat] = mixed(paired.dropped[seat])
            paired.seen[seat] = tuple(mixed(packet) for packet in paired.seen[seat])
    for frame in paired.stack:
        if isinstance(frame, Draft):
            frame.packet, frame.aside = mixed(frame.packet), mixed(frame.aside)


def same_choice(
    paired: PairedState, viewer: Viewer, kept: Kept, decision: Decision, key: str, rng: Random
) -> str:
    """The choice in the paired state that looks the same to the viewer."""
    verb, _, name = key.partition(":")
    if decision.seat == viewer or kept.key:
        return key
    if decision.topic in DRAFTING:
        return f"{verb}:{_interim_result_for(paired, name)}"
    if decision.topic == "theater" and ":" in name:
        seat, _, name = name.partition(":")
        return f"{verb}:{seat}:{_interim_result_for(paired, name)}"
    if decision.topic == "blank_marker":
        return f"{verb}:{paired.next_marker}"
    if verb in FACES_HIDDEN:
        return rng.choice([option for option in keys_of(paired.match) if is_a(verb, option)])
    return key


def is_a(verb: str, key: str) -> bool:
    return key.startswith(verb + ":")


def _interim_result_for(paired: PairedState, character: str) -> str:
    return paired.match.card_set.character(paired.rank_of[RANK_OF[character]]).name


def keys_of(match: Match) -> list[str]:
    decision = settle(match)
    assert decision is not None
    return [choice.key for choice in decision.options]
