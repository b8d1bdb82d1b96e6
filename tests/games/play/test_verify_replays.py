"""`manage.py verify_replays`: replays every game, and writes nothing."""

from __future__ import annotations

import os
import re
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from core.parallel import mapping_over
from games.models import Game, GameState
from games.play import verification
from games.play.verification import verification_input_read
from games.rules.verifying import verification_export
from games.seats.resign import seat_resign
from tablekernel import registry
from tests.games.play.test_rollback import rollback
from tests.timed import fresh
from tests.toy_games import lobby, play, play_out, spoil, start_game

pytestmark = pytest.mark.usefixtures("toy")


class CommandOutput:
    """The output of the command, and its error."""

    def __init__(self, *words: Any) -> None:
        out, err = StringIO(), StringIO()
        self.error = ""
        try:
            call_command("verify_replays", *map(str, words), stdout=out, stderr=err)
        except CommandError as error:
            self.error, self.code = str(error), error.returncode
        self.lines, self.progress = out.getvalue().splitlines(), err.getvalue().splitlines()

    def counts(self, version: str = "toy/1") -> list[int]:
        """Return the numbers of games, of equal, different and failed replays, and of moves."""
        rows = [line.split() for line in self.lines if line.startswith(version)]
        return [int(word) for word in rows[-1][1:]] if rows else []


@pytest.fixture
def running(alice: User, bob: User) -> list[Game]:
    """Return three running games, one of them rolled back; create a lobby and a finished game."""
    lobby(alice, seats=2)
    play_out(start_game(alice, bob), alice, bob)
    games = [play(alice, start_game(alice, bob)) for _ in range(3)]
    rollback(games[1], 0, alice)
    return sorted(games, key=lambda game: game.id)


def test_games_that_replay_to_the_same_state(running: list[Game], alice: User, bob: User) -> None:
    seat_resign(user=alice, game_id=start_game(alice, bob).id)  # ended, but not by the rules
    with CaptureQueriesContext(
        connection,
    ) as queries:
        said = CommandOutput("--all-running", "--finished")
    assert (said.error, said.counts()[:4]) == ("", [5, 5, 0, 0])
    assert {query["sql"].split()[0] for query in queries} == {"SELECT"}
    assert CommandOutput("--all-running").counts() == [3, 3, 0, 0, 2]
    assert CommandOutput("--finished", 1).counts() == [1, 1, 0, 0, 0]
    assert CommandOutput("--game", running[0].id).counts()[0] == 1


def test_a_game_that_differs_is_named_and_the_command_fails(running: list[Game]) -> None:
    spoil(running[2], coins=[7, 0])
    said = CommandOutput("--all-running")
    assert said.counts()[:4] == [3, 2, 1, 0]
    assert (said.error, said.code) == ("1 replays differ.", 1)
    assert said.lines[0].startswith(str(running[2].id))
    assert said.lines[0].endswith(
        "toy/1                   diverges: the stored state differs in coins"
    )
    assert not fresh(running[2]).frozen
    assert CommandOutput("--all-running", "--quarantine").error
    assert [fresh(game).frozen for game in running] == [False, False, True]


def output_without_times(*words: Any) -> tuple[list[str], list[str], str, int]:
    """Return everything that the command prints, except how long it took."""
    said = CommandOutput("--all-running", "--finished", *words)
    progress = [re.sub(r"\d+ per second", "", line) for line in said.progress]
    return said.lines[:-1], progress, said.error, said.code


@pytest.mark.django_db(transaction=True)
def test_two_processes_find_the_same_as_one(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verification, "BATCH", 4)
    play_out(start_game(alice, bob), alice, bob)
    games = sorted((play(alice, start_game(alice, bob)) for _ in range(6)), key=lambda one: one.id)
    spoil(games[1], coins=[7, 0])
    GameState.objects.filter(game=games[4]).delete()
    one = output_without_times("-v", 2)
    assert output_without_times("-v", 2, "--processes", 2) == one
    lines, (_, last), error, code = one
    assert (error, code) == ("2 replays differ.", 1)
    damaged = [line.split()[0] for line in lines if "diverges" in line and "toy/1 " in line]
    assert damaged == [str(games[1].id), str(games[4].id)]
    assert last.startswith("7 replayed, 2 different, , 100% of the games;")
    assert CommandOutput("--all-running", "--processes", 2, "--quarantine").code == 1
    assert [fresh(game).frozen for game in games] == [False, True, False, False, True, False]
    assert CommandOutput("--game", games[0].id, "--processes", 2).error == ""


def test_the_work_is_done_in_other_processes() -> None:
    with mapping_over(2) as mapping:
        pids: list[Any] = list(mapping(process_of, [uuid4()]))
    assert os.getpid() not in pids


def process_of(game_id: UUID) -> Any:
    return os.getpid()


def test_it_continues_where_it_was_interrupted(
    running: list[Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verification, "BATCH", 1)
    said = CommandOutput("--all-running")
    *_, second, last = said.progress
    assert second.endswith(f"--after {running[1].id}")
    assert last.startswith("3 replayed, 0 different")
    assert CommandOutput("--all-running", "--after", running[1].id).counts()[0] == 1


def test_a_game_is_read_consistently(alice: User, bob: User) -> None:
    """A move is made before each query, and so between any two."""
    game, playing = start_game(alice, bob), False

    def after_a_move(execute: Any, *words: Any) -> Any:
        nonlocal playing
        if not playing:
            playing = True
            play((alice, bob)[fresh(game).to_act or 0], game)
            playing = False
        return execute(*words)

    with connection.execute_wrapper(after_a_move):
        (finding,) = verification.findings(game.id)
    assert str(finding) == f"same: {fresh(game).move_count} moves"
    assert game.move_count > 1


def test_the_stored_games_replay_to_the_same_state() -> None:
    said = CommandOutput("--fixtures")
    assert said.error == ""
    assert said.counts("citadels/2016.1")[0] >= 13
    for ruleset in registry.rulesets():
        assert ruleset.slug == "toy" or said.counts(ruleset.version)[0] >= 1


def test_a_game_that_failed_becomes_a_fixture(
    running: list[Game], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = verification_input_read(running[0].id)
    assert record is not None
    (tmp_path / "once_broken.json").write_bytes(verification_export(record) + b"\n")
    assert CommandOutput("--fixtures", tmp_path).counts()[:2] == [1, 1]
    (tmp_path / "forged.json").write_bytes(
        verification_export(record).replace(b'"about":{}', b'"about":1')
    )
    said = CommandOutput("--fixtures", tmp_path)
    assert said.counts()[:3] == [2, 1, 1]
    assert "the digest does not fit the record" in said.lines[0]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "Select games"),
        (("--all-running", "--processes", 0), "--processes is 1 or more"),
        (("--fixtures", "/nowhere"), "There are no records in /nowhere"),
        (("--all-running", "--candidate", "toy/9"), "There is no version toy/9. Available: castle"),
    ],
)
@pytest.mark.django_db
def test_it_explains_wrong_arguments(words: tuple[str, ...], message: str) -> None:
    assert CommandOutput(*words).error.startswith(message)


def test_a_game_without_a_state_or_a_seed_is_reported(running: list[Game]) -> None:
    GameState.objects.filter(game=running[0]).update(state="{}")
    GameState.objects.filter(game=running[1]).delete()
    said = CommandOutput("--all-running")
    assert said.counts()[:3] == [3, 1, 2]
    assert UUID(said.lines[0].split()[0]) in {game.id for game in running[:2]}
    assert "the stored seed does not match the commitment" in said.lines[0]
