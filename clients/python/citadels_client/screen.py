"""A game of any ruleset in the terminal, shown only with what the API says about it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import datetime
from itertools import groupby
from pathlib import Path
from textwrap import wrap

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from .api import Api
from .documents import Decision, Event, Game, Option, Result, Seat
from .errors import Problem
from .table import catalogue_entries, catalogue_titles, document_lines, picture_texts
from .texts import texts_in

MAX_EVENTS = 40
"""Events that are printed at a time. A long game that is opened again has more."""
MAX_ROWS = 5
"""Rows of a line of the table. The table as a whole has no limit."""
MAX_LIST = 9
"""Options that are listed one per row. If there are more, those that begin alike share a row."""
PICTURE = Path("table.svg")


class Quit(Exception):
    """The person stops playing."""


class Screen:
    """Prints events, the table and the scores, and asks a person for choices."""

    def __init__(
        self, console: Console, api: Api, picture: Path | None = None, table_every: int = 0
    ) -> None:
        """``picture`` is a file that is rewritten when the game changes. ``table_every`` prints the
        table after that number of moves; with 0 only when the person decides, and at the end.
        """
        self.console = console
        self.api = api
        self.picture = picture
        self.table_every = table_every
        self.texts = texts_in(api.language)
        self._next_table = 0

    # --- what happens --------------------------------------------------------------------------

    def show(self, game: Game, events: list[Event]) -> None:
        """Print new events, the table if it is due, and the scores if the game is over."""
        if len(events) > MAX_EVENTS:
            self._print("  " + self.texts["earlier"].format(len(events) - MAX_EVENTS), "dim")
        for event in events[-MAX_EVENTS:]:
            self._print_wrapped(f"  {event['text']}", style="dim")
        if self.picture and game["table"]:
            self._save_picture(game, self.picture)
        due = self.table_every and game["move_count"] >= self._next_table
        if due or game["status"] != "active":
            self._next_table = game["move_count"] + self.table_every
            self.print_table(game)
            if game["result"]:
                self.print_scores(game, game["result"])
            else:
                self.console.print()

    def print_table(self, game: Game, *, whole: bool = False) -> None:
        """Print the state of the game, the seats and the table, as this user may see them."""
        title, lines = picture_texts(self._fetch_picture(game))
        heading = (title or f"{game['ruleset']}: {game['status']}", game["title"])
        self.console.print()
        self._print(" | ".join(filter(None, heading)), "bold")
        seats = ", ".join(self._seat_name(game, seat) for seat in game["seats"])
        self._print_wrapped(self.texts["seats"].format(seats))
        if game["paused"] or game["frozen"]:
            self._print(self.texts["paused"])
        elif game["deadline"]:
            self._print(self.texts["left"].format(*hours_left(game)))
        if game["table"] and (whole or not lines):
            titles = catalogue_titles(self.api.cards(game["ruleset"]))
            about = game["decision"].get("about") if game["decision"] else None
            document = {**game["table"], "about": about}
            lines = [*lines, *([""] if lines else []), *document_lines(document, titles)]
        for line in lines:
            self._print_wrapped(f"  {line}", max_rows=None if whole else MAX_ROWS)

    def print_scores(self, game: Game, result: Result) -> None:
        """Print places, scores, and where the points come from."""
        scores = self.api.reveal(game["id"])["scores"] or ()  # empty if the game ended early
        items = {row["seat"]: row["items"] for row in scores}
        rows = Table(box=SIMPLE_HEAD)
        for name in ("place", "seat", "points", "made_of"):
            rows.add_column(self.texts[name])
        for number in sorted(range(len(game["seats"])), key=result["placements"].__getitem__):
            cells = (
                result["placements"][number],
                self._seat_name(game, game["seats"][number]),
                result["scores"][number] if result["scores"] else "",
                ", ".join(f"{item['title']} {item['points']}" for item in items.get(number, ())),
            )
            rows.add_row(*(Text(str(cell)) for cell in cells))
        self.console.print(rows)

    # --- a person decides ----------------------------------------------------------------------

    def choose(self, game: Game, decision: Decision) -> str:
        """Ask until the answer matches one option. Raises Quit."""
        self.print_table(game)
        self._print_options(decision)
        while True:
            try:
                answer = self.console.input(Text("\n" + self.texts["prompt"], style="bold"))
            except EOFError:
                raise Quit from None
            if choice := self._obey(answer.strip(), game, decision):
                return choice

    def _obey(self, answer: str, game: Game, decision: Decision) -> str | None:
        """Follow the answer. Returns the choice if it is one. Raises Quit."""
        command, _, words = answer.partition(" ")
        if answer == "q":
            raise Quit
        options = decision.get("options", [])
        numbers = matching_options(answer, options)
        if answer == "?":
            self._print_help(game)
            self._print(self.texts["help"])
        elif command == "?":
            self._print_help(game, words)
        elif not answer:
            self._print_options(decision)
        elif answer == "t":
            self.print_table(game, whole=True)
            self._print_options(decision)
        elif command == "p":
            self._save_picture(
                game, Path(words) if words else self.picture or PICTURE, confirm=True
            )
        elif command == "c" and words:
            self._print_cards(words, game)
        elif len(numbers) == 1:
            return str(options[numbers[0] - 1]["choice"])
        elif numbers:
            self._print_list([(number, option_label(options[number - 1])) for number in numbers])
        else:
            self._print(self.texts["unclear"].format(len(options)))
        return None

    def _print_options(self, decision: Decision) -> None:
        topic = decision["topic"].replace("_", " ")
        question = decision.get("question") or self.texts["decide"].format(topic)
        self.console.print()
        self._print_wrapped(question, style="bold")
        self._print_list(list(enumerate(map(option_label, decision.get("options", [])), start=1)))

    def _print_list(self, options: Sequence[tuple[int, str]]) -> None:
        for row in option_rows(options):
            self._print_wrapped(row)

    def _print_cards(self, words: str, game: Game) -> None:
        """Print the texts of all catalogue entries with these words in their title."""
        query = set(words_in(words))
        lines = self._card_lines(game, lambda title: query <= set(words_in(title)))
        for line in lines or [self.texts["no_card"]]:
            self._print_wrapped(line)

    def _print_help(self, game: Game, words: str = "") -> None:
        """Print what the parts of the table do, or those with these words in their title."""
        query = set(words_in(words))
        parts = [part for part in (game["help"] or {}).values() if part["text"]]
        shown = [part for part in parts if query <= set(words_in(part["title"]))]
        for part in shown:
            self._print_wrapped(f"  {part['title']}: {part['text']}")
        if query and not shown:
            self._print(self.texts["no_help"])

    def _card_lines(self, game: Game, wanted: Callable[[str], bool]) -> list[str]:
        """Return titles and texts of the catalogue entries whose title is wanted."""
        entries = catalogue_entries(self.api.cards(game["ruleset"]))
        return sorted(
            {
                f"{entry['title']}: {entry['text']}"
                for entry in entries
                if entry.get("text") and wanted(entry["title"])
            }
        )

    # --- the service ---------------------------------------------------------------------------

    def _save_picture(self, game: Game, path: Path, *, confirm: bool = False) -> None:
        svg = self._fetch_picture(game)
        try:
            if svg:
                path.write_text(svg, encoding="utf-8")
        except OSError as error:
            self._print(self.texts["not_saved"].format(error))
            return
        if confirm:
            self._print(self.texts["saved" if svg else "no_picture"].format(path))

    def _fetch_picture(self, game: Game) -> str:
        """Return the picture of a game; "" if it has none."""
        try:
            return self.api.board(game["id"]) if game["table"] else ""
        except Problem as problem:
            if problem.code != "picture_not_found":
                raise
            return ""

    # --- lines ---------------------------------------------------------------------------------

    def _print(self, text: str, style: str = "") -> None:
        self.console.print(Text(text, style=style), soft_wrap=True)

    def _print_wrapped(self, text: str, style: str = "", max_rows: int | None = None) -> None:
        """Print a paragraph. Further rows are indented; after ``max_rows`` it is cut."""
        rows = wrap(
            text,
            self.console.width,
            subsequent_indent=" " * (len(text) - len(text.lstrip()) + 2),
            max_lines=max_rows,
            placeholder=" ...",
            break_on_hyphens=False,
        )
        self._print("\n".join(rows), style)

    def _seat_name(self, game: Game, seat: Seat) -> str:
        """Return the name of a seat, which texts use, and what there is to know of it."""
        if seat["name"] is None:
            return self.texts["nobody"]
        marks = {
            "you": seat["number"] == game["your_seat"],
            "away": seat["away"],
            "lost": seat["lost"],
        }
        notes = [self.texts[mark] for mark, holds in marks.items() if holds]
        if seat["bot"]:
            notes.append(self.texts["bot"].format(seat["bot"]))
        return seat["name"] + (f" ({', '.join(notes)})" if notes else "")


def hours_left(game: Game) -> tuple[int, int]:
    """Return the hours and minutes until the deadline, by the clock of the service."""
    assert game["deadline"] is not None
    left = datetime.fromisoformat(game["deadline"]) - datetime.fromisoformat(game["server_time"])
    return divmod(max(0, int(left.total_seconds())) // 60, 60)


def option_label(option: Option) -> str:
    """Return the label of an option, or its key as words if it has none."""
    if "label" in option:
        return str(option["label"])
    line = re.sub(r"[_:]+", " ", option["choice"]).strip()
    return line[:1].upper() + line[1:]


def option_rows(options: Sequence[tuple[int, str]]) -> list[str]:
    """Return numbered labels as rows. If there are many, neighbors that differ only in the last
    word share a row.
    """
    rows = []
    for beginning, group in groupby(options, key=lambda option: option[1].rpartition(" ")[0]):
        members = list(group)
        if beginning and len(members) > 1 and len(options) > MAX_LIST:
            words = (f"[{number}]\u00a0{label.rpartition(' ')[2]}" for number, label in members)
            rows.append(f"       {beginning}  {'  '.join(words)}")
        else:
            rows += [f"{f'[{number}]':>6} {label}" for number, label in members]
    return rows


def matching_options(answer: str, options: Sequence[Option]) -> list[int]:
    """Return the numbers of the options that an answer can mean: one number is that of an option;
    anything else is words of its label, in their order.
    """
    if answer.isdecimal():
        return [int(answer)] if 1 <= int(answer) <= len(options) else []
    query = words_in(answer)
    numbers = []
    for number, option in enumerate(options, start=1):
        rest = iter(words_in(option_label(option)))
        if query and all(word in rest for word in query):
            numbers.append(number)
    return numbers


def words_in(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())
