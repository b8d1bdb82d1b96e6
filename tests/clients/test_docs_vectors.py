"""The numbers and the code in docs/randomness.md agree with the engine."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tablekernel.record import commitment
from tablekernel.registry import ruleset
from tablekernel.rng import compute_draw, pick, picks, shuffle
from tablekernel.state import State

PAGE = (Path(__file__).parents[2] / "docs" / "randomness.md").read_text(encoding="utf-8")
FIRST_CHARACTERS_UP = {"warlord", "architect"}


def block(language: str) -> str:
    match = re.search(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    assert match, language
    return match[1]


VECTORS: dict[str, Any] = json.loads(block("json"))
SEED = bytes.fromhex(VECTORS["seed"])


@pytest.fixture(scope="module")
def page_functions() -> dict[str, Callable[..., Any]]:
    """Return the functions in the code on the page."""
    names: dict[str, Any] = {}
    exec(block("python"), names)
    return names


def state(draws: int) -> State:
    result = State(SEED)
    result.draws = draws
    return result


def test_the_seed_and_the_nonce() -> None:
    assert bytes(range(32)) == SEED
    assert bytes.fromhex(VECTORS["nonce"]) == bytes(range(32, 64))


def test_the_commitment() -> None:
    assert commitment(SEED, bytes.fromhex(VECTORS["nonce"])) == VECTORS["commitment"]


@pytest.mark.parametrize("number", VECTORS["draws"])
def test_draws(number: str) -> None:
    assert compute_draw(SEED, int(number)).to_bytes(64, "big").hex() == VECTORS["draws"][number]


def test_shuffles_and_picks() -> None:
    assert list(shuffle(state(0), bytes(range(10)))) == VECTORS["shuffle_of_0_to_9_by_draw_0"]
    assert picks(state(1), (10, 9, 8)) == VECTORS["picks_10_9_8_by_draw_1"]
    assert [pick(state(2), 6)] == VECTORS["pick_6_by_draw_2"]


def test_the_setup_of_citadels() -> None:
    setup = VECTORS["citadels"]
    rules = ruleset("citadels").rules
    assert rules.check_options(setup["options"], setup["seats"]) == setup["options"]
    match, played = rules.start(setup["options"], setup["seats"], SEED)
    assert played.chance == setup["chance_of_the_set_up"]
    assert set(rules.view(match, None)["face_up"]) == FIRST_CHARACTERS_UP


def test_the_catalogue_gives_the_deck_of_citadels() -> None:
    setup, cards = VECTORS["citadels"], ruleset("citadels").presentation.cards()
    names = next(
        one["districts"] for one in cards["presets"] if one["preset"] == setup["options"]["preset"]
    )
    districts = sorted(cards["districts"], key=lambda one: int(one["number"]))
    deck = [
        one["number"]
        for one in districts
        if one["type"] != "unique" or one["district"] in names
        for _ in range(one["copies"])
    ]
    assert bytes(deck).hex() == setup["deck_before"]


def test_the_code_gives_the_printed_numbers(
    page_functions: dict[str, Callable[..., Any]],
) -> None:
    for number, digits in VECTORS["draws"].items():
        assert page_functions["draw"](SEED, int(number)) == int(digits, 16)
    shuffle, picks_ = page_functions["shuffle"], page_functions["picks"]
    assert shuffle(SEED, 0, range(10)) == VECTORS["shuffle_of_0_to_9_by_draw_0"]
    assert picks_(SEED, 1, (10, 9, 8)) == VECTORS["picks_10_9_8_by_draw_1"]
    deck = bytes.fromhex(VECTORS["citadels"]["deck_before"])
    order, crown, discards = VECTORS["citadels"]["chance_of_the_set_up"]
    assert bytes(shuffle(SEED, 0, deck)).hex() == order
    assert picks_(SEED, 1, (4,)) == crown
    assert picks_(SEED, 2, (7, 6, 6)) == discards


def test_the_code_reproduces_all_draws_of_a_match(
    page_functions: dict[str, Callable[..., Any]],
) -> None:
    """With three players, each round draws the discards from 9 characters, then one from 5."""
    rules = ruleset("citadels").rules
    match, played = rules.start(rules.check_options({}, 3), 3, SEED)
    draws, rng = list(played.chance), Random(1)
    while (decision := rules.decision(match)) is not None:
        played = rules.play(match, decision.seat, rng.choice(decision.options).key)
        draws += played.chance
    for number, result in enumerate(draws[1:], start=1):
        size = 3 if number == 1 else (9, 5)[number % 2]
        assert page_functions["picks"](SEED, number, (size,)) == result
    assert len(draws) > 10
