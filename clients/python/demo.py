"""`make demo`: a whole game over HTTP in the terminal, against bots.

    make demo                          you play
    make demo ARGS=--auto              the demo plays your seat, at random
    make demo ARGS="--auto --seats 7 --pace 0.5 --picture table.svg"
    make demo ARGS="--ruleset=RULESET --language=fr"

It registers a user, plays a whole game, and then verifies the record: the shuffles against the
commitment from the start, and the result of each move.
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
ELSEWHERE = 'make demo ARGS="--url http://127.0.0.1:8001"'


def main(words: Sequence[str]) -> int:
    """Run the demo. Returns 0 only if the game ended and its record is verified."""
    arguments = argument_parser().parse_args(words)
    console = Console()
    try:
        return demo(arguments, console)
    except Unreachable as error:
        print_error(
            console,
            f'{error} Start the service with "make run", or name another address: {ELSEWHERE}',
        )
    except Stalled as error:
        print_error(console, f"{error} Is a worker running? make run starts one.")
    except Problem as error:
        print_error(console, str(error))
    except (Quit, KeyboardInterrupt):
        return 130
    return 1


def print_error(console: Console, line: str) -> None:
    """Print in one line why there is no game."""
    console.print(line, style="red", markup=False, highlight=False, soft_wrap=True)


def argument_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        usage='make demo [ARGS="OPTION ..."]',
        description="Play a game against bots.",
        epilog=f'example: make demo ARGS="--auto --url {URL}"',
    )
    parser.add_argument("--auto", action="store_true", help="let the demo play your seat at random")
    parser.add_argument("--random", type=int, metavar="SEED", help="seed of the choices of --auto")
    parser.add_argument(
        "--ruleset", default="", help="slug of the ruleset (default: the first one)"
    )
    parser.add_argument(
        "--language", choices=("en", "fr"), default="en", help="language of all texts"
    )
    parser.add_argument(
        "--seats",
        type=int,
        help=f"number of seats, yours included (default: {USUAL_SEATS} if possible)",
    )
    parser.add_argument(
        "--bots",
        default="easy",
        metavar="LEVEL",
        help="level of the bots: easy, expert/thief, ...",
    )
    parser.add_argument(
        "--pace", type=float, default=0.0, help="seconds before each choice of yours"
    )
    parser.add_argument("--url", default=URL, help=f"address of the service (default: {URL})")
    parser.add_argument("--save", type=Path, metavar="FILE", help="save the record of the game")
    parser.add_argument("--picture", type=Path, metavar="FILE", help=PICTURE_HELP)
    return parser


def demo(arguments: argparse.Namespace, console: Console) -> int:
    api = Api(arguments.url, language=arguments.language)
    ruleset = find_ruleset(api, arguments.ruleset)
    seats = arguments.seats or usual_seats(ruleset)
    username = f"you_{secrets.token_hex(3)}"  # sentences about moves name it
    password = secrets.token_urlsafe(16)
    api.register(username, password)
    api.log_in(username, password, name="demo")
    game = api.create(ruleset=ruleset["slug"], seats=seats, bots=[arguments.bots] * (seats - 1))
    game = api.start(game["id"])
    console.print(f"You are {username} in game {game['id']}.", highlight=False)
    console.print(f"commitment {game['commitment']}", style="dim", highlight=False)
    play(api, game, arguments, console)
    return check_record(api, game, arguments.save, console)


def play(api: Api, game: Game, arguments: argparse.Namespace, console: Console) -> None:
    """Play the game to its end. A person who quits resigns, and bots finish the game."""
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
