"""The benchmark beside other services: its table, when it ends, and that the floor answers."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest

from bench import Missing
from bench.peers.__main__ import WARM_UP, is_settled, play_until_settled
from bench.peers.contenders import Contender, Sizes, boardgame_io, floor
from bench.server import table_of
from bench.service import Sample, Service, scratch_database


def test_the_table_has_medians_and_ratios_with_their_ranges() -> None:
    costs = {"ours": {"a": [9.0, 6.0, 8.0], "b": [1.0] * 3}, "floor": {"a": [3.0, 4.0, 4.0]}}
    assert list(table_of(costs)) == [
        "| CPU ms | ours | floor | ours / floor |",
        "|---|---|---|---|",
        "| a | 8.0 | 4.0 | **2.00** (1.50 to 3.00) |",
        "| b | 1.0 | - | - |",
    ]


def test_costs_are_settled_when_the_last_running_medians_are_close() -> None:
    assert not is_settled([1.0] * 4)
    assert is_settled([1.0] * 5)
    assert not is_settled([1.0, 1.0, 2.0, 2.0, 2.0])
    assert is_settled([1.0, 1.0, 2.0, 2.0, *[2.0] * 5])


@pytest.mark.parametrize(("steps", "rounds", "moving"), [(0, 5, []), (1, 7, ["steps: a"])])
def test_rounds_are_played_until_all_is_settled(steps: int, rounds: int, moving: list[str]) -> None:
    one = Service([], 0, [], cast("Any", None))
    costs = iter(range(100, 200))
    play = lambda: one.samples["a"].append(Sample(100 + steps * 9 * (next(costs) - 100), 1))  # noqa: E731
    assert play_until_settled([Contender("steps", one, play)], rounds=7) == moving
    assert len(one.samples["a"]) == rounds
    assert next(costs) == 100 + WARM_UP + rounds


def test_without_npm_boardgame_io_is_left_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with (
        pytest.raises(Missing, match="needs node, npm and its registry"),
        boardgame_io("postgres://nowhere", 1, Sizes(), tmp_path),
    ):
        pass


@pytest.mark.slow
@pytest.mark.postgres
def test_the_floor_answers_each_kind_of_request() -> None:
    with (
        scratch_database("test") as url,
        floor(url, 2, Sizes(1, 2, 5)) as contender,
    ):
        contender.play()
        one = contender.service
        assert {len(samples) for samples in one.samples.values()} == {1}
        assert {"command", "304", "inbox, 304", "move seen by four, read"} <= {*one.samples}
        game = one.ask(one.matches[0].path, one.matches[0].keys[1])
        assert (game["decision"], len(game["seats"])) == (1, 4)
        assert one.ask("/inbox/", one.matches[0].keys[1])["turns"] == [{"id": 2, "version": 1}]
