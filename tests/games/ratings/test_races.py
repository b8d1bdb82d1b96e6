"""Games of the same people are counted at the same moment: none waits in a circle, all count."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from threading import Barrier
from typing import Any

import pytest
from django.core.management import call_command

from accounts.models import User
from games.management.commands import recompute_ratings
from games.models import Game, PlayerStatistics, Rating, RatingChange, RatingRecomputation
from games.ratings import ratings, recomputation
from games.ratings.finalize import game_count, ratings_sweep
from games.seats.resign import seat_resign
from games.staff import game_annul
from notifications.models import OutboxEntry
from tests.conftest import user_named
from tests.faults.together import PATIENCE, at_once
from tests.faults.waiting import Meanwhile, somebody_waits, until
from tests.games.ratings.test_recomputation import counted, spoil, stored
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


def test_commands_at_once_recompute_once(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        counted(alice, bob)
    before, running, gate = stored(), start_game(alice, bob), Barrier(2)
    spoil()

    def request() -> None:
        recomputation.recomputation_request()
        gate.wait(PATIENCE)  # both have requested the same one before either works on it

    monkeypatch.setattr(recompute_ratings, "recomputation_request", request)
    monkeypatch.setattr(recompute_ratings, "WAIT", 0.01)
    monkeypatch.setattr(recomputation, "GAMES", 1)
    command = partial(call_command, "recompute_ratings")
    at_once(command, command, partial(ended, bob, running))
    assert RatingRecomputation.objects.count() == 1
    assert OutboxEntry.objects.filter(kind="ratings_recomputed").count() == 2  # one for each user
    ratings_sweep()  # counts the game if it ended before the recomputation did
    assert RatingChange.objects.filter(game=running).count() == 2
    assert stored()[: len(before) - 2] == before[:-2]
    call_command("recompute_ratings", "--check")


@pytest.mark.parametrize("act", [game_count, game_annul])
def test_no_rating_that_was_read_before_a_recomputation_is_written_after_it(
    act: Callable[..., Any], alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted(alice, bob)
    game = start_game(alice, bob)
    seat_resign(user=bob, game_id=game.id)
    if act is game_annul:
        game_count(game_id=game.id)
    spoil()
    begun: list[Meanwhile] = []
    name = "skills_after" if act is game_count else "skill_without"
    compute = getattr(ratings, name)

    def compute_later(*given: Any) -> Any:
        if not begun:
            begun.append(Meanwhile(partial(call_command, "recompute_ratings")))
            # On another connection: within a transaction, PostgreSQL repeats what it said first.
            Meanwhile(lambda: until(lambda: begun[0].done or somebody_waits())).ended()
        return compute(*given)

    monkeypatch.setattr(ratings, name, compute_later)
    act(game_id=game.id)
    begun[0].ended()
    call_command("recompute_ratings", "--check")
