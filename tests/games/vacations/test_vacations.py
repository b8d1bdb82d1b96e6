"""Vacations: a user's games that allow it pause while their vacation bank lasts."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.utils import timezone

from accounts.models import AccountDeletion, User
from accounts.services.deletions import account_delete, deletion_request
from core.errors import Invalid
from games.models import Game, Vacation, VacationBank
from games.seats.resign import seat_resign
from games.vacations import services
from games.vacations.errors import (
    NotOnVacation,
    VacationBankEmpty,
    VacationLimit,
    VacationRunning,
)
from games.vacations.services import (
    CAP,
    LEAST,
    OPENING,
    SETTLE_AFTER,
    STARTS,
    vacation_end,
    vacation_left,
    vacation_start,
    vacations_sweep,
)
from notifications.selectors import notifications_of
from notifications.services.fanout import outbox_fan_out
from tests.timed import (
    A_DAY_EACH,
    DAY,
    HOUR,
    MINUTE,
    NOW,
    ZERO,
    Clock,
    fresh,
    left,
    platform_event_kinds,
    seat_at,
    shown_up,
    time_out,
    turn,
)
from tests.toy_games import lobby, start_game

pytestmark = pytest.mark.usefixtures("toy")


def timed(*users: User, **options: Any) -> Game:
    return shown_up(start_game(*users, pace=A_DAY_EACH, **options))


def bank_of(user: User) -> timedelta:
    return vacation_left(user=user, now=timezone.now())


# --- games -------------------------------------------------------------------------------------


def test_all_games_of_an_absent_user_pause_until_they_are_back(
    alice: User, bob: User, clock: Clock
) -> None:
    games = [timed(alice, bob), turn(bob, timed(bob, alice))]
    clock.shift(HOUR)
    vacation_start(user=bob)
    for game in games:
        assert fresh(game).paused
        assert left(game) == 23 * HOUR
    clock.shift(3 * DAY)
    vacation_end(user=bob)
    for game in games:
        assert (fresh(game).paused, left(game)) == (False, 23 * HOUR)


def test_deleting_the_account_ends_the_pause(alice: User, bob: User, clock: Clock) -> None:
    game = timed(alice, bob)
    vacation_start(user=bob)
    assert fresh(game).paused
    deletion_request(user=bob)
    account_delete(AccountDeletion.objects.get(user=bob))
    assert not fresh(game).paused
    assert not Vacation.objects.filter(user=bob).exists()


def test_a_game_may_forbid_it(alice: User, bob: User, clock: Clock) -> None:
    game = timed(alice, bob, vacations=False)
    vacation_start(user=alice)
    assert not fresh(game).paused
    time_out(clock, game)
    assert seat_at(game, 0).loss == "timed_out"


def test_games_of_others_go_on(alice: User, bob: User, charlie: User, clock: Clock) -> None:
    game = timed(alice, bob)
    vacation_start(user=charlie)
    assert not fresh(game).paused


def test_vacations_on_and_off_are_limited_and_one_line_for_the_others(
    alice: User, bob: User, clock: Clock
) -> None:
    timed(alice, bob)
    for _ in range(STARTS):
        vacation_start(user=alice)
        vacation_end(user=alice)
        clock.shift(MINUTE)
    with pytest.raises(VacationLimit) as error:
        vacation_start(user=alice)
    assert error.value.extras == {"again_at": NOW + DAY}
    outbox_fan_out(seconds=60)
    (line,) = notifications_of(user=bob).filter(entry__kind__startswith="clock_")
    assert line.entry.kind == "clock_resumed"
    clock.shift(DAY)
    vacation_start(user=alice)


def test_two_vacations_overlap(alice: User, bob: User, clock: Clock) -> None:
    game = timed(alice, bob)
    vacation_start(user=alice)
    clock.shift(DAY)
    vacation_start(user=bob)
    clock.shift(DAY)
    vacation_end(user=alice)
    assert fresh(game).paused
    clock.shift(DAY)
    vacation_end(user=bob)
    assert (fresh(game).paused, left(game)) == (False, DAY)


def test_a_game_that_starts_meanwhile_stands_still_from_the_start(
    alice: User, bob: User, clock: Clock
) -> None:
    vacation_start(user=bob)
    game = start_game(alice, bob, pace=A_DAY_EACH)
    assert (game.paused, game.deadline_at, left(game)) == (True, None, DAY)
    clock.shift(2 * DAY)
    vacation_end(user=bob)
    assert (fresh(game).deadline_at, left(game)) == (NOW + 3 * DAY, DAY)


def test_a_game_in_the_lobby_is_let_alone(alice: User, bob: User, clock: Clock) -> None:
    game = lobby(alice, bob)
    vacation_start(user=bob)
    assert (fresh(game).paused, platform_event_kinds(game)) == (False, [])


def test_a_player_who_lost_their_seat_pauses_nothing_there(
    alice: User, bob: User, charlie: User, clock: Clock
) -> None:
    game = timed(alice, bob, charlie)
    seat_resign(user=charlie, game_id=game.id)
    vacation_start(user=charlie)
    assert not fresh(game).paused


# --- the bank ------------------------------------------------------------------------------------


def test_everybody_has_a_fortnight_at_first_that_grows_up_to_a_cap(
    alice: User, clock: Clock
) -> None:
    assert bank_of(alice) == OPENING
    vacation_start(user=alice)
    clock.shift(2 * DAY)
    vacation_end(user=alice)
    assert bank_of(alice) == OPENING - 2 * DAY
    clock.shift(12 * DAY)
    assert bank_of(alice) == OPENING - DAY
    clock.shift(1000 * DAY)
    assert bank_of(alice) == CAP


def test_it_shrinks_on_vacation_and_does_not_grow(alice: User, clock: Clock) -> None:
    vacation_start(user=alice)
    clock.shift(12 * DAY)
    assert bank_of(alice) == OPENING - 12 * DAY
    vacation_end(user=alice)
    assert bank_of(alice) == OPENING - 12 * DAY


def test_a_vacation_ends_where_it_was_to_end_however_late_that_is_seen(
    alice: User, bob: User, clock: Clock
) -> None:
    game = timed(alice, bob)
    vacation_start(user=alice, until=NOW + 3 * DAY)
    clock.shift(3 * DAY + 2 * HOUR)
    vacations_sweep()
    vacation = Vacation.objects.get()
    assert (vacation.ended_at, vacation.settled_at is not None) == (NOW + 3 * DAY, True)
    assert (fresh(game).paused, left(game)) == (False, DAY)
    assert VacationBank.objects.get().left == OPENING - 3 * DAY


def test_it_ends_when_the_bank_is_empty(alice: User, bob: User, clock: Clock) -> None:
    game = timed(alice, bob)
    assert vacation_start(user=alice, until=NOW + 100 * DAY).ends_at == NOW + OPENING
    clock.shift(OPENING)
    vacations_sweep()
    assert (fresh(game).paused, bank_of(alice)) == (False, ZERO)
    with pytest.raises(VacationBankEmpty) as refusal:
        vacation_start(user=alice)
    assert refusal.value.extras == {"left": 0}
    clock.shift(11 * HOUR)
    with pytest.raises(VacationBankEmpty):
        vacation_start(user=alice)
    clock.shift(2 * HOUR)
    vacation_start(user=alice)


def test_it_lasts_for_an_hour_at_least(alice: User, clock: Clock) -> None:
    for until in (NOW - DAY, NOW, NOW + LEAST - timedelta(seconds=1)):
        with pytest.raises(Invalid) as refusal:
            vacation_start(user=alice, until=until)
        assert refusal.value.extras["errors"][0]["pointer"] == "/until"
    assert vacation_start(user=alice, until=NOW + LEAST).ends_at == NOW + LEAST


def test_there_is_one_at_a_time(alice: User, clock: Clock) -> None:
    with pytest.raises(NotOnVacation):
        vacation_end(user=alice)
    vacation_start(user=alice)
    with pytest.raises(VacationRunning):
        vacation_start(user=alice)
    vacation_end(user=alice)
    with pytest.raises(NotOnVacation):
        vacation_end(user=alice)


# --- what a crash leaves -------------------------------------------------------------------------


@pytest.fixture
def not_told(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """The process dies between writing a vacation down and telling the games."""
    monkeypatch.setattr(services, "vacation_settle", lambda user_id: False)
    return monkeypatch


def test_a_sweep_tells_the_games_that_were_not_told(
    alice: User, bob: User, clock: Clock, not_told: pytest.MonkeyPatch
) -> None:
    game = timed(alice, bob)
    vacation_start(user=alice)
    assert not fresh(game).paused
    not_told.undo()
    vacations_sweep()
    assert fresh(game).paused


def test_a_sweep_looks_again_for_a_while_at_games_that_were_starting(
    alice: User, bob: User, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.lobby.start.vacations_apply", lambda game, seats: None)
    vacation_start(user=alice)
    assert vacations_sweep() == 0
    game = start_game(alice, bob, pace=A_DAY_EACH)
    clock.shift(SETTLE_AFTER)
    assert vacations_sweep() == 1
    assert fresh(game).paused
    assert vacations_sweep() == 0


def test_a_game_that_cannot_be_told_keeps_no_other_and_is_told_later(
    alice: User, bob: User, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [timed(alice, bob) for _ in range(3)]
    tell = services.vacation_notify

    def poisoned(*, user_id: UUID, game_id: UUID) -> None:
        if game_id == games[1].id:
            raise ZeroDivisionError
        tell(user_id=user_id, game_id=game_id)

    monkeypatch.setattr(services, "vacation_notify", poisoned)
    vacation_start(user=alice)
    assert [fresh(game).paused for game in games] == [True, False, True]
    clock.shift(5 * MINUTE)
    assert vacations_sweep() == 0
    monkeypatch.undo()
    assert vacations_sweep() == 1
    assert fresh(games[1]).paused


def test_telling_a_game_twice_changes_it_once(alice: User, bob: User, clock: Clock) -> None:
    game = timed(alice, bob)
    vacation_start(user=alice)
    version = fresh(game).version
    vacations_sweep()
    assert (fresh(game).version, platform_event_kinds(game)) == (version, ["clock_paused"])
