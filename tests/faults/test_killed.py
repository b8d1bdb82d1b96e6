"""A process may die after any statement: what follows makes it up, and nothing is done twice."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.conf import LazySettings
from django.utils import timezone

from accounts.models import User
from core.leases import LeasedRows
from games.models import Game
from games.play.commands import command_send
from tests.faults.copies import begun, copies, same
from tests.faults.figures import Note
from tests.faults.forks import DIED, Statements, exit_code_of
from tests.faults.queues import CASES, Case
from tests.notifications.receiver import Receiver, receiving
from tests.toy_games import options_of, play

pytestmark = [
    pytest.mark.fault(2),
    pytest.mark.slow,
    pytest.mark.postgres,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("toy"),
]
MOST = 200
"""Statements; more than any path has."""


@pytest.fixture
def receiver(settings: LazySettings) -> Iterator[Receiver]:
    settings.WEBHOOKS_ALLOW_HTTP = True
    settings.WEBHOOKS_PRIVATE_NETWORKS = ["127.0.0.0/8"]
    with receiving() as receiver:
        yield receiver


@pytest.fixture
def mails(settings: LazySettings, tmp_path: Path) -> Path:
    """Where mail is stored that any process sends."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    settings.EMAIL_FILE_PATH = tmp_path
    return tmp_path


def die_after(number: int, act: Any, *given: Any) -> None:
    with Statements(number).counted():
        act(*given)


def queues(base: type[LeasedRows[Any]] = LeasedRows) -> Iterator[type[LeasedRows[Any]]]:
    """Return all queues of the service, without the classes they share."""
    for queue in base.__subclasses__():
        yield from queues(queue)
        if not queue.__subclasses__():
            yield queue


def test_every_queue_is_in_the_list() -> None:
    assert {case.queue for case in CASES if case.queue is not None} == set(queues())


@pytest.mark.parametrize("kind", CASES)
def test_a_due_row_is_worked_off_once(
    kind: type[Case], mails: Path, receiver: Receiver, note: Note
) -> None:
    """One worker is killed after each of its statements, and another works when its lease ends.

    What leaves the service may leave it twice, but only if the first worker had handed it over.
    """
    case = kind(mails, receiver)
    undisturbed = case.due()
    before = case.effect(undisturbed) if case.once is None else None
    case.work()
    expected = case.effect(undisturbed)
    if case.once is None:
        assert expected != before
    else:
        assert expected == case.once
    assert case.received(undisturbed) in (None, 1)
    twice = 0
    for number in count(1):
        row = case.due()
        code = exit_code_of(die_after, number, case.work)
        assert code in (DIED, 0)
        handed_over = case.received(row)
        with time_machine.travel(timezone.now() + case.wait):
            case.work()
            assert case.effect(row) == expected
        if handed_over is not None:
            received = case.received(row)
            assert received in ((1, 2) if handed_over else (1,))
            twice += received == 2
        if code == 0:
            break  # the worker had fewer statements
    assert 1 < number < MOST
    note("killed after each of", number - 1)
    if twice:
        note("left twice", twice)


def test_a_players_command(alice: User, bob: User, note: Note) -> None:
    game = play(alice, begun(alice, bob), "boast")
    card = options_of(alice, game)[0]

    def send(game: Game) -> None:  # the turn passes to bob, who is told
        command_send(user=alice, game_id=game.id, decision=2, choices=[card], key=str(game.id))

    undisturbed, *others = copies(game, 1 + MOST)
    send(undisturbed)
    for number, copy in enumerate(others, start=1):
        code = exit_code_of(die_after, number, send, copy)
        assert code in (DIED, 0)
        send(copy)
        if code == 0:
            break
    assert 1 < number < MOST
    same([undisturbed, *others[:number]])
    note("killed after each of", number - 1)
