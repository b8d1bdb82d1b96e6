"""The terminal screen shows games of any ruleset, using only the API."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from clients.python.citadels_client import Api
from clients.python.citadels_client.documents import Decision, Event, Game, Option
from clients.python.citadels_client.screen import (
    MAX_EVENTS,
    Quit,
    Screen,
    matching_options,
    option_label,
    option_rows,
)
from clients.python.citadels_client.table import catalogue_titles, document_lines, picture_texts
from clients.python.citadels_client.texts import TEXTS
from clients.python.citadels_client.watching import watch
from games.bots.turns import bots_run
from tablekernel.presentation import Presentation
from tests.clients.conftest import RegisterPlayer
from tests.tablekernel.toy import ToyPresentation
from tests.toy_games import toy

__all__ = ["toy"]
WIDTH = 80


class Output:
    """A screen whose output can be read, and the answers of its user."""

    def __init__(self, api: Api, answers: list[str], **options: Any) -> None:
        self.file = io.StringIO()
        self.answers = answers
        self.screen = Screen(Console(file=self.file, width=WIDTH), api, **options)

    def choose(self, game: Game) -> str:
        assert game["decision"] is not None
        return self.screen.choose(game, game["decision"])

    def text(self) -> str:
        """Return what was printed since the last call."""
        text = self.file.getvalue()
        self.file.seek(0)
        self.file.truncate()
        return text


OpenScreen = Callable[..., Output]


@pytest.fixture
def output(monkeypatch: pytest.MonkeyPatch) -> OpenScreen:
    """Return a function that opens a screen whose user types the given answers, then ends input."""

    def open_screen(api: Api, *answers: str, **options: Any) -> Output:
        terminal = Output(api, list(answers), **options)

        def answer() -> str:
            if not terminal.answers:
                raise EOFError
            return terminal.answers.pop(0)

        monkeypatch.setattr("builtins.input", answer)
        return terminal

    return open_screen


@pytest.fixture
def begin(player: RegisterPlayer) -> Callable[..., tuple[Api, Game]]:
    """Return a function that starts a game of Alice, and returns her client and the game.

    It is her turn.
    """

    def begin(ruleset: str, language: str = "en", **options: Any) -> tuple[Api, Game]:
        api = player("alice")
        api.language = language
        game = api.create(ruleset=ruleset, seats=2, bots=["easy"], **options)
        api.start(game["id"])
        bots_run(game_id=game["id"])  # type: ignore[arg-type]
        return api, api.game(game["id"])

    return begin


Begin = Callable[..., tuple[Api, Game]]


# --- the table and the question ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("ruleset", "language", "texts"),
    [
        ("citadels", "en", ["Citadels: Round 1", "Seats: alice (you), ", "(easy bot)", "Hand: "]),
        (
            "citadels",
            "fr",
            ["Citadels : Manche 1", "Places : alice (vous), ", "(bot easy)", "Main : "],
        ),
        ("castle", "en", ["The Castle: Turn", "Tiles left to draw:", "At "]),
        ("castle", "fr", ["The Castle : Tour", "Tuiles à piocher :", "En "]),
        ("toy", "en", ["Toy", "cards 2, coins 0", "boast? (en)", "[1] boast (en)"]),
        ("toy", "fr", ["Toy", "cards 2, coins 0", "boast? (fr)", "[2] pass (fr)"]),
    ],
)
@pytest.mark.usefixtures("toy")
def test_the_table_the_question_and_the_options_are_shown(
    begin: Begin, output: OpenScreen, ruleset: str, language: str, texts: list[str]
) -> None:
    api, game = begin(ruleset, language)
    terminal = output(api, "1")
    assert game["decision"] is not None
    assert terminal.choose(game) == game["decision"]["options"][0]["choice"]
    text = terminal.text()
    for part in texts:
        assert part in text.replace("\xa0", " ")
    assert max(map(len, text.splitlines())) <= WIDTH


@pytest.mark.usefixtures("toy")
def test_a_ruleset_without_a_picture_is_shown_by_its_document(
    begin: Begin, output: OpenScreen, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(ToyPresentation, "picture", Presentation.picture)
    api, game = begin("toy")
    path = tmp_path / "table.svg"
    terminal = output(api, "p", "1", picture=path)
    terminal.screen.show(game, [])
    terminal.choose(game)
    text = terminal.text()
    assert "toy: active" in text
    assert "cards 2, coins 0" in text
    assert "This game has no picture." in text
    assert not path.exists()


def test_the_whole_table_adds_the_document(begin: Begin, output: OpenScreen) -> None:
    api, game = begin("citadels")
    terminal = output(api, "t", "1")
    terminal.choose(game)
    short, whole, _ = terminal.text().split(TEXTS["en"]["prompt"])
    assert "deck size" not in short
    assert "deck size" in whole
    assert "[1] " in whole  # the options are repeated


def test_the_time_left_is_shown(begin: Begin, output: OpenScreen) -> None:
    api, game = begin("citadels")
    terminal = output(api)
    now = {**game, "server_time": "2026-11-21T09:30:00Z", "deadline": "2026-11-22T10:35:59Z"}
    lines = {
        "Time left: 25 h 05 min": now,
        "Time left: 0 h 00 min": {**now, "deadline": "2026-11-21T09:00:00Z"},
        "The clock is paused.": {**now, "paused": True},
    }
    for line, view in lines.items():
        terminal.screen.print_table(view)  # type: ignore[arg-type]
        assert line in terminal.text().splitlines()


def test_lost_and_free_seats_are_marked(begin: Begin, output: OpenScreen) -> None:
    api, game = begin("citadels")
    game["seats"][0]["lost"] = "resigned"
    game["seats"][1]["name"] = None
    terminal = output(api)
    terminal.screen.print_table(game)
    assert "Seats: alice (you, seat lost), free" in terminal.text()


# --- answers -----------------------------------------------------------------------------------


def options_of(*labels: str) -> list[Option]:
    return [{"choice": f"choice:{label}", "label": label} for label in labels]


PLACES = options_of(
    *(f"Column {x}, row {y}, turns: {n}" for x in (0, 7) for y in (0, 1) for n in (1, 2))
)


@pytest.mark.parametrize(
    ("answer", "numbers"),
    [
        ("1", [1]),
        ("8", [8]),
        ("9", []),
        ("0", []),
        ("7 0 2", [6]),
        ("row 1, 2", [4, 8]),
        ("COLUMN 0 row", [1, 2, 3, 4]),
        ("2 7", []),
        ("col", []),
        ("?!", []),
    ],
)
def test_an_answer_is_a_number_or_words_of_a_label(answer: str, numbers: list[int]) -> None:
    assert matching_options(answer, PLACES) == numbers


def test_many_options_share_rows() -> None:
    few = list(enumerate(["Build it", "Build that"], start=1))
    assert option_rows(few) == ["   [1] Build it", "   [2] Build that"]
    labels = ["Pass", *map(option_label, PLACES), "Resign"]
    rows = option_rows(list(enumerate(labels, start=1)))
    assert rows[0] == "   [1] Pass"
    assert rows[1].strip().replace("\xa0", " ") == "Column 0, row 0, turns:  [2] 1  [3] 2"
    assert rows[-1] == "  [10] Resign"
    assert len(rows) == 6


def test_an_option_without_a_label_shows_its_choice() -> None:
    assert option_label({"choice": "lay_down:3:4", "verb": "lay_down"}) == "Lay down 3 4"


@pytest.mark.usefixtures("toy")
def test_the_commands_of_the_prompt(begin: Begin, output: OpenScreen, tmp_path: Path) -> None:
    api, game = begin("toy")
    path = tmp_path / "own file.svg"
    terminal = output(
        api, "?", "", "en", "flee", "99", f"p {path}", "p", "p /nowhere/x", "boast", "q"
    )
    terminal.screen.picture = tmp_path / "table.svg"
    assert terminal.choose(game) == "boast"
    lines = terminal.text().splitlines()
    lists = sum("   [1] boast (en)" in line for line in lines)
    assert lists == 3  # at the start, after "" and after "en"
    assert sum("No option matches. Type a number from 1 to 2" in line for line in lines) == 2
    assert any("save the table as a picture" in line for line in lines)
    assert any("The picture cannot be saved:" in line for line in lines)
    assert path.read_text() == terminal.screen.picture.read_text() == api.board(game["id"])
    with pytest.raises(Quit):
        terminal.choose(game)
    with pytest.raises(Quit):
        terminal.choose(game)  # end of input


@pytest.mark.parametrize(
    ("language", "words", "text"),
    [("en", "magician", "Magician: Swap"), ("fr", "magicienne", "Magicienne: ")],
)
def test_a_person_reads_a_card(
    begin: Begin, output: OpenScreen, language: str, words: str, text: str
) -> None:
    api, game = begin("citadels", language)
    terminal = output(api, f"c {words}", "c unheard-of", "1")
    terminal.choose(game)
    result = terminal.text()
    assert text in result
    assert TEXTS[language]["no_card"] in result


@pytest.mark.parametrize(
    ("ruleset", "language", "words", "line"),
    [
        ("citadels", "en", "assassin", "  Assassin: "),
        ("citadels", "fr", "ROI", "  Roi: "),
        ("castle", "en", "tower", "  Tower: "),
    ],
)
def test_a_person_asks_what_a_part_of_the_table_does(
    begin: Begin, output: OpenScreen, ruleset: str, language: str, words: str, line: str
) -> None:
    api, game = begin(ruleset, language)
    assert game["help"]
    terminal = output(api, "?", f"? {words}", "? unheard-of", "1")
    terminal.choose(game)
    prompt = TEXTS[language]["prompt"]
    _, everything, one, nothing = (
        terminal.text().replace("\xa0", " ").split(prompt.replace("\xa0", " "))[:4]
    )
    parts = game["help"].values()
    assert all(f"  {part['title']}: ".replace("\xa0", " ") in everything for part in parts)
    assert TEXTS[language]["help"].splitlines()[0] in everything
    assert line.casefold() in one.casefold()
    assert one.count("\n  ") < len(parts)
    assert TEXTS[language]["no_help"] in nothing


def test_the_languages_have_the_same_texts() -> None:
    assert {language: list(texts) for language, texts in TEXTS.items()} == {
        language: list(TEXTS["en"]) for language in ("en", "fr")
    }


# --- what happens ------------------------------------------------------------------------------


def test_only_the_last_of_many_events_are_printed(begin: Begin, output: OpenScreen) -> None:
    api, game = begin("citadels")
    events: list[Event] = [{"seq": n, "text": f"Event {n}."} for n in range(MAX_EVENTS + 5)]
    terminal = output(api)
    terminal.screen.show(game, events)
    lines = terminal.text().splitlines()
    assert lines[:2] == ["  ... 5 earlier events", "  Event 5."]
    assert len(lines) == MAX_EVENTS + 1


@pytest.mark.usefixtures("prompt_bots")
def test_the_picture_is_rewritten_when_the_game_changes(
    begin: Begin, output: OpenScreen, tmp_path: Path
) -> None:
    api, game = begin("citadels")
    path = tmp_path / "table.svg"
    terminal = output(api, picture=path)
    for _ in range(3):
        terminal.screen.show(game, [])
        assert path.read_text() == api.board(game["id"])
        decision: Decision | None = game["decision"]
        assert decision is not None
        api.command(game["id"], decision["id"], [decision["options"][0]["choice"]])
        game = api.game(game["id"])
    assert path.read_text() != api.board(game["id"])


def test_spectators_see_the_table_at_times(begin: Begin, output: OpenScreen) -> None:
    api, game = begin("citadels")
    terminal = output(api, table_every=20)
    tables = []
    for moves in (0, 19, 20, 39, 45):
        terminal.screen.show({**game, "move_count": moves}, [])
        tables.append("Cards in the deck" in terminal.text())
    assert tables == [True, False, True, False, True]


@pytest.mark.parametrize(("language", "item"), [("en", "coins (en) "), ("fr", "coins (fr) ")])
@pytest.mark.usefixtures("toy", "prompt_bots")
def test_scores_have_a_breakdown(
    begin: Begin, output: OpenScreen, language: str, item: str
) -> None:
    api, game = begin("toy", language, options={"rounds": 1})
    terminal = output(api)
    while game["decision"]:
        decision = game["decision"]
        api.command(game["id"], decision["id"], [decision["options"][0]["choice"]])
        game = api.game(game["id"])
    terminal.screen.show(game, [])
    assert game["result"] is not None
    text = terminal.text()
    for seat, points in enumerate(game["result"]["scores"]):
        name = ("alice", "easy")[seat]
        (row,) = [line for line in text.splitlines() if item in line and name in line]
        assert row.rstrip().endswith(f"{item}{points}")


@pytest.mark.usefixtures("toy")
def test_a_game_that_ended_early_has_places_without_points(
    player: RegisterPlayer, output: OpenScreen
) -> None:
    alice, bob = player("alice"), player("bob")
    game = alice.create(ruleset="toy", seats=2)
    bob.join(game["id"])
    alice.start(game["id"])
    bob.resign(game["id"])
    terminal = output(alice)
    terminal.screen.show(alice.game(game["id"]), [])
    text = " ".join(terminal.text().split())
    assert text.endswith("1 alice (you) 2 bob (seat lost, easy bot)")


@pytest.mark.usefixtures("toy", "prompt_bots")
def test_a_spectator_watches_a_game_to_its_end(
    begin: Begin, player: RegisterPlayer, output: OpenScreen
) -> None:
    alice, game = begin("toy")
    bob = player("bob")

    def play(seconds: float) -> None:
        decision = alice.game(game["id"])["decision"]
        assert decision is not None
        alice.command(game["id"], decision["id"], [decision["options"][-1]["choice"]])

    terminal = output(bob, table_every=20)
    finished = watch(bob, game["id"], terminal.screen, sleep=play)
    assert finished["status"] == "finished"
    text = terminal.text()
    bot = game["seats"][1]["name"]
    assert f"Seats: alice, {bot} (easy bot)" in text
    assert "hand:" not in text
    for event in bob.events(game["id"]):
        assert event["text"] in text
    assert "breakdown" in text


# --- documents of any shape --------------------------------------------------------------------


def test_document_lines() -> None:
    catalogue = {
        "things": [{"thing": "mill", "title": "Old Mill"}, {"thing": "keep", "title": "Keep"}],
        "verbs": [{"verb": "keep", "title": "Keep it"}, {"number": 3, "title": "Three"}],
    }
    document = {
        "round": 0,
        "deck_size": 3,
        "over": False,
        "open": True,
        "winner": None,
        "face_up": ["mill", "keep"],
        "empty": [],
        "turn": {"seat": 1},
        "seats": [
            {"gold": 2, "city": [{"thing": "mill", "cost": 1}, {"thing": "inn"}]},
            {"gold": 0, "city": []},
        ],
        "you": {"seat": 0, "hand": ["mill"], "seen": [["mill", "inn"], ["keep"]]},
    }
    assert document_lines(document, catalogue_titles(catalogue)) == [
        "round 0, deck size 3, open",
        "face up: Old Mill, keep",
        "turn: seat 1",
        "seats:",
        "  gold 2, city (thing Old Mill, cost 1)/(thing inn)",
        "  gold 0",
        "you:",
        "  seat 0",
        "  hand: Old Mill",
        "  seen:",
        "    Old Mill, inn",
        "    keep",
    ]


@pytest.mark.parametrize(
    ("svg", "texts"),
    [
        (
            "<svg><title>A &amp; B</title><desc id='d'>One.\nTwo.</desc>",
            ("A & B", ["One.", "Two."]),
        ),
        ("<svg><title>Only this</title><desc></desc></svg>", ("Only this", [])),
        ("<svg/>", ("", [])),
        ("", ("", [])),
    ],
)
def test_texts_of_a_picture(svg: str, texts: tuple[str, list[str]]) -> None:
    assert picture_texts(svg) == texts
