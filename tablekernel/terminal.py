"""`tablekernel`: play a match of any game in the terminal, without a server.

    tablekernel                                          you play seat 0 against bots
    tablekernel --ruleset SLUG --play 1 --language fr
    tablekernel --watch --seats 6 --seed 7 --record match.json

It knows no game: it shows the texts that every ruleset has.
"""

from __future__ import annotations

import argparse
import json
import secrets
import shutil
import signal
import sys
from collections.abc import Collection, Sequence
from hashlib import sha256
from pathlib import Path
from random import Random
from textwrap import wrap
from typing import Any, Final
from xml.etree import ElementTree

from tablekernel import registry
from tablekernel.bots import Bots, Budget, make_observation
from tablekernel.errors import OptionsRefused
from tablekernel.events import event_for
from tablekernel.frames import Decision
from tablekernel.presentation import Presentation
from tablekernel.record import move_row, seal, start_row
from tablekernel.rules import Played, Rules
from tablekernel.scene import Scene

USUAL_SEATS: Final = 4
"""Seats of a match, if the ruleset allows this number."""

ITERATIONS: Final = 50
"""Thinking time of the bots that search. Not in seconds, so that a seed repeats a match."""

SHORT_LIST: Final = 12
"""Options that are listed one per row. More share rows."""

TEXTS: Final = {
    "en": {
        "seed": "Seed: {}",
        "decides": "Seat {}: {}",
        "prompt": "Your choice (number, t: table, ?: cards, q: quit): ",
        "unclear": "Type a number from 1 to {}, t for the table, ? for the cards, or q to quit.",
        "score": "{}. seat {}: {} points",
        "recorded": "The record is in {}.",
        "ended": "The input ended before the match.",
    },
    "fr": {
        "seed": "Graine\xa0: {}",
        "decides": "Joueur {}\xa0: {}",
        "prompt": "Votre choix (numéro, t\xa0: table, ?\xa0: cartes, q\xa0: quitter)\xa0: ",
        "unclear": (
            "Tapez un numéro de 1 à {}, t pour la table, ? pour les cartes ou q pour quitter."
        ),
        "score": "{}. joueur {}\xa0: {} points",
        "recorded": "La partie est enregistrée dans {}.",
        "ended": "L'entrée s'est terminée avant la partie.",
    },
}


class Quit(Exception):
    """The person stops playing."""


class Match:
    """A match, with all that a record and its viewers need."""

    def __init__(self, rules: Rules, options: dict[str, Any], seats: int, seed: str) -> None:
        """Start a match. Raises ``OptionsRefused``."""
        self.rules = rules
        self.seats = seats
        self.options = rules.check_options(options, seats)
        self.seed = sha256(seed.encode()).digest()
        self.events: list[dict[str, Any]] = []
        self.moves: list[dict[str, Any]] = []
        self.state, played = rules.start(self.options, seats, self.seed)
        self.start = start_row(played)
        self._add_events(played)

    @property
    def decision(self) -> Decision | None:
        """The open decision, or None when the match is over."""
        return self.rules.decision(self.state)

    @property
    def last_seat(self) -> int | None:
        """The seat of the last move."""
        return self.moves[-1]["seat"] if self.moves else None

    def play(self, seat: int, key: str) -> None:
        """Answer the open decision."""
        played = self.rules.play(self.state, seat, key)
        self.moves.append(move_row(len(self.moves) + 1, seat, key, played.chance, played.hash))
        self._add_events(played)

    def _add_events(self, played: Played) -> None:
        self.events += [event.to_json() for event in played.events]

    def seen_events(self, seat: int | None, first: int = 0) -> list[dict[str, Any]]:
        """Return the events from number ``first`` on, as a seat or a spectator may know them."""
        return [event_for(event, seat) for event in self.events[first:]]

    def record(self) -> bytes:
        """Return the record of the match so far."""
        return seal(
            rules=self.rules,
            options=self.options,
            seats=self.seats,
            seed=self.seed,
            nonce=sha256(b"nonce" + self.seed).digest(),
            start=self.start,
            moves=self.moves,
            result=self.rules.result(self.state),
            about={},
        )


class BotPlayer:
    """Plays the seats without a person, all with the same bot."""

    def __init__(self, match: Match, bots: Bots, level: str, profile: str | None) -> None:
        """Raises ``KeyError`` for an unknown level or profile."""
        self.match = match
        self.bot = bots.bot(level, profile)
        self.listens = level in bots.listens
        self.iterations = ITERATIONS if bots.seconds.get(level) else 0
        self.rng = Random(match.seed)

    def choose(self, decision: Decision) -> str:
        """Return the key of a choice."""
        events = self.match.seen_events(decision.seat) if self.listens else []
        observation = make_observation(self.match.rules, self.match.state, events)
        return self.bot(observation, Budget(iterations=self.iterations), self.rng).key


class Screen:
    """Prints events and the table, and asks people for choices."""

    def __init__(
        self, match: Match, presentation: Presentation, people: Collection[int], language: str
    ) -> None:
        self.match = match
        self.presentation = presentation
        self.people = people
        self.language = language
        self.texts = TEXTS.get(language, TEXTS["en"])
        self._shown = dict.fromkeys(people or (None,), 0)

    def show_events(self, viewer: int | None) -> None:
        """Print the events that this viewer has not seen yet."""
        for event in self.match.seen_events(viewer, self._shown[viewer]):
            self._print("  " + self.presentation.text(event, self.language))
        self._shown[viewer] = len(self.match.events)

    def show_table(self, viewer: int | None) -> None:
        """Print the title and the description of the picture; the view if there is none."""
        rules, state, decision = self.match.rules, self.match.state, self.match.decision
        view = rules.view(state, viewer)
        scene = Scene(view, decision.seat if decision else None, rules.result(state), {})
        picture = self.presentation.picture(scene, self.language)
        if picture is None:
            lines = json.dumps(view, ensure_ascii=False, indent=1).splitlines()
        else:
            texts = {str(one.tag).rpartition("}")[2]: one.text for one in ElementTree.XML(picture)}
            lines = [texts.get("title") or "", *(texts.get("desc") or "").splitlines()]
        self._print("")
        for line in lines:
            self._print(line)

    def show_help(self, viewer: int | None) -> None:
        """Print what the cards and other parts of the table do."""
        view = self.match.rules.view(self.match.state, viewer)
        self._print("")
        for part in self.presentation.help(view, self.language).values():
            self._print(f"{part['title']}: {part['text']}")

    def show_scores(self) -> None:
        """Print places, points and what they are made of."""
        state = self.match.state
        result = self.match.rules.result(state)
        assert result is not None
        self._print("")
        for row in sorted(
            self.presentation.score_sheet(state, self.language) or (),
            key=lambda row: result["placements"][row["seat"]],
        ):
            place = result["placements"][row["seat"]]
            line = self.texts["score"].format(place, row["seat"], row["total"])
            parts = ", ".join(f"{item['title']} {item['points']}" for item in row["items"])
            self._print(f"{line} ({parts})" if parts else line)

    def choose(self, decision: Decision) -> str:
        """Ask until a number matches an option, and return its key. Raises ``Quit`` and
        ``EOFError``.
        """
        seat, presentation = decision.seat, self.presentation
        described = self.match.rules.describe(self.match.state, decision)
        labels = [presentation.label(option, self.language) for option in described["options"]]
        question = presentation.question(described, self.language)
        self.show_events(seat)
        if self.match.last_seat != seat:
            self.show_table(seat)
        while True:
            self._print("")
            self._print(self.texts["decides"].format(seat, question))
            for row in option_rows(labels):
                self._print(row)
            answer = input(self.texts["prompt"]).strip().casefold()
            if answer == "q":
                raise Quit
            if answer == "t":
                self.show_table(seat)
            elif answer == "?":
                self.show_help(seat)
            elif answer.isdecimal() and 1 <= int(answer) <= len(labels):
                return decision.options[int(answer) - 1].key
            else:
                self._print(self.texts["unclear"].format(len(labels)))

    def _print(self, text: str) -> None:
        indent = " " * (len(text) - len(text.lstrip()) + 2)
        width = max(40, shutil.get_terminal_size().columns)
        rows = wrap(text, width, subsequent_indent=indent, break_on_hyphens=False)
        print("\n".join(rows).replace("\xa0", " "))


def option_rows(labels: Sequence[str]) -> list[str]:
    """Return numbered labels, one per row, or as one paragraph if there are many."""
    rows = [f"{f'[{number}]':>5} {label}" for number, label in enumerate(labels, start=1)]
    if len(rows) <= SHORT_LIST:
        return rows
    return ["  " + "   ".join(row.strip().replace(" ", "\xa0") for row in rows)]


def play(match: Match, bots: BotPlayer, screen: Screen) -> None:
    """Play a match to its end. Raises ``Quit`` and ``EOFError``."""
    while (decision := match.decision) is not None:
        if decision.seat in screen.people:
            match.play(decision.seat, screen.choose(decision))
        else:
            match.play(decision.seat, bots.choose(decision))
        if not screen.people:
            screen.show_events(None)
    viewer = min(screen.people, default=None)
    screen.show_events(viewer)
    screen.show_table(viewer)
    screen.show_scores()


def main(words: Sequence[str]) -> int:
    """Run the command. Returns the exit code: 0 if the match ended or the person quit."""
    parser = argument_parser()
    arguments = parser.parse_args(words)
    ruleset = registry.ruleset(arguments.ruleset)
    presentation, bots = ruleset.presentation, ruleset.bots
    fewest, most = ruleset.rules.min_seats, ruleset.rules.max_seats
    usual_seats = min(max(USUAL_SEATS, fewest), most)
    seats = usual_seats if arguments.seats is None else arguments.seats
    people = () if arguments.watch else arguments.play
    level, _, profile = arguments.bots.partition("/")
    level = level or [name for name in bots.levels if name not in bots.seconds][-1]
    language = arguments.language or presentation.languages[0]
    seed = arguments.seed or secrets.token_hex(4)
    if not fewest <= seats <= most:
        parser.error(f"--seats: {presentation.title} has {fewest} to {most} seats")
    if not set(people) <= set(range(seats)):
        parser.error(f"--play: the seats are 0 to {seats - 1}")
    if language not in presentation.languages:
        parser.error(f"--language: one of {', '.join(presentation.languages)}")
    if arguments.record and not arguments.record.parent.is_dir():
        parser.error(f"--record: there is no folder {arguments.record.parent}")
    try:
        match = Match(ruleset.rules, arguments.options, seats, seed)
        player = BotPlayer(match, bots, level, profile or None)
    except OptionsRefused as refusal:
        parser.error(f"--options: {refusal.message}")
    except KeyError:
        levels, profiles = ", ".join(bots.levels), ", ".join(bots.profiles)
        parser.error(f"--bots: levels are {levels}; profiles are {profiles}")
    screen = Screen(match, presentation, people, language)
    print(screen.texts["seed"].format(seed))
    code = 0
    try:
        play(match, player, screen)
    except Quit:
        pass
    except EOFError:
        print(f"\n{screen.texts['ended']}", file=sys.stderr)
        code = 1
    except KeyboardInterrupt:
        print(file=sys.stderr)
        code = 130
    if arguments.record:
        try:
            arguments.record.write_bytes(match.record())
        except OSError as error:
            print(error, file=sys.stderr)
            return 1
        print(screen.texts["recorded"].format(arguments.record))
    return code


def argument_parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    slugs = [ruleset.slug for ruleset in registry.rulesets()]
    parser = argparse.ArgumentParser(
        prog="tablekernel", description="Play a match in the terminal, against bots."
    )
    parser.add_argument("--ruleset", choices=slugs, default=slugs[0], help="what is played")
    parser.add_argument("--seats", type=int, help=f"number of seats (default: {USUAL_SEATS})")
    parser.add_argument(
        "--options", type=json_object, default={}, metavar="JSON", help="options of the match"
    )
    parser.add_argument("--seed", metavar="TEXT", help="the same seed gives the same match")
    parser.add_argument(
        "--bots", default="", metavar="LEVEL", help="level of the bots, or level/profile"
    )
    parser.add_argument("--language", help="language of the texts: en, fr")
    who = parser.add_mutually_exclusive_group()
    who.add_argument(
        "--play", type=seat_numbers, default=(0,), metavar="SEATS", help="your seats: 0 or 0,2"
    )
    who.add_argument("--watch", action="store_true", help="bots play all seats")
    parser.add_argument("--record", type=Path, metavar="FILE", help="write the record of the match")
    return parser


def json_object(text: str) -> dict[str, Any]:
    """Read a JSON object. Raises ``ArgumentTypeError``."""
    try:
        value = json.loads(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"not JSON: {error}") from None
    if not isinstance(value, dict):
        raise argparse.ArgumentTypeError('not a JSON object, such as {"name": "value"}')
    return value


def seat_numbers(text: str) -> tuple[int, ...]:
    """Read numbers of seats. Raises ``ArgumentTypeError``."""
    try:
        return tuple(sorted({int(word) for word in text.split(",")}))
    except ValueError:
        raise argparse.ArgumentTypeError("numbers of seats, such as 0 or 0,2") from None


def run() -> None:
    """Start the command with the arguments of this process."""
    if hasattr(signal, "SIGPIPE"):  # not on Windows
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # `... --watch | head` ends quietly
    sys.exit(main(sys.argv[1:]))


if __name__ == "__main__":
    run()
