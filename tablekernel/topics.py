"""The topics of a game: what it may ask, the verbs that answer, and the members of options.

Clients use it to offer standing orders, and the platform checks those against it. Random matches
test that nothing is missing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias

STRING, INTEGER, BOOLEAN, ARRAY = "string", "integer", "boolean", "array"

Members: TypeAlias = "Mapping[str, str]"
"""The members that an option of a verb may have besides ``choice`` and ``verb``, with their JSON
types. A number may also be null.
"""


class Topic(NamedTuple):
    """A kind of decision: its description, and the members of its options by verb."""

    summary: str
    verbs: Mapping[str, Members]

    def to_json(self, name: str) -> dict[str, Any]:
        """Return the topic for clients."""
        verbs = [{"verb": verb, "members": dict(has)} for verb, has in self.verbs.items()]
        return {"topic": name, "summary": self.summary, "verbs": verbs}
