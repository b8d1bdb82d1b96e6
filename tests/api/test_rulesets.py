"""GET /api/v1/rulesets/, and what is below: a ruleset, its cards, schemas, and how to play it."""

from __future__ import annotations

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from rest_framework.test import APIClient

pytestmark = pytest.mark.usefixtures("toy")


def test_it_lists_the_games_without_a_token(anyone: APIClient) -> None:
    body = anyone.get("/api/v1/rulesets/").json()
    assert [rules["slug"] for rules in body] == ["citadels", "castle", "toy"]
    assert body[2] == {
        "slug": "toy",
        "title": "Toy",
        "summary": "Lay cards and boast, for tests.",
        "version": "toy/1",
        "min_seats": 2,
        "max_seats": 5,
        "beginner_seats": 2,
        "bot_levels": ["novice", "easy"],
        "bot_profiles": ["balanced", "bold"],
        "languages": ["en", "fr"],
    }


def test_it_is_not_put_off_by_a_bad_token(anyone: APIClient) -> None:
    anyone.credentials(HTTP_AUTHORIZATION="Bearer cit_stale")
    assert anyone.get("/api/v1/rulesets/").status_code == 200


def test_it_says_how_a_ruleset_differs_from_the_printed_game(anyone: APIClient) -> None:
    body = anyone.get("/api/v1/rulesets/castle/").json()
    assert "reconstruction" in body["options"]["properties"]["tile_set"]["description"]


@pytest.mark.parametrize("path", ["", "castle/"])
def test_it_invites_strangers_in_their_language(path: str, anyone: APIClient) -> None:
    reply = anyone.get(f"/api/v1/rulesets/{path}", headers={"Accept-Language": "fr"})
    castle = reply.json() if path else reply.json()[1]
    assert castle["summary"].startswith("Posez des tuiles")
    assert reply.headers["Content-Language"] == "fr"


def test_it_says_how_many_seats_suit_a_first_game(anyone: APIClient) -> None:
    seats = {one["slug"]: one["beginner_seats"] for one in anyone.get("/api/v1/rulesets/").json()}
    assert seats == {"citadels": 4, "castle": 2, "toy": 2}


def test_it_says_how_a_game_is_played(anyone: APIClient) -> None:
    path = "/api/v1/rulesets/citadels/how-to-play/"
    reply = anyone.get(f"{path}?language=fr")
    guide = reply.json()
    aim, _, turn = guide["sections"][:3]
    assert (aim["section"], aim["title"]) == ("aim", "Le but")
    assert [item["title"] for item in turn["items"]][1] == "Bâtir"
    assert guide["first_round"]["keep_character"].startswith("Choisissez un personnage en secret")
    again = anyone.get(f"{path}?language=fr", headers={"If-None-Match": reply.headers["ETag"]})
    assert again.status_code == 304


def test_a_game_may_explain_nothing(anyone: APIClient) -> None:
    guide = anyone.get("/api/v1/rulesets/toy/how-to-play/").json()
    assert guide == {"sections": [], "first_round": {}, "waiting": ""}


def test_a_game_has_a_json_schema_of_its_options(anyone: APIClient) -> None:
    body = anyone.get("/api/v1/rulesets/citadels/").json()
    assert (body["min_seats"], body["max_seats"]) == (2, 8)
    assert body["options"]["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    for option in body["options"]["properties"].values():
        assert option["description"]


def test_a_ruleset_lists_its_topics(anyone: APIClient) -> None:
    topics = anyone.get("/api/v1/rulesets/toy/").json()["topics"]
    assert topics[1] == {
        "topic": "card",
        "summary": "Which card to lay.",
        "verbs": [{"verb": "lay", "members": {"card": "integer"}}],
    }


def test_a_game_lists_its_cards(anyone: APIClient) -> None:
    body = anyone.get("/api/v1/rulesets/citadels/cards/").json()
    assert {"characters", "districts"} <= set(body)


@pytest.mark.parametrize("slug", ["citadels", "castle"])
def test_a_game_has_json_schemas_of_what_it_shows(slug: str, anyone: APIClient) -> None:
    document = anyone.get(f"/api/v1/rulesets/{slug}/schemas/").json()
    Draft202012Validator.check_schema(document)
    names = {"Options", "Table", "About", "Option", "Event", "Result"}
    assert names <= document["$defs"].keys()


def test_objects_of_a_game_without_schemas_are_open(anyone: APIClient) -> None:
    document = anyone.get("/api/v1/rulesets/toy/schemas/").json()
    assert document["$defs"].keys() == {"Options"}


@pytest.mark.parametrize("path", ["chess/", "chess/cards/", "chess/schemas/", "chess/how-to-play/"])
def test_it_says_when_there_is_no_such_game(path: str, anyone: APIClient) -> None:
    response = anyone.get(f"/api/v1/rulesets/{path}")
    assert (response.status_code, response.json()["code"]) == (404, "ruleset_not_found")
