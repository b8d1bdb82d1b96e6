"""All ratings are computed again from stored results, and nothing is counted twice or left out."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.management import CommandError, call_command

from accounts.models import User
from games.models import Game, Rating, RatingChange
from games.ratings import recomputation
from games.ratings.finalize import ratings_sweep
from games.ratings.recomputation import RecomputationQueue, recomputation_request
from games.staff import game_annul
from notifications.models import OutboxEntry
from tests.toy_games import play_out, start_game

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]


def counted(*people: User) -> Game:
    game = start_game(*people)
    play_out(game, *people)
    ratings_sweep()
    return Game.objects.get(id=game.id)


def stored() -> list[Any]:
    changes = RatingChange.objects.filter(game__annulled_at=None).order_by("id")
    ratings = Rating.objects.order_by("id")
    return [
        *changes.values_list("id", "mu_before", "sigma_before", "mu_after", "shown_after"),
        *ratings.values_list("id", "mu", "sigma", "shown", "rated_games", "settled_until"),
    ]


@pytest.fixture
def games(alice: User, bob: User, charlie: User) -> list[Game]:
    return [counted(alice, bob), counted(bob, charlie), counted(alice, charlie, bob)]


def spoil() -> None:
    RatingChange.objects.update(mu_before=1, mu_after=2, shown_after=3)
    Rating.objects.update(mu=4, shown=5, rated_games=6)


def one_chunk() -> None:
    """Work on it as a sweep whose time is over after the first chunk."""
    queue, row = RecomputationQueue(), recomputation_request()
    queue.end = 0
    assert queue.attempt(row.pk, row.due_at) == 1


def test_the_same_numbers_come_again(games: list[Game]) -> None:
    before = stored()
    call_command("recompute_ratings", "--check")
    spoil()
    with pytest.raises(CommandError):
        call_command("recompute_ratings", "--check")
    call_command("recompute_ratings")
    assert stored() == before
    entry = OutboxEntry.objects.get(kind="ratings_recomputed")
    assert len(entry.users) == 3


def test_it_continues_after_any_chunk(games: list[Game], monkeypatch: pytest.MonkeyPatch) -> None:
    before = stored()
    spoil()
    monkeypatch.setattr(recomputation, "GAMES", 1)
    for _ in games:
        one_chunk()
    call_command("recompute_ratings")
    assert stored() == before


def test_a_game_that_ends_meanwhile_is_counted_afterwards(
    games: list[Game], alice: User, bob: User
) -> None:
    recomputation_request()
    game = counted(alice, bob)
    assert game.rating_due_at is not None
    call_command("recompute_ratings")
    assert ratings_sweep() == 1
    assert RatingChange.objects.filter(game=game).count() == 2


def test_a_game_annulled_meanwhile_is_left_out(
    games: list[Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recomputation, "GAMES", 1)
    one_chunk()
    game_annul(game_id=games[0].id)
    call_command("recompute_ratings")
    after = stored()
    call_command("recompute_ratings")
    assert stored() == after
    assert sorted(Rating.objects.values_list("rated_games", flat=True)) == [1, 2, 2]
