"""The frequent reads in SQL: they return what the ORM returns, and use indexes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, models, transaction
from django.db.transaction import TransactionManagementError
from django.utils import timezone

from accounts.models import ApiToken, User
from accounts.selectors import access_by_name, access_personal
from accounts.services import token_issue
from games.models import Game, GameState
from games.play import queries
from games.play.locking import (
    game_lock,
    game_lock_or_none,
    game_lock_whole,
    game_lock_whole_or_none,
)
from games.play.rollback import game_rollback
from tablekernel.codec import digest
from tests.games.test_indexes import all_indexed
from tests.toy_games import NOWHERE, lobby, play, play_out, start_game

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]
BANKED = {"kind": "reserve", "allowance": 3600, "bank": 7200}


def values(row: models.Model | None, names: Iterable[str] = ()) -> dict[str, Any]:
    assert row is not None
    fields = [field.attname for field in row._meta.concrete_fields]
    return {name: getattr(row, name) for name in names or fields}


def whole(game: Game) -> queries.WholeGame:
    found = queries.read_whole(game.id)
    assert found is not None
    return found


def for_move(game: Game) -> queries.WholeGame:
    with transaction.atomic():
        queries.lock_row(game.id)
        found = queries.read_for_move(game.id)
    assert found is not None
    return found


def for_picture(game: Game) -> queries.WholeGame:
    found = queries.read_for_picture(game.id)
    assert found is not None
    return found


@pytest.mark.parametrize("read", [whole, for_move, for_picture])
def test_a_game_is_read_as_the_orm_reads_it(
    read: Callable[[Game], queries.WholeGame], alice: User, bob: User
) -> None:
    for game in (
        lobby(alice, seats=3),
        start_game(alice, bob, seats=3, bots=["novice"], pace=BANKED),
        play_out(start_game(alice, bob), alice, bob),
    ):
        found, known = read(game), Game.objects.get(id=game.id)
        assert values(found.game) == values(known)
        assert values(found.game.created_by) == values(known.created_by)
        seats = list(known.seats.order_by("number").select_related("user"))
        assert [values(seat) for seat in found.seats] == [values(seat) for seat in seats]
        assert [seat.user for seat in found.seats] == [seat.user for seat in seats]
        assert all(seat.game is found.game for seat in found.seats)
        assert (found.state is None) == (known.status == "lobby")
        if found.state is not None:
            assert values(found.state) == values(GameState.objects.get(game=known))
            assert found.game.state is found.state


def test_listed_games_are_read_as_the_orm_reads_them(
    alice: User, bob: User, django_assert_num_queries: Any
) -> None:
    first = lobby(alice, seats=3)
    games = [play_out(start_game(bob, alice), bob, alice), start_game(alice, bots=["novice"])]
    lobby(bob, seats=2)
    with django_assert_num_queries(1):
        listed = queries.read_listed([first.id, *(game.id for game in games), NOWHERE])
    assert list(listed) == [games[1].id, games[0].id, first.id]  # newest first
    for game_id, (found, seats) in listed.items():
        known = Game.objects.get(id=game_id)
        assert values(found) == values(known)
        assert found.created_by == known.created_by
        expected = list(known.seats.order_by("number").select_related("user"))
        assert [values(seat) for seat in seats] == [values(seat) for seat in expected]
        assert [seat.user for seat in seats] == [seat.user for seat in expected]
    assert queries.read_listed([]) == {}


def test_a_move_gets_the_hash_of_the_last_one(alice: User, bob: User) -> None:
    found = for_move(play(alice, start_game(alice, bob)))
    assert found.state is not None
    assert found.state_hash == digest(found.state.state.encode())
    assert (found.clock is None) == (connection.vendor == "sqlite")
    assert for_move(lobby(bob, seats=2)).state_hash is None


def test_a_picture_gets_the_last_move_that_counts(alice: User, bob: User) -> None:
    assert for_picture(lobby(alice, seats=2)).last_move is None
    game = start_game(alice, bob)
    for number in range(3):
        found = for_picture(game).last_move
        assert values(found, queries.LAST_MOVE) == values(
            game.moves.get(number=number), queries.LAST_MOVE
        )
        game = play(alice if game.to_act == 0 else bob, game)
    game_rollback(game_id=game.id, to_move=1, by=alice, reason="a test")
    found = for_picture(game).last_move
    assert found is not None
    assert (found.number, found.undone_by) == (1, None)
    play(alice, game)
    found = for_picture(game).last_move
    assert found == game.moves.get(number=2, undone_by=None)


@pytest.mark.postgres
def test_a_move_gets_the_time_of_the_statement(alice: User, bob: User) -> None:
    """Not the time when the transaction began, which may have waited for the lock since."""
    game = start_game(alice, bob)
    with transaction.atomic():
        first, second = queries.read_for_move(game.id), queries.read_for_move(game.id)
    assert first is not None
    assert second is not None
    assert first.clock is not None
    assert second.clock is not None
    assert first.clock < second.clock


def test_a_header_has_the_users_seat(alice: User, bob: User, charlie: User) -> None:
    game = start_game(alice, bob)
    for user, number in ((alice, 0), (bob, 1), (charlie, None)):
        found = queries.read_header(game.id, user.id)
        assert found is not None
        read, seat = found
        assert values(read, queries.HEADER) == values(game, queries.HEADER)
        assert (seat and seat.number) == number


def test_an_unknown_game_is_not_read(alice: User) -> None:
    assert queries.read_whole(NOWHERE) is None
    assert queries.read_for_move(NOWHERE) is None
    assert queries.read_for_picture(NOWHERE) is None
    assert queries.read_header(NOWHERE, alice.id) is None


def test_deferred_columns_of_a_user_can_be_read(alice: User, bob: User) -> None:
    seat = whole(start_game(alice, bob)).seats[1]
    assert seat.user is not None
    assert seat.user.email == bob.email


def test_a_token_is_read_as_the_orm_reads_it(alice: User) -> None:
    token = token_issue(user=alice, expires_at=timezone.now() + timedelta(days=1)).token
    access = access_personal(now=timezone.now(), digest=token.digest)
    assert access is not None
    assert values(access.token) == values(ApiToken.objects.get(id=token.id))
    assert values(access.user) == values(User.objects.get(id=alice.id))
    named = access_by_name(access.name, now=timezone.now())
    assert named is not None
    assert named.token == token
    by_text = access_personal(now=timezone.now(), id=str(token.id))
    assert by_text is not None
    assert by_text.token == token


@pytest.mark.django_db(transaction=True)
def test_locks_need_a_transaction(alice: User, bob: User) -> None:
    """Outside a transaction, the database would release the lock at once without an error."""
    game = start_game(alice, bob)
    for lock in (game_lock, game_lock_or_none, game_lock_whole, game_lock_whole_or_none):
        with pytest.raises(TransactionManagementError):
            lock(game.id)
        with transaction.atomic():
            assert lock(game.id) is not None


@pytest.mark.postgres
def test_each_query_uses_an_index(alice: User, bob: User) -> None:
    game, token = start_game(alice, bob), token_issue(user=alice).token
    reads: tuple[Callable[[], object], ...] = (
        lambda: queries.read_whole(game.id),
        lambda: queries.read_for_move(game.id),
        lambda: queries.read_for_picture(game.id),
        lambda: queries.read_header(game.id, alice.id),
        lambda: queries.read_listed([game.id, NOWHERE]),
        lambda: queries.read_turns(alice.id),
        lambda: queries.lock_row(game.id),
        lambda: queries.lock_row(game.id, skip=True),
        lambda: access_personal(now=timezone.now(), digest=token.digest),
        lambda: access_personal(now=timezone.now(), id=token.id),
    )
    for read in reads:
        with all_indexed():
            read()
