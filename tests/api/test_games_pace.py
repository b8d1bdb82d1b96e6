"""POST /api/v1/games/ with a pace. Every refusal names the field and the reason."""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from games.models import Game
from tests.conftest import ClientOf

pytestmark = pytest.mark.usefixtures("toy")
PATH = "/api/v1/games/"
DAY = 24 * 3600
SIMPLE = {"kind": "per_decision", "allowance": DAY}
FISCHER = {"kind": "fischer", "initial": 2 * DAY, "increment": DAY, "cap": 3 * DAY}
SHORT_WINDOW = {"from": "18:00", "to": "22:00"}


def create(client: APIClient, **more: Any) -> Any:
    return client.post(PATH, {"ruleset": "toy", "seats": 2, **more})


@pytest.mark.parametrize(
    ("pace", "pointer", "code"),
    [
        ("quick", "", "not_a_dict"),
        ({}, "/kind", "required"),
        ({"kind": "blitz"}, "/kind", "invalid_choice"),
        ({"kind": 3}, "/kind", "invalid_choice"),
        ({"kind": "none", "allowance": DAY}, "/allowance", "member_not_used"),
        ({"kind": "none", "weekends_off": True}, "/weekends_off", "member_not_used"),
        ({"kind": "per_decision"}, "/allowance", "required"),
        ({**SIMPLE, "allowance": "1d"}, "/allowance", "invalid"),
        ({**SIMPLE, "allowance": True}, "/allowance", "invalid"),
        ({**SIMPLE, "allowance": 59}, "/allowance", "min_value"),
        ({**SIMPLE, "allowance": 31 * DAY}, "/allowance", "max_value"),
        ({**SIMPLE, "bank": DAY}, "/bank", "member_not_used"),
        ({**SIMPLE, "speed": 3}, "/speed", "unknown"),
        ({**SIMPLE, "a/b": 3}, "/a~1b", "unknown"),
        ({"kind": "reserve", "allowance": DAY}, "/bank", "required"),
        ({"kind": "reserve", "allowance": DAY, "bank": -1}, "/bank", "min_value"),
        ({"kind": "reserve", "allowance": DAY, "bank": 91 * DAY}, "/bank", "max_value"),
        ({**FISCHER, "initial": 0}, "/initial", "min_value"),
        ({**FISCHER, "increment": -1}, "/increment", "min_value"),
        ({**FISCHER, "cap": DAY}, "/cap", "min_value"),
        ({**FISCHER, "cap": 91 * DAY}, "/cap", "max_value"),
        ({**SIMPLE, "time_zone": "Mars/Base"}, "/time_zone", "unknown_time_zone"),
        ({**SIMPLE, "time_zone": "../etc/passwd"}, "/time_zone", "unknown_time_zone"),
        ({**SIMPLE, "weekends_off": "yes"}, "/weekends_off", "invalid"),
        ({**SIMPLE, "window": "evenings"}, "/window", "invalid"),
        ({**SIMPLE, "window": {"from": "18:00"}}, "/window/to", "required"),
        ({**SIMPLE, "window": {"from": "6pm", "to": "22:00"}}, "/window/from", "invalid"),
        ({**SIMPLE, "window": {"from": "18:00", "to": "24:00"}}, "/window/to", "invalid"),
        ({**SIMPLE, "window": {**SHORT_WINDOW, "on": 1}}, "/window/on", "unknown"),
        ({**SIMPLE, "window": {"from": "18:00", "to": "18:00"}}, "/window", "empty_span"),
        ({**SIMPLE, "window": {"from": "18:00", "to": "20:59"}}, "/window", "window_too_short"),
        (
            {**SIMPLE, "window": SHORT_WINDOW, "quiet_hours": True},
            "/quiet_hours",
            "window_too_short_for_quiet_hours",
        ),
        ({**SIMPLE, "quiet_hours": 1}, "/quiet_hours", "invalid"),
    ],
)
def test_a_pace_is_refused_where_it_is_wrong(
    pace: Any, pointer: str, code: str, alice: User, client_of: ClientOf
) -> None:
    response = create(client_of(alice), pace=pace)
    assert (response.status_code, response.json()["code"]) == (422, "invalid")
    (error,) = response.json()["errors"]
    assert (error["pointer"], error["code"]) == (f"/pace{pointer}", code)
    assert error["detail"]
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    ("more", "pointer", "code"),
    [
        ({"timeouts": {"policy": "shame"}}, "/timeouts/policy", "invalid_choice"),
        ({"timeouts": {"excuses": -1}}, "/timeouts/excuses", "min_value"),
        ({"timeouts": {"excuses": 21}}, "/timeouts/excuses", "max_value"),
        ({"timeouts": {"when_alone": "cry"}}, "/timeouts/when_alone", "invalid_choice"),
        ({"timeouts": {"when_absent": "wait"}}, "/timeouts/when_absent", "invalid_choice"),
        ({"vacations": "never"}, "/vacations", "invalid"),
        ({"bot_delay": -1}, "/bot_delay", "min_value"),
        ({"bot_delay": 3601}, "/bot_delay", "max_value"),
    ],
)
def test_other_wrong_members_are_refused(
    more: Any, pointer: str, code: str, alice: User, client_of: ClientOf
) -> None:
    response = create(client_of(alice), **more)
    assert response.status_code == 422
    (error,) = response.json()["errors"]
    assert (error["pointer"], error["code"]) == (pointer, code)
    assert not Game.objects.exists()


def test_defaults_are_filled_in_and_shown(alice: User, client_of: ClientOf) -> None:
    window = {"from": "08:00", "to": "22:30"}
    game = create(
        client_of(alice), pace={**FISCHER, "window": window}, timeouts={"excuses": 2}
    ).json()
    assert game["pace"] == {
        **FISCHER,
        "time_zone": "UTC",
        "weekends_off": False,
        "window": window,
        "quiet_hours": True,
    }
    assert game["timeouts"] == {
        "policy": "forfeit",
        "excuses": 2,
        "when_alone": "end",
        "when_absent": "reopen",
    }
    assert (game["vacations"], game["bot_delay"]) == (True, 0)
    assert (game["clock"], game["deadline"], game["paused"]) == (None, None, False)


def test_a_short_window_leaves_nights_out(alice: User, client_of: ClientOf) -> None:
    game = create(client_of(alice), pace={**SIMPLE, "window": SHORT_WINDOW}).json()
    assert game["pace"]["quiet_hours"] is False


def test_a_pace_that_was_shown_may_be_sent(alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    first = create(client, pace={"kind": "reserve", "allowance": DAY, "bank": 0}).json()
    again = create(client, pace=first["pace"], timeouts=first["timeouts"]).json()
    assert (again["pace"], again["timeouts"]) == (first["pace"], first["timeouts"])
