"""GET /api/v1/games/{id}/board.svg and GET /api/v1/games/{id}/history/{move}/board.svg"""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest

from accounts.models import User
from games.lobby.services import game_cancel
from games.models import GameState
from games.models.game import CHOICE_LENGTH
from games.play.rollback import game_rollback
from games.seats.handover import seat_offer, seat_offer_accept
from games.seats.resign import seat_resign
from games.staff.freezing import game_freeze
from tablekernel.drawing.svg import SVG
from tests.conftest import ClientOf
from tests.tablekernel.toy import ToyPresentation
from tests.toy_games import NOWHERE, Player, lobby, play, play_out, start_game

pytestmark = pytest.mark.usefixtures("toy")

KIND = "image/svg+xml"


def fetch_board(player: Player, path: str = "board.svg", **headers: str) -> Any:
    return player.client.get(player.path + path, headers=headers)


def words(response: Any, path: str = ".//") -> list[str]:
    """Return the texts in a picture."""
    assert (response.status_code, response["Content-Type"]) == (200, KIND), response.content
    root = ElementTree.fromstring(response.content)
    return [text.text or "" for text in root.iterfind(f"{path}{{{SVG}}}text")]


def table_words(response: Any) -> list[str]:
    """Return the texts in a picture of the toy, without the question and its buttons."""
    return words(response, "./")


def open_ids(response: Any) -> list[str]:
    """Return the ids of the elements that can be chosen, in the order of focus."""
    words(response)
    root = ElementTree.fromstring(response.content)
    return [one.attrib["id"] for one in root.iter() if "board-open" in one.get("class", "").split()]


def last_moves(response: Any) -> list[str]:
    """Return what a picture of the toy says about the last move."""
    return [text for text in words(response) if text.startswith("last: ")]


def problem_of(response: Any) -> tuple[int, str]:
    assert response["Content-Type"] == "application/problem+json"
    return response.status_code, response.json()["code"]


def test_players_see_their_own_hand_and_spectators_none(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob)
    for user in (alice, bob, charlie):
        player = Player(client_of(user), game.id)
        hand = player.view()["table"]["hand"]
        texts = words(fetch_board(player))
        assert texts[:3] == ["toy (en)", "0: alice", "1: bob"]
        assert f"to act: 0, hand: {hand}" in texts


def test_a_player_who_resigned_sees_what_spectators_see(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob, charlie)
    seat_resign(user=alice, game_id=game.id)
    texts = table_words(fetch_board(Player(client_of(alice), game.id)))
    assert texts[-1].endswith("hand: None")


def test_a_finished_game_shows_its_result(alice: User, bob: User, client_of: ClientOf) -> None:
    game = play_out(start_game(alice, bob), alice, bob)
    texts = words(fetch_board(Player(client_of(alice), game.id)))
    assert texts[-2:] == [
        "to act: None, hand: []",
        f"scores: {(game.result or {})['scores']}",
    ]


def test_it_is_in_the_requested_language(alice: User, bob: User, client_of: ClientOf) -> None:
    player = Player(client_of(alice), start_game(alice, bob).id)
    accepted = fetch_board(player, **{"Accept-Language": "fr-CA"})
    named = fetch_board(player, "board.svg?language=fr")
    for response in (accepted, named):
        assert words(response)[0] == "toy (fr)"
        assert response["Content-Language"] == "fr"
    assert problem_of(fetch_board(player, "board.svg?language=french")) == (422, "invalid")


# --- the past ------------------------------------------------------------------------------------


def test_past_positions_are_drawn_as_the_viewer_knew_them(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob)
    people = [Player(client_of(user), game.id) for user in (alice, bob, charlie)]
    pictures = [[table_words(fetch_board(player)) for player in people]]
    for _ in range(4):
        game = play((alice, bob)[game.to_act or 0], game)
        pictures.append([table_words(fetch_board(player)) for player in people])
    for move, expected in enumerate(pictures):
        path = f"history/{move}/board.svg"
        assert [table_words(fetch_board(player, path)) for player in people] == expected


def test_every_seat_can_be_viewed_after_the_game(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob)
    player = Player(client_of(charlie), game.id)
    seat = "history/0/board.svg?seat=1"
    assert problem_of(fetch_board(player, seat)) == (409, "game_not_finished")
    hand = Player(client_of(bob), game.id).view()["table"]["hand"]
    game = play_out(game, alice, bob)
    then = words(fetch_board(player, seat))
    assert then[-1] == f"to act: 0, hand: {hand}"
    assert f"last: bob dealt (en), cards: {hand}" in then
    last = words(fetch_board(player, f"history/{game.move_count}/board.svg?seat=1"))
    assert last[-1] == f"scores: {(game.result or {})['scores']}"
    assert problem_of(fetch_board(player, "history/0/board.svg?seat=7")) == (422, "invalid")
    assert problem_of(fetch_board(player, "history/99/board.svg")) == (404, "move_not_found")


# --- the picture as the interface ----------------------------------------------------------------


def test_only_the_player_to_act_can_choose_in_it(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob)
    people = {seat: Player(client_of(user), game.id) for seat, user in enumerate((alice, bob))}
    spectator = Player(client_of(charlie), game.id)
    for _ in range(4):
        player, other = people[game.to_act or 0], people[1 - (game.to_act or 0)]
        decision = player.view()["decision"]
        marks = {mark for option in decision["options"] for mark in option["marks"]}
        assert set(open_ids(fetch_board(player))) == marks != set()
        assert decision["question"] in words(fetch_board(player))
        for reader in (other, spectator):
            assert open_ids(fetch_board(reader)) == []
            assert "options" not in reader.view()["decision"]
        for reader in (player, other, spectator):
            assert open_ids(fetch_board(reader, f"history/{game.move_count}/board.svg")) == []
        game = play((alice, bob)[game.to_act or 0], game)


def test_marks_lead_to_each_option(alice: User, bob: User, client_of: ClientOf) -> None:
    game = start_game(alice, bob)
    player = Player(client_of(alice), game.id)
    options = player.view()["decision"]["options"]
    assert [option["marks"] for option in options] == [
        ["board-choice-boast"],
        ["board-choice-pass"],
    ]
    play(alice, game)
    hand = player.view()["table"]["hand"]
    options = player.view()["decision"]["options"]
    assert [option["marks"] for option in options] == [[f"board-card-{card}"] for card in hand]
    assert open_ids(fetch_board(player)) == [f"board-card-{card}" for card in hand]


def test_nobody_can_choose_in_a_game_that_has_ended(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob)
    player = Player(client_of(alice), game.id)
    play_out(game, alice, bob)
    assert open_ids(fetch_board(player)) == []
    preview = fetch_board(player, "board.svg?preview=boast")
    assert problem_of(preview) == (409, "game_over")


def test_a_frozen_game_shows_the_options(alice: User, bob: User, client_of: ClientOf) -> None:
    game = start_game(alice, bob)
    game_freeze(game_id=game.id)
    player = Player(client_of(alice), game.id)
    assert player.view()["decision"]["options"]
    assert open_ids(fetch_board(player))
    assert "preview: boast" in words(fetch_board(player, "board.svg?preview=boast"))


def test_what_can_be_chosen_is_not_the_same_version_for_others(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob, charlie)
    tags = {}
    for user in (alice, bob):
        response = fetch_board(Player(client_of(user), game.id))
        tags[response["ETag"]] = open_ids(response)
    assert len(tags) == 2
    mine = next(tag for tag, ids in tags.items() if ids)
    other = Player(client_of(bob), game.id)
    assert fetch_board(other, **{"If-None-Match": mine}).status_code == 200
    seat_resign(user=alice, game_id=game.id)  # the picture of the same seat, without its secrets
    again = fetch_board(Player(client_of(alice), game.id), **{"If-None-Match": mine})
    assert open_ids(again) == []


# --- previews ------------------------------------------------------------------------------------


def test_a_preview_shows_a_choice_and_plays_nothing(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob)
    player = Player(client_of(alice), game.id)
    before = fetch_board(player)
    state = GameState.objects.get(game=game).state
    assert "preview: boast" in words(fetch_board(player, "board.svg?preview=boast"))
    assert GameState.objects.get(game=game).state == state
    assert fetch_board(player).content == before.content
    assert "preview: boast" not in words(before)


def test_a_preview_is_refused_like_a_command(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob)
    player, other, spectator = (Player(client_of(user), game.id) for user in (alice, bob, charlie))
    illegal = fetch_board(player, "board.svg?preview=fly:moon")
    assert problem_of(illegal) == (422, "illegal_choice")
    sent = player.send(game.decision_id, "fly:moon").json()
    assert illegal.json()["options"] == sent["options"] == player.view()["decision"]["options"]
    for reader in (other, spectator):
        for choice in ("boast", "fly:moon"):
            refusal = fetch_board(reader, f"board.svg?preview={choice}")
            assert problem_of(refusal) == (403, "not_your_decision")
            assert refusal.json()["seat"] == 0
            assert "options" not in refusal.json()
    long = fetch_board(player, f"board.svg?preview={'x' * (CHOICE_LENGTH + 1)}")
    assert problem_of(long) == (422, "invalid")
    for path in ("history/0/board.svg?preview=boast", "board.png?preview=boast"):
        assert fetch_board(player, path, Accept="*/*").status_code == 422
    waiting = Player(player.client, lobby(alice, seats=2).id)
    assert problem_of(fetch_board(waiting, "board.svg?preview=boast")) == (
        409,
        "game_not_started",
    )


# --- the last move -------------------------------------------------------------------------------


def test_it_shows_the_last_move_as_the_viewer_may_know_it(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob)
    people = [Player(client_of(user), game.id) for user in (alice, bob, charlie)]
    hand = people[0].view()["table"]["hand"]
    assert last_moves(fetch_board(people[0])) == [
        f"last: alice dealt (en), cards: {hand}",
        "last: bob dealt (en), cards: None",
    ]
    play(alice, game)
    play(alice, game)
    told = [f"last: alice laid (en), cards: {card}" for card in (hand[0], None, None)]
    assert [last_moves(fetch_board(player)) for player in people] == [[one] for one in told]
    for path in ("board.svg?language=fr", "history/2/board.svg?language=fr"):
        french = [text.replace("(en)", "(fr)") for text in told]
        assert [last_moves(fetch_board(player, path)) for player in people] == [
            [one] for one in french
        ]


def test_a_move_that_was_undone_is_not_the_last_one(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob)
    player = Player(client_of(bob), game.id)
    play(alice, game, "boast")
    boasted = last_moves(fetch_board(player))
    play(alice, game)
    game_rollback(game_id=game.id, to_move=1, by=alice, reason="a test")
    assert last_moves(fetch_board(player)) == boasted


def test_a_player_who_took_a_seat_over_is_not_told_its_last_move(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob)
    play(alice, game)
    game = play(alice, game)
    offer = seat_offer(user=alice, game_id=game.id, to="charlie")
    seat_offer_accept(user=charlie, offer_id=offer.id)
    player = Player(client_of(charlie), game.id)
    assert player.view()["your_seat"] == 0
    assert last_moves(fetch_board(player)) == ["last: charlie laid (en), cards: None"]


# --- layouts -------------------------------------------------------------------------------------


def test_it_has_a_layout_for_phones_and_one_for_desktops(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    player = Player(client_of(alice), start_game(alice, bob).id)
    for path in ("board.svg", "history/0/board.svg"):
        plain, portrait, landscape = (
            ElementTree.fromstring(fetch_board(player, f"{path}{query}").content).get("viewBox")
            for query in ("", "?layout=portrait", "?layout=landscape")
        )
        assert plain == portrait == "0 0 300 500"
        assert landscape == "0 0 800 500"
        refused = fetch_board(player, f"{path}?layout=square")
        assert problem_of(refused) == (422, "invalid")
        assert refused.json()["errors"][0]["pointer"] == "/layout"


# --- how it is sent ------------------------------------------------------------------------------


def test_it_is_sent_again_only_when_something_has_changed(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob)
    player = Player(client_of(alice), game.id)
    for path in ("board.svg", "history/0/board.svg"):
        first = fetch_board(player, path)
        again = fetch_board(player, path, **{"If-None-Match": first["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert again["ETag"] == first["ETag"]
        assert first["Cache-Control"] == "private, no-cache"
        assert {"Authorization", "Accept-Language"} <= set(first["Vary"].split(", "))
    tag = fetch_board(player)["ETag"]
    play(alice, game)
    assert fetch_board(player, **{"If-None-Match": tag}).status_code == 200


def test_the_policy_forbids_scripts_and_requests(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    response = fetch_board(Player(client_of(alice), start_game(alice, bob).id))
    policy = {part.strip() for part in response["Content-Security-Policy"].split(";")}
    assert policy == {
        "default-src 'none'",
        "style-src 'unsafe-inline'",
        "frame-ancestors 'none'",
        "sandbox",
    }
    assert response["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("accept", [KIND, "image/*", "image/avif,image/webp,*/*;q=0.8"])
def test_it_can_be_requested_by_media_type(
    accept: str, alice: User, bob: User, client_of: ClientOf
) -> None:
    player = Player(client_of(alice), start_game(alice, bob).id)
    assert words(fetch_board(player, Accept=accept))
    assert problem_of(fetch_board(player, "history/99/board.svg", Accept=accept))[0] == 404
    assert problem_of(fetch_board(player, Accept="application/json")) == (406, "not_acceptable")


def test_a_missing_picture_is_a_problem(
    alice: User, bob: User, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting = Player(client_of(alice), lobby(alice, seats=2).id)
    assert problem_of(fetch_board(waiting)) == (409, "game_not_started")
    assert problem_of(fetch_board(waiting, "history/0/board.svg")) == (409, "game_not_started")
    called_off = lobby(alice, seats=2)
    game_cancel(user=alice, game_id=called_off.id)
    assert problem_of(fetch_board(Player(waiting.client, called_off.id))) == (
        409,
        "game_not_started",
    )
    assert problem_of(fetch_board(Player(waiting.client, NOWHERE))) == (404, "game_not_found")
    player = Player(client_of(alice), start_game(alice, bob).id)
    monkeypatch.setattr(ToyPresentation, "picture", lambda *_: None)
    for path in ("board.svg", "board.svg?preview=boast", "history/0/board.svg"):
        assert problem_of(fetch_board(player, path)) == (404, "picture_not_found")


def test_private_games_are_drawn_only_for_their_players(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob, visibility="private")
    for path in ("board.svg", "history/0/board.svg"):
        response = fetch_board(Player(client_of(charlie), game.id), path)
        assert problem_of(response) == (404, "game_not_found")
        assert words(fetch_board(Player(client_of(bob), game.id), path))


def test_it_needs_no_more_statements_than_the_game(
    alice: User, bob: User, client_of: ClientOf, django_assert_num_queries: Any
) -> None:
    player = Player(client_of(bob), start_game(alice, bob).id)
    tag = fetch_board(player)["ETag"]
    with django_assert_num_queries(2):
        player.view()
    with django_assert_num_queries(2):  # token; game, state, seats and last move
        words(fetch_board(player))
    with django_assert_num_queries(2):  # token; game and own seat
        assert fetch_board(player, **{"If-None-Match": tag}).status_code == 304


@pytest.mark.parametrize(
    ("ruleset", "texts"),
    [
        ("citadels", {"Citadels", "Vous seul voyez ceci"}),
        ("castle", {"Carcassonne: The Castle", "Sujets en réserve\N{NO-BREAK SPACE}: 6", "3,11"}),
    ],
)
def test_every_game_is_drawn(
    ruleset: str, texts: set[str], alice: User, bob: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob, ruleset=ruleset, options={})
    player = Player(client_of(alice if game.to_act else bob), game.id)  # has nothing to decide
    now = fetch_board(player, "board.svg?language=fr")
    assert texts | {"alice", "bob"} <= set(words(now))
    assert fetch_board(player, "history/0/board.svg?language=fr").content == now.content


def test_players_and_spectators_of_the_castle_see_the_same_table(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    """The own seat comes first, and only one player can choose."""
    game = start_game(alice, bob, ruleset="castle", options={})
    people = [Player(client_of(user), game.id) for user in (alice, bob, charlie)]
    path = "history/0/board.svg"
    texts = [sorted(words(fetch_board(player, path))) for player in people]
    for _ in range(3):
        game = play((alice, bob)[game.to_act or 0], game)
    texts += [sorted(words(fetch_board(player, path))) for player in people]
    assert all(one == texts[0] for one in texts)
    can_choose = [bool(open_ids(fetch_board(player))) for player in people]
    assert can_choose == [seat == game.to_act for seat in (0, 1, None)]
