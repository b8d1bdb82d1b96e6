"""Each setting of a game is stored, shown and passed on, also one that is added tomorrow."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, get_type_hints

import pytest
from django.utils import timezone
from rest_framework import serializers

from accounts.models import User
from games.lobby.api.inputs import GameChangeInput
from games.lobby.clone import game_clone
from games.lobby.settings import Settings
from games.models import Game
from games.models.game import columns_of
from tests.conftest import ClientOf
from tests.toy_games import Player, lobby

pytestmark = pytest.mark.usefixtures("toy")
FIELDS = GameChangeInput().fields
OBJECTS: dict[str, Any] = {
    "options": {"rounds": 3},
    "pace": {"kind": "per_decision", "allowance": 7200},
    "timeouts": {"excuses": 2},
}
NOT_PASSED_ON = {"starts_at"}
"""The time of a start has passed when there is a rematch."""


def another_value(name: str, present: Any) -> Any:
    """Return a valid value that the setting does not have yet."""
    match FIELDS[name]:
        case serializers.ChoiceField(choices=choices):
            return next(value for value in choices if value != present)
        case serializers.BooleanField():
            return not present
        case serializers.IntegerField():
            return (present or 0) + 1
        case serializers.DateTimeField():
            return timezone.now() + timedelta(days=1)
        case serializers.CharField():
            return "Other words"
    return OBJECTS[name]


@pytest.mark.parametrize("name", FIELDS)
def test_a_setting_that_is_changed_is_stored_shown_and_passed_on(
    name: str, alice: User, client_of: ClientOf
) -> None:
    game = lobby(alice, seats=3)
    before = getattr(game, name)
    host = Player(client_of(alice), game.id)
    shown = host.view()[name]
    reply = host.change(**{name: another_value(name, before)})
    assert reply.status_code == 200, reply.content
    assert reply.json()[name] == host.view()[name] != shown
    stored = Game.objects.get(id=game.id)
    assert getattr(stored, name) != before
    passed_on = getattr(game_clone(stored, host=alice), name) == getattr(stored, name)
    assert passed_on is (name not in NOT_PASSED_ON)


def test_the_request_has_all_settings_but_those_that_are_fixed_at_birth() -> None:
    assert set(FIELDS) - {"options"} == set(get_type_hints(Settings)) - {"test_clock", "anonymous"}


def test_a_column_outside_the_parts_of_a_game_is_fixed_at_birth_or_has_its_own_statement() -> None:
    parts = columns_of(*Game.__bases__)
    own = {field.name for field in Game._meta.local_fields} - set(parts)
    assert len(parts) == len(set(parts))
    assert own - {"rematch", "player_message_count", "spectator_message_count"} == {
        *("id", "created_at", "ruleset", "table_size", "test_clock"),
        *("tried_from", "tried_from_move"),
    }
