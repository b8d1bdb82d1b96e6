"""The loop: the only place that moves a program counter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from engine.errors import IllegalChoice, MatchOver, NotYourDecision
from engine.kernel.frames import Choice, Decision, Question
from engine.kernel.state import State


class Stuck(Exception):
    """A question without a legal answer: a fault of the rules' code, never of a player."""


def run(
    state: State, choice: Choice | None = None, chance: Callable[[], float] | None = None
) -> Question | None:
    """Run on to the next open decision; ``None`` when the match is over.

    With a ``choice``, first answer the open decision of a settled state with it: one of its own
    options, unchecked. That is for bots, search and replays, which take it from the options; doors
    to the outside use ``Ruleset.play``. With ``chance``, which gives numbers from 0 up to 1, all
    decisions to come are answered at random, each option as likely as the others.

    A decision with one option is answered here, unless it is secret. Running twice gives the same
    decision.
    """
    stack = state.stack
    if not stack:
        return None
    frame = stack[-1]
    program = frame.program
    if choice is not None:
        at = frame.at
        if not program[at][1](frame, state, choice):
            frame.at = at + 1
    while stack:
        if stack[-1] is not frame:
            frame = stack[-1]
            program = frame.program
        at = frame.at
        step, reply = program[at]
        if reply is None:
            if step is None:
                del stack[-1]
            else:
                frame.at = at + 1
                step(frame, state)
            continue
        question: Any = step(frame, state)
        if question is None:
            frame.at = at + 1
            continue
        options: Sequence[Choice] = question[2]
        count = len(options)
        if count > 1 or (count and question[3]):
            if chance is None:
                asked: Question = question
                return asked
            choice = options[int(chance() * count)]
        elif count:
            choice = options[0]
        else:
            raise Stuck(f"{type(frame).__name__} asks {question[1]} without an option")
        if not reply(frame, state, choice):
            frame.at = at + 1
    return None


def settle(state: State) -> Decision | None:
    """``run``, with the decision spelt out: for all doors to the outside."""
    question = run(state)
    return None if question is None else Decision._make(question)


answer = run
"""``answer(state, choice)``: what to call it where a choice is made."""


def play_out(state: State, rng: Random) -> None:
    """Play on to the end with uniformly random choices."""
    run(state, chance=rng.random)


def find_choice(state: State, seat: int, key: str) -> Choice:
    """The option of the open decision that has this key.

    Raises ``MatchOver``, ``NotYourDecision`` or ``IllegalChoice``; the state is not changed.
    """
    decision = settle(state)
    if decision is None:
        raise MatchOver
    if decision.seat != seat:
        raise NotYourDecision(decision.seat)
    for choice in decision.options:
        if choice.key == key:
            return choice
    raise IllegalChoice(key, tuple(choice.key for choice in decision.options))


def nearest(state: State, frame_class: type[Any]) -> Any:
    """The topmost waiting frame of a class: what an interrupt lies on."""
    for frame in reversed(state.stack):
        if isinstance(frame, frame_class):
            return frame
    raise LookupError(f"no {frame_class.__name__} is waiting")
