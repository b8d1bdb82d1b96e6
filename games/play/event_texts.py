"""Texts of the platform's own events. The texts of a game's events come from its rules."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, override

from games.rules.live_game import TextContext

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

Event = dict[str, Any]
MINUTE, HOUR, DAY = 60, 3600, 86400

SENTENCES: dict[str, StrPromise] = {
    "turn_excused": gettext_lazy("%(who)s ran out of time and is excused."),
    "bot_took_over": gettext_lazy("%(who)s ran out of time; a bot plays until they return."),
    "player_returned": gettext_lazy("%(who)s is back."),
    "default_played": gettext_lazy("%(who)s ran out of time; the default move is played."),
    "game_called_off": gettext_lazy("%(who)s never showed up: the game is cancelled."),
    "clock_paused": gettext_lazy("The clock is stopped (reason: %(reason)s)."),
    "clock_resumed": gettext_lazy("A pause has ended (reason: %(reason)s)."),
    # Translators: as in: alice proposes to pause the game
    "vote_opened": gettext_lazy("%(who)s proposes %(motion)s."),
    "seat_handed_over": gettext_lazy("%(to)s takes the seat of %(by)s."),
    "rolled_back": gettext_lazy("The game was rolled back to move %(to_move)s."),
    "state_rebuilt": gettext_lazy("The service has rebuilt the state of the game from its moves."),
    "rollback_undone": gettext_lazy(
        "The rollback was undone: the game continues after move %(to_move)s."
    ),
    "deadline_extended": gettext_lazy("A moderator gives %(who)s %(length)s more."),
    "outage_skipped": gettext_lazy(
        "The service was unavailable from %(began)s to %(ended)s UTC: this time does not count, "
        "and %(who)s has %(length)s more."
    ),
    "deadline_reset": gettext_lazy("A moderator gives %(who)s the full time for this turn again."),
    "miss_forgiven": gettext_lazy("A moderator excuses the missed turn of %(who)s."),
    "played_by_moderator": gettext_lazy("A moderator makes the choice for %(who)s."),
    "time_passed": gettext_lazy("The host lets %(length)s pass: the game has a test clock."),
    "tried_from": gettext_lazy(
        "The game begins at a position of another one, after its move %(from_move)s."
    ),
    "game_annulled": gettext_lazy("A moderator has annulled the game: it does not count."),
}
VARIANTS: dict[str, tuple[str, dict[Any, StrPromise]]] = {
    "seat_lost": (
        "how",
        {
            "resigned": gettext_lazy("%(who)s has resigned; a bot takes over."),
            "timed_out": gettext_lazy(
                "%(who)s ran out of time and has lost the seat; a bot takes over."
            ),
            "removed": gettext_lazy("%(who)s was removed by a moderator; a bot takes over."),
        },
    ),
    "game_ended": (
        "ended_by",
        {
            "last_player": gettext_lazy("The game is over: one player is left."),
            "nobody_left": gettext_lazy("The game is over: nobody is left."),
            "moderator": gettext_lazy("A moderator has ended the game; it is not rated."),
        },
    ),
    "vote_closed": (
        "passed",
        {
            # Translators: as in: The vote to pause the game has passed
            True: gettext_lazy("The vote %(motion)s has passed."),
            False: gettext_lazy("The vote %(motion)s has failed."),
        },
    ),
}
"""Kinds with several sentences: the member that selects one, and the sentence for each value."""

KINDS = SENTENCES.keys() | VARIANTS.keys()

REASONS: dict[str, StrPromise] = {
    "vacation": gettext_lazy("vacation"),
    "vote": gettext_lazy("a vote"),
    "moderator": gettext_lazy("a moderator's decision"),
    "quarantine": gettext_lazy("a failure of the service"),
    "global_pause": gettext_lazy("a pause of all games"),
}
VOTE_TEXTS: dict[str, StrPromise] = {
    "pause": gettext_lazy("to pause the game"),
    "resume": gettext_lazy("to continue the game"),
    "cancel": gettext_lazy("to cancel the game"),
    "replace": gettext_lazy("to replace an absent player"),
    "undo": gettext_lazy("to undo moves"),
}


def sentence(event: Event, text_context: TextContext) -> str:
    """Return the sentence for an event of the platform, in the language of ``text_context``."""
    kind, words = event["kind"], dict(event)
    with override(text_context.language):
        if (seat := event.get("seat")) is not None:
            number = {"seat": seat + 1}  # people count from 1
            words["who"] = text_context.names.get(seat) or _("Seat %(seat)s") % number
        if "reason" in event:
            words["reason"] = REASONS[event["reason"]]
        if "about" in event:
            words["motion"] = VOTE_TEXTS[event["about"]]
        if "began_at" in event:
            words |= {
                "began": clock_time(event["began_at"]),
                "ended": clock_time(event["ended_at"]),
            }
        if "seconds" in event:
            words["length"] = length(event["seconds"])
        if kind in SENTENCES:
            return SENTENCES[kind] % words
        member, texts = VARIANTS[kind]
        return texts[event[member]] % words


def clock_time(at: str) -> str:
    """Return the day and the time of an instant in UTC, such as ``2026-03-04 09:55``."""
    return f"{datetime.fromisoformat(at):%Y-%m-%d %H:%M}"


def length(seconds: int) -> str:
    """Return a duration in its largest units, such as ``1 day 6 hours``, to the nearest minute; at
    least one.
    """
    days, rest = divmod(max(MINUTE, seconds + MINUTE // 2), DAY)
    hours, rest = divmod(rest, HOUR)
    minutes = rest // MINUTE
    parts = (
        (days, ngettext("%(count)d day", "%(count)d days", days)),
        (hours, ngettext("%(count)d hour", "%(count)d hours", hours)),
        (minutes, ngettext("%(count)d minute", "%(count)d minutes", minutes)),
    )
    return " ".join(text % {"count": count} for count, text in parts if count)
