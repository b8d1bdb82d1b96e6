"""New lobbies for the remaining players after a no-show."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.dispatch import receiver

from games.lobby.clone import game_clone
from games.lobby.repository import lobby_insert
from games.models import Game, Seat, WhenAbsent
from games.play import signals
from games.play.wakeup import user_publish_on_commit


@receiver(signals.no_show)
def reopen_after_no_show(
    *, game: Game, seats: Sequence[Seat], present: Sequence[Seat], now: datetime, **kwargs: Any
) -> None:
    """Set ``reopened_as`` to a new lobby, if the options say so and players are left."""
    if present and game.timeouts["when_absent"] == WhenAbsent.REOPEN:
        game.reopened_as = game_reopen(game=game, seats=seats, present=present, now=now)


def game_reopen(
    *, game: Game, seats: Sequence[Seat], present: Sequence[Seat], now: datetime
) -> Game:
    """Create a lobby with the same settings, in which the present players keep their seats."""
    host, gone = game.created_by, {one.user_id for one in seats if one not in present}
    if host.id in gone and present[0].user is not None:  # a host without a seat remains the host
        host = present[0].user
    another = game_clone(game, host=host)
    new_seats = [
        Seat(
            game=another,
            number=one.number,
            table_size=one.table_size,
            user=one.user if one in present else None,
            joined_at=now if one in present else None,
            bot=one.bot if one.user_id is None else "",
            bot_profile=one.bot_profile if one.user_id is None else "",
        )
        for one in seats
    ]
    lobby_insert(another, new_seats)
    for one in present:
        if one.user_id is not None:
            user_publish_on_commit(one.user_id)
    return another
