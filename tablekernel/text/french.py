"""French grammar and typography."""

from __future__ import annotations

from collections.abc import Sequence

from tablekernel.text.language import Language


class FrenchGrammar(Language):
    """Counts and lists in French, and its no-break spaces."""

    code = "fr"

    def count(self, number: int, one: str, many: str = "") -> str:
        """Return a number of things. Zero takes the singular."""
        return f"{number} {one}" if number < 2 else f"{number} {many or one + 's'}"

    def join_items(self, items: Sequence[str]) -> str:
        if len(items) < 2:
            return "".join(items)
        return f"{', '.join(items[:-1])} et {items[-1]}"

    def polish(self, text: str) -> str:
        """Put no-break spaces before signs, so that no line begins with one."""
        for sign in ":;?!":
            text = text.replace(f" {sign}", f"\N{NO-BREAK SPACE}{sign}")
        return text
