"""A scene on which every staff action can be performed, and a function that performs it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Any

from django_otp.plugins.otp_totp.models import TOTPDevice

from accounts import services as accounts
from accounts.models import User
from games import staff
from games.chat.services import message_post
from games.models import Game, Message
from games.play.due_games import quarantine
from games.play.rollback import game_rollback
from games.seats.resign import seat_resign
from moderation.actions.appeals import DECIDE
from moderation.actions.bulk import BEGIN_MAINTENANCE, EXTEND_ALL, PAUSE_ALL, UNPAUSE_ALL
from moderation.actions.games import (
    ANNUL,
    CLEAR_TITLE,
    END,
    END_QUARANTINE,
    EXCUSE_TURN,
    EXTEND_DEADLINE,
    FILL_LOST_SEAT,
    FREEZE,
    PLAY_CHOICE,
    PLAY_DEFAULT,
    REBUILD_STATE,
    REMOVE_MESSAGE,
    REPLACE_BY_BOT,
    REPLACE_BY_USER,
    RESET_DEADLINE,
    REVEAL,
    ROLLBACK,
    UNDO_ROLLBACK,
    UNFREEZE,
)
from moderation.actions.refunds import REFUND_RATINGS
from moderation.actions.reports import ASK, CLOSE, MERGE
from moderation.actions.users import (
    BAN,
    DELETE_USER,
    EXPORT_USER,
    MUTE,
    RENAME,
    RESET_SECOND_FACTOR,
    SET_ROLE,
    UNBAN,
    UNMUTE,
    WARN,
)
from moderation.models import Action, AuditEntry
from moderation.services import reports
from moderation.services.appeals import appeal_make
from tests.conftest import user_named
from tests.timed import A_DAY_EACH, HOUR, shown_up
from tests.toy_games import counted, options_of, play, play_out, spoil, start_game

WHY = "They asked for it."


@dataclass
class Scene:
    """Alice and bob play against ``third``. Two moves were made, and alice is to act."""

    game: Game
    alice: User
    target: User
    """The target of actions on users."""


def scene(third: User) -> Scene:
    alice, bob = user_named("alice"), user_named("bob")
    user_named("dora")
    game = start_game(alice, bob, third, pace=A_DAY_EACH)
    game = shown_up(play(alice, play(alice, game)))
    return Scene(game, alice, bob)


def freeze(one: Scene) -> None:
    staff.game_freeze(game_id=one.game.id)


def miss_turn(one: Scene) -> None:
    one.game.seats.filter(number=0).update(missed_in_a_row=1)


def rollback_game(one: Scene) -> None:
    game_rollback(game_id=one.game.id, to_move=1, by=one.alice, reason=WHY)


def quarantine_game(one: Scene) -> None:
    quarantine(game_id=one.game.id)


def damage_state(one: Scene) -> None:
    spoil(one.game, coins=[7, 0])
    quarantine(game_id=one.game.id)


def ban(one: Scene) -> None:
    accounts.user_ban(user=one.target, reason=WHY)


def mute(one: Scene) -> None:
    accounts.user_mute(user=one.target, reason=WHY)


def resign(one: Scene) -> None:
    seat_resign(user=one.alice, game_id=one.game.id)


def ban_after_a_rated_game(one: Scene) -> None:
    dora = User.objects.get(username="dora")
    counted(play_out(start_game(one.target, dora), one.target, dora))
    ban(one)


def enroll(one: Scene) -> None:
    TOTPDevice.objects.create(user=one.target, name="program")


def give_title(one: Scene) -> None:
    Game.objects.filter(id=one.game.id).update(title="An insult")


def pause_all(one: Scene) -> None:
    staff.games_pause(by=one.alice, reason=WHY)


BEFORE: dict[Action, Callable[[Scene], None]] = {
    Action.FILL_LOST_SEAT: resign,
    Action.UNFREEZE_GAME: freeze,
    Action.EXCUSE_TURN: miss_turn,
    Action.UNDO_ROLLBACK: rollback_game,
    Action.END_QUARANTINE: quarantine_game,
    Action.REBUILD_STATE: damage_state,
    Action.UNBAN_USER: ban,
    Action.UNMUTE_USER: mute,
    Action.UNPAUSE_ALL: pause_all,
    Action.RESET_SECOND_FACTOR: enroll,
    Action.CLEAR_TITLE: give_title,
    Action.REFUND_RATINGS: ban_after_a_rated_game,
}
"""The preparations that actions need."""


def do(action: Action, one: Scene, by: User) -> Any:
    """Perform ``action`` as ``by``."""
    return STAFF_ACTIONS[action](one, {"by": by, "reason": WHY})


def reveal_and_choose(one: Scene, words: dict[str, Any]) -> Any:
    REVEAL.run(target_id=one.game.id, **words)
    one.game.refresh_from_db()
    actor = one.game.seats.get(number=one.game.to_act or 0).user
    assert actor is not None
    choice = options_of(actor, one.game)[0]
    return PLAY_CHOICE.run(**on(one), decision=one.game.decision_id, choice=choice, **words)


def on(one: Scene) -> dict[str, Any]:
    return {"target_id": one.game.id}


def to(one: Scene) -> dict[str, Any]:
    return {"target_id": one.target.id}


def on_report(one: Scene) -> dict[str, Any]:
    """Dora has reported the user."""
    by = User.objects.get(username="dora")
    report = reports.report_make(by=by, username=one.target.username, category="abuse")
    return {"target_id": report.id}


def merge(one: Scene, words: dict[str, Any]) -> Any:
    again = reports.report_make(by=one.alice, username=one.target.username, category="abuse")
    return MERGE.run(**on_report(one), also=[again.id], **words)


def remove_message(one: Scene, words: dict[str, Any]) -> Any:
    said: dict[str, Any] = {"game_id": one.game.id, "room": "players"}
    message_post(user=User.objects.get(id=one.target.id), text="Insults.", **said)
    return REMOVE_MESSAGE.run(**on(one), message=Message.objects.get().pk, **words)


def decide_appeal(one: Scene, words: dict[str, Any]) -> Any:
    warned = AuditEntry.objects.create(action=Action.WARN_USER, user=one.target.id, reason=WHY)
    appeal = appeal_make(by=one.target, entry_id=warned.pk, text="Me?")
    return DECIDE.run(target_id=appeal.pk, ruling="upheld", answer="Yes.", **words)


STAFF_ACTIONS: dict[Action, Callable[[Scene, dict[str, Any]], Any]] = {
    Action.FREEZE_GAME: lambda one, words: FREEZE.run(**on(one), **words),
    Action.UNFREEZE_GAME: lambda one, words: UNFREEZE.run(**on(one), **words),
    Action.EXTEND_DEADLINE: lambda one, words: EXTEND_DEADLINE.run(**on(one), length=HOUR, **words),
    Action.RESET_DEADLINE: lambda one, words: RESET_DEADLINE.run(**on(one), **words),
    Action.EXCUSE_TURN: lambda one, words: EXCUSE_TURN.run(**on(one), seat=0, **words),
    Action.PLAY_DEFAULT: lambda one, words: PLAY_DEFAULT.run(
        **on(one), decision=one.game.decision_id, **words
    ),
    Action.PLAY_CHOICE: reveal_and_choose,
    Action.REPLACE_BY_BOT: lambda one, words: REPLACE_BY_BOT.run(
        **on(one), seat=0, level="easy", **words
    ),
    Action.REPLACE_BY_USER: lambda one, words: REPLACE_BY_USER.run(
        **on(one), seat=0, username="dora", **words
    ),
    Action.FILL_LOST_SEAT: lambda one, words: FILL_LOST_SEAT.run(
        **on(one), seat=0, username="dora", **words
    ),
    Action.ANNUL_GAME: lambda one, words: ANNUL.run(**on(one), **words),
    Action.ROLLBACK: lambda one, words: ROLLBACK.run(**on(one), to_move=1, **words),
    Action.UNDO_ROLLBACK: lambda one, words: UNDO_ROLLBACK.run(**on(one), **words),
    Action.END_GAME: lambda one, words: END.run(**on(one), **words),
    Action.REBUILD_STATE: lambda one, words: REBUILD_STATE.run(**on(one), **words),
    Action.END_QUARANTINE: lambda one, words: END_QUARANTINE.run(**on(one), **words),
    Action.REVEAL_SECRETS: lambda one, words: REVEAL.run(**on(one), **words),
    Action.BAN_USER: lambda one, words: BAN.run(**to(one), shown="Insults.", days=7, **words),
    Action.UNBAN_USER: lambda one, words: UNBAN.run(**to(one), **words),
    Action.MUTE_USER: lambda one, words: MUTE.run(**to(one), shown="Insults.", days=7, **words),
    Action.UNMUTE_USER: lambda one, words: UNMUTE.run(**to(one), **words),
    Action.RESET_SECOND_FACTOR: lambda one, words: RESET_SECOND_FACTOR.run(**to(one), **words),
    Action.EXPORT_USER: lambda one, words: EXPORT_USER.run(**to(one), **words),
    Action.DELETE_USER: lambda one, words: DELETE_USER.run(**to(one), **words),
    Action.RENAME_USER: lambda one, words: RENAME.run(**to(one), username="player_1", **words),
    Action.CLEAR_TITLE: lambda one, words: CLEAR_TITLE.run(**on(one), **words),
    Action.SET_ROLE: lambda one, words: SET_ROLE.run(**to(one), role="moderators", **words),
    Action.REFUND_RATINGS: lambda one, words: REFUND_RATINGS.run(
        **to(one), since=date(2020, 1, 1), **words
    ),
    Action.PAUSE_ALL: lambda one, words: PAUSE_ALL.run(**words),
    Action.UNPAUSE_ALL: lambda one, words: UNPAUSE_ALL.run(**words),
    Action.EXTEND_ALL: lambda one, words: EXTEND_ALL.run(length=HOUR, **words),
    Action.MAINTENANCE: lambda one, words: BEGIN_MAINTENANCE.run(**words),
    Action.CLOSE_REPORT: lambda one, words: CLOSE.run(**on_report(one), outcome="nothing", **words),
    Action.MERGE_REPORTS: merge,
    Action.ASK_REPORTER: lambda one, words: ASK.run(**on_report(one), text="Where?", **words),
    Action.WARN_USER: lambda one, words: WARN.run(**to(one), shown="Be kind.", **words),
    Action.REMOVE_MESSAGE: remove_message,
    Action.DECIDE_APPEAL: decide_appeal,
}
