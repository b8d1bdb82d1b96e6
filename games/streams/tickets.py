"""Tickets: what the API gives a client that it sends to the process of streams.

A ticket stands in an address, and addresses stand in logs. So it opens exactly one stream, within a
minute by the clock of the database, which all processes share.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from secrets import token_urlsafe
from typing import NamedTuple
from urllib.parse import urlencode, urlsplit
from uuid import UUID

from django.conf import settings
from django.core import signing
from django.core.cache import cache
from django.utils.translation import gettext as _
from redis import RedisError

from core import database_clock
from games.streams.errors import TicketInvalid

logger = logging.getLogger(__name__)

SALT = "games.streams.tickets"
LIFE = timedelta(minutes=1)
API = "/api/v1/"
MINE = f"{API}me/stream/"
REMEMBER_USED_FOR = 2 * LIFE
"""How long a used ticket is remembered. The cache has its own clock, so longer than it lives."""


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
    """The path of the stream of a game; None: of all games of the user."""
    return MINE if game_id is None else f"{API}games/{game_id}/stream/"


class Ticket(NamedTuple):
    """What a ticket says: whose stream it opens, until when, and a name of its own."""

    caller: Caller
    expires_at: datetime
    name: str


def ticket_issue(*, caller: Caller, game_id: UUID | None, expires_at: datetime) -> str:
    """A ticket for one stream: of a game, or (None) of all games of the user."""
    game = game_id and game_id.hex
    until, name = int(expires_at.timestamp()), token_urlsafe(12)
    return signing.dumps([caller.user_id.hex, caller.token, game, until, name], salt=SALT)


def ticket_read(*, text: str, game_id: UUID | None) -> Ticket:
    """A ticket that was issued for this stream, used or not. Raises TicketInvalid."""
    try:
        user, token, game, until, name = signing.loads(text, salt=SALT)
    except (signing.BadSignature, ValueError):
        raise TicketInvalid from None
    if game != (game_id and game_id.hex):
        raise TicketInvalid(_("This ticket is for another stream."))
    return Ticket(Caller(UUID(user), token), datetime.fromtimestamp(until, UTC), name)


def ticket_use(*, text: str, game_id: UUID | None) -> Caller:
    """Use a ticket up; return who was given it for this stream. Raises TicketInvalid."""
    ticket = ticket_read(text=text, game_id=game_id)
    if ticket.expires_at <= database_clock.now():
        raise TicketInvalid(_("This ticket has expired."))
    if not is_first_use(ticket):
        raise TicketInvalid(_("This ticket was used. Each opens one stream: ask for a new one."))
    return ticket.caller


def is_first_use(ticket: Ticket) -> bool:
    """True if no stream was opened with the ticket before, or if that cannot be found out."""
    seconds = REMEMBER_USED_FOR.total_seconds()
    try:
        return cache.add(f"stream-ticket:{ticket.name}", True, timeout=seconds)
    except (RedisError, OSError) as error:
        logger.warning("Used tickets cannot be remembered: %s", error)
        return True


def stream_address(
    *, caller: Caller, game_id: UUID | None, base: str, query: dict[str, str]
) -> Address:
    """The address of a stream at ``base``, with a ticket; ``query`` is taken over."""
    expires_at = database_clock.now() + LIFE
    ticket = ticket_issue(caller=caller, game_id=game_id, expires_at=expires_at)
    words = {"ticket": ticket, **{name: value for name, value in query.items() if value}}
    url = f"{base}{stream_path(game_id)}?{urlencode(words)}"
    return Address(url, expires_at)


def stream_base(*, scheme: str, host: str) -> str:
    """Where streams are: STREAM_URL, else STREAM_PORT of the host that the client called."""
    if settings.STREAM_URL:
        return settings.STREAM_URL.rstrip("/")
    name = urlsplit(f"//{host}").hostname or ""
    shown = f"[{name}]" if ":" in name else name
    return f"{scheme}://{shown}:{settings.STREAM_PORT}"
