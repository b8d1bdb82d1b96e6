"""What the host does in the lobby: change the match, its bots and its company, or call it off."""

from __future__ import annotations

from typing import Any, Unpack
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from core.errors import Invalid
from games.lobby.errors import NoBotThere, NoPlayerThere, SeatTaken
from games.lobby.repository import (
    chair_numbered,
    free_numbers,
    lobby_call_off,
    lobby_of_host,
    lobby_save,
    nobody_ready,
    stand_up,
)
from games.lobby.settings import Terms, terms_set
from games.lobby.start import lobby_go_on
from games.models import Exclusion, Game
from games.play import notify
from games.play.bot_seats import SEATED, bot_checked, bot_seat, bot_unseat
from games.rules import rulesets


@transaction.atomic
def game_change(
    *, user: User, game_id: UUID, options: dict[str, Any] | None = None, **terms: Unpack[Terms]
) -> Game:
    """Settle a match anew; what is not named stays as it is, and nobody is ready any more.

    ``options`` are all of them, completed by the rules of today. Raises GameNotFound, NotTheHost,
    GameNotInLobby, RulesUnavailable, Invalid.
    """
    game, chairs = lobby_of_host(user=user, game_id=game_id)
    if options is not None:
        rules = rulesets.rules_now(game.ruleset)
        game.options = rulesets.options_checked(rules=rules, options=options, seats=game.table_size)
        game.rules_version = rules.version
    terms_set(game, terms, people=sum(not chair.bot for chair in chairs))
    nobody_ready(game, chairs)
    return lobby_go_on(game, chairs)


@transaction.atomic
def bot_place(*, user: User, game_id: UUID, seat: int, level: str, profile: str = "") -> Game:
    """Set a bot on a seat that is free, or has another bot; nobody is ready any more.

    Raises GameNotFound, NotTheHost, GameNotInLobby, SeatTaken, RulesUnavailable, Invalid.
    """
    game, chairs = lobby_of_host(user=user, game_id=game_id)
    chair = chair_numbered(chairs=chairs, number=seat)
    rules = rulesets.rules_now(game.ruleset)
    kind = bot_checked({"level": level, "profile": profile}, rules=rules, pointer="")
    if chair.user_id is not None:
        raise SeatTaken(free_numbers(chairs))
    bot_seat(chair, kind)
    chair.save(update_fields=SEATED)
    nobody_ready(game, chairs)
    return lobby_go_on(game, chairs)


@transaction.atomic
def bot_remove(*, user: User, game_id: UUID, seat: int) -> Game:
    """Free a bot's seat; nobody is ready any more.

    Raises GameNotFound, NotTheHost, GameNotInLobby, NoBotThere, Invalid.
    """
    game, chairs = lobby_of_host(user=user, game_id=game_id)
    chair = chair_numbered(chairs=chairs, number=seat)
    if not chair.bot:
        raise NoBotThere
    bot_unseat(chair)
    chair.save(update_fields=SEATED)
    nobody_ready(game, chairs)
    return lobby_save(game, chairs)


@transaction.atomic
def player_remove(*, user: User, game_id: UUID, seat: int) -> Game:
    """Take a player's seat from him; he comes back only by invitation.

    Raises GameNotFound, NotTheHost, GameNotInLobby, NoPlayerThere, Invalid.
    """
    game, chairs = lobby_of_host(user=user, game_id=game_id)
    chair = chair_numbered(chairs=chairs, number=seat)
    if chair.user_id is None:
        raise NoPlayerThere
    if chair.user_id == user.id:
        raise Invalid.field("/seat", "yourself", _("This seat is yours: leave it instead."))
    Exclusion.objects.get_or_create(game=game, user=chair.user)
    notify.tell(game, [chair], "kicked", seat=seat, why="host")
    stand_up(chair)
    return lobby_save(game, chairs)


@transaction.atomic
def game_cancel(*, user: User, game_id: UUID) -> Game:
    """Call a match off before it starts. Raises GameNotFound, NotTheHost, GameNotInLobby."""
    game, chairs = lobby_of_host(user=user, game_id=game_id)
    return lobby_call_off(game, chairs, why="host")
