"""The loop: the only place that moves a program counter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, cast

from tablekernel.errors import IllegalChoice, MatchOver, NotYourDecision
from tablekernel.frames import Choice, Decision, Question
from tablekernel.state import State


class Stuck(Exception):
    """A question without a legal answer: a bug in the rules' code, never a player's fault."""


def run(
    state: State, choice: Choice | None = None, chance: Callable[[], float] | None = None
) -> Question | None:
    """Run to the next open decision. Returns ``None`` when the match is over.

    With a ``choice``, first answer the open decision of a settled state with it. It must be one of
    the options, and is not checked: bots, search and replays take it from the options; external
    callers use ``Rules.play``. With ``chance``, which returns numbers from 0 to 1, all further
    decisions are answered at random, each option with equal probability.

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
        top = stack[-1]
        if top is not frame:
            frame = top
            program = frame.program
        at = frame.at
        step, reply = program[at]
        if reply is None:
            if step is None:
                stack.pop()
            else:
                frame.at = at + 1
                step(frame, state)
            continue
        question: tuple[Any, ...] | None = step(frame, state)
        if question is None:
            frame.at = at + 1
            continue
        options: Sequence[Choice] = question[2]
        count = len(options)
        if count > 1 or (count and question[3]):
            if chance is None:
                return cast("Question", question)
            choice = options[int(chance() * count)]
        elif count:
            choice = options[0]
        else:
            raise Stuck(f"{type(frame).__name__} asks {question[1]} without an option")
        if not reply(frame, state, choice):
            frame.at = at + 1
    return None


def settle(state: State) -> Decision | None:
    """Run, and return the decision as a ``Decision``, for external callers."""
    question = run(state)
    return None if question is None else Decision._make(question)


answer = run
"""``answer(state, choice)``: the name of ``run`` where a choice is made."""


def play_out(state: State, rng: Random) -> None:
    """Play to the end with uniformly random choices."""
    run(state, chance=rng.random)


def find_choice(state: State, seat: int, key: str) -> Choice:
    """Return the option of the open decision with this key.

    Raises ``MatchOver``, ``NotYourDecision`` or ``IllegalChoice``. The state does not change.
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
    """Return the topmost waiting frame of a class, which an interrupt lies on."""
    for frame in reversed(state.stack):
        if isinstance(frame, frame_class):
            return frame
    raise LookupError(f"no {frame_class.__name__} is waiting")
