"""`tablekernel`: every game in the terminal, shown by its texts only."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tablekernel import registry, terminal
from tablekernel.record import verify
from tablekernel.ruleset import Ruleset
from tablekernel.terminal import BotPlayer, Match, Quit, Screen, main, option_rows
from tests.tablekernel.trio import TRIO

Answer = Callable[..., None]
GAMES = pytest.mark.parametrize("ruleset", registry.rulesets(), ids=lambda game: game.slug)


@pytest.fixture
def answer(monkeypatch: pytest.MonkeyPatch) -> Answer:
    """``answer("1", "q")``: what the person types; then the input ends."""

    def answer(*lines: str | BaseException) -> None:
        monkeypatch.setattr("builtins.input", reader(iter(lines)))

    return answer


def reader(lines: Iterator[str | BaseException]) -> Callable[[str], str]:
    def read(prompt: str) -> str:
        line = next(lines, EOFError())
        if isinstance(line, BaseException):
            raise line
        return line

    return read


@GAMES
@pytest.mark.parametrize("language", ["en", "fr"])
def test_bots_play_a_match_of_every_game(
    ruleset: Ruleset, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--ruleset", ruleset.slug, "--watch", "--seed", "7", "--language", language]
    assert main([*words, "--bots", "novice"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith(ruleset.presentation.title) for line in lines)
    assert len(lines) > 100


@GAMES
@pytest.mark.slow
def test_a_person_plays_a_match_of_every_game_to_its_end(
    ruleset: Ruleset, answer: Answer, capsys: pytest.CaptureFixture[str]
) -> None:
    answer(*["3", "2", "1"] * 1000)  # the first of these that is an option
    assert main(["--ruleset", ruleset.slug, "--seats", "2", "--seed", "1", "--play", "0,1"]) == 0
    shown = capsys.readouterr().out
    assert "Seat 1: " in shown
    assert "\n1. seat " in shown


def test_the_same_seed_gives_the_same_match(capsys: pytest.CaptureFixture[str]) -> None:
    shown = []
    for seed in ("a", "a", "b"):
        main(["--watch", "--seats", "2", "--seed", seed])
        shown.append(capsys.readouterr().out)
    assert shown[0] == shown[1] != shown[2]


def test_a_match_without_a_seed_says_its_seed(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--watch", "--seats", "2"])
    first = capsys.readouterr().out
    main(["--watch", "--seats", "2", "--seed", first.split()[1]])
    assert capsys.readouterr().out == first


@GAMES
def test_the_record_of_a_match_is_verified(ruleset: Ruleset, tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    main(["--ruleset", ruleset.slug, "--watch", "--bots", "novice", "--record", str(path)])
    verdict = verify(path.read_bytes(), registry.list_all_rules())
    assert verdict.ok, verdict.reason
    assert json.loads(path.read_bytes())["result"] is not None


def test_q_quits_and_the_record_has_the_moves_so_far(answer: Answer, tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    answer("1", "q")
    assert main(["--seed", "1", "--record", str(path)]) == 0
    record = json.loads(path.read_bytes())
    assert [move["seat"] for move in record["moves"]].count(0) == 1
    assert record["result"] is None
    assert verify(path.read_bytes(), registry.list_all_rules()).ok


def test_the_end_of_the_input_and_ctrl_c_end_the_command(
    answer: Answer, capsys: pytest.CaptureFixture[str]
) -> None:
    answer()
    assert main([]) == 1
    assert "The input ended before the match." in capsys.readouterr().err
    answer(KeyboardInterrupt())
    assert main([]) == 130


def test_other_answers_choose_nothing(answer: Answer, capsys: pytest.CaptureFixture[str]) -> None:
    answer("0", "99", "-1", "king", "", "²", "q")
    main(["--seed", "1"])
    assert capsys.readouterr().out.count("Type a number from 1 to ") == 6


def test_t_shows_the_table_of_the_deciding_seat(
    answer: Answer, capsys: pytest.CaptureFixture[str]
) -> None:
    answer("t", "q")
    main(["--seed", "1"])
    assert capsys.readouterr().out.count("\nHand: ") == 2


def test_a_question_mark_explains_the_cards_of_the_match(
    answer: Answer, capsys: pytest.CaptureFixture[str]
) -> None:
    answer("?", "q")
    main(["--seed", "1"])
    shown = capsys.readouterr().out
    assert "\nKing: You take the crown." in shown
    assert "Emperor: " not in shown


def test_a_person_sees_no_cards_of_others(
    answer: Answer, capsys: pytest.CaptureFixture[str]
) -> None:
    answer("q")
    main(["--seed", "1"])
    dealt = [line for line in capsys.readouterr().out.splitlines() if " 4 cards" in line]
    assert [" (" in line for line in dealt] == [True, False, False, False]


def test_a_game_without_a_picture_shows_its_view(
    answer: Answer, capsys: pytest.CaptureFixture[str]
) -> None:
    match = Match(TRIO.rules, {}, 3, "1")
    player = BotPlayer(match, TRIO.bots, "novice", None)
    answer("q")
    with pytest.raises(Quit):
        terminal.play(match, player, Screen(match, TRIO.presentation, (0, 1, 2), "en"))
    assert '"seats":' in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("--ruleset chess", "invalid choice: 'chess'"),
        ("--seats 9", "--seats: Citadels has 2 to 8 seats"),
        ("--seats 0", "--seats: Citadels has 2 to 8 seats"),
        ("--options x", "--options: not JSON"),
        ("--options []", "--options: not a JSON object"),
        ('--options {"preset":"unknown"}', "--options: The presets are"),
        ('--options {"unknown":1}', "--options: There is no option"),
        ("--bots strong", "--bots: levels are novice, easy"),
        ("--bots easy/kind", "profiles are balanced"),
        ("--play 4", "--play: the seats are 0 to 3"),
        ("--play -1", "--play"),
        ("--play me", "numbers of seats, such as 0 or 0,2"),
        ("--play 0 --watch", "not allowed with"),
        ("--language nl", "--language: one of en, fr"),
        ("--record missing/match.json", "there is no folder missing"),
    ],
)
def test_wrong_arguments_are_refused_with_the_reason(
    words: str, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(words.split())
    assert end.value.code == 2
    assert reason in capsys.readouterr().err


def test_a_record_that_cannot_be_written_is_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--watch", "--seats", "2", "--bots", "novice"]
    assert main([*words, "--record", str(tmp_path)]) == 1
    assert str(tmp_path) in capsys.readouterr().err


def test_many_options_share_rows() -> None:
    assert option_rows(["one", "two words"]) == ["  [1] one", "  [2] two words"]
    (row,) = option_rows([f"option {number}" for number in range(30)])
    assert "[30]\xa0option\xa029" in row


def test_the_texts_are_the_same_in_both_languages() -> None:
    english, french = (terminal.TEXTS[language] for language in ("en", "fr"))
    assert english.keys() == french.keys()
    for key, text in english.items():
        assert text.count("{}") == french[key].count("{}")


def test_a_reader_that_stops_reading_ends_the_command_quietly() -> None:
    command: Any = [sys.executable, "-m", "tablekernel.terminal", "--watch", "--seed", "1"]
    root = Path(terminal.__file__).parents[1]
    with subprocess.Popen(
        command, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == ""
