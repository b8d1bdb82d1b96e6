"""A collection of all requests for Postman and Bruno, made from the OpenAPI description.

The format is Postman's Collection 2.1. Scripts store what later requests need in its variables.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any
from uuid import NAMESPACE_URL, uuid5

FORMAT = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"
METHODS = ("get", "post", "put", "patch", "delete")
JSON = "application/json"
SEGMENT, PART = re.compile(r"(?<=/)\{(\w+)\}(?=/|$)"), re.compile(r"\{(\w+)\}")
"""A parameter that is a whole segment of a path, and one that is a part of it."""
VARIABLES = ("token", "game_id", "decision", "choice")
FIRST_GAME = {
    "auth_register": "",
    "auth_token_issue": 'pm.collectionVariables.set("token", pm.response.json().token);',
    "game_create": 'pm.collectionVariables.set("game_id", pm.response.json().id);',
    "game_start": "",
    "game_view": """const {decision} = pm.response.json();
if (decision?.options) {
  pm.collectionVariables.set("decision", decision.id);
  pm.collectionVariables.set("choice", decision.options[0].choice);
}""",
    "game_command": "",
}
"""The operations of a first game, in order, each with the script that runs after it."""
FIRST_STEPS = (
    "Send these in order; repeat the last two until the game is over. If another player decides "
    "first, read the game again before you send a command."
)
COMMAND = '{"decision": {{decision}}, "choices": ["{{choice}}"]}'
"""The body that answers the decision that was read last."""
Document = Mapping[str, Any]


def collection(description: Document, address: str) -> dict[str, Any]:
    """Return the collection of a description, for the service at ``address``."""
    folders, first_game = defaultdict(list), {}
    for operation, item in operations_of(description):
        folders[operation["tags"][0]].append(item)
        first_game[operation["operationId"]] = item
    return {
        "info": {
            "name": description["info"]["title"],
            "_postman_id": str(uuid5(NAMESPACE_URL, address)),
            "schema": FORMAT,
        },
        "auth": {
            "type": "bearer",
            "bearer": [{"key": "token", "value": "{{token}}", "type": "string"}],
        },
        "variable": [
            {"key": "baseUrl", "value": address},
            *({"key": name, "value": ""} for name in VARIABLES),
        ],
        "item": [
            {
                "name": "A first game",
                "description": FIRST_STEPS,
                "item": [first_game[name] for name in FIRST_GAME],
            },
            *(
                {"name": name, "description": tag["description"], "item": folders[name]}
                for tag in description["tags"]
                if (name := tag["name"]) in folders
            ),
        ],
    }


def operations_of(description: Document) -> Iterator[tuple[Document, dict[str, Any]]]:
    """Yield each operation, and it as an item of the collection."""
    shared = description["components"].get("parameters", {})
    for path, methods in description["paths"].items():
        for method in METHODS:
            if operation := methods.get(method):
                parameters = [
                    shared[one["$ref"].rpartition("/")[2]] if "$ref" in one else one
                    for one in operation.get("parameters", [])
                ]
                yield operation, item_of(path, method, operation, parameters)


def item_of(
    path: str, method: str, operation: Document, parameters: list[Document]
) -> dict[str, Any]:
    """Return an operation as an item. Optional parameters are there, but switched off."""
    path, name = SEGMENT.sub(r":\1", path), operation["operationId"]
    segments = path.lstrip("/").split("/")
    request: dict[str, Any] = {
        "method": method.upper(),
        "description": operation.get("description", ""),
        "url": {
            "raw": "{{baseUrl}}" + PART.sub(r"{{\1}}", path),
            "host": ["{{baseUrl}}"],
            "path": [PART.sub(r"{{\1}}", segment) for segment in segments],
            "query": values(parameters, "query"),
            "variable": [one for one in values(parameters, "path") if f":{one['key']}" in segments],
        },
        "header": values(parameters, "header"),
    }
    if not operation["security"]:
        request["auth"] = {"type": "noauth"}
    if JSON in (content := operation.get("requestBody", {}).get("content", {})):
        example: Document = next(iter(content[JSON].get("examples", {}).values()), {"value": {}})
        request["header"].append({"key": "Content-Type", "value": JSON})
        request["body"] = {
            "mode": "raw",
            "raw": COMMAND if name == "game_command" else json.dumps(example["value"], indent=2),
            "options": {"raw": {"language": "json"}},
        }
    script = {"type": "text/javascript", "exec": FIRST_GAME.get(name, "").splitlines()}
    events = [{"listen": "test", "script": script}] if script["exec"] else []
    return {"name": operation["summary"], "request": request, "event": events}


def values(parameters: list[Document], place: str) -> list[dict[str, Any]]:
    """Return the parameters in one place: the query, the path or the headers."""
    return [
        {
            "key": one["name"],
            "value": "{{game_id}}" if one["name"] == "game_id" else str(one.get("example", "")),
            "description": one.get("description", ""),
            **({} if one.get("required") else {"disabled": True}),
        }
        for one in parameters
        if one["in"] == place
    ]
