"""GET /api/v1/games/{id}/history/{move}/"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from engine import registry
from games.bots.turns import bots_run
from games.history import positions
from games.lobby.services import game_create, game_start
from games.models import Game, GameState, Move, VoteKind
from games.play.rollback import game_rollback
from games.rules import replays
from games.seats.handover import seat_offer, seat_offer_accept
from games.seats.resign import seat_resign
from games.votes.services import ballot_cast, vote_open
from tests.conftest import ClientOf
from tests.toy_games import NOWHERE, Player, lobby, play, play_out, start_game

pytestmark = pytest.mark.usefixtures("toy")

TIMES = ("since", "deadline")


@pytest.fixture(autouse=True)
def nothing_remembered() -> None:
    positions.POSITIONS.clear()


def then(player: Player, move: int, query: str = "") -> dict[str, Any]:
    response = player.client.get(f"{player.path}history/{move}/{query}")
    assert response.status_code == 200, response.content
    body: dict[str, Any] = response.json()
    return body


def refused(player: Player, move: int, query: str = "") -> tuple[int, str]:
    response = player.client.get(f"{player.path}history/{move}/{query}")
    return response.status_code, response.json()["code"]


def known(view: dict[str, Any]) -> dict[str, Any]:
    """What a viewer is told of the table and the open decision, apart from times."""
    decision = view["decision"]
    return {
        "table": view["table"],
        "decision": decision and {k: v for k, v in decision.items() if k not in TIMES},
    }


class Memory:
    """What each viewer was told after each move."""

    def __init__(self, players: Sequence[Player]) -> None:
        self.players = players
        self.told: dict[int, list[dict[str, Any]]] = {}

    def look(self) -> None:
        views = [player.view() for player in self.players]
        self.told[views[0]["move_count"]] = [known(view) for view in views]

    def holds(self) -> None:
        for move, views in self.told.items():
            for player, view in zip(self.players, views, strict=True):
                assert known(then(player, move)) == view, (move, player.path)


def random_match(
    ruleset: str, users: Sequence[User], players: Sequence[Player | None], rng: Random
) -> tuple[Game, Memory]:
    """A game of chance, at which everybody looks after each move."""
    game = game_create(user=users[0], ruleset=ruleset, seats=len(users), options={})
    clients = [player.client for player in players if player]
    people = [Player(client, game.id) for client in clients]
    for person in people[1 : len(users)]:
        assert person.post("join").status_code == 200
    game = game_start(user=users[0], game_id=game.id)
    memory = Memory(people)
    memory.look()
    while game.to_act is not None:
        decision = people[game.to_act].view()["decision"]
        choice = rng.choice(decision["options"])["choice"]
        assert people[game.to_act].send(decision["id"], choice).status_code == 200
        memory.look()
        game.refresh_from_db()
    return game, memory


@pytest.mark.parametrize(
    "ruleset", ["toy", *(pytest.param(slug, marks=pytest.mark.slow) for slug in registry.RULESETS)]
)
def test_every_past_view_is_what_its_viewer_was_told_then(
    ruleset: str, alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    nobody = Player(client_of(charlie), NOWHERE)
    players = [Player(client_of(user), NOWHERE) for user in (alice, bob)]
    game, memory = random_match(ruleset, (alice, bob), [*players, nobody], Random(7))
    assert sorted(memory.told) == list(range(game.move_count + 1))
    memory.holds()
    memory.holds()  # from what is remembered by now


def test_it_is_the_same_while_the_match_still_runs(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob)
    memory = Memory([Player(client_of(user), game.id) for user in (alice, bob, charlie)])
    memory.look()
    for _ in range(5):
        game = play((alice, bob)[game.to_act or 0], game)
        memory.look()
        memory.holds()


def test_it_says_what_the_move_caused_as_the_viewer_may_know_it(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    game = play(alice, start_game(alice, bob), "boast")
    alices, bobs = (then(Player(client_of(user), game.id), 0) for user in (alice, bob))
    assert [e["kind"] for e in alices["events"]] == ["dealt", "dealt"]
    assert ["cards" in e for e in alices["events"]] == [True, False]
    assert ["cards" in e for e in bobs["events"]] == [False, True]
    assert (alices["move"], alices["move_count"], alices["seq"]) == (0, 1, 2)
    assert (alices["as_seat"], alices["by_seat"]) == (0, None)
    assert then(Player(client_of(alice), game.id), 1)["by_seat"] == 0


def test_moves_that_were_taken_back_do_not_count_and_ids_are_those_of_then(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob)
    memory = Memory([Player(client_of(user), game.id) for user in (alice, bob)])
    for to_move in (3, 1, 2):
        while game.move_count < 5:
            memory.look()
            game = play((alice, bob)[game.to_act or 0], game)
        game_rollback(game_id=game.id, to_move=to_move, by=alice, reason="a fault")
        memory.told = {move: told for move, told in memory.told.items() if move < to_move}
        game.refresh_from_db()
        memory.look()
    memory.holds()
    assert refused(memory.players[0], 3) == (404, "move_not_found")


# --- who has left his seat ---------------------------------------------------------------------


def test_who_has_resigned_is_a_spectator_and_gets_back_what_he_saw_in_the_end(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob, charlie, options={"rounds": 1})
    watcher, player = (Player(client_of(user), game.id) for user in (alice, charlie))
    memory = Memory([player])
    memory.look()
    game = play(alice, game)
    memory.look()
    seat_resign(user=charlie, game_id=game.id)
    before = then(player, 0)
    assert (before["as_seat"], before["table"]["hand"]) == (None, None)
    game.refresh_from_db()
    while game.to_act is not None:
        bots_run(game_id=game.id)
        game.refresh_from_db()
        if game.to_act in (0, 1):
            game = play((alice, bob)[game.to_act], game)
    memory.holds()
    later = then(player, max(memory.told) + 1)
    assert (later["your_seat"], later["as_seat"]) == (2, None)
    assert then(watcher, game.move_count)["as_seat"] == 0


def test_what_a_bot_saw_on_his_seat_after_a_roll_back_he_does_not_see(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob, charlie)
    for _ in range(4):
        game = play((alice, bob, charlie)[game.to_act or 0], game)
    seat_resign(user=charlie, game_id=game.id)
    game_rollback(game_id=game.id, to_move=1, by=alice, reason="a fault")
    game.refresh_from_db()
    while game.to_act is not None:
        bots_run(game_id=game.id)
        game.refresh_from_db()
        if game.to_act in (0, 1):
            game = play((alice, bob)[game.to_act], game)
    player = Player(client_of(charlie), game.id)
    assert [then(player, move)["as_seat"] for move in (0, 1, 2, 3)] == [2, 2, None, None]


# --- as another seat ---------------------------------------------------------------------------


def test_when_it_is_over_anybody_may_look_as_any_seat(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob)
    alices = Memory([Player(client_of(alice), game.id)])
    alices.look()
    game = play_out(game, alice, bob)
    seen = then(Player(client_of(charlie), game.id), 0, "?seat=0")
    assert known(seen) == alices.told[0][0]
    assert (seen["as_seat"], seen["your_seat"]) == (0, None)
    assert "cards" in seen["events"][0]


def test_who_came_later_may_look_as_the_seat_at_what_was_before_him(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = play(alice, start_game(alice, bob))
    offer = seat_offer(user=alice, game_id=game.id, to="charlie")
    seat_offer_accept(user=charlie, offer_id=offer.id)
    play_out(game, charlie, bob)
    player = Player(client_of(charlie), game.id)
    assert "cards" not in then(player, 0)["events"][0]
    assert "cards" in then(player, 0, "?seat=0")["events"][0]


def test_who_came_later_and_left_is_not_told_of_the_move_before_him(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob)
    for by, to in ((alice, charlie), (charlie, alice)):
        offer = seat_offer(user=by, game_id=game.id, to=to.username)
        seat_offer_accept(user=to, offer_id=offer.id)
        game = play(to, game)
    vote = vote_open(user=alice, game_id=game.id, kind=VoteKind.CANCEL)
    ballot_cast(user=bob, game_id=game.id, vote_id=vote.id, yes=True)
    seen = then(Player(client_of(charlie), game.id), 0)
    assert seen["as_seat"] == 0
    assert "cards" not in seen["events"][0]


def test_while_it_runs_nobody_may(alice: User, bob: User, client_of: ClientOf) -> None:
    player = Player(client_of(alice), start_game(alice, bob).id)
    for seat in (0, 1):
        assert refused(player, 0, f"?seat={seat}") == (409, "game_not_finished")
    assert refused(player, 0, "?seat=2") == (422, "invalid")


# --- what is refused ---------------------------------------------------------------------------


def test_there_is_no_history_before_the_start_nor_of_moves_to_come(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    waiting = Player(client_of(alice), lobby(alice, seats=2).id)
    assert refused(waiting, 0) == (409, "game_not_started")
    player = Player(client_of(alice), start_game(alice, bob).id)
    for move in (1, 2**31, 10**30):
        assert refused(player, move) == (404, "move_not_found")


def test_private_matches_have_no_past_for_strangers(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob, visibility="private")
    for path in ("history/0/", "recap/", "reveal/", "verify/"):
        response = client_of(charlie).get(f"/api/v1/games/{game.id}/{path}")
        assert (response.status_code, response.json()["code"]) == (404, "game_not_found"), path


def test_a_past_that_would_come_out_differently_is_not_shown(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    game = play(alice, start_game(alice, bob))
    row = GameState.objects.get(game=game)
    seed = row.state.split('"seed":"0x')[1][:64]
    GameState.objects.filter(game=game).update(state=row.state.replace(seed, seed[::-1]))
    assert refused(Player(client_of(alice), game.id), 1) == (503, "history_unavailable")


# --- what it costs -----------------------------------------------------------------------------


def test_it_is_304_until_the_match_changes(alice: User, bob: User, client_of: ClientOf) -> None:
    game = start_game(alice, bob)
    player = Player(client_of(alice), game.id)
    path = f"{player.path}history/0/"
    etag = player.client.get(path).headers["ETag"]
    assert player.client.get(path, headers={"If-None-Match": etag}).status_code == 304
    play(alice, game)
    assert player.client.get(path, headers={"If-None-Match": etag}).status_code == 200


def test_it_asks_the_database_little(
    alice: User, bob: User, client_of: ClientOf, django_assert_max_num_queries: Any
) -> None:
    game = play_out(start_game(alice, bob), alice, bob)
    player = Player(client_of(alice), game.id)
    for path in ("history/3/", "history/3/?seat=1", "recap/?since=0", "reveal/", "verify/"):
        with django_assert_max_num_queries(9):
            assert player.client.get(player.path + path).status_code == 200


def test_going_through_a_match_plays_each_move_again_once(
    alice: User, bob: User, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = play_out(start_game(alice, bob), alice, bob)
    player, played = Player(client_of(alice), game.id), []
    onward = replays.live_game_advance

    def counted(*, moves: Sequence[tuple[int, str]], **words: Any) -> Any:
        played.append(len(moves))
        return onward(moves=moves, **words)

    monkeypatch.setattr(replays, "live_game_advance", counted)
    for move in range(game.move_count + 1):
        then(player, move)
    assert played == [0] + [1] * game.move_count
    assert Move.objects.filter(game=game).count() == len(played)


def test_it_needs_a_token(alice: User, bob: User, anyone: APIClient) -> None:
    game = start_game(alice, bob)
    for path in ("history/0/", "recap/", "reveal/", "verify/"):
        assert anyone.get(f"/api/v1/games/{game.id}/{path}").status_code == 401
