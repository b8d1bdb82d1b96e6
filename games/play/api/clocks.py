"""Serializers for clocks and timeouts."""

from __future__ import annotations

from rest_framework import serializers

from games.models import PauseKind, Policy, WhenAbsent, WhenAlone


class TimeoutsInput(serializers.Serializer):
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
