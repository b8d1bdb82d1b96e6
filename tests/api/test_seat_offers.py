"""POST /api/v1/games/{id}/offers/, /api/v1/me/seat-offers/"""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework.test import APIClient

from tests.api.conftest import Players
from tests.toy_games import Player

pytestmark = pytest.mark.usefixtures("toy")


def answer(client: APIClient, offer: dict[str, Any], how: str) -> Any:
    return client.post(f"/api/v1/me/seat-offers/{offer['id']}/{how}/")


def my_offers(player: Player) -> list[dict[str, Any]]:
    results: list[dict[str, Any]] = player.client.get("/api/v1/me/seat-offers/").json()["results"]
    return results


def test_a_seat_is_handed_over(players: Players) -> None:
    alices, _, charlies = players
    hand = alices.view()["table"]["hand"]
    offered = alices.post("offers", {"to": "Charlie"})
    assert offered.status_code == 201
    offer = offered.json()
    assert (offer["seat"], offer["by"]["username"], offer["to"]["username"]) == (
        0,
        "alice",
        "charlie",
    )
    assert my_offers(alices) == my_offers(charlies) == [offer]
    taken = answer(charlies.client, offer, "accept")
    assert taken.status_code == 200
    view = taken.json()
    assert (view["your_seat"], view["table"]["hand"]) == (0, hand)
    assert view["decision"]["options"]
    former = alices.view()
    assert (former["your_seat"], former["table"]["hand"]) == (None, None)
    assert "options" not in former["decision"]
    assert charlies.send(view["decision"]["id"], "boast").status_code == 200
    assert my_offers(alices) == my_offers(charlies) == []


def test_an_offer_is_declined_or_withdrawn(players: Players) -> None:
    alices, bobs, charlies = players
    offer = alices.post("offers", {"to": "charlie"}).json()
    for client, how in ((bobs.client, "accept"), (alices.client, "decline")):
        refusal = answer(client, offer, how)
        assert (refusal.status_code, refusal.json()["code"]) == (404, "seat_offer_not_found")
    assert answer(charlies.client, offer, "decline").status_code == 204
    gone = answer(charlies.client, offer, "accept")
    assert (gone.status_code, gone.json()["code"]) == (409, "seat_offer_closed")
    again = alices.post("offers", {"to": "charlie"}).json()
    twice = alices.post("offers", {"to": "charlie"})
    assert (twice.json()["code"], twice.json()["offer"]) == ("seat_offer_open", again["id"])
    assert answer(alices.client, again, "withdraw").status_code == 204
    assert my_offers(charlies) == []


def test_it_is_refused(players: Players) -> None:
    for name in ("nobody", "bob", "alice"):
        refusal = players[0].post("offers", {"to": name})
        assert (refusal.status_code, refusal.json()["errors"][0]["pointer"]) == (422, "/to")
    response = players[2].post("offers", {"to": "alice"})
    assert (response.status_code, response.json()["code"]) == (403, "not_seated")
