"""Deal the draft at random, consistent with what a seat knows.

The draft is replayed from its beginning. Where this seat looked at the packet, the packet is known.
Between two looks, the missing cards went to the players who chose then; a player is more likely to
have kept a card that is worth more to them.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum
from random import Random
from typing import Final

from engine.citadels.bots.belief_state import BeliefState
from engine.citadels.draft_schedule import DISCARD, KEEP, KEEP_WITH_ASIDE, LOSE
from engine.citadels.flow.calls import Calls
from engine.citadels.flow.draft import Draft
from engine.citadels.names import NOBODY
from engine.citadels.state import KILLED, Match

LAID_ASIDE: Final = -1
"""Marks the card that is laid aside before anyone chooses."""

MIXING: Final = 0.15
"""The probability that a character is kept for reasons the model does not know."""

TRIES: Final = 200

ALL = 2**10 - 1


class Slot:
    """Where one character card went: ``what`` happened to it and who chose it. It was ``among``
    these ranks, or is known (``fixed``). ``left`` is the number of cards that the seat keeps from
    here on.
    """

    def __init__(self, what: int, seat: int, among: int, fixed: int = 0) -> None:
        self.what, self.seat, self.among, self.fixed, self.left = what, seat, among, fixed, 0


class DraftOutcome:
    """One deal: ``holders``, ``seen`` and ``dropped`` as in ``Match``, and the rank that lies
    ``aside``, as a bit.
    """

    def __init__(self, seats: int) -> None:
        self.aside = 0
        self.holders = [NOBODY] * 10
        self.seen: list[tuple[int, ...]] = [()] * seats
        self.dropped = [0] * seats


class DraftDeterminizer:
    """What ``seat`` knows about this round's characters, prepared for dealing.

    ``needs[other]`` are the ranks that the seat is known to have kept in the draft, ``barred``
    those that nobody can have kept. ``odds[other][rank]`` are the odds that a seat keeps a
    character. ``takes_aside`` is the seat that chooses last, also from the card laid aside.
    ``found`` says that a
    deal was found, ``possible`` that it is worth trying.
    """

    def __init__(
        self,
        observed: Match,
        seat: int,
        belief_state: BeliefState,
        odds: Sequence[Sequence[float]],
    ) -> None:
        self.observed = observed
        self.seat = seat
        self.belief_state = belief_state
        self.odds = odds
        self.swap = belief_state.swap
        self.start = observed.card_set.all_ranks & ~observed.face_up
        self.needs = [0] * observed.card_set.seats
        self.barred = 0
        self._constrain()
        self.takes_aside = NOBODY
        self.slots = self._plan_slots()
        self.tight = observed.card_set.seats >= 4
        self.possible = True
        self.found = False

    # -- known facts

    def _constrain(self) -> None:
        """Record the kept characters that are known, with later swaps undone."""
        observed = self.observed
        called = find_last_called(observed)
        for rank, holder in enumerate(observed.holders):
            if holder != NOBODY:
                self.needs[self._find_drafter(rank, holder)] |= 1 << rank
            elif rank <= called and not observed.marks[rank] & KILLED:
                self.barred |= 1 << rank
        if self.belief_state.gave:
            for needs in range(len(self.needs)):
                self.needs[needs] &= ~(1 << self.belief_state.gave)
            self.needs[self.seat] |= 1 << self.belief_state.gave
            self.barred &= ~(1 << self.belief_state.gave)

    def _find_drafter(self, rank: int, holder: int) -> int:
        """Return the seat that kept in the draft the character that ``holder`` has now."""
        if self.swap is None or holder not in self.swap:
            return holder
        one, other = self.swap
        partner = other if holder == one else one
        if self.observed.card_set.seats >= 4:
            return partner
        if self.belief_state.got:
            return partner if rank == self.belief_state.got else holder
        return holder  # a guess about a third seat: _apply_swap or _loose corrects it

    def _looks(self, order: Sequence[tuple[int, int]], limit: int) -> dict[int, int]:
        """Return the packets that this seat looked at, by step of the draft."""
        looks: dict[int, int] = {}
        seen = list(self.observed.seen[self.seat])
        for step, (what, chooser) in enumerate(order):
            if chooser != self.seat or what not in (KEEP, KEEP_WITH_ASIDE):
                continue
            if step < limit and seen:
                looks[step] = seen.pop(0)
            elif step == limit:
                frame = self.observed.stack[-1]
                assert isinstance(frame, Draft)
                looks[step] = frame.packet | frame.aside
        return looks

    def _plan_slots(self) -> list[Slot]:
        """Return the slots of the draft so far in order, starting with the card laid aside."""
        order = self.observed.card_set.orders[
            crown_of_draft(self.observed, self.seat, self.belief_state)
        ]
        frame = next((f for f in self.observed.stack if isinstance(f, Draft)), None)
        limit = len(order) if frame is None else frame.step
        self.takes_aside = next((who for what, who in order if what == KEEP_WITH_ASIDE), NOBODY)
        looks = self._looks(order, limit)
        first = min(looks, default=0)
        aside = self.start
        if looks:
            last_chooses = order[first][0] == KEEP_WITH_ASIDE
            aside &= looks[first] if last_chooses else ~looks[first]
        slots = [Slot(LAID_ASIDE, NOBODY, aside, 0 if frame is None else frame.aside)]
        kept, dropped = self.needs[self.seat], self.observed.dropped[self.seat]
        for step in range(limit):
            what, chooser = order[step]
            ahead = [look for look in looks if look > step]
            among = ALL & ~looks[min(ahead)] if ahead else ALL
            if chooser == self.seat and what == DISCARD:
                slots.append(Slot(what, chooser, among, dropped))
            elif chooser == self.seat and what != LOSE:
                pick = kept & looks[step] & among if step in looks else 0
                kept &= ~pick
                slots.append(Slot(what, chooser, among, pick))
            else:
                slots.append(Slot(what, chooser, among))
        counts = [0] * self.observed.card_set.seats
        for slot in reversed(slots):
            if slot.what in (KEEP, KEEP_WITH_ASIDE):
                counts[slot.seat] += 1
                slot.left = counts[slot.seat]
        return slots

    # -- dealing

    def determinize(self, rng: Random) -> DraftOutcome:
        """Return one deal that fits. If too little was told to find one, return a random deal."""
        for _ in range(TRIES if self.possible else 0):
            found = DraftOutcome(self.observed.card_set.seats)
            if self._deal(found, rng) and self._apply_swap(found, rng):
                self.found = True
                return found
        self.possible = self.found  # trying in vain takes long
        return self._loose(rng)

    def _deal(self, found: DraftOutcome, rng: Random) -> bool:
        """Fill the slots in order. Return False if no card fits one."""
        packet = self.start
        for slot in self.slots:
            if slot.what == KEEP_WITH_ASIDE:
                packet |= found.aside
            ranks = self._candidates(slot, packet, found)
            if not ranks:
                return False
            rank = self._choose(slot, ranks, rng)
            if slot.what == LAID_ASIDE:
                found.aside = 1 << rank
            elif slot.what == DISCARD:
                found.dropped[slot.seat] |= 1 << rank
            elif slot.what != LOSE:
                found.holders[rank] = slot.seat
                found.seen[slot.seat] += (packet,)
            packet &= ~(1 << rank)
        return True

    def _candidates(self, slot: Slot, packet: int, found: DraftOutcome) -> int:
        if slot.fixed:
            return slot.fixed & packet
        ranks = packet & slot.among
        if slot.what == LAID_ASIDE and self.tight and ranks & self.barred:
            return ranks & self.barred
        own = 0
        for seat, needs in enumerate(self.needs):
            if seat == slot.seat:
                own = needs
            elif slot.what != LAID_ASIDE or seat != self.takes_aside:
                ranks &= ~needs
        if slot.what in (KEEP, KEEP_WITH_ASIDE):
            ranks &= ~self.barred
            for rank in self.observed.card_set.ranks_in(own):
                if found.holders[rank] == slot.seat:
                    own &= ~(1 << rank)
            if own.bit_count() >= slot.left:
                ranks &= own
        elif slot.seat != NOBODY:
            ranks &= ~own
        return ranks

    def _choose(self, slot: Slot, ranks: int, rng: Random) -> int:
        """Choose a rank: kept cards by how much the seat wants them, discarded or lost cards
        uniformly.
        """
        candidates = self.observed.card_set.ranks_in(ranks)
        count = len(candidates)
        if count == 1:
            return candidates[0]
        if slot.what in (KEEP, KEEP_WITH_ASIDE) and rng.random() >= MIXING:
            odds = self.odds[slot.seat]
            point = rng.random() * fsum([odds[rank] for rank in candidates])
            for rank in candidates:
                point -= odds[rank]
                if point <= 0:
                    return rank
        return candidates[int(rng.random() * count)]

    # -- swaps after the draft

    def _apply_swap(self, found: DraftOutcome, rng: Random) -> bool:
        """Apply the swap. Return False if the result contradicts what is known now."""
        if self.swap is not None:
            one, other = self.swap
            mine = self._swap_card(found, one, rng)
            theirs = self._swap_card(found, other, rng)
            found.holders[mine], found.holders[theirs] = other, one
        now = self.observed.holders
        return all(holder in (NOBODY, found.holders[rank]) for rank, holder in enumerate(now))

    def _swap_card(self, found: DraftOutcome, seat: int, rng: Random) -> int:
        """Return which of its cards a seat gave."""
        belief_state = self.belief_state
        if belief_state.gave:
            return belief_state.gave if seat == self.seat else belief_state.got
        held = [rank for rank, holder in enumerate(found.holders) if holder == seat]
        return held[int(rng.random() * len(held))]

    # -- fallback

    def _loose(self, rng: Random) -> DraftOutcome:
        """Deal every seat the number of cards it needs from those that nobody is known to hold."""
        observed = self.observed
        found = DraftOutcome(observed.card_set.seats)
        found.holders = observed.holders[:]
        counts = [
            sum(s.left > 0 and s.seat == seat for s in self.slots)
            for seat in range(len(self.needs))
        ]
        free = [
            rank
            for rank in observed.card_set.ranks
            if found.holders[rank] == NOBODY
            and not (self.barred | observed.face_up | observed.dropped[self.seat]) >> rank & 1
        ]
        rng.shuffle(free)
        for seat, count in enumerate(counts):
            for _ in range(count - found.holders.count(seat)):
                if free and seat != self.seat:
                    found.holders[free.pop()] = seat
        if free:
            found.aside = 1 << free.pop()
        return found


def find_last_called(observed: Match) -> int:
    """Return the rank that was called last, or the highest once the turns are over."""
    for frame in observed.stack:
        if isinstance(frame, Calls):
            rank: int = frame.rank
            return rank
        if isinstance(frame, Draft):
            return 0
    return 9


def crown_of_draft(observed: Match, seat: int, belief_state: BeliefState) -> int:
    """Return the seat that chose first this round: told, or inferred from the number of cards that
    this seat chose from.
    """
    if any(isinstance(frame, Draft) for frame in observed.stack):
        return observed.crown
    if belief_state.crown is not None:
        return belief_state.crown
    sizes = [packet.bit_count() for packet in observed.seen[seat]]
    fits = [
        crown
        for crown in range(observed.card_set.seats)
        if list_sizes_seen(observed, seat, crown) == sizes
    ]
    return observed.crown if observed.crown in fits or not fits else fits[0]


def list_sizes_seen(observed: Match, seat: int, crown: int) -> list[int]:
    """Return how many cards a seat chooses from in a draft that begins with ``crown``."""
    size = (observed.card_set.all_ranks & ~observed.face_up).bit_count() - 1
    found = []
    for what, chooser in observed.card_set.orders[crown]:
        if what == KEEP_WITH_ASIDE:
            size += 1
        if chooser == seat and what in (KEEP, KEEP_WITH_ASIDE):
            found.append(size)
        size -= 1
    return found
