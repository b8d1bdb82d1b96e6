"""Scopes of tokens. Tokens of users and of applications have the same."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

GAMES_READ = "games:read"
GAMES_PLAY = "games:play"
GAMES_CREATE = "games:create"
MESSAGES = "messages"
WEBHOOKS = "webhooks"
ACCOUNT = "account"

SCOPES: dict[str, StrPromise] = {
    GAMES_READ: _("See your games as you see them, with your hidden cards, and your notifications"),
    GAMES_PLAY: _("Take seats, make your moves and resign for you"),
    GAMES_CREATE: _("Create games, and start and cancel them"),
    MESSAGES: _("Read and write messages in your name"),
    WEBHOOKS: _("Manage the web addresses (webhooks) to which news about your games is sent"),
    ACCOUNT: _(
        "See your e-mail address, and manage your preferences, devices, tokens and applications"
    ),
}
"""The description of each scope on the consent page."""

ANY = ""
"""Declared by views that accept every token."""


def scope_text(scopes: Iterable[str]) -> str:
    """Return scopes as they are stored and as OAuth writes them: separated by spaces, in the order
    above.
    """
    wanted = set(scopes)
    return " ".join(scope for scope in SCOPES if scope in wanted)


ALL_SCOPES = scope_text(SCOPES)
