"""The public surface of the kernel: every name without a leading underscore, with its signature.

    python -m tests.tablekernel.surface          # writes surface.txt, and prints its digest

It is read from the source, so the kernel may be compiled.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

KERNEL = Path(__file__).parents[2] / "tablekernel"
SNAPSHOT = Path(__file__).with_name("surface.txt")


def lines() -> list[str]:
    """Return a line for each public name, in a fixed order."""
    return [line for path in sorted(KERNEL.rglob("*.py")) for line in lines_of(path)]


def lines_of(path: Path) -> Iterator[str]:
    """Yield the public names of a module."""
    place = path.relative_to(KERNEL.parent).with_suffix("")
    if "build" in place.parts or place.name == "setup":
        return
    module = ".".join(place.parts).removesuffix(".__init__")
    yield from sorted(names_in(module, ast.parse(path.read_text(encoding="utf-8")).body))


def names_in(prefix: str, body: list[ast.stmt]) -> Iterator[str]:
    """Yield the public names that the statements of a module or of a class define."""
    for node in body:
        if isinstance(node, ast.FunctionDef) and is_public(node.name):
            returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
            yield f"{prefix}.{node.name}({ast.unparse(node.args)}){returns}"
        elif isinstance(node, ast.ClassDef) and is_public(node.name):
            bases = ", ".join(ast.unparse(base) for base in node.bases)
            yield f"{prefix}.{node.name}({bases}): class"
            yield from names_in(f"{prefix}.{node.name}", node.body)
        elif isinstance(node, ast.AnnAssign) and is_public(ast.unparse(node.target)):
            yield f"{prefix}.{ast.unparse(node.target)}: {ast.unparse(node.annotation)}"
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                if is_public(ast.unparse(target)):
                    yield f"{prefix}.{ast.unparse(target)}"


def is_public(name: str) -> bool:
    """True for ``__init__``, too, whose parameters are those of the class."""
    return not name.startswith("_") or name == "__init__"


def digest() -> str:
    """Return the digest that the newest entry of the changelog names."""
    return sha256("\n".join(lines()).encode()).hexdigest()[:12]


if __name__ == "__main__":
    SNAPSHOT.write_text("\n".join(lines()) + "\n", encoding="utf-8")
    sys.stdout.write(f"{digest()}\n")
