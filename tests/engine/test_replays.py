"""Whole matches of every game, kept move by move, replay to the recorded states and scores (T-272).

The files in ``<game>/replays/`` are exports of finished matches. They were made when states had
format 1, and their moves have hashes of that format. When the course of a match changes on purpose,
``python -m tests.engine.<game>.replays.record`` plays and writes them again.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import orjson
import pytest

from tablekernel import registry
from tablekernel.codec import canonical, digest
from tablekernel.record import verify
from tablekernel.rules import Rules

FOLDERS = {slug: Path(__file__).parent / slug / "replays" for slug in registry.RULESETS}
REPLAYS = [path for folder in FOLDERS.values() for path in sorted(folder.glob("*.json"))]
RULES: tuple[Rules, ...] = registry.list_all_rules()
each_replay = pytest.mark.parametrize(
    "path", REPLAYS, ids=lambda path: f"{path.parent.parent.name}-{path.stem}"
)


def export(path: Path) -> bytes:
    return path.read_bytes().strip()


def read(path: Path) -> dict[str, Any]:
    record: dict[str, Any] = orjson.loads(export(path))
    return record


def test_there_are_matches_of_every_game() -> None:
    assert {read(path)["ruleset"] for path in REPLAYS} == set(registry.RULESETS)


@pytest.mark.scenario("T-272")
@each_replay
def test_a_finished_match_verifies_on_its_own(path: Path) -> None:
    verdict = verify(export(path), RULES)
    assert verdict.ok, verdict


@pytest.mark.scenario("T-272")
@each_replay
def test_a_finished_match_replays_to_the_recorded_hash_and_score(path: Path) -> None:
    record = read(path)
    rules = registry.ruleset(record["ruleset"], record["rules_version"]).rules
    state, _ = rules.start(record["options"], record["seats"], bytes.fromhex(record["seed"]))
    assert rules.has_hash(state, record["start"]["hash"])
    for move in record["moves"]:
        state = rules.load(rules.dump(state))
        played = rules.play(state, move["seat"], move["choice"])
        assert played.hash == digest(rules.dump(state))
        assert rules.has_hash(state, move["hash"]), f"move {move['number']}"
    assert rules.result(state) == record["result"]
    assert rules.decision(state) is None


@each_replay
def test_another_choice_is_found_at_the_move_where_it_was_made(path: Path) -> None:
    record = read(path)
    rules = registry.ruleset(record["ruleset"], record["rules_version"]).rules
    state, _ = rules.start(record["options"], record["seats"], bytes.fromhex(record["seed"]))
    move, other = another_choice(rules, state, record)
    move["choice"] = other
    verdict = verify(canonical(record), RULES)
    assert (verdict.ok, verdict.move) == (False, move["number"])


def another_choice(rules: Rules, state: Any, record: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """A move in the middle of the record, and another option that there was."""
    for move in record["moves"]:
        decision = rules.decision(state)
        assert decision is not None
        others = [choice.key for choice in decision.options if choice.key != move["choice"]]
        if others and move["number"] > len(record["moves"]) // 2:
            return move, others[0]
        rules.play(state, move["seat"], move["choice"])
    raise AssertionError("there never was another option")


@each_replay
def test_another_score_is_found(path: Path) -> None:
    record = read(path)
    record["result"]["scores"][0] += 1
    verdict = verify(canonical(record), RULES)
    assert (verdict.ok, verdict.reason) == (False, "the result differs")


@each_replay
def test_one_byte_that_is_changed_is_found(path: Path) -> None:
    data = export(path)
    for place in range(0, len(data), len(data) // 12):
        changed = data[:place] + bytes((data[place] ^ 1,)) + data[place + 1 :]
        assert not verify(changed, RULES).ok, place
