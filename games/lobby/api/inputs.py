"""What the endpoints of the lobby take."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from core.visible_text import validate_line
from games.models import Visibility
from games.models.clock import MAX_BOT_DELAY
from games.models.game import MAX_SEATS, SLUG_LENGTH
from games.models.lobby import TITLE_LENGTH
from games.models.seat import LEVEL_LENGTH
from games.play.api.clocks import TimeoutsInput
from games.play.api.lists import MyGamesQuery
from games.play.api.serializers import MAX_INTEGER, AnyObject
from games.play.lists import SORTS

USERNAME_LENGTH = 150
RATING_MAX = 10_000
SECONDS_MAX = 10**9
PACES = ("none", "per_decision", "reserve", "fischer")


def rating(help_text: str) -> serializers.IntegerField:
    return serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=-RATING_MAX,
        max_value=RATING_MAX,
        help_text=help_text,
    )


class GameChangeInput(serializers.Serializer):
    """What the host settles. In a PATCH, what is left out stays as it is."""

    title = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=TITLE_LENGTH,
        validators=[validate_line],
        help_text="For the list.",
    )
    options = AnyObject(required=False, help_text="All of them: see the ruleset's schema.")
    visibility = serializers.ChoiceField(
        Visibility.choices,
        required=False,
        help_text=(
            "public: listed; unlisted: seen and joined by who knows the id; private: seen and "
            "joined by its host, its players and who is invited."
        ),
    )
    pace = AnyObject(
        required=False,
        allow_null=True,
        help_text=(
            "The clock; see docs/clocks.md. Null: three days a turn where people wait for each "
            "other, none where you play against bots."
        ),
    )
    timeouts = TimeoutsInput(required=False)
    vacations = serializers.BooleanField(
        required=False, help_text="Whether players' vacations stop the clock."
    )
    bot_delay = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=MAX_BOT_DELAY,
        help_text="Seconds that bots wait before they think about a move.",
    )
    start_when_full = serializers.BooleanField(
        required=False, help_text="It starts by itself when the last seat is taken."
    )
    ready_check = serializers.BooleanField(
        required=False,
        help_text="It starts when all seats are taken and all players ready, and not before.",
    )
    starts_at = serializers.DateTimeField(
        required=False,
        allow_null=True,
        help_text="It starts by itself then; bots of the strongest level take free seats.",
    )
    min_rating = rating("Who joins uninvited has at least this rating.")
    max_rating = rating("Who joins uninvited has at most this rating, or none yet.")
    min_reliability = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=0,
        max_value=100,
        help_text="Percent of games played to their end, of whom enough is known.",
    )
    rated = serializers.BooleanField(
        required=False, help_text="Counts for ratings, if no bot sits in it from the start."
    )


class BotInput(serializers.Serializer):
    level = serializers.CharField(max_length=LEVEL_LENGTH, help_text="How strong it is.")
    profile = serializers.CharField(
        max_length=LEVEL_LENGTH,
        required=False,
        default="",
        allow_blank=True,
        help_text="Its temperament; by default the first of the ruleset's.",
    )


class GameCreateInput(GameChangeInput):
    ruleset = serializers.CharField(max_length=SLUG_LENGTH)
    seats = serializers.IntegerField(min_value=1, max_value=MAX_SEATS)
    options = AnyObject(required=False, default=dict, help_text="See the ruleset's schema.")
    bots = BotInput(
        many=True, required=False, default=list, help_text="They sit on the last seats."
    )
    join = serializers.BooleanField(
        required=False, default=True, help_text="Take a seat yourself; false: only watch."
    )
    seat = serializers.IntegerField(
        required=False,
        allow_null=True,
        default=None,
        min_value=0,
        max_value=MAX_INTEGER,
        help_text="Which seat to take; null: the first free one.",
    )


class GameJoinInput(serializers.Serializer):
    seat = serializers.IntegerField(
        required=False,
        allow_null=True,
        default=None,
        min_value=0,
        max_value=MAX_INTEGER,
        help_text="null: the first.",
    )


class SeatInput(serializers.Serializer):
    seat = serializers.IntegerField(min_value=0, max_value=MAX_INTEGER)


class ReadyInput(serializers.Serializer):
    ready = serializers.BooleanField()


class InvitationInput(serializers.Serializer):
    username = serializers.CharField(max_length=USERNAME_LENGTH)


# --- lists -------------------------------------------------------------------------------------


def either(help_text: str) -> serializers.BooleanField:
    """Yes, no, or not asked for."""
    return serializers.BooleanField(
        required=False, allow_null=True, default=None, help_text=help_text
    )


def seconds(help_text: str) -> Any:
    return serializers.IntegerField(
        required=False, default=None, min_value=0, max_value=SECONDS_MAX, help_text=help_text
    )


class GameListQuery(MyGamesQuery):
    free_seats = serializers.IntegerField(
        required=False, default=0, min_value=0, max_value=MAX_SEATS, help_text="At least so many."
    )
    fits_me = serializers.BooleanField(
        required=False, default=False, help_text="Only lobbies whose filters let you in."
    )
    pace = serializers.ChoiceField(PACES, required=False, default="", help_text="Its kind.")
    turn_min = seconds("At least so many seconds are given for a turn.")
    turn_max = seconds("At most so many seconds are given for a turn.")
    bots = either("Whether bots have seats.")
    rated = either("Whether it counts for ratings.")
    created_by = serializers.CharField(
        required=False, default="", max_length=USERNAME_LENGTH, help_text="The host's name."
    )
    sort = serializers.ChoiceField(
        list(SORTS),
        required=False,
        default="newest",
        help_text="`soonest` lists only games that have an hour to start at.",
    )
