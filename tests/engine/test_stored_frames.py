"""Frames are stored by names, so that changes to the code leave a match that waits as it is.

``stored_frames.toml`` lists every id, step and field under which a match may be stored.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import orjson
import pytest

from engine.castle import serialization as castle
from engine.castle.flow import turns
from engine.castle.flow.turns import Turns
from engine.castle.rules import RULES as CASTLE
from engine.citadels import serialization as citadels
from engine.citadels.flow.build import BuildFrame
from engine.citadels.rules import RULES as CITADELS
from tablekernel.codec import canonical, digest, dump_stack, load_stack
from tablekernel.errors import UnknownVersion
from tablekernel.frames import END, Frame
from tablekernel.loop import play_out
from tablekernel.record import verify
from tablekernel.rules import Rules
from tablekernel.state import State
from tests.engine.serializations import SLUGS, serialization_of
from tests.tablekernel import toy
from tests.tablekernel.test_record import record
from tests.tablekernel.toy import FRAMES, RULES, Round

HERE = Path(__file__).parent
KERNEL_STATES = HERE.parent / "tablekernel" / "states"
LISTED: dict[str, dict[str, dict[str, list[str]]]] = tomllib.loads(
    (HERE / "stored_frames.toml").read_text()
)
WHAT_TO_DO = """\
{change}
A waiting match may be stored under the names in tests/engine/stored_frames.toml.
A name that is gone: keep it (a class keeps its id, a step with a new name goes into "renamed"), or
write a new format of the state. A new id or step: add it to the file. A new field: write a new
format, and add it to the file. docs/how-to-change-the-rules.md says how.
"""


def stored_names(frames: dict[str, dict[str, list[str]]]) -> set[str]:
    """Return every id, and every step and field behind the id of its frame."""
    found = set(frames)
    for frame_id, names in frames.items():
        found |= {f"{frame_id}, {kind} {name}" for kind in names for name in names[kind]}
    return found


def frames_of(slug: str) -> dict[str, type[Frame]]:
    frames: dict[str, type[Frame]] = serialization_of(slug).FRAMES
    return frames


@pytest.mark.parametrize("slug", SLUGS)
def test_the_names_under_which_matches_are_stored_are_those_that_are_listed(slug: str) -> None:
    now = stored_names(
        {
            frame_id: {"steps": [*cls.step_names], "fields": [*cls.fields]}
            for frame_id, cls in frames_of(slug).items()
        }
    )
    listed = stored_names(LISTED[slug])
    change = f"{slug}: gone {sorted(listed - now)}, new {sorted(now - listed)}."
    assert now == listed, WHAT_TO_DO.format(change=change)


# --- every procedure can wait --------------------------------------------------------------------


def waiting(cls: type[Frame], at: int) -> Frame:
    """Return a frame in the middle of its work, with a value of its own in every field."""
    frame = object.__new__(cls)
    frame.at = at
    kinds: dict[str, Any] = {
        "cards": b"\x01\x2a", "waiting": (3, 1), "marker": 8, "spots": (5, 9)
    }  # fmt: skip
    for number, name in enumerate(cls.fields, start=11):
        setattr(frame, name, kinds.get(name, number))
    return frame


def values(frame: Frame) -> list[Any]:
    return [type(frame), frame.at, *[getattr(frame, name) for name in frame.fields]]


@pytest.mark.parametrize(
    ("slug", "name"), [(slug, name) for slug in SLUGS for name in frames_of(slug)]
)
def test_every_procedure_is_copied_and_read_back_as_it_was(slug: str, name: str) -> None:
    frames = frames_of(slug)
    frame = waiting(frames[name], 1)
    assert {"at", *vars(frame)} == {"at", *frame.fields}
    assert values(frame.copy()) == values(frame)
    assert frame.copy() is not frame
    (parked,) = load_stack(dump_stack([frame]), frames)
    assert values(parked) == values(frame)
    assert canonical(dump_stack([parked])) == canonical(dump_stack([frame]))


# --- a match waits, and the code changes ---------------------------------------------------------


@dataclass(frozen=True)
class Release:
    """A later release of a game, in which ``later`` takes the place of a frame class."""

    rules: Rules
    frames: dict[str, type[Frame]]
    later: type[Frame]
    called: list[str]
    """The inserted steps that were taken."""

    modules: tuple[tuple[ModuleType, str, object], ...] = ()
    """What else has another value in it."""

    def check(self, monkeypatch: pytest.MonkeyPatch, waiting: list[bytes]) -> int:
        """Load each state by it: the same is asked, the same is stored, and the match comes to the
        same end. Return how many frames wait at a step that has another number than before.
        """
        before = [outcome(self.rules, data) for data in waiting]
        old = [self.rules.load(data) for data in waiting]
        for module, name, value in self.modules:
            monkeypatch.setattr(module, name, value)
        monkeypatch.setitem(self.frames, self.later.id, self.later)
        moved = 0
        for data, same, earlier in zip(waiting, before, old, strict=True):
            state = self.rules.load(data)
            assert self.rules.dump(state) == self.rules.dump(earlier)
            assert self.rules.has_hash(state, digest(data))
            moved += sum(
                frame.at != was.at for frame, was in zip(state.stack, earlier.stack, strict=True)
            )
            count = len(self.called)
            asked, told = self.rules.decision(state), self.rules.decision(earlier)
            assert asked is not None
            assert told is not None
            assert (asked[:2], len(self.called)) == (told[:2], count)
            assert outcome(self.rules, data) == same
        return moved


def outcome(rules: Rules, data: bytes) -> Any:
    """Return the end of a stored match that goes on by random choices."""
    state = rules.load(data)
    play_out(state, Random(digest(data)))
    return rules.dump(state), rules.result(state)


def changed(cls: type[Frame], called: list[str], **members: Any) -> type[Frame]:
    """Return another class with the id of ``cls``. Its steps that are new only note their names."""

    def step(name: str) -> Callable[[Frame, State], None]:
        return lambda frame, state: called.append(name)

    new = {
        name: step(name)
        for name in members.get("steps", ())
        if not hasattr(cls, name) and name not in members
    }
    return type(f"Later{cls.__name__}", (cls,), {"__slots__": (), "id": cls.id, **new, **members})


def toy_release(**members: Any) -> Release:
    """Return the toy with changed rounds."""
    called: list[str] = []
    later = changed(Round, called, **members)
    return Release(RULES, FRAMES, later, called, ((toy, "Round", later),))


def waiting_toys() -> list[bytes]:
    """Return every position of a match of the toy, as it is stored."""
    rng, found = Random(7), []
    state, _ = RULES.start({"rounds": 2}, 3, rng.randbytes(32))
    while (decision := RULES.decision(state)) is not None:
        found.append(RULES.dump(state))
        RULES.play(state, decision.seat, rng.choice(decision.options).key)
    return found


INSERTED = ("greet", "ask_boast", "pause", "ask_card", "next_seat", "reveal", "part")
RENAMED = {
    "steps": ("ask_boast", "ask_hand", "next_seat", "reveal"),
    "ask_hand": Round.ask_card,
    "answer_hand": Round.answer_card,
    "renamed": {"ask_card": "ask_hand"},
}


def test_steps_inserted_under_a_waiting_match_do_not_move_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    later = toy_release(steps=INSERTED)
    assert later.check(monkeypatch, waiting_toys()) == len(waiting_toys())
    assert {"greet", "pause", "part"} <= set(later.called)  # by the rounds that began afterwards


def test_the_same_holds_for_matches_that_were_stored_by_numbers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for number in (1, 2):
        lines = (KERNEL_STATES / f"format_{number}.jsonl").read_bytes().splitlines()
        with monkeypatch.context() as release:
            assert toy_release(steps=INSERTED).check(release, lines) > 0


def test_a_class_with_a_new_name_is_found_by_its_id(monkeypatch: pytest.MonkeyPatch) -> None:
    later = toy_release()
    assert later.later.__name__ != Round.__name__
    assert later.check(monkeypatch, waiting_toys()) == 0


def test_a_step_with_a_new_name_keeps_its_matches_and_their_hashes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sealed = record(rounds=2)
    toy_release(**RENAMED).check(monkeypatch, waiting_toys())
    assert verify(sealed, (RULES,)).ok
    assert record(rounds=2) == sealed


def test_steps_in_another_order_are_found_by_their_names(monkeypatch: pytest.MonkeyPatch) -> None:
    later = toy_release(steps=tuple(reversed(Round.steps))).later
    monkeypatch.setitem(FRAMES, "round", later)
    for data in waiting_toys():
        frame = RULES.load(data).stack[1]
        row = orjson.loads(data)["stack"][1]
        step = END if row[1] == "end" else (getattr(Round, row[1]),)
        assert frame.program[frame.at][: len(step)] == step


def test_a_step_that_is_gone_is_refused_and_never_guessed(monkeypatch: pytest.MonkeyPatch) -> None:
    later = toy_release(steps=("ask_card", "next_seat", "reveal")).later
    monkeypatch.setitem(FRAMES, "round", later)
    with pytest.raises(UnknownVersion, match="the frame 'round' has no step 'ask_boast'"):
        RULES.load(waiting_toys()[0])


def test_a_state_at_a_new_step_was_never_stored_by_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    later = toy_release(steps=INSERTED).later
    data = waiting_toys()[1]
    assert len([*RULES.earlier(RULES.load(data))]) == 2
    monkeypatch.setitem(FRAMES, "round", later)
    state = RULES.load(data)
    state.stack[1].at = later.steps.index("pause")
    assert [*RULES.earlier(state)] == []


def first_stored(slug: str, class_name: str) -> list[bytes]:
    """Return the states of a game that code before this stored while such a frame waited."""
    lines = (HERE / slug / "states" / "format_1.jsonl").read_bytes().splitlines()
    return [
        line for line in lines if any(row[0] == class_name for row in orjson.loads(line)["stack"])
    ]


def test_a_step_inserted_into_a_build_under_a_warrant(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stored by its number the build would be paid, and the warrant asked about, twice."""
    called: list[str] = []
    steps = ("ask_payment", "bless", "announce_payment", "place")
    later = Release(CITADELS, citadels.FRAMES, changed(BuildFrame, called, steps=steps), called)
    assert later.check(monkeypatch, first_stored("citadels", "RevealWarrant")) > 0


def test_a_step_inserted_into_a_turn_under_its_scoring(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stored by its number the turn would score the same twice."""
    called: list[str] = []
    steps = ("draw", "ask_place", "ask_follower", "rest", *Turns.steps[3:])
    finish = (turns, "FINISH", steps.index("finish"))
    later = Release(CASTLE, castle.FRAMES, changed(Turns, called, steps=steps), called, (finish,))
    assert later.check(monkeypatch, first_stored("castle", "Scoring")) > 0
