"""Processes are asked to end in the middle of something: it is done first, once, and answered."""

from __future__ import annotations

import re
import signal

import pytest

from accounts.models import User
from accounts.services import token_issue
from games.lobby.services import game_create, game_join, game_start
from games.models import Game, Move, Seat
from games.play.selectors import game_view_for
from tests.faults.clients import send
from tests.faults.copies import copies, time_out
from tests.faults.figures import Note
from tests.faults.processes import HANG, Service
from tests.faults.servers import PRODUCTION_SETTINGS, answers, free_port, start_web
from tests.faults.test_processes import AN_HOUR, resolutions
from tests.faults.waiting import Meanwhile, hold_lock, until

pytestmark = [
    pytest.mark.fault(3),
    pytest.mark.slow,
    pytest.mark.postgres,
    pytest.mark.redis,
    pytest.mark.django_db(transaction=True),
]
REQUESTS = 12


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    """A real game, which processes that do not know the toy can play."""
    game = game_create(user=alice, ruleset="citadels", seats=2, options={}, pace=AN_HOUR)
    game_join(user=bob, game_id=game.id)
    return game_start(user=alice, game_id=game.id)


def test_a_command_on_its_way_is_answered_and_stored_once(
    running: Service, game: Game, alice: User, bob: User, note: Note
) -> None:
    """Beside it: whichever process is asked for figures knows those of all."""
    figures = free_port()
    running.more = {**PRODUCTION_SETTINGS, "METRICS_PORT": str(figures)}
    server = start_web(running)
    port, web = server.port, server.process
    assert game.to_act is not None
    user = (alice, bob)[game.to_act]
    key, path = token_issue(user=user).text, f"/api/v1/games/{game.id}/"
    for _ in range(REQUESTS):
        assert send(port, "GET", path, token=key).status == 200
    told = send(figures, "GET", "/metrics").body.decode()
    counted = re.search(r'citadels_request_seconds_count{.*route="game",status="200"} (\S+)', told)
    assert counted is not None, told
    assert float(counted[1]) == REQUESTS
    decision = game_view_for(user=user, game_id=game.id)[1]["decision"]
    command = {"decision": decision["id"], "choices": [decision["options"][0]["choice"]]}
    moves = Move.objects.filter(game=game).count()
    with hold_lock(Game.objects.filter(id=game.id)) as release:
        sending = Meanwhile(lambda: send(port, "POST", f"{path}commands/", token=key, body=command))
        until(release.is_awaited)
        web.send_signal(signal.SIGTERM)
        until(lambda: not answers(port))
        assert not sending.done
        release.set()
        reply = sending.ended()
    assert (reply.status, reply.json()["moves"] != []) == (200, True)
    assert Move.objects.filter(game=game).count() >= moves + 1
    assert Move.objects.filter(game=game, number=decision["id"]).count() == 1
    assert web.wait(HANG) == 0
    assert "Killing" not in server.log
    note("web", "answered, then ended")


def test_what_a_worker_has_begun_is_done_before_it_ends(
    running: Service, game: Game, note: Note
) -> None:
    Seat.objects.update(acted_at=game.started_at)
    worker = running.worker()
    running.beat()
    (due,) = copies(game, 1)
    with hold_lock(Seat.objects.filter(game=due)) as release:
        time_out(due)
        until(release.is_awaited, patience=HANG)
        worker.send_signal(signal.SIGTERM)
        release.set()
        assert worker.wait(HANG) == 0
    assert resolutions([due]) == {due.id: 1}  # nobody else was there to do it
    note("worker", "done, then ended")
