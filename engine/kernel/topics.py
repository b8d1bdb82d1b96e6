"""What a game may ask, written down: its topics, their verbs, and what options say of themselves.

Clients read it to offer standing orders, and the platform checks those against it. That nothing is
missing is tested on random matches.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias

STRING, INTEGER, BOOLEAN, ARRAY = "string", "integer", "boolean", "array"

Members: TypeAlias = "Mapping[str, str]"
"""The members that an option of a verb may have besides ``choice`` and ``verb``, with their types
in JSON; a number may also be null.
"""


class Topic(NamedTuple):
    """A kind of decision: what it is about, and the members of the options by their verbs."""

    summary: str
    verbs: Mapping[str, Members]

    def to_json(self, name: str) -> dict[str, Any]:
        """The topic as clients read it."""
        verbs = [{"verb": verb, "members": dict(has)} for verb, has in self.verbs.items()]
        return {"topic": name, "summary": self.summary, "verbs": verbs}
