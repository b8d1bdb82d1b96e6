"""A hook that adds the messages of event streams to the OpenAPI description.

OpenAPI 3.1 has no place for them, so ``x-messages`` of a stream names the schema of each message.
"""

from __future__ import annotations

from typing import Any

from core.api.openapi_types import PREFIX, opened

EVENT_STREAM = "text/event-stream"
MESSAGES = "x-messages"

UUID: dict[str, Any] = {"type": "string", "format": "uuid"}
NUMBER: dict[str, Any] = {"type": "integer"}


def reference(name: str) -> dict[str, Any]:
    return {"$ref": PREFIX + name}


SCHEMAS = {
    "GameChanged": opened(
        "A game has changed: fetch it to see more.",
        {
            "game": UUID,
            "version": {**NUMBER, "description": "It grows with each change."},
            "status": {"type": "string"},
            "decision": {"oneOf": [reference("DecisionView"), {"type": "null"}]},
            "messages": {
                "type": "object",
                "description": "The number of messages in each room; null if you may not read it.",
                "additionalProperties": {"type": ["integer", "null"]},
            },
        },
    ),
    "UserEvent": {
        "description": "An event of one of your games.",
        "allOf": [reference("EventView"), opened("", {"game": UUID})],
    },
    "FollowedGame": {
        "description": "A game as lists show it, with its open decision.",
        "allOf": [
            reference("GameSummary"),
            opened(
                "",
                {
                    "version": NUMBER,
                    "decision": {"oneOf": [reference("DecisionView"), {"type": "null"}]},
                    "last_seq": {**NUMBER, "description": "The number of its last event."},
                },
            ),
        ],
    },
    "UserSnapshot": opened(
        "Your games, and your inbox.",
        {
            "server_time": {"type": "string", "format": "date-time"},
            "complete": {"type": "boolean", "description": "`games` are all of them."},
            "games": {"type": "array", "items": reference("FollowedGame")},
            "turns": {"type": "array", "items": reference("TurnView")},
        },
    ),
}
OF_A_GAME = {
    "snapshot": "GameView",
    "event": "EventView",
    "changed": "GameChanged",
    "problem": "Problem",
}
OF_A_USER = {**OF_A_GAME, "snapshot": "UserSnapshot", "event": "UserEvent"}
"""The schema of the data of each message."""


def add_stream_messages(result: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    """Add the schemas of messages to the components, and name them at the streams."""
    streams = {
        operation["operationId"]: operation
        for path in result["paths"].values()
        for operation in path.values()
    }
    for name, messages in (("game_stream", OF_A_GAME), ("me_stream", OF_A_USER)):
        if name in streams:
            result["components"]["schemas"] |= SCHEMAS
            content = streams[name]["responses"]["200"]["content"][EVENT_STREAM]
            content[MESSAGES] = {kind: reference(one) for kind, one in messages.items()}
    return result
