"""The stream of one game. Its ids are event numbers, the same for every viewer."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from accounts.models import User
from games.play.documents import Viewer
from games.play.queries import WholeGame
from games.play.selectors import view_of, whole_for
from games.play.visibility import with_past_spans
from games.streams.feeds import (
    EVENTS_PER_READING,
    Mark,
    Reading,
    changed_document,
    events_behind,
    mark_of,
    message,
    options_add,
    user_of,
    view_add,
    within_reach,
)
from games.streams.tickets import Caller

DIGITS_MAX = 10


class GameFeed:
    """The feed of a game for one viewer."""

    def __init__(
        self,
        *,
        caller: Caller,
        game_id: UUID,
        language: str,
        last_id: str,
        decisions: bool = False,
        view: bool = False,
    ) -> None:
        self.caller = caller
        self.game_id = game_id
        self.language = language
        self.decisions, self.view = decisions, view
        self.after = seq_of(last_id)
        self.mark: Mark = None
        self.sent_change: Mark = None
        self.sent_version = 0

    @property
    def watched(self) -> dict[UUID, Mark]:
        return {self.game_id: self.mark}

    def read(self) -> Reading:
        """Read what is new. Raises InvalidToken, GameNotFound, RulesUnavailable.

        Every reading checks again that the user may see the game.
        """
        user = user_of(self.caller)
        whole, viewer = whole_for(user=user, game_id=self.game_id, language=self.language)
        game, seats = whole.game, whole.seats
        viewer = with_past_spans(viewer, game=game, user=user)
        if self.after is None or not within_reach(game=game, after=self.after):
            return self.snapshot(whole, viewer, user)
        after, messages = self.after, []
        for event in events_behind(
            game=game, seats=seats, viewer=viewer, after=after, limit=EVENTS_PER_READING
        ):
            after = event["seq"]
            messages.append(message("event", event, after))
        more = after < game.event_count
        changed = changed_document(game=game, viewer=viewer)
        if not more and self.sent_change != (sent_change := change_key(changed)):
            if self.decisions:
                options_add(changed, whole, viewer)
            if self.view and game.version != self.sent_version:
                view_add(changed, whole, viewer, user)
            messages.append(message("changed", changed))
            self.sent_change, self.sent_version = sent_change, game.version
        self.mark = None if more else mark_of(game)
        self.after = after  # set last, so that a failed reading is repeated completely
        return Reading(messages, self.watched, more)

    def snapshot(self, whole: WholeGame, viewer: Viewer, user: User) -> Reading:
        """Return the current game. View, event number and version were read at one time."""
        game, view = whole.game, view_of(whole, viewer, user)
        self.after, self.mark, self.sent_version = game.event_count, mark_of(game), game.version
        self.sent_change = change_key(changed_document(game=game, viewer=viewer))
        return Reading([message("snapshot", view, self.after)], self.watched)


def change_key(changed: dict[str, Any]) -> Mark:
    """Return the values whose change is sent to the client.

    They include the message counts of only those rooms that the viewer may read.
    """
    return (changed["version"], *changed["messages"].values())


def seq_of(last_id: str) -> int | None:
    """Return the event number up to which the client has read, or None if the id is no number."""
    plain = last_id.isascii() and last_id.isdecimal() and len(last_id) <= DIGITS_MAX
    return int(last_id) if plain else None
