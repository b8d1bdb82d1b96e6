"""English grammar and typography."""

from __future__ import annotations

from collections.abc import Sequence

from tablekernel.text.language import Language


class EnglishGrammar(Language):
    """Counts and lists in English."""

    code = "en"

    def count(self, number: int, one: str, many: str = "") -> str:
        return f"{number} {one}" if number == 1 else f"{number} {many or one + 's'}"

    def join_items(self, items: Sequence[str]) -> str:
        if len(items) < 2:
            return "".join(items)
        return f"{', '.join(items[:-1])} and {items[-1]}"
