"""Games of the same people are counted at the same moment: none waits in a circle, all count."""

from __future__ import annotations

from functools import partial

import pytest

from accounts.models import User
from games.models import Game, PlayerStatistics, Rating, RatingChange
from games.ratings.finalize import game_count
from games.seats.resign import seat_resign
from tests.conftest import user_named
from tests.faults.together import at_once
from tests.toy_games import start_game

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("toy"),
]
MATCHES = 6


def ended(loser: User, game: Game) -> bool:
    """The game ends, since a player gives up, and is counted."""
    seat_resign(user=loser, game_id=game.id)
    return game_count(game_id=game.id)


def test_games_of_the_same_users_end_at_once(alice: User, bob: User) -> None:
    for _ in range(3):
        games = [start_game(*((alice, bob), (bob, alice))[n % 2]) for n in range(MATCHES)]
        losers = [(alice, bob)[n // 2 % 2] for n in range(MATCHES)]
        at_once(*(partial(ended, *pair) for pair in zip(losers, games, strict=True)))
    assert RatingChange.objects.count() == 2 * 3 * MATCHES
    for user in (alice, bob):
        rating = Rating.objects.get(user=user)
        changes = list(RatingChange.objects.filter(user=user).order_by("id"))
        assert rating.rated_games == len(changes) == 3 * MATCHES
        # Each change began where the one before had ended: none was overwritten.
        order = {change.mu_before: change.mu_after for change in changes}
        mu, steps = changes[0].mu_before, 0
        while mu in order:
            mu, steps = order[mu], steps + 1
        assert (steps, mu) == (3 * MATCHES, rating.mu)
    record = PlayerStatistics.objects.get(user=alice)
    assert record.finished + record.resigned == 3 * MATCHES


def test_tables_that_share_some_of_their_players_end_at_once(db: None) -> None:
    people = [user_named(f"player{n}") for n in range(6)]
    tables = [[people[(n + k) % 6] for k in range(3)] for n in range(6)]
    games = [start_game(*table) for table in tables]
    for table, game in zip(tables, games, strict=True):
        seat_resign(user=table[0], game_id=game.id)
    at_once(*(partial(ended, table[1], game) for table, game in zip(tables, games, strict=True)))
    assert RatingChange.objects.count() == 18
    for record in PlayerStatistics.objects.all():
        assert (record.finished, record.resigned) == (1, 2)


def test_many_workers_count_a_game_once(alice: User, bob: User) -> None:
    for n in range(1, 4):
        game = start_game(alice, bob)
        seat_resign(user=bob, game_id=game.id)
        counts = at_once(*[partial(game_count, game_id=game.id)] * 6)
        assert sum(counts) == 1
        assert RatingChange.objects.filter(game=game).count() == 2
        assert PlayerStatistics.objects.get(user=bob).resigned == n
