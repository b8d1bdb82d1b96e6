"""The short ways to a match: a look at it, and a command. The views are ``GameApi`` and
``GameCommandsApi``; see ``citadels.api.shortway``.
"""

from __future__ import annotations

import re
from typing import Any
from uuid import UUID

import orjson

from accounts.scopes import GAMES_PLAY, GAMES_READ
from citadels.api.errors import ApiError
from citadels.api.revalidation import seen_already
from citadels.api.shortway import Asked, Headers, Route, Short
from citadels.languages import language_among
from games.api.serializers import MAX_CHOICES, MAX_INTEGER
from games.looks import look_at
from games.models.move import CHOICE_LENGTH
from games.selectors import game_glance
from games.services.play import command_send

GAME = r"/api/v1/games/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/"
JSON = ("Content-Type", "application/json")
CHOICE = re.compile(rf"[!-~]{{1,{CHOICE_LENGTH}}}")
"""What every choice looks like that a match offers."""


def view(asked: Asked) -> Short | None:
    """A match as the user may see it, or that he has seen it already."""
    user, game_id, language = asked.access.user, UUID(asked.subject), language_of(asked)
    seen = asked.header("HTTP_IF_NONE_MATCH")
    try:
        if seen is not None:
            glance = game_glance(user=user, game_id=game_id, language=language)
            if seen_already(seen, glance.etag):
                return Short(304, told(language, glance.etag), b"")
        etag, body = look_at(user=user, game_id=game_id, language=language)
    except ApiError:
        return None
    return Short(200, [JSON, *told(language, etag)], body)


def command(asked: Asked) -> Short | None:
    """A command that is played; one that is refused has changed nothing, and is refused again."""
    body = command_in(asked.body)
    if body is None or GAMES_READ not in asked.access.scopes:
        return None
    language = language_of(asked)
    try:
        reply = command_send(
            user=asked.access.user,
            game_id=UUID(asked.subject),
            key=asked.header("HTTP_IDEMPOTENCY_KEY"),
            language=language,
            **body,
        )
    except ApiError:
        return None
    if reply.replayed:
        return None  # it is given once more, and marked
    return Short(reply.status, [JSON, ("Content-Language", language)], reply.body)


def command_in(raw: bytes) -> dict[str, Any] | None:
    """The members of a command, if they are all as they should be."""
    try:
        body = orjson.loads(raw)
    except orjson.JSONDecodeError:
        return None
    if type(body) is not dict or body.keys() != {"decision", "choices"}:
        return None
    decision, choices = body["decision"], body["choices"]
    if type(decision) is not int or not 1 <= decision <= MAX_INTEGER:
        return None
    if type(choices) is not list or not 1 <= len(choices) <= MAX_CHOICES:
        return None
    fit = all(type(one) is str and CHOICE.fullmatch(one) for one in choices)
    return {"decision": decision, "choices": choices} if fit else None


def language_of(asked: Asked) -> str:
    return language_among(asked.header("HTTP_ACCEPT_LANGUAGE") or "")


def told(language: str, etag: str) -> Headers:
    return [("ETag", etag), ("Content-Language", language)]


ROUTES = (
    Route("game", "GET", re.compile(GAME), GAMES_READ, "read", view),
    Route("game-commands", "POST", re.compile(GAME + "commands/"), GAMES_PLAY, "command", command),
)
