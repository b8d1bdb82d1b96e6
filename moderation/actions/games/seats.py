"""Staff actions that give a seat to a bot or to another user."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django import forms
from django.utils.translation import gettext_lazy as _

from games import staff
from games.models import Game
from games.rules.errors import RulesUnavailable
from games.rules.rulesets import ruleset_now
from games.staff import LOST_BY_PLAYER
from moderation.actions.base import Run
from moderation.actions.fields import NOT_CHOSEN
from moderation.actions.games.base import GameAction, active
from moderation.actions.games.fields import seat_field, username_field
from moderation.errors import ConflictOfInterest
from moderation.models import Action, AuditEntry
from moderation.permissions import SENIORS

REMOVED = _(
    "The player is notified, and all players if the game ends. The log of the game tells all "
    "others."
)


def bot_field(name: str, **options: Any) -> Callable[[Game], forms.Field]:
    """Return a field with the bots of the ruleset, or no choices if the rules are unavailable."""

    def field(game: Game) -> forms.Field:
        try:
            known = getattr(ruleset_now(game.ruleset).bots, name)
        except RulesUnavailable:
            known = ()
        return forms.ChoiceField(choices=[NOT_CHOSEN, *((one, one) for one in known)], **options)

    return field


def replace_by_bot(run: Run, seat: int, level: str, profile: str = "") -> Game:
    """Give a seat to a bot, and note its former user in the audit log."""
    run.data["former"] = user_on(run.target.id, seat)
    return staff.seat_to_bot(game_id=run.target.id, seat=seat, level=level, profile=profile)


def replace_by_user(run: Run, seat: int, username: str, only_lost: bool = False) -> Game:
    """Give a seat to a user. Raises ConflictOfInterest if the user has seen the secrets."""
    game_id = run.target.id
    revealed = AuditEntry.objects.filter(
        game=game_id, action=Action.REVEAL_SECRETS, by__username__iexact=username
    )
    if username.lower() == run.by.username.lower() or revealed.exists():
        raise ConflictOfInterest
    run.data["former"] = user_on(game_id, seat)
    game = staff.seat_to_user(game_id=game_id, seat=seat, username=username, only_lost=only_lost)
    run.data["user"] = user_on(game_id, seat)
    return game


def fill_lost_seat(run: Run, seat: int, username: str) -> Game:
    """Give a lost seat to a user.

    Open to all moderators, since it reveals no secrets of a player who is still in the game.
    """
    return replace_by_user(run, seat, username, only_lost=True)


def user_on(game_id: UUID, seat: int) -> str | None:
    """Return the id of the user on a seat, for the audit log."""
    users = Game.objects.filter(id=game_id, seats__number=seat).values_list("seats__user")
    return next((str(user) for (user,) in users if user is not None), None)


REPLACE_BY_BOT = GameAction(
    action=Action.REPLACE_BY_BOT,
    title=_("Replace a player with a bot"),
    explanation=_(
        "The player loses the seat permanently and a bot takes over. The player comes "
        "last and sees the game as a spectator. The game does not count in their "
        "statistics."
    ),
    notifies=REMOVED,
    done=_("A bot plays seat {seat}."),
    fields={
        "seat": seat_field(lambda one: one.user_id is not None and one.lost_at is None),
        "level": bot_field("levels", label=_("Level")),
        "profile": bot_field(
            "profiles",
            label=_("Profile"),
            required=False,
            help_text=_("The playing style of the bot."),
        ),
    },
    logs=("seat", "level", "profile"),
    confirmation=_("{seat} loses the seat permanently, and a bot ({level}) takes over."),
    perform=replace_by_bot,
    dangerous=True,
)
BOTH = _("The user and the former player are notified. The log of the game tells all others.")
FILL_LOST_SEAT = GameAction(
    action=Action.FILL_LOST_SEAT,
    title=_("Give a lost seat to a user"),
    explanation=_(
        "The user takes over a seat whose player resigned or lost it by running out of "
        "time. From now on, the user sees what the seat sees; for earlier moves, they see"
        " only what spectators see."
    ),
    notifies=BOTH,
    done=_("{username} plays seat {seat}."),
    fields={"seat": seat_field(lambda one: one.loss in LOST_BY_PLAYER), "username": username_field},
    logs=("seat",),
    available=lambda game: active(game) and game.seats.filter(loss__in=LOST_BY_PLAYER).exists(),
    perform=fill_lost_seat,
    dangerous=True,
)
REPLACE_BY_USER = GameAction(
    action=Action.REPLACE_BY_USER,
    title=_("Replace a player with a user"),
    explanation=_(
        "The player loses the seat, even if they are playing, and the user takes it over."
        " From now on, the user sees what the seat sees; for earlier moves, they see only"
        " what spectators see."
    ),
    notifies=BOTH,
    done=_("{username} plays seat {seat}."),
    fields={"seat": seat_field(lambda one: one.user_id is not None), "username": username_field},
    logs=("seat",),
    confirmation=_("{seat} loses the seat permanently, and {username} takes over."),
    perform=replace_by_user,
    dangerous=True,
    roles=SENIORS,
)
