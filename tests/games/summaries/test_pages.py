"""The page of a game, to which e-mails link."""

from __future__ import annotations

import re
from base64 import b64decode
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client
from rest_framework.settings import api_settings

from accounts.models import Preferences, User
from accounts.services import user_ban
from games.models import Game, GameState, PauseKind
from tests.conftest import PASSWORD
from tests.timed import pause
from tests.toy_games import NOWHERE, lobby, start_game

pytestmark = pytest.mark.usefixtures("toy")
PACE = {"kind": "per_decision", "allowance": 3 * 24 * 3600}


def page(user: User, game: Game, **headers: str) -> Any:
    """The page of a game as a logged-in user gets it."""
    client = Client()
    client.force_login(user)
    return client.get(f"/games/{game.id}/", headers=headers)


def text(reply: Any) -> str:
    """What a reader sees, in one line."""
    body = re.sub(r"<(style|title).*?</\1>|<[^>]+>", " ", reply.text, flags=re.DOTALL)
    return " ".join(body.split())


def test_the_link_of_an_email_leads_through_the_log_in_to_the_game(alice: User, bob: User) -> None:
    game, client = start_game(alice, bob, title="Saturday at eight"), Client()
    log_in = client.get(f"/games/{game.id}/")
    assert log_in.status_code == 302
    assert log_in["Location"] == f"/login/?next=/games/{game.id}/"
    form = {"username": "alice", "password": PASSWORD}
    back = client.post(log_in["Location"], {**form, "next": f"/games/{game.id}/"})
    assert back["Location"] == f"/games/{game.id}/"
    reply = client.get(back["Location"])
    assert reply.status_code == 200
    assert "Saturday at eight (Toy)" in text(reply)


def test_it_shows_players_turn_deadline_and_how_to_play(alice: User, bob: User) -> None:
    game = start_game(alice, bob, bots=["novice"], pace=PACE)
    Preferences.objects.create(user=alice, time_zone="Asia/Tokyo")
    Game.objects.filter(id=game.id).update(deadline_at=datetime(2030, 5, 1, 20, tzinfo=UTC))
    shown = text(page(alice, game))
    assert "It is your turn." in shown
    assert "Deadline Thursday 2 May 2030, 05:00 (Asia/Tokyo)" in shown
    assert f"Players alice (you) bob {game.seats.get(number=2).name} (bot)" in shown
    assert f'href="/play/#/games/{game.id}"' in page(alice, game).text
    assert "Waiting for alice." in text(page(bob, game))


def test_it_says_when_there_is_nothing_to_wait_for(alice: User, bob: User) -> None:
    waiting = lobby(alice, seats=2)
    assert "The game has not started yet." in text(page(alice, waiting))
    assert "alice (you) free seat" in text(page(alice, waiting))
    game = start_game(alice, bob, pace=PACE)
    pause(game, PauseKind.VACATION, bob)
    assert "Clock stopped" in text(page(alice, game))


def test_it_speaks_the_language_of_its_reader(alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    assert "C'est à vous de jouer." in text(page(alice, game, accept_language="fr"))
    Preferences.objects.create(user=alice, language="fr")
    reply = page(alice, game, accept_language="en")
    assert '<html lang="fr">' in reply.text
    assert reply["Content-Language"] == "fr"


def test_the_picture_is_what_the_reader_may_see(alice: User, bob: User, charlie: User) -> None:
    game = start_game(alice, bob, ruleset="citadels", options={})
    pictures = [picture(page(user, game)) for user in (alice, bob, charlie)]
    assert len(set(pictures)) == 3
    assert all(one.startswith("<svg") for one in pictures)
    assert not any('class="board-open"' in one for one in pictures)  # it has no moves


def picture(reply: Any) -> str:
    found = re.search(r'src="data:image/svg\+xml;base64,([^"]+)"', reply.text)
    assert found
    return b64decode(found[1]).decode()


def test_nothing_is_stored_and_nothing_from_elsewhere_is_loaded(alice: User, bob: User) -> None:
    reply = page(alice, start_game(alice, bob))
    assert "no-store" in reply["Cache-Control"]
    assert "default-src 'self'" in reply["Content-Security-Policy"]
    assert reply["X-Frame-Options"] == "DENY"


def test_a_private_game_looks_like_none(alice: User, bob: User) -> None:
    game = lobby(alice, seats=2, visibility="private", title="Secret")
    hidden, nowhere = page(bob, game), page(bob, Game(id=NOWHERE))
    assert hidden.status_code == nowhere.status_code == 404
    assert hidden.text == nowhere.text


def test_a_banned_user_reads_why(alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    user_ban(user=bob, reason="Spoiled a game.")
    reply = page(bob, game)
    assert reply.status_code == 403
    assert "Spoiled a game." in text(reply)


def test_the_page_of_a_damaged_game_has_no_picture(alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    GameState.objects.filter(game=game).update(state="{}")
    reply = page(alice, game)
    assert reply.status_code == 200
    assert "<img class" not in reply.text


def test_reading_it_over_and_over_is_limited(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = start_game(alice, bob)
    monkeypatch.setitem(api_settings.DEFAULT_THROTTLE_RATES, "read", "1/min")
    assert page(alice, game).status_code == 200
    reply = page(alice, game)
    assert reply.status_code == 429
    assert int(reply["Retry-After"]) > 0
