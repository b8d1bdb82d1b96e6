"""Roles: groups with permissions for actions, and what no role allows."""

from __future__ import annotations

from io import StringIO

import pytest
from django.contrib.admin import site
from django.contrib.auth.models import AnonymousUser, Group
from django.core.management import call_command

from accounts.models import User
from accounts.services import user_ban
from moderation.actions import ACTIONS
from moderation.actions.games import FREEZE, REVEAL
from moderation.errors import ConflictOfInterest, NotPermitted, StaffOnly
from moderation.models import Action, Permission
from moderation.permissions import (
    MODERATORS,
    SENIOR,
    involvement_check,
    may,
    permission_check,
    user_reach_check,
)
from moderation.roles import PAGES, SENIOR_PAGES
from tests.conftest import user_named
from tests.staff_actions import rows
from tests.toy_games import play_out, start_game

pytestmark = pytest.mark.usefixtures("toy")


def test_each_act_has_one_action() -> None:
    acts = [one.action for one in ACTIONS if one.audited]
    assert sorted(acts) == sorted([*Action, *[Action.MAINTENANCE] * 2])  # it has three steps
    slugs = [(type(one), one.slug) for one in ACTIONS]
    assert len(set(slugs)) == len(slugs)


FOR_SENIORS = (Permission.ASSIGN_REPORTS, Permission.SEE_TEAM)


def test_a_role_has_the_acts_of_its_column(maya: User, simon: User, ada: User) -> None:
    for row in rows():
        assert tuple(may(user, Action(row.action)) for user in (maya, simon, ada)) == row.may[:3]
    for permission in Permission:
        assert may(simon, permission)
        assert may(maya, permission) is (permission not in FOR_SENIORS)


def test_each_page_of_the_admin_is_for_moderators_or_for_administrators_only() -> None:
    pages = {f"{one._meta.app_label}.view_{one._meta.model_name}" for one in site._registry}
    assert pages - {*PAGES, *SENIOR_PAGES} == {
        "accounts.view_apitoken",
        "accounts.view_outgoingemail",
        "auth.view_group",
        "games.view_heartbeat",
        "games.view_outage",
        "notifications.view_delivery",
        "notifications.view_outboxentry",
        "notifications.view_pushsubscription",
        "notifications.view_webhookendpoint",
        "oauth2_provider.view_application",
    }


def test_without_a_role_nobody_may_anything(otto: User, alice: User) -> None:
    alice.groups.set(Group.objects.all())  # groups have no effect for users who are not staff
    for user in (otto, alice, AnonymousUser()):
        for action in Action:
            with pytest.raises(NotPermitted):
                permission_check(user, action)


def test_a_banned_moderator_may_nothing(maya: User, ada: User) -> None:
    for user in (maya, ada):
        user_ban(user=user, reason="Spoilt a game.")
        with pytest.raises(NotPermitted):
            permission_check(user, Action.FREEZE_GAME)


def test_moderators_may_only_freeze_their_own_games(ada: User, alice: User) -> None:
    game = start_game(alice, ada)
    FREEZE.run(by=ada, target_id=game.id, reason="They insult each other.")
    with pytest.raises(ConflictOfInterest):
        REVEAL.run(by=ada, target_id=game.id, reason="I am curious.")
    for user in (ada, alice):
        with pytest.raises(ConflictOfInterest):
            involvement_check(user, game.id)
    involvement_check(user_named("maya"), game.id)


def test_only_administrators_act_on_staff_and_nobody_on_themselves(
    maya: User, simon: User, ada: User, alice: User
) -> None:
    user_reach_check(maya, alice)
    user_reach_check(ada, maya)
    with pytest.raises(StaffOnly):
        user_reach_check(simon, maya)
    for user in (maya, ada):
        with pytest.raises(ConflictOfInterest):
            user_reach_check(user, user)


def test_nobody_bans_an_opponent(maya: User, alice: User, bob: User) -> None:
    game = start_game(alice, maya, options={"rounds": 1})
    user_reach_check(maya, bob)
    with pytest.raises(ConflictOfInterest):
        user_reach_check(maya, alice)
    play_out(game, alice, maya)
    user_reach_check(maya, alice)


def test_migrating_again_brings_the_groups_back_in_step(db: None) -> None:
    Group.objects.get(name=MODERATORS).permissions.clear()
    Group.objects.get(name=SENIOR).delete()
    call_command("migrate", verbosity=0, stdout=StringIO())
    counts = {group.name: group.permissions.count() for group in Group.objects.all()}
    of_seniors = sum(row.may[:2] == (False, True) for row in rows())
    # and assign reports
    assert counts[SENIOR] - counts[MODERATORS] == of_seniors + 1 + len(SENIOR_PAGES)
