"""Changes by the host before the start: settings, bots, removal of players, cancellation."""

from __future__ import annotations

from typing import Any, Unpack
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from core.errors import Invalid
from games.lobby.errors import NoBotThere, NoPlayerThere, SeatTaken
from games.lobby.repository import (
    free_numbers,
    lobby_cancel,
    lobby_of_host,
    lobby_save,
    ready_reset,
    seat_find,
    seat_vacate,
)
from games.lobby.settings import Settings, settings_set
from games.lobby.start import lobby_save_or_start
from games.models import Exclusion, Game
from games.play import notify
from games.play.bot_seats import bot_check, bot_seat, bot_unseat, name_bots
from games.rules import rulesets


@transaction.atomic
def game_change(
    *,
    user: User,
    game_id: UUID,
    options: dict[str, Any] | None = None,
    **settings: Unpack[Settings],
) -> Game:
    """Change settings of a game; the others stay as they are. Players have to be ready again.

    ``options`` replace all options, with the defaults of the newest rules. Raises GameNotFound,
    NotTheHost, GameNotInLobby, RulesUnavailable, Invalid.
    """
    game, seats = lobby_of_host(user=user, game_id=game_id)
    if options is not None:
        ruleset = rulesets.ruleset_now(game.ruleset)
        game.options = rulesets.options_checked(
            ruleset=ruleset, options=options, seats=game.table_size
        )
        game.rules_version = ruleset.version
    settings_set(game, settings, people=sum(not target.bot for target in seats))
    ready_reset(game, seats)
    return lobby_save_or_start(game, seats)


@transaction.atomic
def bot_place(*, user: User, game_id: UUID, seat: int, level: str, profile: str = "") -> Game:
    """Put a bot on a seat that is free or has another bot. Players have to be ready again.

    Raises GameNotFound, NotTheHost, GameNotInLobby, SeatTaken, RulesUnavailable, Invalid.
    """
    game, seats = lobby_of_host(user=user, game_id=game_id)
    target = seat_find(seats=seats, number=seat)
    ruleset = rulesets.ruleset_now(game.ruleset)
    kind = bot_check({"level": level, "profile": profile}, known=ruleset.bots, pointer="")
    if target.user_id is not None:
        raise SeatTaken(free_numbers(seats))
    bot_seat(target, kind)
    name_bots(seats)
    target.save()
    ready_reset(game, seats)
    return lobby_save_or_start(game, seats)


@transaction.atomic
def bot_remove(*, user: User, game_id: UUID, seat: int) -> Game:
    """Remove a bot from its seat. Players have to be ready again.

    Raises GameNotFound, NotTheHost, GameNotInLobby, NoBotThere, Invalid.
    """
    game, seats = lobby_of_host(user=user, game_id=game_id)
    target = seat_find(seats=seats, number=seat)
    if not target.bot:
        raise NoBotThere
    bot_unseat(target)
    target.save()
    ready_reset(game, seats)
    return lobby_save(game, seats)


@transaction.atomic
def player_remove(*, user: User, game_id: UUID, seat: int) -> Game:
    """Remove a player, who can come back only by invitation.

    Raises GameNotFound, NotTheHost, GameNotInLobby, NoPlayerThere, Invalid.
    """
    game, seats = lobby_of_host(user=user, game_id=game_id)
    target = seat_find(seats=seats, number=seat)
    if target.user_id is None:
        raise NoPlayerThere
    if target.user_id == user.id:
        raise Invalid.field("/seat", "yourself", _("This seat is yours: leave it instead."))
    Exclusion.objects.get_or_create(game=game, user=target.user)
    notify.notification_enqueue(game, [target], "kicked", sender=user, seat=seat, why="host")
    seat_vacate(target)
    return lobby_save(game, seats)


@transaction.atomic
def game_cancel(*, user: User, game_id: UUID) -> Game:
    """Cancel a game before it starts. Raises GameNotFound, NotTheHost, GameNotInLobby."""
    game, seats = lobby_of_host(user=user, game_id=game_id)
    return lobby_cancel(game, seats, why="host")
