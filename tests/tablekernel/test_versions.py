"""Several versions of a game side by side, and states and hashes of earlier formats."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import orjson
import pytest

from tablekernel import registry
from tablekernel.codec import digest, downcasts
from tablekernel.loop import answer, settle
from tablekernel.record import Kept, commitment, course, find_seed, verify
from tests.tablekernel.test_record import NONCE, SEED, forged, record
from tests.tablekernel.toy import DOWNCASTERS, FORMAT, RULES, TOY, ToyRules
from tests.tablekernel.toy_versions import RULES_2, TOY_2

STATES = Path(__file__).parent / "states"
SAMPLES = [
    (number, data)
    for number in range(1, FORMAT + 1)
    for data in (STATES / f"format_{number}.jsonl").read_bytes().splitlines()
]
each_sample = pytest.mark.parametrize(("number", "data"), SAMPLES)


@pytest.fixture
def two_versions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.RULESETS, "toy", TOY_2)
    monkeypatch.setitem(registry.OLDER, "toy", (TOY,))


def boasted(rules: ToyRules) -> list[int]:
    """The coins after a match of one round in which everybody has boasted."""
    state, _ = rules.start({"rounds": 1}, 2, SEED)
    while (decision := settle(state)) is not None:
        state = rules.load(rules.dump(state))  # what it knows of its version is not stored
        rules.play(state, decision.seat, decision.options[0].key)
    result = rules.result(state)
    assert result is not None
    return sorted(result["scores"])


def moves_of(document: dict[str, Any]) -> list[Kept]:
    rows = [{**document["start"], "number": 0, "seat": None, "choice": ""}, *document["moves"]]
    return [Kept(**row) for row in rows]


# --- versions ------------------------------------------------------------------------------------


@pytest.mark.usefixtures("two_versions")
def test_new_matches_are_played_by_the_newest_and_others_find_theirs() -> None:
    assert registry.ruleset("toy") is TOY_2
    assert registry.ruleset("toy", "toy/2") is TOY_2
    assert registry.ruleset("toy", "toy/1") is TOY
    assert [ruleset.version for ruleset in registry.list_versions("toy")] == ["toy/2", "toy/1"]
    assert set(registry.list_all_rules()) >= {RULES, RULES_2}
    with pytest.raises(KeyError):
        registry.ruleset("toy", "toy/0")


def test_the_same_choices_mean_what_their_version_says() -> None:
    (_, first), (_, second) = boasted(RULES), boasted(RULES_2)
    assert second == first + 1


def test_a_record_is_checked_by_the_version_it_was_played_by() -> None:
    assert verify(record(), (RULES_2, RULES)).ok
    assert verify(record(), (RULES_2,)).reason == "no rules for 'toy' 'toy/1'"
    other = orjson.loads(forged(record(rounds=2), rules_version="toy/2"))
    went = course(rules=RULES_2, options={"rounds": 2}, seats=2, seed=SEED, kept=moves_of(other))
    verdict = verify(forged(record(rounds=2), rules_version="toy/2"), (RULES_2, RULES))
    assert went.parting is not None
    assert (verdict.ok, verdict.move) == (False, went.parting.move)


# --- playing again -------------------------------------------------------------------------------


def test_a_match_that_is_played_again_comes_to_its_end() -> None:
    document = orjson.loads(record(rounds=2))
    went = course(rules=RULES, options={"rounds": 2}, seats=2, seed=SEED, kept=moves_of(document))
    assert (went.parting, went.moves) == (None, len(document["moves"]))


@pytest.mark.parametrize(
    ("changes", "raised", "reason"),
    [
        ({"hash": "0" * 64}, False, "it leads to another state"),
        ({"chance": [7]}, False, "chance gave [7], and gives"),
        ({"choice": "lay:99"}, True, "'lay:99' is not one of"),
        ({"seat": 1}, True, "Seat 0 has to decide"),
        ({"number": 8}, False, "it was not kept"),
    ],
)
def test_it_parts_at_the_first_move_that_differs(
    changes: dict[str, Any], raised: bool, reason: str
) -> None:
    document = orjson.loads(record(rounds=2))
    place = next(at for at, move in enumerate(document["moves"]) if move["seat"] == 0)
    document["moves"][place].update(changes)
    went = course(rules=RULES, options={"rounds": 2}, seats=2, seed=SEED, kept=moves_of(document))
    assert went.parting is not None
    assert (went.parting.move, went.parting.raised) == (place + 1, raised)
    assert went.parting.reason.startswith(reason)


def test_rules_that_fail_in_any_way_are_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    document = orjson.loads(record())
    monkeypatch.setattr(ToyRules, "open", lambda rules, state: 1 // 0)
    went = course(rules=RULES, options={"rounds": 1}, seats=2, seed=SEED, kept=moves_of(document))
    assert went.parting is not None
    assert (went.parting.move, went.parting.raised) == (0, True)
    assert "ZeroDivisionError" in went.parting.reason


def test_the_seed_is_found_in_whatever_is_left_of_a_state() -> None:
    text, promised = "{'deck':'" + "ab" * 90 + SEED.hex() + "cd", commitment(SEED, NONCE)
    assert find_seed(text, nonce=NONCE, committed=promised) == SEED
    assert find_seed(text.replace("1f", "1e"), nonce=NONCE, committed=promised) is None


# --- formats -------------------------------------------------------------------------------------


@each_sample
def test_a_state_of_every_format_is_read_and_written_as_it_was(number: int, data: bytes) -> None:
    state = RULES.load(data)
    texts = {FORMAT: RULES.dump(state)}
    texts |= {orjson.loads(text)["format"]: text for text in RULES.earlier(state)}
    assert texts[number] == data
    assert RULES.has_hash(state, digest(data))
    while (decision := settle(state)) is not None:
        answer(state, decision.options[0])
    assert RULES.result(state) is not None


def test_what_an_earlier_format_cannot_say_ends_there() -> None:
    data = RULES.dump(RULES.start({"rounds": 1}, 2, SEED)[0])
    assert list(downcasts(data, {})) == []
    assert [json.loads(text)["format"] for text in downcasts(data, DOWNCASTERS)] == [2, 1]
    assert list(downcasts(data, {3: lambda document: None, 2: DOWNCASTERS[2]})) == []


def in_format_1(data: bytes) -> dict[str, Any]:
    """A record as it was written when the state had format 1."""
    document = orjson.loads(data)
    state, _ = RULES.start(document["options"], document["seats"], SEED)
    *_, old = RULES.earlier(state)
    document["start"]["hash"] = digest(old)
    for move in document["moves"]:
        RULES.play(state, move["seat"], move["choice"])
        *_, old = RULES.earlier(state)
        move["hash"] = digest(old)
    return document


def test_a_record_with_hashes_of_an_earlier_format_verifies() -> None:
    document = in_format_1(record(rounds=2))
    old = forged(record(rounds=2), start=document["start"], moves=document["moves"])
    assert verify(old, (RULES,)).ok
    document["moves"][4]["hash"] = Random(1).randbytes(32).hex()
    wrong = forged(old, moves=document["moves"])
    assert verify(wrong, (RULES,)).move == 5
