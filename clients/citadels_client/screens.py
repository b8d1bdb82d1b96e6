"""Where the table is drawn: anew for each of a person's decisions, in place, or in plain lines."""

from __future__ import annotations

from collections import deque
from types import TracebackType

from rich.console import Console
from rich.live import Live

from .documents import Decision, Event, Game
from .table import crown_sign, drawn_match, drawn_options
from .words import Cards

LAST_EVENTS = 8


class LinesScreen:
    """Events as lines, and the table at the start of each round: for logs and pipes."""

    def __init__(self, console: Console, cards: Cards) -> None:
        self.console = console
        self.cards = cards
        self._round = 0

    def show(self, game: Game, events: list[Event]) -> None:
        for event in events:
            self.console.print(f"  {event['text']}", style="dim", markup=False, highlight=False)
        number = (game["table"] or {}).get("round", 0)
        if number != self._round or game["status"] != "active":
            self._round = number
            self.console.print(drawn_match(game, self.cards, (), crown_sign(self.console)))


class LiveScreen:
    """One table, drawn over itself, with the last events below: for watching."""

    def __init__(self, console: Console, cards: Cards) -> None:
        self.console = console
        self.cards = cards
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
        drawing = drawn_match(game, self.cards, tuple(self._events), crown_sign(self.console))
        self._live.update(drawing, refresh=True)


class PersonScreen:
    """Tells what happened, and draws table and options when the person has to decide."""

    def __init__(self, console: Console, cards: Cards) -> None:
        self.console = console
        self.cards = cards

    def show(self, game: Game, events: list[Event]) -> None:
        for event in events:
            self.console.print(f"  {event['text']}", style="dim", markup=False, highlight=False)

    def choose(self, game: Game, decision: Decision) -> str:
        """Ask until the answer is the number of an option; ``q`` raises Quit."""
        self.console.print()
        self.console.print(drawn_match(game, self.cards, (), crown_sign(self.console)))
        self.console.print(drawn_options(game, decision, self.cards))
        options = decision.get("options", [])
        while True:
            try:
                said = self.console.input("Your choice (q leaves the table): ").strip().lower()
            except EOFError:
                raise Quit from None
            if said == "q":
                raise Quit
            if said.isdecimal() and 1 <= int(said) <= len(options):
                return str(options[int(said) - 1]["choice"])
            self.console.print(f"Type a number from 1 to {len(options)}, or q.")


class Quit(Exception):
    """The person leaves the table."""
