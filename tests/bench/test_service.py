"""The benchmark of the server runs, for a moment."""

from __future__ import annotations

import pytest

from bench.server import measure_rounds, print_figures, table_of
from bench.service import service
from tests.faults.processes import database_url

KINDS = ["command", "view, changed", "view, unchanged", "304", "inbox", "inbox, 304"]


@pytest.mark.slow
@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_every_kind_of_request_is_measured_and_every_ratio_printed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with service(database_url(), connections=2) as one:
        measure_rounds([one], rounds=1, parties=1, each=1)
        print_figures(one)
        figures, stored = capsys.readouterr().out, one.stored_bytes()
    assert all(len(samples) == 1 for samples in one.samples.values())
    assert all(row["per_second"] > 0 for row in one.figures().values())
    assert all(f"\n{kind} " in figures for kind in KINDS)
    assert stored["move_row_mean"] > 0
    assert f"{stored['state_max']}\n" in figures
    for samples in one.samples.values():  # so few requests may take less than a tick of the clock
        samples[:] = [sample._replace(cpu=2.0) for sample in samples]
    table = list(table_of({"this": one.costs(), "other": one.costs()}))[2:]
    assert [line.split(" | ")[0] for line in table] == [f"| {kind}" for kind in KINDS]
    assert all(line.endswith(" | **1.00** (1.00 to 1.00) |") for line in table)
