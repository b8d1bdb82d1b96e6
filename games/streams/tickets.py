"""Tickets: what the API gives a client that it sends to the process of streams.

A ticket stands in an address, and addresses stand in logs: so it opens one stream, for a minute.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple
from urllib.parse import urlencode, urlsplit
from uuid import UUID

from django.conf import settings
from django.core import signing
from django.utils import timezone

from games.streams.errors import TicketInvalid

SALT = "games.streams.tickets"
LIFE = timedelta(minutes=1)
API = "/api/v1/"
MINE = f"{API}me/stream/"


@dataclass(frozen=True, slots=True)
class Caller:
    """Who listens: a user, by the token that has to be good for as long as he does."""

    user_id: UUID
    token: str
    """Its name (`Access.name`), which opens nothing."""


class Address(NamedTuple):
    """Where a stream is to be had, and until when."""

    url: str
    expires_at: datetime


def stream_path(game_id: UUID | None) -> str:
    """The path of the stream of a match; None: of all matches of the user."""
    return MINE if game_id is None else f"{API}games/{game_id}/stream/"


def ticket_issue(*, caller: Caller, game_id: UUID | None) -> str:
    """A ticket for one stream: of a match, or (None) of all matches of the user."""
    content = [caller.user_id.hex, caller.token, game_id and game_id.hex]
    return signing.dumps(content, salt=SALT)


def ticket_read(*, text: str, game_id: UUID | None) -> Caller:
    """Who was given this ticket for this stream. Raises TicketInvalid."""
    try:
        user, token, game = signing.loads(text, salt=SALT, max_age=LIFE)
    except signing.BadSignature:
        raise TicketInvalid from None
    if game != (game_id and game_id.hex):
        raise TicketInvalid
    return Caller(UUID(user), token)


def stream_address(
    *, caller: Caller, game_id: UUID | None, base: str, query: dict[str, str]
) -> Address:
    """The address of a stream at ``base``, with a ticket; ``query`` is taken over."""
    ticket = ticket_issue(caller=caller, game_id=game_id)
    words = {"ticket": ticket, **{name: value for name, value in query.items() if value}}
    url = f"{base}{stream_path(game_id)}?{urlencode(words)}"
    return Address(url, timezone.now() + LIFE)


def stream_base(*, scheme: str, host: str) -> str:
    """Where streams are: STREAM_URL, else STREAM_PORT of the host that the client called."""
    if settings.STREAM_URL:
        return settings.STREAM_URL.rstrip("/")
    name = urlsplit(f"//{host}").hostname or ""
    shown = f"[{name}]" if ":" in name else name
    return f"{scheme}://{shown}:{settings.STREAM_PORT}"
