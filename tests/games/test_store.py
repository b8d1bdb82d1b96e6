"""What the hot statements give is what the ORM gives."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from django.core.exceptions import FieldDoesNotExist
from django.db import DatabaseError, models, transaction
from django.db.transaction import TransactionManagementError
from django.utils import timezone

from accounts.models import User
from engine.kernel.codec import digest
from games import store
from games.models import Game, GameState, Move, Seat
from games.services.locking import game_locked, game_locked_or_none, match_held
from tests.matches import NOWHERE, lobby, match, play, play_out

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]
BANKED = {"kind": "reserve", "allowance": 3600, "bank": 7200}


def values(row: models.Model, names: Iterable[str] = ()) -> dict[str, Any]:
    fields = [field.attname for field in row._meta.concrete_fields]
    return {name: getattr(row, name) for name in names or fields}


def test_a_match_is_read_as_the_orm_reads_it(alice: User, bob: User) -> None:
    for game in (lobby(alice, seats=2), match(alice, bob, pace=BANKED)):
        known = Game.objects.get(id=game.id)
        for read in (store.game_read(game.id), store.game_and_state_read(game.id)):
            assert read is not None
            assert values(read) == values(known)
            assert values(read.created_by) == values(known.created_by)


def test_a_finished_match_is_read_with_its_result(alice: User, bob: User) -> None:
    game = play_out(match(alice, bob), alice, bob)
    read = store.game_read(game.id)
    assert read is not None
    assert (read.result, read.options) == (game.result, game.options)


def test_seats_are_read_in_order_with_their_users(alice: User, bob: User) -> None:
    game = match(alice, bob, seats=3, bots=["random"], pace=BANKED)
    known = list(game.seats.order_by("number").select_related("user"))
    for seats in (store.seats_read(game), store.within_read(game).seats):
        assert [values(seat) for seat in seats] == [values(seat) for seat in known]
        assert [seat.user and seat.user.username for seat in seats] == ["alice", "bob", None]


def test_a_whole_match_is_what_its_parts_are(alice: User, bob: User) -> None:
    """Its columns, host, seats and state, which come by one statement."""
    for game in (lobby(alice, seats=3), match(alice, bob, seats=3, bots=["random"], pace=BANKED)):
        found = store.whole_read(game.id)
        known, parts = Game.objects.get(id=game.id), store.game_and_state_read(game.id)
        assert found is not None
        assert parts is not None
        read, seats = found
        assert values(read) == values(known)
        assert values(read.created_by) == values(known.created_by)
        assert [values(one) for one in seats] == [values(one) for one in store.seats_read(game)]
        assert [one.user and one.user.username for one in seats][:1] == ["alice"]
        assert hasattr(read, "state") == (game.status == "active") == hasattr(parts, "state")
        if game.status == "active":
            assert values(read.state) == values(GameState.objects.get(game=game))
            assert read.state.game is read


def test_what_is_in_a_match_is_its_state(alice: User, bob: User) -> None:
    game = match(alice, bob)
    known = GameState.objects.get(game=game)
    with transaction.atomic():
        held, waiting = match_held(game.id), match_held(lobby(bob, seats=2).id)
    assert held.state is not None
    assert values(held.state) == values(known)
    assert held.state_hash == digest(known.state.encode())
    assert (waiting.state, waiting.state_hash) == (None, None)


def test_a_glance_finds_the_own_seat(alice: User, bob: User, charlie: User) -> None:
    game = match(alice, bob)
    for user, number in ((alice, 0), (bob, 1), (charlie, None)):
        found = store.glance_read(game.id, user.id, "id", "version", "status")
        assert found is not None
        read, seat = found
        assert values(read, ("id", "version", "status")) == values(
            game, ("id", "version", "status")
        )
        assert (seat and seat.number) == number


def test_what_is_not_there_is_not_read(alice: User) -> None:
    assert store.game_read(NOWHERE) is None
    assert store.game_and_state_read(NOWHERE) is None
    assert store.glance_read(NOWHERE, alice.id, "id") is None
    assert store.whole_read(NOWHERE) is None


def test_what_is_written_is_what_the_orm_reads(alice: User, bob: User) -> None:
    game = game_locked(match(alice, bob, pace=BANKED).id)
    game.version, game.topic, game.options = 77, "é's \"", {"a": [1, None, "ü"]}
    game.clock_quiet = {"time_zone": "UTC"}
    game.remind_at = timezone.now()
    store.game_write(game, "version", "topic", "options", "clock_quiet", "remind_at")
    assert values(Game.objects.get(id=game.id)) == values(game)


def test_a_row_that_is_not_there_cannot_be_written(alice: User) -> None:
    with pytest.raises(DatabaseError):
        store.game_write(Game(id=NOWHERE, table_size=2, created_by=alice), "version")


def test_a_column_that_is_not_there_cannot_be_named(alice: User, bob: User) -> None:
    game = match(alice, bob)
    with pytest.raises(FieldDoesNotExist):
        store.game_write(game, "version", "verison")
    with pytest.raises(FieldDoesNotExist):
        store.glance_read(game.id, alice.id, "nothing")


@pytest.mark.django_db(transaction=True)
def test_a_lock_is_taken_in_a_transaction_only(alice: User, bob: User) -> None:
    """Elsewhere the database would let go of it at once, and say nothing."""
    game = match(alice, bob)
    for lock in (game_locked, game_locked_or_none, match_held):
        with pytest.raises(TransactionManagementError):
            lock(game.id)
        with transaction.atomic():
            assert lock(game.id) is not None


def test_a_move_is_stored_as_the_orm_would(alice: User, bob: User) -> None:
    game = play(alice, match(alice, bob))
    move = game.moves.get(number=1)
    copy = Move(**{**values(move), "id": None, "number": 2})
    store.move_write(copy)
    assert values(Move.objects.get(id=copy.id)) == values(copy)
    assert not copy._state.adding


def test_a_user_beside_a_match_is_whole_when_asked(alice: User, bob: User) -> None:
    seats: list[Seat] = store.seats_read(match(alice, bob))
    assert seats[1].user is not None
    assert seats[1].user.email == bob.email
