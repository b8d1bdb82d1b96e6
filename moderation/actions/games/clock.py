"""Staff actions on the clock and the pauses of a game."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from django.utils.translation import gettext_lazy as _

from games import staff
from games.models import Game, Pause, PauseKind
from games.staff import divergence
from moderation.actions import fields
from moderation.actions.base import Run
from moderation.actions.games.base import GameAction, active, service
from moderation.actions.games.fields import seat_field
from moderation.models import Action

CLOCK_STOPS = _("If the clock was running, all players still in the game are notified.")
CLOCK_RUNS = _("If the clock runs again, all players still in the game are notified.")
TO_MOVE = _("The player to move is notified. The log of the game tells all others.")
GIVEN_BACK = _(
    "If the player gets the seat back and has to move, the player is notified. The log of the game "
    "tells all others."
)


def paused_by(kind: PauseKind) -> Callable[[Game], bool]:
    """Return a condition: the game is running, and paused for this reason."""
    return lambda game: (
        active(game) and game.paused and Pause.objects.filter(game=game, kind=kind).exists()
    )


def has_clock(game: Game) -> bool:
    """True if the game is running and has a clock."""
    return active(game) and game.pace["kind"] != "none"


def extend_deadline(run: Run, length: timedelta) -> Game:
    """Extend the deadline of the open decision."""
    run.data["seconds"] = int(length.total_seconds())
    return staff.deadline_extend(game_id=run.target.id, length=length)


FREEZE = GameAction(
    action=Action.FREEZE_GAME,
    title=_("Freeze"),
    explanation=_("Stops the clock and refuses moves until the game is unfrozen."),
    notifies=CLOCK_STOPS,
    done=_("The game is frozen."),
    available=lambda game: active(game) and not paused_by(PauseKind.MODERATOR)(game),
    perform=service(staff.game_freeze),
    allow_if_involved=True,  # a freeze favors nobody
)
UNFREEZE = GameAction(
    action=Action.UNFREEZE_GAME,
    title=_("Unfreeze"),
    explanation=_("The game continues. The player to move has the time that was left."),
    notifies=CLOCK_RUNS,
    done=_("The game continues."),
    available=paused_by(PauseKind.MODERATOR),
    perform=service(staff.game_unfreeze),
)
END_QUARANTINE = GameAction(
    action=Action.END_QUARANTINE,
    title=_("End the quarantine"),
    explanation=_(
        "The service tries the game again, and may fail again. This is refused while the state "
        "differs from the moves."
    ),
    notifies=CLOCK_RUNS,
    done=_("The game is no longer in quarantine."),
    available=paused_by(PauseKind.QUARANTINE),
    perform=service(divergence.quarantine_release),
)
REBUILD_STATE = GameAction(
    action=Action.REBUILD_STATE,
    title=_("Rebuild from the moves"),
    explanation=_(
        "Replaces the stored state with the one that the moves lead to. Use it if stored data was "
        "damaged. The game stays in quarantine until you end it."
    ),
    notifies=_("The log of the game tells all players. Nobody is notified."),
    done=_("The state was rebuilt from the moves."),
    available=paused_by(PauseKind.QUARANTINE),
    perform=service(divergence.state_repair),
)
EXTEND_DEADLINE = GameAction(
    action=Action.EXTEND_DEADLINE,
    title=_("Give more time"),
    explanation=_("Adds time to the current turn."),
    notifies=TO_MOVE,
    done=_("The deadline is extended."),
    fields={"length": fields.length},
    available=has_clock,
    perform=extend_deadline,
    single_use=True,
)
RESET_DEADLINE = GameAction(
    action=Action.RESET_DEADLINE,
    title=_("Restart the clock"),
    explanation=_("The player to move gets the full time for this turn again."),
    notifies=TO_MOVE,
    done=_("The player to move has the full time again."),
    available=has_clock,
    perform=service(staff.deadline_reset),
)
EXCUSE_TURN = GameAction(
    action=Action.EXCUSE_TURN,
    title=_("Excuse a missed turn"),
    explanation=_(
        "Excuses the last missed turn of the seat. If the player lost the seat by running"
        " out of time, or a bot stands in, the player gets the seat back. Otherwise the "
        "missed turn no longer counts, or the excuse that it used is given back."
    ),
    notifies=GIVEN_BACK,
    done=_("The missed turn of seat {seat} is excused."),
    fields={"seat": seat_field(lambda one: one.user_id is not None)},
    logs=("seat",),
    perform=service(staff.turn_excuse),
    single_use=True,
)
