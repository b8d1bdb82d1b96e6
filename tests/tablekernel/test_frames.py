"""Frames: steps bound once, copies that share nothing changeable, names that do not clash."""

from __future__ import annotations

from typing import Any

import pytest

from tablekernel.frames import Choice, Decision, Frame, frame_classes
from tablekernel.state import State
from tests.tablekernel.toy import FRAMES, Counter, Play, Round, ToyFrame


def test_every_frame_below_a_base_is_found_by_its_id() -> None:
    assert {"play": Play, "round": Round, "counter": Counter} == FRAMES


STEPS: dict[str, Any] = {"steps": ("go",), "go": lambda frame, state: None}


@pytest.fixture
def base() -> type[Frame]:
    """A base of frames of which there are none yet."""
    return type("Base", (Frame,), {})


def test_two_frames_with_one_id_are_refused_and_both_are_named(base: type[Frame]) -> None:
    first = type("First", (base,), {"id": "same", **STEPS})
    second = type("Second", (base,), {"id": "same", **STEPS})
    with pytest.raises(
        TypeError, match=r"First'> and .*Second'>|Second'> and .*First'>"
    ) as refusal:
        frame_classes(base)
    assert "the same id 'same'" in str(refusal.value)
    assert first is not second


def test_a_frame_without_an_id_of_its_own_is_refused(base: type[Frame]) -> None:
    nameless: type[Frame] = type("Nameless", (base,), STEPS)
    with pytest.raises(TypeError, match="Nameless'> needs an id of its own"):
        frame_classes(base)
    nameless.id = "own"
    assert frame_classes(base) == {"own": nameless}
    heir: type[Frame] = type("Heir", (nameless,), {})
    with pytest.raises(TypeError, match="Heir'> needs an id of its own"):
        frame_classes(base)
    assert heir.id == "own"


def test_a_class_without_steps_declares_fields_and_needs_no_id(base: type[Frame]) -> None:
    fields: type[Frame] = type("Fields", (base,), {"fields": ("seat",)})
    assert frame_classes(base) == {}
    waits: type[Frame] = type("Waits", (fields,), {"id": "waits", **STEPS})
    assert frame_classes(base) == {"waits": waits}
    assert waits.fields == ("seat",)


def test_a_question_without_an_answer_is_refused_when_the_class_is_made() -> None:
    with pytest.raises(AttributeError, match="answer_why"):

        class Mute(Frame):
            steps = ("ask_why",)

            def ask_why(self, state: State) -> Decision | None:
                return None


def test_a_step_that_does_not_exist_is_refused_when_the_class_is_made() -> None:
    with pytest.raises(AttributeError, match="no_such_step"):

        class Typo(Frame):
            steps = ("no_such_step",)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"steps": ("reveal", "reveal")}, "two steps of .* are stored under one name"),
        ({"steps": ("end",), "end": Round.reveal}, "two steps of .* are stored under one name"),
        ({"renamed": {"next_seat": "reveal"}}, "two steps of .* are stored under one name"),
        ({"renamed": {"turn_up": "show"}}, "renamed leads to no step: .'show'"),
    ],
)
def test_steps_that_are_stored_under_one_name_are_refused(
    changes: dict[str, Any], reason: str
) -> None:
    with pytest.raises(TypeError, match=reason):
        type("Unclear", (Round,), changes)


def test_a_copy_goes_its_own_way() -> None:
    frame = Round(leader=1)
    frame.at, frame.laid, frame.boasts = 2, b"\x05", (1,)
    paired = frame.copy()
    assert isinstance(paired, Round)
    assert (paired.at, paired.leader, paired.laid, paired.boasts) == (2, 1, b"\x05", (1,))
    paired.at, paired.laid = 3, b"\x05\x06"
    assert (frame.at, frame.laid) == (2, b"\x05")


def test_every_field_of_a_frame_is_a_slot_of_it() -> None:
    classes: tuple[type[Frame], ...] = (*FRAMES.values(), ToyFrame)
    for cls in classes:
        slots = {name for base in cls.__mro__ for name in getattr(base, "__slots__", ())}
        assert set(cls.fields) <= slots


def test_the_verb_of_a_choice_is_what_stands_before_the_colon() -> None:
    assert Choice("build:palace").verb == "build"
    assert Choice("pass").verb == "pass"
    assert repr(Choice("pass")) == "<pass>"
