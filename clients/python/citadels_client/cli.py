"""`citadels-play`: finds, creates and plays games in the terminal, and helps to build clients.

citadels-play register alice --url https://citadels.example.org
citadels-play list
citadels-play create --seats 4 --bots easy,easy,easy
citadels-play create --ruleset RULESET --bots easy
citadels-play play GAME --picture table.svg
citadels-play listen --forward http://127.0.0.1:9000/hook
citadels-play replay GAME --pace 2
"""

from __future__ import annotations

import argparse
import getpass
import json
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from itertools import groupby
from pathlib import Path
from typing import Any

import shtab
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from .api import Api
from .documents import Game
from .errors import Problem, Unreachable
from .keyring import Login, load_login, save_login_file, saved_client_id
from .listening import Forwarder, new_notifications
from .oauth import Grant, device_log_in, refresh
from .play import Stalled, play_to_end
from .screen import Quit, Screen
from .transport import Transport
from .watching import watch

PROGRAM = "citadels-play"
APPLICATION = "Terminal client"
"""The name as an application. Services refuse names that contain the name of the service."""
SCOPE = "games:read games:play games:create"
USUAL_SEATS = 4
"""Seats of a new game, if the ruleset allows this number."""
WATCH_TABLE_EVERY = 20
"""Moves after which spectators see the table again."""
URL = "http://127.0.0.1:8000"
MONTH = 30 * 24 * 3600.0
ASK_EVERY = 5.0
PICTURE_HELP = "rewrite this SVG file whenever the table changes"
FORWARD_HELP = "send each one to this URL, signed like a call of a webhook"
BOTS = "levels, or level/profile: easy, expert/builder, ..."


def run() -> None:
    sys.exit(main(sys.argv[1:]))


def main(words: Sequence[str], console: Console | None = None) -> int:
    """Run a command. Returns the exit code."""
    arguments = argument_parser().parse_args(words)
    console = console or Console()
    try:
        arguments.command(arguments, console)
    except (Problem, Unreachable, Stalled) as error:
        console.print(str(error), style="red", markup=False, highlight=False, soft_wrap=True)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def argument_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=PROGRAM, description="Play slow board games in the terminal."
    )
    shtab.add_argument_to(parser, "--completion", help="print the completion for a shell")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    machine = argparse.ArgumentParser(add_help=False)
    machine.add_argument("--json", action="store_true", help="print JSON, one document a line")
    for name, command, description in (
        ("register", register, "create an account and log in"),
        ("log-in", log_in, "log in; the token is saved in a file that only you can read"),
    ):
        login_command = commands.add_parser(name, help=description)
        if command is register:
            login_command.add_argument("username")
        else:
            login_command.add_argument(
                "username", nargs="?", help="log in with a password; without a name in a browser"
            )
        login_command.add_argument(
            "--url", default=URL, help=f"address of the service (default: {URL})"
        )
        login_command.add_argument(
            "--language", choices=("en", "fr"), default="en", help="language of all texts"
        )
        login_command.set_defaults(command=command)
    list_command = commands.add_parser(
        "list", parents=[machine], help="list your games, and lobbies with a free seat"
    )
    list_command.set_defaults(command=list_games)
    create_command = commands.add_parser(
        "create",
        parents=[machine],
        help="create a game; it starts at once if bots take all other seats",
    )
    create_command.add_argument(
        "--ruleset", default="", help="slug of the ruleset (default: the first one)"
    )
    create_command.add_argument(
        "--seats",
        type=int,
        help=f"number of seats, yours included (default: {USUAL_SEATS} if possible)",
    )
    create_command.add_argument("--bots", default="", metavar="BOT,BOT", help=BOTS)
    create_command.set_defaults(command=create)
    for name, command, description in (
        ("join", join, "take a seat"),
        ("start", start, "start a game that you host"),
        ("play", play, "play your seat; q quits and keeps it"),
        ("watch", follow, "watch without a seat"),
        ("replay", replay, "show what happened in a game, move by move"),
    ):
        prints = command in (join, start, replay)
        game_command = commands.add_parser(
            name, parents=[machine] if prints else [], help=description
        )
        game_command.add_argument("game", help="id of the game")
        if command in (play, follow, replay):
            game_command.add_argument("--picture", type=Path, metavar="FILE", help=PICTURE_HELP)
        if command is replay:
            game_command.add_argument(
                "--pace", type=float, default=1.0, help="seconds between two moves (default: 1)"
            )
        game_command.set_defaults(command=command)
    listen_command = commands.add_parser(
        "listen", parents=[machine], help="print your notifications as they come, or forward them"
    )
    listen_command.add_argument("--forward", metavar="URL", help=FORWARD_HELP)
    listen_command.add_argument("--secret", default="", help="signs what is forwarded (whsec_...)")
    listen_command.set_defaults(command=listen)
    return parser


# --- accounts ----------------------------------------------------------------------------------


def register(arguments: argparse.Namespace, console: Console) -> None:
    password = getpass.getpass("Choose a password: ")
    Api(arguments.url, language=arguments.language).register(arguments.username, password)
    save_login(arguments, password, console)


def log_in(arguments: argparse.Namespace, console: Console) -> None:
    if arguments.username:
        save_login(arguments, getpass.getpass("Password: "), console)
        return

    def show(address: str, code: str) -> None:
        print_line(f"Open {address} in a browser, and compare the code: {code}", console)

    client_id = saved_client_id(arguments.url)
    grant = device_log_in(arguments.url, APPLICATION, SCOPE, show, client_id=client_id)
    path = save_grant(Login(arguments.url, "", arguments.language), grant)
    name = open_api().me()["username"]
    print_line(f"Logged in as {name}. The token is saved in {path}.", console)


def save_grant(login: Login, grant: Grant) -> Path:
    client_id, token, refresh_token = grant
    tokens = {"token": token, "client_id": client_id, "refresh_token": refresh_token}
    return save_login_file(login._replace(**tokens))


def save_login(arguments: argparse.Namespace, password: str, console: Console) -> None:
    api = Api(arguments.url, language=arguments.language)
    token = api.log_in(arguments.username, password, name=PROGRAM)
    client_id = saved_client_id(arguments.url)
    path = save_login_file(Login(arguments.url, token, arguments.language, client_id))
    console.print(
        f"Logged in as {arguments.username}. The token is saved in {path}.", highlight=False
    )


def open_api() -> Api:
    """Return the API with the saved log-in. Raises Unreachable if there is none."""
    login = load_login()
    if not login.refresh_token:
        return Api(login.url, login.token, language=login.language)
    return Api(login.url, language=login.language, grant=login.grant, renew=renew_saved)


def renew_saved(transport: Transport, grant: Grant) -> Grant:
    """Refresh a grant and save it, unless another program has done so, or has logged in again."""
    login = load_login()
    saved = login.grant
    if saved != grant and saved.client_id == grant.client_id:
        return saved
    fresh = refresh(transport, grant)
    if saved == grant:
        save_grant(login, fresh)
    return fresh


# --- games -----------------------------------------------------------------------------------


def list_games(arguments: argparse.Namespace, console: Console) -> None:
    api = open_api()
    waiting = {turn["game"] for turn in api.turns()}
    my_games = api.my_games()
    my_ids = {game["id"] for game in my_games}
    lobbies = api.games(status="lobby", free_seats=1, fits_me="true")
    games = [*my_games, *(game for game in lobbies if game["id"] not in my_ids)]
    if arguments.json:
        for game in games:
            print_json({**game, "your_turn": game["id"] in waiting}, console)
        return
    rows = Table(box=SIMPLE_HEAD)
    rows.add_column("game", no_wrap=True)  # people copy it
    for name in ("ruleset", "title", "host", "seats", "status", ""):
        rows.add_column(name)
    for game in games:
        players = sum(1 for seat in game["seats"] if seat["user"] or seat["bot"])
        rows.add_row(
            game["id"],
            game["ruleset"],
            game["title"],
            game["created_by"]["username"],
            f"{players}/{len(game['seats'])}",
            game["status"],
            "your turn" if game["id"] in waiting else "",
        )
    console.print(rows)


def create(arguments: argparse.Namespace, console: Console) -> None:
    api = open_api()
    bots = [name for name in arguments.bots.split(",") if name]
    ruleset = find_ruleset(api, arguments.ruleset)
    seats = arguments.seats or usual_seats(ruleset)
    game = api.create(ruleset=ruleset["slug"], seats=seats, bots=bots)
    if len(bots) == seats - 1:
        game = api.start(game["id"])
    print_game(game, arguments, console)


def find_ruleset(api: Api, slug: str = "") -> dict[str, Any]:
    """Return a ruleset, or the first one. Raises Problem if none has this slug."""
    return api.ruleset(slug) if slug else api.rulesets()[0]


def usual_seats(ruleset: dict[str, Any]) -> int:
    return int(min(max(USUAL_SEATS, ruleset["min_seats"]), ruleset["max_seats"]))


def join(arguments: argparse.Namespace, console: Console) -> None:
    print_game(open_api().join(arguments.game), arguments, console)


def start(arguments: argparse.Namespace, console: Console) -> None:
    print_game(open_api().start(arguments.game), arguments, console)


def print_game(game: Game, arguments: argparse.Namespace, console: Console) -> None:
    if arguments.json:
        print_json(game, console)
        return
    console.print(f"{game['id']}  {game['status']}", highlight=False, soft_wrap=True)


def print_json(document: Any, console: Console) -> None:
    print(json.dumps(document, ensure_ascii=False), file=console.file, flush=True)


# --- playing -----------------------------------------------------------------------------------


def play(arguments: argparse.Namespace, console: Console) -> None:
    api = open_api()
    screen = Screen(console, api, arguments.picture)
    try:
        play_to_end(
            api, arguments.game, screen.choose, screen, patience=MONTH, longest_wait=ASK_EVERY
        )
    except Quit:
        console.print(screen.texts["quit"])


def follow(arguments: argparse.Namespace, console: Console) -> None:
    api = open_api()
    watch(api, arguments.game, Screen(console, api, arguments.picture, WATCH_TABLE_EVERY))


# --- building clients --------------------------------------------------------------------------


def listen(arguments: argparse.Namespace, console: Console) -> None:
    api = open_api()
    forwarder = None
    if arguments.forward:
        forwarder = Forwarder(arguments.forward, api.me()["id"], arguments.secret)
    notifications = new_notifications(api)
    if forwarder:
        print(f"Forwarding to {forwarder.url}, signed with {forwarder.secret}", file=sys.stderr)
    for one in notifications:
        status = forward(forwarder, one) if forwarder else None
        if arguments.json:
            print_json(one if forwarder is None else {**one, "forwarded": status}, console)
        else:
            suffix = "" if forwarder is None else f"  [{status or 'no answer'}]"
            print_line(f"{one['created_at']}  {one['kind']}  {one['text']}{suffix}", console)


def forward(forwarder: Forwarder, notification: dict[str, Any]) -> int | None:
    """Return the status of the reply, or None: a program that is not there yet ends nothing."""
    try:
        return forwarder.send(notification)
    except Unreachable:
        return None


def replay(arguments: argparse.Namespace, console: Console) -> None:
    api = open_api()
    events = api.events(arguments.game)
    for move, of_move in groupby(events, key=lambda event: event["move"]):
        time.sleep(arguments.pace if move else 0)
        if arguments.picture:
            with suppress(Problem):  # a move that was taken back has no picture
                picture = api.board(arguments.game, move)
                arguments.picture.write_text(picture, encoding="utf-8")
        for event in of_move:
            if arguments.json:
                print_json(event, console)
            else:
                print_line(f"{move:>4}  {event['text']}", console)


def print_line(text: str, console: Console) -> None:
    console.print(text, markup=False, highlight=False, soft_wrap=True)


if __name__ == "__main__":
    run()
