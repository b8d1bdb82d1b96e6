"""Every action in every role: the services enforce what `make permissions` prints."""

from __future__ import annotations

import pytest
from django.db import transaction

from accounts.models import User
from moderation.errors import NotPermitted
from moderation.models import Action, AuditEntry
from tests.conftest import user_named
from tests.moderation.all_actions import BEFORE, WHY, Scene, do, scene
from tests.staff_actions import STAFF, Row, rows, table

ROWS = rows()


def test_the_table_holds_every_act_and_no_other() -> None:
    assert [row.action for row in ROWS] == [action.value for action in Action]


def test_people_can_read_it() -> None:
    assert f"{len(ROWS) * len(STAFF)} answers" in table(ROWS)


def test_a_line_that_is_no_row_is_found() -> None:
    with pytest.raises(ValueError, match="not a row"):
        rows("action mod\nfreeze_game yes perhaps")


@pytest.mark.usefixtures("toy")
def test_every_act_answers_every_role_as_the_table_says(
    maya: User, simon: User, ada: User, otto: User
) -> None:
    part = user_named("petra")
    part.is_staff = part.is_superuser = True
    part.save()
    one = scene(part)
    people = dict(zip(STAFF, (maya, simon, ada, part, otto, one.alice), strict=True))
    for row in ROWS:
        for role, may in zip(STAFF, row.may, strict=True):
            with transaction.atomic():
                assert attempt(row, one, people[role], on_self=role == "part") is may, (
                    row,
                    role,
                )
                transaction.set_rollback(True)


def attempt(row: Row, one: Scene, by: User, *, on_self: bool) -> bool:
    """True if ``by`` may perform the action. Checks that a refused action has no effect."""
    action = Action(row.action)
    one = Scene(one.game, one.alice, by if on_self else one.target)
    if action in BEFORE and not (
        on_self and action == Action.UNBAN_USER
    ):  # a banned user may do nothing
        BEFORE[action](one)
    one.game.refresh_from_db()
    version = one.game.version
    try:
        with transaction.atomic():
            do(action, one, by)
    except NotPermitted:
        one.game.refresh_from_db()
        assert (one.game.version, AuditEntry.objects.count()) == (version, 0)
        return False
    entry = AuditEntry.objects.get(action=action)
    assert (entry.by, entry.reason) == (by, WHY)
    return True
