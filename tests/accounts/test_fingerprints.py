"""Fingerprints reveal shared addresses and devices, are unreadable, and expire."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.conf import settings
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import ApiToken, ClientFingerprint, FingerprintSalt, User
from accounts.selectors import fingerprints_shared
from accounts.services.fingerprints import ClientInfo, fingerprint_record, fingerprints_of
from accounts.services.purge import expired_purge
from tests.conftest import PASSWORD, ClientOf
from tests.toy_games import lobby, start_game

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]
MADE = "/api/v1/me/tokens/"
HOME, NEXT_DOOR, ELSEWHERE = "203.0.113.7", "203.0.113.99", "198.51.100.1"
START = datetime.fromtimestamp(settings.FINGERPRINT_SALT_DAYS * 86400 * 700, UTC)
"""Where a key begins its life."""


def kinds(*users: User) -> list[str]:
    return [shared.kind for shared in fingerprints_shared([user.id for user in users])]


def note(user: User, address: str, agent: str = "Watch/1", device: str = "") -> None:
    fingerprint_record(user=user, client_info=ClientInfo(address, agent, device))


def test_a_log_in_is_noted_and_no_address_is_kept(
    alice: User, bob: User, anyone: APIClient
) -> None:
    for user in (alice, bob):
        body = {"username": user.username, "password": PASSWORD}
        headers = {"User-Agent": "Watch/1", "X-Device-Id": "kitchen"}
        anyone.post("/api/v1/auth/tokens/", body, headers=headers, REMOTE_ADDR=HOME)
    assert kinds(alice, bob) == ["address", "device", "network"]
    kept = repr(list(ClientFingerprint.objects.values()))
    assert HOME not in kept
    assert "kitchen" not in kept
    assert "Watch" not in kept


def test_a_seat_and_the_first_use_of_a_token_in_a_day_are_noted(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    game, client = lobby(bob, seats=2), client_of(alice)
    client.get("/api/v1/games/", REMOTE_ADDR=ELSEWHERE)
    the_next_day()
    client.get("/api/v1/games/", REMOTE_ADDR=HOME)
    client.get("/api/v1/games/", REMOTE_ADDR=ELSEWHERE)  # the same day
    assert ClientFingerprint.objects.filter(user=alice, kind="address").count() == 1
    client.post(f"/api/v1/games/{game.id}/join/", {}, REMOTE_ADDR=ELSEWHERE)
    assert ClientFingerprint.objects.filter(user=alice, kind="address").count() == 2


def test_a_token_made_with_another_is_noted_at_its_first_use(
    alice: User, client_of: ClientOf
) -> None:
    """Where it was made is not where it is used: there is no log-in to be noted for it."""
    text = client_of(alice).post(MADE, {"name": "phone"}, REMOTE_ADDR=HOME).json()["token"]
    before = ClientFingerprint.objects.filter(user=alice, kind="address").count()
    phone = APIClient()
    phone.credentials(HTTP_AUTHORIZATION=f"Bearer {text}")
    phone.get("/api/v1/me/turns/", REMOTE_ADDR=ELSEWHERE)
    assert ClientFingerprint.objects.filter(user=alice, kind="address").count() == before + 1


def the_next_day() -> None:
    """All that is known of tokens is from the day before yesterday."""
    before = timezone.now() - timedelta(days=2)
    ApiToken.objects.update(last_used_at=before, fingerprinted_at=before)


def test_a_token_is_noted_once_a_day_whatever_it_asks(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    game, client = start_game(alice, bob), client_of(alice)
    the_next_day()
    client.get(f"/api/v1/games/{game.id}/", REMOTE_ADDR=HOME)
    client.get("/api/v1/me/turns/", REMOTE_ADDR=ELSEWHERE)
    assert ClientFingerprint.objects.filter(user=alice, kind="address").count() == 1
    the_next_day()
    client.get("/api/v1/me/turns/", REMOTE_ADDR=ELSEWHERE)
    assert ClientFingerprint.objects.filter(user=alice, kind="address").count() == 2


def test_neighbors_share_a_network_and_a_device_only_by_its_id(alice: User, bob: User) -> None:
    note(alice, HOME)
    note(bob, NEXT_DOOR, agent="Phone/2")
    assert kinds(alice, bob) == ["network"]
    note(alice, HOME, device="one tablet")
    note(bob, ELSEWHERE, device="one tablet")
    assert kinds(alice, bob) == ["device", "network"]


def test_without_an_id_there_is_only_a_program_and_with_one_only_the_device(
    alice: User, bob: User
) -> None:
    """Two users of one household, and one program, whose clients send ids later."""
    note(alice, HOME)
    note(bob, NEXT_DOOR)
    assert kinds(alice, bob) == ["network", "program"]
    ClientFingerprint.objects.all().delete()
    for user in (alice, bob):
        note(user, HOME, device=f"phone of {user}")
        note(user, HOME)  # a page that sends none
    assert kinds(alice, bob) == ["address", "network"]


def test_of_an_address_of_ipv6_the_network_is_the_first_half() -> None:
    now = timezone.now()
    one, two = (fingerprints_of(ClientInfo(f"2001:db8:1:2::{end}"), now) for end in ("7", "8"))
    assert one["address"] != two["address"]
    assert one["network"] == two["network"]
    assert fingerprints_of(ClientInfo("unknown"), now) == {}


def test_it_is_since_when_both_were_there(alice: User, bob: User) -> None:
    for day, user in ((1, alice), (3, bob), (5, alice)):
        with time_machine.travel(START + timedelta(days=day), tick=False):
            note(user, HOME)
    shared = fingerprints_shared([alice.id, bob.id])[0]
    assert (shared.since, shared.last) == (START + timedelta(days=3), START + timedelta(days=3))


def test_the_next_key_knows_nothing_of_the_last_and_all_goes(alice: User, bob: User) -> None:
    with time_machine.travel(START - timedelta(seconds=1)):
        note(alice, HOME)
    with time_machine.travel(START):
        note(bob, HOME)
    assert kinds(alice, bob) == []
    expired_purge(now=START + timedelta(days=settings.FINGERPRINT_RETENTION_DAYS))
    assert [one.user for one in ClientFingerprint.objects.filter(kind="address")] == [bob]


def test_the_key_is_not_that_of_anything_else(settings: object, alice: User) -> None:
    before = fingerprints_of(ClientInfo(HOME), START)
    settings.SECRET_KEY = "another"  # type: ignore[attr-defined]
    assert fingerprints_of(ClientInfo(HOME), START) != before


def test_the_key_is_kept_for_its_time_and_nobody_can_make_it_again(alice: User) -> None:
    """Not from SECRET_KEY either: what was noted under it stays what it is, a riddle."""
    with time_machine.travel(START, tick=False) as clock:
        before = fingerprints_of(ClientInfo(HOME), START)
        clock.shift(timedelta(days=settings.FINGERPRINT_SALT_DAYS) - timedelta(seconds=1))
        expired_purge(now=timezone.now())
        assert fingerprints_of(ClientInfo(HOME), timezone.now()) == before
        clock.shift(1)
        expired_purge(now=timezone.now())
        assert not FingerprintSalt.objects.exists()
        assert fingerprints_of(ClientInfo(HOME), START) != before


def test_who_comes_later_finds_the_key_of_who_came_first(alice: User) -> None:
    first = fingerprints_of(ClientInfo(HOME), START)
    assert fingerprints_of(ClientInfo(HOME), START + timedelta(hours=1)) == first
    assert FingerprintSalt.objects.count() == 1
