"""Whole games of every ruleset over HTTP, by clients that choose at random."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from clients.python.records import verify_record
from games import tasks
from games.models import Game
from tablekernel import registry
from tests.conftest import ClientOf
from tests.toy_games import Player

CITADELS = "citadels"
MANY = 5000
"""More decisions than any game has. A game that does not end fails."""


class Table:
    """Users and bots in a game. Users choose at random."""

    def __init__(self, clients: list[APIClient], seats: int, ruleset: str = CITADELS) -> None:
        levels = registry.ruleset(ruleset).bots.levels[1::-1]
        bots = [{"level": levels[n % len(levels)]} for n in range(seats - len(clients))]
        body = {"ruleset": ruleset, "seats": seats, "bots": bots}
        created = clients[0].post("/api/v1/games/", body)
        assert created.status_code == 201, created.content
        self.id = created.json()["id"]
        self.players = [Player(client, self.id) for client in clients]
        self.rng = Random(seats)
        for player in self.players[1:]:
            assert player.post("join").status_code == 200
        assert self.players[0].post("start").status_code == 200

    def play(self) -> None:
        for _ in range(MANY):
            tasks.bots_play(self.id)  # what a worker does when it is woken
            turns = [self.turn(player) for player in self.players]
            if not any(turns) and self.players[0].view()["status"] == "finished":
                return  # otherwise the task reached its time limit, and bots still have to move
        pytest.fail("The game does not end.")

    def turn(self, player: Player) -> bool:
        """Play the player's turn if their inbox has one in this game. True if it did."""
        inbox = player.client.get("/api/v1/me/turns/").json()["turns"]
        if not any(turn["game"] == self.id for turn in inbox):
            return False
        decision = player.view()["decision"]
        option = self.rng.choice(decision["options"])
        reply = player.send(decision["id"], option["choice"])
        assert reply.status_code == 200, reply.content
        return True


def sizes() -> list[tuple[str, int, int]]:
    """Return the smallest and the largest number of seats of every game, and some between."""
    result = []
    for ruleset in registry.rulesets():
        least, most = ruleset.rules.min_seats, ruleset.rules.max_seats
        tables = dict.fromkeys([(2, least), (1, least), (1, 3), (2, 4), (1, most)])
        result += [(ruleset.slug, *table) for table in tables if least <= table[1] <= most]
    return result


@pytest.mark.parametrize(("ruleset", "people", "seats"), sizes())
@pytest.mark.slow
def test_people_and_bots_play_a_whole_game(
    ruleset: str,
    people: int,
    seats: int,
    alice: User,
    bob: User,
    charlie: User,
    client_of: ClientOf,
) -> None:
    table = Table([client_of(user) for user in (alice, bob)[:people]], seats, ruleset)
    table.play()

    view = table.players[0].view()
    placements = view["result"]["placements"]
    assert len(placements) == len(view["result"]["scores"]) == seats
    assert min(placements) == 1
    assert (view["decision"], view["finished_at"] is None) == (None, False)

    game = Game.objects.get(id=table.id)
    assert game.result == view["result"]
    moves = game.moves.order_by("number")
    assert [move.number for move in moves] == list(range(game.move_count + 1))
    assert {move.actor for move in moves} >= {"setup", "player"}

    for client in (table.players[0].client, client_of(charlie)):
        events = history(client, table.id)
        assert [event["seq"] for event in events] == list(range(1, game.event_count + 1))
        assert all(event["text"] for event in events)

    export = client_of(charlie).get(f"/api/v1/games/{table.id}/export/").content
    verdict = verify_record(export)
    assert verdict.ok, verdict.reason


def test_a_player_may_send_a_turn_in_one_command(alice: User, client_of: ClientOf) -> None:
    table = Table([client_of(alice)], 4)
    player, sent = table.players[0], 0
    for _ in range(MANY):
        tasks.bots_play(table.id)
        decision = player.view()["decision"]
        if decision is None:
            break
        if decision["topic"] != "gather":
            table.turn(player)
            continue
        drawn = player.send(decision["id"], "gather:cards", "end_turn")
        assert drawn.status_code == 422
        assert drawn.json()["code"] in ("choice_ends_command", "illegal_choice")
        reply = player.send(decision["id"], "gather:gold", "end_turn")
        assert reply.json()["moves"] == [decision["id"], decision["id"] + 1]
        sent += 1
    assert sent > 0


def history(client: APIClient, game_id: str) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = []
    last = 0
    while True:
        path = f"/api/v1/games/{game_id}/events/?after={last}&limit=500"
        body = client.get(path).json()
        if not body["events"]:
            return events
        events += body["events"]
        last = body["last_seq"]


def test_four_bots_play_while_a_spectator_watches(alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    bots = [{"level": "easy"}, {"level": "novice"}, {"level": "easy"}, {"level": "novice"}]
    body = {"ruleset": "citadels", "seats": 4, "bots": bots, "join": False}
    player = Player(client, client.post("/api/v1/games/", body).json()["id"])
    player.post("start")
    for _ in range(MANY):
        if player.view()["status"] == "finished":
            break
        tasks.bots_play(player.path.split("/")[-2])
    view = player.view()
    assert (view["your_seat"], view["table"]["you"]) == (None, None)
    assert len(view["result"]["scores"]) == 4


@pytest.mark.slow
def test_a_record_that_was_changed_names_the_first_move_that_differs(
    alice: User, client_of: ClientOf
) -> None:
    table = Table([client_of(alice)], 4)
    table.play()
    data = table.players[0].client.get(f"/api/v1/games/{table.id}/export/").content
    place = data.index(b'"number":7,') - len(b'0",')  # the last digit of the hash before it
    changed = bytearray(data)
    changed[place] ^= 1
    verdict = verify_record(bytes(changed))
    assert (verdict.ok, verdict.move) == (False, 7)
