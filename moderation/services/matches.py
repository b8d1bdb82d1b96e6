"""Acts on one match."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID

from accounts.models import User
from games.errors import NothingToDo
from games.models import Game, RollBack
from games.services import acts, attempts, rollback
from games.services.acts import RollBackPreview
from games.services.attempts import divergence_suspends
from moderation.errors import ConflictOfInterest, LookFirst
from moderation.models import Act, AuditEntry
from moderation.services.around import act_on_match
from moderation.services.audit import reason_checked
from moderation.services.looking import looking_until
from moderation.services.permission import allowed, no_part_in

DIVERGED = "The state of the match is not that of its moves: it is in quarantine now."

# --- clocks --------------------------------------------------------------------------------------


def match_freeze(*, by: User, game_id: UUID, reason: str) -> Game:
    """Let nobody act in a running match. The one act that a player of it may do, too.

    Raises NotPermitted, Invalid, and what ``games.services.acts`` raise; so do all others here.
    """
    with act_on_match(by=by, act=Act.FREEZE_MATCH, game_id=game_id, reason=reason):
        return acts.match_freeze(game_id=game_id)


def match_unfreeze(*, by: User, game_id: UUID, reason: str) -> Game:
    """Let a frozen match go on."""
    with act_on_match(by=by, act=Act.UNFREEZE_MATCH, game_id=game_id, reason=reason):
        return acts.match_unfreeze(game_id=game_id)


def deadline_extend(
    *, by: User, game_id: UUID, length: timedelta, reason: str, once: UUID | None = None
) -> Game:
    """Give who is to act more time; for each form, ``once``. Raises DoneAlready."""
    act, data = Act.EXTEND_DEADLINE, {"seconds": int(length.total_seconds())}
    with act_on_match(by=by, act=act, game_id=game_id, reason=reason, data=data, once=once):
        return acts.deadline_extend(game_id=game_id, length=length)


def deadline_reset(*, by: User, game_id: UUID, reason: str) -> Game:
    """Give who is to act his time anew."""
    with act_on_match(by=by, act=Act.RESET_DEADLINE, game_id=game_id, reason=reason):
        return acts.deadline_reset(game_id=game_id)


def turn_excuse(
    *, by: User, game_id: UUID, seat: int, reason: str, once: UUID | None = None
) -> Game:
    """Forgive the last miss of a seat; for each form, ``once``. Raises DoneAlready."""
    act, data = Act.EXCUSE_TURN, {"seat": seat}
    with act_on_match(by=by, act=act, game_id=game_id, reason=reason, data=data, once=once):
        return acts.turn_excuse(game_id=game_id, seat=seat)


def quarantine_end(*, by: User, game_id: UUID, reason: str) -> None:
    """Try a match again on which the service has failed. Raises NothingToDo."""
    with act_on_match(by=by, act=Act.END_QUARANTINE, game_id=game_id, reason=reason):
        if not attempts.quarantine_end(game_id=game_id):
            raise NothingToDo("The match is not in quarantine.")


# --- playing for a seat --------------------------------------------------------------------------


def default_play(*, by: User, game_id: UUID, decision: int, reason: str) -> Game:
    """Answer the open decision as the rules do when time is out. Raises GameFrozen: the state is
    not that of the moves, and the match is in quarantine.
    """
    data = {"decision": decision}
    with (
        divergence_suspends(game_id=game_id, detail=DIVERGED),
        act_on_match(by=by, act=Act.PLAY_DEFAULT, game_id=game_id, reason=reason, data=data),
    ):
        return acts.default_play(game_id=game_id, decision=decision)


def choice_play(*, by: User, game_id: UUID, decision: int, choice: str, reason: str) -> Game:
    """Answer the open decision with a choice: for who has looked lately. The choice itself is a
    secret of the seat, and not in the log. Raises LookFirst, and GameFrozen as ``default_play``.
    """
    data = {"decision": decision}
    with (
        divergence_suspends(game_id=game_id, detail=DIVERGED),
        act_on_match(by=by, act=Act.PLAY_CHOICE, game_id=game_id, reason=reason, data=data),
    ):
        if looking_until(by=by, game_id=game_id) is None:
            raise LookFirst
        return acts.choice_play(game_id=game_id, decision=decision, choice=choice)


# --- seats ---------------------------------------------------------------------------------------


def seat_to_bot(
    *, by: User, game_id: UUID, seat: int, level: str, profile: str = "", reason: str
) -> Game:
    """Put a bot in the place of a player, for good."""
    data: dict[str, Any] = {"seat": seat, "level": level, "profile": profile}
    with act_on_match(by=by, act=Act.REPLACE_BY_BOT, game_id=game_id, reason=reason, data=data):
        data["former"] = user_on(game_id, seat)
        return acts.seat_to_bot(game_id=game_id, seat=seat, level=level, profile=profile)


def seat_to_user(
    *, by: User, game_id: UUID, seat: int, username: str, reason: str, only_lost: bool = False
) -> Game:
    """Put another user on the seat of a player. The user must not have seen the match's secrets.

    ``only_lost``: only if the player resigned or lost the seat by time. A plain moderator may do
    this, since it shows the secrets of nobody who still plays.
    """
    act = Act.FILL_LOST_SEAT if only_lost else Act.REPLACE_BY_USER
    data: dict[str, Any] = {"seat": seat}
    with act_on_match(by=by, act=act, game_id=game_id, reason=reason, data=data):
        without_knowledge(game_id, username, by=by)
        data["former"] = user_on(game_id, seat)
        game = acts.seat_to_user(game_id=game_id, seat=seat, username=username, only_lost=only_lost)
        data["user"] = user_on(game_id, seat)
        return game


def without_knowledge(game_id: UUID, username: str, *, by: User) -> None:
    """Raises ConflictOfInterest: the user of this name is ``by``, or has looked at the match."""
    looks = AuditEntry.objects.filter(game=game_id, act=Act.LOOK, by__username__iexact=username)
    if username.lower() == by.username.lower() or looks.exists():
        raise ConflictOfInterest


def user_on(game_id: UUID, seat: int) -> str | None:
    """The id of the user on a seat, for the log."""
    users = Game.objects.filter(id=game_id, seats__number=seat).values_list("seats__user")
    return next((str(user) for (user,) in users if user is not None), None)


# --- going back ----------------------------------------------------------------------------------


def roll_back_preview(
    *, by: User, game_id: UUID, to_move: int, secrets: bool = False
) -> RollBackPreview:
    """What it would mean to go back; where ``secrets`` are asked for, with those of the seats for
    who has looked lately.
    """
    allowed(by, Act.ROLL_BACK)
    no_part_in(by, game_id, Act.ROLL_BACK)
    looks = secrets and looking_until(by=by, game_id=game_id) is not None
    return acts.roll_back_preview(game_id=game_id, to_move=to_move, secrets=looks)


def match_roll_back(
    *, by: User, game_id: UUID, to_move: int, reason: str, decision: int | None = None
) -> RollBack:
    """Take a running match back to the state after ``to_move``; not if the open decision is another
    than ``decision``, which the preview had. Raises RollBackRefused.
    """
    data = {"to_move": to_move}
    with act_on_match(by=by, act=Act.ROLL_BACK, game_id=game_id, reason=reason, data=data):
        return rollback.game_roll_back(
            game_id=game_id,
            to_move=to_move,
            by=by,
            reason=reason_checked(reason),
            decision=decision,
        )


def roll_back_undo(*, by: User, game_id: UUID, reason: str) -> RollBack:
    """Let the moves count again that the last roll-back undid, as long as no new one was made."""
    data: dict[str, Any] = {}
    with act_on_match(
        by=by, act=Act.UNDO_ROLL_BACK, game_id=game_id, reason=reason, data=data
    ) as log:
        back = acts.roll_back_undo(game_id=game_id)
        data["to_move"] = back.from_move
        log.undoes = roll_back_entry(game_id, back)
        return back


def roll_back_entry(game_id: UUID, back: RollBack) -> AuditEntry | None:
    """What the log has of this roll-back; the players may have voted for it."""
    entries = AuditEntry.objects.filter(game=game_id, act=Act.ROLL_BACK, undone_by=None)
    return entries.filter(by=back.by, data__to_move=back.to_move).order_by("-id").first()


# --- the end -------------------------------------------------------------------------------------


def match_annul(*, by: User, game_id: UUID, reason: str) -> Game:
    """Let a match count for nobody, running or finished."""
    with act_on_match(by=by, act=Act.ANNUL_MATCH, game_id=game_id, reason=reason):
        return acts.match_annul(game_id=game_id)


def match_end(*, by: User, game_id: UUID, reason: str) -> Game:
    """End a running match as it stands, unrated."""
    with act_on_match(by=by, act=Act.END_MATCH, game_id=game_id, reason=reason):
        return acts.match_end(game_id=game_id)
