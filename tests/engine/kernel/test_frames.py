"""Frames: steps bound once, copies that share nothing changeable, names that do not clash."""

from __future__ import annotations

import pytest

from engine.kernel.frames import Choice, Decision, Frame, frame_classes
from engine.kernel.state import State
from tests.engine.kernel.toy import FRAMES, Counter, Play, Round, ToyFrame


def test_every_frame_below_a_base_is_found_by_its_name() -> None:
    assert {"Play": Play, "Round": Round, "Counter": Counter} == FRAMES


def test_two_frames_of_one_name_are_refused() -> None:
    class Base(Frame):
        __slots__ = ()

    def another() -> type[Frame]:
        class Twin(Base):
            __slots__ = ()

        return Twin

    first, second = another(), another()
    assert first is not second
    with pytest.raises(TypeError, match="two frames are named Twin"):
        frame_classes(Base)


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


def test_a_copy_goes_its_own_way() -> None:
    frame = Round(leader=1)
    frame.at, frame.laid, frame.boasts = 2, b"\x05", (1,)
    twin = frame.copy()
    assert isinstance(twin, Round)
    assert (twin.at, twin.leader, twin.laid, twin.boasts) == (2, 1, b"\x05", (1,))
    twin.at, twin.laid = 3, b"\x05\x06"
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
