"""`make demo`: a whole game over HTTP in the terminal, against bots.

    make demo                          you play
    make demo ARGS=--auto              the demo plays your seat, too, by chance
    make demo ARGS="--auto --seats 7 --pace 0.5 --picture table.svg"
    make demo ARGS="--ruleset=RULESET --language=fr"

It opens an account of its own, plays until somebody has won, and then checks the record of the
game: that the shuffles are those that were promised at the start, and each move what it led to.
"""

from __future__ import annotations

import argparse
import secrets
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random

from rich.console import Console

from clients.python.citadels_client import Api, Problem, Unreachable
from clients.python.citadels_client.choosers import by_chance
from clients.python.citadels_client.cli import (
    PICTURE_HELP,
    USUAL_SEATS,
    WATCH_TABLE_EVERY,
    find_ruleset,
    usual_seats,
)
from clients.python.citadels_client.documents import Game
from clients.python.citadels_client.play import Stalled, play_to_end
from clients.python.citadels_client.screen import Quit, Screen
from clients.python.records import verify_record

URL = "http://127.0.0.1:8000"


def main(words: Sequence[str]) -> int:
    """Returns the exit code: 0 only if the game ended and its record is true."""
    arguments = parser().parse_args(words)
    console = Console()
    try:
        return demo(arguments, console)
    except Unreachable as error:
        print_error(console, f"{error} Start the service with: make run")
    except Stalled as error:
        print_error(console, f"{error} Does the service have a worker? make run starts one.")
    except Problem as error:
        print_error(console, str(error))
    except (Quit, KeyboardInterrupt):
        return 130
    return 1


def print_error(console: Console, line: str) -> None:
    """Say in one line why there is no game."""
    console.print(line, style="red", markup=False, highlight=False, soft_wrap=True)


def parser() -> argparse.ArgumentParser:
    found = argparse.ArgumentParser(prog="make demo", description="Play a game against bots.")
    found.add_argument("--auto", action="store_true", help="let the demo play your seat")
    found.add_argument(
        "--random", type=int, metavar="SEED", help="with --auto: the seed of its choices"
    )
    found.add_argument("--ruleset", default="", help="which ruleset (the first of the service)")
    found.add_argument("--language", choices=("en", "fr"), default="en", help="of all texts")
    found.add_argument("--seats", type=int, help=f"yours included (about {USUAL_SEATS})")
    found.add_argument("--bots", default="greedy", metavar="LEVEL", help="greedy, quick/thief, ...")
    found.add_argument("--pace", type=float, default=0.0, help="seconds before each own choice")
    found.add_argument("--url", default=URL, help=f"where the service is ({URL})")
    found.add_argument("--save", type=Path, metavar="FILE", help="keep the record of the game")
    found.add_argument("--picture", type=Path, metavar="FILE", help=PICTURE_HELP)
    return found


def demo(arguments: argparse.Namespace, console: Console) -> int:
    api = Api(arguments.url, language=arguments.language)
    ruleset = find_ruleset(api, arguments.ruleset)
    seats = arguments.seats or usual_seats(ruleset)
    username = f"demo-{secrets.token_hex(4)}"
    password = secrets.token_urlsafe(16)
    api.register(username, password)
    api.log_in(username, password, name="demo")
    game = api.create(ruleset=ruleset["slug"], seats=seats, bots=[arguments.bots] * (seats - 1))
    game = api.start(game["id"])
    console.print(f"{username} plays game {game['id']}.", highlight=False)
    console.print(f"commitment {game['commitment']}", style="dim", highlight=False)
    play(api, game, arguments, console)
    return check_record(api, game, arguments.save, console)


def play(api: Api, game: Game, arguments: argparse.Namespace, console: Console) -> None:
    """Play the game to its end. A person who leaves the table resigns: bots finish the game."""
    screen = Screen(console, api, arguments.picture, WATCH_TABLE_EVERY if arguments.auto else 0)
    choose = by_chance(Random(arguments.random)) if arguments.auto else screen.choose
    try:
        play_to_end(api, game["id"], choose, screen, pace=arguments.pace)
    except (Quit, KeyboardInterrupt):
        api.resign(game["id"])
        console.print(screen.texts["resigned"])
        raise


def check_record(api: Api, game: Game, save: Path | None, console: Console) -> int:
    """Download the record and check it against what was published at the start."""
    data = api.export(game["id"])
    if save:
        save.write_bytes(data)
    verdict = verify_record(data, commitment=game["commitment"] or "")
    style = "green" if verdict.ok else "bold red"
    console.print(f"verify: {'passed' if verdict.ok else 'FAILED'}, {verdict.reason}", style=style)
    return 0 if verdict.ok else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
