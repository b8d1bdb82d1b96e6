"""The staff action that removes a message from the chat of a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core.errors import Invalid
from games.chat.services import message_remove
from games.models import Message
from moderation.actions.base import Run
from moderation.actions.games.base import NOBODY, GameAction
from moderation.models import Action
from moderation.permissions import user_reach_check


@dataclass(frozen=True, kw_only=True)
class MessageAction(GameAction):
    """A staff action on a message of the game. The audit log names its author."""

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


REMOVE_MESSAGE = MessageAction(
    action=Action.REMOVE_MESSAGE,
    title=_("Remove the message"),
    explanation=_("Removes the message from the chat. Readers see that there was one."),
    notifies=NOBODY,
    done=_("The message was removed."),
    fields={"message": lambda game: forms.IntegerField(widget=forms.HiddenInput)},
    available=lambda game: False,  # the pages offer it beside each message
    perform=remove_message,
)
