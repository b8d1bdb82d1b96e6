"""GET and POST /api/v1/games/{id}/votes/, POST .../votes/{id}/ballot/"""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Game, Loss, Seat
from games.staff import game_freeze, game_unfreeze
from games.votes.services import AFTER_REFUSAL
from notifications.models import OutboxEntry
from tests.api.conftest import Players
from tests.conftest import ClientOf
from tests.timed import Clock
from tests.toy_games import Player, start_game

pytestmark = pytest.mark.usefixtures("toy")


def ballot(player: Player, vote: dict[str, Any], yes: bool = True) -> Any:
    return player.post(f"votes/{vote['id']}/ballot", {"yes": yes})


def votes(player: Player, **headers: str) -> Any:
    return player.client.get(f"{player.path}votes/", headers=headers)


def test_a_choice_is_taken_back(players: Players, alice: User) -> None:
    alices, bobs, charlies = players
    alices.send(1, "boast")
    opened = alices.post("votes", {"kind": "undo"})
    assert opened.status_code == 201
    vote = opened.json()
    assert vote["opened_by"]["id"] == str(alice.id)
    assert (vote["to_move"], vote["passed"], vote["voters"], vote["needed"]) == (0, None, [0, 1], 2)
    assert vote["ballots"] == [{"seat": 0, "yes": True}]
    assert votes(charlies).json()["results"] == [vote]
    closed = ballot(bobs, vote).json()
    assert (closed["passed"], closed["voters"]) == (True, None)
    assert votes(bobs).json()["results"] == [closed]
    assert alices.view()["move_count"] == 0
    events = charlies.client.get(f"{charlies.path}events/?after=2").json()["events"]
    kinds = ["boasted", "vote_opened", "vote_closed", "rolled_back"]
    assert [event["kind"] for event in events] == kinds
    assert all(event["text"] for event in events)


def test_a_user_without_a_seat_cannot_vote(players: Players) -> None:
    vote = players[0].post("votes", {"kind": "cancel"}).json()
    for refusal in (players[2].post("votes", {"kind": "pause"}), ballot(players[2], vote)):
        assert (refusal.status_code, refusal.json()["code"]) == (403, "not_seated")


def test_impossible_votes_are_explained(players: Players) -> None:
    alices, bobs, _ = players
    undo = bobs.post("votes", {"kind": "undo"})
    assert (undo.status_code, undo.json()["code"]) == (409, "undo_impossible")
    resume = bobs.post("votes", {"kind": "resume"})
    assert (resume.status_code, resume.json()["reason"]) == (409, "not_paused")
    replace = bobs.post("votes", {"kind": "replace", "seat": 0})
    assert (replace.status_code, replace.json()["reason"]) == (409, "not_absent")
    alices.post("votes", {"kind": "cancel"})
    again = bobs.post("votes", {"kind": "cancel"})
    assert (again.status_code, again.json()["code"]) == (409, "vote_open")
    gone = ballot(bobs, {"id": 99_999})
    assert (gone.status_code, gone.json()["code"]) == (404, "vote_not_found")


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, "/kind"),
        ({"kind": "fire"}, "/kind"),
        ({"kind": "replace"}, "/seat"),
        ({"kind": "undo", "to_move": -1}, "/to_move"),
    ],
)
def test_errors_point_at_the_wrong_fields(body: Any, pointer: str, players: Players) -> None:
    response = players[0].post("votes", body)
    assert (response.status_code, response.json()["code"]) == (422, "invalid")
    assert response.json()["errors"][0]["pointer"] == pointer


def test_304_while_nothing_has_changed(players: Players) -> None:
    tag = votes(players[0]).headers["ETag"]
    assert votes(players[0], **{"If-None-Match": tag}).status_code == 304
    vote = players[1].post("votes", {"kind": "cancel"}).json()
    tag = votes(players[0], **{"If-None-Match": tag}).headers["ETag"]
    ballot(players[0], vote, yes=False)
    assert votes(players[0], **{"If-None-Match": tag}).status_code == 200


def test_others_see_no_votes_of_a_private_game(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    player = Player(client_of(charlie), start_game(alice, bob, visibility="private").id)
    assert votes(player).json()["code"] == "game_not_found"
    assert player.post("votes", {"kind": "cancel"}).json()["code"] == "game_not_found"


def undo(player: Player) -> Any:
    return player.client.get(f"{player.path}undo/").json()


def test_a_player_knows_beforehand_whether_a_choice_can_be_undone(players: Players) -> None:
    alices, bobs, charlies = players
    assert undo(alices) == {"possible": False, "reason": "no_move", "others": [1]}
    alices.send(1, "boast")
    assert undo(alices) == {"possible": True, "reason": None, "others": [1]}
    assert undo(bobs) == {"possible": False, "reason": "another_moved", "others": [0]}
    assert undo(charlies)["code"] == "not_seated"
    ballot(bobs, alices.post("votes", {"kind": "undo"}).json())
    assert undo(alices)["reason"] == "no_move"


def test_the_reasons_against_a_vote_are_reasons_against_an_undo(
    players: Players, clock: Clock
) -> None:
    alices, bobs, _ = players
    alices.send(1, "boast")
    vote = alices.post("votes", {"kind": "undo"}).json()
    assert undo(alices) == {"possible": False, "reason": "vote_open", "others": [1]}
    ballot(bobs, vote, yes=False)
    assert undo(alices)["reason"] == "vote_limit"
    clock.shift(AFTER_REFUSAL)
    assert undo(alices)["possible"]
    game = Game.objects.get()
    game_freeze(game_id=game.id)
    assert undo(alices)["reason"] == "game_frozen"
    game_unfreeze(game_id=game.id)
    Seat.objects.filter(number=0).update(
        away_since=timezone.now(), bot="novice", bot_profile="balanced"
    )
    assert undo(alices)["reason"] == "seat_away"
    Seat.objects.filter(number=0).update(
        away_since=None, lost_at=timezone.now(), loss=Loss.RESIGNED
    )
    assert undo(alices)["reason"] == "vote_impossible"  # a bot plays the seat


def test_against_bots_an_undo_needs_nobody_and_tells_nobody(
    alice: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bots=["novice"])
    player = Player(client_of(alice), game.id)
    player.send(1, "boast")
    assert undo(player)["others"] == []
    assert player.post("votes", {"kind": "undo"}).json()["passed"] is True
    assert player.view()["move_count"] == 0
    told = OutboxEntry.objects.filter(kind__in=("vote_closed", "game_rolled_back"))
    assert not told.exists()
