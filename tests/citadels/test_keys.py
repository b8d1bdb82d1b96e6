"""Keys that the first process creates."""

from __future__ import annotations

import stat
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from threading import Event

from citadels.settings.parts.keys import load_key


def test_a_key_is_made_once_and_is_its_owners(tmp_path: Path) -> None:
    path = tmp_path / "key"
    assert [load_key(path, lambda: "first"), load_key(path, lambda: "second")] == ["first"] * 2
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_process_that_comes_while_another_makes_the_key_waits_for_it(tmp_path: Path) -> None:
    path, making, may_go_on = tmp_path / "key", Event(), Event()

    def make() -> str:
        making.set()
        may_go_on.wait()
        return "of the first"

    with ThreadPoolExecutor(2) as processes:
        first = processes.submit(load_key, path, make)
        making.wait()
        second = processes.submit(load_key, path, lambda: "of the second")
        wait([second], timeout=0.3)
        may_go_on.set()
        assert (first.result(), second.result()) == ("of the first", "of the first")


def test_a_key_is_made_again_if_its_maker_was_killed(tmp_path: Path) -> None:
    path = tmp_path / "key"
    path.touch(mode=0o600)  # created, and nothing written
    assert load_key(path, lambda: "made") == "made"
    assert load_key(path, lambda: "another") == "made"
