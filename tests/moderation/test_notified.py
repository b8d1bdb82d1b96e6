"""The form of a staff action says who is notified: the outbox must agree."""

from __future__ import annotations

import pytest

from accounts.models import User
from games import staff
from games.models import Loss
from games.play.due_games import quarantine
from games.staff.bulk import bulks_sweep
from moderation.actions import games as actions
from moderation.actions.base import ALL_PLAYERS
from moderation.actions.bulk import BULK_ACTIONS, BulkStaffAction
from moderation.actions.games import GAME_ACTIONS, GameAction
from moderation.models import Action
from notifications.models import OutboxEntry
from tests.moderation.all_actions import BEFORE, WHY, Scene, do, scene
from tests.timed import turn

pytestmark = pytest.mark.usefixtures("toy")
ALL = {"alice", "bob", "charlie"}
PROMISED: dict[object, set[str]] = {
    actions.NOBODY: set(),
    ALL_PLAYERS: ALL,
    actions.CLOCK_STOPS: ALL,
    actions.CLOCK_RUNS: ALL,
    actions.TO_MOVE: {"bob"},
    actions.GIVEN_BACK: set(),
    actions.MODERATOR_PLAYED: {"charlie"},
    actions.REMOVED: {"alice"},
    actions.BOTH: {"alice", "dora"},
}
"""Who is notified in the scene, by what the form says: it is bob's turn, then charlie's."""


@pytest.fixture
def one(charlie: User) -> Scene:
    return scene(charlie)


def prepare(chosen: Action, one: Scene) -> None:
    if chosen in BEFORE:
        BEFORE[chosen](one)


def notified(chosen: Action, one: Scene, by: User) -> set[str]:
    """Do a staff action and return whom the outbox tells."""
    OutboxEntry.objects.all().delete()
    one.game.refresh_from_db()
    do(chosen, one, by)
    if chosen in (Action.PLAY_DEFAULT, Action.PLAY_CHOICE):
        turn(one.target, one.game)  # the same player decides once more
    bulks_sweep()
    users = {user for entry in OutboxEntry.objects.all() for user in entry.users}
    return set(User.objects.filter(id__in=users).values_list("username", flat=True))


@pytest.mark.parametrize("action", GAME_ACTIONS, ids=lambda action: action.slug)
def test_those_are_notified_whom_the_form_names(action: GameAction, one: Scene, ada: User) -> None:
    chosen = Action(action.action)
    prepare(chosen, one)
    assert notified(chosen, one, ada) == PROMISED[action.notifies]


@pytest.mark.parametrize("chosen", [Action.FREEZE_GAME, Action.END_QUARANTINE, Action.PAUSE_ALL])
def test_nobody_is_notified_of_a_clock_that_stood_still_before_or_does_after(
    chosen: Action, one: Scene, ada: User
) -> None:
    quarantine(game_id=one.game.id)
    if chosen == Action.END_QUARANTINE:
        staff.game_freeze(game_id=one.game.id)
    assert notified(chosen, one, ada) == set()


def test_a_player_who_gets_the_turn_back_is_notified(one: Scene, ada: User) -> None:
    staff.seat_to_bot(game_id=one.game.id, seat=1, level="greedy")
    one.game.seats.filter(number=1).update(loss=Loss.TIMED_OUT)
    OutboxEntry.objects.all().delete()
    actions.EXCUSE_TURN.run(by=ada, target_id=one.game.id, seat=1, reason=WHY)
    assert [entry.kind for entry in OutboxEntry.objects.all()] == ["your_turn"]


@pytest.mark.parametrize("action", BULK_ACTIONS, ids=lambda action: action.slug)
def test_bulk_actions_notify_as_the_ones_for_a_game_do(
    action: BulkStaffAction, one: Scene, ada: User
) -> None:
    chosen = Action(action.action)
    prepare(chosen, one)
    bulks_sweep()
    assert notified(chosen, one, ada) == ({"bob"} if chosen == Action.EXTEND_ALL else ALL)
    assert "all players" in action.notifies or chosen == Action.EXTEND_ALL
