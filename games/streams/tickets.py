"""Tickets: credentials in stream URLs, for clients that cannot send a token.

URLs appear in logs, so a ticket opens exactly one stream, within one minute by the clock of the
database, which all processes share.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from secrets import token_urlsafe
from typing import Any, NamedTuple
from urllib.parse import urlencode
from uuid import UUID

from django.conf import settings
from django.core import signing
from django.core.cache import cache
from django.utils.translation import gettext as _
from redis import RedisError

from core import database_clock
from core.paths import API_V1
from games.streams.errors import TicketInvalid

logger = logging.getLogger(__name__)

SALT = "games.streams.tickets"
LIFE = timedelta(minutes=1)
MINE = f"{API_V1}me/stream/"
REMEMBER_USED_FOR = 2 * LIFE
"""How long used tickets are stored: longer than they are valid, since the cache has its own clock.
"""


@dataclass(frozen=True, slots=True)
class Caller:
    """A subscriber, and the token that must stay valid while the stream is open."""

    user_id: UUID
    token: str
    """The name of the token (`Access.name`), which grants no access by itself."""


class Address(NamedTuple):
    """The URL of a stream, and when it expires."""

    url: str
    expires_at: datetime


def stream_path(game_id: UUID | None) -> str:
    """Return the path of the stream of a game, or of all games of the user for None."""
    return MINE if game_id is None else f"{API_V1}games/{game_id}/stream/"


class Ticket(NamedTuple):
    """The content of a ticket: the subscriber, the expiry and a unique name."""

    caller: Caller
    expires_at: datetime
    name: str


def ticket_issue(*, caller: Caller, game_id: UUID | None, expires_at: datetime) -> str:
    """Return a ticket for one stream: of a game, or of all games of the user for None."""
    game = game_id and game_id.hex
    until, name = int(expires_at.timestamp()), token_urlsafe(12)
    return signing.dumps([caller.user_id.hex, caller.token, game, until, name], salt=SALT)


def ticket_read(*, text: str, game_id: UUID | None) -> Ticket:
    """Parse a ticket for this stream, used or not. Raises TicketInvalid."""
    try:
        user, token, game, until, name = signing.loads(text, salt=SALT)
    except (signing.BadSignature, ValueError):
        raise TicketInvalid from None
    if game != (game_id and game_id.hex):
        raise TicketInvalid(_("This ticket is for another stream."))
    return Ticket(Caller(UUID(user), token), datetime.fromtimestamp(until, UTC), name)


def ticket_use(*, text: str, game_id: UUID | None) -> Caller:
    """Redeem a ticket for this stream and return its subscriber. Raises TicketInvalid."""
    ticket = ticket_read(text=text, game_id=game_id)
    if ticket.expires_at <= database_clock.now():
        raise TicketInvalid(_("This ticket has expired."))
    if not is_first_use(ticket):
        raise TicketInvalid(_("This ticket was already used. Request a new one."))
    return ticket.caller


def is_first_use(ticket: Ticket) -> bool:
    """True if the ticket was not used before, or if the cache is unavailable."""
    seconds = REMEMBER_USED_FOR.total_seconds()
    try:
        return cache.add(f"stream-ticket:{ticket.name}", True, timeout=seconds)
    except (RedisError, OSError) as error:
        logger.warning("Cannot store used tickets: %s", error)
        return True


def stream_address(
    *, caller: Caller, game_id: UUID | None, base: str, query: dict[str, Any]
) -> Address:
    """Return the URL of a stream, with a new ticket and the members of ``query``."""
    expires_at = database_clock.now() + LIFE
    ticket = ticket_issue(caller=caller, game_id=game_id, expires_at=expires_at)
    words = {"ticket": ticket, **{name: value for name, value in query.items() if value}}
    url = f"{base}{stream_path(game_id)}?{urlencode(words)}"
    return Address(url, expires_at)


def stream_base(*, scheme: str, host: str) -> str:
    """Return the base URL of streams: STREAM_URL, or the origin that the client called."""
    return settings.STREAM_URL.rstrip("/") or f"{scheme}://{host}"
