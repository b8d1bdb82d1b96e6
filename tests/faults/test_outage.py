"""The service was out for three hours: nobody forfeits for it, and afterwards time goes on."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
import urllib3

from accounts.models import User
from games.models import Game, Heartbeat, Outage, Seat
from games.play import outages
from games.play.timing import fire_delay, grace
from games.sweeps import timers_sweep
from tests.faults.copies import begun, copies
from tests.faults.figures import Note
from tests.stub_server import StubHandler, StubServer
from tests.toy_games import play

pytestmark = [
    pytest.mark.fault(5),
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("toy"),
]
HOUR, MINUTE, SECOND = timedelta(hours=1), timedelta(minutes=1), timedelta(seconds=1)
DAY = 24 * HOUR
OUT_AT = datetime(2026, 10, 2, 20, tzinfo=UTC)
"""A Friday evening; in Paris it is 22:00."""
LONG = 3 * HOUR
BACK_AT = OUT_AT + LONG
MONDAY = datetime(2026, 10, 4, 22, tzinfo=UTC)
"""It begins in Paris."""
EACH = 50
A_DAY = {"kind": "per_decision", "allowance": DAY // SECOND}
WEEKENDS_OFF = {**A_DAY, "weekends_off": True, "time_zone": "Europe/Paris"}


def due_from(game: Game, first: datetime, apart: timedelta) -> dict[Game, datetime]:
    """Further games like this one, with one deadline after another."""
    found = {}
    for number, one in enumerate(copies(game, EACH)):
        deadline = first + number * apart
        Game.objects.filter(id=one.id).update(
            clock_since=deadline - DAY, deadline_at=deadline, due_at=deadline + fire_delay()
        )
        found[one] = deadline
    return found


def swept_at(instant: datetime, *, worked: bool = True) -> None:
    """Two processes sweep; the service has worked until then, or not."""
    if worked:
        Heartbeat.objects.update(at=instant - SECOND)
    with time_machine.travel(instant, tick=False):
        for _ in range(2):
            timers_sweep()


def lost(games: Any) -> set[Any]:
    rows = Seat.objects.filter(game__in=games, lost_at__isnull=False)
    return set(rows.values_list("game", flat=True))


def deadlines(games: Any) -> dict[Any, datetime | None]:
    return dict(
        Game.objects.filter(id__in=[game.id for game in games]).values_list("id", "deadline_at")
    )


@pytest.mark.slow
def test_an_outage_of_three_hours_costs_no_seat_and_no_extra_time(
    alice: User, bob: User, charlie: User, note: Note
) -> None:
    with time_machine.travel(OUT_AT, tick=False):
        always = begun(alice, bob, charlie, pace=A_DAY)
        weekdays = begun(alice, bob, charlie, pace=WEEKENDS_OFF)
        just_before = due_from(always, OUT_AT - 55 * SECOND, SECOND)
        during = due_from(always, OUT_AT + MINUTE, 3 * MINUTE)
        afterwards = due_from(always, BACK_AT, 10 * MINUTE)
        at_the_weekend = due_from(weekdays, OUT_AT + MINUTE, 2 * MINUTE)
        timers_sweep()
    games = [*just_before, *during, *afterwards, *at_the_weekend]
    assert len(games) == 4 * EACH
    assert not lost(games)

    swept_at(BACK_AT, worked=False)
    assert not lost(games)
    assert Outage.objects.count() == 1
    moved = {
        **{game.id: deadline for game, deadline in just_before.items()},  # it was over before
        **{game.id: deadline + LONG for game, deadline in (during | afterwards).items()},
        # Two of the three hours would have counted; in the third it was Saturday.
        **{game.id: MONDAY + (deadline - OUT_AT) for game, deadline in at_the_weekend.items()},
    }
    assert deadlines(games) == moved

    resolved_at = {
        game_id: deadline + fire_delay() + (LONG if deadline < OUT_AT else timedelta())
        for game_id, deadline in moved.items()
    }
    for instant in (
        *(BACK_AT + wait for wait in (30 * SECOND, HOUR, 3 * HOUR, 12 * HOUR)),
        *(MONDAY + wait for wait in (timedelta(), HOUR, 3 * HOUR)),
    ):
        swept_at(instant)
        assert lost(games) == {game for game, at in resolved_at.items() if at <= instant}
    assert len(lost(games)) == len(games)
    note("games", len(games))
    note("hours out", LONG // HOUR)
    note("lost by the first sweeps", 0)


def test_what_was_left_of_the_grace_is_left_when_the_service_is_back(
    alice: User, bob: User
) -> None:
    with time_machine.travel(OUT_AT - DAY - 10 * SECOND, tick=False):
        game = begun(alice, bob, pace=A_DAY)
    Heartbeat.objects.all().delete()
    with time_machine.travel(OUT_AT, tick=False):
        timers_sweep()
    swept_at(BACK_AT, worked=False)
    with time_machine.travel(BACK_AT + grace() - 11 * SECOND, tick=False):
        assert play(alice, game, "boast").move_count == 1


# --- the web process -----------------------------------------------------------------------------


class Web:
    """A web process that answers, or is not there."""

    def __init__(self) -> None:
        self.server: StubServer | None = None
        self.port = 0

    def start(self) -> None:
        self.server = StubServer(Healthy, self.port)
        self.port = self.server.server_port
        self.server.start()

    def stop(self) -> None:
        if self.server is not None:
            self.server.stop()
            self.server = None


class Healthy(StubHandler):
    def do_GET(self) -> None:
        self.reply(200)


@pytest.fixture
def web(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Web]:
    """It is in this process, which may stand still for seconds; a stopped one refuses at once."""
    monkeypatch.setattr(outages, "_http", urllib3.PoolManager(retries=False, timeout=60))
    web = Web()
    web.start()
    settings.WEB_PROBE_URL = f"http://127.0.0.1:{web.port}/"
    yield web
    web.stop()


def sweeping(begin: datetime, length: timedelta) -> None:
    """The sweeps work on, three times a minute."""
    for seconds in range(0, length // SECOND, 20):
        with time_machine.travel(begin + seconds * SECOND, tick=False):
            timers_sweep()


@pytest.mark.slow
def test_nobody_forfeits_while_the_web_process_is_down_nor_for_it_afterwards(
    alice: User, bob: User, charlie: User, web: Web, note: Note
) -> None:
    with time_machine.travel(OUT_AT, tick=False):
        games = due_from(begun(alice, bob, charlie, pace=A_DAY), OUT_AT - 55 * SECOND, 5 * SECOND)
    sweeping(OUT_AT - 5 * MINUTE, 5 * MINUTE + SECOND)
    last_answer = OUT_AT
    web.stop()
    down = 10 * MINUTE
    sweeping(OUT_AT + 20 * SECOND, down - 20 * SECOND)
    heard = {game.id for game, deadline in games.items() if deadline + grace() <= last_answer}
    assert lost(games) == heard
    web.start()
    sweeping(OUT_AT + down, SECOND)
    assert lost(games) == heard
    outage = Outage.objects.get()
    assert (outage.began_at, outage.ended_at) == (last_answer, OUT_AT + down)
    assert deadlines(game for game in games if game.id not in heard) == {
        game.id: deadline + (down if deadline > last_answer else timedelta())
        for game, deadline in games.items()
        if game.id not in heard
    }
    sweeping(OUT_AT + down, 6 * MINUTE)
    assert len(lost(games)) == EACH
    note("games", EACH)
    note("minutes down", down // MINUTE)
