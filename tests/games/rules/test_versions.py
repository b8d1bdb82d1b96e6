"""Changes of rules during a game: each game continues with the version that it started with."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from accounts.models import User
from games.history.positions import history_for
from games.models import Game, Status
from games.play.commands import command_send
from games.play.rollback import game_rollback
from games.play.selectors import events_for
from games.play.verification import findings
from games.rules.errors import RulesUnavailable
from tablekernel import registry
from tests.tablekernel.toy import TOY
from tests.tablekernel.toy_versions import TOY_2
from tests.toy_games import lobby, play, play_out, seen, start_game

pytestmark = pytest.mark.usefixtures("toy")
ONE_ROUND: dict[str, Any] = {"options": {"rounds": 1}}


@pytest.fixture
def old_game(toy: None, alice: User, bob: User) -> Game:
    """A game of the first version, in which alice boasted."""
    return play(alice, start_game(alice, bob, **ONE_ROUND), "boast")


@pytest.fixture
def released(old_game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Release the second version of the toy game."""
    monkeypatch.setitem(registry.RULESETS, "toy", TOY_2)
    monkeypatch.setitem(registry.OLDER, "toy", (TOY,))


def boast_paid(game: Game, *users: User) -> int:
    """Return the value of the boast according to the event. The die shows 1 to 3."""
    for user in users:
        game = play(user, game, "boast")
    events = events_for(user=users[-1], game_id=game.id, limit=100, language="en")
    coins: int = next(event["coins"] for event in events if event["kind"] == "won")
    (die,) = game.moves.get(number=2).chance.strip("[]").split(",")
    return coins - int(die) - 1


@pytest.mark.usefixtures("released")
def test_a_game_that_runs_goes_on_by_its_own_and_a_new_one_begins_by_the_newest(
    old_game: Game, alice: User, bob: User
) -> None:
    assert boast_paid(old_game, bob) == 1
    new = start_game(alice, bob, **ONE_ROUND)
    assert boast_paid(new, alice, bob) == 2
    for game, version in ((old_game, "toy/1"), (new, "toy/2")):
        assert seen(alice, game)["rules_version"] == version
        assert play_out(game, alice, bob).status == Status.FINISHED
        (finding,) = findings(game.id)
        assert (str(finding.outcome), finding.version) == ("same", version)


@pytest.mark.usefixtures("released")
def test_its_bots_its_past_and_its_way_back_are_those_of_its_version(
    old_game: Game, alice: User, bob: User
) -> None:
    old_game = play(bob, old_game, "boast")
    history_for(user=alice, game_id=old_game.id, number=2)  # raises if it came out otherwise
    game_rollback(game_id=old_game.id, to_move=1, by=alice, reason="a test")
    assert play(bob, old_game, "boast").move_count == 2


@pytest.mark.usefixtures("released")
def test_a_candidate_is_tried_before_it_is_chosen_for_anybody(old_game: Game, bob: User) -> None:
    own, candidate = findings(old_game.id, candidate="toy/2")
    assert (own.outcome, candidate.outcome) == ("same", "same")  # nobody has been paid yet
    play(bob, old_game, "boast")
    own, candidate = findings(old_game.id, candidate="toy/2")
    assert own.outcome == "same"
    assert str(candidate) == "diverges at move 2: it leads to another state"


@pytest.mark.usefixtures("released")
def test_the_command_counts_who_needs_which(old_game: Game, alice: User, bob: User) -> None:
    lobby(alice, seats=2)
    play_out(start_game(alice, bob, **ONE_ROUND), alice, bob)
    table = {words[0]: words[1:] for line in command_lines() if (words := line.split())}
    assert table["toy/1"] == ["yes", "1", "0", "needed"]
    assert table["toy/2"][:3] == ["yes", "0", "1"]
    assert table["citadels/2016.1"][:3] == ["yes", "0", "0"]


def test_a_version_that_is_gone_too_soon_is_reported(
    old_game: Game, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(registry.RULESETS, "toy", TOY_2)
    with pytest.raises(CommandError, match="rules of 1 running games are missing"):
        command_lines()
    (finding,) = findings(old_game.id)
    assert str(finding) == "raises: these rules are not available"
    with pytest.raises(RulesUnavailable):
        command_send(user=bob, game_id=old_game.id, decision=2, choices=["boast"])


def command_lines() -> list[str]:
    out = StringIO()
    call_command("rules_versions", stdout=out)
    return out.getvalue().splitlines()
