"""Which modules of the kernel and of the games may import which. Imports across the whole project
are also checked by ``make lint``.
"""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import engine
import tablekernel
from engine.citadels.characters import CHARACTERS
from engine.citadels.districts import DISTRICTS

ROOT = Path(engine.__file__).parent
KERNEL = Path(tablekernel.__file__).parent
BUILDS = {"setup.py", "compiling.py"}  # what runs only where wheels are built
MODULES = sorted(
    path
    for folder in (ROOT, KERNEL)
    for path in folder.rglob("*.py")
    if path.name not in BUILDS and folder / "build" not in path.parents
)
PLATFORM = {"django", "rest_framework", "celery", "games", "accounts", "citadels"}
INPUT_AND_OUTPUT = {"socket", "sqlite3", "subprocess", "threading", "time", "datetime", "os"}

NAMES_NO_CARD = [
    path
    for path in MODULES
    if path.parent in (KERNEL, ROOT / "citadels" / "flow")
    or path == ROOT / "citadels" / "scoring.py"
    or path == ROOT / "citadels" / "verbs.py"
]

ORDINARY_WORDS = {"keep", "park"}
"""Cards whose names the rules and the tests also use as verbs: a player keeps a card, a match is
parked. That none of them is imported is a test of its own.
"""


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT.parent))


def named_in(text: str) -> set[str]:
    """The cards that a text names, whether as ``thieves_den``, ``ThievesDen`` or Thieves' Den."""
    found = set()
    for card in {*CHARACTERS, *DISTRICTS} - ORDINARY_WORDS:
        if re.search(r"\b" + card.replace("_", "[_' ]*") + r"\b", text, re.IGNORECASE):
            found.add(card)
    return found


def imports_of(path: Path) -> set[str]:
    """The modules that a file imports, by their full names."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            module = node.module or ""
            found |= {module, *(f"{module}.{alias.name}" for alias in node.names)}
    return found


def module_name(path: Path) -> str:
    """The full name of the module in a file."""
    name = ".".join(path.relative_to(ROOT.parent).with_suffix("").parts)
    return name.removesuffix(".__init__")


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Imports for types alone count, too."""
    names = {module_name(path) for path in MODULES}
    graph = {module_name(path): imports_of(path) & names for path in MODULES}
    for name, imported in graph.items():
        # An import from a package that names a module of it depends on the module alone.
        graph[name] = {
            one for one in imported if not any(other.startswith(f"{one}.") for other in imported)
        } - {name}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("from engine.citadels.districts.thieves_den import ThievesDen", "thieves_den"),
        ("the Thieves' Den may be paid with cards", "thieves_den"),
        ("if name == 'king':", "king"),
        ("class Warlord:", "warlord"),
        ("THIEF = 2", "thief"),
    ],
)
def test_a_card_is_recognised_in_any_spelling(text: str, card: str) -> None:
    assert named_in(text) == {card}


def test_other_words_are_no_cards() -> None:
    assert named_in("asking, taking, a kingdom, spying, a workings list; they keep a card") == set()


@pytest.mark.parametrize("path", NAMES_NO_CARD, ids=name_of)
def test_the_flow_and_the_kernel_name_no_card(path: Path) -> None:
    assert named_in(path.read_text()) == set()


@pytest.mark.parametrize("path", NAMES_NO_CARD, ids=name_of)
def test_the_flow_and_the_kernel_import_no_card(path: Path) -> None:
    cards = ("engine.citadels.characters", "engine.citadels.districts")
    assert not [name for name in imports_of(path) if name.startswith(cards)]


def test_the_kernel_knows_no_game() -> None:
    kernel = [path for path in MODULES if KERNEL in path.parents]
    assert kernel
    assert not [
        path for path in kernel if any(one.startswith("engine") for one in imports_of(path))
    ]


@pytest.mark.parametrize("path", MODULES, ids=name_of)
@pytest.mark.slow
def test_the_engine_knows_neither_the_platform_nor_the_world(path: Path) -> None:
    roots = {name.split(".")[0] for name in imports_of(path)}
    assert not roots & (PLATFORM | INPUT_AND_OUTPUT)


def test_cards_of_one_kind_do_not_know_the_other() -> None:
    for mine, theirs in (("characters", "districts"), ("districts", "characters")):
        for path in (ROOT / "citadels" / mine).glob("*.py"):
            forbidden = f"engine.citadels.{theirs}"
            assert not [name for name in imports_of(path) if name.startswith(forbidden)], path


def test_importing_the_engine_does_not_import_django() -> None:
    program = "import sys, tablekernel.registry; sys.exit('django' in sys.modules)"
    assert (
        subprocess.run([sys.executable, "-c", program], cwd=ROOT.parent, check=False).returncode
        == 0
    )


REFUSES_ALL_BUT_THE_ENGINE = """
import sys
for name in {refused}:
    sys.modules[name] = None  # importing it is an error
import pytest
sys.exit(pytest.main(["--quiet", "--collect-only", "-p", "no:cacheprovider", {folder!r}]))
"""


@pytest.mark.slow
def test_the_tests_of_the_engine_need_neither_django_nor_the_platform() -> None:
    """Others check the engine itself. This collects its tests, in a process without plugins."""
    folder = Path(__file__).parent
    refused = sorted({*PLATFORM, "pytest_django", "core", "moderation", "notifications", "clients"})
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            REFUSES_ALL_BUT_THE_ENGINE.format(refused=refused, folder=str(folder)),
        ],
        cwd=folder,
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
