"""Time that passes at the same time as something else happens to the game."""

from __future__ import annotations

from functools import partial

import pytest

from accounts.models import User
from games.test_clock.services import time_pass
from tests.faults.together import at_once
from tests.timed import A_DAY_EACH, HOUR, fresh, platform_event_kinds, shown_up
from tests.toy_games import start_game

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("toy"),
]
TIMES = 8


def test_each_request_moves_the_deadline_once(alice: User, bob: User) -> None:
    game = shown_up(start_game(alice, bob, pace=A_DAY_EACH, test_clock=True))
    before = game.deadline_at
    assert before is not None
    at_once(*[partial(time_pass, user=alice, game_id=game.id, length=HOUR)] * TIMES)
    assert fresh(game).deadline_at == before - TIMES * HOUR
    assert platform_event_kinds(game) == ["time_passed"] * TIMES
