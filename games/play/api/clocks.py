"""Serializers for clocks and timeouts."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.clocks.checks import whole
from games.clocks.paces import BOUNDS, KIND_NAMES
from games.models import PauseKind, Policy, WhenAbsent, WhenAlone


def length(name: str, help_text: str) -> serializers.IntegerField:
    """Return a field for a duration of a pace, in seconds."""
    least, most = map(whole, BOUNDS[name])
    return serializers.IntegerField(
        required=False, min_value=least, max_value=most, help_text=f"Seconds: {help_text}"
    )


class PaceWindow(serializers.Serializer):
    """The hours of a day that count, in local time. The end may be after midnight."""

    to = serializers.RegexField(r"^\d\d:\d\d$")

    def get_fields(self) -> dict[str, serializers.Field]:
        return {"from": serializers.RegexField(r"^\d\d:\d\d$"), **super().get_fields()}


class PaceInput(serializers.Serializer):
    """The clock of a game. Each kind requires durations of its own; see docs/clocks.md."""

    kind = serializers.ChoiceField(KIND_NAMES)
    allowance = length("allowance", "`per_decision` and `reserve`: the time for a turn.")
    bank = length("bank", "`reserve`: the time beyond the allowances.")
    initial = length("initial", "`fischer`: the time at the start.")
    increment = length("increment", "`fischer`: the time that each turn adds.")
    cap = length("cap", "`fischer`: the most that can be saved.")
    time_zone = serializers.CharField(
        required=False, help_text="The IANA time zone of `weekends_off` and `window`. Default: UTC."
    )
    weekends_off = serializers.BooleanField(
        required=False, help_text="Saturdays and Sundays do not count."
    )
    window = PaceWindow(required=False, allow_null=True)
    quiet_hours = serializers.BooleanField(
        required=False, help_text="The quiet hours of players do not count on their clocks."
    )


class PaceView(PaceInput):
    """The clock of a game. Each kind has durations of its own; see docs/clocks.md."""


@extend_schema_field(PaceInput)
class PaceInputField(serializers.DictField):
    """A pace that a client sends: ``parse_pace`` validates it."""


class Timeouts(serializers.Serializer):
    """What happens when a player runs out of time."""

    policy = serializers.ChoiceField(
        Policy.choices,
        required=False,
        help_text=(
            "forfeit: the player loses the seat, and a bot plays on; default_move: a default move "
            "is played; bot: a bot plays until the player returns."
        ),
    )
    excuses = serializers.IntegerField(
        min_value=0,
        max_value=20,
        required=False,
        help_text="Late turns of each seat that are excused first; each gives it more time.",
    )
    when_alone = serializers.ChoiceField(
        WhenAlone.choices,
        required=False,
        help_text="When one person is left: end the game, or let them play on against bots.",
    )
    when_absent = serializers.ChoiceField(
        WhenAbsent.choices,
        required=False,
        help_text="When a player never shows up: reopen the game with a free seat, or cancel it.",
    )


class PauseView(serializers.Serializer):
    """A reason why the clock is stopped."""

    reason = serializers.ChoiceField(PauseKind.choices)
    seat = serializers.IntegerField(allow_null=True, help_text="The seat that caused it, if any.")
    since = serializers.DateTimeField()


class ClockView(serializers.Serializer):
    """The clock of a running game. Durations are in seconds."""

    deadline = serializers.DateTimeField(
        allow_null=True, help_text="Null while the clock is stopped."
    )
    grace = serializers.IntegerField(help_text="How late after the deadline a command may arrive.")
    since = serializers.DateTimeField(
        allow_null=True, help_text="When it began to run; null while it is stopped."
    )
    left = serializers.IntegerField(
        allow_null=True, help_text="Time left at `since`, or while the clock is stopped."
    )
    banks = serializers.ListField(
        child=serializers.IntegerField(allow_null=True), help_text="Saved time of each seat."
    )
    excuses_left = serializers.ListField(
        child=serializers.IntegerField(), help_text="Late turns of each seat still to be excused."
    )
    pauses = PauseView(many=True)
