"""Ending and annulling games: places, ratings and records."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.lobby.hosting import game_cancel
from games.models import Game, GameState, PlayerStatistics, Rating, RatingChange, Status
from games.play.errors import GameNotStarted
from games.play.locking import seats_of
from games.ratings.finalize import ratings_sweep
from games.ratings.model import BEGINNER
from games.ratings.ratings import ratings_add
from games.rules.errors import GameOver
from games.seats.resign import seat_resign
from games.staff import game_annul, game_end, game_freeze
from games.staff.errors import NothingToDo
from tests.tablekernel.toy import ToyRules, ToyState
from tests.timed import A_DAY_EACH, Clock, fresh, platform_event_kinds, time_out
from tests.toy_games import counted, lobby, play, play_out, seen, spoil, start_game

pytestmark = pytest.mark.usefixtures("toy")


def strength(user: User) -> tuple[float, float, int]:
    rating = Rating.objects.get(user=user, ruleset="toy")
    return rating.mu, rating.sigma, rating.rated_games


def finish_with(game: Game, *places: int) -> Game:
    """Finish a game with these places, and count it."""
    users = [seat.user for seat in seats_of(game) if seat.user]
    game = play_out(game, *users)
    assert game.result is not None
    game.result["placements"] = list(places)
    game.save(update_fields=["result"])
    return counted(game)


# --- ending --------------------------------------------------------------------------------------


def test_a_game_is_ended_as_it_stands_and_is_not_rated(
    alice: User, bob: User, charlie: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = start_game(alice, bob, charlie)
    seat_resign(user=charlie, game_id=game.id)
    game_freeze(game_id=game.id)
    game_end(game_id=game.id)
    assert fresh(game).result == {
        "scores": [],
        "breakdown": [],
        "placements": [1, 1, 3],
        "lost": [2],
        "ended_by": "moderator",
    }
    assert (game.status, game.rated, game.frozen) == (Status.FINISHED, False, False)
    assert platform_event_kinds(game)[-1] == "game_ended"
    counted(game)
    assert not Rating.objects.exists()
    assert PlayerStatistics.objects.get(user=alice).finished == 1
    with pytest.raises(GameOver):
        play(alice, game, "boast")


def test_the_rules_say_who_is_ahead_where_they_can(alice: User, bob: User) -> None:
    game = start_game(alice, bob, ruleset="citadels")
    game_end(game_id=game.id)
    result = fresh(game).result
    assert result is not None
    assert (len(result["scores"]), result["placements"]) == (2, [1, 1])
    assert result["ended_by"] == "moderator"


@pytest.mark.parametrize("text", ["not JSON", '{"format":2}'])
def test_where_the_state_says_nothing_all_who_stayed_share_the_first_place(
    text: str, alice: User, bob: User
) -> None:
    game = start_game(alice, bob)
    GameState.objects.filter(game=game).update(state=text)
    game_end(game_id=game.id)
    result = fresh(game).result
    assert result is not None
    assert (result["placements"], result["scores"], game.status) == ([1, 1], [], Status.FINISHED)


def test_a_state_that_was_changed_makes_no_places(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interim_result(rules: ToyRules, state: ToyState) -> dict[str, Any]:
        scores = list(state.coins)
        placements = [1 + sum(other > own for other in scores) for own in scores]
        return {"scores": scores, "breakdown": [], "placements": placements}

    monkeypatch.setattr(ToyRules, "interim_result", interim_result)
    game = start_game(alice, bob)
    spoil(game, coins=[7, 0])
    game_end(game_id=game.id)
    result = fresh(game).result
    assert result is not None
    assert result["placements"] == [1, 1]


# --- annulling -----------------------------------------------------------------------------------


def test_a_running_game_is_called_off_and_counts_for_nobody(
    alice: User, bob: User, charlie: User
) -> None:
    game = start_game(alice, bob, charlie)
    seat_resign(user=charlie, game_id=game.id)
    counted(game)
    game_annul(game_id=game.id)
    assert fresh(game).status == Status.CANCELLED
    assert (game.annulled_at is not None, game.rated, game.rating_due_at) == (True, False, None)
    record = PlayerStatistics.objects.get(user=charlie)
    assert (record.resigned, record.recent) == (0, "")
    assert ratings_sweep() == 0
    assert platform_event_kinds(game)[-1] == "game_annulled"
    with pytest.raises(NothingToDo):
        game_annul(game_id=game.id)


def test_a_finished_game_keeps_its_result_and_loses_its_effect(alice: User, bob: User) -> None:
    game = finish_with(start_game(alice, bob), 1, 2)
    result, version = game.result, game.version
    game_annul(game_id=game.id)
    assert (fresh(game).status, game.result) == (Status.FINISHED, result)
    assert game.version > version
    assert strength(alice) == strength(bob) == (*BEGINNER, 0)
    record = PlayerStatistics.objects.get(user=alice)
    assert (record.finished, record.recent) == (0, "")
    assert RatingChange.objects.filter(game=game).count() == 2  # the history of ratings remains
    with pytest.raises(NothingToDo):
        game_annul(game_id=game.id)


def test_a_game_that_was_called_off_for_who_was_absent_is_annulled(
    alice: User, bob: User, clock: Clock
) -> None:
    game = counted(time_out(clock, start_game(alice, bob, pace=A_DAY_EACH)))
    assert (game.status, PlayerStatistics.objects.get(user=alice).absent) == (Status.CANCELLED, 1)
    game_annul(game_id=game.id)
    record = PlayerStatistics.objects.get(user=alice)
    assert (record.absent, record.recent) == (0, "")
    assert (fresh(game).annulled_at is not None, platform_event_kinds(game)[-1]) == (
        True,
        "game_annulled",
    )
    assert ratings_sweep() == 0
    with pytest.raises(NothingToDo):
        game_annul(game_id=game.id)


def test_one_that_was_called_off_without_anybody_to_blame_is_not(alice: User) -> None:
    game = lobby(alice, seats=2)
    game_cancel(user=alice, game_id=game.id)
    with pytest.raises(NothingToDo):
        game_annul(game_id=game.id)


def test_a_game_that_was_not_counted_yet_never_is(alice: User, bob: User) -> None:
    game = play_out(start_game(alice, bob), alice, bob)
    game_annul(game_id=game.id)
    assert ratings_sweep() == 0
    assert not Rating.objects.exists()
    assert not PlayerStatistics.objects.filter(finished__gt=0).exists()


def test_what_was_learnt_in_other_games_stays(alice: User, bob: User, charlie: User) -> None:
    """Alice loses one game and wins the next. Annulling the first raises her rating, which stays
    at least as certain as after the second alone. Charlie, who did not play in it, is unaffected.
    """
    lost = finish_with(start_game(alice, bob), 2, 1)
    finish_with(start_game(alice, charlie), 1, 2)
    before, other = strength(alice), strength(charlie)
    game_annul(game_id=lost.id)
    mu, sigma, rated = strength(alice)
    assert (mu > before[0], sigma > before[1], rated) == (True, True, 1)
    assert sigma < BEGINNER.sigma
    assert strength(charlie) == other
    assert strength(bob) == (*BEGINNER, 0)


def test_annulling_one_after_another_ends_where_everything_began(alice: User, bob: User) -> None:
    games = [finish_with(start_game(alice, bob), 1, 2) for _ in range(3)]
    for game in games:  # the oldest first
        game_annul(game_id=game.id)
    for user in (alice, bob):
        mu, sigma, rated = strength(user)
        assert mu == pytest.approx(BEGINNER.mu, abs=1)
        assert sigma == pytest.approx(BEGINNER.sigma, rel=0.01)
        assert rated == 0


def test_a_rating_is_never_surer_of_less_than_a_beginners(alice: User, bob: User) -> None:
    """Annulling a game that made a rating less certain does not make it less certain again."""
    game = finish_with(start_game(alice, bob), 1, 2)
    Rating.objects.filter(user=alice).update(sigma=BEGINNER.sigma * 1.01)
    game_annul(game_id=game.id)
    assert strength(alice)[1] == BEGINNER.sigma


def test_a_lobby_has_nothing_to_annul(alice: User) -> None:
    with pytest.raises(GameNotStarted):
        game_annul(game_id=lobby(alice, seats=2).id)


def test_an_annulled_game_says_so(alice: User, bob: User) -> None:
    game = finish_with(start_game(alice, bob), 1, 2)
    assert seen(alice, game)["annulled"] is False
    game_annul(game_id=game.id)
    view = seen(alice, game)
    assert (view["annulled"], view["rated"], view["status"]) == (True, False, "finished")
    ratings_add(game=fresh(game), seats=seats_of(game), now=timezone.now())
    assert RatingChange.objects.filter(game=game).count() == 2  # it is not rated again
