"""Staff actions on names and titles, and on roles of staff."""

from __future__ import annotations

import json

import pytest
from django.contrib.auth.models import Group
from django.contrib.auth.models import Permission as DjangoPermission
from django.test import Client

from accounts.models import User
from accounts.services.deletions import account_delete, deletion_request
from core.errors import Invalid
from games.lobby.invitations import invitation_send
from games.models import Game, PlatformEvent
from games.staff.errors import NothingToDo
from moderation.actions.games import CLEAR_TITLE
from moderation.actions.users import RENAME, SET_ROLE
from moderation.errors import LastAdministrator, NotPermitted, StaffOnly
from moderation.models import Action, AuditEntry, UserNote
from moderation.permissions import may
from moderation.services.staff_roles import role_set
from notifications.models import OutboxEntry
from tests.conftest import user_named
from tests.moderation.conftest import staff_named
from tests.moderation.pages import client_for
from tests.toy_games import lobby, start_game

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]
WHY = "Offensive."


def entry_of(kind: str) -> OutboxEntry:
    return OutboxEntry.objects.get(kind=kind)


def test_a_renamed_user_has_the_new_name_everywhere(
    alice: User, bob: User, maya: User, django_capture_on_commit_callbacks: object
) -> None:
    game = start_game(alice, bob)
    PlatformEvent.objects.create(
        game=game, seq=99, move=0, kind="seat_handed_over", data={"by": "alice", "to": "bob"}
    )
    invitation_send(user=alice, game_id=lobby(alice, seats=2).id, username="bob")
    version = Game.objects.get(id=game.id).version
    client, page = client_for(maya), f"/admin/accounts/user/{alice.id}/"
    form = client.get(f"{page}actions/rename_user/").context["form"]
    assert form["username"].initial.startswith("player_")
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        sent = {"username": "player_1", "reason": WHY}
        assert client.post(f"{page}actions/rename_user/", sent).status_code == 302
    alice.refresh_from_db()
    assert alice.username == "player_1"
    assert Game.objects.get(id=game.id).version > version
    assert PlatformEvent.objects.get(seq=99).data == {"by": "player_1", "to": "bob"}
    assert entry_of("invited").data["username"] == "player_1"
    assert (entry_of("renamed").data, entry_of("renamed").users) == (
        {"username": "player_1"},
        [str(alice.id)],
    )
    history = client.get(f"{page}moderate/").text
    assert "User renamed" in history
    assert "alice → player_1" in history
    assert "alice" not in json.dumps(AuditEntry.objects.get().data), "the log is permanent"
    account_delete(deletion_request(user=alice))
    assert not UserNote.objects.exists()


def test_a_new_name_keeps_the_rules_of_registration(alice: User, bob: User, maya: User) -> None:
    for name, code in (("b0b", "unique"), ("moderator", "reserved"), ("a b", "invalid")):
        with pytest.raises(Invalid) as refused:
            RENAME.run(by=maya, target_id=alice.id, username=name, reason=WHY)
        assert refused.value.extras["errors"][0]["code"] == code
    with pytest.raises(NothingToDo):
        RENAME.run(by=maya, target_id=alice.id, username="alice", reason=WHY)
    assert not AuditEntry.objects.exists()
    assert not UserNote.objects.exists()


def test_a_title_is_removed_from_the_game_and_its_invitations(
    alice: User, bob: User, maya: User, django_capture_on_commit_callbacks: object
) -> None:
    game = lobby(alice, seats=2, title="An insult")
    invitation_send(user=alice, game_id=game.id, username="bob")
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        CLEAR_TITLE.run(by=maya, target_id=game.id, reason=WHY)
    changed = Game.objects.get(id=game.id)
    assert (changed.title, changed.version > game.version) == ("", True)
    assert entry_of("invited").data["title"] == ""
    assert entry_of("title_cleared").users == [str(alice.id)]
    entry = AuditEntry.objects.get()
    assert (entry.game, entry.user, entry.data) == (game.id, alice.id, {})
    with pytest.raises(NothingToDo):
        CLEAR_TITLE.run(by=maya, target_id=game.id, reason=WHY)


def test_moderators_keep_off_the_titles_of_staff(simon: User, maya: User) -> None:
    game = lobby(simon, seats=2, title="An insult")
    with pytest.raises(StaffOnly):
        CLEAR_TITLE.run(by=maya, target_id=game.id, reason=WHY)


def test_an_administrator_sets_and_removes_a_role(alice: User, ada: User) -> None:
    alice.user_permissions.add(DjangoPermission.objects.get(codename="freeze_game"))
    client, page = client_for(ada), f"/admin/accounts/user/{alice.id}/actions/set_role/"
    sent = {"role": "senior moderators", "reason": WHY}
    asked = client.post(page, sent)
    assert "The new role: senior moderators." in asked.text
    assert client.post(page, {**sent, "confirmed": "The new role: senior moderators."})
    alice = User.objects.get(id=alice.id)
    assert may(alice, Action.PLAY_CHOICE)
    assert not alice.is_superuser
    assert not alice.user_permissions.exists()
    assert entry_of("role_changed").users == [str(alice.id)]
    assert AuditEntry.objects.get().data == {"role": "senior moderators", "before": []}
    SET_ROLE.run(by=ada, target_id=alice.id, role="none", reason=WHY)
    alice = User.objects.get(id=alice.id)
    assert not alice.is_staff
    assert not alice.groups.exists()
    assert AuditEntry.objects.latest("id").data["before"] == ["senior moderators"]
    for role, error in (("none", NothingToDo), ("king", Invalid)):
        with pytest.raises(error):
            SET_ROLE.run(by=ada, target_id=alice.id, role=role, reason=WHY)


def test_a_group_with_the_permission_makes_no_administrators(alice: User) -> None:
    group = Group.objects.create(name="helpers")
    group.permissions.add(DjangoPermission.objects.get(codename="set_role"))
    helper = staff_named("hana", "helpers")
    with pytest.raises(NotPermitted):
        SET_ROLE.run(by=helper, target_id=alice.id, role="administrator", reason=WHY)


def test_the_last_administrator_stays(ada: User) -> None:
    with pytest.raises(LastAdministrator):
        role_set(user=ada, role="none")
    second = user_named("simon")
    role_set(user=second, role="administrator")
    User.objects.filter(id=second.id).update(is_active=False)
    with pytest.raises(LastAdministrator):
        role_set(user=ada, role="moderators")
    User.objects.filter(id=second.id).update(is_active=True)
    role_set(user=ada, role="moderators")
    assert not User.objects.get(id=ada.id).is_superuser


def test_the_account_form_changes_neither_names_nor_rights(alice: User, ada: User) -> None:
    client = client_for(ada)
    page = f"/admin/accounts/user/{alice.id}/change/"
    assert set(client.get(page).context["adminform"].form.fields) == {"email", "password"}
    rights = {"is_staff": "on", "is_superuser": "on", "groups": "1", "user_permissions": "1"}
    sent = {"username": "player_1", "email": "new@example.org", **rights}
    assert client.post(page, sent).status_code == 302
    alice.refresh_from_db()
    assert (alice.username, alice.email) == ("alice", "new@example.org")
    assert (alice.is_staff, alice.is_superuser) == (False, False)
    assert not alice.groups.exists()


def test_the_menu_has_plain_names(ada: User) -> None:
    page = Client().get("/admin/login/").text + client_for(ada).get("/admin/").text
    assert "OAuth" not in page
    assert "Applications" in page
