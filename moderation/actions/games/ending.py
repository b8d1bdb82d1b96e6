"""Staff actions that end or annul a game."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games import staff
from games.models import Game, Status
from moderation.actions.base import ALL_PLAYERS
from moderation.actions.games.base import GameAction, service
from moderation.models import Action


def can_be_annulled(game: Game) -> bool:
    """True if the game has begun, might count for ratings or records, and is not annulled."""
    if game.status == Status.CANCELLED and not game.seats.exclude(loss="").exists():
        return False
    return game.status != Status.LOBBY and game.annulled_at is None


END = GameAction(
    action=Action.END_GAME,
    title=_("End the game"),
    explanation=_(
        "Ends the game as it stands, unrated. The rules rank the players if they can; otherwise "
        "all players who stayed share first place. This cannot be undone."
    ),
    notifies=ALL_PLAYERS,
    done=_("The game is over."),
    perform=service(staff.game_end),
    dangerous=True,
)
ANNUL = GameAction(
    action=Action.ANNUL_GAME,
    title=_("Annul"),
    explanation=_(
        "The game counts for nobody. A running game is cancelled. If the game is "
        "finished, its effect on ratings and statistics is removed. This cannot be "
        "undone."
    ),
    notifies=ALL_PLAYERS,
    done=_("The game is annulled."),
    available=can_be_annulled,
    perform=service(staff.game_annul),
    dangerous=True,
)
