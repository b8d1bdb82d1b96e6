"""The form of a staff action says who is notified, and the outbox agrees."""

from __future__ import annotations

import pytest

from accounts.models import User
from games import staff
from games.models import Loss
from games.play.due_games import quarantine
from games.staff.bulk import bulks_sweep
from moderation.actions.base import ALL_PLAYERS
from moderation.actions.bulk import ANNOUNCE_MAINTENANCE, BULK_ACTIONS, BulkStaffAction
from moderation.actions.games import CLEAR_TITLE, EXCUSE_TURN, GAME_ACTIONS, GameAction
from moderation.actions.games.base import NOBODY
from moderation.actions.games.clock import (
    CLOCK_RUNS,
    CLOCK_STOPS,
    GIVEN_BACK,
    REBUILD_STATE,
    TO_MOVE,
)
from moderation.actions.games.moves import MODERATOR_PLAYED
from moderation.actions.games.seats import BOTH, REMOVED
from moderation.models import Action
from notifications.models import OutboxEntry
from tests.moderation.all_actions import BEFORE, WHY, Scene, do, scene
from tests.timed import turn

pytestmark = pytest.mark.usefixtures("toy")
ALL = {"alice", "bob", "charlie"}
PROMISED: dict[object, set[str]] = {
    NOBODY: set(),
    ALL_PLAYERS: ALL,
    CLOCK_STOPS: ALL,
    CLOCK_RUNS: ALL,
    TO_MOVE: {"bob"},
    GIVEN_BACK: set(),
    MODERATOR_PLAYED: {"charlie"},
    REMOVED: {"alice"},
    BOTH: {"alice", "dora"},
    REBUILD_STATE.notifies: set(),
    CLEAR_TITLE.notifies: {"alice"},
}
"""The notified users in the scene by the text of the form. Bob is to act, then charlie."""


@pytest.fixture
def one(charlie: User) -> Scene:
    return scene(charlie)


def prepare(chosen: Action, one: Scene) -> None:
    if chosen in BEFORE:
        BEFORE[chosen](one)


def notified_users(chosen: Action, one: Scene, by: User) -> set[str]:
    """Perform a staff action and return the users that the outbox notifies."""
    OutboxEntry.objects.all().delete()
    one.game.refresh_from_db()
    do(chosen, one, by)
    if chosen == Action.REMOVE_MESSAGE:  # the message itself notified the others
        OutboxEntry.objects.filter(kind="message").delete()
    if chosen in (Action.PLAY_DEFAULT, Action.PLAY_CHOICE):
        turn(one.target, one.game)  # the same player decides once more
    bulks_sweep()
    users = {user for entry in OutboxEntry.objects.all() for user in entry.users}
    return set(User.objects.filter(id__in=users).values_list("username", flat=True))


@pytest.mark.parametrize("action", GAME_ACTIONS, ids=lambda action: action.slug)
def test_the_users_that_the_form_names_are_notified(
    action: GameAction, one: Scene, ada: User
) -> None:
    chosen = Action(action.action)
    prepare(chosen, one)
    assert notified_users(chosen, one, ada) == PROMISED[action.notifies]


@pytest.mark.parametrize("chosen", [Action.FREEZE_GAME, Action.END_QUARANTINE, Action.PAUSE_ALL])
def test_nobody_is_notified_of_a_clock_that_stood_still_before_or_does_after(
    chosen: Action, one: Scene, ada: User
) -> None:
    quarantine(game_id=one.game.id)
    if chosen == Action.END_QUARANTINE:
        staff.game_freeze(game_id=one.game.id)
    assert notified_users(chosen, one, ada) == set()


def test_a_player_who_gets_the_turn_back_is_notified(one: Scene, ada: User) -> None:
    staff.seat_to_bot(game_id=one.game.id, seat=1, level="easy")
    one.game.seats.filter(number=1).update(loss=Loss.TIMED_OUT)
    OutboxEntry.objects.all().delete()
    EXCUSE_TURN.run(by=ada, target_id=one.game.id, seat=1, reason=WHY)
    assert [entry.kind for entry in OutboxEntry.objects.all()] == ["your_turn"]


ON_GAMES = [action for action in BULK_ACTIONS if action != ANNOUNCE_MAINTENANCE]


@pytest.mark.parametrize("action", ON_GAMES, ids=lambda action: action.slug)
def test_bulk_actions_notify_as_the_ones_for_a_game_do(
    action: BulkStaffAction, one: Scene, ada: User
) -> None:
    chosen = Action(action.action)
    prepare(chosen, one)
    bulks_sweep()
    assert notified_users(chosen, one, ada) == ({"bob"} if chosen == Action.EXTEND_ALL else ALL)
    assert "all players" in action.notifies or chosen == Action.EXTEND_ALL
