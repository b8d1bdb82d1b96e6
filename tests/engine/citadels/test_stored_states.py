"""States as they were stored in every format there has been: each is read, means the same, and goes
on to its end.

A frame or a column that changes its shape without a new ``FORMAT`` fails here. How a new one is
made: docs/how-to-change-the-rules.md.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import orjson
import pytest

from engine.citadels.rules import RULES
from engine.citadels.serialization import DOWNCASTERS, FORMAT, UPCASTERS
from engine.kernel.codec import digest, upcast
from engine.kernel.loop import play_out

STATES = Path(__file__).parent / "states"
FORMATS = range(1, FORMAT + 1)
SAMPLES = [
    pytest.param(number, data, id=f"format_{number}-{place}")
    for number in FORMATS
    for place, data in enumerate((STATES / f"format_{number}.jsonl").read_bytes().splitlines())
]


def test_every_format_has_a_way_to_the_next() -> None:
    assert sorted(UPCASTERS) == list(range(1, FORMAT))
    assert set(DOWNCASTERS) <= set(range(2, FORMAT + 1))


@pytest.mark.parametrize(("number", "data"), SAMPLES)
def test_a_stored_state_means_what_it_meant_and_goes_on(number: int, data: bytes) -> None:
    state = RULES.load(data)
    texts = {FORMAT: RULES.dump(state)}
    texts |= {orjson.loads(text)["format"]: text for text in RULES.earlier(state)}
    if number in texts:  # what no downcaster writes any more cannot be compared
        assert texts[number] == data
        assert RULES.has_hash(state, digest(data))
    play_out(state, Random(digest(data)))
    assert RULES.result(state) is not None


@pytest.mark.parametrize(("number", "data"), SAMPLES)
def test_to_bring_a_state_up_to_date_changes_nothing_of_what_was_read(
    number: int, data: bytes
) -> None:
    document = orjson.loads(data)
    upcast(document, FORMAT, UPCASTERS)
    assert document == orjson.loads(data)
