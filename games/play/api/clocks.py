"""What games take and give that has to do with time."""

from __future__ import annotations

from rest_framework import serializers

from games.models import PauseKind, Policy, WhenAbsent, WhenAlone


class TimeoutsInput(serializers.Serializer):
    """What happens when a seat's time is out."""

    policy = serializers.ChoiceField(
        Policy.choices,
        required=False,
        help_text=(
            "forfeit: the seat is lost, and a bot plays it on; default_move: the rules answer for "
            "the seat; bot: a bot stands in until the player returns."
        ),
    )
    excuses = serializers.IntegerField(
        min_value=0,
        max_value=20,
        required=False,
        help_text="Misses that are forgiven each seat before that; each buys it more time.",
    )
    when_alone = serializers.ChoiceField(
        WhenAlone.choices,
        required=False,
        help_text="When one person is left: the game ends, or he plays on against bots.",
    )
    when_absent = serializers.ChoiceField(
        WhenAbsent.choices,
        required=False,
        help_text="When a player never showed up: the game opens again, or is called off.",
    )


class PauseView(serializers.Serializer):
    """A reason for the clock to stand still."""

    reason = serializers.ChoiceField(PauseKind.choices)
    seat = serializers.IntegerField(allow_null=True, help_text="Whose reason it is.")
    since = serializers.DateTimeField()


class ClockView(serializers.Serializer):
    """How the clock stands. Lengths are in seconds."""

    deadline = serializers.DateTimeField(allow_null=True, help_text="Null while it stands still.")
    grace = serializers.IntegerField(help_text="A command may arrive so much later.")
    since = serializers.DateTimeField(allow_null=True, help_text="Null: it stands still.")
    left = serializers.IntegerField(allow_null=True, help_text="At `since`, or while it stands.")
    banks = serializers.ListField(child=serializers.IntegerField(allow_null=True))
    excuses_left = serializers.ListField(child=serializers.IntegerField())
    pauses = PauseView(many=True)
