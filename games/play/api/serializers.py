"""What the endpoints take and give, each named by its endpoint.

Inputs are checked here. Outputs are described here; ``games.play.documents`` writes them,
which is quicker by the time of the whole view.
"""

from __future__ import annotations

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from core.api.schema import Problem
from games.models import Loss, Status, Visibility
from games.models.move import CHOICE_LENGTH
from games.play.api.clocks import ClockView, TimeoutsInput
from games.play.results import EndedBy

MAX_CHOICES = 20
MAX_EVENTS = 500
MAX_INTEGER = 2**31 - 1
"""Of columns; a text of many digits would be an integer that JSON cannot write, either."""


@extend_schema_field({"type": "object", "additionalProperties": True})
class AnyObject(serializers.DictField):
    """A JSON object whose members the game decides."""


# --- rulesets ----------------------------------------------------------------------------------


class RulesetSummary(serializers.Serializer):
    """A game of this service."""

    slug = serializers.CharField()
    title = serializers.CharField()
    summary = serializers.CharField(help_text="And what of the game is not as printed.")
    version = serializers.CharField(help_text="What new games are pinned to.")
    min_seats = serializers.IntegerField()
    max_seats = serializers.IntegerField()
    bot_levels = serializers.ListField(
        child=serializers.CharField(), help_text="From the weakest to the strongest."
    )
    bot_profiles = serializers.ListField(
        child=serializers.CharField(), help_text="Of any level; the first is the usual one."
    )
    languages = serializers.ListField(child=serializers.CharField(), help_text="Of its texts.")


class VerbView(serializers.Serializer):
    """A way to answer, and what its options say besides."""

    verb = serializers.CharField()
    members = serializers.DictField(
        child=serializers.CharField(), help_text="Type in JSON by name; a number may be null."
    )


class TopicView(serializers.Serializer):
    """A kind of decision, with all that may be answered to it."""

    topic = serializers.CharField()
    summary = serializers.CharField()
    verbs = VerbView(many=True)


class BotProfileView(serializers.Serializer):
    """A temperament of bots."""

    name = serializers.CharField()
    summary = serializers.CharField()


class BotLevelView(BotProfileView):
    """How strong a bot is."""

    seconds = serializers.FloatField(
        help_text="Of a processor, that it may think about one choice; less under load. "
        "0: it answers at once."
    )


class BotsView(serializers.Serializer):
    """The bots of a game. They know what their seat knows, and nothing else."""

    levels = BotLevelView(many=True, help_text="From the weakest to the strongest.")
    profiles = BotProfileView(many=True, help_text="The first is the usual one.")


class RulesetView(RulesetSummary):
    """A game, with the options of its games as a JSON Schema (2020-12), and what it may ask."""

    options = AnyObject(help_text="JSON Schema of the options of a game.")
    topics = TopicView(many=True, help_text="For standing orders.")
    bots = BotsView()


# --- what is inside a game --------------------------------------------------------------------


class UserSummary(serializers.Serializer):
    """A user as all others see him."""

    id = serializers.UUIDField()
    username = serializers.CharField()


class SeatView(serializers.Serializer):
    """A place at the table: free, a user's, a bot's, or given up by a user and played by a bot."""

    number = serializers.IntegerField()
    user = UserSummary(allow_null=True)
    bot = serializers.CharField(allow_null=True, help_text="Level of the bot that plays it.")
    bot_profile = serializers.CharField(allow_null=True, help_text="Profile of that bot.")
    lost = serializers.ChoiceField(
        Loss.choices, allow_null=True, help_text="How its user lost it; a bot plays it on."
    )
    away = serializers.BooleanField(help_text="A bot stands in until its user returns.")
    ready = serializers.BooleanField(help_text="Its user has said so, in the lobby.")


class OptionView(serializers.Serializer):
    """A legal reply. Games add members of their own: what a client needs to draw it."""

    choice = serializers.CharField(help_text="Send this to make the choice.")
    verb = serializers.CharField()
    label = serializers.CharField(help_text="The same in a few words.")  # type: ignore[assignment]


class DecisionView(serializers.Serializer):
    """The open decision. `question`, `about` and `options`, complete, are there for who has to
    decide.
    """

    id = serializers.IntegerField(help_text="A command names it.")
    seat = serializers.IntegerField()
    topic = serializers.CharField()
    since = serializers.DateTimeField()
    deadline = serializers.DateTimeField(allow_null=True, help_text="Null: no clock runs.")
    question = serializers.CharField(required=False, help_text="What has to be decided.")
    about = AnyObject(required=False, help_text="What the question is about, by names.")
    options = OptionView(many=True, required=False)


class ResultView(serializers.Serializer):
    """How a game ended, by seat."""

    placements = serializers.ListField(
        child=serializers.IntegerField(), help_text="1 is best; who lost his seat comes last."
    )
    scores = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="Empty, as `breakdown`, where the game ended before its rules ended it.",
    )
    breakdown = serializers.ListField(child=AnyObject(), help_text="Where the points come from.")
    lost = serializers.ListField(
        child=serializers.IntegerField(), help_text="Seats that were resigned or timed out."
    )
    ended_by = serializers.ChoiceField([(how.value, how.value) for how in EndedBy])


class EventView(serializers.Serializer):
    """Something that happened, as the viewer may know it. Kinds add members of their own."""

    seq = serializers.IntegerField(help_text="Counts the events of a game, alike for everybody.")
    move = serializers.IntegerField(help_text="The move that caused it; 0 is the set-up.")
    at = serializers.DateTimeField()
    kind = serializers.CharField()
    text = serializers.CharField(help_text="The same in a sentence.")


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
    created_by = UserSummary(help_text="The host. If he leaves the lobby, another player is.")
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True, help_text="Or cancelled.")
    seats = SeatView(many=True)
    your_seat = serializers.IntegerField(allow_null=True)
    move_count = serializers.IntegerField()
    deadline = serializers.DateTimeField(allow_null=True, help_text="Of who is to act.")
    paused = serializers.BooleanField(help_text="The clock stands still.")
    frozen = serializers.BooleanField(help_text="Nobody may act, either.")
    pace = AnyObject(help_text="What was asked for at creation, complete.")
    timeouts = TimeoutsInput()
    vacations = serializers.BooleanField()
    bot_delay = serializers.IntegerField(help_text="Seconds.")
    free_seats = serializers.IntegerField(help_text="How many, while it waits for players.")
    start_when_full = serializers.BooleanField()
    ready_check = serializers.BooleanField(help_text="All players have to say that they are ready.")
    starts_at = serializers.DateTimeField(allow_null=True, help_text="When it starts by itself.")
    expires_at = serializers.DateTimeField(
        allow_null=True, help_text="When it is called off if nothing happens in the lobby."
    )
    min_rating = serializers.IntegerField(allow_null=True)
    max_rating = serializers.IntegerField(allow_null=True)
    min_reliability = serializers.IntegerField(allow_null=True, help_text="Percent.")
    rated = serializers.BooleanField(help_text="If no bot sits in it from the start.")
    annulled = serializers.BooleanField(
        help_text="By a moderator: it counts for no rating and no record."
    )
    reopened_as = serializers.UUIDField(
        allow_null=True, help_text="The game that goes on in its place: somebody never showed up."
    )
    rematch = serializers.UUIDField(
        allow_null=True, help_text="The next game of the same people, if one of them wants it."
    )


class GameView(GameSummary):
    """A game as the viewer may see it."""

    server_time = serializers.DateTimeField()
    commitment = serializers.CharField(
        allow_null=True, help_text="SHA-256 of seed and nonce, which the record reveals."
    )
    table = AnyObject(allow_null=True, help_text="The table; what is in it depends on the game.")
    decision = DecisionView(allow_null=True)
    clock = ClockView(allow_null=True)
    result = ResultView(allow_null=True)


# --- playing -----------------------------------------------------------------------------------


class CommandInput(serializers.Serializer):
    """Answers to the open decision and to those that follow it, taken all or none."""

    decision = serializers.IntegerField(
        min_value=1, max_value=MAX_INTEGER, help_text="The id of the open decision."
    )
    choices = serializers.ListField(
        child=serializers.CharField(max_length=CHOICE_LENGTH), min_length=1, max_length=MAX_CHOICES
    )
    dry_run = serializers.BooleanField(
        required=False, default=False, help_text="Only try it: nothing of it is kept."
    )


class CommandReply(serializers.Serializer):
    """The moves that were made, what you were told of them, and the game afterwards."""

    moves = serializers.ListField(child=serializers.IntegerField())
    events = EventView(many=True)
    game = GameView()


class DryRunReply(serializers.Serializer):
    """What would come of a command. It is no look at what you do not know: if a choice would tell
    you anything, the reply says which, and nothing else.
    """

    dry_run = serializers.BooleanField(help_text="true")
    legal = serializers.BooleanField(help_text="true: else it is refused as the command would be.")
    reveals_at = serializers.IntegerField(
        allow_null=True, help_text="Which of the choices would tell you something new."
    )
    events = EventView(many=True, allow_null=True, help_text="Null if anything is revealed.")
    game = GameView(allow_null=True, help_text="The game afterwards; null as `events`.")


class StaleDecisionProblem(Problem):
    """The decision that is open instead (code `stale_decision`), for tokens with `games:read`."""

    decision = DecisionView(required=False)


class IllegalChoiceProblem(Problem):
    """The choices that are legal instead (code `illegal_choice`), for tokens with `games:read`."""

    options = OptionView(many=True, required=False)
    index = serializers.IntegerField(
        required=False, help_text="Which of the choices sent was refused."
    )


class LanguageQuery(serializers.Serializer):
    language = serializers.RegexField(
        r"^[a-z]{2}$",
        required=False,
        default="",
        help_text="Of the texts, whatever `Accept-Language` says; falls back to English.",
    )


# --- the inbox ---------------------------------------------------------------------------------


class TurnDecision(serializers.Serializer):
    id = serializers.IntegerField()
    topic = serializers.CharField()


class TurnView(serializers.Serializer):
    """A game that waits for you."""

    game = serializers.UUIDField()
    ruleset = serializers.CharField()
    seat = serializers.IntegerField()
    decision = TurnDecision()
    since = serializers.DateTimeField()
    deadline = serializers.DateTimeField(allow_null=True)
    paused = serializers.BooleanField(help_text="The clock stands still.")
    frozen = serializers.BooleanField(help_text="Nobody may act, either.")


class TurnsReply(serializers.Serializer):
    """Your inbox, the most urgent first: by deadline, then by how long it has waited."""

    server_time = serializers.DateTimeField()
    turns = TurnView(many=True)
