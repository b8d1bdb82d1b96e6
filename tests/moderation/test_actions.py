"""Staff actions with their reasons and audit log entries."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from core.errors import Invalid
from games.models import Failure, Game, Rollback
from games.models.clock import ClockFields
from games.models.game import PlayFields, columns_of
from games.play.errors import GameFrozen, GameNotFound, RollbackRefused
from games.play.rollback import game_rollback
from games.seats.resign import seat_resign
from games.staff.errors import NothingToDo
from games.sweeps import timers_sweep
from moderation.actions.bulk import EXTEND_ALL, PAUSE_ALL, UNPAUSE_ALL
from moderation.actions.games import (
    END,
    END_QUARANTINE,
    EXTEND_DEADLINE,
    FILL_LOST_SEAT,
    FREEZE,
    PLAY_CHOICE,
    REPLACE_BY_USER,
    REVEAL,
    ROLLBACK,
    UNDO_ROLLBACK,
    rollback_preview,
)
from moderation.actions.games.base import LOGGED
from moderation.actions.users import BAN, MUTE, UNBAN, UNMUTE, UserAction
from moderation.errors import (
    ConflictOfInterest,
    NotPermitted,
    SecretsNotRevealed,
    StaffOnly,
    UserNotFound,
)
from moderation.models import Action, AuditEntry
from moderation.services.reveal_secrets import REVEAL_TIME, revealed_until
from tests.conftest import user_named
from tests.moderation.all_actions import do, scene
from tests.timed import A_DAY_EACH, DAY, HOUR, NOW, Clock, fresh, platform_event_kinds
from tests.toy_games import NOWHERE, options_of, play, spoil, start_game

pytestmark = pytest.mark.usefixtures("toy")
WHY = "They asked for it."


@pytest.fixture
def game(alice: User, bob: User, clock: Clock) -> Game:
    return play(alice, start_game(alice, bob, pace=A_DAY_EACH))


def only_entry() -> AuditEntry:
    return AuditEntry.objects.get()


def on(game: Game, by: User) -> dict[str, Any]:
    return {"by": by, "target_id": game.id, "reason": WHY}


def test_the_log_says_what_a_game_was_before_and_after(game: Game, maya: User) -> None:
    EXTEND_DEADLINE.run(length=6 * HOUR, **on(game, maya))
    entry = only_entry()
    assert (entry.by, entry.action, entry.game, entry.reason) == (
        maya,
        Action.EXTEND_DEADLINE,
        game.id,
        WHY,
    )
    before, after = NOW + DAY, NOW + 30 * HOUR
    assert entry.data == {
        "seconds": 6 * 3600,
        "changed": {"deadline_at": [before.isoformat(), after.isoformat()]},
    }


def test_each_column_of_the_play_is_in_the_log_or_left_out_on_purpose() -> None:
    """These follow from the others or from the moves, or may tell what players plan."""
    assert {*columns_of(PlayFields, ClockFields)} - {*LOGGED} == {
        *("started_at", "finished_at", "result", "rating_due_at", "reopened_as", "commitment"),
        *("version", "event_count", "attempts", "decision_id_offset"),
        *("to_act", "to_act_since", "topic", "auto_at", "due_at", "remind_at"),
        *("clock_left", "clock_since", "clock_quiet_hours"),
    }


def test_what_was_refused_is_not_in_the_log(game: Game, maya: User) -> None:
    FREEZE.run(**on(game, maya))
    with pytest.raises(NothingToDo):
        FREEZE.run(**on(game, maya))
    with pytest.raises(NothingToDo):
        END_QUARANTINE.run(**on(game, maya))
    with pytest.raises(GameNotFound):
        END.run(by=maya, target_id=NOWHERE, reason=WHY)
    assert only_entry().action == Action.FREEZE_GAME


def test_without_a_reason_nothing_happens(game: Game, maya: User) -> None:
    with pytest.raises(Invalid):
        FREEZE.run(by=maya, target_id=game.id, reason="  ")
    assert not fresh(game).frozen
    assert not AuditEntry.objects.exists()


def test_what_cannot_be_logged_is_not_done(
    game: Game, maya: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(**words: Any) -> None:
        raise RuntimeError("no room for the log")

    monkeypatch.setattr("moderation.actions.base.audit", fail)
    with pytest.raises(RuntimeError):
        END.run(**on(game, maya))
    assert (fresh(game).status, platform_event_kinds(game)) == ("active", [])


# --- secrets -------------------------------------------------------------------------------------


def test_who_answers_with_a_choice_has_looked_lately_and_the_log_keeps_the_secret(
    game: Game, alice: User, simon: User, clock: Clock
) -> None:
    choice = options_of(alice, game)[0]
    words: dict[str, Any] = {"decision": game.decision_id, "choice": choice, **on(game, simon)}
    with pytest.raises(SecretsNotRevealed):
        PLAY_CHOICE.run(**words)
    until = REVEAL.run(**on(game, simon))
    assert until == revealed_until(by=simon, game_id=game.id) == NOW + REVEAL_TIME
    clock.shift(REVEAL_TIME)
    with pytest.raises(SecretsNotRevealed):
        PLAY_CHOICE.run(**words)
    REVEAL.run(**on(game, simon))
    PLAY_CHOICE.run(**words)
    assert fresh(game).moves.get(number=2).choice == choice
    assert choice not in str(list(AuditEntry.objects.values()))


def test_a_preview_tells_secrets_to_who_has_looked(
    game: Game, alice: User, maya: User, simon: User, otto: User
) -> None:
    preview: dict[str, Any] = {"game_id": game.id, "to_move": 0, "secrets": True}
    assert rollback_preview(by=maya, **preview).seats[0].orders is None
    assert rollback_preview(by=simon, **preview).seats[0].orders is None
    REVEAL.run(**on(game, simon))
    assert rollback_preview(by=simon, **preview).seats[0].orders == 0
    covered = rollback_preview(by=simon, **{**preview, "secrets": False})
    assert covered.seats[0].orders is None
    for user in (otto, alice):
        with pytest.raises(NotPermitted):
            rollback_preview(by=user, **preview)


@pytest.mark.parametrize("action", [Action.PLAY_DEFAULT, Action.PLAY_CHOICE])
def test_an_answer_to_a_game_whose_state_differs_from_its_moves_suspends_it(
    action: Action, ada: User, charlie: User
) -> None:
    one = scene(charlie)
    spoil(one.game, coins=[7, 0, 0])
    with pytest.raises(GameFrozen):
        do(action, one, ada)
    assert (fresh(one.game).frozen, one.game.move_count) == (True, 2)
    assert "the stored state differs in coins" in Failure.objects.get(game=one.game).traceback
    assert not AuditEntry.objects.filter(action=action).exists()


def test_no_seat_is_given_to_who_gives_it_or_has_looked(
    alice: User, maya: User, simon: User, ada: User, charlie: User
) -> None:
    game = start_game(alice, user_named("dora"), user_named("bobby"))
    REVEAL.run(**on(game, simon))
    for by, to in ((ada, ada), (simon, simon), (ada, simon)):
        with pytest.raises(ConflictOfInterest):
            REPLACE_BY_USER.run(seat=0, username=to.username.upper(), **on(game, by))
    seat_resign(user=alice, game_id=game.id)
    for by, to in ((maya, maya), (maya, simon)):
        with pytest.raises(ConflictOfInterest):
            FILL_LOST_SEAT.run(seat=0, username=to.username.upper(), **on(game, by))
    FILL_LOST_SEAT.run(seat=0, username=charlie.username, **on(game, maya))
    assert fresh(game).seats.get(number=0).user == charlie


# --- going back ----------------------------------------------------------------------------------


def test_an_undo_names_what_it_undoes(game: Game, maya: User, simon: User) -> None:
    ROLLBACK.run(to_move=0, **on(game, maya))
    assert Rollback.objects.get().by == maya
    back = only_entry()
    UNDO_ROLLBACK.run(**on(game, simon))
    undo = AuditEntry.objects.get(action=Action.UNDO_ROLLBACK)
    assert (undo.undoes, undo.data["changed"]["move_count"]) == (back, [0, 1])
    with pytest.raises(RollbackRefused):
        UNDO_ROLLBACK.run(**on(game, simon))


def test_the_undo_of_what_the_players_voted_for_undoes_no_entry(
    game: Game, alice: User, maya: User
) -> None:
    game_rollback(game_id=game.id, to_move=0, by=alice, reason="undo")
    UNDO_ROLLBACK.run(**on(game, maya))
    assert only_entry().undoes is None


# --- users ---------------------------------------------------------------------------------------


def test_a_ban_and_a_mute_have_an_end_and_words_for_the_user(
    alice: User, maya: User, clock: Clock
) -> None:
    until = timezone.now() + timedelta(days=3)
    to: dict[str, Any] = {"by": maya, "target_id": alice.id, "reason": WHY}
    BAN.run(shown=" Insults. ", days=3, **to)
    MUTE.run(shown="Insults.", days=0, **to)
    alice.refresh_from_db()
    assert (alice.banned_until, alice.ban_reason) == (until, "Insults.")
    assert (alice.muted_until and alice.muted_until.year, alice.mute_reason) == (9999, "Insults.")
    UNBAN.run(**to)
    UNMUTE.run(**to)
    alice.refresh_from_db()
    assert (alice.banned_until, alice.muted_until) == (None, None)
    entries = AuditEntry.objects.order_by("id")
    assert [entry.user for entry in entries] == [alice.id] * 4
    assert entries[0].data == {"shown": "Insults.", "until": until.isoformat(), "before": None}
    for lift in (UNBAN, UNMUTE):
        with pytest.raises(NothingToDo):
            lift.run(**to)


def test_a_ban_that_says_nothing_is_refused(alice: User, ada: User) -> None:
    to: dict[str, Any] = {"by": ada, "target_id": alice.id, "reason": WHY}
    for shown in (" ", "x" * 301):
        for action in (BAN, MUTE):
            with pytest.raises(Invalid):
                action.run(shown=shown, days=7, **to)
    with pytest.raises(UserNotFound):
        UNBAN.run(by=ada, target_id=NOWHERE, reason=WHY)


def test_moderators_do_not_act_on_staff(maya: User, simon: User) -> None:
    with pytest.raises(StaffOnly):
        BAN.run(by=simon, target_id=maya.id, shown="Enough.", days=7, reason=WHY)


@pytest.mark.parametrize("action", [BAN, MUTE], ids=lambda action: action.slug)
def test_a_sanction_says_for_how_long(action: UserAction, alice: User, maya: User) -> None:
    to: dict[str, Any] = {"by": maya, "target_id": alice.id, "shown": "Insults.", "reason": WHY}
    with pytest.raises(TypeError):
        action.run(**to)
    with pytest.raises(Invalid):
        action.run(days=-1, **to)
    assert not AuditEntry.objects.exists()
    action.run(days=0, **to)
    assert AuditEntry.objects.get().data["until"] is None  # permanently


# --- everything at once --------------------------------------------------------------------------


def test_everything_is_paused_once_and_worked_off_by_the_sweeps(game: Game, simon: User) -> None:
    bulk = PAUSE_ALL.run(by=simon, reason=WHY)
    assert (only_entry().action, only_entry().data) == (Action.PAUSE_ALL, {"bulk": bulk.id})
    timers_sweep()
    assert fresh(game).frozen
    with pytest.raises(NothingToDo):
        PAUSE_ALL.run(by=simon, reason=WHY)
    UNPAUSE_ALL.run(by=simon, reason=WHY)
    EXTEND_ALL.run(by=simon, length=HOUR, reason=WHY)
    timers_sweep()
    assert (fresh(game).frozen, game.deadline_at) == (False, NOW + 25 * HOUR)
