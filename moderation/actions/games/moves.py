"""Staff actions that play for a seat or go back to an earlier move."""

from __future__ import annotations

from uuid import UUID

from django import forms
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games import staff
from games.models import Game, Rollback
from games.play import rollback
from games.staff import RollbackPreview
from games.staff.selectors import staff_view_of
from moderation.actions.base import ALL_PLAYERS, Run
from moderation.actions.games.base import GameAction, active, service
from moderation.models import Action, AuditEntry
from moderation.permissions import SENIORS, involvement_check, permission_check
from moderation.services.reveal_secrets import revealed_until


def decision(game: Game) -> forms.Field:
    """Return a hidden field with the decision that was open when the form was created."""
    return forms.IntegerField(widget=forms.HiddenInput, initial=game.decision_id)


def choice(game: Game) -> forms.Field:
    """Return a field with the options of the open decision. SECRET."""
    open_decision = (
        staff_view_of(game_id=game.id, secrets=True, language=get_language()).decision or {}
    )
    options = [(one["choice"], one["label"]) for one in open_decision.get("options", ())]
    return forms.ChoiceField(choices=options, label=_("Choice"))


MODERATOR_PLAYED = _(
    "The next player is notified, as after any move. The log of the game tells everybody that a "
    "moderator did this."
)
PLAY_DEFAULT = GameAction(
    action=Action.PLAY_DEFAULT,
    title=_("Play the default move"),
    explanation=_(
        "Plays the move that is played when the time runs out. It follows a public rule and uses "
        "no hidden information."
    ),
    notifies=MODERATOR_PLAYED,
    done=_("The default move was played."),
    fields={"decision": decision},
    logs=("decision",),
    perform=service(staff.default_play),
    plays=True,
    dangerous=True,
)
PLAY_CHOICE = GameAction(
    action=Action.PLAY_CHOICE,
    title=_("Play a specific choice"),
    explanation=_(
        "Answers the open decision with the choice that you select. The options are secret, and "
        "the audit log says that you revealed them."
    ),
    notifies=MODERATOR_PLAYED,
    done=_("The choice was played."),
    fields={"decision": decision, "choice": choice},
    logs=("decision",),  # the choice is a secret of the seat
    perform=service(staff.choice_play),
    plays=True,
    needs_reveal=True,
    dangerous=True,
    roles=SENIORS,
)


def rollback_preview(
    *, by: User, game_id: UUID, to_move: int, secrets: bool = False
) -> RollbackPreview:
    """Return the consequences of a rollback.

    With ``secrets``, they include private information, if the user revealed the secrets recently.
    """
    permission_check(by, ROLLBACK.action)
    involvement_check(by, game_id)
    revealed = secrets and revealed_until(by=by, game_id=game_id) is not None
    return staff.rollback_preview(game_id=game_id, to_move=to_move, secrets=revealed)


def rollback_perform(run: Run, to_move: int, decision: int | None = None) -> Rollback:
    """Roll back, unless the open decision has changed since the preview."""
    return rollback.game_rollback(
        game_id=run.target.id, to_move=to_move, by=run.by, reason=run.reason, decision=decision
    )


def undo_rollback(run: Run) -> Rollback:
    """Undo the last rollback, and link its entry in the audit log."""
    back = staff.rollback_undo(game_id=run.target.id)
    run.data["to_move"] = back.from_move
    run.undoes = rollback_entry(run.target.id, back)
    return back


def rollback_entry(game_id: UUID, back: Rollback) -> AuditEntry | None:
    """Return the log entry of a rollback, or None if the players voted for it."""
    entries = AuditEntry.objects.filter(game=game_id, action=Action.ROLLBACK, undone_by=None)
    return entries.filter(by=back.by, data__to_move=back.to_move).order_by("-id").first()


def was_rolled_back(game: Game) -> bool:
    """True if the game is running and nobody has played since its last rollback."""
    backs = Rollback.objects.filter(game=game, undone_at=None, to_move=game.move_count)
    return active(game) and backs.exists()


ROLLBACK = GameAction(
    action=Action.ROLLBACK,
    title=_("Roll back"),
    explanation=_(
        "The moves after the one you select no longer count, but stay in the log. Players may "
        "remember what those moves showed them. The player to move gets the full time for the "
        "turn. You can undo this until somebody moves."
    ),
    notifies=ALL_PLAYERS,
    done=_("The game went back to move {to_move}."),
    fields={
        "to_move": lambda game: forms.IntegerField(min_value=0, widget=forms.HiddenInput),
        "decision": lambda game: forms.IntegerField(
            widget=forms.HiddenInput,
            error_messages={"required": _("Open the preview first.")},
        ),
    },
    logs=("to_move",),
    available=lambda game: active(game) and game.move_count > 0,
    perform=rollback_perform,
    dangerous=True,
    page="games_game_rollback",
)
UNDO_ROLLBACK = GameAction(
    action=Action.UNDO_ROLLBACK,
    title=_("Undo the rollback"),
    explanation=_(
        "The moves that the last rollback undid count again, if nobody has moved since. The player "
        "to move gets the full time for the turn."
    ),
    notifies=ALL_PLAYERS,
    done=_("The moves count again."),
    available=was_rolled_back,
    perform=undo_rollback,
    dangerous=True,
)
