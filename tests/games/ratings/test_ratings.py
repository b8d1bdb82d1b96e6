"""What a game does to ratings."""

from __future__ import annotations

from datetime import timedelta
from itertools import product

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import User
from games.bots.turns import bots_run
from games.models import Game, Rating, RatingChange
from games.play.locking import seats_of
from games.ratings.model import (
    BEGINNER,
    SETTLED_BELOW,
    Skill,
    chances,
    is_settled,
    rested,
    settled_until,
    skill_without,
    skills_after,
)
from games.ratings.ratings import SEASON, ratings_add, skill_of
from games.ratings.selectors import leaders, settled_rating
from games.seats.resign import seat_resign
from tests.timed import A_DAY_EACH, Clock, time_out
from tests.toy_games import counted, play, play_out, start_game

pytestmark = pytest.mark.usefixtures("toy")


def rating(user: User) -> Rating:
    return Rating.objects.get(user=user, ruleset="toy")


def ended_with(game: Game, placements: list[int]) -> Game:
    """The game as if it had ended with these places."""
    game.result = {"placements": placements}
    ratings_add(game=game, seats=seats_of(game), now=timezone.now())
    return game


def test_a_game_is_rated_when_it_ends_and_not_before(alice: User, bob: User) -> None:
    game = play(alice, start_game(alice, bob))
    assert not Rating.objects.exists()
    game = play_out(game, alice, bob)
    assert not Rating.objects.exists()
    counted(game)
    changes = {change.user_id: change for change in RatingChange.objects.filter(game=game)}
    assert set(changes) == {alice.id, bob.id}
    assert game.result is not None
    for user, place in zip((alice, bob), game.result["placements"], strict=True):
        change, now = changes[user.id], rating(user)
        assert change.place == place
        assert (change.mu_before, change.sigma_before) == BEGINNER
        assert (change.mu_after, change.shown_after) == (now.mu, now.shown)
        assert (now.rated_games, now.shown) == (1, skill_of(now).rating)


@pytest.mark.parametrize("days_away", [0, 30, 1000])
def test_a_win_never_lowers_the_shown_rating_and_a_loss_never_raises_it(days_away: int) -> None:
    players = [*product((5, 15, 25, 35, 40, 45), (1, 1.5, 2.5, 4, BEGINNER.sigma))]
    tables = [*product(players, repeat=2), *zip(players, players[7:], players[3:], strict=False)]
    for skills in tables:
        table = [Skill(*skill) for skill in skills]
        after = skills_after(
            [rested(one, timedelta(days=days_away)) for one in table], range(len(table))
        )
        changes = [new.rating - old.rating for old, new in zip(table, after, strict=True)]
        assert changes[0] >= 0 >= changes[-1], table


def test_places_decide_and_those_of_one_place_change_alike(
    alice: User, bob: User, charlie: User
) -> None:
    ended_with(start_game(alice, bob, charlie), [2, 1, 2])
    assert rating(alice).mu == rating(charlie).mu < BEGINNER.mu < rating(bob).mu
    assert rating(bob).sigma < BEGINNER.sigma


def test_who_gives_up_is_rated_last_whatever_the_table_says(
    alice: User, bob: User, charlie: User
) -> None:
    game = start_game(alice, bob, charlie, options={"rounds": 1})
    seat_resign(user=alice, game_id=game.id)
    game.refresh_from_db()
    while game.to_act is not None:
        bots_run(game_id=game.id)
        game.refresh_from_db()
        if game.to_act in (1, 2):
            game = play((bob, charlie)[game.to_act - 1], game)
    counted(game)
    assert RatingChange.objects.get(game=game, user=alice).place == 3
    assert rating(alice).mu < min(rating(bob).mu, rating(charlie).mu)


def test_a_game_that_ends_since_all_others_gave_up_is_rated(alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    seat_resign(user=bob, game_id=game.id)
    counted(game)
    assert rating(bob).mu < BEGINNER.mu < rating(alice).mu


def test_games_with_bots_from_the_start_are_not_rated(alice: User, bob: User) -> None:
    game = start_game(alice, bob, bots=["novice"])
    seat_resign(user=bob, game_id=game.id)
    assert counted(game).status == "finished"
    assert not Rating.objects.exists()


def test_friendly_games_are_not_rated(alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    Game.objects.filter(id=game.id).update(rated=False)
    assert counted(play_out(game, alice, bob)).status == "finished"
    assert not RatingChange.objects.exists()


def test_a_game_that_was_called_off_is_not_rated(alice: User, bob: User, clock: Clock) -> None:
    game = time_out(clock, start_game(alice, bob, pace=A_DAY_EACH))
    assert counted(game).status == "cancelled"
    assert not Rating.objects.exists()


def test_the_next_game_goes_on_from_there(alice: User, bob: User) -> None:
    for count in (1, 2, 3):
        before = rating(alice).mu if count > 1 else BEGINNER.mu
        ended_with(start_game(alice, bob), [1, 2])
        assert rating(alice).mu > before
        assert rating(alice).rated_games == count


def test_a_game_is_never_rated_twice(alice: User, bob: User) -> None:
    game = ended_with(start_game(alice, bob), [1, 2])
    before = rating(alice).mu
    with pytest.raises(IntegrityError), transaction.atomic():
        ended_with(game, [1, 2])
    assert rating(alice).mu == before


@pytest.mark.parametrize("players", range(2, 9))
def test_a_beginner_is_shown_as_an_average_player_and_settled_after_some_games(
    players: int,
) -> None:
    assert BEGINNER.rating == 1500
    table, places, games = [BEGINNER] * players, [*range(players)], 0
    while not all(map(is_settled, table)):
        table = skills_after(table, places)
        places, games = places[1:] + places[:1], games + 1
    assert 5 <= games <= 30
    assert all(one.rating == pytest.approx(1500, abs=150) for one in table)


def test_uncertainty_grows_with_absence_up_to_that_of_a_beginner() -> None:
    skill, left = Skill(30, 2), timezone.now()
    until = settled_until(skill, left)
    assert until is not None
    assert rested(skill, until - left).sigma == pytest.approx(SETTLED_BELOW)
    assert SEASON < until - left < timedelta(days=365)
    assert rested(skill, timedelta(days=-1)) == skill
    assert rested(skill, timedelta(days=10_000)) == (30, BEGINNER.sigma)
    assert settled_until(BEGINNER, left) is None


def test_chances_are_even_among_equals_and_less_sure_among_the_uncertain() -> None:
    assert chances([BEGINNER] * 4) == [0.25] * 4
    sure, unsure = (chances([Skill(30, sigma), Skill(25, sigma)]) for sigma in (1, 8))
    assert sure[0] > unsure[0] > 0.5
    assert sum(chances([Skill(0, 1), Skill(25, 3), Skill(50, 8)])) == pytest.approx(1)


def test_without_a_game_a_skill_is_what_it_was_also_if_others_followed() -> None:
    first, second = Skill(25, 4), Skill(27, 3)
    once = skills_after([first, second], [1, 2])
    assert skill_without(once[0], first, once[0]) == first
    twice = skills_after([once[0], second], [1, 2])
    left = skill_without(twice[0], first, once[0])
    assert twice[0].sigma < left.sigma < first.sigma
    assert left.mu < twice[0].mu


def test_the_game_after_an_absence_changes_more(alice: User, bob: User) -> None:
    last = timezone.now() - timedelta(days=400)
    for user in (alice, bob):
        skill = Skill(25, 2)
        Rating.objects.create(
            user=user, ruleset="toy", mu=25, sigma=2, shown=skill.rating, played_at=last
        )
    game = ended_with(start_game(alice, bob), [1, 2])
    change = RatingChange.objects.get(game=game, user=alice)
    assert change.sigma_before > SETTLED_BELOW
    assert change.shown_before == 1500
    assert rating(alice).shown > skills_after([skill, skill], [1, 2])[0].rating
    played_at = rating(alice).played_at
    assert played_at is not None
    assert played_at > last


def test_it_is_provisional_until_it_is_certain_enough(alice: User, bob: User) -> None:
    assert settled_rating(alice, "toy") is None
    ended_with(start_game(alice, bob), [1, 2])
    assert settled_rating(alice, "toy") is None
    Rating.objects.update(sigma=SETTLED_BELOW)
    ended_with(start_game(alice, bob), [1, 2])
    assert settled_rating(alice, "toy") == rating(alice).shown
    assert settled_rating(alice, "citadels") is None
    assert {one.user for one in leaders("toy")} == {alice, bob}
    Rating.objects.filter(user=bob).update(settled_until=timezone.now())
    Rating.objects.filter(user=alice).update(played_at=timezone.now() - SEASON)
    assert not leaders("toy").exists()
    assert settled_rating(alice, "toy") == rating(alice).shown
