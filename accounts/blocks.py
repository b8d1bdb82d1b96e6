"""Users who do not wish to hear of each other."""

from __future__ import annotations

import re
from typing import Any

from django.db.models import QuerySet
from django.db.models.functions import Lower
from django.utils.translation import gettext as _

from accounts.errors import BlockNotFound
from accounts.models import USERNAME_PATTERN, Block, User
from core.errors import Invalid


def user_by_name(username: str, *, pointer: str) -> User:
    """The active user of this name, in any case. Raises Invalid: there is none; ``pointer`` is
    where the client has named him.
    """
    named = User.objects.alias(name=Lower("username")).filter(name=username.lower())
    user = named.filter(is_active=True).first()
    if user is None:
        raise Invalid.field(pointer, "no_such_user", _("There is no user with this name."))
    return user


def blocks_of(*, user: User) -> QuerySet[Block]:
    """Whom ``user`` blocks, newest first."""
    return Block.objects.filter(user=user).select_related("blocked")


def blocked_by(*, user: User) -> QuerySet[Block, Any]:
    """The ids of those whom ``user`` blocks."""
    return Block.objects.filter(user=user).order_by().values_list("blocked_id", flat=True)


def blockers_of(*, user: User) -> QuerySet[Block, Any]:
    """The ids of those who block ``user``."""
    return Block.objects.filter(blocked=user).order_by().values_list("user_id", flat=True)


def user_block(*, user: User, username: str) -> Block:
    """Let ``user`` hear no more of another; nothing happens if he does not already.

    The other one is not told. Raises Invalid: there is no such user, or it is himself.
    """
    other = user_by_name(username, pointer="/username")
    if other == user:
        raise Invalid.field("/username", "yourself", _("You cannot block yourself."))
    block, _created = Block.objects.select_related("blocked").get_or_create(
        user=user, blocked=other
    )
    return block


def user_unblock(*, user: User, username: str) -> None:
    """Take a block back. Raises BlockNotFound."""
    named = Block.objects.alias(name=Lower("blocked__username")).filter(user=user)
    # No other text is asked for in the database: some of those in addresses it cannot take.
    sound = re.match(USERNAME_PATTERN, username)
    if not sound or not named.filter(name=username.lower()).delete()[0]:
        raise BlockNotFound
