"""`python -m tests.retired_names`: which definitions still have a retired name.

Looked at: modules, classes, functions, fields and constants. Test functions are sentences, so only
the rows of the table that name them apply to them. Migrations are left out.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import NamedTuple

from tests.packages import ROOT, SERVICE

TABLE = Path(__file__).with_suffix(".txt")


class Definition(NamedTuple):
    path: str
    line: int
    kind: str
    name: str


class Retired(NamedTuple):
    words: str
    alone: bool
    kinds: str
    use: str
    folders: tuple[str, ...]
    allowed: tuple[str, ...]

    def means(self, one: Definition) -> bool:
        """True if a definition with these words has them in the meaning that is retired."""
        place = f"{one.path}:{one.name}"
        return (
            (not self.alone or words_of(one.name) == self.words)
            and one.kind[0] in (self.kinds or "mcfv")
            and one.path.startswith(self.folders or "")
            and not any(fnmatchcase(place, pattern) for pattern in self.allowed)
        )


def retired_names() -> list[Retired]:
    service = " ".join(f"{name}/" for name in SERVICE)
    text = TABLE.read_text(encoding="utf-8").replace("service", service)
    lines = [line.split("|") for line in text.splitlines() if not line.startswith("#")]
    return [
        Retired(
            words_of(name.lstrip("=")),
            name.startswith("="),
            kinds.strip(),
            use.strip(),
            tuple(folders.split()),
            tuple(allowed.split()),
        )
        for names, kinds, use, folders, allowed in lines
        for name in names.split()
    ]


def words_of(name: str) -> str:
    """The words of a name: ``_roll_back_admin_`` of RollBackAdmin."""
    return "_" + re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower().strip("_") + "_"


def definitions() -> Iterator[Definition]:
    listed = subprocess.check_output(["git", "ls-files", "*/*.py", "*/*.html"], cwd=ROOT, text=True)
    for path in listed.split():
        if "/migrations/" in path:
            continue
        yield Definition(path, 1, "module", Path(path).stem)
        if path.endswith(".py"):
            tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
            yield from (Definition(path, *found) for found in defined(tree))


def defined(tree: ast.Module) -> Iterator[tuple[int, str, str]]:
    """The line, the kind and the name of each class, function, field and constant."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            yield node.lineno, "class", node.name
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            kind = "test" if node.name.startswith("test_") else "function"
            yield node.lineno, kind, node.name
        if isinstance(node, ast.ClassDef | ast.Module):
            for line in node.body:
                if isinstance(line, ast.Assign | ast.AnnAssign):
                    targets = line.targets if isinstance(line, ast.Assign) else [line.target]
                    names = (one for target in targets for one in ast.walk(target))
                    yield from (
                        (line.lineno, "value", one.id) for one in names if isinstance(one, ast.Name)
                    )


def lines_left(every: Iterator[Definition]) -> list[str]:
    """A line for each definition with a retired name, and what to use instead."""
    retired = retired_names()
    lines = []
    for one in every:
        words = words_of(one.name)
        old = next((old for old in retired if old.words in words and old.means(one)), None)
        if old:
            name = old.words.strip("_")
            lines.append(f"{one.path}:{one.line}: {one.kind} {one.name} ({name}: {old.use})")
    return sorted(lines)


def main() -> int:
    lines = lines_left(definitions())
    packages = Counter(line.split("/")[0] for line in lines)
    for package, count in sorted(packages.items()):
        lines.append(f"{count:5} {package}")
    print("\n".join(lines))
    return 1 if packages else 0


if __name__ == "__main__":
    sys.exit(main())
