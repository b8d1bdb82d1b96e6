"""Reports and sanctions as JSON."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from accounts.models import USERNAME_MAX_LENGTH
from core.errors import Invalid
from core.visible_text import validate_text
from games.models import Room
from moderation.models import TEXT_LENGTH, About, Category
from moderation.selectors import SANCTIONS

NEEDED = {
    About.USER: ("username",),
    About.GAME: ("game",),
    About.MESSAGE: ("game", "room", "number"),
}


class ReportInput(serializers.Serializer):
    """`about` says which of the others are needed."""

    about = serializers.ChoiceField(choices=About.values)
    username = serializers.CharField(
        required=False, max_length=USERNAME_MAX_LENGTH, help_text="About a `user`: who."
    )
    game = serializers.UUIDField(required=False, help_text="About a `game` or a `message`.")
    room = serializers.ChoiceField(
        required=False, choices=Room.choices, help_text="About a `message`: where it stands."
    )
    number = serializers.IntegerField(
        required=False, min_value=1, max_value=2**31 - 1, help_text="And its number there."
    )
    category = serializers.ChoiceField(choices=Category.values)
    text = serializers.CharField(
        required=False,
        default="",
        allow_blank=True,
        max_length=TEXT_LENGTH,
        validators=[validate_text],
        help_text="What moderators should know. Nobody else reads it.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """What the service asks for: the names that belong to ``about``, and no others."""
        needed = NEEDED[About(attrs["about"])]
        if missing := [name for name in needed if name not in attrs]:
            raise Invalid(
                [
                    {"pointer": f"/{name}", "code": "required", "detail": _("This is required.")}
                    for name in missing
                ]
            )
        subject = {name: attrs[name] for name in needed}
        if "game" in subject:
            subject["game_id"] = subject.pop("game")
        return {**subject, "category": attrs["category"], "text": attrs["text"]}


class ReportedUser(serializers.Serializer):
    id = serializers.UUIDField()
    username = serializers.CharField()


class ReportView(serializers.Serializer):
    """A report of yours."""

    id = serializers.UUIDField()
    about = serializers.ChoiceField(choices=About.values)
    user = ReportedUser(allow_null=True)
    game = serializers.UUIDField(allow_null=True)
    room = serializers.CharField(allow_null=True)
    number = serializers.IntegerField(allow_null=True)
    category = serializers.ChoiceField(choices=Category.values)
    text = serializers.CharField(allow_blank=True)
    state = serializers.ChoiceField(
        choices=["open", "claimed", "resolved", "dismissed", "withdrawn"],
        help_text="`claimed`: a moderator is at it.",
    )
    created_at = serializers.DateTimeField()
    closed_at = serializers.DateTimeField(allow_null=True)
    outcome = serializers.ChoiceField(
        choices=["acted", "nothing"],
        allow_null=True,
        help_text="Whether something was done. What, is between the service and the other user.",
    )
    answer = serializers.CharField(allow_blank=True, help_text="What the moderators say to you.")


class AppealInput(serializers.Serializer):
    text = serializers.CharField(max_length=TEXT_LENGTH, validators=[validate_text])


class AppealView(serializers.Serializer):
    """That you have asked for another look, and what came of it."""

    text = serializers.CharField(allow_blank=True)
    created_at = serializers.DateTimeField()
    ruling = serializers.ChoiceField(
        choices=["upheld", "lifted"], allow_null=True, help_text="Null: not yet."
    )
    answer = serializers.CharField(allow_blank=True)
    decided_at = serializers.DateTimeField(allow_null=True)


class SanctionView(serializers.Serializer):
    """What moderators have done to you."""

    id = serializers.IntegerField()
    action = serializers.ChoiceField(choices=list(SANCTIONS.values()))
    at = serializers.DateTimeField()
    until = serializers.DateTimeField(
        allow_null=True, help_text="Null: for good; of a warning: nothing. `me/` says what holds."
    )
    reason = serializers.CharField(allow_blank=True)
    appeal = AppealView(allow_null=True)
