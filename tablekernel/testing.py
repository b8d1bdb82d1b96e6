"""A table for rule tests: play, refuse, and look at questions and views.

The table knows no game; a game's own ``testing`` module builds positions on it. Before every answer
the match is parked: written to JSON, dropped and loaded, so every test also proves that a match can
wait for days at that point.
"""

from __future__ import annotations

from typing import Any

from tablekernel.errors import IllegalChoice, NotYourDecision
from tablekernel.events import Event, event_for
from tablekernel.frames import Decision
from tablekernel.loop import settle
from tablekernel.rules import Rules
from tablekernel.state import State

LETTERS = "ABCDEFGH"


def seat_of(letter: str) -> int:
    """Return the number of a seat: ``A`` is seat 0, and so on clockwise."""
    return LETTERS.index(letter)


class Table:
    """A match in progress, spoken to in table language: seats are letters, choices are their keys.

    >>> table.plays("A", "gather:gold", "build:palace", "end_turn")
    >>> table.refuses("B", "build:manor")
    >>> assert table.question == ("B", "gather")
    """

    def __init__(self, rules: Rules, state: State) -> None:
        self.rules = rules
        self.state = state
        self.events: list[Event] = []
        state.events = self.events
        settle(state)
        state.events = None

    # -- asking

    @property
    def decision(self) -> Decision:
        """The open decision. Fails when the match is over."""
        decision = settle(self.state)
        assert decision is not None, "the match is over"
        return decision

    @property
    def over(self) -> bool:
        return settle(self.state) is None

    @property
    def question(self) -> tuple[str, str]:
        """The deciding seat and the topic: ``("A", "gather")``."""
        return LETTERS[self.decision.seat], self.decision.topic

    @property
    def options(self) -> list[str]:
        """The keys of all legal choices."""
        return [choice.key for choice in self.decision.options]

    def offers(self, *keys: str) -> bool:
        """True if each of these is a legal choice now."""
        return set(keys) <= set(self.options)

    def events_of(self, kind: str) -> list[dict[str, Any]]:
        """Return the public parts of all events of a kind so far, oldest first."""
        return [event.public for event in self.events if event.kind == kind]

    def events_for(self, letter: str | None, kind: str | None = None) -> list[dict[str, Any]]:
        """Return all events so far, or those of a kind, as a seat or, without a letter, a spectator
        may know them.
        """
        seat = None if letter is None else seat_of(letter)
        return [
            event_for(event.to_json(), seat)
            for event in self.events
            if kind is None or event.kind == kind
        ]

    def view(self, letter: str | None = None) -> dict[str, Any]:
        """Return what a seat or, without a letter, a spectator may know."""
        return self.rules.view(self.state, None if letter is None else seat_of(letter))

    # -- answering

    def plays(self, letter: str, *keys: str) -> None:
        """Answer open decisions of a seat, one key each."""
        for key in keys:
            self.park()
            assert self.question[0] == letter, f"{self.question} is asked, not {letter} ({key})"
            assert key in self.options, f"{key} is not among {self.options}"
            self.events.extend(self.rules.play(self.state, seat_of(letter), key).events)

    def refuses(self, letter: str, *keys: str) -> None:
        """Check that each of these is refused, and that a refused choice changes nothing."""
        for key in keys:
            before = self.rules.dump(self.state)
            try:
                self.rules.play(self.state, seat_of(letter), key)
            except (IllegalChoice, NotYourDecision):
                pass
            else:
                raise AssertionError(f"{key} was accepted")
            assert self.rules.dump(self.state) == before

    def park(self) -> None:
        """Write the match to JSON and continue with what is loaded from it."""
        stored = self.rules.dump(self.state)
        self.state = self.rules.load(stored)
        settle(self.state)
        assert self.rules.dump(self.state) == stored, "reading back or settling changed the state"
