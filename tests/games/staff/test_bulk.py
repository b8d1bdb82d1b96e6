"""Bulk actions change each game exactly once, whatever happens in between."""

from __future__ import annotations

from time import monotonic
from typing import Any

import pytest
from django.conf import settings
from django.db import OperationalError

from accounts.models import User
from core.leases import LeasedRows
from games import sweeps
from games.models import BulkAction, Failure, Game, Pause, PauseKind
from games.play.errors import GameFrozen
from games.play.timing import fire_delay
from games.staff import (
    bulk,
    bulk_left,
    game_end,
    game_freeze,
    games_extend,
    games_pause,
    games_resume,
)
from games.staff.bulk import BulkQueue, bulk_step, bulks_sweep
from games.staff.errors import NothingToDo
from games.sweeps import deadline_or_order_resolve, deadlines_sweep, timers_sweep
from tests.faults.waiting import hold_lock
from tests.timed import A_DAY_EACH, DAY, HOUR, Clock, fresh, left, platform_event_kinds, seat_at
from tests.toy_games import lobby, play, play_out, start_game

pytestmark = pytest.mark.usefixtures("toy")


@pytest.fixture
def three(alice: User, bob: User, clock: Clock) -> list[Game]:
    """Three games with running clocks, in the order of processing."""
    games = [start_game(alice, bob, pace=A_DAY_EACH) for _ in range(3)]
    return sorted(games, key=lambda game: game.id)


def paused_flags(games: list[Game]) -> list[bool]:
    return [fresh(game).frozen for game in games]


def refuse(monkeypatch: pytest.MonkeyPatch, game: Game, error: BaseException) -> None:
    """Make the bulk action fail at this game."""
    right = bulk.bulk_apply

    def bulk_apply(act: BulkAction, game_id: Any) -> bool:
        if game_id == game.id:
            raise error
        return right(act, game_id)

    monkeypatch.setattr(bulk, "bulk_apply", bulk_apply)


def test_everything_stands_still_and_goes_on(three: list[Game], alice: User, clock: Clock) -> None:
    act = games_pause(by=alice, reason="A card is broken.")
    assert bulk_left(act) == 3
    assert bulks_sweep() == 3
    act.refresh_from_db()
    assert (act.done, act.failed, bulk_left(act)) == (3, 0, 0)
    assert act.ended_at is not None
    assert paused_flags(three) == [True, True, True]
    with pytest.raises(GameFrozen):
        play(alice, three[0], "boast")
    clock.shift(5 * DAY)
    games_resume(by=alice, reason="It is fixed.")
    bulks_sweep()
    assert [left(game) for game in three] == [DAY, DAY, DAY]
    assert platform_event_kinds(three[0]) == ["clock_paused", "clock_resumed"]


def test_what_else_stands_against_a_game_is_left_alone(three: list[Game], alice: User) -> None:
    game_freeze(game_id=three[1].id)
    games_pause(by=alice, reason="Stop.")
    bulks_sweep()
    games_resume(by=alice, reason="Go.")
    bulks_sweep()
    assert paused_flags(three) == [False, True, False]
    assert list(Pause.objects.values_list("kind", flat=True)) == [PauseKind.MODERATOR]


def test_no_deadline_passes_from_the_moment_it_was_asked(
    three: list[Game], alice: User, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock.shift(DAY + fire_delay())
    games_pause(by=alice, reason="Stop.")
    monkeypatch.setattr(BulkQueue, "budget", -1)  # no game is reached
    assert timers_sweep() == 0
    assert (paused_flags(three), seat_at(three[0], 0).loss) == ([False, False, False], "")


@pytest.mark.parametrize("extends", [False, True])
def test_nor_in_a_sweep_that_had_begun_before(
    three: list[Game], alice: User, clock: Clock, monkeypatch: pytest.MonkeyPatch, extends: bool
) -> None:
    def asked_then_resolved(game_id: Any) -> bool:
        if not BulkAction.objects.exists():
            if extends:
                games_extend(by=alice, length=DAY, reason="Slow.")
            else:
                games_pause(by=alice, reason="Stop.")
        return deadline_or_order_resolve(game_id)

    clock.shift(DAY + fire_delay())
    monkeypatch.setattr(sweeps, "deadline_or_order_resolve", asked_then_resolved)
    assert deadlines_sweep() == 0
    assert [seat_at(game, 0).loss for game in three] == ["", "", ""]
    clock.shift(HOUR)
    bulks_sweep()
    assert paused_flags(three) == [not extends] * 3
    if extends:
        assert [left(game) for game in three] == [DAY] * 3


def test_a_game_that_starts_meanwhile_stands_still_too(
    three: list[Game], alice: User, bob: User
) -> None:
    games_pause(by=alice, reason="Stop.")
    bulks_sweep()
    new = start_game(alice, bob, pace=A_DAY_EACH)
    assert (new.frozen, new.deadline_at, platform_event_kinds(new)) == (
        True,
        None,
        ["clock_paused"],
    )
    # A game that started just before the action was stored is found by a later sweep.
    late = start_game(alice, bob)
    Pause.objects.filter(game=late).delete()
    Game.objects.filter(id=late.id).update(paused=False, frozen=False)
    assert bulks_sweep() == 1
    assert fresh(late).frozen
    games_resume(by=alice, reason="Go.")
    bulks_sweep()
    assert paused_flags([*three, new, late]) == [False] * 5


def test_it_cannot_be_asked_twice(three: list[Game], alice: User) -> None:
    with pytest.raises(NothingToDo):
        games_resume(by=alice, reason="Go.")
    games_pause(by=alice, reason="Stop.")
    with pytest.raises(NothingToDo):
        games_pause(by=alice, reason="Stop.")


def test_the_reverse_ends_an_act_half_done(three: list[Game], alice: User) -> None:
    act = games_pause(by=alice, reason="Stop.")
    assert bulk_step(bulk_id=act.id)
    assert paused_flags(three) == [True, False, False]
    games_resume(by=alice, reason="By mistake.")
    bulks_sweep()
    assert paused_flags(three) == [False, False, False]
    assert [platform_event_kinds(game) for game in three] == [
        ["clock_paused", "clock_resumed"],
        [],
        [],
    ]


# --- time ----------------------------------------------------------------------------------------


def test_everybody_who_is_to_act_gets_the_time_once(
    three: list[Game], alice: User, bob: User, clock: Clock
) -> None:
    over = play_out(start_game(alice, bob, options={"rounds": 1}), alice, bob)
    waiting, untimed = lobby(alice, seats=2), start_game(alice, bob, pace={"kind": "none"})
    clock.shift(HOUR)
    act = games_extend(by=alice, length=6 * HOUR, reason="The mail was down.")
    clock.shift(HOUR)
    later = start_game(alice, bob, pace=A_DAY_EACH)
    while bulk_step(bulk_id=act.id):
        pass
    assert not bulk_step(bulk_id=act.id)
    assert [left(game) for game in three] == [28 * HOUR] * 3
    assert left(later) == DAY
    assert [platform_event_kinds(game) for game in (over, waiting, untimed, later)] == [
        [],
        [],
        [],
        [],
    ]
    act.refresh_from_db()
    assert (act.done, act.failed) == (3, 0)


def test_deadlines_wait_for_the_time_that_was_promised(
    three: list[Game], alice: User, clock: Clock
) -> None:
    clock.shift(DAY + fire_delay())
    games_extend(by=alice, length=6 * HOUR, reason="The mail was down.")
    assert timers_sweep() == 0
    assert [left(game) for game in three] == [6 * HOUR] * 3


# --- failures ------------------------------------------------------------------------------------


def test_who_dies_in_between_has_done_nothing_and_the_next_goes_on(
    three: list[Game], alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    act = games_extend(by=alice, length=HOUR, reason="The mail was down.")
    assert bulk_step(bulk_id=act.id)
    with monkeypatch.context() as patch:
        patch.setattr(BulkAction, "save", lambda *words, **more: (_ for _ in ()).throw(SystemExit))
        with pytest.raises(SystemExit):  # after the game was changed, before the commit
            bulk_step(bulk_id=act.id)
    assert [left(game) for game in three] == [25 * HOUR, DAY, DAY]
    while bulk_step(bulk_id=act.id):
        pass
    assert [left(game) for game in three] == [25 * HOUR] * 3


def test_a_game_that_fails_is_counted_and_keeps_no_other(
    three: list[Game], alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    act = games_pause(by=alice, reason="Stop.")
    with monkeypatch.context() as patch:
        refuse(patch, three[0], ValueError("broken"))
        while bulk_step(bulk_id=act.id):
            pass
    act.refresh_from_db()
    assert (act.done, act.failed, paused_flags(three)) == (2, 1, [False, True, True])
    assert Failure.objects.get().task == "bulk_pause"
    assert bulks_sweep() == 1  # it is tried again
    assert paused_flags(three) == [True, True, True]


def test_a_game_in_other_hands_comes_last_and_holds_up_no_other(
    three: list[Game], alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    act = games_extend(by=alice, length=HOUR, reason="The mail was down.")
    with monkeypatch.context() as patch:
        refuse(patch, three[0], OperationalError("lock timeout"))
        bulks_sweep()
        act.refresh_from_db()
        assert (act.done, act.failed, bulk_left(act), act.ended_at) == (2, 0, 1, None)
    assert [left(game) for game in three] == [DAY, 25 * HOUR, 25 * HOUR]
    bulks_sweep()
    act.refresh_from_db()
    assert (act.done, act.failed, bulk_left(act), act.ended_at is None) == (3, 0, 0, False)
    assert [left(game) for game in three] == [25 * HOUR] * 3


def test_one_that_is_never_let_go_is_given_up(
    three: list[Game], alice: User, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    act = games_extend(by=alice, length=HOUR, reason="The mail was down.")
    refuse(monkeypatch, three[0], bulk.GameBusy())
    for seconds in (0, *[1] * 50, bulk.LATE_FOR.seconds - 51):  # however often it is tried
        clock.shift(seconds)
        bulks_sweep()
        act.refresh_from_db()
        assert act.ended_at is None
    clock.shift(1)
    bulks_sweep()
    act.refresh_from_db()
    assert (act.done, act.failed, act.ended_at is None) == (2, 1, False)
    assert Failure.objects.get().game_id == three[0].id


class Killed(BaseException):
    """Kills a worker, as the operating system would."""


def deaths(clock: Clock, *, sweeps: int) -> int:
    """Run sweeps, each after the lease of a dead worker expired. Return how many workers died."""
    died = 0
    for _ in range(sweeps):
        try:
            bulks_sweep()
        except Killed:
            died += 1
            if BulkAction.objects.filter(ended_at=None).exists():
                assert bulks_sweep() == 0  # the dead worker holds the lease
        clock.shift(BulkQueue.longest_lease)
    return died


@pytest.mark.parametrize("refused", [False, True])
def test_a_game_that_kills_its_workers_is_left_out(
    three: list[Game], alice: User, clock: Clock, monkeypatch: pytest.MonkeyPatch, refused: bool
) -> None:
    monkeypatch.setattr(LeasedRows, "has_met_refusal", refused)  # one of the attempts may be its
    act = games_extend(by=alice, length=HOUR, reason="The mail was down.")
    refuse(monkeypatch, three[1], Killed())
    assert deaths(clock, sweeps=10) == settings.MAX_ATTEMPTS + refused
    act.refresh_from_db()
    assert (act.done, act.failed, act.ended_at is None) == (2, 1, False)
    assert "WorkersDie" in Failure.objects.get(game=three[1]).traceback


@pytest.mark.parametrize("stops", [True, False])
def test_it_is_left_out_of_the_sweeps_that_follow_too(
    three: list[Game], alice: User, clock: Clock, monkeypatch: pytest.MonkeyPatch, stops: bool
) -> None:
    act = games_pause(by=alice, reason="Stop.")
    if not stops:
        bulks_sweep()
        act = games_resume(by=alice, reason="Go.")
    refuse(monkeypatch, three[1], Killed())
    assert deaths(clock, sweeps=20) == settings.MAX_ATTEMPTS
    act.refresh_from_db()
    assert (act.done, act.failed, act.ended_at is None) == (2, 1, False)
    assert paused_flags(three) == [stops, not stops, stops]


def test_one_that_is_late_and_kills_its_workers_is_left_out(
    three: list[Game], alice: User, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    games_pause(by=alice, reason="Stop.")
    bulks_sweep()
    Pause.objects.all().delete()
    Game.objects.update(paused=False, frozen=False)
    refuse(monkeypatch, three[1], Killed())
    assert deaths(clock, sweeps=20) == settings.MAX_ATTEMPTS
    assert paused_flags(three) == [True, False, True]


def test_only_the_game_at_which_workers_died_is_left_out(
    three: list[Game], alice: User, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worker may end while others wait for the lease: the next game has killed no worker."""
    act = games_extend(by=alice, length=HOUR, reason="The mail was down.")
    with monkeypatch.context() as patch:
        refuse(patch, three[0], Killed())
        assert deaths(clock, sweeps=settings.MAX_ATTEMPTS) == settings.MAX_ATTEMPTS
    game_end(game_id=three[0].id)
    bulks_sweep()
    bulks_sweep()
    act.refresh_from_db()
    assert (act.done, act.failed) == (2, 0)


def test_those_that_are_late_have_a_time_as_well(
    three: list[Game], alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    games_pause(by=alice, reason="Stop.")
    bulks_sweep()
    Pause.objects.all().delete()
    Game.objects.update(paused=False, frozen=False)
    monkeypatch.setattr(BulkQueue, "budget", -1)
    assert bulks_sweep() == 0
    assert paused_flags(three) == [False] * 3


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("toy")
def test_no_sweep_waits_for_a_game_in_other_hands(alice: User, bob: User) -> None:
    games = [start_game(alice, bob, pace=A_DAY_EACH) for _ in range(3)]
    stuck, *others = sorted(games, key=lambda game: game.id)
    games_pause(by=alice, reason="Stop.")
    with hold_lock(Game.objects.filter(id=stuck.id)):
        begun = monotonic()
        bulks_sweep()
        bulks_sweep()
        assert monotonic() - begun < settings.LOCK_SECONDS
        assert paused_flags(others) == [True, True]
    bulks_sweep()
    assert paused_flags(games) == [True] * 3
