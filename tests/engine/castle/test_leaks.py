"""Nothing hidden leaks: two states that differ only in what nobody may know (the order of the bag,
the wall tiles that lie face down, the seed) show every viewer the same.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.castle import views
from engine.castle.board import CORNERS
from engine.castle.checks import lively
from engine.castle.presentation import PRESENTATION
from engine.castle.rules import RULES
from engine.castle.state import Match
from tablekernel.codec import canonical
from tablekernel.events import event_for
from tablekernel.loop import settle
from tablekernel.rules import Played
from tablekernel.scene import Scene

NUMBERS = st.integers(min_value=0, max_value=2**32 - 1)
QUIET = settings(max_examples=10)
VIEWERS = (None, 0, 1)


def make_paired_state(
    match: Match, rng: Random, top: int = 0, kept: frozenset[int] = frozenset()
) -> Match:
    """The match with everything hidden dealt again, except the first ``top`` tiles of the bag and
    the wall tiles on the corner towers ``kept``: those that the next step shows by right.
    """
    paired = match.copy()
    paired.seed = rng.randbytes(32)
    rest = bytearray(match.bag[top:])
    rng.shuffle(rest)
    paired.bag = match.bag[:top] + bytes(rest)
    places = [place for place, kind in enumerate(match.towers) if kind and place not in kept]
    pool = [*(match.towers[place] for place in places), *match.unused]
    rng.shuffle(pool)
    towers = bytearray(match.towers)
    for place in places:
        towers[place] = pool.pop()
    paired.towers, paired.unused = bytes(towers), bytes(pool)
    return paired


def view_bytes(match: Match, viewer: int | None) -> bytes:
    """All that a viewer receives of a state: the view and, if it is theirs, the decision."""
    decision = settle(match)
    asked: Any = None if decision is None else (decision.seat, decision.topic)
    if decision is not None and decision.seat == viewer:
        asked = RULES.describe(match, decision)
    view = RULES.view(match, viewer)
    picture = PRESENTATION.picture(Scene(view, decision and decision.seat, None, {}), "en")
    return canonical([view, asked, picture, RULES.interim_result(match)])


def event_bytes(played: Played, viewer: int | None) -> bytes:
    return canonical([event_for(event.to_json(), viewer) for event in played.events])


def check_match(number: int, share: float = 0.3) -> int:
    """At random points of a random match; how often the paired state really was another one."""
    rng = Random(number)
    state, _ = RULES.start(RULES.check_options({}, 2), 2, rng.randbytes(32))
    assert isinstance(state, Match)
    compared = 0
    while (decision := settle(state)) is not None:
        choice = lively(decision, rng)
        if rng.random() < share:
            compared += check_step(state, decision.seat, choice.key, rng)
        RULES.play(state, decision.seat, choice.key)
    return compared


def check_step(state: Match, seat: int, key: str, rng: Random) -> int:
    paired = make_paired_state(state, rng)
    for viewer in VIEWERS:
        assert view_bytes(paired, viewer) == view_bytes(state, viewer)
        observed = RULES.dump(RULES.observe(state, viewer or 0))
        assert RULES.dump(RULES.observe(paired, viewer or 0)) == observed
    true = state.copy()
    played = RULES.play(true, seat, key)
    drawn = sum(event.kind == "tile_drawn" for event in played.events)
    taken = [e.public["spaces"] for e in played.events if e.kind == "wall_tile_taken"]
    kept = frozenset(CORNERS.index(tuple(spaces)) for spaces in taken)
    other = make_paired_state(state, rng, drawn, kept)
    differs = RULES.dump(other) != RULES.dump(state)
    also = RULES.play(other, seat, key)
    for viewer in VIEWERS:
        assert event_bytes(also, viewer) == event_bytes(played, viewer)
        assert view_bytes(other, viewer) == view_bytes(true, viewer)
    return int(differs)


@QUIET
@given(number=NUMBERS)
@pytest.mark.slow
def test_a_viewer_cannot_tell_paired_states_apart(number: int) -> None:
    check_match(number)


@pytest.mark.slow
def test_paired_states_differ() -> None:
    assert check_match(1, share=1.0) > 60


@pytest.mark.parametrize(
    "leak",
    [
        lambda match: match.bag[:1].hex(),
        lambda match: match.towers[5],
        lambda match: match.unused[0],
        lambda match: match.seed.hex(),
    ],
    ids=["next tile", "wall tile", "wall tile put aside", "seed"],
)
def test_a_leak_is_found(monkeypatch: pytest.MonkeyPatch, leak: Any) -> None:
    true = views.view
    monkeypatch.setattr(views, "view", lambda m, seat: {**true(m, seat), "leak": leak(m)})
    with pytest.raises(AssertionError):
        check_match(2)


def test_a_leaking_event_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    true = Match.tell

    def tell(self: Match, kind: str, public: dict[str, Any], private: Any = None) -> None:
        true(self, kind, {**public, "next": self.bag[:1].hex()}, private)

    monkeypatch.setattr(Match, "tell", tell)
    with pytest.raises(AssertionError):
        check_match(3)


def test_what_is_revealed_at_the_end_is_what_was_hidden() -> None:
    state, _ = RULES.start(RULES.check_options({}, 2), 2, bytes(32))
    revealed = PRESENTATION.reveal(state)
    assert len(revealed["bag"]) == 59
    kinds = [tower["wall_tile"] for tower in revealed["towers"]] + revealed["unused"]
    assert sorted(kinds) == sorted([*range(1, 10)] * 2)
