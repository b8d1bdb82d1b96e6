"""GET /api/v1/games/{id}/history/{move}/"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from games.bots.turns import bots_run
from games.history import positions
from games.lobby.services import game_create, game_start
from games.models import Game, GameState, Move, VoteKind
from games.play.rollback import game_rollback
from games.rules import replays
from games.seats.handover import seat_offer, seat_offer_accept
from games.seats.resign import seat_resign
from games.votes.services import ballot_cast, vote_open
from tablekernel import registry
from tablekernel.ruleset import Ruleset
from tests.conftest import ClientOf
from tests.toy_games import NOWHERE, Player, lobby, play, play_out, start_game

pytestmark = pytest.mark.usefixtures("toy")

TIMES = ("since", "deadline")


@pytest.fixture(autouse=True)
def clear_cache() -> None:
    positions.POSITIONS.clear()


def view_after(player: Player, move: int, query: str = "") -> dict[str, Any]:
    response = player.client.get(f"{player.path}history/{move}/{query}")
    assert response.status_code == 200, response.content
    body: dict[str, Any] = response.json()
    return body


def refusal_after(player: Player, move: int, query: str = "") -> tuple[int, str]:
    response = player.client.get(f"{player.path}history/{move}/{query}")
    return response.status_code, response.json()["code"]


def without_times(view: dict[str, Any]) -> dict[str, Any]:
    """Return what a view says about the table, its parts and the decision, without times."""
    decision = view["decision"]
    return {
        "table": view["table"],
        "help": view["help"],
        "decision": decision and {k: v for k, v in decision.items() if k not in TIMES},
    }


class Memory:
    """What each viewer saw after each move."""

    def __init__(self, players: Sequence[Player]) -> None:
        self.players = players
        self.views: dict[int, list[dict[str, Any]]] = {}

    def record(self) -> None:
        views = [player.view() for player in self.players]
        self.views[views[0]["move_count"]] = [without_times(view) for view in views]

    def check(self) -> None:
        for move, views in self.views.items():
            for player, view in zip(self.players, views, strict=True):
                assert without_times(view_after(player, move)) == view, (move, player.path)


def random_game(
    ruleset: str, users: Sequence[User], players: Sequence[Player | None], rng: Random
) -> tuple[Game, Memory]:
    """Play a random game and record what everybody sees after each move."""
    game = game_create(user=users[0], ruleset=ruleset, seats=len(users), options={})
    clients = [player.client for player in players if player]
    people = [Player(client, game.id) for client in clients]
    for person in people[1 : len(users)]:
        assert person.post("join").status_code == 200
    game = game_start(user=users[0], game_id=game.id)
    memory = Memory(people)
    memory.record()
    while game.to_act is not None:
        decision = people[game.to_act].view()["decision"]
        choice = rng.choice(decision["options"])["choice"]
        assert people[game.to_act].send(decision["id"], choice).status_code == 200
        memory.record()
        game.refresh_from_db()
    return game, memory


@pytest.mark.parametrize(
    "ruleset", ["toy", *(pytest.param(slug, marks=pytest.mark.slow) for slug in registry.RULESETS)]
)
def test_past_views_are_what_their_viewers_saw(
    ruleset: str, alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    nobody = Player(client_of(charlie), NOWHERE)
    players = [Player(client_of(user), NOWHERE) for user in (alice, bob)]
    game, memory = random_game(ruleset, (alice, bob), [*players, nobody], Random(7))
    assert sorted(memory.views) == list(range(game.move_count + 1))
    memory.check()
    memory.check()  # from the cache


def test_it_is_the_same_while_the_game_runs(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob)
    memory = Memory([Player(client_of(user), game.id) for user in (alice, bob, charlie)])
    memory.record()
    for _ in range(5):
        game = play((alice, bob)[game.to_act or 0], game)
        memory.record()
        memory.check()


def test_it_has_the_events_of_the_move_that_the_viewer_may_know(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    game = play(alice, start_game(alice, bob), "boast")
    alices, bobs = (view_after(Player(client_of(user), game.id), 0) for user in (alice, bob))
    assert [e["kind"] for e in alices["events"]] == ["dealt", "dealt"]
    assert ["cards" in e for e in alices["events"]] == [True, False]
    assert ["cards" in e for e in bobs["events"]] == [False, True]
    assert (alices["move"], alices["move_count"], alices["seq"]) == (0, 1, 2)
    assert (alices["as_seat"], alices["by_seat"]) == (0, None)
    assert view_after(Player(client_of(alice), game.id), 1)["by_seat"] == 0


def test_undone_moves_do_not_count_and_ids_are_unchanged(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob)
    memory = Memory([Player(client_of(user), game.id) for user in (alice, bob)])
    for to_move in (3, 1, 2):
        while game.move_count < 5:
            memory.record()
            game = play((alice, bob)[game.to_act or 0], game)
        game_rollback(game_id=game.id, to_move=to_move, by=alice, reason="a fault")
        memory.views = {move: views for move, views in memory.views.items() if move < to_move}
        game.refresh_from_db()
        memory.record()
    memory.check()
    assert refusal_after(memory.players[0], 3) == (404, "move_not_found")


# --- players who left their seat ---------------------------------------------------------------


def test_a_player_who_resigned_is_a_spectator_until_the_end(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob, charlie, options={"rounds": 1})
    watcher, player = (Player(client_of(user), game.id) for user in (alice, charlie))
    memory = Memory([player])
    memory.record()
    game = play(alice, game)
    memory.record()
    seat_resign(user=charlie, game_id=game.id)
    before = view_after(player, 0)
    assert (before["as_seat"], before["table"]["hand"]) == (None, None)
    game.refresh_from_db()
    while game.to_act is not None:
        bots_run(game_id=game.id)
        game.refresh_from_db()
        if game.to_act in (0, 1):
            game = play((alice, bob)[game.to_act], game)
    memory.check()
    later = view_after(player, max(memory.views) + 1)
    assert (later["your_seat"], later["as_seat"]) == (2, None)
    assert view_after(watcher, game.move_count)["as_seat"] == 0


def test_a_player_does_not_see_what_a_bot_saw_after_a_rollback(
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
    assert [view_after(player, move)["as_seat"] for move in (0, 1, 2, 3)] == [2, 2, None, None]


# --- as another seat ---------------------------------------------------------------------------


def test_after_the_game_anybody_may_view_every_seat(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob)
    alices = Memory([Player(client_of(alice), game.id)])
    alices.record()
    game = play_out(game, alice, bob)
    view = view_after(Player(client_of(charlie), game.id), 0, "?seat=0")
    assert without_times(view) == alices.views[0][0]
    assert (view["as_seat"], view["your_seat"]) == (0, None)
    assert "cards" in view["events"][0]


def test_a_new_player_may_view_earlier_positions_of_the_seat(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = play(alice, start_game(alice, bob))
    offer = seat_offer(user=alice, game_id=game.id, to="charlie")
    seat_offer_accept(user=charlie, offer_id=offer.id)
    play_out(game, charlie, bob)
    player = Player(client_of(charlie), game.id)
    assert "cards" not in view_after(player, 0)["events"][0]
    assert "cards" in view_after(player, 0, "?seat=0")["events"][0]


def test_a_new_player_who_left_does_not_see_earlier_moves(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob)
    for by, to in ((alice, charlie), (charlie, alice)):
        offer = seat_offer(user=by, game_id=game.id, to=to.username)
        seat_offer_accept(user=to, offer_id=offer.id)
        game = play(to, game)
    vote = vote_open(user=alice, game_id=game.id, kind=VoteKind.CANCEL)
    ballot_cast(user=bob, game_id=game.id, vote_id=vote.id, yes=True)
    view = view_after(Player(client_of(charlie), game.id), 0)
    assert view["as_seat"] == 0
    assert "cards" not in view["events"][0]


def test_during_the_game_nobody_may_view_other_seats(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    player = Player(client_of(alice), start_game(alice, bob).id)
    for seat in (0, 1):
        assert refusal_after(player, 0, f"?seat={seat}") == (409, "game_not_finished")
    assert refusal_after(player, 0, "?seat=2") == (422, "invalid")


# --- what is refused ---------------------------------------------------------------------------


def test_there_is_no_history_before_the_start_or_after_the_last_move(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    waiting = Player(client_of(alice), lobby(alice, seats=2).id)
    assert refusal_after(waiting, 0) == (409, "game_not_started")
    player = Player(client_of(alice), start_game(alice, bob).id)
    for move in (1, 2**31, 10**30):
        assert refusal_after(player, move) == (404, "move_not_found")


def test_others_see_no_history_of_private_games(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob, visibility="private")
    for path in ("history/0/", "recap/", "reveal/", "verify/"):
        response = client_of(charlie).get(f"/api/v1/games/{game.id}/{path}")
        assert (response.status_code, response.json()["code"]) == (404, "game_not_found"), path


def test_a_position_that_does_not_replay_is_not_shown(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    game = play(alice, start_game(alice, bob))
    row = GameState.objects.get(game=game)
    seed = row.state.split('"seed":"0x')[1][:64]
    GameState.objects.filter(game=game).update(state=row.state.replace(seed, seed[::-1]))
    assert refusal_after(Player(client_of(alice), game.id), 1) == (503, "history_unavailable")


# --- what it costs -----------------------------------------------------------------------------


def test_it_is_304_until_the_game_changes(alice: User, bob: User, client_of: ClientOf) -> None:
    game = start_game(alice, bob)
    player = Player(client_of(alice), game.id)
    path = f"{player.path}history/0/"
    etag = player.client.get(path).headers["ETag"]
    assert player.client.get(path, headers={"If-None-Match": etag}).status_code == 304
    play(alice, game)
    assert player.client.get(path, headers={"If-None-Match": etag}).status_code == 200


def test_it_needs_few_statements(
    alice: User, bob: User, client_of: ClientOf, django_assert_max_num_queries: Any
) -> None:
    game = play_out(start_game(alice, bob), alice, bob)
    player = Player(client_of(alice), game.id)
    for path in ("history/3/", "history/3/?seat=1", "recap/?since=0", "reveal/", "verify/"):
        with django_assert_max_num_queries(9):
            assert player.client.get(player.path + path).status_code == 200


def test_reading_a_whole_game_replays_each_move_once(
    alice: User, bob: User, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = play_out(start_game(alice, bob), alice, bob)
    player, played = Player(client_of(alice), game.id), []
    onward = replays.live_game_advance

    def count_moves(ruleset: Ruleset, *, moves: Sequence[tuple[int, str]], **words: Any) -> Any:
        played.append(len(moves))
        return onward(ruleset, moves=moves, **words)

    monkeypatch.setattr(replays, "live_game_advance", count_moves)
    for move in range(game.move_count + 1):
        view_after(player, move)
    assert played == [0] + [1] * game.move_count
    assert Move.objects.filter(game=game).count() == len(played)


def test_it_needs_a_token(alice: User, bob: User, anyone: APIClient) -> None:
    game = start_game(alice, bob)
    for path in ("history/0/", "recap/", "reveal/", "verify/"):
        assert anyone.get(f"/api/v1/games/{game.id}/{path}").status_code == 401
