"""Examples of bodies, kept in ``examples.json`` by operation: real replies of the service.

An endpoint whose view has its own example keeps it. A test requires an example of every body, and
validates all of them against the schema. To write a new one, start from a reply of a running
service.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_suffix(".json")


@cache
def load_examples() -> dict[str, dict[str, Any]]:
    """Return the examples by operation: ``request``, and replies by status."""
    examples: dict[str, dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
    return examples


def add_examples(result: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    """Add an example to each body that has none."""
    for path in result["paths"].values():
        for operation in path.values():
            if not isinstance(operation, dict) or "responses" not in operation:
                continue
            kept = load_examples().get(operation["operationId"], {})
            show(operation.get("requestBody", {}), kept.get("request"))
            for status, response in operation["responses"].items():
                show(response, kept.get(status))
    return result


def show(body: dict[str, Any], example: object) -> None:
    """Add an example to each media type of a body that has none, in place."""
    for content in body.get("content", {}).values():
        if example is not None and "examples" not in content:
            content["examples"] = {"Example": {"value": example}}
