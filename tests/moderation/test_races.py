"""Concurrent staff actions and moves: each sees the effect of the other, and nothing is lost."""

from __future__ import annotations

from functools import partial
from typing import Any
from uuid import UUID

import pytest
from django.db import transaction

from accounts.models import User
from games.lobby.limits import user_lock
from games.models import Actor, BulkAction, Game
from games.play import commands as playing
from games.play.commands import command_send
from games.play.errors import StaleDecision
from games.play.locking import game_lock
from games.staff import games_extend
from games.staff.bulk import bulks_sweep
from games.staff.errors import NothingToDo
from moderation.actions import users
from moderation.actions.games import FREEZE, PLAY_DEFAULT, ROLLBACK
from moderation.actions.reports import CLOSE, MERGE
from moderation.actions.users import SET_ROLE
from moderation.errors import LastAdministrator
from moderation.models import AuditEntry, Report, State
from moderation.services.reports import report_make, report_withdraw
from moderation.services.staff_roles import role_set
from tests.faults.together import at_once
from tests.faults.waiting import Gate, Meanwhile, somebody_waits, until
from tests.moderation.conftest import staff_named
from tests.timed import A_DAY_EACH, DAY, HOUR, fresh, platform_event_kinds
from tests.toy_games import options_of, start_game

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("toy"),
]
WHY = "They asked for it."


@pytest.fixture
def moderator(db: None) -> User:
    return staff_named("maya", "moderators")


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    return start_game(alice, bob, pace=A_DAY_EACH)


def test_of_a_move_and_an_answer_of_a_moderator_the_first_counts(
    game: Game, alice: User, moderator: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids: dict[str, Any] = {"decision": game.decision_id}
    choice = options_of(alice, game)[0]
    move = partial(command_send, user=alice, choices=[choice], game_id=game.id, **ids)
    answer = partial(PLAY_DEFAULT.run, by=moderator, reason=WHY, target_id=game.id, **ids)
    for first, second, actor in ((move, answer, Actor.PLAYER), (answer, move, Actor.MODERATOR)):
        ids["decision"] = fresh(game).decision_id
        first, second = partial(first, **ids), partial(second, **ids)
        count, gate = game.move_count, Gate()
        with monkeypatch.context() as patch:
            patch.setattr(playing, "moves_make", gate.before(playing.moves_make))
            ahead = Meanwhile(first)
            gate.arrived()
            behind = Meanwhile(second)
            until(somebody_waits)
            gate.opened.set()
            ahead.ended()
            with pytest.raises(StaleDecision):
                behind.ended()
        assert fresh(game).move_count == count + 1
        assert game.moves.get(number=game.move_count, undone_by=None).actor == actor
        ROLLBACK.run(by=moderator, target_id=game.id, to_move=0, reason=WHY)
    actions = AuditEntry.objects.order_by("id").values_list("action", flat=True)
    assert list(actions) == ["rollback", "play_default", "rollback"]


def test_two_moderators_at_once_do_an_act_once(game: Game, moderator: User) -> None:
    def freeze() -> bool:
        try:
            FREEZE.run(by=moderator, target_id=game.id, reason=WHY)
        except NothingToDo:
            return False
        return True

    assert sorted(at_once(freeze, freeze)) == [False, True]
    assert (AuditEntry.objects.count(), platform_event_kinds(game)) == (1, ["clock_paused"])


def test_a_report_and_an_act_on_its_game_wait_for_each_other_and_not_in_a_circle(
    game: Game, alice: User
) -> None:
    gate = Gate()

    def action() -> None:
        with transaction.atomic():
            game_lock(game.id)
            gate.before(int)()
            user_lock(alice).get()

    ahead = Meanwhile(action)
    gate.arrived()
    behind = Meanwhile(partial(report_make, by=alice, game_id=game.id, category="stalling"))
    until(somebody_waits)
    gate.opened.set()
    ahead.ended()
    assert behind.ended().game_id == game.id


def test_a_duplicate_that_is_withdrawn_while_its_report_is_closed_stays_withdrawn(
    game: Game, alice: User, bob: User, charlie: User, moderator: User
) -> None:
    into, again = (report_make(by=by, username="charlie", category="abuse") for by in (alice, bob))
    MERGE.run(by=moderator, target_id=into.id, also=[again.id], reason=WHY)
    gate = Gate()

    def withdraw() -> None:
        with transaction.atomic():
            report_withdraw(by=bob, report_id=again.id)
            gate.before(int)()

    ahead = Meanwhile(withdraw)
    gate.arrived()
    close = partial(CLOSE.run, by=moderator, target_id=into.id, outcome="nothing", reason=WHY)
    behind = Meanwhile(close)
    until(somebody_waits)
    gate.opened.set()
    ahead.ended()
    behind.ended()
    assert [fresh_report(one).state for one in (into, again)] == [State.DISMISSED, State.WITHDRAWN]


def fresh_report(report: Report) -> Report:
    report.refresh_from_db()
    return report


def test_two_administrators_do_not_remove_each_other(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    for user in (alice, bob):
        role_set(user=user, role="administrator")
    gate = Gate()
    remove = partial(SET_ROLE.run, role="none", reason=WHY)
    with monkeypatch.context() as patch:
        patch.setattr(users, "role_set", gate.before(role_set))
        ahead = Meanwhile(partial(remove, by=alice, target_id=bob.id))
        gate.arrived()
        behind = Meanwhile(partial(remove, by=bob, target_id=alice.id))
        until(somebody_waits)
        gate.opened.set()
        ahead.ended()
        with pytest.raises(LastAdministrator):
            behind.ended()
    assert list(User.objects.filter(is_superuser=True)) == [alice]


def test_a_role_locks_users_in_the_order_of_their_ids() -> None:
    high, low = (
        User.objects.create_user(name, id=UUID(int=number), is_staff=True, is_superuser=number == 2)
        for name, number in (("first", 2), ("second", 1))
    )
    gate = Gate()

    def hold() -> None:
        with transaction.atomic():
            user_lock(low).get()
            gate.before(int)()

    ahead = Meanwhile(hold)
    gate.arrived()
    given: dict[str, Any] = {"role": "moderators", "reason": WHY}
    behind = Meanwhile(partial(SET_ROLE.run, by=high, target_id=low.id, **given))
    until(somebody_waits)
    with transaction.atomic():
        locked = User.objects.select_for_update(no_key=True, nowait=True).get(id=high.id)
    gate.opened.set()
    ahead.ended()
    behind.ended()
    assert locked == high


def test_two_workers_give_every_game_its_time_once(alice: User, bob: User, moderator: User) -> None:
    games = [start_game(alice, bob, pace=A_DAY_EACH) for _ in range(8)]
    action = games_extend(by=moderator, length=HOUR, reason=WHY)
    while BulkAction.objects.filter(ended_at=None).exists():
        at_once(bulks_sweep, bulks_sweep, bulks_sweep)
    action.refresh_from_db()
    assert (action.done, action.failed) == (8, 0)
    for game in games:
        left = fresh(game).clock_left
        assert left is not None
        assert DAY < left <= DAY + HOUR
        assert platform_event_kinds(game) == ["deadline_extended"]
