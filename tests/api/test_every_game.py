"""What the platform does for every game: a game of each over HTTP, by clients that know none."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from clients.python.records import verify_record
from engine import registry
from engine.kernel.ruleset import Ruleset
from games import tasks
from games.models import Actor, Game
from games.standing_orders import MAX_ORDERS
from tests.conftest import ClientOf
from tests.timed import A_DAY_EACH, Clock, fresh, shown_up, time_out
from tests.toy_games import Player, counted, start_game

GAMES = pytest.mark.parametrize("rules", registry.rulesets(), ids=lambda rules: rules.slug)
LANGUAGES = ("en", "fr")
MANY = 5000
"""More decisions than any game has: a game that does not end fails."""


def got(player: Player, what: str) -> Any:
    response = player.client.get(f"{player.path}{what}")
    assert response.status_code == 200, response.content
    return response.json()


def begun(rules: Ruleset, host: APIClient, guest: APIClient, **body: Any) -> list[Player]:
    """A table of the smallest size, with as many bots as it has seats besides; it has begun."""
    bots = [{"level": rules.bot_levels[0]}] * (rules.min_seats - 2)
    wish = {"ruleset": rules.slug, "seats": rules.min_seats, "bots": bots, **body}
    created = host.post("/api/v1/games/", wish)
    assert created.status_code == 201, created.content
    players = [Player(client, created.json()["id"]) for client in (host, guest)]
    assert players[1].post("join").status_code == 200
    assert players[0].post("start").status_code == 200
    return players


def played(players: list[Player], moves: int = MANY, seed: int = 1) -> None:
    """Both choose by chance, until the game is over or has so many moves."""
    rng = Random(seed)
    for _ in range(MANY):
        view = players[0].view()
        if view["decision"] is None or view["move_count"] >= moves:
            return
        mover = players[view["decision"]["seat"]]
        decision = mover.view()["decision"]
        choice = rng.choice(decision["options"])["choice"]
        assert mover.send(decision["id"], choice).status_code == 200
    pytest.fail("the game does not end")


@pytest.fixture
def clients(alice: User, bob: User, client_of: ClientOf) -> tuple[APIClient, APIClient]:
    return client_of(alice), client_of(bob)


@GAMES
def test_a_match_is_played_told_and_proven(
    rules: Ruleset, clients: tuple[APIClient, APIClient], anyone: APIClient
) -> None:
    players = begun(rules, *clients)
    commitment = players[0].view()["commitment"]
    played(players)
    view = players[1].view()
    assert (view["status"], view["decision"]) == ("finished", None)
    assert view["result"]["ended_by"] == "rules"

    reveal = got(players[0], "reveal/")
    assert reveal["commitment"] == commitment
    assert [row["total"] for row in reveal["scores"]] == view["result"]["scores"]
    assert all(
        row["total"] == sum(item["points"] for item in row["items"]) for row in reveal["scores"]
    )
    assert got(players[0], "verify/")["ok"] is True
    export = clients[0].get(f"{players[0].path}export/").content
    verdict = verify_record(export, commitment)
    assert verdict.ok, verdict.reason


@GAMES
def test_all_that_is_told_can_be_read_in_every_language(
    rules: Ruleset, clients: tuple[APIClient, APIClient]
) -> None:
    """While the game runs every question and option, and then every event and score."""
    players = begun(rules, *clients)
    rng, asked = Random(2), dict.fromkeys(LANGUAGES, "")
    while (view := players[0].view())["decision"] is not None:
        mover = players[view["decision"]["seat"]]
        for language in LANGUAGES:
            decision = got(mover, f"?language={language}")["decision"]
            assert decision["question"]
            assert all(option["label"] for option in decision["options"])
            asked[language] += decision["question"]
        choice = rng.choice(decision["options"])["choice"]
        assert mover.send(decision["id"], choice).status_code == 200
    told = {
        language: [
            event["text"]
            for part in got(players[0], f"recap/?language={language}&since=0")["paragraphs"]
            for event in part["events"]
        ]
        for language in LANGUAGES
    }
    scores = {
        language: [
            item["text"] + item["title"]
            for row in got(players[0], f"reveal/?language={language}")["scores"]
            for item in row["items"]
        ]
        for language in LANGUAGES
    }
    for texts in (asked, told, scores):
        english, french = texts["en"], texts["fr"]
        assert english
        assert all([*english, *french])
        assert english != french


@GAMES
def test_the_past_is_what_it_was(rules: Ruleset, clients: tuple[APIClient, APIClient]) -> None:
    players = begun(rules, *clients)
    then = [player.view()["table"] for player in players]
    played(players, moves=12)
    for player, table in zip(players, then, strict=True):
        assert got(player, "history/0/")["table"] == table
        assert got(player, "history/12/")["table"] == player.view()["table"]


@GAMES
def test_orders_answer_in_the_place_of_who_gave_them(
    rules: Ruleset, clients: tuple[APIClient, APIClient]
) -> None:
    """To each question whichever verb is offered first."""
    players = begun(rules, *clients)
    orders = [
        {"topic": name, "choose": [{"verb": verb} for verb in topic.verbs], "otherwise": "ask"}
        for name, topic in rules.topics.items()
    ]
    for player in players:
        reply = player.put("orders", {"orders": orders[:MAX_ORDERS]})
        assert reply.status_code == 200, reply.content
    game = Game.objects.get()
    while fresh(game).move_count < 20:
        tasks.bots_play(str(game.id))
        played(players, moves=fresh(game).move_count + 1)
    by_orders = game.moves.filter(actor=Actor.ORDER)
    assert {order["topic"] for order in orders} & set(by_orders.values_list("topic", flat=True))


@GAMES
def test_who_is_late_is_answered_for_by_the_rules(
    rules: Ruleset, alice: User, bob: User, clock: Clock
) -> None:
    game = shown_up(
        start_game(
            alice,
            bob,
            ruleset=rules.slug,
            seats=rules.min_seats,
            bots=[rules.bot_levels[0]] * (rules.min_seats - 2),
            pace=A_DAY_EACH,
            timeouts={"policy": "default_move", "excuses": 0},
        )
    )
    late = game.to_act
    game = time_out(clock, game)
    move = game.moves.get(number=1)
    assert (move.actor, move.seat) == (Actor.CLOCK, late)


@GAMES
def test_a_match_counts_for_the_ratings_of_its_game_alone(
    rules: Ruleset, clients: tuple[APIClient, APIClient]
) -> None:
    players = begun(rules, *clients)
    played(players)
    counted(fresh(Game.objects.get()))
    ratings = {row["ruleset"] for row in clients[0].get("/api/v1/users/alice/").json()["ratings"]}
    assert ratings == {rules.slug}


@GAMES
def test_the_players_meet_again_at_the_same_game(
    rules: Ruleset, clients: tuple[APIClient, APIClient]
) -> None:
    players = begun(rules, *clients)
    played(players)
    old, again = players[0].view(), players[1].post("rematch").json()
    assert (again["ruleset"], again["rules_version"]) == (rules.slug, old["rules_version"])
    assert len(again["seats"]) == len(old["seats"])


@GAMES
@pytest.mark.parametrize("place", [0, -1], ids=["weakest", "before the thinking ones"])
def test_bots_of_the_game_play_a_whole_match(
    place: int, rules: Ruleset, clients: tuple[APIClient, APIClient]
) -> None:
    at_once = [level for level in rules.bot_levels if level not in rules.bot_seconds]
    body = {
        "ruleset": rules.slug,
        "seats": rules.min_seats,
        "bots": [{"level": at_once[place]}] * rules.min_seats,
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
def test_a_game_says_of_itself_what_it_is(rules: Ruleset, anyone: APIClient) -> None:
    listed = {one["slug"]: one for one in anyone.get("/api/v1/rulesets/").json()}
    assert listed[rules.slug]["summary"].endswith(".")
    assert listed[rules.slug]["languages"] == list(LANGUAGES)
    for language in LANGUAGES:
        cards = anyone.get(f"/api/v1/rulesets/{rules.slug}/cards/?language={language}").json()
        assert cards
