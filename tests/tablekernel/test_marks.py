"""Marks: which options are left after clicks, and which need a button."""

from __future__ import annotations

from typing import Any

from tablekernel.marks import button_id, complete_marks, id_of, narrow_options, open_marks


def options(**marks: list[str]) -> list[dict[str, Any]]:
    found = [{"choice": choice} for choice in marks]
    complete = complete_marks(found, marks.values())
    return [{**one, "marks": ids} for one, ids in zip(found, complete, strict=True)]


def test_an_element_of_its_own_is_enough() -> None:
    assert [one["marks"] for one in options(a=["seat-1"], b=["seat-2"])] == [
        ["board-seat-1"],
        ["board-seat-2"],
    ]


def test_an_option_without_elements_gets_a_button() -> None:
    assert options(a=["seat-1"], stop=[])[1]["marks"] == ["board-choice-stop"]


def test_of_two_options_with_the_same_elements_each_gets_a_button() -> None:
    found = options(a=["seat-1"], b=["seat-1"])
    assert [one["marks"][-1] for one in found] == ["board-choice-a", "board-choice-b"]


def test_an_option_whose_elements_are_among_those_of_another_gets_a_button() -> None:
    build, discard = options(build=["hand-temple"], discard=["hand-temple", "laboratory"])
    assert build["marks"] == ["board-hand-temple", "board-choice-build"]
    assert discard["marks"] == ["board-hand-temple", "board-laboratory"]


def test_each_click_narrows_the_options_in_any_order() -> None:
    found = options(a=["cell-1", "turn-0"], b=["cell-1", "turn-1"], c=["cell-2", "turn-0"])
    assert [one["choice"] for one in narrow_options(found, ["board-cell-1"])] == ["a", "b"]
    for clicks in (["board-cell-1", "board-turn-1"], ["board-turn-1", "board-cell-1"]):
        assert [one["choice"] for one in narrow_options(found, clicks)] == ["b"]
    assert narrow_options(found, []) == found


def test_an_element_that_is_named_twice_is_one_mark() -> None:
    assert options(a=["seat-1", "seat-1"])[0]["marks"] == ["board-seat-1"]


def test_ids_can_be_used_in_selectors() -> None:
    assert id_of("city-1-temple+") == "board-city-1-temple-"
    assert button_id("place:7,0:2") == "board-choice-place-7-0-2"


def test_open_marks_are_those_of_all_options() -> None:
    decision = {"options": options(a=["seat-1"], b=["seat-1", "seat-2"])}
    assert open_marks(decision) == {"board-seat-1", "board-seat-2", "board-choice-a"}
    assert open_marks(None) == frozenset()
