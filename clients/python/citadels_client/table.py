"""The table of any ruleset as lines of text, from its picture or from the document itself."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping
from typing import Any


def picture_texts(svg: str) -> tuple[str, list[str]]:
    """Return the title of a picture and the lines of its description; empty if it has none."""
    texts = []
    for element in ("title", "desc"):
        match = re.search(rf"<{element}\b[^>]*>(.*?)</{element}>", svg, re.DOTALL)
        texts.append(html.unescape(match[1]).strip() if match else "")
    return texts[0], texts[1].splitlines()


def catalogue_entries(catalogue: Any) -> Iterator[Mapping[str, Any]]:
    """Yield all objects of a catalogue that have a title, at any depth."""
    if isinstance(catalogue, Mapping):
        if isinstance(catalogue.get("title"), str):
            yield catalogue
        for member in catalogue.values():
            yield from catalogue_entries(member)
    elif isinstance(catalogue, list):
        for item in catalogue:
            yield from catalogue_entries(item)


def catalogue_titles(catalogue: Any) -> dict[str, str]:
    """Return titles by the names that documents use; names with several titles are left out."""
    titles: dict[str, set[str]] = {}
    for entry in catalogue_entries(catalogue):
        name = next(iter(entry.values()))
        if isinstance(name, str):
            titles.setdefault(name, set()).add(entry["title"])
    return {name: choices.pop() for name, choices in titles.items() if len(choices) == 1}


def document_lines(
    document: Mapping[str, Any], titles: Mapping[str, str], indent: str = ""
) -> list[str]:
    """Return a document as lines: simple members on one, then a line or a block for each other.

    Members that are null, false or empty are left out.
    """
    members = {name: value for name, value in document.items() if is_shown(value)}
    simple = {name: value for name, value in members.items() if not has_parts(value)}
    lines = [indent + value_text(simple, titles)] if simple else []
    for name, value in members.items():
        if name in simple:
            continue
        title = f"{indent}{name.replace('_', ' ')}:"
        if isinstance(value, Mapping) and any(map(has_parts, value.values())):
            lines += [title, *document_lines(value, titles, indent + "  ")]
        elif isinstance(value, list) and any(map(has_parts, value)):
            lines += [title, *(f"{indent}  {value_text(item, titles)}" for item in value)]
        else:
            lines.append(f"{title} {value_text(value, titles)}")
    return lines


def value_text(value: Any, titles: Mapping[str, str], *, nested: bool = False) -> str:
    """Return a value on one line, with titles in place of names."""
    if isinstance(value, Mapping):
        parts = [
            name.replace("_", " ")
            + ("" if member is True else " " + value_text(member, titles, nested=True))
            for name, member in value.items()
            if is_shown(member)
        ]
        return f"({', '.join(parts)})" if nested else ", ".join(parts)
    if isinstance(value, list):
        texts = [value_text(item, titles, nested=nested) for item in value]
        comma = "; " if any(map(has_parts, value)) else ", "
        return ("/" if nested else comma).join(texts)
    return titles.get(value, value) if isinstance(value, str) else str(value)


def is_shown(value: Any) -> bool:
    """True if a value is worth showing. 0 is."""
    return value is not None and value is not False and value not in ("", [], {})


def has_parts(value: Any) -> bool:
    return isinstance(value, Mapping | list)
