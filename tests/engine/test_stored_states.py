"""States of every game as they were stored in every format there has been: each is read, means the
same, and goes on to its end.

A frame or a column that changes its shape without a new ``FORMAT`` fails here. How a new one is
made: docs/how-to-change-the-rules.md.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import orjson
import pytest

from tablekernel import registry
from tablekernel.codec import digest, upcast
from tablekernel.errors import UnknownVersion
from tablekernel.loop import play_out
from tests.engine.serializations import SLUGS, serialization_of

HERE = Path(__file__).parent


def formats_of(slug: str) -> range:
    return range(1, serialization_of(slug).FORMAT + 1)


def stored(slug: str, number: int) -> list[bytes]:
    """Return the states of a game that were stored in a format."""
    return (HERE / slug / "states" / f"format_{number}.jsonl").read_bytes().splitlines()


SAMPLES = [
    pytest.param(slug, number, data, id=f"{slug}-format_{number}-{place}")
    for slug in SLUGS
    for number in formats_of(slug)
    for place, data in enumerate(stored(slug, number))
]
each_sample = pytest.mark.parametrize(("slug", "number", "data"), SAMPLES)


@pytest.mark.parametrize("slug", SLUGS)
def test_every_format_has_a_way_to_the_next_and_samples(slug: str) -> None:
    module, numbers = serialization_of(slug), formats_of(slug)
    assert sorted(module.UPCASTERS) == list(numbers[:-1])
    assert set(module.DOWNCASTERS) <= set(numbers[1:])
    assert all(stored(slug, number) for number in numbers)


@each_sample
def test_a_stored_state_means_what_it_meant_and_goes_on(
    slug: str, number: int, data: bytes
) -> None:
    rules = registry.ruleset(slug).rules
    state = rules.load(data)
    texts = {formats_of(slug)[-1]: rules.dump(state)}
    texts |= {orjson.loads(text)["format"]: text for text in rules.earlier(state)}
    if number in texts:  # what no downcaster writes any more cannot be compared
        assert texts[number] == data
        assert rules.has_hash(state, digest(data))
    play_out(state, Random(digest(data)))
    assert rules.result(state) is not None


@each_sample
def test_to_bring_a_state_up_to_date_changes_nothing_of_what_was_read(
    slug: str, number: int, data: bytes
) -> None:
    module, document = serialization_of(slug), orjson.loads(data)
    upcast(document, module.FORMAT, module.UPCASTERS)
    assert document == orjson.loads(data)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_state_of_newer_rules_is_refused(slug: str) -> None:
    document = orjson.loads(stored(slug, 1)[0])
    document["format"] = formats_of(slug)[-1] + 1
    with pytest.raises(UnknownVersion):
        registry.ruleset(slug).rules.load(orjson.dumps(document))
