"""Serializers of the history endpoints."""

from __future__ import annotations

from rest_framework import serializers

from games.play.api.serializers import (
    HELP,
    MAX_EVENTS,
    MAX_INTEGER,
    AnyObject,
    EventView,
    HelpView,
    LanguageQuery,
    LayoutQuery,
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
        help_text="Read backwards: the last events before this `seq`, in order.",
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
    """A range of events. Continue with `after` the last `seq`, or backwards with `before` the first
    one.
    """

    first_seq = serializers.IntegerField(help_text="Send it as `before` the next time.")
    last_seq = serializers.IntegerField(
        help_text=("Send it as `after` the next time. It is repeated if there were no events.")
    )
    more = serializers.BooleanField(
        help_text="True if there are more events in the direction of reading."
    )
    events = EventView(many=True)


# --- what has happened since -------------------------------------------------------------------


class RecapQuery(LanguageQuery):
    since = serializers.IntegerField(
        required=False,
        default=None,
        min_value=0,
        max_value=MAX_INTEGER,
        help_text="The last `seq` you know of; by default that of your last own move.",
    )
    limit = serializers.IntegerField(required=False, default=200, min_value=1, max_value=MAX_EVENTS)


class ParagraphView(serializers.Serializer):
    """Events that belong together: a turn, the start of a round."""

    seat = serializers.IntegerField(allow_null=True, help_text="The seat whose turn it is about.")
    first_seq = serializers.IntegerField()
    last_seq = serializers.IntegerField()
    at = serializers.DateTimeField(help_text="The time of the last event.")
    summary = serializers.CharField(help_text="A summary in one or two sentences.")
    events = EventView(many=True)


class RecapView(serializers.Serializer):
    """What happened since your last move."""

    game = serializers.UUIDField()
    since = serializers.IntegerField(help_text="The events start after this one.")
    last_seq = serializers.IntegerField(help_text="Send it as `since` the next time.")
    more = serializers.BooleanField(help_text="True if there are more events.")
    paragraphs = ParagraphView(many=True)


# --- as it was ---------------------------------------------------------------------------------


class HistoryQuery(LanguageQuery):
    seat = serializers.IntegerField(
        required=False,
        default=None,
        min_value=0,
        max_value=MAX_INTEGER,
        help_text="After the end: as this seat knew it.",
    )


class HistoryBoardQuery(HistoryQuery, LayoutQuery):
    """The query of a past picture."""


class PastDecision(serializers.Serializer):
    """The decision that was open then, with its options for the seat that had to decide."""

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
    move_count = serializers.IntegerField(help_text="The number of moves so far.")
    seq = serializers.IntegerField(help_text="The last event up to this move.")
    at = serializers.DateTimeField()
    your_seat = serializers.IntegerField(allow_null=True)
    as_seat = serializers.IntegerField(
        allow_null=True, help_text="The seat whose knowledge this is. Null: a spectator's."
    )
    by_seat = serializers.IntegerField(allow_null=True, help_text="The seat that moved.")
    table = AnyObject()
    help = serializers.DictField(child=HelpView(), help_text=HELP)
    decision = PastDecision(allow_null=True)
    events = EventView(many=True, help_text="The events of the move.")


# --- when it is over ---------------------------------------------------------------------------


class ScoreItem(serializers.Serializer):
    """An item of a score. Rulesets add members of their own."""

    item = serializers.CharField(help_text="`district`, or the kind of bonus.")
    group = serializers.CharField(
        required=False, help_text="The title of all items of this kind together."
    )
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
    commitment = serializers.CharField(
        help_text=("Published at the start: SHA-256 of seed and nonce.")
    )
    table = AnyObject(help_text="What everybody saw at the end.")
    hidden = AnyObject(help_text="What nobody, or only one seat, knew at the end.")
    rounds = serializers.ListField(
        child=AnyObject(), help_text="What each round hid, with its number and its last `move`."
    )
    scores = SeatScore(many=True, allow_null=True, help_text="Null: the game ended early.")
    result = ResultView()


class VerdictView(serializers.Serializer):
    """The result of replaying the record of a game from its seed."""

    game = serializers.UUIDField()
    ok = serializers.BooleanField()
    reason = serializers.CharField(help_text="The finding, as a sentence.")
    move = serializers.IntegerField(allow_null=True, help_text="The first move that differs.")
    moves = serializers.IntegerField(help_text="The number of moves.")
    commitment = serializers.CharField()
    rules_version = serializers.CharField()
    checks = serializers.ListField(child=serializers.CharField(), help_text="The checks, in order.")


class RecordView(serializers.Serializer):
    """The record of a finished game, with which anybody can replay it and verify each shuffle."""

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
        allow_null=True,
        help_text=(
            "The result of the rules, without regard to lost seats. Null: the game ended early."
        ),
    )
    about = AnyObject(help_text="Players and times; included in the digest.")
    digest = serializers.CharField()
