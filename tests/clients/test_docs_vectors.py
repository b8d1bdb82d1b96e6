"""docs/randomness.md tells the truth: its numbers, and its code, are those of the engine."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.kernel.record import commitment
from engine.kernel.rng import compute_draw, pick, picks, shuffle
from engine.kernel.state import State
from engine.registry import ruleset

PAGE = (Path(__file__).parents[2] / "docs" / "randomness.md").read_text(encoding="utf-8")
FIRST_CHARACTERS_UP = {"warlord", "architect"}


def block(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    assert found, language
    return found[1]


VECTORS: dict[str, Any] = json.loads(block("json"))
SEED = bytes.fromhex(VECTORS["seed"])


@pytest.fixture(scope="module")
def printed() -> dict[str, Callable[..., Any]]:
    """The functions printed on the page."""
    names: dict[str, Any] = {}
    exec(block("python"), names)
    return names


def state(draws: int) -> State:
    found = State(SEED)
    found.draws = draws
    return found


def test_the_seed_and_the_nonce_are_as_described() -> None:
    assert bytes(range(32)) == SEED
    assert bytes.fromhex(VECTORS["nonce"]) == bytes(range(32, 64))


def test_the_commitment_is_that_of_the_engine() -> None:
    assert commitment(SEED, bytes.fromhex(VECTORS["nonce"])) == VECTORS["commitment"]


@pytest.mark.parametrize("number", VECTORS["draws"])
def test_each_draw_is_that_of_the_engine(number: str) -> None:
    assert compute_draw(SEED, int(number)).to_bytes(64, "big").hex() == VECTORS["draws"][number]


def test_shuffles_and_picks_are_those_of_the_engine() -> None:
    assert list(shuffle(state(0), bytes(range(10)))) == VECTORS["shuffle_of_0_to_9_by_draw_0"]
    assert picks(state(1), (10, 9, 8)) == VECTORS["picks_10_9_8_by_draw_1"]
    assert [pick(state(2), 6)] == VECTORS["pick_6_by_draw_2"]


def test_the_set_up_of_citadels_is_that_of_the_engine() -> None:
    told = VECTORS["citadels"]
    rules = ruleset("citadels")
    assert rules.check_options(told["options"], told["seats"]) == told["options"]
    match, played = rules.start(told["options"], told["seats"], SEED)
    assert played.chance == told["chance_of_the_set_up"]
    assert set(rules.view(match, None)["face_up"]) == FIRST_CHARACTERS_UP


def test_the_printed_code_gives_the_printed_numbers(printed: dict[str, Callable[..., Any]]) -> None:
    for number, digits in VECTORS["draws"].items():
        assert printed["draw"](SEED, int(number)) == int(digits, 16)
    shuffle, picks_ = printed["shuffle"], printed["picks"]
    assert shuffle(SEED, 0, range(10)) == VECTORS["shuffle_of_0_to_9_by_draw_0"]
    assert picks_(SEED, 1, (10, 9, 8)) == VECTORS["picks_10_9_8_by_draw_1"]
    deck = bytes.fromhex(VECTORS["citadels"]["deck_before"])
    order, crown, discards = VECTORS["citadels"]["chance_of_the_set_up"]
    assert bytes(shuffle(SEED, 0, deck)).hex() == order
    assert picks_(SEED, 1, (4,)) == crown
    assert picks_(SEED, 2, (7, 6, 6)) == discards


def test_the_printed_code_gives_all_that_chance_gave_in_a_match(
    printed: dict[str, Callable[..., Any]],
) -> None:
    """Three players: each round the discard among 9 characters, then the one lost among 5."""
    rules = ruleset("citadels")
    match, played = rules.start(rules.check_options({}, 3), 3, SEED)
    found, rng = list(played.chance), Random(1)
    while (decision := rules.decision(match)) is not None:
        played = rules.play(match, decision.seat, rng.choice(decision.options).key)
        found += played.chance
    for number, gave in enumerate(found[1:], start=1):
        size = 3 if number == 1 else (9, 5)[number % 2]
        assert printed["picks"](SEED, number, (size,)) == gave
    assert len(found) > 10
