"""The generated TypeScript client compiles and plays a whole game."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest
from pytest_django.live_server_helper import LiveServer

from accounts.services import token_issue
from games.bots.turns import bots_run
from games.models import Game, Status
from tests.browser.web_server import web_server
from tests.clients.building import ROOT, locked, run_folder, run_make
from tests.conftest import user_named
from tests.faults.waiting import until
from tests.stub_server import StubHandler, StubServer
from tests.toy_games import start_game

FOLDER = ROOT / "clients" / "typescript"
PATIENCE = 120


@pytest.fixture(scope="session")
def build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Run `make typescript` once per test run. Returns its folder."""
    built = run_folder(tmp_path_factory) / "typescript-built"
    with locked(FOLDER):
        if not built.exists():
            run_make("typescript", FOLDER)
            built.touch()
    return FOLDER


@pytest.mark.slow
@pytest.mark.usefixtures("prompt_bots")
@pytest.mark.parametrize(("seats", "slug"), [("4", "citadels"), ("2", "castle")])
def test_it_plays_a_whole_game_against_bots(
    seats: str, slug: str, build: Path, live_server: LiveServer
) -> None:
    process = subprocess.run(
        ["node", "dist/main.js", live_server.url, seats, slug],
        cwd=build,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert process.returncode == 0, process.stdout + process.stderr
    game = Game.objects.get()
    assert game.status == Status.FINISHED
    assert game.result is not None
    assert not game.seats.filter(lost_at__isnull=False).exists()
    assert game.moves.filter(seat=0, actor="player").exists()
    placements = [int(number) for number in re.findall(r"^(\d+)\. ", process.stdout, re.MULTILINE)]
    assert placements == game.result["placements"]


USE = """
import { createApi, unwrap, type Game } from "citadels-client";
import { playGame, registerUser, startGame } from "citadels-client/play";

const [url = "", ruleset = ""] = process.argv.slice(2);
const rulesets = unwrap(await createApi(url).GET("/api/v1/rulesets/"));
console.log(rulesets.map((one) => one.slug).includes(ruleset));
const api = await registerUser(url);
const game: Game = await playGame(api, (await startGame(api, ruleset, 2)).id);
console.log(game.status);
"""


@pytest.mark.slow
@pytest.mark.usefixtures("prompt_bots")
def test_its_package_is_typed_and_plays(
    build: Path, tmp_path: Path, live_server: LiveServer
) -> None:
    shell("sh", str(build / "package.sh"), str(tmp_path), folder=tmp_path)
    (package,) = tmp_path.glob("citadels-client-*.tgz")
    (tmp_path / "package.json").write_text('{"type": "module"}')
    words = ["--silent", "--ignore-scripts", "--no-audit", "--no-fund"]
    shell("npm", "install", *words, str(package), folder=tmp_path)
    for tool in ("typescript", "@types"):  # tools of the user's own
        (tmp_path / "node_modules" / tool).symlink_to(build / "node_modules" / tool)
    (tmp_path / "use.ts").write_text(USE)
    shell(
        *("node", "node_modules/typescript/bin/tsc", "--strict", "--target", "es2022"),
        *("--module", "nodenext", "--types", "node", "use.ts"),
        folder=tmp_path,
    )
    output = shell("node", "use.js", live_server.url, "castle", folder=tmp_path)
    assert output.split() == ["true", "finished"]


RELIES = """
import { Access, createApi, follow, unwrap } from "citadels-client";

const [url] = process.argv.slice(2);
const grant = { clientId: "app", accessToken: "old", refreshToken: "r1" };
const access = new Access(url, { grant, onRefresh: (fresh) => console.log(fresh.refreshToken) });
const api = createApi(url, access);
console.log(unwrap(await api.POST("/api/v1/games/", { body: { ruleset: "castle", seats: 2 } })).id);
for await (const message of follow(access)) {
  console.log(message.kind, message.data.seq);
  if (message.data.seq === 2) process.exit();
}
"""


class Unreliable(StubHandler):
    """A service that is busy, does not answer, ends tokens, and cuts streams."""

    server: UnreliableServer

    def do_POST(self) -> None:
        self.body()
        if self.path == "/oauth/token/":
            self.server.token = "new"
            return self.reply(200, {"access_token": "new", "refresh_token": "r2"})
        self.server.keys.append(self.headers["Idempotency-Key"])
        if len(self.server.keys) == 1:
            return self.reply(503, {"code": "busy"}, Retry_After="0")
        if len(self.server.keys) == 2:
            return self.connection.close()
        if self.server.token not in self.headers["Authorization"]:
            return self.reply(401, {"code": "invalid_token"})
        return self.reply(201, {"id": "g1"})

    def do_GET(self) -> None:
        self.server.resumed.append(self.headers["Last-Event-ID"])
        number = len(self.server.resumed)
        if number == 2:
            return self.reply(503, {"code": "overloaded"})
        seq = min(number, 2)
        data = f'id: {seq}\nevent: event\ndata: {{"seq": {seq}}}\n\n'
        return self.reply(200, data.encode(), Content_Type="text/event-stream")


class UnreliableServer(StubServer):
    def __init__(self, handler: type[Unreliable] = Unreliable) -> None:
        super().__init__(handler)
        self.token = "renewed"
        self.keys: list[str] = []
        self.resumed: list[str | None] = []


@pytest.mark.slow
def test_it_repeats_what_does_no_harm_refreshes_and_resumes(build: Path, tmp_path: Path) -> None:
    with UnreliableServer() as server:
        program = program_write(RELIES, tmp_path, build)
        lines = shell("node", str(program), server.url, folder=tmp_path).splitlines()
    assert lines == ["r2", "g1", "event 1", "event 2"]
    assert len(server.keys) == 4  # busy, no answer, expired token, done
    assert len(set(server.keys)) == 1
    assert server.resumed == [None, "1", "1"]


def program_write(code: str, folder: Path, build: Path) -> Path:
    """Write a program that uses the client as it was built here."""
    program = folder / "program.mjs"
    program.write_text(code.replace('"citadels-client"', f'"{build}/dist/client.js"'))
    return program


ENDED = """
import { Access, follow } from "citadels-client";

const grant = { clientId: "app", accessToken: "old", refreshToken: "ended" };
try {
  for await (const message of follow(new Access(process.argv[2], { grant }))) console.log(message);
} catch (error) {
  console.log(error.constructor.name);
}
"""


class Ended(Unreliable):
    """A service at which the user has ended the access."""

    def do_POST(self) -> None:
        self.reply(400, {"error": "invalid_grant", "error_description": "It has ended."})

    def do_GET(self) -> None:
        self.reply(401, {"code": "invalid_token"})


@pytest.mark.slow
def test_a_stream_ends_with_the_access(build: Path, tmp_path: Path) -> None:
    with UnreliableServer(Ended) as server:
        program = program_write(ENDED, tmp_path, build)
        assert shell("node", str(program), server.url, folder=tmp_path) == "LogInEnded\n"


def bot_of_readme(url: str, token: str) -> str:
    """The bot of the README, for this service and user."""
    (code,) = re.findall(r"A whole bot.*?```ts\n(.*?)```", (FOLDER / "README.md").read_text(), re.S)
    assert len(code.splitlines()) <= 30
    return code.replace("https://citadels.example.org", url).replace("cit_...", token)


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("prompt_bots")
def test_the_bot_of_its_readme_plays_its_turns(build: Path, tmp_path: Path) -> None:
    alice = user_named("alice")
    game = start_game(alice, ruleset="castle", options={}, bots=["novice"])
    bots_run(game_id=game.id)
    with web_server() as url:
        code = bot_of_readme(url, token_issue(user=alice, name="bot").text)
        with subprocess.Popen(["node", program_write(code, tmp_path, build)]) as bot:
            try:
                until(lambda: Game.objects.get().status == Status.FINISHED, PATIENCE)
            finally:
                bot.kill()
    assert not game.seats.filter(lost_at__isnull=False).exists()


def shell(*words: str, folder: Path) -> str:
    process = subprocess.run(
        words,
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=300,
        check=False,
    )
    assert process.returncode == 0, process.stdout
    return process.stdout


def test_its_packages_are_pinned_and_name_no_registry() -> None:
    lock = json.loads((FOLDER / "package-lock.json").read_text())
    packages = {name: entry for name, entry in lock["packages"].items() if name}
    assert packages
    for name, entry in packages.items():
        assert entry["version"], name
        assert entry["integrity"].startswith("sha512-"), name
        assert "resolved" not in entry, name
