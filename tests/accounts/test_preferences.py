"""How users wish to be treated: language, time zone, night, hour of the digest."""

from __future__ import annotations

from datetime import UTC, datetime, time
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from accounts.models import Preferences, User
from accounts.quiet_hours import quiet_hours_end
from accounts.selectors import preferences_of
from accounts.services.export_content import preferences as exported_preferences
from tests.conftest import ClientOf

PATH = "/api/v1/me/preferences/"
DEFAULTS = {
    "language": "en",
    "time_zone": "UTC",
    "quiet_from": None,
    "quiet_to": None,
    "digest_hour": 8,
    "play_by_mail": True,
    "hide_ratings": False,
    "hide_statistics": False,
}


# --- over HTTP -----------------------------------------------------------------------------------


def test_who_has_said_nothing_has_the_defaults_and_no_row(alice: User, client_of: ClientOf) -> None:
    assert client_of(alice).get(PATH).json() == DEFAULTS
    assert not Preferences.objects.exists()


def test_what_is_not_named_stays(alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    client.patch(PATH, {"language": "fr", "time_zone": "Europe/Paris"})
    response = client.patch(PATH, {"quiet_from": "22:30", "quiet_to": "07:00"})
    assert response.status_code == 200
    expected = DEFAULTS | {
        "language": "fr",
        "time_zone": "Europe/Paris",
        "quiet_from": "22:30",
        "quiet_to": "07:00",
    }
    assert response.json() == client.get(PATH).json() == expected


def test_a_night_can_be_given_up(alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    client.patch(PATH, {"quiet_from": "22:30", "quiet_to": "07:00"})
    response = client.patch(PATH, {"quiet_from": None, "quiet_to": None})
    assert response.json() == DEFAULTS


@pytest.mark.parametrize(
    ("body", "pointer", "code"),
    [
        ({"time_zone": "Europe/Nowhere"}, "/time_zone", "unknown_time_zone"),
        ({"time_zone": "../../etc/passwd"}, "/time_zone", "unknown_time_zone"),
        ({"time_zone": "localtime"}, "/time_zone", "unknown_time_zone"),
        ({"quiet_from": "22:00"}, "/quiet_to", "half_a_night"),
        ({"quiet_to": "06:00"}, "/quiet_from", "half_a_night"),
        ({"quiet_from": "22:00", "quiet_to": "22:00"}, "/quiet_to", "night_length"),
        ({"quiet_from": "21:00", "quiet_to": "07:01"}, "/quiet_to", "night_length"),
        ({"quiet_from": "late", "quiet_to": "07:00"}, "/quiet_from", "invalid"),
        ({"digest_hour": 24}, "/digest_hour", "max_value"),
        ({"language": "French"}, "/language", "invalid"),
    ],
)
def test_what_cannot_be_is_refused(
    alice: User, client_of: ClientOf, body: dict[str, Any], pointer: str, code: str
) -> None:
    response = client_of(alice).patch(PATH, body)
    assert response.status_code == 422
    assert [(e["pointer"], e["code"]) for e in response.json()["errors"]] == [(pointer, code)]
    assert not Preferences.objects.exists()


def test_it_needs_a_token(anyone: Any, db: None) -> None:
    assert anyone.get(PATH).status_code == 401


# --- in the database -----------------------------------------------------------------------------


def test_many_are_read_at_once(alice: User, bob: User, django_assert_num_queries: Any) -> None:
    Preferences.objects.create(user=alice, language="fr")
    with django_assert_num_queries(1):
        found = preferences_of([alice.id, bob.id, alice.id])
    assert {user_id: p.language for user_id, p in found.items()} == {
        alice.id: "fr",
        bob.id: "en",
    }


@pytest.mark.parametrize(
    "wrong",
    [
        {"quiet_from": time(22)},
        {"quiet_from": time(22), "quiet_to": time(22)},
        {"digest_hour": 24},
    ],
)
def test_the_database_refuses_it_too(alice: User, wrong: dict[str, Any]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Preferences.objects.create(user=alice, **wrong)


# --- nights --------------------------------------------------------------------------------------


def night(start: str, end: str, zone: str = "Europe/Paris") -> Preferences:
    return Preferences(
        quiet_from=time.fromisoformat(start), quiet_to=time.fromisoformat(end), time_zone=zone
    )


@pytest.mark.parametrize(
    ("at", "end"),
    [
        ("2026-11-21T20:59:59", None),  # in Paris 21:59:59
        ("2026-11-21T21:00:00", "2026-11-22T06:00:00"),
        ("2026-11-21T23:30:00", "2026-11-22T06:00:00"),
        ("2026-11-22T05:59:59", "2026-11-22T06:00:00"),
        ("2026-11-22T06:00:00", None),
    ],
)
def test_a_night_may_cross_midnight(at: str, end: str | None) -> None:
    found = quiet_hours_end(preferences=night("22:00", "07:00"), at=at_utc(at))
    assert found == (end and at_utc(end))


def test_a_night_may_lie_within_a_day() -> None:
    siesta = night("13:00", "15:00", "UTC")
    assert quiet_hours_end(preferences=siesta, at=at_utc("2026-11-21T14:00:00")) == at_utc(
        "2026-11-21T15:00:00"
    )
    assert quiet_hours_end(preferences=siesta, at=at_utc("2026-11-21T16:00:00")) is None


def test_the_night_of_the_change_to_summer_time_ends_by_the_clock_on_the_wall() -> None:
    end = quiet_hours_end(preferences=night("22:00", "07:00"), at=at_utc("2026-03-28T23:00:00"))
    assert end == at_utc("2026-03-29T05:00:00")


def test_who_has_no_night_is_never_asleep() -> None:
    assert quiet_hours_end(preferences=Preferences(), at=at_utc("2026-11-21T03:00:00")) is None


def at_utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def test_where_the_end_comes_twice_the_night_lasts_until_the_second_time() -> None:
    late = night("22:00", "02:30")
    first, second = at_utc("2026-10-25T00:10:00"), at_utc("2026-10-25T01:10:00")
    assert quiet_hours_end(preferences=late, at=first) == at_utc("2026-10-25T00:30:00")
    assert quiet_hours_end(preferences=late, at=second) == at_utc("2026-10-25T01:30:00")


def test_ratings_can_be_hidden_and_the_export_says_so(alice: User, client_of: ClientOf) -> None:
    client_of(alice).patch(PATH, {"hide_ratings": True})
    assert client_of(alice).get("/api/v1/me/").json()["hide_ratings"] is True
    assert client_of(alice).get(PATH).json() == DEFAULTS | {"hide_ratings": True}
    assert [row["hide_ratings"] for row in exported_preferences(alice)] == [True]
