"""POST /api/v1/games/{id}/commands/"""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from tests.api.conftest import Players
from tests.conftest import ClientOf
from tests.toy_games import NOWHERE, Player, play_out, start_game

pytestmark = pytest.mark.usefixtures("toy")


def test_a_command_answers_the_open_decision(players: Players) -> None:
    response = players[0].send(1, "boast")
    assert response.status_code == 200
    body = response.json()
    assert body["moves"] == [1]
    (event,) = body["events"]
    at = event.pop("at")
    text = "alice boasted (en)"
    assert event == {"kind": "boasted", "seat": 0, "text": text, "seq": 3, "move": 1}
    assert at <= body["game"]["server_time"]
    view = players[0].view()
    for document in (view, body["game"]):
        document.pop("server_time")
    assert body["game"] == view


def test_several_choices_are_taken_together(players: Players) -> None:
    card = players[0].view()["table"]["hand"][1]
    body = players[0].send(1, "pass", f"lay:{card}").json()
    assert body["moves"] == [1, 2]
    assert [event.get("card") for event in body["events"]] == [None, card]
    assert body["game"]["decision"]["seat"] == 1


def test_a_stale_decision_is_409_with_the_open_one(players: Players) -> None:
    players[0].send(1, "boast")
    mine = players[0].send(1, "pass")
    assert (mine.status_code, mine.json()["code"]) == (409, "stale_decision")
    assert mine.json()["decision"] == players[0].view()["decision"]
    others = players[1].send(1, "pass").json()
    assert others["decision"] == players[1].view()["decision"]
    assert "options" not in others["decision"]


def test_an_illegal_choice_is_422_with_the_legal_ones(players: Players) -> None:
    response = players[0].send(1, "counter")
    assert (response.status_code, response.json()["code"]) == (422, "illegal_choice")
    assert response.json()["options"] == players[0].view()["decision"]["options"]
    assert players[0].view()["move_count"] == 0


def test_of_several_choices_none_is_taken_if_one_is_illegal(
    players: Players,
) -> None:
    response = players[0].send(1, "boast", "lay:99")
    assert (response.status_code, response.json()["index"]) == (422, 1)
    assert players[0].view()["move_count"] == 0


def test_nothing_may_follow_a_choice_that_tells_something_new(
    players: Players,
) -> None:
    card = players[0].view()["table"]["hand"][0]
    response = players[0].send(1, "boast", f"lay:{card}", "pass")
    assert (response.status_code, response.json()["code"]) == (422, "choice_ends_command")
    assert response.json()["index"] == 1


def test_the_decision_of_another_seat_is_403(players: Players) -> None:
    response = players[1].send(1, "boast")
    assert (response.status_code, response.json()["code"]) == (403, "not_your_decision")
    assert response.json()["seat"] == 0


def test_a_user_without_a_seat_gets_403_or_404(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    client = client_of(charlie)
    public = Player(client, start_game(alice, bob).id).send(1, "boast")
    assert (public.status_code, public.json()["code"]) == (403, "not_seated")
    private = Player(client, start_game(alice, bob, visibility="private").id).send(1, "boast")
    assert (private.status_code, private.json()["code"]) == (404, "game_not_found")
    assert Player(client, NOWHERE).send(1, "boast").json()["code"] == "game_not_found"


def test_a_finished_game_is_409(alice: User, bob: User, client_of: ClientOf) -> None:
    game = play_out(start_game(alice, bob, options={"rounds": 1}), alice, bob)
    response = Player(client_of(alice), game.id).send(1, "boast")
    assert (response.status_code, response.json()["code"]) == (409, "game_over")


def test_a_command_sent_again_gets_the_same_reply(players: Players) -> None:
    first = players[0].send(1, "boast", key="k1")
    again = players[0].send(1, "boast", key="k1")
    assert (again.status_code, again.content) == (200, first.content)
    assert again.headers["Idempotent-Replayed"] == "true"
    assert again.headers["Content-Type"] == "application/json"
    other = players[0].send(2, "boast", key="k1")
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_key_reused")
    assert players[0].view()["move_count"] == 1


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, "/decision"),
        ({"decision": 0, "choices": ["boast"]}, "/decision"),
        ({"decision": "next", "choices": ["boast"]}, "/decision"),
        ({"decision": 1}, "/choices"),
        ({"decision": 1, "choices": []}, "/choices"),
        ({"decision": 1, "choices": "boast"}, "/choices"),
        ({"decision": 1, "choices": ["boast"] * 21}, "/choices"),
        ({"decision": 1, "choices": ["x" * 201]}, "/choices/0"),
        ([], ""),
    ],
)
def test_errors_point_at_the_wrong_fields(body: Any, pointer: str, players: Players) -> None:
    response = players[0].client.post(f"{players[0].path}commands/", body)
    assert (response.status_code, response.json()["code"]) == (422, "invalid")
    assert response.json()["errors"][0]["pointer"] == pointer


def test_it_needs_a_token(alice: User, bob: User, anyone: APIClient) -> None:
    assert Player(anyone, start_game(alice, bob).id).send(1, "boast").status_code == 401


def test_a_decision_of_many_digits_is_refused(alice: User, bob: User, client_of: ClientOf) -> None:
    player = Player(client_of(alice), start_game(alice, bob).id)
    for key in (None, "k"):
        response = player.send(int("9" * 18), "boast", key=key)
        assert response.status_code == 422
        errors = response.json()["errors"]
        assert [(error["pointer"], error["code"]) for error in errors] == [
            ("/decision", "max_value")
        ]


def test_a_change_of_the_clock_needs_few_statements(
    alice: User, bob: User, client_of: ClientOf, django_assert_max_num_queries: Any
) -> None:
    pace = {"kind": "reserve", "allowance": 3600, "bank": 3600}
    player = Player(client_of(alice), start_game(alice, bob, pace=pace).id)
    player.send(1, "boast")
    decision = player.view()["decision"]
    with django_assert_max_num_queries(13):  # the last one ends the line "your turn" in the news
        assert player.send(2, decision["options"][0]["choice"]).status_code == 200
