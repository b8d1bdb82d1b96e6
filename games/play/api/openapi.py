"""A hook that adds the JSON Schemas of all games to the OpenAPI description, by name.

What depends on the ruleset stays an open object: a choice between the games would be unreadable for
most generators. ``x-by-ruleset`` names the schema of each game there.
"""

from __future__ import annotations

import json
from typing import Any

from core.api.openapi_types import PREFIX
from games.rules import rulesets

BY_RULESET = "x-by-ruleset"
DEFINITIONS = "#/$defs/"
PLACES = {
    ("GameView", "table"): "Table",
    ("GameSummary", "options"): "Options",
    ("GameView", "options"): "Options",
    ("GameCreateInput", "options"): "Options",
    ("DecisionView", "about"): "About",
    ("OptionView", ""): "Option",
    ("EventView", ""): "Event",
    ("ResultView", ""): "Result",
}
"""Where parts of a game are: the member of an object, or the object itself."""


def add_game_schemas(result: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    """Add the schemas of all games to the components, and point to them."""
    components = result["components"]["schemas"]
    for slug, document in rulesets.schema_documents().items():
        text = json.dumps(document["$defs"]).replace(DEFINITIONS, PREFIX + camel(slug))
        found = json.loads(text)
        components |= {camel(slug) + name: schema for name, schema in found.items()}
        for (owner, member), name in PLACES.items():
            if name in found and owner in components:
                parent, key = components, owner
                if member:
                    parent, key = components[owner]["properties"], member
                known = parent[key].get(BY_RULESET, {})
                named = {**known, slug: PREFIX + camel(slug) + name}
                parent[key] = {**parent[key], BY_RULESET: named}
    return result


def camel(slug: str) -> str:
    """Return the prefix of a game's schemas: its slug in CamelCase."""
    return "".join(word.capitalize() for word in slug.replace("_", "-").split("-"))
