"""Serializers of statistics."""

from __future__ import annotations

from rest_framework import serializers

from games.models.game import MAX_SEATS
from games.models.lobby import SLUG_LENGTH
from games.models.statistics import OFFER_LENGTH
from games.play.api.serializers import LanguageQuery, UserSummary
from games.statistics.intervals import LEAST

PEOPLE, BOTS = "people", "bots"


class StatisticsQuery(LanguageQuery):
    kind = serializers.ChoiceField(
        choices=[PEOPLE, BOTS],
        required=False,
        default=PEOPLE,
        help_text="`bots`: games with a bot from the start, which the others do not contain.",
    )
    players = serializers.IntegerField(
        required=False,
        allow_null=True,
        default=None,
        min_value=1,
        max_value=MAX_SEATS,
        help_text="Games with this number of players alone.",
    )


class UserStatisticsQuery(StatisticsQuery):
    ruleset = serializers.CharField(max_length=SLUG_LENGTH)


class OpponentsQuery(serializers.Serializer):
    ruleset = serializers.CharField(max_length=SLUG_LENGTH, required=False, default="")


class ExplorerQuery(StatisticsQuery):
    situation = serializers.CharField(
        max_length=OFFER_LENGTH,
        required=False,
        default="",
        help_text="Features of the position: `round=1-2,pick=1`. Default: all positions.",
    )
    offer = serializers.CharField(
        max_length=OFFER_LENGTH,
        required=False,
        default="",
        help_text="All options of the decision: `king,thief,warlord`. Default: all offers.",
    )


class Figure(serializers.Serializer):
    """A share with its 95 % interval (Wilson)."""

    count = serializers.IntegerField()
    of = serializers.IntegerField()
    share = serializers.FloatField(
        allow_null=True, help_text=f"From 0 to 1. Null if `of` is less than {LEAST}."
    )
    low = serializers.FloatField(allow_null=True)
    high = serializers.FloatField(allow_null=True)
    expected = serializers.FloatField(
        allow_null=True, help_text="The share by chance alone. Null: none is known."
    )


class StatisticsRow(serializers.Serializer):
    """The results of the seats with a value."""

    value = serializers.CharField()
    title = serializers.CharField()
    times = serializers.IntegerField(help_text="How often, also several times in a game.")
    won = Figure(
        help_text="A seat counts once for each game. A shared first place is a win for each."
    )


class StatisticsGroup(serializers.Serializer):
    """Something that is counted: `players`, `seat`, `pace`, `length`, and what the ruleset
    declares.
    """

    key = serializers.CharField()
    title = serializers.CharField()
    rows = StatisticsRow(many=True)


class RulesetStatistics(serializers.Serializer):
    """Results of finished public games."""

    ruleset = serializers.CharField()
    kind = serializers.CharField()
    players = serializers.IntegerField(allow_null=True)
    sizes = serializers.ListField(
        child=serializers.IntegerField(), help_text="The numbers of players that were counted."
    )
    won = Figure()
    groups = StatisticsGroup(many=True)


class UserStatistics(RulesetStatistics):
    """Results of a user in finished public games."""

    user = UserSummary()


class Opponent(serializers.Serializer):
    """Results of a user against another one, in all public games in which both played."""

    opponent = UserSummary()
    ruleset = serializers.CharField()
    won = Figure(help_text="Games in which the user was placed better.")
    lost = serializers.IntegerField()
    drawn = serializers.IntegerField()


class FeatureValue(serializers.Serializer):
    value = serializers.CharField()
    count = serializers.IntegerField(help_text="The number of decisions.")


class Feature(serializers.Serializer):
    """A feature of positions, by which they can be chosen."""

    feature = serializers.CharField()
    title = serializers.CharField()
    values = FeatureValue(many=True)


class Named(serializers.Serializer):
    value = serializers.CharField()
    title = serializers.CharField()


class ExplorerChoice(serializers.Serializer):
    """What became of an option that was on offer."""

    value = serializers.CharField()
    title = serializers.CharField()
    kept = Figure(help_text="How often it was chosen, of all times it was on offer.")
    kept_by_winners = Figure(help_text="The same, of the winners of a game.")
    won = Figure(help_text="How often the seats that chose it won.")


class Offer(serializers.Serializer):
    options = Named(many=True)
    count = serializers.IntegerField()


class Explorer(serializers.Serializer):
    """What was chosen in a situation, and what winners chose.

    Decisions of one game depend on each other, so the intervals are a little too narrow.
    """

    ruleset = serializers.CharField()
    kind = serializers.CharField()
    players = serializers.IntegerField(allow_null=True)
    sizes = serializers.ListField(child=serializers.IntegerField())
    features = Feature(many=True)
    situation = serializers.DictField(child=serializers.CharField())
    offer = Named(many=True)
    decisions = serializers.IntegerField()
    choices = ExplorerChoice(many=True)
    offers = Offer(many=True, help_text="The most frequent offers.")
