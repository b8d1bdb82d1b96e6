"""The codec: one text for one state, and back without loss."""

from __future__ import annotations

import json
from hashlib import sha256
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablekernel.codec import (
    canonical,
    digest,
    dump_stack,
    load_stack,
    pack,
    unpack,
    upcast,
)
from tablekernel.errors import UnknownVersion
from tablekernel.frames import Frame
from tablekernel.loop import answer, settle
from tests.tablekernel.toy import FRAMES, RULES, Counter, Play, Round


def frames() -> list[Frame]:
    """One of every frame class, none of them in its first state."""
    play, turn, counter = Play(), Round(leader=2), Counter(winner=1, worth=3)
    play.at, play.played, play.leader = 1, 1, 2
    turn.at, turn.laid, turn.boasts = 3, b"\x00\xff", (2, 0)
    counter.at, counter.taker = 1, 0
    return [play, turn, counter]


def fields_of(frame: Frame) -> dict[str, Any]:
    return {"at": frame.at, **{name: getattr(frame, name) for name in frame.fields}}


def test_there_is_a_sample_of_every_frame_class() -> None:
    assert {type(frame) for frame in frames()} == set(FRAMES.values())


@pytest.mark.parametrize("frame", frames(), ids=lambda frame: type(frame).__name__)
def test_a_frame_comes_back_as_it_was(frame: Frame) -> None:
    rows = json.loads(json.dumps(dump_stack([frame])))
    (again,) = load_stack(rows, FRAMES)
    assert type(again) is type(frame)
    assert fields_of(again) == fields_of(frame)


@given(st.integers(-(2**31), 2**31) | st.binary(max_size=8) | st.lists(st.integers()).map(tuple))
def test_a_field_comes_back_as_it_was(value: Any) -> None:
    again = unpack(pack(value))
    assert again == value
    assert type(again) is type(value)


COUNTER = {"winner": 1, "worth": 3, "taker": 0}


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        (["Counter", "pay", COUNTER], "no frame has the id 'Counter'"),
        (["counter", "paid", COUNTER], "the frame 'counter' has no step 'paid'"),
        (["counter", "pay", {"winner": 1, "worth": 3}], "the frame 'counter' has the fields"),
        (["counter", "pay", {**COUNTER, "giver": 1}], "the frame 'counter' has the fields"),
    ],
)
def test_a_frame_that_this_code_does_not_know_is_refused(row: list[Any], reason: str) -> None:
    with pytest.raises(UnknownVersion, match=reason):
        load_stack([row], FRAMES)


def test_a_frame_is_stored_by_names_alone() -> None:
    play, turn, counter = frames()
    counter.at = len(counter.steps)
    assert dump_stack([play, turn, counter]) == [
        ["play", "go_on", {"played": 1, "leader": 2}],
        ["round", "reveal", {"leader": 2, "laid": "0x00ff", "boasts": [2, 0]}],
        ["counter", "end", {"winner": 1, "worth": 3, "taker": 0}],
    ]
    (again,) = load_stack(dump_stack([counter]), FRAMES)
    assert again.at == counter.at


def test_the_order_in_which_fields_were_stored_does_not_matter() -> None:
    (frame,) = load_stack([["counter", "pay", dict(reversed(COUNTER.items()))]], FRAMES)
    assert fields_of(frame) == {"at": 1, **COUNTER}


def test_canonical_json_does_not_depend_on_the_order_of_keys() -> None:
    assert canonical({"b": 1, "a": [1, 2]}) == canonical({"a": [1, 2], "b": 1})
    assert canonical({"b": 1, "a": [1, 2]}) == b'{"a":[1,2],"b":1}'


def test_the_digest_is_the_sha_256_of_the_bytes() -> None:
    assert digest(b"abc") == sha256(b"abc").hexdigest()


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_state_comes_back_as_it_was_at_every_decision(seats: int) -> None:
    rng = Random(seats)
    state, _ = RULES.start({"rounds": 3}, seats, rng.randbytes(32))
    while (decision := settle(state)) is not None:
        stored = RULES.dump(state)
        again = RULES.load(stored.decode())
        assert RULES.dump(again) == stored
        assert canonical(json.loads(stored)) == stored
        state = again
        answer(state, rng.choice(decision.options))


def test_an_old_state_is_brought_up_to_date_step_by_step() -> None:
    steps = {1: lambda old: {**old, "format": 2, "b": 0}, 2: lambda old: {**old, "format": 3}}
    assert upcast({"format": 1, "a": 5}, 3, steps) == {"format": 3, "a": 5, "b": 0}


def test_a_state_of_the_current_format_is_left_alone() -> None:
    document = {"format": 3}
    assert upcast(document, 3, {}) is document


@pytest.mark.parametrize("stored", [0, 4])
def test_a_format_that_cannot_be_read_is_refused(stored: int) -> None:
    with pytest.raises(UnknownVersion, match=f"state format {stored}"):
        upcast({"format": stored}, 3, {1: lambda old: old, 2: lambda old: old})


def test_a_match_that_was_parked_in_the_old_format_goes_on() -> None:
    state, _ = RULES.start({"rounds": 1}, 2, bytes(32))
    *_, first_format = RULES.earlier(state)
    assert json.loads(first_format)["format"] == 1
    old = RULES.load(first_format)
    while (decision := settle(old)) is not None:
        answer(old, decision.options[0])
    assert RULES.result(old) is not None
