"""Where the table is drawn: anew for each of a person's decisions, in place, or in plain lines."""

from __future__ import annotations

from collections import deque
from types import TracebackType

from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from .documents import Decision, Event, Game
from .guides import Guide

LAST_EVENTS, FEW_EVENTS = 8, 2


class LinesScreen:
    """Events as lines, and the table at the start of each part of the match: for logs and pipes."""

    def __init__(self, console: Console, guide: Guide) -> None:
        self.console = console
        self.guide = guide
        self._part: object = None

    def show(self, game: Game, events: list[Event]) -> None:
        for event in events:
            self.console.print(f"  {event['text']}", style="dim", markup=False, highlight=False)
        part = self.guide.part(game)
        if part != self._part or game["status"] != "active":
            self._part = part
            self.console.print(self.guide.table(game, self.console))


class LiveScreen:
    """One table, drawn over itself, with the last events below, or above where there is no room."""

    def __init__(self, console: Console, guide: Guide) -> None:
        self.console = console
        self.guide = guide
        self._events: deque[Event] = deque(maxlen=LAST_EVENTS)
        self._live = Live(console=console, auto_refresh=False, vertical_overflow="crop")

    def __enter__(self) -> LiveScreen:
        self._live.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._live.stop()

    def show(self, game: Game, events: list[Event]) -> None:
        self._events.extend(events)
        news = [Text(f"  {event['text']}", style="dim") for event in self._events]
        table = self.guide.table(game, self.console)
        high = len(self.console.render_lines(table))
        if high + LAST_EVENTS < self.console.height:
            drawing = Group(table, *news)
        else:  # what goes over the edge is not seen: better the far end of the table
            drawing = Group(*news[-FEW_EVENTS:], table)
        self._live.update(drawing, refresh=True)


class PersonScreen:
    """Tells what happened, and draws table and options when the person has to decide."""

    def __init__(self, console: Console, guide: Guide) -> None:
        self.console = console
        self.guide = guide

    def show(self, game: Game, events: list[Event]) -> None:
        for event in events:
            self.console.print(f"  {event['text']}", style="dim", markup=False, highlight=False)

    def choose(self, game: Game, decision: Decision) -> str:
        """Ask until the answer is one of the options; ``q`` raises Quit."""
        self.console.print()
        self.console.print(self.guide.table(game, self.console))
        self.console.print(self.guide.options(game, decision, self.console))
        while True:
            try:
                said = self.console.input("Your choice (q leaves the table): ").strip().lower()
            except EOFError:
                raise Quit from None
            if said == "q":
                raise Quit
            if choice := self.guide.understood(said, decision):
                return choice
            self.console.print(self.guide.how_to_say(decision))


class Quit(Exception):
    """The person leaves the table."""
