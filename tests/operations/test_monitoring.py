"""Alerts, runbook and dashboard fit each other and the metrics that exist."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings

from operations import db_metrics
from tests.operations.test_figures import connection_kept, existing, named

__all__ = ["connection_kept"]
ROOT = Path(settings.BASE_DIR)
ALERTS = ROOT / "docs" / "alerts.yml"
RUNBOOK = (ROOT / "docs" / "runbook.md").read_text(encoding="utf-8")
RULES: list[dict[str, Any]] = [
    rule for group in yaml.safe_load(ALERTS.read_text())["groups"] for rule in group["rules"]
]


def promtool(*words: str) -> str:
    if shutil.which("promtool") is None:
        pytest.skip("needs promtool, of Debian's package prometheus")
    run = subprocess.run(
        ["promtool", *words], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout + run.stderr


def test_prometheus_accepts_the_rules() -> None:
    assert f"SUCCESS: {len(RULES)} rules found" in promtool("check", "rules", str(ALERTS))


def test_a_stopped_service_raises_an_alert() -> None:
    assert "SUCCESS" in promtool("test", "rules", "deploy/alerts_test.yml")


def test_each_alert_has_a_section_in_the_runbook_and_each_section_an_alert() -> None:
    sections = dict(re.findall(r"^## (\w+)\n\n\*(\w+)\.\*", RUNBOOK, re.MULTILINE))
    assert sections == {rule["alert"]: rule["labels"]["severity"] for rule in RULES}
    for rule in RULES:
        address = f"runbook.html#{rule['alert'].lower()}"
        assert rule["annotations"]["runbook_url"] == address


def test_what_must_not_be_missing_has_an_alert_for_its_absence() -> None:
    absent = {name for rule in RULES for name in re.findall(r"absent\((\w+)", rule["expr"])}
    assert {"up", "citadels_heartbeat_age_seconds"} <= absent


@pytest.mark.django_db
@pytest.mark.usefixtures("connection_kept")
def test_every_metric_of_the_dashboard_exists(
    monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path
) -> None:
    monkeypatch.setattr(db_metrics, "queue_lengths", lambda: {"bots": 0})
    settings.BACKUP_STAMP = str(tmp_path / "last")
    board = json.loads((ROOT / "deploy" / "grafana" / "dashboard.json").read_text())
    panels = [panel for panel in board["panels"] if panel["type"] != "row"]
    assert len({panel["id"] for panel in board["panels"]}) == len(board["panels"])
    used = {name for panel in panels for one in panel["targets"] for name in named(one["expr"])}
    known = existing()
    assert used <= known
    shown = {re.sub(r"_(bucket|count|sum)$", "", name) for name in used}
    whole = {re.sub(r"_(bucket|count|sum)$", "", name) for name in known}
    assert shown == whole  # nothing that is measured is left out
