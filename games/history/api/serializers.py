"""What the endpoints of a game's past take and give."""

from __future__ import annotations

from rest_framework import serializers

from games.play.api.serializers import (
    MAX_EVENTS,
    MAX_INTEGER,
    AnyObject,
    EventView,
    LanguageQuery,
    OptionView,
    ResultView,
)

KINDS_PATTERN = r"^[a-z_]+(,[a-z_]+)*\Z"
KINDS_LENGTH = 400


class EventsQuery(LanguageQuery):
    after = serializers.IntegerField(
        required=False,
        default=0,
        min_value=0,
        max_value=MAX_INTEGER,
        help_text="The last `seq` read.",
    )
    before = serializers.IntegerField(
        required=False,
        default=None,
        min_value=1,
        max_value=MAX_INTEGER,
        help_text="Read backwards: the last events before this `seq`, in their order.",
    )
    kinds = serializers.RegexField(
        KINDS_PATTERN,
        required=False,
        default="",
        max_length=KINDS_LENGTH,
        help_text="Only these kinds, separated by commas: `built,destroyed`.",
    )
    limit = serializers.IntegerField(required=False, default=100, min_value=1, max_value=MAX_EVENTS)

    def validate_kinds(self, kinds: str) -> list[str]:
        return kinds.split(",") if kinds else []


class EventsReply(serializers.Serializer):
    """A stretch of the history. Ask again `after` the last `seq` for what comes then, or `before`
    the first one for what came earlier.
    """

    first_seq = serializers.IntegerField(help_text="To send as `before`.")
    last_seq = serializers.IntegerField(help_text="To send as `after`; repeats it if none came.")
    events = EventView(many=True)


# --- what has happened since -------------------------------------------------------------------


class RecapQuery(LanguageQuery):
    since = serializers.IntegerField(
        required=False,
        default=None,
        min_value=0,
        max_value=MAX_INTEGER,
        help_text="The last `seq` you know of; without it, that of your last own move.",
    )
    limit = serializers.IntegerField(required=False, default=200, min_value=1, max_value=MAX_EVENTS)


class ParagraphView(serializers.Serializer):
    """What belongs together: somebody's turn, the beginning of a round."""

    seat = serializers.IntegerField(allow_null=True, help_text="Whose turn it is about.")
    first_seq = serializers.IntegerField()
    last_seq = serializers.IntegerField()
    at = serializers.DateTimeField(help_text="Of the last event.")
    summary = serializers.CharField(help_text="The sentences that matter most.")
    events = EventView(many=True)


class RecapView(serializers.Serializer):
    """What has happened since you were last there."""

    game = serializers.UUIDField()
    since = serializers.IntegerField(help_text="The event behind which it begins.")
    last_seq = serializers.IntegerField(help_text="To send as `since` for what comes then.")
    more = serializers.BooleanField(help_text="There is more: ask again.")
    paragraphs = ParagraphView(many=True)


# --- as it was ---------------------------------------------------------------------------------


class HistoryQuery(LanguageQuery):
    seat = serializers.IntegerField(
        required=False,
        default=None,
        min_value=0,
        max_value=MAX_INTEGER,
        help_text="When the game is finished: as this seat knew it.",
    )


class PastDecision(serializers.Serializer):
    """The decision that was open then; with its options for who had to decide."""

    id = serializers.IntegerField()
    seat = serializers.IntegerField()
    topic = serializers.CharField()
    question = serializers.CharField(required=False)
    about = AnyObject(required=False)
    options = OptionView(many=True, required=False)


class HistoryView(serializers.Serializer):
    """A game after one of its moves, as the viewer knew it then."""

    game = serializers.UUIDField()
    move = serializers.IntegerField(help_text="0 is the set-up.")
    move_count = serializers.IntegerField(help_text="How many there are by now.")
    seq = serializers.IntegerField(help_text="The last event up to then.")
    at = serializers.DateTimeField()
    your_seat = serializers.IntegerField(allow_null=True)
    as_seat = serializers.IntegerField(
        allow_null=True, help_text="Whose knowledge this is; null: a spectator's."
    )
    by_seat = serializers.IntegerField(allow_null=True, help_text="Who made the move.")
    table = AnyObject()
    decision = PastDecision(allow_null=True)
    events = EventView(many=True, help_text="What the move caused.")


# --- when it is over ---------------------------------------------------------------------------


class ScoreItem(serializers.Serializer):
    """Something that points were scored for. Games add members of their own."""

    item = serializers.CharField(help_text="`district`, or what a bonus is for.")
    title = serializers.CharField()
    points = serializers.IntegerField()
    text = serializers.CharField(required=False, help_text="The reason.")


class SeatScore(serializers.Serializer):
    seat = serializers.IntegerField()
    total = serializers.IntegerField()
    items = ScoreItem(many=True)


class RevealView(serializers.Serializer):
    """Everything that a finished game hid."""

    game = serializers.UUIDField()
    seed = serializers.CharField()
    nonce = serializers.CharField()
    commitment = serializers.CharField(help_text="Published at the start: SHA-256 of the two.")
    table = AnyObject(help_text="What everybody saw at the end.")
    hidden = AnyObject(help_text="What nobody, or one seat only, knew at the end.")
    rounds = serializers.ListField(
        child=AnyObject(), help_text="What each round hid, with its number and its last `move`."
    )
    scores = SeatScore(
        many=True, allow_null=True, help_text="Null: the game ended before its rules ended it."
    )
    result = ResultView()


class VerdictView(serializers.Serializer):
    """Whether the record of a game is true, played again from its seed."""

    game = serializers.UUIDField()
    ok = serializers.BooleanField()
    reason = serializers.CharField(help_text="What was found, in a sentence.")
    move = serializers.IntegerField(allow_null=True, help_text="The first move that differs.")
    moves = serializers.IntegerField(help_text="How many there are.")
    commitment = serializers.CharField()
    rules_version = serializers.CharField()
    checks = serializers.ListField(
        child=serializers.CharField(), help_text="What was gone through, in this order."
    )


class RecordView(serializers.Serializer):
    """A finished game, enough to play it again and to prove each shuffle."""

    format = serializers.CharField()
    ruleset = serializers.CharField()
    rules_version = serializers.CharField()
    options = AnyObject()
    seats = serializers.IntegerField()
    commitment = serializers.CharField(help_text="Published at the start.")
    seed = serializers.CharField()
    nonce = serializers.CharField()
    start = AnyObject()
    moves = serializers.ListField(child=AnyObject())
    result = AnyObject(
        allow_null=True, help_text="As the rules count it, seats lost or not; null: ended early."
    )
    about = AnyObject(help_text="Who played when; under the digest as all the rest.")
    digest = serializers.CharField()
