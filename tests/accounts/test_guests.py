"""Guests play against bots in one browser; an account later keeps their games."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone
from oauth2_provider.models import AccessToken, Application, RefreshToken
from pytest_django.fixtures import Settings
from rest_framework.test import APIClient

from accounts.models import AccountDeletion, BrowserSession, PendingEmail, Preferences, User
from accounts.services.deletions import deletion_request, deletions_carry_out
from accounts.services.purge import expired_purge
from accounts.services.tokens import token_issue
from accounts.services.users import guest_create, user_register
from core.api.declared import OPEN, REGISTRY
from core.errors import Invalid
from games.models import Game, Status
from tests.conftest import PASSWORD, ClientOf, user_named
from tests.throttled import at_rates
from tests.toy_games import lobby, start_game, toy

__all__ = ["toy"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]
GAMES = "/api/v1/games/"
AGAINST_BOTS = {
    "ruleset": "toy",
    "seats": 2,
    "options": {},
    "bots": [{"level": "novice"}],
    "visibility": "unlisted",
}
MAY = {
    *("game_create", "game_start", "game_ready", "game_cancel", "game_leave", "game_rematch"),
    *("game_command", "game_dry_run", "game_resign", "game_return", "game_orders_set"),
    *("game_try", "game_notes_write", "game_messages_read", "game_vote_open", "game_ballot"),
    *("game_analysis_start", "game_hint_start", "puzzle_answer", "stream_open"),
    *("me_preferences_change", "me_notifications_read", "me_notification_preferences_change"),
    *("me_session_end", "me_sessions_end", "me_authorization_revoke"),
    *("auth_token_revoke", "auth_token_revoke_all"),
}
"""What guests may change. Nothing of it reaches people in games against bots."""


def arrive(client: Client, **form: str) -> User:
    """Press "Play now" on the start page."""
    reply = client.post("/guest/", form)
    assert (reply.status_code, reply.headers["Location"]) == (
        302,
        f"/play/#/first-game?ruleset={form.get('ruleset', '')}",
    )
    return User.objects.get(is_guest=True)


@pytest.fixture
def guest() -> User:
    return guest_create()


def refused(reply: Any) -> bool:
    return bool(reply.status_code == 403 and reply.json()["code"] == "guest")


# --- coming and staying --------------------------------------------------------------------------


def test_a_visitor_becomes_a_guest_and_is_logged_in(client: Client) -> None:
    assert "Play now" in client.get("/").text
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "fr"
    guest = arrive(client, ruleset="citadels")
    assert guest.username.startswith("guest-")
    assert not guest.has_usable_password()
    assert Preferences.objects.get(user=guest).language == "fr"
    assert client.session.get_expiry_age() > timedelta(days=300).total_seconds()
    client.post("/guest/")
    assert User.objects.count() == 1, "they are here already"


def test_the_operator_turns_guests_off(client: Client, alice: User, settings: Settings) -> None:
    settings.GUESTS = False
    page = client.get("/").text
    assert "Play now" not in page
    assert "against bots</button>" not in page
    assert client.post("/guest/").status_code == 404
    assert User.objects.count() == 1
    client.force_login(alice)
    assert "against bots</button>" in client.get("/").text
    assert client.post("/guest/").status_code == 302


def test_a_user_who_presses_the_button_stays_who_they_are(alice: User, client: Client) -> None:
    client.force_login(alice)
    client.post("/guest/")
    assert not User.objects.filter(is_guest=True).exists()


def test_one_address_gets_only_so_many_guests() -> None:
    with at_rates(guests="2/hour"):
        replies = [Client().post("/guest/").status_code for _ in range(3)]
    assert replies == [302, 302, 429]
    assert User.objects.count() == 2


def test_nobody_has_or_takes_the_name_of_a_guest(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = iter([7, 7, 8])
    monkeypatch.setattr("secrets.randbelow", lambda _: next(numbers))
    assert [guest_create().username for _ in range(2)] == ["guest-7", "guest-8"]
    page = client.post("/sign-up/", {"username": "Guest-99", "password": PASSWORD})
    assert "This name is reserved." in page.text


def test_an_account_keeps_the_games_of_the_guest(client: Client, client_of: ClientOf) -> None:
    guest = arrive(client)
    game = start_game(guest, bots=["novice"], visibility="unlisted")
    assert "You keep the games" in client.get("/sign-up/").text
    taken = client.post("/sign-up/", {"username": user_named("zoe").username, "password": PASSWORD})
    assert "taken" in taken.text
    assert User.objects.get(id=guest.id).is_guest
    made = client.post(
        "/sign-up/", {"username": "ann", "password": PASSWORD, "email": "ann@example.org"}
    )
    assert made.status_code == 302
    ann = User.objects.get(id=guest.id)
    assert (ann.username, ann.is_guest, ann.check_password(PASSWORD)) == ("ann", False, True)
    assert "<strong>ann</strong>" in client.get("/").text, "still logged in"
    assert client.session.get_expiry_age() <= timedelta(days=14).total_seconds()
    (mine,) = client_of(ann).get("/api/v1/me/games/").json()["results"]
    assert mine["id"] == str(game.id)
    assert client_of(ann).get("/api/v1/me/").json()["is_guest"] is False
    assert client_of(ann).post(GAMES, {**AGAINST_BOTS, "bots": []}).status_code == 201


def test_readers_of_their_games_see_the_new_name(
    guest: User, client_of: ClientOf, settings: Settings
) -> None:
    settings.BOT_NAMES = ["Ada"]
    game = start_game(guest, bots=["novice"], visibility="unlisted")
    path = f"{GAMES}{game.id}/"
    reader = client_of(user_named("zoe"))
    before = reader.get(path)["ETag"]
    user_register(username="ada", password=PASSWORD, guest=guest)
    seen = reader.get(path, HTTP_IF_NONE_MATCH=before)
    assert seen.status_code == 200
    assert [seat["name"] for seat in seen.json()["seats"]] == ["ada", "Ada 2"]


def test_no_access_from_before_the_account_outlives_it(guest: User, anyone: APIClient) -> None:
    """Somebody else may have played in the same browser, and kept what it had."""
    now = timezone.now()
    thief = Application.objects.create(user=user_named("eve"))
    access = {"user": guest, "application": thief}
    AccessToken.objects.create(**access, token="a", expires=now + timedelta(hours=1))
    refresh = RefreshToken.objects.create(**access, token="r")
    own = token_issue(user=guest).text
    browser = Client()
    browser.force_login(guest)
    user_register(username="ann", password=PASSWORD, email="ann@example.org", guest=guest)
    refresh.refresh_from_db()
    assert refresh.revoked
    assert not AccessToken.objects.exists()
    anyone.credentials(HTTP_AUTHORIZATION=f"Bearer {own}")
    assert anyone.get("/api/v1/me/").status_code == 401
    assert not BrowserSession.objects.exists()
    assert PendingEmail.objects.get(user=guest).address == "ann@example.org"


def test_a_guest_gets_one_account(guest: User) -> None:
    user_register(username="ann", password=PASSWORD, guest=guest)
    with pytest.raises(Invalid) as refusal:
        user_register(username="eve", password=f"{PASSWORD}-2", guest=guest)
    assert refusal.value.extras["errors"][0]["code"] == "not_a_guest"
    ann = User.objects.get()
    assert (ann.username, ann.check_password(PASSWORD)) == ("ann", True)


# --- what they may do ----------------------------------------------------------------------------


def test_guests_play_against_bots(guest: User, client_of: ClientOf) -> None:
    client = client_of(guest)
    assert client.get("/api/v1/me/").json()["is_guest"] is True
    game = client.post(GAMES, AGAINST_BOTS)
    assert game.status_code == 201, game.text
    path = f"{GAMES}{game.json()['id']}/"
    assert client.post(f"{path}start/").json()["status"] == Status.ACTIVE
    assert client.post(f"{path}resign/").status_code == 200
    again = client.post(f"{path}rematch/")
    assert again.json()["visibility"] == "unlisted"


@pytest.mark.parametrize("more", [{"bots": []}, {"visibility": "public"}, {"join": False}])
def test_guests_create_no_game_that_others_could_join(
    guest: User, client_of: ClientOf, more: dict[str, Any]
) -> None:
    assert refused(client_of(guest).post(GAMES, {**AGAINST_BOTS, **more}))
    assert not Game.objects.exists()


def test_guests_reach_nobody(guest: User, alice: User, client_of: ClientOf) -> None:
    client, game = client_of(guest), lobby(alice, seats=3)
    path = f"{GAMES}{game.id}/"
    assert client.get(path).status_code == 200, "it is public"
    for door, body in {
        f"{path}join/": {},
        f"{path}messages/": {"room": "table", "text": "Hello"},
        f"{path}invitations/": {"username": "alice"},
        "/api/v1/reports/": {},
        "/api/v1/me/blocks/": {"username": "alice"},
        "/api/v1/me/webhooks/": {},
        "/api/v1/me/email/": {"email": "a@example.org", "password": PASSWORD},
        "/api/v1/me/password/": {"password": PASSWORD, "new_password": PASSWORD},
    }.items():
        assert refused(client.post(door, body)), door


def test_every_change_by_a_guest_is_declared() -> None:
    """An endpoint that says nothing needs an account."""
    changes = [one for one in REGISTRY.values() if one.method != "GET" and one.scope is not OPEN]
    assert {one.name for one in changes if one.guests_may} == MAY
    assert all(one.guests_may for one in REGISTRY.values() if one.method == "GET")


def test_nobody_finds_a_guest(guest: User, alice: User, anyone: APIClient, client_of: Any) -> None:
    found = client_of(alice).get("/api/v1/users/", {"search": guest.username}).json()
    assert found["results"] == []


# --- going ---------------------------------------------------------------------------------------


def test_guests_who_do_not_come_back_are_deleted(client: Client) -> None:
    guest = arrive(client)
    game = start_game(guest, bots=["novice"], visibility="unlisted")
    with time_machine.travel(timezone.now() + timedelta(days=29)):
        expired_purge(now=timezone.now())
        assert not AccountDeletion.objects.exists()
        BrowserSession.objects.update(last_used_at=timezone.now())
    with time_machine.travel(timezone.now() + timedelta(days=31)):
        expired_purge(now=timezone.now())
        assert not AccountDeletion.objects.exists(), "they were here two days ago"
    with time_machine.travel(timezone.now() + timedelta(days=60)):
        expired_purge(now=timezone.now())
        assert deletions_carry_out() == 1
        expired_purge(now=timezone.now())
    guest.refresh_from_db()
    assert guest.username.startswith("deleted-")
    assert not guest.is_active
    game.refresh_from_db()
    assert game.status != Status.ACTIVE
    assert client.get("/account/").status_code == 302


def test_a_guest_who_only_has_the_client_open_stays(guest: User) -> None:
    """The client refreshes its tokens without the session."""
    with time_machine.travel(timezone.now() + timedelta(days=60)):
        client = Application.objects.create(user=user_named("operator"))
        RefreshToken.objects.create(user=guest, application=client, token="r")
        expired_purge(now=timezone.now())
        assert not AccountDeletion.objects.exists()


def test_an_account_that_is_made_at_the_last_moment_stays(client: Client) -> None:
    arrive(client)
    with time_machine.travel(timezone.now() + timedelta(days=60)):
        expired_purge(now=timezone.now())
        assert AccountDeletion.objects.exists()
        client.post("/sign-up/", {"username": "ann", "password": PASSWORD})
        assert deletions_carry_out() == 0
    assert User.objects.get(username="ann").is_active


def test_an_account_is_not_deleted_as_a_guest(guest: User) -> None:
    user_register(username="ann", password=PASSWORD, guest=guest)
    assert guest.is_guest, "as somebody read them before"
    wait = deletion_request(user=guest).due_at - timezone.now()
    assert wait > timedelta(days=13)


def test_a_deleted_guest_gets_no_account(guest: User) -> None:
    deletion_request(user=guest)
    assert deletions_carry_out() == 1
    with pytest.raises(Invalid):
        user_register(username="ann", password=PASSWORD, guest=guest)
    gone = User.objects.get()
    assert gone.username.startswith("deleted-")
    assert not gone.has_usable_password()


def test_moderators_see_who_is_a_guest(guest: User, alice: User, admin_client: Client) -> None:
    page = admin_client.get("/admin/accounts/user/?is_guest__exact=1").text
    assert guest.username in page
    assert "alice" not in page
