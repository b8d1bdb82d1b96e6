"""Staff actions on one game."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django import forms
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core import database_clock
from games import staff
from games.models import Game, Pause, PauseKind, Rollback, Seat, Status
from games.play import due_games, rollback
from games.play.locking import game_lock
from games.rules.errors import RulesUnavailable
from games.rules.rulesets import rules_now
from games.staff import LOST_BY_PLAYER, RollbackPreview
from games.staff.errors import NothingToDo
from games.staff.selectors import staff_view_of
from moderation.actions import fields
from moderation.actions.base import ALL_PLAYERS, Run, StaffAction
from moderation.errors import ConflictOfInterest, SecretsNotRevealed
from moderation.models import Action, AuditEntry
from moderation.permissions import SENIORS, involvement_check, permission_check
from moderation.services.reveal_secrets import REVEAL_TIME, revealed_until

DIVERGED = _("The state of the game differs from its moves: it is in quarantine now.")
NOBODY = _("The players are not notified.")
CLOCK_STOPS = _("If the clock was running, all players still in the game are notified.")
CLOCK_RUNS = _("If the clock runs again, all players still in the game are notified.")
TO_MOVE = _("The player to move is notified. The log of the game tells all others.")
GIVEN_BACK = _(
    "If the player gets the seat back and has to move, the player is notified. The log of the game "
    "tells all others."
)
REMOVED = _(
    "The player is notified, and all players if the game ends. The log of the game tells all "
    "others."
)
LOGGED = ("status", "frozen", "paused", "deadline_at", "move_count", "rated", "annulled_at")
"""What the audit log compares before and after an action: everybody may know it."""


def active(game: Game) -> bool:
    return game.status == Status.ACTIVE


@dataclass(frozen=True, kw_only=True)
class GameAction(StaffAction):
    """A staff action on a game, whose row is locked. Nobody acts on a game of their own."""

    available: Callable[[Game], bool] = active
    needs_reveal: bool = False
    """True if only those who revealed the secrets a short time ago may do this."""
    plays: bool = False
    """True if the action makes a move, which can show that the state differs from the moves."""

    def outer_context(self, target_id: UUID) -> AbstractContextManager[None]:
        if not self.plays:
            return super().outer_context(target_id)
        return due_games.quarantine_on_divergence(game_id=target_id, detail=DIVERGED)

    def find(self, target_id: UUID) -> Game:
        return game_lock(target_id)  # before the check: nobody takes a seat meanwhile

    def check_reach(self, by: User, target: Game) -> None:
        involvement_check(by, target.id)

    def prepare(self, by: User, target: Game) -> None:
        if self.needs_reveal and revealed_until(by=by, game_id=target.id) is None:
            raise SecretsNotRevealed

    def facts(self, target: Game) -> dict[str, Any]:
        values = {name: getattr(target, name) for name in LOGGED}
        return {
            name: value.isoformat() if isinstance(value, datetime) else value
            for name, value in values.items()
        }

    def entry(self, run: Run) -> dict[str, Any]:
        after = self.facts(Game.objects.get(id=run.target.id))
        changed = {
            name: [before, after[name]]
            for name, before in run.before.items()
            if before != after[name]
        }
        return {
            "game": run.target.id,
            "data": {**run.data, **({"changed": changed} if changed else {})},
        }


def service(perform: Callable[..., Any]) -> Callable[..., Any]:
    """Call a service with the id of the game and the fields of the form."""
    return lambda run, **given: perform(game_id=run.target.id, **given)


def paused_by(kind: PauseKind) -> Callable[[Game], bool]:
    return lambda game: (
        active(game) and game.paused and Pause.objects.filter(game=game, kind=kind).exists()
    )


def has_clock(game: Game) -> bool:
    return active(game) and game.pace["kind"] != "none"


def seat(concerns: Callable[[Seat], bool]) -> Callable[[Game], forms.Field]:
    """One of the seats that the action concerns."""

    def field(game: Game) -> forms.Field:
        seats = game.seats.select_related("user").order_by("number")
        choices = [(one.number, seat_name(one)) for one in seats if concerns(one)]
        return forms.TypedChoiceField(choices=choices, coerce=int, label=_("Seat"))

    return field


def seat_name(seat: Seat) -> str:
    who = (
        seat.user.username
        if seat.user
        else f"{gettext('bot')}, {seat.bot}"
        if seat.bot
        else gettext("free")
    )
    return f"{seat.number}: {who}"


def username(game: Game) -> forms.Field:
    return forms.CharField(max_length=30, label=_("Username"))


# --- secrets -------------------------------------------------------------------------------------


def reveal(run: Run) -> datetime:
    """Return until when ``run.by`` sees the secrets: the entry in the audit log is what counts."""
    return database_clock.now() + REVEAL_TIME


REVEAL = GameAction(
    action=Action.REVEAL_SECRETS,
    title=_("Reveal secrets"),
    explanation=_(
        "For 15 minutes, the pages of this game show you the hands and characters of all seats, "
        "their private messages from the game, and the standing orders. The audit log keeps your "
        "name, the time and the reason."
    ),
    notifies=NOBODY,
    done=_("You can see the secrets of this game for 15 minutes."),
    available=lambda game: bool(game.commitment) and game.status != Status.FINISHED,
    perform=reveal,
    roles=SENIORS,
)

# --- the clock -----------------------------------------------------------------------------------


def end_quarantine(run: Run) -> None:
    if not due_games.quarantine_end(game_id=run.target.id):
        raise NothingToDo(_("The game is not in quarantine."))


def extend_deadline(run: Run, length: timedelta) -> Game:
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
    even_with_part=True,  # it stops everybody, the moderator included
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
    title=_("Try again"),
    explanation=_("Ends the quarantine. The service tries the game again, and may fail again."),
    notifies=CLOCK_RUNS,
    done=_("The game is no longer in quarantine."),
    available=paused_by(PauseKind.QUARANTINE),
    perform=end_quarantine,
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
        "Forgives the last missed turn of the seat. If the player lost the seat on time, or a bot "
        "stands in, the player gets the seat back. Otherwise the miss no longer counts, or the "
        "excuse it used is given back."
    ),
    notifies=GIVEN_BACK,
    done=_("The missed turn of seat {seat} is excused."),
    fields={"seat": seat(lambda one: one.user_id is not None)},
    logs=("seat",),
    perform=service(staff.turn_excuse),
    single_use=True,
)

# --- playing for a seat --------------------------------------------------------------------------


def decision(game: Game) -> forms.Field:
    """The decision that is open when the form is made."""
    return forms.IntegerField(widget=forms.HiddenInput, initial=game.decision_id)


def choice(game: Game) -> forms.Field:
    """The options of the open decision. SECRET."""
    asked = staff_view_of(game_id=game.id, secrets=True, language=get_language()).decision or {}
    options = [(one["choice"], one["label"]) for one in asked.get("options", ())]
    return forms.ChoiceField(choices=options, label=_("Choice"))


MODERATOR_PLAYED = _(
    "The next player is notified, as after any move. The log of the game tells everybody that a "
    "moderator did this."
)
PLAY_DEFAULT = GameAction(
    action=Action.PLAY_DEFAULT,
    title=_("Play for the seat"),
    explanation=_(
        "Plays the default move, as when the time runs out. It follows a public rule and uses no "
        "hidden information."
    ),
    notifies=MODERATOR_PLAYED,
    done=_("The decision is answered."),
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
        "Answers the open decision with the choice that you select. Only the player may know the "
        "options: the audit log says that you revealed them."
    ),
    notifies=MODERATOR_PLAYED,
    done=_("The decision is answered."),
    fields={"decision": decision, "choice": choice},
    logs=("decision",),  # the choice is a secret of the seat
    perform=service(staff.choice_play),
    plays=True,
    needs_reveal=True,
    dangerous=True,
    roles=SENIORS,
)

# --- seats ---------------------------------------------------------------------------------------


def bot_field(name: str, **options: Any) -> Callable[[Game], forms.Field]:
    """The bots of the rules, or none while the rules cannot be loaded."""

    def field(game: Game) -> forms.Field:
        try:
            known = getattr(rules_now(game.ruleset), name)
        except RulesUnavailable:
            known = ()
        return forms.ChoiceField(choices=[(one, one) for one in known], **options)

    return field


def replace_by_bot(run: Run, seat: int, level: str, profile: str = "") -> Game:
    run.data["former"] = user_on(run.target.id, seat)
    return staff.seat_to_bot(game_id=run.target.id, seat=seat, level=level, profile=profile)


def replace_by_user(run: Run, seat: int, username: str, only_lost: bool = False) -> Game:
    """Give a seat to a user who has not seen the secrets. Raises ConflictOfInterest."""
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
    """Open to plain moderators: it shows the secrets of nobody who still plays."""
    return replace_by_user(run, seat, username, only_lost=True)


def user_on(game_id: UUID, seat: int) -> str | None:
    """Return the id of the user on a seat, for the audit log."""
    users = Game.objects.filter(id=game_id, seats__number=seat).values_list("seats__user")
    return next((str(user) for (user,) in users if user is not None), None)


REPLACE_BY_BOT = GameAction(
    action=Action.REPLACE_BY_BOT,
    title=_("Replace a player by a bot"),
    explanation=_(
        "The player loses the seat permanently and a bot plays on. The player comes last and sees "
        "the game as a spectator. Their record does not count this game."
    ),
    notifies=REMOVED,
    done=_("A bot plays seat {seat}."),
    fields={
        "seat": seat(lambda one: one.user_id is not None and one.lost_at is None),
        "level": bot_field("bot_levels", label=_("Level")),
        "profile": bot_field(
            "bot_profiles",
            label=_("Profile"),
            required=False,
            help_text=_("The playing style of the bot."),
        ),
    },
    logs=("seat", "level", "profile"),
    perform=replace_by_bot,
    dangerous=True,
)
BOTH = _("The user and the former player are notified. The log of the game tells all others.")
FILL_LOST_SEAT = GameAction(
    action=Action.FILL_LOST_SEAT,
    title=_("Give a lost seat to a user"),
    explanation=_(
        "The user you name plays a seat whose player resigned or lost it on time. From now on, the "
        "user sees what the seat sees; of earlier moves, only what spectators see."
    ),
    notifies=BOTH,
    done=_("{username} plays seat {seat}."),
    fields={"seat": seat(lambda one: one.loss in LOST_BY_PLAYER), "username": username},
    logs=("seat",),
    available=lambda game: active(game) and game.seats.filter(loss__in=LOST_BY_PLAYER).exists(),
    perform=fill_lost_seat,
    dangerous=True,
)
REPLACE_BY_USER = GameAction(
    action=Action.REPLACE_BY_USER,
    title=_("Replace a player by a user"),
    explanation=_(
        "The player loses the seat, even if they are playing, and the user you name plays on. From "
        "now on, the user sees what the seat sees; of earlier moves, only what spectators see."
    ),
    notifies=BOTH,
    done=_("{username} plays seat {seat}."),
    fields={"seat": seat(lambda one: one.user_id is not None), "username": username},
    logs=("seat",),
    perform=replace_by_user,
    dangerous=True,
    roles=SENIORS,
)

# --- going back ----------------------------------------------------------------------------------


def rollback_preview(
    *, by: User, game_id: UUID, to_move: int, secrets: bool = False
) -> RollbackPreview:
    """Return what it would mean to go back; with ``secrets`` those of the seats, for staff who
    revealed them a short time ago.
    """
    permission_check(by, ROLLBACK.action)
    involvement_check(by, game_id)
    revealed = secrets and revealed_until(by=by, game_id=game_id) is not None
    return staff.rollback_preview(game_id=game_id, to_move=to_move, secrets=revealed)


def rollback_perform(run: Run, to_move: int, decision: int | None = None) -> Rollback:
    """Go back, unless the open decision is another one than ``decision`` of the preview."""
    return rollback.game_rollback(
        game_id=run.target.id, to_move=to_move, by=run.by, reason=run.reason, decision=decision
    )


def undo_rollback(run: Run) -> Rollback:
    back = staff.rollback_undo(game_id=run.target.id)
    run.data["to_move"] = back.from_move
    run.undoes = rollback_entry(run.target.id, back)
    return back


def rollback_entry(game_id: UUID, back: Rollback) -> AuditEntry | None:
    """Return the entry of this rollback; None if the players voted for it."""
    entries = AuditEntry.objects.filter(game=game_id, action=Action.ROLLBACK, undone_by=None)
    return entries.filter(by=back.by, data__to_move=back.to_move).order_by("-id").first()


def was_rolled_back(game: Game) -> bool:
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
            error_messages={"required": _("Look at the preview first.")},
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

# --- the end -------------------------------------------------------------------------------------


def can_be_annulled(game: Game) -> bool:
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
        "The game counts for nobody. A running game is cancelled. If the game is finished, its "
        "effect on ratings and records is removed. This cannot be undone."
    ),
    notifies=ALL_PLAYERS,
    done=_("The game is annulled."),
    available=can_be_annulled,
    perform=service(staff.game_annul),
    dangerous=True,
)

GAME_ACTIONS: tuple[GameAction, ...] = (
    REVEAL,
    FREEZE,
    UNFREEZE,
    END_QUARANTINE,
    EXTEND_DEADLINE,
    RESET_DEADLINE,
    EXCUSE_TURN,
    PLAY_DEFAULT,
    PLAY_CHOICE,
    REPLACE_BY_BOT,
    FILL_LOST_SEAT,
    REPLACE_BY_USER,
    UNDO_ROLLBACK,
    END,
    ANNUL,
    ROLLBACK,
)
"""In the order of the page."""
