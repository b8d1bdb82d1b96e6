"""GET /api/v1/games/{id}/rules/"""

from __future__ import annotations

from rest_framework.test import APIClient

from accounts.models import User
from games.models import Visibility
from tests.conftest import ClientOf
from tests.toy_games import lobby, start_game


def titles(client: APIClient, path: str, section: str) -> list[str]:
    sections = {one["section"]: one for one in client.get(path).json()["sections"]}
    return [item["title"] for item in sections[section]["items"]]


def test_a_table_shows_its_rules_before_and_after_the_start(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    options = {"preset": "vicious_nobles"}
    waiting = lobby(alice, bob, ruleset="citadels", seats=4, options=options)
    running = start_game(alice, ruleset="citadels", seats=4, bots=["easy"] * 3, options=options)
    reader = client_of(bob)
    paths = [f"/api/v1/games/{game.id}/rules/" for game in (waiting, running)]
    first, second = [titles(reader, path, "characters") for path in paths]
    assert first == second
    assert first[3] == "4. Patrician"
    assert titles(reader, f"{paths[1]}?language=fr", "characters")[3] == "4. Patricien"


def test_a_player_gets_the_same_rules_as_a_spectator(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    game = start_game(
        alice, ruleset="citadels", seats=4, bots=["easy"] * 3, options={"preset": "surprise"}
    )
    path = f"/api/v1/games/{game.id}/rules/"
    own, public = client_of(alice).get(path), client_of(bob).get(path)
    assert own.content == public.content
    same = client_of(bob).get(path, headers={"If-None-Match": own.headers["ETag"]})
    assert same.status_code == 304


def test_strangers_do_not_see_the_rules_of_a_private_game(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    game = lobby(alice, ruleset="castle", seats=2, visibility=Visibility.PRIVATE)
    path = f"/api/v1/games/{game.id}/rules/"
    assert client_of(alice).get(path).status_code == 200
    assert client_of(bob).get(path).json()["code"] == "game_not_found"
