"""What bots that think long have decided, kept until the time has come to play it.

How long one thought would tell how many options there were, and how near to each other. So the
moment when its move is seen is settled before it begins to think; it is done by then, and its
choice waits in a row: no worker does.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from games.models import Game, Thought


def thought_begin(*, game_id: UUID, decision: int, due: datetime) -> Thought:
    """A bot begins to think about a decision; its choice is to be played when it is ``due``."""
    thought, _ = Thought.objects.update_or_create(
        game_id=game_id, defaults={"decision": decision, "due_at": due, "choice": ""}
    )
    return thought


def thought_keep(*, game: Game, thought: Thought) -> bool:
    """Keep the choice until it is due, and let the server look at the match then; False: the bot
    has been asked anew meanwhile. The caller holds the match's lock.

    That is nothing that anybody could see: the version of the match stays.
    """
    begun = Thought.objects.filter(game=game, decision=thought.decision, due_at=thought.due_at)
    if not begun.update(choice=thought.choice):
        return False
    Game.objects.filter(id=game.id).update(auto_at=thought.due_at, attempts=0)
    return True


def thought_kept(*, game_id: UUID, decision: int) -> Thought | None:
    """What a bot has decided about the open decision."""
    return Thought.objects.filter(game=game_id, decision=decision).exclude(choice="").first()


def thought_take(*, game: Game, decision: int) -> bool:
    """Take the choice, to play it; False: it has been taken, or the bot has been asked anew. The
    caller holds the match's lock.
    """
    kept = Thought.objects.filter(game=game, decision=decision).exclude(choice="")
    return bool(kept.delete()[0])


def thoughts_forget(game: Game) -> None:
    """The bot to act is asked anew: whether it had decided before tells nobody anything."""
    Thought.objects.filter(game=game).delete()
