"""Every game of the platform, over HTTP, with clients that do not know the rules."""

from __future__ import annotations

from random import Random
from typing import Any
from urllib.parse import quote
from xml.etree import ElementTree

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from clients.python.records import verify_record
from games import tasks
from games.models import Actor, Game, Status
from games.standing_orders import MAX_ORDERS
from tablekernel import registry
from tablekernel.drawing.svg import SVG
from tablekernel.marks import narrow_options
from tablekernel.ruleset import Ruleset
from tablekernel.scene import LAYOUTS
from tests.conftest import ClientOf
from tests.tablekernel.trio import TRIO
from tests.timed import A_DAY_EACH, Clock, fresh, shown_up, time_out
from tests.toy_games import Player, counted, start_game

GAMES = pytest.mark.parametrize(
    "ruleset", [*registry.rulesets(), TRIO], ids=lambda ruleset: ruleset.slug
)
LANGUAGES = ("en", "fr")
MANY = 5000
"""More decisions than any game has. A game that does not end fails."""


@pytest.fixture(autouse=True)
def trio(monkeypatch: pytest.MonkeyPatch) -> None:
    """A third game is registered, with other numbers of seats than the first two."""
    monkeypatch.setitem(registry.RULESETS, TRIO.slug, TRIO)


def fetch(player: Player, what: str) -> Any:
    response = player.client.get(f"{player.path}{what}")
    assert response.status_code == 200, response.content
    return response.json()


def start_players(ruleset: Ruleset, *clients: APIClient, **body: Any) -> list[Player]:
    """Start a game with the fewest seats, taken by these clients and then by bots."""
    clients = clients[: ruleset.rules.min_seats]
    bots = [{"level": ruleset.bots.levels[0]}] * (ruleset.rules.min_seats - len(clients))
    wish = {"ruleset": ruleset.slug, "seats": ruleset.rules.min_seats, "bots": bots, **body}
    creation = clients[0].post("/api/v1/games/", wish)
    assert creation.status_code == 201, creation.content
    players = [Player(client, creation.json()["id"]) for client in clients]
    for guest in players[1:]:
        assert guest.post("join").status_code == 200
    assert players[0].post("start").status_code == 200
    return players


def people_turn(players: list[Player]) -> Any:
    """Let bots play until a person has to decide or the game is over, and return the view."""
    for _ in range(MANY):
        view = players[0].view()
        if view["decision"] is None or view["decision"]["seat"] < len(players):
            return view
        tasks.bots_play(view["id"])
    pytest.fail("the bots do not end")


def play_random(players: list[Player], moves: int = MANY, seed: int = 1) -> None:
    """Play random choices until the game is over or has reached the number of moves."""
    rng = Random(seed)
    for _ in range(MANY):
        view = people_turn(players)
        if view["decision"] is None or view["move_count"] >= moves:
            return
        mover = players[view["decision"]["seat"]]
        decision = mover.view()["decision"]
        choice = rng.choice(decision["options"])["choice"]
        assert mover.send(decision["id"], choice).status_code == 200
    pytest.fail("the game does not end")


@pytest.fixture
def clients(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> tuple[APIClient, APIClient, APIClient]:
    return client_of(alice), client_of(bob), client_of(charlie)


@GAMES
@pytest.mark.slow
def test_a_game_is_played_and_verified(
    ruleset: Ruleset, clients: tuple[APIClient, ...], anyone: APIClient
) -> None:
    players = start_players(ruleset, *clients)
    commitment = players[0].view()["commitment"]
    play_random(players)
    view = players[1].view()
    assert (view["status"], view["decision"]) == ("finished", None)
    assert view["result"]["ended_by"] == "rules"

    reveal = fetch(players[0], "reveal/")
    assert reveal["commitment"] == commitment
    assert [row["total"] for row in reveal["scores"]] == view["result"]["scores"]
    assert all(
        row["total"] == sum(item["points"] for item in row["items"]) for row in reveal["scores"]
    )
    assert fetch(players[0], "verify/")["ok"] is True
    export = clients[0].get(f"{players[0].path}export/").content
    verdict = verify_record(export, commitment)
    assert verdict.ok, verdict.reason


@GAMES
@pytest.mark.slow
def test_all_texts_exist_in_every_language(
    ruleset: Ruleset, clients: tuple[APIClient, ...]
) -> None:
    """Questions and options during the game, and events and scores after it."""
    players = start_players(ruleset, *clients)
    rng, questions = Random(2), dict.fromkeys(LANGUAGES, "")
    while (view := people_turn(players))["decision"] is not None:
        mover = players[view["decision"]["seat"]]
        for language in LANGUAGES:
            decision = fetch(mover, f"?language={language}")["decision"]
            assert decision["question"]
            assert all(option["label"] for option in decision["options"])
            questions[language] += decision["question"]
        choice = rng.choice(decision["options"])["choice"]
        assert mover.send(decision["id"], choice).status_code == 200
    event_texts = {
        language: [
            event["text"]
            for part in fetch(players[0], f"recap/?language={language}&since=0")["paragraphs"]
            for event in part["events"]
        ]
        for language in LANGUAGES
    }
    scores = {
        language: [
            item["text"] + item["title"]
            for row in fetch(players[0], f"reveal/?language={language}")["scores"]
            for item in row["items"]
        ]
        for language in LANGUAGES
    }
    for texts in (questions, event_texts, scores):
        english, french = texts["en"], texts["fr"]
        assert english
        assert all([*english, *french])
        assert english != french


@GAMES
def test_past_positions_are_unchanged(ruleset: Ruleset, clients: tuple[APIClient, ...]) -> None:
    players = start_players(ruleset, *clients)
    then = [player.view()["table"] for player in players]
    play_random(players, moves=9)
    for player, table in zip(players, then, strict=True):
        assert fetch(player, "history/0/")["table"] == table
        assert fetch(player, "history/9/")["table"] == player.view()["table"]


@GAMES
def test_standing_orders_answer_for_the_player(
    ruleset: Ruleset, clients: tuple[APIClient, ...]
) -> None:
    """For each question, the verb of the first option."""
    players = start_players(ruleset, *clients)
    orders = [
        {"topic": name, "choose": [{"verb": verb} for verb in topic.verbs], "otherwise": "ask"}
        for name, topic in ruleset.rules.topics.items()
    ]
    for player in players:
        reply = player.put("orders", {"orders": orders[:MAX_ORDERS]})
        assert reply.status_code == 200, reply.content
    game = Game.objects.get()
    while fresh(game).move_count < 20 and game.status != Status.FINISHED:
        tasks.bots_play(str(game.id))
        play_random(players, moves=fresh(game).move_count + 1)
    by_orders = game.moves.filter(actor=Actor.ORDER)
    assert {order["topic"] for order in orders} & set(by_orders.values_list("topic", flat=True))


@GAMES
def test_the_default_move_answers_for_a_late_player(
    ruleset: Ruleset, alice: User, bob: User, clock: Clock
) -> None:
    game = shown_up(
        start_game(
            alice,
            bob,
            ruleset=ruleset.slug,
            seats=ruleset.rules.min_seats,
            bots=[ruleset.bots.levels[0]] * (ruleset.rules.min_seats - 2),
            pace=A_DAY_EACH,
            timeouts={"policy": "default_move", "excuses": 0},
        )
    )
    late = game.to_act
    game = time_out(clock, game)
    move = game.moves.get(number=1)
    assert (move.actor, move.seat) == (Actor.CLOCK, late)


@GAMES
@pytest.mark.slow
def test_a_game_counts_only_for_ratings_of_its_ruleset(
    ruleset: Ruleset, clients: tuple[APIClient, ...]
) -> None:
    players = start_players(ruleset, *clients)
    play_random(players)
    counted(fresh(Game.objects.get()))
    ratings = {row["ruleset"] for row in clients[0].get("/api/v1/users/alice/").json()["ratings"]}
    assert ratings == {ruleset.slug}


@GAMES
@pytest.mark.slow
def test_a_rematch_has_the_same_ruleset(ruleset: Ruleset, clients: tuple[APIClient, ...]) -> None:
    players = start_players(ruleset, *clients)
    play_random(players)
    old, again = players[0].view(), players[1].post("rematch").json()
    assert (again["ruleset"], again["rules_version"]) == (ruleset.slug, old["rules_version"])
    assert len(again["seats"]) == len(old["seats"])


@GAMES
@pytest.mark.parametrize("place", [0, -1], ids=["weakest", "before the thinking ones"])
def test_bots_play_a_whole_game(
    place: int, ruleset: Ruleset, clients: tuple[APIClient, ...]
) -> None:
    at_once = [level for level in ruleset.bots.levels if level not in ruleset.bots.seconds]
    body = {
        "ruleset": ruleset.slug,
        "seats": ruleset.rules.min_seats,
        "bots": [{"level": at_once[place]}] * ruleset.rules.min_seats,
        "join": False,
    }
    player = Player(clients[0], clients[0].post("/api/v1/games/", body).json()["id"])
    player.post("start")
    for _ in range(MANY):
        if player.view()["status"] == "finished":
            return
        tasks.bots_play(player.path.split("/")[-2])
    pytest.fail("the game does not end")


@GAMES
def test_a_ruleset_describes_itself(ruleset: Ruleset, anyone: APIClient) -> None:
    listed = {one["slug"]: one for one in anyone.get("/api/v1/rulesets/").json()}
    assert listed[ruleset.slug]["summary"].endswith(".")
    assert listed[ruleset.slug]["languages"][:2] == list(LANGUAGES)
    for language in LANGUAGES:
        cards = anyone.get(f"/api/v1/rulesets/{ruleset.slug}/cards/?language={language}").json()
        assert cards


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("ruleset", registry.rulesets(), ids=lambda ruleset: ruleset.slug)
@pytest.mark.slow
def test_each_option_can_be_chosen_in_the_picture(
    ruleset: Ruleset, layout: str, clients: tuple[APIClient, ...]
) -> None:
    players = start_players(ruleset, *clients)
    rng = Random(4)
    while (view := people_turn(players))["decision"] is not None:
        mover = players[view["decision"]["seat"]]
        decision = mover.view()["decision"]
        options, shown = decision["options"], open_elements(mover, f"?layout={layout}")
        assert shown == {mark for option in options for mark in option["marks"]}
        for option in options:
            assert narrow_options(options, option["marks"]) == [option]
        choice = rng.choice(options)["choice"]
        preview = f"?layout={layout}&preview={quote(choice)}"
        assert open_elements(mover, preview) == shown
        assert mover.send(decision["id"], choice).status_code == 200
    assert open_elements(players[0], f"?layout={layout}") == set()


def open_elements(player: Player, query: str) -> set[str]:
    """Return the ids of the elements of the picture that can be chosen. All have titles."""
    response = player.client.get(f"{player.path}board.svg{query}")
    assert response.status_code == 200, response.content
    elements = [
        one
        for one in ElementTree.fromstring(response.content).iter()
        if "board-open" in one.get("class", "").split()
    ]
    for one in elements:
        assert (one.get("role"), one.get("tabindex")) == ("button", "0")
        assert one.findtext(f"{{{SVG}}}title")
    ids = [one.attrib["id"] for one in elements]
    assert len(set(ids)) == len(ids)
    return set(ids)


def test_a_game_without_a_picture_is_played_by_its_labels(
    clients: tuple[APIClient, ...],
) -> None:
    players = start_players(TRIO, *clients[:2])
    view = people_turn(players)
    mover = players[view["decision"]["seat"]]
    decision = mover.view()["decision"]
    assert decision["question"]
    assert all(option["label"] for option in decision["options"])
    assert all(option["marks"] == [] for option in decision["options"])
    board = mover.client.get(f"{mover.path}board.svg")
    assert (board.status_code, board.json()["code"]) == (404, "picture_not_found")
