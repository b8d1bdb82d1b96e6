"""Pictures for chats, mail and other sites: PNGs, signed addresses, previews of links."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from pathlib import Path
from struct import unpack
from typing import Any
from xml.etree import ElementTree

import pytest
import time_machine
from django.conf import settings
from django.test import Client
from pytest_django.fixtures import Settings
from rest_framework.test import APIClient

from accounts.models import User
from games.models import Game, Visibility
from games.summaries.links import picture_token
from games.summaries.png import WIDTHS, size_of
from tablekernel.drawing.panels import WIDTHS as WIDTH_OF
from tablekernel.scene import LAYOUTS
from tests.conftest import ClientOf
from tests.throttled import at_rates
from tests.toy_games import NOWHERE, lobby, start_game

pytestmark = pytest.mark.django_db

CITADELS = {"ruleset": "citadels", "options": {}}
IMAGES = Path(settings.BASE_DIR) / "docs" / "images"
LAST_IN_FONT = ord("\N{HORIZONTAL ELLIPSIS}")
"""The font has Latin letters and punctuation, and no arrows or other signs."""
IMAGE = re.compile(r'<meta property="og:image" content="([^"]+)">')


def started(host: User, guest: User, **options: Any) -> Game:
    return start_game(host, guest, **CITADELS, **options)


def png_size(data: bytes) -> tuple[int, ...]:
    """Return the width and the height that the header of a PNG names."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    return tuple(unpack(">II", data[16:24]))


def link(client: APIClient, game: Game) -> dict[str, str]:
    reply = client.get(f"/api/v1/games/{game.id}/picture-link/")
    assert reply.status_code == 200
    document: dict[str, str] = reply.json()
    return document


# --- board.png ---------------------------------------------------------------------------------


@pytest.mark.parametrize("width", WIDTHS)
def test_a_png_has_the_width_asked_for(
    width: int, alice: User, bob: User, client_of: ClientOf
) -> None:
    game, client = started(alice, bob), client_of(alice)
    path = f"/api/v1/games/{game.id}/board"
    reply = client.get(f"{path}.png?width={width}")
    assert reply["Content-Type"] == "image/png"
    assert png_size(reply.content) == size_of(client.get(f"{path}.svg").text, width)


def test_a_png_has_the_layout_asked_for(alice: User, bob: User, client_of: ClientOf) -> None:
    game, client = started(alice, bob), client_of(alice)
    path = f"/api/v1/games/{game.id}/board"
    for layout in LAYOUTS:
        reply = client.get(f"{path}.png?width=400&layout={layout}")
        svg = client.get(f"{path}.svg?layout={layout}").text
        assert png_size(reply.content) == size_of(svg, 400)
    assert client.get(f"{path}.png?layout=square").status_code == 422


def test_a_png_is_not_sent_twice(alice: User, bob: User, client_of: ClientOf) -> None:
    game, client = started(alice, bob), client_of(alice)
    path = f"/api/v1/games/{game.id}/board.png"
    etag = client.get(path)["ETag"]
    assert client.get(path, HTTP_IF_NONE_MATCH=etag).status_code == 304


def test_other_widths_are_refused(alice: User, bob: User, client_of: ClientOf) -> None:
    game = started(alice, bob)
    for width in ("0", "801", "99999", "wide"):
        reply = client_of(alice).get(f"/api/v1/games/{game.id}/board.png?width={width}")
        assert reply.status_code == 422
        assert "200, 400, 800" in reply.json()["errors"][0]["detail"]


def test_the_png_of_a_seat_shows_its_hand_and_that_of_others_does_not(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = started(alice, bob)
    path = f"/api/v1/games/{game.id}/board.png"
    pictures = {client_of(user).get(path).content for user in (alice, bob, charlie)}
    assert len(pictures) == 3


def test_a_private_game_has_no_png_for_strangers(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = started(alice, bob, visibility=Visibility.PRIVATE)
    for name in ("board.png", "picture-link/"):
        reply = client_of(charlie).get(f"/api/v1/games/{game.id}/{name}")
        assert reply.json()["code"] == "game_not_found"


@pytest.mark.parametrize("picture", sorted(IMAGES.glob("*.svg")), ids=lambda path: path.stem)
def test_the_font_of_pngs_has_every_letter(picture: Path) -> None:
    shown = "".join(ElementTree.fromstring(picture.read_text(encoding="utf-8")).itertext())
    assert [letter for letter in set(shown) if ord(letter) > LAST_IN_FONT] == []


# --- signed addresses ----------------------------------------------------------------------------


@pytest.mark.parametrize("visibility", Visibility.values)
def test_a_shared_picture_is_what_spectators_see_also_if_a_seat_shares_it(
    visibility: str, alice: User, bob: User, charlie: User, client_of: ClientOf, anyone: APIClient
) -> None:
    game = started(alice, bob, visibility=visibility)
    shared = link(client_of(alice), game)
    picture = anyone.get(shared["svg"])
    assert picture.status_code == 200
    own = client_of(alice).get(f"/api/v1/games/{game.id}/board.svg").content
    assert picture.content != own
    Game.objects.filter(id=game.id).update(visibility=Visibility.PUBLIC)
    theirs = client_of(charlie).get(f"/api/v1/games/{game.id}/board.svg")
    assert picture.content == theirs.content
    assert png_size(anyone.get(shared["png"] + "?width=200").content)[0] == 200


def test_a_shared_picture_has_the_layout_asked_for_and_cannot_be_clicked(
    alice: User, bob: User, client_of: ClientOf, anyone: APIClient
) -> None:
    game = started(alice, bob)
    shared = link(client_of(alice), game)
    for layout, width in WIDTH_OF.items():
        svg = anyone.get(f"{shared['svg']}?layout={layout}").text
        assert f'viewBox="0 0 {width} ' in svg
        assert 'class="board-open"' not in svg
        png = anyone.get(f"{shared['png']}?layout={layout}&width=200").content
        assert png_size(png) == size_of(svg, 200)
    assert anyone.get(f"{shared['svg']}?layout=square").status_code == 422
    assert anyone.get(f"{shared['svg']}?preview=fly").json()["code"] == "invalid"


def test_caches_and_other_sites_may_show_it(
    alice: User, bob: User, client_of: ClientOf, anyone: APIClient
) -> None:
    shared = link(client_of(alice), started(alice, bob))
    for address in (shared["svg"], shared["png"]):
        reply = anyone.get(address)
        assert reply["Cache-Control"] == "public, max-age=60"
        assert reply["Cross-Origin-Resource-Policy"] == "cross-origin"
        assert "Authorization" not in reply["Vary"]
        again = anyone.get(address, HTTP_IF_NONE_MATCH=reply["ETag"])
        assert (again.status_code, again["Cache-Control"]) == (304, "public, max-age=60")


def test_it_speaks_the_language_asked_for(
    alice: User, bob: User, client_of: ClientOf, anyone: APIClient
) -> None:
    shared = link(client_of(alice), started(alice, bob))
    french = anyone.get(shared["svg"] + "?language=fr")
    assert french["Content-Language"] == "fr"
    assert ElementTree.fromstring(french.text).get("lang") == "fr"


def test_it_expires_when_it_says(
    alice: User, bob: User, client_of: ClientOf, anyone: APIClient, settings: Settings
) -> None:
    settings.PICTURE_LINK_DAYS = 3
    shared = link(client_of(alice), started(alice, bob))
    until = datetime.fromisoformat(shared["expires_at"])
    with time_machine.travel(until - timedelta(minutes=1)):
        assert anyone.get(shared["svg"]).status_code == 200
    with time_machine.travel(until + timedelta(minutes=1)):
        reply = anyone.get(shared["svg"])
    assert (reply.status_code, reply.json()["code"]) == (404, "picture_link_invalid")


def test_a_changed_address_shows_nothing(alice: User, bob: User, anyone: APIClient) -> None:
    game, other = started(alice, bob), started(alice, bob, visibility=Visibility.PRIVATE)
    (mine, _), (theirs, _) = picture_token(game.id), picture_token(other.id)
    payload, rest = theirs.split(":")[0], mine.partition(":")[2]
    for token in ("x", mine[:-1], mine + "x", f"{payload}:{rest}", picture_token(NOWHERE)[0]):
        for form in ("svg", "png"):
            reply = anyone.get(f"/api/v1/pictures/{token}.{form}")
            assert (reply.status_code, reply.json()["code"]) == (404, "picture_link_invalid")


@pytest.mark.usefixtures("toy")
def test_before_the_start_there_is_an_address_but_no_picture(
    alice: User, client_of: ClientOf, anyone: APIClient
) -> None:
    shared = link(client_of(alice), lobby(alice, seats=2))
    assert anyone.get(shared["png"]).json()["code"] == "game_not_started"


# --- the page of a game, for everybody -----------------------------------------------------------


@pytest.mark.usefixtures("anonymous_reading")
def test_a_link_in_a_chat_shows_the_table(alice: User, bob: User, client: Client) -> None:
    game = started(alice, bob, title='Saturday "at eight"')
    page = client.get(f"/games/{game.id}/")
    assert page.status_code == 200
    assert (
        '<meta property="og:title" content="Saturday &quot;at eight&quot; (Citadels)">' in page.text
    )
    assert '<meta property="og:description" content="Waiting for ' in page.text
    assert f'<meta property="og:url" content="{settings.PUBLIC_URL}/games/{game.id}/">' in page.text
    found = IMAGE.search(page.text)
    assert found is not None
    picture = client.get(found[1])
    assert picture["Content-Type"] == "image/png"
    width, height = png_size(picture.content)
    assert f'<meta property="og:image:width" content="{width}">' in page.text
    assert f'<meta property="og:image:height" content="{height}">' in page.text


@pytest.mark.usefixtures("anonymous_reading")
def test_it_shows_spectators_knowledge_and_no_forms(alice: User, bob: User, client: Client) -> None:
    game = started(alice, bob)
    text = client.get(f"/games/{game.id}/").text
    assert "You see what spectators see." in text
    assert "<form" not in text
    assert "(you)" not in text
    client.force_login(alice)
    assert "og:image" not in client.get(f"/games/{game.id}/").text


@pytest.mark.usefixtures("anonymous_reading")
def test_a_private_page_leads_to_the_log_in_like_one_that_does_not_exist(
    alice: User, bob: User, client: Client
) -> None:
    game = started(alice, bob, visibility=Visibility.PRIVATE)
    for name in (game.id, NOWHERE):
        reply = client.get(f"/games/{name}/")
        assert (reply.status_code, reply["Location"]) == (302, f"/login/?next=/games/{name}/")


def test_without_anonymous_reading_the_page_leads_to_the_log_in(
    alice: User, bob: User, client: Client
) -> None:
    game = started(alice, bob)
    assert client.get(f"/games/{game.id}/").status_code == 302
    assert client.get("/oembed/", {"url": f"http://testserver/games/{game.id}/"}).status_code == 404


@pytest.mark.usefixtures("anonymous_reading")
def test_the_page_counts_as_an_anonymous_read(alice: User, bob: User, client: Client) -> None:
    game = started(alice, bob)
    with at_rates(anonymous="1/hour"):
        statuses = [client.get(f"/games/{game.id}/").status_code for _ in range(2)]
    assert statuses == [200, 429]


# --- oEmbed --------------------------------------------------------------------------------------


@pytest.mark.usefixtures("anonymous_reading")
def test_other_sites_embed_the_page_as_a_picture(alice: User, bob: User, client: Client) -> None:
    game = started(alice, bob)
    page = client.get(f"/games/{game.id}/").text
    address = re.search(r'application/json\+oembed" href="([^"]+)"', page)
    assert address is not None
    reply = client.get(address[1].replace("&amp;", "&"))
    document = reply.json()
    assert (document["version"], document["type"]) == ("1.0", "photo")
    assert document["title"] == "Citadels"
    picture = client.get(document["url"])
    assert png_size(picture.content) == (document["width"], document["height"])


@pytest.mark.usefixtures("anonymous_reading")
def test_it_fits_into_the_box_of_the_other_site(alice: User, bob: User, client: Client) -> None:
    address = f"http://testserver/games/{started(alice, bob).id}/"
    narrow = client.get("/oembed/", {"url": address, "maxwidth": "500"}).json()
    assert (narrow["type"], narrow["width"]) == ("photo", 400)
    low = client.get("/oembed/", {"url": address, "maxwidth": "500", "maxheight": "40"}).json()
    assert low["type"] == "link"
    assert "url" not in low


@pytest.mark.usefixtures("anonymous_reading", "toy")
def test_before_the_start_it_is_a_link(alice: User, client: Client) -> None:
    game = lobby(alice, seats=2)
    document = client.get("/oembed/", {"url": f"http://testserver/games/{game.id}/"}).json()
    assert document["type"] == "link"


@pytest.mark.usefixtures("anonymous_reading")
def test_it_describes_only_pages_of_public_games_of_this_service(
    alice: User, bob: User, client: Client
) -> None:
    private = started(alice, bob, visibility=Visibility.PRIVATE)
    public = started(alice, bob)
    for address in (
        "",
        "nonsense",
        "http://[",
        f"http://testserver/games/{private.id}/",
        f"http://testserver/games/{NOWHERE}/",
        f"http://elsewhere/games/{public.id}/",
        f"javascript://testserver/games/{public.id}/",
        "http://testserver/login/",
        "http://testserver/nowhere/",
    ):
        assert client.get("/oembed/", {"url": address}).status_code == 404, address
    for width in ("wide", "-5", "1_0", "9" * 10):
        wrong = {"url": f"http://testserver/games/{public.id}/", "maxwidth": width}
        assert client.get("/oembed/", wrong).status_code == 400
    assert client.get("/oembed/", {"url": "x"})["Access-Control-Allow-Origin"] == "*"


@pytest.mark.usefixtures("anonymous_reading")
def test_the_address_of_the_service_is_known_by_any_of_its_names(
    alice: User, bob: User, client: Client
) -> None:
    game = started(alice, bob)
    for host in ("http://TESTSERVER", settings.PUBLIC_URL):
        assert client.get("/oembed/", {"url": f"{host}/games/{game.id}/"}).status_code == 200


def test_it_speaks_only_json(client: Client) -> None:
    assert client.get("/oembed/", {"url": "x", "format": "xml"}).status_code == 501
