"""Scopes: what a token may be used for. The same for tokens of users and of applications."""

from __future__ import annotations

from collections.abc import Iterable

GAMES_READ = "games:read"
GAMES_PLAY = "games:play"
GAMES_CREATE = "games:create"
MESSAGES = "messages"
WEBHOOKS = "webhooks"
ACCOUNT = "account"

SCOPES: dict[str, str] = {
    GAMES_READ: "See your matches as you see them, your hidden cards too, and what you were told",
    GAMES_PLAY: "Take seats, make your moves and resign for you",
    GAMES_CREATE: "Create matches, and start and cancel them",
    MESSAGES: "Read and write messages in your name",
    WEBHOOKS: "Manage the addresses that are told of your matches",
    ACCOUNT: "See your e-mail address, and manage your preferences, tokens and applications",
}
"""Each scope in words, for the page on which a user agrees to it."""

ANY = ""
"""What a view declares that every token opens."""


def scope_text(scopes: Iterable[str]) -> str:
    """Scopes as they are stored, and as OAuth writes them: by spaces, in the order above."""
    wanted = set(scopes)
    return " ".join(scope for scope in SCOPES if scope in wanted)


ALL_SCOPES = scope_text(SCOPES)
