"""A hook that adds the calls of webhooks to the OpenAPI description, by kind of notification."""

from __future__ import annotations

from typing import Any

from django.utils.translation import override

from core.api.openapi_types import PREFIX, opened
from notifications.kinds import KINDS, Kind

UUID: dict[str, Any] = {"type": "string", "format": "uuid"}
HEADERS = {
    "webhook-id": "The id of the message: the same one whenever it is sent again.",
    "webhook-timestamp": "Seconds since 1970. Refuse old ones.",
    "webhook-signature": "`v1,` and the signature; several are separated by spaces.",
}
RESPONSES = {
    "2XX": ("WebhookAccepted", "You have got it."),
    "410": ("WebhookGone", "Nothing is sent to this URL again."),
    "default": ("WebhookFailed", "It is sent again later."),
}
"""What a webhook replies: the name of the response, and what it means."""


def add_webhooks(result: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    """Add a webhook and the schemas of its body and its data for each kind that webhooks get."""
    components = result["components"]
    with override("en"):
        kinds = sorted((kind for kind in KINDS.values() if kind.webhook), key=lambda one: one.name)
        for kind in kinds:
            components["schemas"][f"{name_of(kind)}Webhook"] = body_schema(kind)
            components["schemas"][f"{name_of(kind)}Data"] = data_schema(kind)
        result["webhooks"] = {kind.name: {"post": call_of(kind)} for kind in kinds}
    components.setdefault("responses", {}).update(
        {name: {"description": text} for name, text in RESPONSES.values()}
    )
    return result


def call_of(kind: Kind) -> dict[str, Any]:
    """Return the operation that the service calls at a webhook."""
    content = {"application/json": {"schema": {"$ref": f"{PREFIX}{name_of(kind)}Webhook"}}}
    return {
        "operationId": f"webhook_{kind.name.removeprefix('webhook_')}",
        "summary": str(kind.summary).rstrip("."),
        "tags": ["webhooks"],
        "security": [{}],
        "parameters": [
            {
                "in": "header",
                "name": name,
                "required": True,
                "schema": {"type": "string"},
                "description": text,
            }
            for name, text in HEADERS.items()
        ],
        "requestBody": {"required": True, "content": content},
        "responses": {
            status: {"$ref": f"#/components/responses/{name}"}
            for status, (name, _) in RESPONSES.items()
        },
    }


def body_schema(kind: Kind) -> dict[str, Any]:
    """Return the schema of the body of a call."""
    return opened(
        str(kind.summary),
        {
            "type": {"type": "string", "const": kind.name},
            "timestamp": {"type": "string", "format": "date-time"},
            "data": {"$ref": f"{PREFIX}{name_of(kind)}Data"},
        },
    )


def data_schema(kind: Kind) -> dict[str, Any]:
    """Return the schema of the data of a kind."""
    ids = dict.fromkeys(dict.fromkeys(("user", kind.about)), UUID)
    return opened("", {**ids, **kind.members}, required=[*ids, *kind.required])


def name_of(kind: Kind) -> str:
    """Return the beginning of the names of the schemas for a kind."""
    return camel(kind.name.removeprefix("webhook_"))


def camel(name: str) -> str:
    """Return a name with dashes or underscores in CamelCase."""
    return "".join(word.capitalize() for word in name.replace("-", "_").split("_"))
