"""`make demo`: a whole game over HTTP, and the verification of its record."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from pytest_django.live_server_helper import LiveServer

from clients.python import demo, records
from clients.python.citadels_client import Api
from clients.python.citadels_client.texts import TEXTS
from games.models import Game, Status
from tests.toy_games import toy

__all__ = ["toy"]
CLOSED_URL = "http://127.0.0.1:1"


@pytest.mark.usefixtures("toy", "prompt_bots")
@pytest.mark.parametrize(
    "words",
    [
        [],
        ["--seats", "7"],
        ["--random", "5", "--seats", "3"],
        ["--ruleset", "castle", "--language", "fr"],
        ["--ruleset=castle", "--random", "5", "--bots", "novice"],
        ["--ruleset=toy", "--language=fr"],
    ],
)
def test_it_plays_a_whole_game_and_verifies_its_record(
    words: list[str],
    live_server: LiveServer,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    path = tmp_path / "game.json"
    assert demo.main(["--auto", "--url", live_server.url, "--save", str(path), *words]) == 0
    output = capsys.readouterr().out
    assert re.search(r"points +(breakdown|détail)", output)
    assert "verify: passed" in output
    game = Game.objects.get()
    assert game.status == Status.FINISHED
    assert records.main([str(path), game.commitment]) == 0


@pytest.mark.usefixtures("prompt_bots")
def test_it_fails_if_the_record_was_changed(
    live_server: LiveServer, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    export = Api.export

    def forge(api: Api, game_id: str) -> bytes:
        record = json.loads(export(api, game_id))
        record["moves"][10]["choice"] += "x"
        return json.dumps(record).encode()

    monkeypatch.setattr(Api, "export", forge)
    assert demo.main(["--auto", "--url", live_server.url]) == 1
    assert "verify: FAILED, move 11" in capsys.readouterr().out


@pytest.mark.usefixtures("prompt_bots")
def test_a_person_chooses_by_number_and_may_quit(
    live_server: LiveServer, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter(["what?", "0", "99", "1", "q"])
    monkeypatch.setattr("builtins.input", lambda: next(answers))
    assert demo.main(["--url", live_server.url]) == 130
    output = capsys.readouterr().out
    assert "Which character" in output
    assert output.count("Type a number from 1 to") == 3
    assert "A bot plays your seat" in output
    game = Game.objects.get()
    assert game.seats.get(number=0).lost_at is not None
    assert game.status == Status.FINISHED  # bots finished the game


@pytest.mark.usefixtures("toy", "prompt_bots")
@pytest.mark.parametrize("ruleset", ["citadels", "castle", "toy"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_person_plays_a_whole_game(
    live_server: LiveServer,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    ruleset: str,
    language: str,
) -> None:
    monkeypatch.setattr("builtins.input", lambda: "1")
    picture = tmp_path / "table.svg"
    words = [f"--ruleset={ruleset}", f"--language={language}", f"--picture={picture}"]
    assert demo.main(["--url", live_server.url, *words]) == 0
    output = capsys.readouterr().out
    assert TEXTS[language]["prompt"] in output
    assert re.search(rf"points +{TEXTS[language]['made_of']}", output)
    assert "verify: passed" in output
    assert max(map(len, output.splitlines())) <= 80 + len(TEXTS[language]["prompt"])
    assert f'lang="{language}"' in picture.read_text()


def test_an_unknown_ruleset_is_explained(
    live_server: LiveServer, capsys: pytest.CaptureFixture[str]
) -> None:
    assert demo.main(["--auto", "--url", live_server.url, "--ruleset", "chess"]) == 1
    assert "There is no ruleset 'chess'" in " ".join(capsys.readouterr().out.split())


def test_stopping_before_the_game_gives_up_no_seat(
    live_server: LiveServer, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*args: object, **kwargs: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Api, "create", stop)
    assert demo.main(["--url", live_server.url]) == 130
    assert "bot" not in capsys.readouterr().out


def test_stopping_after_the_game_prints_nothing_about_a_bot(
    prompt_bots: None,
    live_server: LiveServer,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def stop(*args: object, **kwargs: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Api, "export", stop)
    assert demo.main(["--auto", "--url", live_server.url]) == 130
    assert "A bot plays your seat" not in capsys.readouterr().out
    assert not Game.objects.get().seats.filter(lost_at__isnull=False).exists()


def test_one_line_says_how_to_start_the_service(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert demo.main(["--auto", "--url", CLOSED_URL]) == 1
    assert capsys.readouterr().out == (
        f'No reply from {CLOSED_URL}. Start the service with "make run", or name another address: '
        'make demo ARGS="--url http://127.0.0.1:8001"\n'
    )


def test_the_usage_is_that_of_make(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        demo.main(["--help"])
    output = capsys.readouterr().out
    assert output.startswith('usage: make demo [ARGS="OPTION ..."]\n')
    assert 'example: make demo ARGS="--auto --url http://127.0.0.1:8000"' in output


@pytest.mark.usefixtures("prompt_bots")
def test_help_says_what_the_cards_on_the_table_do(
    live_server: LiveServer, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter(["?", "q"])
    monkeypatch.setattr("builtins.input", lambda: next(answers))
    assert demo.main(["--url", live_server.url]) == 130
    output = capsys.readouterr().out
    assert re.search(r"You are you_\w+ in game", output)
    options = re.findall(r"\[\d\] Keep the (\w+)", output)
    assert options
    for character in options:
        assert f"  {character}: " in output  # the first one follows the prompt


def test_a_wrong_number_of_seats_is_explained(
    live_server: LiveServer, capsys: pytest.CaptureFixture[str]
) -> None:
    assert demo.main(["--auto", "--url", live_server.url, "--seats", "9"]) == 1
    assert "Citadels needs 2 to 8" in " ".join(capsys.readouterr().out.split())
