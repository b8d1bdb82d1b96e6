"""Removal of the title of a game by a moderator."""

from __future__ import annotations

from functools import partial
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from games.lobby.repository import host_texts_blank
from games.models import Game
from games.models.lobby import HOST_TEXTS
from games.play.locking import game_lock
from games.play.save import game_save
from games.staff.errors import NothingToDo
from notifications.services.outbox import outbox_blank


@transaction.atomic
def title_clear(*, game_id: UUID) -> Game:
    """Remove the title of a game in any status, also from the invitations that name it.

    The host can give another one before the start. Raises GameNotFound, NothingToDo.
    """
    game = game_lock(game_id)
    if not game.title:
        raise NothingToDo(_("The game has no title."))
    host_texts_blank(game)
    # Later, since it goes through the whole outbox.
    blank = partial(outbox_blank, kind="invited", member="title", subjects=[game.id], usernames=[])
    transaction.on_commit(blank, robust=True)
    return game_save(game, also=HOST_TEXTS)
