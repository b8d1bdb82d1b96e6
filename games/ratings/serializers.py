"""Serializers of profiles and leaderboards."""

from __future__ import annotations

from rest_framework import serializers

from accounts.models import USERNAME_MAX_LENGTH
from games.models.lobby import SLUG_LENGTH
from games.play.api.serializers import GameSummary, LayoutQuery, UserSummary


class UsersQuery(serializers.Serializer):
    search = serializers.CharField(
        required=False,
        default="",
        max_length=USERNAME_MAX_LENGTH,
        help_text="The beginning of the name, regardless of case.",
    )


class RatingView(serializers.Serializer):
    """A user's skill in one ruleset."""

    ruleset = serializers.CharField()
    rating = serializers.IntegerField(help_text="1500 at first and on average.")
    provisional = serializers.BooleanField(
        help_text="True if it is too uncertain to be compared: after few games, or a long absence."
    )
    rated_games = serializers.IntegerField(help_text="The number of rated games.")


class PlayerStatisticsView(serializers.Serializer):
    """A user's statistics, over all rulesets."""

    finished = serializers.IntegerField(help_text="Games played to their end.")
    resigned = serializers.IntegerField()
    timed_out = serializers.IntegerField()
    absent = serializers.IntegerField(help_text="Games in which the user never showed up.")
    turns = serializers.IntegerField(help_text="Turns in games that have ended.")
    reliability = serializers.IntegerField(
        allow_null=True,
        help_text=("The percentage of the last games that the user finished. Null: too few games."),
    )
    median_response = serializers.IntegerField(
        allow_null=True, help_text="The median response time in seconds."
    )


class ProfileView(UserSummary):
    """A user's public profile."""

    since = serializers.DateField(help_text="When the user registered.")
    ratings = RatingView(many=True)
    record = PlayerStatisticsView()
    recent_games = GameSummary(many=True, help_text="The newest games that you may see.")


class RatingHistoryQuery(serializers.Serializer):
    ruleset = serializers.CharField(max_length=SLUG_LENGTH)


class RatingCurveQuery(LayoutQuery, RatingHistoryQuery):
    pass


class PlacedOpponent(serializers.Serializer):
    """Another player of a rated game."""

    user = UserSummary()
    place = serializers.IntegerField()


class RatingChangeView(serializers.Serializer):
    """What a game did to a rating."""

    at = serializers.DateTimeField(help_text="When the game was counted, soon after its end.")
    rating = serializers.IntegerField(help_text="After the game.")
    change = serializers.IntegerField(help_text="Rating points won, or lost if negative.")
    place = serializers.IntegerField()
    game = serializers.UUIDField(allow_null=True, help_text="Null if you may not see the game.")
    opponents = PlacedOpponent(
        many=True, allow_null=True, help_text="By place. Null if you may not see the game."
    )


class PlayerChance(serializers.Serializer):
    """What ratings tell about a player before a game."""

    seat = serializers.IntegerField()
    rating = serializers.IntegerField()
    provisional = serializers.BooleanField(help_text="True if the rating is uncertain.")
    chance = serializers.FloatField(help_text="Of being first, from 0 to 1. All add up to 1.")
    change_if_first = serializers.IntegerField(
        allow_null=True,
        help_text="Rating points won as the only first. Null: the game is not rated.",
    )
    change_if_last = serializers.IntegerField(
        allow_null=True, help_text="The same as the only last: a negative number, or 0."
    )


class ChancesView(serializers.Serializer):
    """The chances of the players of a game, by their ratings alone."""

    rated = serializers.BooleanField(
        help_text="False if the game changes no ratings. Neither does one that starts with bots."
    )
    players = PlayerChance(many=True, help_text="The players who have taken seats, by seat.")


class LeaderView(serializers.Serializer):
    """A line of a leaderboard."""

    rank = serializers.IntegerField(help_text="Equal ratings share a rank.")
    user = UserSummary()
    rating = serializers.IntegerField()
    rated_games = serializers.IntegerField()
