"""States as they were stored in every format there has been: each is read, means the same, and goes
on to its end.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from random import Random

import orjson
import pytest

from engine.castle.data import FOLDER
from engine.castle.rules import RULES
from engine.castle.serialization import DOWNCASTERS, FORMAT, UPCASTERS
from engine.castle.topics import TOPICS
from engine.errors import UnknownVersion
from engine.kernel.codec import digest
from engine.kernel.loop import play_out, settle

STATES = Path(__file__).parent / "states"
SAMPLES = [
    pytest.param(number, data, id=f"format_{number}-{place}")
    for number in range(1, FORMAT + 1)
    for place, data in enumerate((STATES / f"format_{number}.jsonl").read_bytes().splitlines())
]
SETS = {"reconstruction": ("83c30b74fc99dc9aed971845d5e9c74e8bf10219c3f09ebaa2bfe6118fb82397")}
"""What each tile set is, byte for byte: matches that were played with it are read with it."""


def test_every_format_has_a_way_to_the_next() -> None:
    assert sorted(UPCASTERS) == list(range(1, FORMAT))
    assert set(DOWNCASTERS) <= set(range(2, FORMAT + 1))


@pytest.mark.parametrize(("number", "data"), SAMPLES)
def test_a_stored_state_means_what_it_meant_and_goes_on(number: int, data: bytes) -> None:
    state = RULES.load(data)
    texts = {FORMAT: RULES.dump(state)}
    texts |= {orjson.loads(text)["format"]: text for text in RULES.earlier(state)}
    if number in texts:
        assert texts[number] == data
        assert RULES.has_hash(state, digest(data))
    play_out(state, Random(digest(data)))
    assert RULES.result(state) is not None


def test_every_question_is_open_in_one_of_them() -> None:
    asked = set()
    for sample in SAMPLES:
        _, data = sample.values
        decision = settle(RULES.load(str(data, "utf-8")))  # type: ignore[call-overload]
        asked.add(None if decision is None else decision.topic)
    assert asked == {*TOPICS, None}


def test_a_state_of_newer_rules_is_refused() -> None:
    _, data = SAMPLES[0].values
    document = {**orjson.loads(data), "format": FORMAT + 1}  # type: ignore[arg-type]
    with pytest.raises(UnknownVersion):
        RULES.load(orjson.dumps(document))


def test_a_state_of_a_tile_set_that_is_not_here_is_refused() -> None:
    _, data = SAMPLES[0].values
    document = {**orjson.loads(data), "tile_set": "printed"}  # type: ignore[arg-type]
    with pytest.raises(UnknownVersion):
        RULES.load(orjson.dumps(document))


@pytest.mark.parametrize("name", SETS)
def test_a_tile_set_never_changes(name: str) -> None:
    """Correct one by adding another: see ``engine.castle.data``."""
    data = FOLDER.joinpath("tile_sets").joinpath(f"{name}.json").read_bytes()
    assert sha256(data).hexdigest() == SETS[name]
