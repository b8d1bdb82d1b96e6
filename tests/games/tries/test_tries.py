"""Tries: games against bots that begin at a position of a finished game."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import Any

import orjson
import pytest
from django.conf import LazySettings
from django.core.management import call_command
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from accounts.models import User
from clients.python.records import verify_record
from core.errors import Invalid
from games.bots.turns import bots_run
from games.history import positions
from games.history.positions import history_for
from games.history.reveal import export_for, reveal_for
from games.lobby.errors import TooManyGames
from games.lobby.selectors import games_search
from games.lobby.services import game_rematch
from games.models import Game, PlayerStatistics, Status, Visibility, VoteKind
from games.play.errors import GameNotFinished, GameNotFound, MoveNotFound
from games.play.selectors import game_view_for
from games.play.verification import findings
from games.rules.verifying import Outcome, export_verify
from games.seats.resign import seat_resign
from games.tries.errors import NoDecisionLeft, RedealUnavailable
from games.tries.services import Hidden, game_try
from games.votes.services import vote_open
from tablekernel.codec import canonical
from tests.timed import fresh
from tests.toy_games import counted, play, play_out, played, seen, start_game

pytestmark = pytest.mark.usefixtures("toy")

SCHEMA = Path(__file__).parents[3] / "docs" / "record.schema.json"
REAL = ("castle", "citadels")


@pytest.fixture(autouse=True)
def clear_cache() -> None:
    positions.POSITIONS.clear()


def ended(*users: User, moves: int = 12, **settings: Any) -> Game:
    """Return a game that ended early, after at least some moves."""
    game = played(start_game(*users, **settings), list(users), moves)
    for user in users[1:]:
        seat_resign(user=user, game_id=game.id)
    game = fresh(game)
    assert game.status == Status.FINISHED
    return game


@pytest.fixture
def origin(alice: User, bob: User) -> Game:
    """Return a game of the toy that alice and bob have played to its end."""
    return play_out(start_game(alice, bob), alice, bob)


def as_it_was(user: User, origin: Game, move: int, **settings: Any) -> Game:
    """Start a try in which everything is where it was."""
    return game_try(user=user, game_id=origin.id, move=move, hidden=Hidden.AS_IT_WAS, **settings)


def seat_users(game: Game) -> list[str]:
    """Return who plays each seat: a user by their name, a bot by its level."""
    return [seat.user.username if seat.user else seat.bot for seat in game.seats.order_by("number")]


def table_of(user: User, game: Game, move: int, seat: int) -> Any:
    """Return the table after a move of a finished game, as a seat knew it."""
    return history_for(user=user, game_id=game.id, number=move, seat=seat)[1]["table"]


def play_on(game: Game, user: User) -> Game:
    """Play a try to its end: the user takes the first option each time."""
    game = fresh(game)
    while game.to_act is not None:
        if game.seats.get(number=game.to_act).bot:
            bots_run(game_id=game.id)
        else:
            play(user, game)
        game.refresh_from_db()
    return game


def test_it_is_a_private_unrated_game_against_the_usual_bots(alice: User, origin: Game) -> None:
    game = as_it_was(alice, origin, 1)
    assert (game.status, game.visibility, game.rated) == (Status.ACTIVE, Visibility.PRIVATE, False)
    assert game.pace == {"kind": "none"}
    assert seat_users(game)[0] == "alice"
    assert [seat.bot for seat in game.seats.exclude(user=alice)] == ["easy"]
    assert fresh(origin).version == origin.version


def test_everything_is_where_it_was(alice: User, origin: Game) -> None:
    for move in range(origin.move_count):
        game = as_it_was(alice, origin, move)
        assert seen(alice, game)["table"] == table_of(alice, origin, move, 0)
        assert game.to_act == origin.moves.get(number=move + 1).seat


def test_it_says_where_it_began(alice: User, origin: Game) -> None:
    game = as_it_was(alice, origin, 1)
    assert seen(alice, game)["tried_from"] == {"game": origin.id, "move": 1}
    assert seen(alice, origin)["tried_from"] is None
    (event,) = game.platform_events.all()
    assert (event.kind, event.data) == ("tried_from", {"from_move": 1})


def test_only_who_may_see_the_other_game_is_told_which_it_was(
    alice: User, bob: User, charlie: User
) -> None:
    origin = start_game(alice, bob, visibility="private")
    play_out(origin, alice, bob)
    game = as_it_was(alice, origin, 0)
    Game.objects.filter(id=game.id).update(visibility=Visibility.PUBLIC)
    for user, told in ((alice, True), (bob, True), (charlie, False), (None, False)):
        _, document = game_view_for(user=user, game_id=game.id)
        assert bool(document["tried_from"]) == told, user


def test_players_take_the_seat_that_they_had(bob: User, origin: Game) -> None:
    assert seat_users(as_it_was(bob, origin, 1))[1] == "bob"


def test_others_take_the_seat_that_decides(charlie: User, origin: Game) -> None:
    for move in range(origin.move_count):
        game = as_it_was(charlie, origin, move)
        assert game.to_act is not None
        assert seat_users(game)[game.to_act] == "charlie"


def test_anybody_may_take_any_seat(charlie: User, origin: Game) -> None:
    for seat in range(2):
        game = as_it_was(charlie, origin, 0, seat=seat)
        assert seat_users(game)[seat] == "charlie"
    with pytest.raises(Invalid):
        as_it_was(charlie, origin, 0, seat=2)


def test_the_bots_are_of_one_level(alice: User, origin: Game) -> None:
    game = as_it_was(alice, origin, 0, seat=1, bot={"level": "novice"})
    assert seat_users(game) == ["novice", "alice"]
    with pytest.raises(Invalid):
        as_it_was(alice, origin, 0, bot={"level": "divine"})


def test_running_games_cannot_be_tried(alice: User, bob: User) -> None:
    game = play(alice, start_game(alice, bob))
    with pytest.raises(GameNotFinished):
        as_it_was(alice, game, 0)


def test_private_games_cannot_be_tried_by_strangers(alice: User, bob: User, charlie: User) -> None:
    game = play_out(start_game(alice, bob, visibility="private"), alice, bob)
    with pytest.raises(GameNotFound):
        as_it_was(charlie, game, 0)


def test_something_has_to_be_left_to_decide(alice: User, origin: Game) -> None:
    with pytest.raises(NoDecisionLeft):
        as_it_was(alice, origin, origin.move_count)
    with pytest.raises(MoveNotFound, match=f"Possible are 0 to {origin.move_count},"):
        as_it_was(alice, origin, origin.move_count + 1)


def test_a_game_that_ended_early_can_be_tried_from_its_last_move(alice: User, bob: User) -> None:
    origin = ended(alice, bob, moves=1)
    game = as_it_was(alice, origin, origin.move_count)
    assert game.to_act is not None


def test_tries_count_as_games_of_the_user(
    alice: User, origin: Game, settings: LazySettings
) -> None:
    settings.MAX_GAMES = 1
    as_it_was(alice, origin, 0)
    with pytest.raises(TooManyGames):
        as_it_was(alice, origin, 0)


def test_they_count_for_no_statistics(alice: User, origin: Game) -> None:
    game = counted(play_on(as_it_was(alice, origin, 1), alice))
    assert game.status == Status.FINISHED
    assert not PlayerStatistics.objects.filter(user=alice, finished__gt=0).exists()


def test_nobody_else_finds_them(alice: User, bob: User, origin: Game) -> None:
    game = as_it_was(alice, origin, 1)
    assert game.id not in games_search(user=None).values_list("id", flat=True)
    with pytest.raises(GameNotFound):
        seen(bob, game)


# --- afterwards --------------------------------------------------------------------------------


@pytest.fixture
def finished_try(alice: User, origin: Game) -> Game:
    """Return a try of alice, played to its end."""
    return play_on(as_it_was(alice, origin, 1), alice)


def test_its_history_begins_at_the_position(alice: User, origin: Game, finished_try: Game) -> None:
    _, first = history_for(user=alice, game_id=finished_try.id, number=0)
    assert first["as_seat"] == 0
    assert first["table"] == table_of(alice, origin, 1, 0)
    positions.POSITIONS.clear()
    _, last = history_for(user=alice, game_id=finished_try.id, number=finished_try.move_count)
    assert last["table"] == seen(alice, finished_try)["table"]
    _, revealed = reveal_for(user=alice, game_id=finished_try.id, language="en")
    assert revealed["commitment"] == finished_try.commitment != origin.commitment


def test_it_replays_to_the_same_state(finished_try: Game) -> None:
    (finding,) = findings(finished_try.id)
    assert finding.outcome == Outcome.SAME, str(finding)
    call_command("verify_replays", "--finished", "2", stdout=StringIO())


def test_its_record_contains_the_position_and_is_verified(alice: User, finished_try: Game) -> None:
    data = export_for(user=alice, game_id=finished_try.id)
    verdict = verify_record(data)
    assert verdict.ok, verdict.reason
    assert export_verify(data).outcome == Outcome.SAME
    record = orjson.loads(data)
    assert record["start"].keys() == {"chance", "hash", "state"}
    Draft202012Validator(orjson.loads(SCHEMA.read_bytes())).validate(record)


def test_moves_can_be_taken_back_to_the_position(alice: User, origin: Game) -> None:
    game = as_it_was(alice, origin, 0)
    before = seen(alice, game)["table"]
    play(alice, game)
    vote_open(user=alice, game_id=game.id, kind=VoteKind.UNDO)
    assert fresh(game).move_count == 0
    assert seen(alice, game)["table"] == before


def test_a_try_can_be_tried_again(alice: User, finished_try: Game) -> None:
    game = as_it_was(alice, finished_try, 0)
    assert seen(alice, game)["tried_from"] == {"game": finished_try.id, "move": 0}
    assert findings(game.id)[0].outcome == Outcome.SAME


def test_a_rematch_begins_at_the_beginning(alice: User, finished_try: Game) -> None:
    game = game_rematch(user=alice, game_id=finished_try.id)
    assert fresh(game).tried_from is None
    assert seen(alice, fresh(game))["tried_from"] is None


# --- dealt again -------------------------------------------------------------------------------


def test_the_toy_cannot_be_dealt_again(alice: User, origin: Game) -> None:
    with pytest.raises(RedealUnavailable):
        game_try(user=alice, game_id=origin.id, move=0)


@pytest.mark.parametrize("ruleset", REAL)
def test_what_the_seat_knew_stays_the_same(ruleset: str, alice: User, bob: User) -> None:
    origin = ended(alice, bob, ruleset=ruleset, moves=25)
    numbers = origin.moves.filter(seat=0).values_list("number", flat=True)
    for move in [number - 1 for number in numbers[:8]]:
        game = game_try(user=alice, game_id=origin.id, move=move)
        assert seen(alice, game)["table"] == table_of(alice, origin, move, 0)
        assert game.to_act == 0
        assert game.tried_from_move == move


@pytest.mark.parametrize("ruleset", REAL)
def test_what_it_did_not_know_is_dealt_again(ruleset: str, alice: User, bob: User) -> None:
    origin = ended(alice, bob, ruleset=ruleset)
    tries = [game_try(user=alice, game_id=origin.id, move=0, seat=0) for _ in range(3)]
    tries.append(as_it_was(alice, origin, 0, seat=0))
    assert len({without_seed(game) for game in tries}) == 4


def without_seed(game: Game) -> bytes:
    """Return the state at which a game began, without its seed."""
    state = orjson.loads(game.state.start)
    return canonical({name: value for name, value in state.items() if name != "seed"})


@pytest.mark.parametrize("ruleset", REAL)
def test_it_begins_at_the_next_decision_of_the_seat(ruleset: str, alice: User, bob: User) -> None:
    origin = ended(alice, bob, ruleset=ruleset, moves=25)
    moves = origin.moves.filter(number__gt=0).order_by("number")
    seats = list(moves.values_list("seat", flat=True))
    other = seats.index(1)
    game = game_try(user=alice, game_id=origin.id, move=other, seat=0)
    assert game.tried_from_move == other + seats[other:].index(0)
    assert game.to_act == 0


def test_a_seat_that_decides_nothing_more_cannot_be_dealt_for(alice: User, bob: User) -> None:
    origin = ended(alice, bob, ruleset="castle")
    with pytest.raises(NoDecisionLeft):
        game_try(user=alice, game_id=origin.id, move=origin.move_count)


@pytest.mark.parametrize("level", ["easy", "expert"])
@pytest.mark.parametrize("ruleset", REAL)
def test_a_real_game_is_played_on_and_verified(
    ruleset: str, level: str, alice: User, bob: User
) -> None:
    origin = ended(alice, bob, ruleset=ruleset, moves=30)
    game = game_try(user=alice, game_id=origin.id, move=20, bot={"level": level})
    game = play_on(game, alice)
    verdict = verify_record(export_for(user=alice, game_id=game.id))
    assert verdict.ok, verdict.reason
    assert findings(game.id)[0].outcome == Outcome.SAME
