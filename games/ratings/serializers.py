"""What the endpoints of people take and give."""

from __future__ import annotations

from rest_framework import serializers

from accounts.models import USERNAME_MAX_LENGTH
from games.play.api.serializers import GameSummary, UserSummary


class UsersQuery(serializers.Serializer):
    search = serializers.CharField(
        required=False,
        default="",
        max_length=USERNAME_MAX_LENGTH,
        help_text="How the name begins, whatever the case.",
    )


class RatingView(serializers.Serializer):
    """A user's strength in one game."""

    ruleset = serializers.CharField()
    rating = serializers.IntegerField(help_text="1000 at first, about 1500 on average.")
    provisional = serializers.BooleanField(help_text="Too few games yet for leaderboards.")
    rated_games = serializers.IntegerField(help_text="Rated ones.")


class PlayerStatisticsView(serializers.Serializer):
    """How a user has kept his appointments, in games of all rulesets."""

    finished = serializers.IntegerField(help_text="Games played to their end.")
    resigned = serializers.IntegerField()
    timed_out = serializers.IntegerField()
    absent = serializers.IntegerField(help_text="Games in which he never showed up.")
    turns = serializers.IntegerField(help_text="Taken in games that have ended.")
    reliability = serializers.IntegerField(
        allow_null=True, help_text="Percent of his last games; null: too few to tell."
    )
    median_response = serializers.IntegerField(
        allow_null=True, help_text="Seconds in which half of his turns were answered."
    )


class ProfileView(UserSummary):
    """A user as all others see him."""

    since = serializers.DateField(help_text="When the account was opened.")
    ratings = RatingView(many=True)
    record = PlayerStatisticsView()
    recent_games = GameSummary(many=True, help_text="The newest that you may see.")


class LeaderView(serializers.Serializer):
    """A line of a leaderboard."""

    rank = serializers.IntegerField(help_text="Equal ratings share one.")
    user = UserSummary()
    rating = serializers.IntegerField()
    rated_games = serializers.IntegerField()
