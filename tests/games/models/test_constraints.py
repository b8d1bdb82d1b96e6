"""What must never be is refused by the database itself, whatever the code does."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.utils import timezone

from accounts.models import User
from games.models import (
    BulkAction,
    Game,
    GameState,
    IdempotencyKey,
    Move,
    Outage,
    Pause,
    PlatformEvent,
    Reminder,
    Seat,
    Vacation,
    VacationBank,
)
from tests.timed import DAY
from tests.toy_games import lobby, play_out, start_game

pytestmark = [pytest.mark.usefixtures("toy"), pytest.mark.sqlite]

BOT = {"bot": "easy", "bot_profile": "bold"}


def refused(change: Callable[[], object], name: str) -> None:
    """The database refuses ``change`` because of the constraint ``name``."""
    with pytest.raises(DatabaseError) as error, transaction.atomic():
        change()
    if connection.vendor == "postgresql":
        assert name in str(error.value)


def changed(game: Game, **columns: Any) -> Callable[[], object]:
    return lambda: Game.objects.filter(id=game.id).update(**columns)


def reseated(game: Game, number: int, /, **columns: Any) -> Callable[[], object]:
    return lambda: Seat.objects.filter(game=game, number=number).update(**columns)


def another_move(move: Move, **columns: Any) -> Callable[[], object]:
    """A copy of ``move`` as the next move, with other columns."""

    def insert() -> None:
        copy = Move.objects.get(id=move.id)
        copy.pk = None
        copy.number += 1
        for name, value in columns.items():
            setattr(copy, name, value)
        copy.save(force_insert=True)

    return insert


# --- seats -------------------------------------------------------------------------------------


def test_it_refuses_two_seats_of_one_number(alice: User) -> None:
    game = lobby(alice, seats=3)
    refused(reseated(game, 1, number=2), "seat_number_unique")


def test_it_refuses_one_user_on_two_seats(alice: User, bob: User) -> None:
    game = lobby(alice, bob, seats=3)
    refused(reseated(game, 2, user=alice, joined_at=timezone.now()), "seat_user_once_a_game")


def test_it_refuses_a_seat_outside_the_table(alice: User) -> None:
    game = lobby(alice, seats=3)
    refused(reseated(game, 2, number=3), "seat_number_at_the_table")
    refused(reseated(game, 2, number=-1), "number")


def test_it_refuses_a_seat_both_a_players_and_a_bots(alice: User) -> None:
    game = lobby(alice, seats=2)
    refused(reseated(game, 0, **BOT), "seat_has_one_player")


def test_it_refuses_a_seat_resigned_by_nobody(alice: User) -> None:
    game = lobby(alice, bots=["easy"])
    refused(reseated(game, 1, lost_at=timezone.now()), "seat_has_one_player")


def test_it_refuses_a_resigned_seat_that_nobody_plays(alice: User) -> None:
    game = lobby(alice, seats=2)
    refused(reseated(game, 0, lost_at=timezone.now()), "seat_has_one_player")


@pytest.mark.parametrize(
    ("columns", "name"),
    [
        ({"loss": "timed_out"}, "seat_loss_has_a_time"),
        ({"lost_at": timezone.now(), **BOT}, "seat_loss_has_a_time"),
        ({"lost_at": timezone.now(), **BOT, "loss": "theft"}, "seat_loss_has_a_time"),
        ({"away_since": timezone.now()}, "seat_has_one_player"),
        (
            {
                "away_since": timezone.now(),
                "lost_at": timezone.now(),
                "loss": "timed_out",
                **BOT,
            },
            "seat_has_one_player",
        ),
        ({"has_orders": True, "user": None, "joined_at": None}, "seat_orders_of_a_player"),
        ({"has_orders": True, "away_since": timezone.now(), **BOT}, "seat_orders_of_a_player"),
        ({"away_since": timezone.now(), "bot": "easy"}, "seat_profile_of_a_bot"),
        ({"bot_profile": "bold"}, "seat_profile_of_a_bot"),
        ({"excuses_left": -1}, "excuses_left"),
    ],
)
def test_it_refuses_a_seat_that_cannot_be(columns: dict[str, Any], name: str, alice: User) -> None:
    refused(reseated(lobby(alice, seats=2), 0, **columns), name)


def test_a_seat_may_be_away_or_lost_in_each_way(alice: User, bob: User) -> None:
    now, game = timezone.now(), lobby(alice, bob)
    reseated(game, 0, away_since=now, **BOT)()
    nobody = {"bot": "", "bot_profile": ""}
    for loss, who in (
        ("resigned", BOT),
        ("timed_out", BOT),
        ("removed", BOT),
        ("absent", nobody),
    ):
        reseated(game, 1, lost_at=now, loss=loss, **who)()


def test_it_refuses_a_user_on_a_seat_they_never_took(alice: User, bob: User) -> None:
    game = lobby(alice, seats=2)
    refused(reseated(game, 1, user=bob), "seat_user_has_joined")
    refused(reseated(game, 1, joined_at=timezone.now()), "seat_user_has_joined")


# --- games -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("columns", "name"),
    [
        ({"status": "paused"}, "game_"),
        ({"visibility": "secret"}, "game_visibility_known"),
        ({"table_size": 0}, "game_table_size_possible"),
        ({"table_size": 21}, "game_table_size_possible"),
        ({"to_act": 2}, "game_to_act_at_the_table"),
        ({"to_act": None}, "game_decides_while_active"),
        ({"to_act_since": None}, "game_decides_while_active"),
        ({"topic": ""}, "game_decides_while_active"),
        ({"started_at": None}, "game_times_fit_status"),
        ({"finished_at": timezone.now()}, "game_times_fit_status"),
        ({"commitment": ""}, "game_started_is_committed"),
        ({"result": {"placements": [1, 2]}}, "game_result_when_finished"),
        ({"annulled_at": timezone.now(), "rated": False}, "game_annulled_counts_for_nobody"),
        ({"status": "lobby"}, "game_"),
        ({"status": "finished"}, "game_"),
        ({"status": "cancelled"}, "game_"),
    ],
)
def test_it_refuses_a_running_game_that_cannot_be(
    columns: dict[str, Any], name: str, alice: User, bob: User
) -> None:
    refused(changed(start_game(alice, bob), **columns), name)


@pytest.mark.parametrize(
    ("columns", "name"),
    [
        ({"clock_since": None}, "game_deadline_while_running"),
        ({"clock_left": None}, "game_deadline_while_running"),
        ({"deadline_at": None, "due_at": None, "remind_at": None}, "game_deadline_while_running"),
        ({"due_at": None}, "game_deadline_will_be_seen"),
        ({"paused": True}, "game_paused_stands_still"),
        ({"frozen": True}, "game_frozen_is_paused"),
        ({"bot_delay": 3601}, "game_bot_delay_bounded"),
        ({"reopened_as_id": "the game itself"}, "game_reopened_when_cancelled"),
    ],
)
def test_it_refuses_a_clock_that_cannot_be(
    columns: dict[str, Any], name: str, alice: User, bob: User
) -> None:
    game = start_game(alice, bob)
    if "reopened_as_id" in columns:
        columns = {"reopened_as_id": game.id}
    refused(changed(game, **columns), name)


def test_it_refuses_what_is_due_where_the_clock_stands(alice: User, bob: User) -> None:
    game, now = start_game(alice, bob, pace={"kind": "none"}), timezone.now()
    refused(changed(game, deadline_at=now, due_at=now), "game_deadline_while_running")
    refused(changed(game, due_at=now), "game_deadline_will_be_seen")
    refused(changed(game, remind_at=now), "game_deadline_will_be_seen")
    refused(changed(game, frozen=True, paused=True, auto_at=now), "game_frozen_is_paused")


@pytest.mark.parametrize(
    ("columns", "name"),
    [
        ({"to_act": 0, "to_act_since": timezone.now(), "topic": "card"}, "game_decides"),
        ({"move_count": 1}, "game_decides"),
        ({"commitment": "f" * 64}, "game_decides"),
        ({"auto_at": timezone.now()}, "game_clock_while_active"),
        ({"status": "active"}, "game_"),
    ],
)
def test_it_refuses_a_lobby_that_cannot_be(columns: dict[str, Any], name: str, alice: User) -> None:
    refused(changed(lobby(alice, seats=2), **columns), name)


@pytest.mark.parametrize(
    ("columns", "name"),
    [
        ({"result": None}, "game_result_when_finished"),
        ({"finished_at": None}, "game_times_fit_status"),
        ({"auto_at": timezone.now()}, "game_clock_while_active"),
        ({"to_act": 0}, "game_decides_while_active"),
    ],
)
def test_it_refuses_a_finished_game_that_cannot_be(
    columns: dict[str, Any], name: str, alice: User, bob: User
) -> None:
    game = play_out(start_game(alice, bob, options={"rounds": 1}), alice, bob)
    refused(changed(game, **columns), name)


def test_it_refuses_two_states_of_one_game(alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    refused(lambda: GameState(game=game, state="{}", nonce="").save(force_insert=True), "gamestate")


# --- moves -------------------------------------------------------------------------------------


def test_it_refuses_two_moves_with_one_number(alice: User, bob: User) -> None:
    game = play_out(start_game(alice, bob, options={"rounds": 1}), alice, bob)
    last = game.moves.get(number=game.move_count)
    refused(another_move(last, number=last.number), "move_number_unique")


@pytest.mark.parametrize(
    ("columns", "name"),
    [
        ({"actor": "ghost"}, "move_actor_known"),
        ({"actor": "setup"}, "move_"),
        ({"seat": None}, "move_zero_is_the_setup"),
        ({"topic": ""}, "move_zero_is_the_setup"),
        ({"choice": ""}, "move_zero_is_the_setup"),
        ({"user": None}, "move_of_a_player_names_the_user"),
        ({"actor": "bot"}, "move_of_a_player_names_the_user"),
        ({"last_event": 0}, "move_events_in_order"),
    ],
)
def test_it_refuses_a_move_that_cannot_be(
    columns: dict[str, Any], name: str, alice: User, bob: User
) -> None:
    game = play_out(start_game(alice, bob, options={"rounds": 1}), alice, bob)
    refused(another_move(game.moves.get(number=game.move_count), **columns), name)


def test_it_refuses_a_move_that_is_changed(alice: User, bob: User) -> None:
    game = play_out(start_game(alice, bob, options={"rounds": 1}), alice, bob)
    refused(lambda: game.moves.filter(number=1).update(choice="pass"), "never changed")
    refused(lambda: game.moves.filter(number=1).update(number=99), "never changed")


def test_a_game_goes_with_its_moves_when_it_is_deleted(alice: User, bob: User) -> None:
    game = play_out(start_game(alice, bob, options={"rounds": 1}), alice, bob)
    game.delete()
    assert not Move.objects.exists()
    assert not GameState.objects.exists()


def test_it_refuses_an_annulled_game_that_counts(alice: User, bob: User) -> None:
    game = play_out(start_game(alice, bob, options={"rounds": 1}), alice, bob)
    now = timezone.now()
    for columns in ({}, {"rated": False}, {"rating_due_at": None}):
        refused(changed(game, annulled_at=now, **columns), "game_annulled_counts_for_nobody")
    changed(game, annulled_at=now, rated=False, rating_due_at=None)()


@pytest.mark.parametrize(
    ("columns", "name"),
    [
        ({"kind": "party"}, "bulkaction_"),
        ({"reason": ""}, "bulkaction_has_a_reason"),
        ({"length": DAY}, "bulkaction_has_its_length"),
        ({"kind": "extend"}, "bulkaction_has_its_length"),
        ({"ended_at": timezone.now()}, "bulkaction_begins_first"),
    ],
)
def test_it_refuses_an_act_on_all_games_that_cannot_be(
    columns: dict[str, Any], name: str, alice: User
) -> None:
    act = {"kind": "pause", "reason": "Stop.", "by": alice, **columns}
    refused(lambda: BulkAction.objects.create(**act), name)


# --- pauses, vacations, outages ------------------------------------------------------------------


def test_it_refuses_one_reason_of_one_owner_twice(alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    for owner, name in ((None, "pause_once_by_the_service"), (alice, "pause_once_an_owner")):
        Pause.objects.create(game=game, kind="vote", owner=owner)
        refused(partial(Pause.objects.create, game=game, kind="vote", owner=owner), name)
    refused(partial(Pause.objects.create, game=game, kind="weather"), "pause_kind_known")


def test_it_refuses_two_vacations_at_a_time_and_one_that_ends_before_it_begins(alice: User) -> None:
    now = timezone.now()
    begin = partial(Vacation.objects.create, user=alice, started_at=now)
    refused(partial(begin, ends_at=now), "vacation_goes_forward")
    begin(ends_at=now + DAY)
    refused(partial(begin, ends_at=now + DAY), "vacation_one_at_a_time")
    begin(ends_at=now + DAY, ended_at=now)


def test_it_refuses_a_vacation_bank_that_is_overdrawn(alice: User) -> None:
    overdrawn = partial(VacationBank.objects.create, user=alice, as_of=timezone.now(), left=-DAY)
    refused(overdrawn, "vacationbank_is_not_overdrawn")


def test_it_refuses_an_outage_that_ends_before_it_begins(db: None) -> None:
    now = timezone.now()
    outage = partial(Outage.objects.create, began_at=now, ended_at=now, what="sweeps")
    refused(outage, "outage_goes_forward")


def test_it_refuses_two_reminders_of_one_deadline(alice: User, bob: User) -> None:
    game, now = start_game(alice, bob), timezone.now()
    remind = partial(Reminder.objects.create, game=game, seat=0)
    remind(deadline_at=now)
    remind(deadline_at=now + DAY)
    refused(partial(remind, deadline_at=now), "reminder_once_a_deadline")


def test_it_refuses_two_events_of_one_number(alice: User, bob: User) -> None:
    tell = partial(
        PlatformEvent.objects.create, game=start_game(alice, bob), move=0, kind="seat_lost"
    )
    tell(seq=3)
    refused(partial(tell, seq=3), "platformevent_seq_unique")
    refused(partial(tell, seq=0), "platformevent_seq_counts")


# --- replies -----------------------------------------------------------------------------------


def test_it_refuses_one_idempotency_key_twice(alice: User) -> None:
    kept = {"user": alice, "scope": "games", "key": "k", "request_hash": "", "body": ""}
    IdempotencyKey.objects.create(**kept)
    with pytest.raises(IntegrityError), transaction.atomic():
        IdempotencyKey.objects.create(**kept)


@pytest.mark.postgres
def test_states_are_packed_with_lz4(db: None) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT attcompression FROM pg_attribute "
            "WHERE attrelid = 'games_gamestate'::regclass AND attname = 'state'"
        )
        assert cursor.fetchone() == ("l",)
