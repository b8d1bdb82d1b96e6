"""Which changes of the API's description break clients that were written for an earlier one.

docs/versions.md promises what is checked here. ``breaking_changes`` compares two OpenAPI documents.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Document = dict[str, Any]
METHODS = ("get", "put", "post", "delete", "patch", "head")
MINIMA = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")
MAXIMA = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")
SAME = ("format", "pattern", "const", "contentEncoding")


def breaking_changes(old: Document, new: Document) -> list[str]:
    """Return each change from ``old`` to ``new`` that can break a client, as a line."""
    return sorted(set(Comparison(old, new).operations()))


class Comparison:
    """Two documents, and the pairs of schemas that are compared already."""

    def __init__(self, old: Document, new: Document) -> None:
        self.old, self.new = old, new
        self.compared: set[tuple[str, str, bool]] = set()

    def operations(self) -> Iterator[str]:
        for path, methods in self.old["paths"].items():
            for method in METHODS:
                if method not in methods:
                    continue
                where = f"{method.upper()} {path}"
                now = self.new["paths"].get(path, {}).get(method)
                if now is None:
                    yield f"{where}: removed"
                else:
                    yield from self.operation(where, methods[method], now)

    def operation(self, where: str, old: Document, new: Document) -> Iterator[str]:
        if old.get("operationId") != new.get("operationId"):
            yield f"{where}: operationId changed"
        yield from self.parameters(where, old, new)
        if "requestBody" in new:
            yield from self.body(where, old.get("requestBody"), new["requestBody"])
        elif "requestBody" in old:
            yield f"{where}: the body is gone"
        for status, reply in old["responses"].items():
            if not status.startswith("2"):
                continue
            if status not in new["responses"]:
                yield f"{where}: status {status} is gone"
                continue
            before = found(self.old, reply).get("content", {})
            now = found(self.new, new["responses"][status]).get("content", {})
            yield from self.contents(f"{where} {status}", before, now, sent=False)

    def parameters(self, where: str, old: Document, new: Document) -> Iterator[str]:
        before, now = (
            {(one["in"], one["name"]): one for one in parameters_of(document, operation)}
            for document, operation in ((self.old, old), (self.new, new))
        )
        for key, one in now.items():
            if key not in before and one.get("required"):
                yield f"{where}: parameter {key[1]} is new and required"
        for key, one in before.items():
            place = f"{where} parameter {key[1]}"
            if key not in now:
                yield f"{place}: removed"
                continue
            if now[key].get("required") and not one.get("required"):
                yield f"{place}: became required"
            yield from self.schemas(place, one["schema"], now[key]["schema"], sent=True)

    def body(self, where: str, old: Document | None, new: Document) -> Iterator[str]:
        if new.get("required") and not (old or {}).get("required"):
            yield f"{where}: the body became required"
        yield from self.contents(
            f"{where} body", (old or {}).get("content", {}), new["content"], sent=True
        )

    def contents(self, where: str, old: Document, new: Document, *, sent: bool) -> Iterator[str]:
        for kind, content in old.items():
            if kind not in new:
                yield f"{where}: {kind} is gone"
            else:
                yield from self.schemas(
                    where, content.get("schema", {}), new[kind].get("schema", {}), sent=sent
                )

    def schemas(self, where: str, old: Document, new: Document, *, sent: bool) -> Iterator[str]:
        """Compare what a client sends, which may only become wider, or what it gets, which may
        only become narrower. New members of what it gets break nothing.
        """
        if "$ref" in old and "$ref" in new:
            pair = (old["$ref"], new["$ref"], sent)
            if pair in self.compared:
                return
            self.compared.add(pair)
            where = f"{where} {name_of(old)}"
        old, new = found(self.old, old), found(self.new, new)
        wide, narrow = (new, old) if sent else (old, new)
        if not kinds(narrow) <= kinds(wide):
            yield f"{where}: the type changed"
        if "enum" in wide and not set(narrow.get("enum", ["*"])) <= set(wide["enum"]):
            yield f"{where}: the values changed"
        yield from self.bounds(where, wide, narrow)
        yield from self.members(where, old, new, sent=sent)
        if "items" in old and "items" in new:
            yield from self.schemas(f"{where}[]", old["items"], new["items"], sent=sent)
        yield from self.branches(where, old, new, sent=sent)

    def bounds(self, where: str, wide: Document, narrow: Document) -> Iterator[str]:
        for name in SAME:
            if name in wide and wide[name] != narrow.get(name):
                yield f"{where}: {name} changed"
        for name in MINIMA:
            if name in wide and narrow.get(name, float("-inf")) < wide[name]:
                yield f"{where}: {name} changed"
        for name in MAXIMA:
            if name in wide and narrow.get(name, float("inf")) > wide[name]:
                yield f"{where}: {name} changed"

    def members(self, where: str, old: Document, new: Document, *, sent: bool) -> Iterator[str]:
        before, now = old.get("properties", {}), new.get("properties", {})
        needed, given = set(old.get("required", ())), set(new.get("required", ()))
        for name in sorted(before):
            if name not in now:
                yield f"{where}.{name}: removed"
            else:
                yield from self.schemas(f"{where}.{name}", before[name], now[name], sent=sent)
        for name in sorted(given - needed if sent else (needed & set(now)) - given):
            yield f"{where}.{name}: became {'required' if sent else 'optional'}"

    def branches(self, where: str, old: Document, new: Document, *, sent: bool) -> Iterator[str]:
        for word in ("oneOf", "anyOf", "allOf"):
            before, now = old.get(word, []), new.get(word, [])
            if len(before) != len(now) and (word == "allOf" or len(now) < len(before) or not sent):
                yield f"{where}: {word} changed"
            for index, (one, other) in enumerate(zip(before, now, strict=False)):
                yield from self.schemas(f"{where} {word} {index}", one, other, sent=sent)


def parameters_of(document: Document, operation: Document) -> list[Document]:
    return [found(document, one) for one in operation.get("parameters", ())]


def found(document: Document, part: Document) -> Document:
    """Return what a reference refers to, or the part itself."""
    while "$ref" in part:
        group, name = part["$ref"].removeprefix("#/components/").split("/")
        part = document["components"][group][name]
    return part


def name_of(part: Document) -> str:
    return str(part["$ref"]).rpartition("/")[2]


def kinds(schema: Document) -> set[str]:
    """Return the types that a schema allows."""
    allowed = schema.get("type", ())
    names = {allowed} if isinstance(allowed, str) else set(allowed)
    if not names:
        return set(ALL_KINDS)
    return names | ({"integer"} if "number" in names else set())


ALL_KINDS = ("array", "boolean", "integer", "null", "number", "object", "string", "any")
