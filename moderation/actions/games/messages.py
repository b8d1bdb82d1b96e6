"""Staff actions that remove the words of a user from a game: a message, or the title."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core.errors import Invalid
from games.chat.services import message_remove
from games.models import Game, Message
from games.staff import title_clear
from moderation.actions.base import Run
from moderation.actions.games.base import NOBODY, GameAction
from moderation.models import Action
from moderation.notifications import notification_enqueue
from moderation.permissions import user_reach_check


@dataclass(frozen=True, kw_only=True)
class WordsAction(GameAction):
    """A staff action on words of a user in the game. The audit log names their author."""

    def entry(self, run: Run) -> dict[str, Any]:
        entry = super().entry(run)
        author = entry["data"].pop("author")
        return {**entry, "user": author}


def remove_message(run: Run, message: int) -> Message:
    """Remove a message. Raises Invalid if there is none, and as ``user_reach_check``."""
    found = Message.objects.filter(game=run.target.id, id=message).select_related("user").first()
    if found is None:
        raise Invalid.field("", "no_message", gettext("There is no message to remove."))
    user_reach_check(run.by, found.user)
    if not message_remove(message=found):
        raise Invalid.field("", "no_message", gettext("This message was already removed."))
    run.data |= {"author": found.user_id, "room": found.room, "message": found.number}
    return found


REMOVE_MESSAGE = WordsAction(
    action=Action.REMOVE_MESSAGE,
    title=_("Remove the message"),
    explanation=_("Removes the message from the chat. Readers see that there was one."),
    notifies=NOBODY,
    done=_("The message was removed."),
    fields={"message": lambda game: forms.IntegerField(widget=forms.HiddenInput)},
    available=lambda game: False,  # the pages offer it beside each message
    perform=remove_message,
)


def clear_title(run: Run) -> Game:
    """Remove the title, and notify the host. Raises as ``user_reach_check`` and ``title_clear``."""
    host = run.target.created_by
    user_reach_check(run.by, host)
    run.data["author"] = host.id
    game = title_clear(game_id=run.target.id)
    notification_enqueue("title_cleared", user=host.id, subject=game.id)
    return game


CLEAR_TITLE = WordsAction(
    action=Action.CLEAR_TITLE,
    title=_("Remove the title"),
    explanation=_("The game has no title then. The host can give another one before the start."),
    notifies=_("The host is notified."),
    done=_("The title was removed."),
    available=lambda game: bool(game.title),
    perform=clear_title,
)
