"""A try that is sent twice at the same moment starts one game."""

from __future__ import annotations

from functools import partial

import pytest
from django.conf import LazySettings

from accounts.models import User
from tests.conftest import ClientOf
from tests.faults.together import at_once
from tests.toy_games import play_out, start_game

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("toy"),
]


def test_two_requests_with_one_key_start_one_game(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    origin = play_out(start_game(alice, bob), alice, bob)
    path, headers = f"/api/v1/games/{origin.id}/history/0/try/", {"Idempotency-Key": "twice"}
    clients = [client_of(alice) for _ in range(2)]
    replies = at_once(
        *(
            partial(client.post, path, {"hidden": "as_it_was"}, headers=headers)
            for client in clients
        )
    )
    assert [reply.status_code for reply in replies] == [201, 201]
    assert replies[0].content == replies[1].content
    assert origin.tries.count() == 1


def test_the_limit_of_games_holds_for_requests_at_the_same_time(
    alice: User, bob: User, client_of: ClientOf, settings: LazySettings
) -> None:
    origin = play_out(start_game(alice, bob), alice, bob)
    settings.MAX_GAMES = 1
    path = f"/api/v1/games/{origin.id}/history/0/try/"
    clients = [client_of(alice) for _ in range(3)]
    replies = at_once(*(partial(client.post, path, {"hidden": "as_it_was"}) for client in clients))
    assert sorted(reply.status_code for reply in replies) == [201, 409, 409]
