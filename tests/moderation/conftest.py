"""The staff: maya (moderator), simon (senior moderator), ada (administrator), otto (no role)."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Group

from accounts.models import User
from moderation.permissions import MODERATORS, SENIOR
from tests.conftest import user_named
from tests.timed import clock
from tests.toy_games import toy

__all__ = ["clock", "toy"]


def staff_named(username: str, *groups: str) -> User:
    user = user_named(username)
    user.is_staff = True
    user.save()
    user.groups.set(Group.objects.filter(name__in=groups))
    return user


@pytest.fixture
def maya(db: None) -> User:
    return staff_named("maya", MODERATORS)


@pytest.fixture
def simon(db: None) -> User:
    return staff_named("simon", SENIOR)


@pytest.fixture
def ada(db: None) -> User:
    user = staff_named("ada")
    user.is_superuser = True
    user.save()
    return user


@pytest.fixture
def otto(db: None) -> User:
    return staff_named("otto")
