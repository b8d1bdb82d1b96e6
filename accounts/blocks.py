"""Blocks between users."""

from __future__ import annotations

import re
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.db.models.functions import Lower
from django.utils.translation import gettext as _

from accounts.errors import BlockNotFound
from accounts.models import USERNAME_PATTERN, Block, User
from core.errors import Invalid


def user_by_name(username: str, *, pointer: str) -> User:
    """Return the active user with this name, in any case.

    Raises Invalid if there is none; ``pointer`` is the member with the name.
    """
    named = User.objects.alias(name=Lower("username")).filter(name=username.lower())
    user = named.filter(is_active=True).first()
    if user is None:
        raise Invalid.field(pointer, "no_such_user", _("There is no user with this name."))
    return user


def blocks_of(*, user: User) -> QuerySet[Block]:
    """Return the user's blocks, newest first."""
    return Block.objects.filter(user=user).select_related("blocked")


def blocked_by(*, user: User | UUID) -> QuerySet[Block, Any]:
    """Return the ids of the users that ``user`` blocks."""
    return Block.objects.filter(user=user).order_by().values_list("blocked_id", flat=True)


def blockers_of(*, user: User | UUID) -> QuerySet[Block, Any]:
    """Return the ids of the users who block ``user``."""
    return Block.objects.filter(blocked=user).order_by().values_list("user_id", flat=True)


def is_blocked_by(other: User, *, user: User) -> bool:
    """True if ``user`` blocks ``other``."""
    return blocked_by(user=user).filter(blocked=other).exists()


def user_block(*, user: User, username: str) -> Block:
    """Block a user. Does nothing if they are blocked already.

    The other user is not notified. Raises Invalid if there is no such user, or if it is the same
    user.
    """
    other = user_by_name(username, pointer="/username")
    if other == user:
        raise Invalid.field("/username", "yourself", _("You cannot block yourself."))
    block, _created = Block.objects.select_related("blocked").get_or_create(
        user=user, blocked=other
    )
    return block


def user_unblock(*, user: User, username: str) -> None:
    """Remove a block. Raises BlockNotFound."""
    named = Block.objects.alias(name=Lower("blocked__username")).filter(user=user)
    # Validate first: the database cannot take every text that a URL may hold.
    sound = re.match(USERNAME_PATTERN, username)
    if not sound or not named.filter(name=username.lower()).delete()[0]:
        raise BlockNotFound
