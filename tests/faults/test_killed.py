"""A process may die after any statement: what follows makes it up, and nothing is done twice."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from games.models import Game, Heartbeat, PlayerRecord, Seat
from games.services.attempts import LEASE
from games.services.play import command_send
from games.services.sweeps import WAKE_GRACE, autos_sweep, timers_sweep
from notifications.models import Delivery, Notification, OutboxEntry, Progress
from notifications.services.relay import relay_all
from notifications.services.timing import LEASE as RELAY_LEASE
from tests.faults.copies import begun, bots_turn, copies, same, time_out
from tests.faults.figures import Note
from tests.faults.forks import DIED, Statements, exit_code_of
from tests.matches import options_of, play

pytestmark = [
    pytest.mark.fault(2),
    pytest.mark.slow,
    pytest.mark.postgres,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("toy"),
]
POLICIES = {
    "forfeit": {"policy": "forfeit"},
    "excuse": {"policy": "forfeit", "excuses": 1},
    "default_move": {"policy": "default_move"},
    "bot": {"policy": "bot"},
}
Act = Callable[[Game], object]
DRIVERS = ("beat", "run_timers")
MOST = 200
"""Statements; more than any path has."""


def kill_everywhere(game: Game, *, ready: Act, act: Act, mend: Act) -> int:
    """``act`` on copies of ``game``, killed after each of its statements, then ``mend``: the same
    is stored as without a kill. Returns how many statements there are.
    """
    undisturbed, *others = copies(game, 1 + MOST)
    statements = Statements()
    ready(undisturbed)
    with statements.counted():
        act(undisturbed)
    mend(undisturbed)
    killed = others[: statements.count]
    for number, copy in enumerate(killed, start=1):
        ready(copy)
        assert exit_code_of(die_after(number, act), copy) == DIED
        mend(copy)
    assert 0 < statements.count < MOST
    same([undisturbed, *killed])
    return statements.count


def die_after(number: int, act: Act) -> Act:
    def acting(game: Game) -> None:
        with Statements(number).counted():
            act(game)

    return acting


def time_out_now(game: Game) -> None:
    """The match is due, and the drivers were last here just now, whatever was travelled to."""
    Heartbeat.objects.all().delete()
    for driver in DRIVERS:
        timers_sweep(driver=driver)
    time_out(game)


def records_begun(*users: User) -> None:
    """The users have played before: counting the first match takes no more than the next."""
    PlayerRecord.objects.bulk_create(PlayerRecord(user=user) for user in users)


def clocks(game: Game) -> None:
    timers_sweep(driver=DRIVERS[0])


def clocks_later(game: Game) -> None:
    with time_machine.travel(timezone.now() + timedelta(seconds=LEASE + 1)):
        timers_sweep(driver=DRIVERS[1])


@pytest.mark.parametrize("policy", POLICIES)
def test_resolving_a_deadline(
    policy: str, alice: User, bob: User, charlie: User, note: Note
) -> None:
    game = begun(alice, bob, charlie, timeouts=POLICIES[policy])
    records_begun(alice, bob, charlie)
    count = kill_everywhere(game, ready=time_out_now, act=clocks, mend=clocks_later)
    lost = count + 1 if policy == "forfeit" else 0
    assert PlayerRecord.objects.get(user=alice).timed_out == lost
    note("killed after each of", count)


def test_calling_a_match_off_whose_player_never_came(alice: User, bob: User, note: Note) -> None:
    game = begun(alice, bob)
    Seat.objects.update(acted_at=None)
    records_begun(alice, bob)
    count = kill_everywhere(game, ready=time_out_now, act=clocks, mend=clocks_later)
    assert Game.objects.filter(reopened_from__isnull=False).count() == count + 1
    assert PlayerRecord.objects.get(user=alice).absent == count + 1
    note("killed after each of", count)


def test_a_players_command(alice: User, bob: User, note: Note) -> None:
    game = play(alice, begun(alice, bob), "boast")
    card = options_of(alice, game)[0]

    def send(game: Game) -> None:  # the turn passes to bob, who is told
        command_send(user=alice, game_id=game.id, decision=2, choices=[card], key=str(game.id))

    count = kill_everywhere(game, ready=lambda game: None, act=send, mend=send)
    note("killed after each of", count)


def test_a_bots_turn(alice: User, note: Note) -> None:
    game = bots_turn(alice)
    Game.objects.update(auto_at=timezone.now() + timedelta(days=1))

    def due(game: Game) -> None:
        overdue = timezone.now() - WAKE_GRACE - timedelta(seconds=1)
        Game.objects.filter(id=game.id).update(auto_at=overdue)

    def later(game: Game) -> None:
        with time_machine.travel(timezone.now() + WAKE_GRACE + timedelta(seconds=LEASE + 1)):
            autos_sweep()

    count = kill_everywhere(game, ready=due, act=lambda game: autos_sweep(), mend=later)
    note("killed after each of", count)


def test_relaying_what_users_are_told(alice: User, bob: User, note: Note) -> None:
    begun(alice, bob)
    relay_all()
    news = {"kind": "match_finished", "subject": alice.id, "data": {"ruleset": "toy"}}

    def told() -> OutboxEntry:
        return OutboxEntry.objects.create(users=[str(alice.id), str(bob.id)], **news)

    statements = Statements()
    told()
    with statements.counted():
        relay_all()
    for number in range(1, statements.count + 1):
        entry = told()
        assert exit_code_of(die_after(number, lambda game: relay_all()), entry) == DIED
        with time_machine.travel(timezone.now() + RELAY_LEASE + timedelta(seconds=1)):
            relay_all()
        entry.refresh_from_db()
        assert entry.spread_at is not None
        for rows in (Notification.objects, Delivery.objects.filter(progress=Progress.SENT)):
            users = list(rows.filter(entry=entry).values_list("user", flat=True))
            assert sorted(users) == sorted([alice.id, bob.id])
    note("killed after each of", statements.count)
