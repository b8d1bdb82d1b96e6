"""Whole matches, kept move by move, replay to the recorded states and scores (T-272).

The files in ``replays/`` are exports of finished matches. When the shape of the state changes on
purpose, ``python -m tests.engine.citadels.replays.record`` plays and writes them anew.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import orjson
import pytest

from engine.citadels.coverage import counted, parts
from engine.citadels.presets import PRESETS
from engine.citadels.ruleset import CITADELS
from engine.citadels.setup import cast_of
from engine.citadels.state import Match
from engine.kernel.codec import canonical
from engine.kernel.record import verify
from engine.kernel.ruleset import Ruleset

REPLAYS = sorted((Path(__file__).parent / "replays").glob("*.json"))
RULES: tuple[Ruleset, ...] = (CITADELS,)
each_replay = pytest.mark.parametrize("path", REPLAYS, ids=lambda path: path.stem)


def export(path: Path) -> bytes:
    return path.read_bytes().strip()


def read(path: Path) -> dict[str, Any]:
    record: dict[str, Any] = orjson.loads(export(path))
    return record


def test_there_are_matches_of_every_printed_list_the_classic_edition_and_own_lists() -> None:
    records = [read(path) for path in REPLAYS]
    assert {record["options"]["preset"] for record in records} == {*PRESETS, "custom", "surprise"}
    assert {record["options"]["edition"] for record in records} == {"2016", "classic"}
    assert {record["seats"] for record in records} >= {2, 3, 4, 5, 6, 8}


def test_together_they_show_every_part_of_every_card() -> None:
    with counted() as hits:
        for path in REPLAYS:
            cast_of.cache_clear()
            record = read(path)
            seed = bytes.fromhex(record["seed"])
            state, _ = CITADELS.start(record["options"], record["seats"], seed)
            for move in record["moves"]:
                CITADELS.play(state, move["seat"], move["choice"])
    assert [part for part in parts() if not hits[part]] == []


@pytest.mark.scenario("T-272")
@each_replay
def test_a_finished_match_verifies_on_its_own(path: Path) -> None:
    verdict = verify(export(path), RULES)
    assert verdict.ok, verdict


@pytest.mark.scenario("T-272")
@each_replay
def test_a_finished_match_replays_to_the_recorded_hash_and_score(path: Path) -> None:
    record = read(path)
    state, played = CITADELS.start(
        record["options"], record["seats"], bytes.fromhex(record["seed"])
    )
    assert played.hash == record["start"]["hash"]
    for move in record["moves"]:
        state = CITADELS.load(CITADELS.dump(state))
        played = CITADELS.play(state, move["seat"], move["choice"])
        assert played.hash == move["hash"], f"move {move['number']}"
    assert CITADELS.result(state) == record["result"]
    assert isinstance(state, Match)
    assert state.completed


@each_replay
def test_another_choice_is_found_at_the_move_where_it_was_made(path: Path) -> None:
    record = read(path)
    move = next(m for m in record["moves"] if m["choice"] == "gather:gold")
    move["choice"] = "gather:cards"
    verdict = verify(canonical(record), RULES)
    assert (verdict.ok, verdict.move) == (False, move["number"])


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
