"""Serializers for the input of the lobby's endpoints."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework import serializers

from core.visible_text import validate_line
from games.clocks.paces import KIND_NAMES
from games.models import Visibility
from games.models.clock import MAX_BOT_DELAY
from games.models.game import MAX_SEATS
from games.models.lobby import SLUG_LENGTH, TITLE_LENGTH
from games.models.seat import LEVEL_LENGTH
from games.play.api.clocks import PaceInputField, Timeouts
from games.play.api.lists import MyGamesQuery
from games.play.api.serializers import MAX_INTEGER, AnyObject, optional_integer
from games.play.lists import SORTS

USERNAME_LENGTH = 150
RATING_MAX = 10_000
SECONDS_MAX = 10**9
MAX_IDS = 50
IDS_LENGTH = MAX_IDS * len("00000000-0000-0000-0000-000000000000,")


def rating(help_text: str) -> serializers.IntegerField:
    """Return a field for a limit on ratings."""
    return serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=-RATING_MAX,
        max_value=RATING_MAX,
        help_text=help_text,
    )


class GameChangeInput(serializers.Serializer):
    """The settings of a game. In a PATCH, members left out stay as they are."""

    title = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=TITLE_LENGTH,
        validators=[validate_line],
        help_text="Title of the game in lists.",
    )
    options = AnyObject(required=False, help_text="All options; see the ruleset's schema.")
    visibility = serializers.ChoiceField(
        Visibility.choices,
        required=False,
        help_text=(
            "public: listed; unlisted: open to users who know the id; private: open only to its "
            "host, its players and invited users."
        ),
    )
    pace = PaceInputField(
        required=False,
        allow_null=True,
        help_text=("The clock. Null: three days per turn, or no clock in a game against bots."),
    )
    timeouts = Timeouts(required=False)
    vacations = serializers.BooleanField(
        required=False, help_text="Players' vacations stop the clock."
    )
    bot_delay = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=MAX_BOT_DELAY,
        help_text="Seconds that bots wait before a move.",
    )
    start_when_full = serializers.BooleanField(
        required=False, help_text="The game starts automatically when the last seat is taken."
    )
    ready_check = serializers.BooleanField(
        required=False,
        help_text="The game starts only when all seats are taken and all players are ready.",
    )
    starts_at = serializers.DateTimeField(
        required=False,
        allow_null=True,
        help_text="The game starts automatically then; bots take the free seats.",
    )
    min_rating = rating("Players who join without an invitation need at least this rating.")
    max_rating = rating(
        "Players who join without an invitation need at most this rating, or none yet."
    )
    min_reliability = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=0,
        max_value=100,
        help_text="Minimum percentage of games played to the end, for users with enough games.",
    )
    rated = serializers.BooleanField(
        required=False,
        help_text=(
            "What the host asked for. The game counts for ratings unless a bot of the service has "
            "a seat from the start."
        ),
    )
    bot_accounts = serializers.BooleanField(
        required=False,
        help_text="Users who are bots may join without an invitation, even if the game is rated.",
    )


class BotInput(serializers.Serializer):
    level = serializers.CharField(max_length=LEVEL_LENGTH, help_text="Strength of the bot.")
    profile = serializers.CharField(
        max_length=LEVEL_LENGTH,
        required=False,
        default="",
        allow_blank=True,
        help_text="Playing style; by default the first one of the ruleset.",
    )


class GameCreateInput(GameChangeInput):
    ruleset = serializers.CharField(max_length=SLUG_LENGTH)
    seats = serializers.IntegerField(min_value=1, max_value=MAX_SEATS)
    options = AnyObject(required=False, default=dict, help_text="See the ruleset's schema.")
    bots = BotInput(
        many=True, required=False, default=list, help_text="Bots, which get the last seats."
    )
    join = serializers.BooleanField(
        required=False, default=True, help_text="Take a seat yourself; false: only host the game."
    )
    seat = optional_integer("Seat to take; null: the first free one.")
    test_clock = serializers.BooleanField(
        required=False,
        default=False,
        help_text=(
            "For developers, where the operator allows it: you may let time pass in the game, "
            "which is unrated and counts for no statistics."
        ),
    )
    anonymous = serializers.BooleanField(
        required=False,
        default=False,
        help_text=(
            "Show the names of the players only after the end, and have no chat before; not in a "
            "private game. It cannot be changed later."
        ),
    )


class GameJoinInput(serializers.Serializer):
    seat = optional_integer("Seat to take; null: the first free one.")


class SeatInput(serializers.Serializer):
    seat = serializers.IntegerField(min_value=0, max_value=MAX_INTEGER)


class ReadyInput(serializers.Serializer):
    ready = serializers.BooleanField()


class InvitationInput(serializers.Serializer):
    username = serializers.CharField(max_length=USERNAME_LENGTH)


# --- lists -------------------------------------------------------------------------------------


def true_or_false(help_text: str) -> serializers.BooleanField:
    """Return a field that filters by true or false; null does not filter."""
    return serializers.BooleanField(
        required=False, allow_null=True, default=None, help_text=help_text
    )


def seconds(help_text: str) -> Any:
    """Return a field for a duration; null does not filter."""
    return serializers.IntegerField(
        required=False, default=None, min_value=0, max_value=SECONDS_MAX, help_text=help_text
    )


class GameListQuery(MyGamesQuery):
    ids = serializers.CharField(
        required=False,
        default="",
        max_length=IDS_LENGTH,
        help_text=(
            f"Up to {MAX_IDS} ids, separated by commas: lists these games, public or not, without "
            "those that you may not see."
        ),
    )
    free_seats = serializers.IntegerField(
        required=False,
        default=0,
        min_value=0,
        max_value=MAX_SEATS,
        help_text="Minimum number of free seats.",
    )
    fits_me = serializers.BooleanField(
        required=False,
        default=False,
        help_text=(
            "Only lobbies that you may join by their filters, without those with a user that you "
            "block."
        ),
    )
    pace = serializers.ChoiceField(
        KIND_NAMES, required=False, default="", help_text="Kind of clock."
    )
    turn_min = seconds("Minimum seconds per turn.")
    turn_max = seconds("Maximum seconds per turn.")
    bots = true_or_false("Games with bots, or without.")
    rated = true_or_false("Games that count for ratings, or do not.")
    created_by = serializers.CharField(
        required=False, default="", max_length=USERNAME_LENGTH, help_text="Name of the host."
    )
    sort = serializers.ChoiceField(
        list(SORTS),
        required=False,
        default="newest",
        help_text="`soonest` lists only games with a set start.",
    )

    def validate_ids(self, text: str) -> list[UUID]:
        ids = text.split(",") if text else []
        if len(ids) > MAX_IDS:
            detail = _("At most %(most)s ids.") % {"most": MAX_IDS}
            raise serializers.ValidationError(detail, "max_length")
        return [serializers.UUIDField().run_validation(one) for one in ids]
