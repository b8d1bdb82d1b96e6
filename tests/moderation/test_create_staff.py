"""`manage.py create_staff`."""

from __future__ import annotations

from io import StringIO

import pytest
from django.contrib.auth import authenticate
from django.core.management import CommandError, call_command

from accounts.models import User
from moderation.models import Action
from moderation.permissions import may

pytestmark = pytest.mark.django_db


def create(username: str, *words: str) -> str:
    out = StringIO()
    call_command("create_staff", username, *words, stdout=out)
    return out.getvalue()


@pytest.mark.parametrize(
    ("role", "allowed"),
    [
        ("moderator", {Action.FREEZE_GAME}),
        ("senior-moderator", {Action.FREEZE_GAME, Action.PLAY_CHOICE}),
        (
            "administrator",
            {Action.FREEZE_GAME, Action.PLAY_CHOICE, Action.RESET_SECOND_FACTOR},
        ),
    ],
)
def test_a_member_of_staff_gets_a_role_and_a_password(role: str, allowed: set[Action]) -> None:
    printed = create("nina", "--role", role, "--random-password")
    password = printed.split()[-1]
    assert authenticate(username="nina", password=password) == User.objects.get()
    nina = User.objects.get(username="nina")
    each = (Action.FREEZE_GAME, Action.PLAY_CHOICE, Action.RESET_SECOND_FACTOR)
    assert {action for action in each if may(nina, action)} == allowed


def test_the_password_is_asked_for_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(["a long password", "another password"])
    monkeypatch.setattr(
        "moderation.management.commands.create_staff.getpass", lambda prompt: next(answers)
    )
    with pytest.raises(CommandError, match="The passwords differ"):
        create("nina", "--role", "moderator")
    assert not User.objects.exists()


def test_what_is_wrong_is_said(alice: User) -> None:
    with pytest.raises(CommandError, match="taken"):
        create("alice", "--role", "moderator", "--random-password")
    with pytest.raises(CommandError, match="invalid choice"):
        create("nina", "--role", "king")
    alice.refresh_from_db()
    assert not alice.is_staff
