"""Texts in the language of the client."""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from core.languages import best_language
from engine.citadels.pools import PUBLISHED
from games.models import Game
from tests.conftest import ClientOf
from tests.toy_games import Player, lobby, start_game

pytestmark = pytest.mark.usefixtures("toy")

CARDS = "/api/v1/rulesets/citadels/cards/"
FRENCH = {"Accept-Language": "fr"}


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    return start_game(alice, bob)


@pytest.fixture
def player(alice: User, game: Game, client_of: ClientOf) -> Player:
    return Player(client_of(alice), game.id)


def language_for(client: APIClient, header: str | None, query: str = "") -> str:
    headers = {} if header is None else {"Accept-Language": header}
    response = client.get(f"{CARDS}{query}", headers=headers)
    assert response.status_code == 200
    temple = response.json()["districts"][1]["title"]
    language = str(response.headers["Content-Language"])
    assert temple == {"en": "Church", "fr": "Église"}[language]
    return language


@pytest.mark.parametrize(
    ("header", "language"),
    [
        (None, "en"),
        ("", "en"),
        ("fr", "fr"),
        ("FR", "fr"),
        ("fr-CA", "fr"),
        ("fr-CA,fr;q=0.9,en;q=0.8", "fr"),
        ("en;q=0.5, fr;q=0.6", "fr"),
        ("fr;q=0.5, en", "en"),
        ("nl, fr;q=0.1", "fr"),
        ("nl", "en"),
        ("fr;q=0", "en"),
        ("fr;q=0, nl", "en"),
        ("en;q=0, *", "fr"),
        ("*", "en"),
        ("en;q=0", "en"),
        ("tlh-Latn-x-very-long, zz", "en"),
        (";;q=,,=", "en"),
        ("fr;" + "q" * 5_000, "en"),
    ],
)
def test_the_best_supported_language_is_used(
    header: str | None, language: str, anyone: APIClient
) -> None:
    assert language_for(anyone, header) == language


def test_the_query_overrides_the_header(anyone: APIClient) -> None:
    assert language_for(anyone, "fr", "?language=en") == "en"
    assert language_for(anyone, "en", "?language=fr") == "fr"
    assert language_for(anyone, "fr", "?language=nl") == "en"


def test_the_language_in_the_query_is_validated(anyone: APIClient, player: Player) -> None:
    for client, path in (
        (anyone, CARDS),
        (player.client, player.path),
        (player.client, f"{player.path}events/"),
    ):
        response = client.get(f"{path}?language=fr-CA")
        assert (response.status_code, response.json()["code"]) == (422, "invalid")


def test_quality_decides_then_order() -> None:
    assert best_language((("nl", 1.0), ("fr", 0.9), ("en", 0.9))) == "fr"
    assert best_language(()) == "en"


def test_the_cards_of_a_game_vary_by_language(anyone: APIClient) -> None:
    english = anyone.get(CARDS)
    french = anyone.get(CARDS, headers=FRENCH)
    assert "Accept-Language" in english.headers["Vary"]
    for part in ("characters", "districts"):
        key = part.removesuffix("s")
        for one, other in zip(english.json()[part], french.json()[part], strict=True):
            assert one["text"] != other["text"] or one[key] not in PUBLISHED


# -- games


def view(player: Player, header: str, **headers: str) -> Any:
    return player.client.get(player.path, headers={"Accept-Language": header, **headers})


def test_the_question_and_the_options_are_translated(player: Player) -> None:
    for header, code in (("fr-FR, en;q=0.1", "fr"), ("en", "en")):
        response = view(player, header)
        decision = response.json()["decision"]
        assert response.headers["Content-Language"] == code
        assert decision["question"] == f"boast? ({code})"
        assert [o["label"] for o in decision["options"]] == [f"boast ({code})", f"pass ({code})"]


def test_the_others_get_no_question(game: Game, bob: User, client_of: ClientOf) -> None:
    decision = view(Player(client_of(bob), game.id), "fr").json()["decision"]
    assert set(decision) == {"id", "seat", "topic", "since", "deadline"}


def test_each_language_has_an_etag_of_its_own(player: Player) -> None:
    english, french = view(player, "en"), view(player, "fr")
    assert english.headers["ETag"] != french.headers["ETag"]
    for response in (english, french):
        assert {"Authorization", "Accept-Language"} <= set(response.headers["Vary"].split(", "))


def test_etags_differ_between_languages(player: Player) -> None:
    english = view(player, "en").headers["ETag"]
    assert view(player, "en-GB", **{"If-None-Match": english}).status_code == 304
    french = view(player, "fr", **{"If-None-Match": english})
    assert french.status_code == 200
    same = view(player, "fr", **{"If-None-Match": french.headers["ETag"]})
    assert same.status_code == 304
    assert same.headers["Content-Language"] == "fr"
    assert "Accept-Language" in same.headers["Vary"]


def test_the_query_chooses_the_language_of_a_game(player: Player) -> None:
    response = player.client.get(f"{player.path}?language=fr")
    assert response.json()["decision"]["question"] == "boast? (fr)"


def test_events_are_translated_and_name_players(player: Player) -> None:
    path = f"{player.path}events/"
    response = player.client.get(path, headers=FRENCH)
    assert response.headers["Content-Language"] == "fr"
    assert "Accept-Language" in response.headers["Vary"]
    texts = [event["text"] for event in response.json()["events"]]
    assert texts == ["alice dealt (fr)", "bob dealt (fr)"]
    english = player.client.get(f"{path}?language=en", headers=FRENCH).json()["events"]
    assert english[0]["text"] == "alice dealt (en)"


def test_a_bot_has_the_same_name_in_texts_and_in_its_seat(alice: User, client_of: ClientOf) -> None:
    game = start_game(alice, seats=2, bots=["easy"])
    client = client_of(alice)
    _, bot = client.get(f"/api/v1/games/{game.id}/").json()["seats"]
    events = client.get(f"/api/v1/games/{game.id}/events/")
    texts = [event["text"] for event in events.json()["events"]]
    assert texts == ["alice dealt (en)", f"{bot['name']} dealt (en)"]


# -- commands


def send(player: Player, *choices: str, decision: int = 1, **headers: str) -> Any:
    body = {"decision": decision, "choices": list(choices)}
    return player.client.post(f"{player.path}commands/", body, headers={**FRENCH, **headers})


def test_the_reply_to_a_command_is_translated(player: Player) -> None:
    response = send(player, "boast")
    body = response.json()
    assert response.headers["Content-Language"] == "fr"
    assert body["events"][0]["text"] == "alice boasted (fr)"
    assert body["game"]["decision"]["question"] == "card? (fr)"
    assert all(o["label"].endswith("(fr)") for o in body["game"]["decision"]["options"])


def test_refusals_list_translated_options(player: Player) -> None:
    illegal = send(player, "counter").json()
    assert [option["label"] for option in illegal["options"]] == ["boast (fr)", "pass (fr)"]
    stale = send(player, "boast", decision=7).json()
    assert stale["decision"]["question"] == "boast? (fr)"
    assert stale["decision"]["options"][0]["label"] == "boast (fr)"


def test_a_repeated_command_gets_the_first_reply(player: Player) -> None:
    key: dict[str, Any] = {"Idempotency-Key": "one"}
    first = send(player, "boast", **key)
    again = player.client.post(
        f"{player.path}commands/", {"decision": 1, "choices": ["boast"]}, headers=key
    )
    assert again.content == first.content
    assert "Content-Language" not in again.headers


@pytest.mark.parametrize("action", ["start", "resign"])
def test_replies_to_changes_of_a_game_are_translated(
    action: str, alice: User, bob: User, client_of: ClientOf
) -> None:
    game = lobby(alice, bob) if action == "start" else start_game(alice, bob)
    path = f"/api/v1/games/{game.id}/{action}/"
    response = client_of(alice).post(path, {}, headers=FRENCH)
    assert response.status_code == 200
    assert response.headers["Content-Language"] == "fr"
    if action == "start":
        assert response.json()["decision"]["question"] == "boast? (fr)"


# -- Citadels


def test_a_game_of_citadels_in_french(alice: User, client_of: ClientOf) -> None:
    game = start_game(
        alice, ruleset="citadels", seats=4, bots=["easy"] * 3, options={"first_crown": 0}
    )
    response = view(Player(client_of(alice), game.id), "fr")
    decision = response.json()["decision"]
    assert decision["question"] == "Quel personnage gardez-vous\N{NO-BREAK SPACE}?"
    assert all(option["label"].startswith("Garder ") for option in decision["options"])
