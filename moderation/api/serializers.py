"""Serializers of reports, sanctions and appeals."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from accounts.models import USERNAME_MAX_LENGTH
from core.errors import Invalid
from core.visible_text import validate_text
from games.models import Room
from games.models.game import MAX_SEATS
from games.play.api.serializers import UserSummary
from moderation.models import TEXT_LENGTH, About, Category, Question
from moderation.selectors import SANCTIONS

NEEDED = {
    About.USER: ("username",),
    About.GAME: ("game",),
    About.MESSAGE: ("game", "room", "number"),
}


class ReportInput(serializers.Serializer):
    """A new report. `about` determines which other members are required."""

    about = serializers.ChoiceField(choices=About.choices)
    username = serializers.CharField(
        required=False,
        max_length=USERNAME_MAX_LENGTH,
        help_text="The reported user. Required if `about` is `user`, unless `seat` is given.",
    )
    game = serializers.UUIDField(
        required=False,
        help_text="The game. Required with `seat`, and if `about` is `game` or `message`.",
    )
    seat = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=MAX_SEATS - 1,
        help_text=(
            "The number of the reported user's seat in `game`, if `about` is `user` and there is "
            "no `username`."
        ),
    )
    room = serializers.ChoiceField(
        required=False,
        choices=Room.choices,
        help_text="The room of the message. Required if `about` is `message`.",
    )
    number = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=2**31 - 1,
        help_text="The number of the message in its room. Required if `about` is `message`.",
    )
    category = serializers.ChoiceField(choices=Category.choices)
    text = serializers.CharField(
        required=False,
        default="",
        allow_blank=True,
        max_length=TEXT_LENGTH,
        validators=[validate_text],
        help_text="An explanation for the moderators. Nobody else can read it.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Return the arguments of the service: only the members that ``about`` requires."""
        needed = NEEDED[About(attrs["about"])]
        if attrs["about"] == About.USER and "seat" in attrs and "username" not in attrs:
            needed = ("game", "seat")
        if missing := [name for name in needed if name not in attrs]:
            raise Invalid(
                [
                    {
                        "pointer": f"/{name}",
                        "code": "required",
                        "detail": _("This field is required."),
                    }
                    for name in missing
                ]
            )
        subject = {name: attrs[name] for name in needed}
        if "game" in subject:
            subject["game_id"] = subject.pop("game")
        return {**subject, "category": attrs["category"], "text": attrs["text"]}


class ReportView(serializers.Serializer):
    """A report that you made."""

    id = serializers.UUIDField()
    about = serializers.ChoiceField(choices=About.choices)
    user = UserSummary(allow_null=True, help_text="Null if the report is about a game or a `seat`.")
    game = serializers.UUIDField(allow_null=True)
    seat = serializers.IntegerField(
        allow_null=True, help_text="The reported seat, if the report names it and not the user."
    )
    room = serializers.CharField(allow_null=True)
    number = serializers.IntegerField(allow_null=True)
    category = serializers.ChoiceField(choices=Category.choices)
    text = serializers.CharField(allow_blank=True)
    state = serializers.ChoiceField(
        choices=["open", "claimed", "resolved", "dismissed", "withdrawn"],
        help_text="`claimed`: a moderator is working on it.",
    )
    created_at = serializers.DateTimeField()
    closed_at = serializers.DateTimeField(allow_null=True)
    outcome = serializers.ChoiceField(
        choices=["acted", "nothing"],
        allow_null=True,
        help_text=(
            "`acted` if moderators took action, `nothing` if they did not; null until then. "
            "Details are shared only with the reported user."
        ),
    )
    answer = serializers.CharField(allow_blank=True, help_text="A message from the moderators.")
    question = serializers.ChoiceField(
        choices=Question.values,
        allow_null=True,
        help_text=(
            "`asked`: the moderators have asked you something, and you can answer while the report "
            "is open. `answered`: you have. Null: they have asked nothing."
        ),
    )


class ReportMessageInput(serializers.Serializer):
    text = serializers.CharField(max_length=TEXT_LENGTH, validators=[validate_text])


class ReportMessageView(serializers.Serializer):
    """A question of the moderators, or your answer."""

    author = serializers.ChoiceField(choices=["moderators", "you"])
    text = serializers.CharField()
    at = serializers.DateTimeField()


class AppealInput(serializers.Serializer):
    text = serializers.CharField(max_length=TEXT_LENGTH, validators=[validate_text])


class AppealView(serializers.Serializer):
    """Your appeal against a sanction, and the decision."""

    text = serializers.CharField(allow_blank=True)
    created_at = serializers.DateTimeField()
    ruling = serializers.ChoiceField(
        choices=["upheld", "lifted"], allow_null=True, help_text="Null until it is decided."
    )
    answer = serializers.CharField(allow_blank=True)
    decided_at = serializers.DateTimeField(allow_null=True)


class SanctionView(serializers.Serializer):
    """A warning, mute or ban that moderators imposed on you."""

    id = serializers.IntegerField()
    action = serializers.ChoiceField(choices=list(SANCTIONS.values()))
    at = serializers.DateTimeField()
    until = serializers.DateTimeField(
        allow_null=True,
        help_text=(
            "When it ends. Null for a permanent sanction and for a warning. `me/` shows what is "
            "in force."
        ),
    )
    reason = serializers.CharField(allow_blank=True)
    appeal = AppealView(allow_null=True)
