"""States of The Castle as they were stored; that they are read is tested in ``tests/engine``."""

from __future__ import annotations

from hashlib import sha256

import orjson
import pytest

from engine.castle.data import FOLDER
from engine.castle.rules import RULES
from engine.castle.serialization import FORMAT
from engine.castle.topics import TOPICS
from tablekernel.errors import UnknownVersion
from tablekernel.loop import settle
from tests.engine.test_stored_states import stored

SAMPLES = [data for number in range(1, FORMAT + 1) for data in stored("castle", number)]
SETS = {"reconstruction": ("83c30b74fc99dc9aed971845d5e9c74e8bf10219c3f09ebaa2bfe6118fb82397")}
"""What each tile set is, byte for byte: matches that were played with it are read with it."""


def test_every_question_is_open_in_one_of_them() -> None:
    decisions = [settle(RULES.load(data)) for data in SAMPLES]
    asked = {None if decision is None else decision.topic for decision in decisions}
    assert asked == {*TOPICS, None}


def test_a_state_of_a_tile_set_that_is_not_here_is_refused() -> None:
    document = {**orjson.loads(SAMPLES[0]), "tile_set": "printed"}
    with pytest.raises(UnknownVersion):
        RULES.load(orjson.dumps(document))


@pytest.mark.parametrize("name", SETS)
def test_a_tile_set_never_changes(name: str) -> None:
    """Correct one by adding another: see ``engine.castle.data``."""
    data = FOLDER.joinpath("tile_sets").joinpath(f"{name}.json").read_bytes()
    assert sha256(data).hexdigest() == SETS[name]
