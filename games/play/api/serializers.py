"""Serializers of games: they validate inputs, and describe outputs in the schema.

Outputs are built by ``games.play.documents``: serializing them here would double the time of a
view.
"""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field, extend_schema_serializer
from rest_framework import serializers

from core.api.schema import Problem
from games.models import Loss, Status, Visibility
from games.models.game import CHOICE_LENGTH
from games.play.api.clocks import ClockView, PaceView, Timeouts
from games.play.results import EndedBy
from games.rules.live_game import LAYOUTS, PORTRAIT

MAX_CHOICES = 20
MAX_EVENTS = 500
MAX_INTEGER = 2**31 - 1
"""The largest value of an integer column. Without a limit, JSON could not represent some input."""


@extend_schema_field({"type": "object", "additionalProperties": True})
class AnyObject(serializers.DictField):
    """A JSON object whose members depend on the ruleset."""


def optional_integer(
    help_text: str, *, min_value: int = 0, max_value: int = MAX_INTEGER
) -> serializers.IntegerField:
    """Return an input field that may be null; leaving it out means null."""
    return serializers.IntegerField(
        required=False,
        allow_null=True,
        default=None,
        min_value=min_value,
        max_value=max_value,
        help_text=help_text,
    )


# --- parts of a game ------------------------------------------------------------------------


class UserSummary(serializers.Serializer):
    """A user as all others see them."""

    id = serializers.UUIDField()
    username = serializers.CharField()
    is_bot = serializers.BooleanField(help_text="A program plays for this user.")
    avatar = serializers.URLField(help_text="Their picture, an SVG.")


@extend_schema_serializer(deprecate_fields=["number"])
class SeatView(serializers.Serializer):
    """A seat: free, held by a user, played by a bot, or lost by a user and played by a bot."""

    seat = serializers.IntegerField(help_text="The number of the seat, as everywhere else.")
    number = serializers.IntegerField(help_text="The same as `seat`, which replaces it.")
    name = serializers.CharField(
        allow_null=True,
        help_text=(
            "The name in texts and pictures: the username, also while a bot stands in; the given "
            "name of a bot, which nobody else in the game has; that of the seat, such as "
            "`Player 2`, while an anonymous game hides them; null: the seat is free."
        ),
    )
    avatar = serializers.URLField(
        allow_null=True, help_text="The avatar of that user or bot, an SVG; null: the seat is free."
    )
    user = UserSummary(allow_null=True)
    bot = serializers.CharField(allow_null=True, help_text="Level of the bot that plays the seat.")
    bot_profile = serializers.CharField(allow_null=True, help_text="Profile of that bot.")
    lost = serializers.ChoiceField(
        Loss.choices,
        allow_null=True,
        help_text="Why its user lost the seat, which a bot plays now.",
    )
    away = serializers.BooleanField(help_text="A bot plays until the user returns.")
    ready = serializers.BooleanField(help_text="The user has said so in the lobby.")


class OptionView(serializers.Serializer):
    """A legal choice. Rulesets add members that a client needs to draw it."""

    choice = serializers.CharField(help_text="Send this to make this choice.")
    verb = serializers.CharField()
    label = serializers.CharField(help_text="The choice in a few words.")  # type: ignore[assignment]
    marks = serializers.ListField(
        child=serializers.CharField(),
        help_text=(
            "Ids of the elements of `board.svg` that the option concerns. Empty if the ruleset has "
            "no elements to choose."
        ),
    )


class DecisionView(serializers.Serializer):
    """The open decision. Only the player to act gets `question`, `about` and all `options`."""

    id = serializers.IntegerField(
        help_text="Send it with a command. A later decision of the game has a higher one."
    )
    seat = serializers.IntegerField()
    topic = serializers.CharField()
    since = serializers.DateTimeField()
    deadline = serializers.DateTimeField(allow_null=True, help_text="Null if no clock is running.")
    question = serializers.CharField(required=False, help_text="What has to be decided.")
    about = AnyObject(
        required=False, help_text="Details of the question, such as the card it is about."
    )
    options = OptionView(many=True, required=False)


class ResultView(serializers.Serializer):
    """The result of a game. Lists have one entry per seat."""

    placements = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="1 is best; players who lost their seats come last.",
    )
    scores = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="Empty, like `breakdown`, if the game ended early.",
    )
    breakdown = serializers.ListField(child=AnyObject(), help_text="Where the points come from.")
    lost = serializers.ListField(
        child=serializers.IntegerField(), help_text="Seats that were resigned or timed out."
    )
    ended_by = serializers.ChoiceField([(how.value, how.value) for how in EndedBy])


class EventView(serializers.Serializer):
    """An event as the viewer may see it. Each kind has further members of its own."""

    seq = serializers.IntegerField(
        help_text="Number of the event in the game, the same for all viewers."
    )
    move = serializers.IntegerField(help_text="The move that caused it; 0 is the setup.")
    at = serializers.DateTimeField()
    kind = serializers.CharField(
        help_text=(
            "What happened: a kind of the rules, or of the service. `docs/clocks.md` lists those "
            "about the clock, such as `outage_skipped`: an outage has moved the deadline."
        )
    )
    text = serializers.CharField(help_text="The event in a sentence.")


# --- games -----------------------------------------------------------------------------------


class GameSummary(serializers.Serializer):
    """A game as lists show it."""

    id = serializers.UUIDField()
    ruleset = serializers.CharField()
    rules_version = serializers.CharField()
    title = serializers.CharField(help_text="Given by the host; may be empty.")
    status = serializers.ChoiceField(Status.choices)
    visibility = serializers.ChoiceField(Visibility.choices)
    options = AnyObject()
    created_by = UserSummary(
        help_text="The host. If they leave the lobby, another player becomes the host."
    )
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(
        allow_null=True, help_text="When the game ended or was cancelled."
    )
    seats = SeatView(many=True)
    your_seat = serializers.IntegerField(allow_null=True)
    move_count = serializers.IntegerField()
    deadline = serializers.DateTimeField(
        allow_null=True, help_text="Deadline of the player to act."
    )
    paused = serializers.BooleanField(help_text="The clock is stopped.")
    frozen = serializers.BooleanField(help_text="The clock is stopped and nobody may move.")
    pace = PaceView()
    timeouts = Timeouts()
    vacations = serializers.BooleanField()
    bot_delay = serializers.IntegerField(help_text="Seconds that bots wait before a move.")
    free_seats = serializers.IntegerField(help_text="Number of free seats, before the start.")
    start_when_full = serializers.BooleanField()
    ready_check = serializers.BooleanField(help_text="Players have to say that they are ready.")
    starts_at = serializers.DateTimeField(
        allow_null=True, help_text="When it starts automatically."
    )
    expires_at = serializers.DateTimeField(
        allow_null=True, help_text="When it is cancelled if nothing changes in the lobby before."
    )
    min_rating = serializers.IntegerField(allow_null=True)
    max_rating = serializers.IntegerField(allow_null=True)
    min_reliability = serializers.IntegerField(
        allow_null=True, help_text="The reliability that players need to join, in percent."
    )
    rated = serializers.BooleanField(
        help_text=(
            "What the host asked for. The game counts for ratings unless a bot of the service has "
            "a seat from the start."
        )
    )
    bot_accounts = serializers.BooleanField(
        help_text="Users who are bots may join without an invitation, even if the game is rated."
    )
    anonymous = serializers.BooleanField(
        help_text=(
            "The names of the players are shown only after the end. Until then, and for ever if "
            "the game is cancelled, `created_by` and each `user` of others stand for a seat: with "
            "names such as `Player 2`, a neutral avatar, and ids that exist in this game only."
        )
    )
    test_clock = serializers.BooleanField(
        help_text="The host may let time pass, to try things. The game counts for nobody."
    )
    annulled = serializers.BooleanField(
        help_text="A moderator has annulled it: it does not count for ratings or reliability."
    )
    reopened_as = serializers.UUIDField(
        allow_null=True, help_text="The new game that replaces it because a player never showed up."
    )
    rematch = serializers.UUIDField(
        allow_null=True, help_text="The rematch, if a player has asked for one."
    )


class HelpView(serializers.Serializer):
    """What a part of the table does."""

    title = serializers.CharField()
    text = serializers.CharField()


HELP = "What the parts of `table` do, by the names that it has for them."


class TriedFrom(serializers.Serializer):
    """The position of a finished game at which a game began."""

    game = serializers.UUIDField()
    move = serializers.IntegerField(help_text="The last move before the position.")


class GameView(GameSummary):
    """A game as the viewer may see it."""

    server_time = serializers.DateTimeField()
    commitment = serializers.CharField(
        allow_null=True,
        help_text="SHA-256 of the seed and a nonce, which are published after the game.",
    )
    table = AnyObject(
        allow_null=True, help_text="The state of the game; its members depend on the ruleset."
    )
    help = serializers.DictField(child=HelpView(), allow_null=True, help_text=HELP)
    decision = DecisionView(allow_null=True)
    clock = ClockView(allow_null=True)
    result = ResultView(allow_null=True)
    tried_from = TriedFrom(
        allow_null=True,
        help_text="Null: it began at the beginning, or you may not see the other game.",
    )


# --- playing -----------------------------------------------------------------------------------


class CommandInput(serializers.Serializer):
    """Answers to the open decision and to those after it. All are played, or none."""

    decision = serializers.IntegerField(
        min_value=1, max_value=MAX_INTEGER, help_text="The id of the open decision."
    )
    choices = serializers.ListField(
        child=serializers.CharField(max_length=CHOICE_LENGTH),
        min_length=1,
        max_length=MAX_CHOICES,
        error_messages={"min_length": _("Send at least one choice.")},
    )


class CommandReply(serializers.Serializer):
    """The moves that were made, their events as you may see them, and the game afterwards."""

    moves = serializers.ListField(child=serializers.IntegerField())
    events = EventView(many=True)
    game = GameView()


class DryRunReply(serializers.Serializer):
    """What a legal command would do. If a choice would tell you something new, the reply only says
    which one.
    """

    reveals_at = serializers.IntegerField(
        allow_null=True, help_text="Index of the choice that would tell you something new."
    )
    events = EventView(many=True, allow_null=True, help_text="Null if a choice reveals something.")
    game = GameView(allow_null=True, help_text="The game afterwards; null whenever `events` is.")


class CommandConflictProblem(Problem):
    """Why the game takes no such command now."""

    decision = DecisionView(
        required=False,
        help_text="The open decision: with `stale_decision` only, for tokens with `games:read`.",
    )


class CommandRefusedProblem(Problem):
    """Why the choices cannot be played."""

    options = OptionView(
        many=True,
        required=False,
        help_text="The legal choices: with `illegal_choice` only, for tokens with `games:read`.",
    )
    index = serializers.IntegerField(
        required=False,
        help_text="Index of the choice that was refused (`illegal_choice`), or after which no "
        "other may come (`choice_ends_command`).",
    )


class LanguageQuery(serializers.Serializer):
    language = serializers.RegexField(
        r"^[a-z]{2}$",
        required=False,
        default="",
        help_text="Language of the texts, instead of `Accept-Language`; English if not available.",
    )


class RuleItem(serializers.Serializer):
    """A point of a section."""

    title = serializers.CharField(help_text="Empty if the text needs none.")
    text = serializers.CharField()


class RuleSection(serializers.Serializer):
    """A section of rules, in the order in which they are read."""

    section = serializers.CharField(help_text="Its name for programs.")
    title = serializers.CharField()
    text = serializers.CharField(help_text="May be empty.")
    items = RuleItem(many=True)


class GameRulesView(serializers.Serializer):
    """The rules of a game."""

    sections = RuleSection(many=True, help_text="Empty if the ruleset explains nothing.")


class LayoutQuery(LanguageQuery):
    layout = serializers.ChoiceField(
        LAYOUTS,
        required=False,
        default=PORTRAIT,
        help_text="The shape of the picture: for a phone, or for a desktop.",
    )


class BoardQuery(LayoutQuery):
    preview = serializers.CharField(
        required=False,
        default=None,
        max_length=CHOICE_LENGTH,
        help_text="A legal `choice` of yours: it is drawn in, and nothing is played.",
    )


# --- the inbox ---------------------------------------------------------------------------------


class TurnDecision(serializers.Serializer):
    id = serializers.IntegerField()
    topic = serializers.CharField()


class TurnView(serializers.Serializer):
    """A game that waits for your decision."""

    game = serializers.UUIDField()
    ruleset = serializers.CharField()
    seat = serializers.IntegerField()
    decision = TurnDecision()
    since = serializers.DateTimeField()
    deadline = serializers.DateTimeField(allow_null=True)
    paused = serializers.BooleanField(help_text="The clock is stopped.")
    frozen = serializers.BooleanField(help_text="The clock is stopped and nobody may move.")


class TurnsReply(serializers.Serializer):
    """Your open decisions, most urgent first: by deadline, then by waiting time."""

    server_time = serializers.DateTimeField()
    turns = TurnView(many=True)
