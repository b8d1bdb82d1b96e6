"""Long random sequences of moves, waiting, pauses, vacations, outages and sweeps.

``tests.games.play.ledger`` computes the clocks independently. After every step both have to agree
on each bank, on the time left, and on whether a seat has run out of time.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest
from django.db.models import F
from django.utils import timezone

from accounts.models import User
from games.bots.turns import bots_run
from games.models import Game, PauseKind, Status, Vacation
from games.play.errors import DeadlinePassed, GameFrozen
from games.play.timeouts import MAX_DEFAULTED_MISSES
from games.play.timing import calendar_of, clock_of, fire_delay
from games.seats.resign import seat_resign, seat_return
from games.sweeps import timers_sweep
from games.vacations.errors import VacationBankEmpty
from games.vacations.services import vacation_end, vacation_start
from tests.games.play.ledger import Ledger
from tests.timed import (
    DAY,
    HOUR,
    NOW,
    Clock,
    left,
    pause,
    platform_event_kinds,
    resume,
    seat_at,
    shown_up,
)
from tests.toy_games import options_of, play, start_game

pytestmark = pytest.mark.usefixtures("toy")

HOURS = 3600
PACES: list[dict[str, Any]] = [
    {"kind": "per_decision", "allowance": 24 * HOURS},
    {"kind": "reserve", "allowance": 12 * HOURS, "bank": 36 * HOURS, "weekends_off": True},
    {"kind": "fischer", "initial": 30 * HOURS, "increment": 10 * HOURS, "cap": 40 * HOURS},
    {
        "kind": "fischer",
        "initial": 12 * HOURS,
        "increment": 0,
        "cap": 12 * HOURS,
        "window": {"from": "08:00", "to": "20:00"},
    },
]
POLICIES = ("forfeit", "default_move", "bot")
BY_THE_CLOCK = ("turn_excused", "default_played", "bot_took_over", "seat_lost", "game_called_off")
STEPS = 80
FIXED, NEW = 12, 2
"""Numbers of stories: one with a fixed seed for each pace and policy, then some with new seeds."""
GAP = DAY


class Story:
    """One game and a random sequence of steps."""

    def __init__(self, seed: int, users: list[User], clock: Clock) -> None:
        self.rng = Random(seed)
        self.users, self.clock = users, clock
        self.timeouts = {
            "policy": POLICIES[seed // len(PACES) % len(POLICIES)],
            "excuses": self.rng.choice([0, 2]),
            "when_alone": "play_on",
        }
        pace = PACES[seed % len(PACES)]
        timers_sweep()
        self.game = start_game(*users, pace=pace, timeouts=self.timeouts, options={"rounds": 4})
        if self.rng.random() < 0.8:
            shown_up(self.game)
        self.ledger = Ledger(pace, len(users), GAP, last_sweep=NOW)
        self.ledger.begin(0, NOW)
        self.waits_for: int | None = 0
        self.expected = 0  # timeouts and resignations

    @property
    def now(self) -> datetime:
        return timezone.now()

    def tell(self) -> None:
        for _ in range(STEPS):
            self.rng.choices(
                [
                    *(self.move, self.wait, self.sweep, self.doze),
                    *(self.stop, self.outage, self.travel, self.leave),
                ],
                [10, 4, 6, 5, 4, 1, 2, 0.7],
            )[0]()
            self.follow()
            self.bots()
            self.check()
            if self.game.status != Status.ACTIVE:
                break

    # --- what happens ----------------------------------------------------------------------------

    def wait(self) -> None:
        self.clock.shift(self.rng.choice([1, 2, 5, 11, 20, 23]) * HOUR)

    def doze(self) -> None:
        """Let a day pass without a move."""
        for _ in range(4):
            self.clock.shift(6 * HOUR)
            self.sweep()
            self.follow()

    def move(self) -> None:
        seat = self.game.to_act
        if seat is None or not seat_at(self.game, seat).played_by_user:
            return
        user, command_deadline = self.users[seat], self.ledger.command_deadline(self.now)
        option = self.rng.choice(options_of(user, self.game))
        try:
            play(user, self.game, option)
        except DeadlinePassed:
            assert command_deadline is not None
            assert self.now > command_deadline
        except GameFrozen:
            assert self.game.frozen
        else:
            assert command_deadline is None or self.now <= command_deadline

    def sweep(self) -> None:
        game, ledger, seat = self.game, self.ledger, self.game.to_act
        out = ledger.sweep(self.now)
        ended = Vacation.objects.filter(ended_at=None, ends_at__lte=self.now).exists()
        if out:
            assert seat is not None
            assert ledger.rest(self.now) == 0
            self.expected += 1
            self.resolve(seat)
        timers_sweep()
        if ended:
            game.refresh_from_db()
            ledger.pause(game.pauses.exists(), self.now)

    def resolve(self, number: int) -> None:
        """Apply the timeout options to a seat that has run out of time."""
        seat = seat_at(self.game, number)
        if seat.acted_at is None:
            self.ledger.clear()
        elif seat.excuses_left:
            self.ledger.excuse(number, self.now)
        elif self.timeouts["policy"] == "bot":
            self.ledger.stand_in(number)
        elif self.timeouts["policy"] == "forfeit" or seat.missed_in_a_row == MAX_DEFAULTED_MISSES:
            self.ledger.clear()

    def outage(self) -> None:
        self.clock.shift(GAP + self.rng.randint(1, 60) * HOUR)
        if self.rng.random() < 0.5:  # the web process is available before the sweeps
            self.move()
            self.follow()
            self.clock.shift(self.rng.randint(0, 3) * HOUR)
        self.sweep()

    def stop(self) -> None:
        kind = self.rng.choice([PauseKind.VOTE, PauseKind.MODERATOR])
        change = self.rng.choice([pause, resume, resume, resume])
        change(self.game, kind)

    def travel(self) -> None:
        user = self.rng.choice(self.users)
        if Vacation.objects.filter(user=user, ended_at=None, ends_at__gt=self.now).exists():
            vacation_end(user=user)
        elif not Vacation.objects.filter(user=user, ended_at=None).exists():
            try:
                vacation_start(user=user, until=self.now + self.rng.randint(2, 80) * HOUR)
            except VacationBankEmpty:
                return

    def leave(self) -> None:
        seat = seat_at(self.game, self.rng.randrange(len(self.users)))
        if seat.away_since is not None:
            seat_return(user=self.users[seat.number], game_id=self.game.id)
            if self.game.to_act == seat.number:
                self.ledger.begin(seat.number, self.now)
        elif seat.lost_at is None:
            seat_resign(user=self.users[seat.number], game_id=self.game.id)
            self.expected += 1
            if self.game.to_act == seat.number:
                self.ledger.clear()

    def bots(self) -> None:
        bots_run(game_id=self.game.id)
        self.follow()

    # --- the ledger ------------------------------------------------------------------------------

    def follow(self) -> None:
        """Update the ledger: another seat may have to act, or the game may be paused or over."""
        self.game = Game.objects.get(id=self.game.id)
        before, seat = self.waits_for, self.game.to_act
        self.waits_for = seat
        if seat != before:
            assert before is not None
            self.ledger.end(before, self.now)
        self.ledger.pause(self.game.pauses.exists(), self.now)
        if seat is not None and seat != before and seat_at(self.game, seat).played_by_user:
            self.ledger.begin(seat, self.now)

    def check(self) -> None:
        game, ledger = self.game, self.ledger
        moves = list(game.moves.order_by("number").values_list("number", flat=True))
        assert moves == list(range(game.move_count + 1))  # each decision was answered once
        events = list(game.platform_events.values_list("seq", flat=True))
        for first, last in game.moves.filter(last_event__gte=F("first_event")).values_list(
            "first_event", "last_event"
        ):
            events += range(first, last + 1)
        assert sorted(events) == list(range(1, game.event_count + 1))
        assert sum(kind in BY_THE_CLOCK for kind in platform_event_kinds(game)) == self.expected
        assert game.paused == game.pauses.exists()
        if game.status != Status.ACTIVE:
            return
        banks = [seat.bank for seat in game.seats.order_by("number")]
        assert banks == [timedelta(hours=bank) for bank in ledger.banks]
        rest = left(game)
        assert rest == (None if ledger.left is None else ledger.rest(self.now) * HOUR)
        if self.now - ledger.last_sweep > GAP:
            return  # the outage is not stored yet
        clock = clock_of(game)
        deadline = clock.deadline(calendar_of(game)) if clock else None
        assert game.deadline_at == deadline == ledger.deadline(self.now)
        command_deadline = ledger.command_deadline(self.now)
        assert game.due_at == (command_deadline and command_deadline + fire_delay())


@pytest.mark.slow
@pytest.mark.parametrize("story", range(FIXED + NEW))
def test_the_ledger_and_the_service_agree(
    story: int, alice: User, bob: User, charlie: User, clock: Clock, settings: Any
) -> None:
    settings.MAX_GAP_SECONDS = GAP.total_seconds()
    seed = story if story < FIXED else Random().randrange(10**9)
    try:
        Story(seed, [alice, bob, charlie], clock).tell()
    except Exception as error:
        error.add_note(f"the story of Random({seed})")
        raise
