"""A user who is marked as a bot at the same moment as they take a seat."""

from __future__ import annotations

from functools import partial

import pytest

from accounts.models import User
from games.lobby.services import game_join
from games.ratings.bot_accounts import bot_account_mark
from tests.conftest import user_named
from tests.faults.together import at_once, outcome
from tests.toy_games import lobby

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("toy"),
]


@pytest.mark.parametrize("number", range(8))
def test_a_bot_gets_no_seat_in_a_rated_game(number: int, alice: User) -> None:
    robbie, game = user_named("robbie"), lobby(alice, seats=2)
    marked, joined = at_once(
        partial(outcome, partial(bot_account_mark, user=robbie)),
        partial(outcome, partial(game_join, user=robbie, game_id=game.id)),
    )
    assert (marked, joined) in (("done", "bot_account_not_admitted"), ("has_played", "done"))
