"""`python -m tests.prose [path ...]`: phrases that plain English does not use, with file and line.

Checked are the docstrings, comments and strings of Python files, and the text of Markdown, HTML,
mail and translation files. Identifiers, French texts and stored records are not. The phrases and
what to write instead stand in `prose.txt`.
"""

from __future__ import annotations

import io
import re
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
TABLE = Path(__file__).with_suffix(".txt")
READ = {".py", ".md", ".html", ".txt", ".po", ".toml", ".yml", ".yaml", ".ts", ".js", ".css"}
NAMED = {"Makefile", "Dockerfile"}
SKIPPED = re.compile(
    r"/fr/|french|fixtures/|replays/|corpus/|^requirements/|^openapi\.yaml$|^docs/releases/"
)
QUOTES = re.compile(r"""^(?:\#+\ ?|[rbfu]*(?:\"{3}|'{3}|["']))""", re.IGNORECASE)
OURS = {"tests/prose.py", "tests/prose.txt", "tests/test_prose.py"}


class Finding(NamedTuple):
    path: str
    line: int
    phrase: str
    instead: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.phrase!r}: {self.instead}"


class Phrase(NamedTuple):
    pattern: re.Pattern[str]
    instead: str
    paths: re.Pattern[str]


def phrases() -> Iterator[Phrase]:
    """The patterns of the table, what to write instead, and in which files: all by default."""
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    for line in (line for line in lines if line and not line.startswith("#")):
        pattern, instead, paths = (*line.split(" => "), "")[:3]
        # A phrase may go on in the next line. Spaces in a look-behind stay: its width is fixed.
        across_lines = re.sub(r"(?<!]) ", r"\\s+", pattern)
        yield Phrase(re.compile(across_lines, re.MULTILINE), instead, re.compile(paths))


def checked_files(*paths: str) -> list[str]:
    """The tracked files that hold prose, below ``paths`` or everywhere."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", *paths],
        cwd=ROOT,
        text=True,
        capture_output=True,
        check=True,
    ).stdout.splitlines()
    return [
        path
        for path in listed
        if (Path(path).suffix in READ or Path(path).name in NAMED)
        and path not in OURS
        and (path.endswith("django.po") or not SKIPPED.search(path))
        and (ROOT / path).exists()
    ]


def texts_of(path: str, source: str) -> Iterator[tuple[int, str]]:
    """The texts of a file, each with the number of its first line."""
    if path.endswith(".py"):
        yield from python_texts(source)
    elif path.endswith(".po"):
        french = False
        for number, line in enumerate(source.splitlines(), 1):
            if not line.startswith('"'):
                french = line.startswith("msgstr")
            if not french and not line.startswith("#"):
                yield number, line
    else:
        yield 1, source


def python_texts(source: str) -> Iterator[tuple[int, str]]:
    """Strings without their quotes; comments that stand on consecutive lines are one text."""
    first, block = 0, ""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        line, text = token.start[0], QUOTES.sub("", token.string)
        if token.type == tokenize.STRING:
            yield line, text
        elif token.type == tokenize.COMMENT and block and line == first + block.count("\n") + 1:
            block += "\n" + text
        elif token.type == tokenize.COMMENT:
            yield first, block
            first, block = line, text
    yield first, block


def findings_in(path: str, source: str) -> Iterator[Finding]:
    """The phrases of the table that a file uses."""
    here = [phrase for phrase in PHRASES if phrase.paths.match(path)]
    for first, text in texts_of(path, source):
        for phrase in here:
            for match in phrase.pattern.finditer(text):
                line = first + text.count("\n", 0, match.start())
                yield Finding(path, line, " ".join(match[0].split()), phrase.instead)


PHRASES = list(phrases())


def main(*paths: str) -> int:
    found = [
        finding
        for path in checked_files(*paths)
        for finding in findings_in(path, (ROOT / path).read_text(encoding="utf-8"))
    ]
    print(*found, f"{len(found)} left", sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
