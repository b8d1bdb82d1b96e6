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
from prometheus_client import Counter, Histogram

from core import metrics
from operations import collector
from operations.collector import ServiceCollector
from tests.operations.test_figures import connection_kept, existing, named

__all__ = ["connection_kept"]
ROOT = Path(settings.BASE_DIR)
ALERTS = ROOT / "docs" / "alerts.yml"
RUNBOOK = (ROOT / "docs" / "runbook.md").read_text(encoding="utf-8")
RULES: list[dict[str, Any]] = [
    rule for group in yaml.safe_load(ALERTS.read_text())["groups"] for rule in group["rules"]
]
BOARD: list[dict[str, Any]] = json.loads(
    (ROOT / "deploy" / "grafana" / "dashboard.json").read_text()
)["panels"]
SHOWN = [target["expr"] for panel in BOARD for target in panel.get("targets", ())]
"""The expressions of the dashboard."""


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


@pytest.mark.slow
def test_a_stopped_service_raises_an_alert() -> None:
    assert "SUCCESS" in promtool("test", "rules", "deploy/alerts_test.yml")


def test_each_alert_has_a_section_in_the_runbook_and_each_section_an_alert() -> None:
    sections = dict(re.findall(r"^## (\w+)\n\n\*(\w+)\.\*", RUNBOOK, re.MULTILINE))
    assert sections == {rule["alert"]: rule["labels"]["severity"] for rule in RULES}
    for rule in RULES:
        address = f"{{{{ $externalLabels.docs }}}}/runbook.html#{rule['alert'].lower()}"
        assert rule["annotations"]["runbook_url"] == address


def test_what_must_not_be_missing_has_an_alert_for_its_absence() -> None:
    absent = {name for rule in RULES for name in re.findall(r"absent\((\w+)", rule["expr"])}
    assert {"up", "citadels_heartbeat_age_seconds"} <= absent


@pytest.fixture
def all_metrics(monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path) -> None:
    """The service exports every metric that it knows, also those of optional parts."""
    monkeypatch.setattr(collector, "queue_lengths", lambda: {"bots": 0})
    settings.BACKUP_STAMP = str(tmp_path / "last")


@pytest.mark.django_db
@pytest.mark.usefixtures("connection_kept", "all_metrics")
def test_every_metric_of_the_dashboard_exists() -> None:
    assert len({panel["id"] for panel in BOARD}) == len(BOARD)
    used = {name for expression in SHOWN for name in named(expression)}
    assert used <= existing()
    assert whole(used) == whole(existing())  # nothing that is measured is left out


def test_the_dashboard_shows_what_each_alert_speaks_of() -> None:
    shown = {name for expression in SHOWN for name in spoken_of(expression)}
    assert "up" in shown
    for rule in RULES:
        assert set() < spoken_of(rule["expr"]) <= shown, rule["alert"]


@pytest.mark.django_db
@pytest.mark.usefixtures("connection_kept", "all_metrics")
def test_every_label_that_an_alert_or_the_dashboard_uses_exists() -> None:
    """A wrong one raises no error in Prometheus: the alert is silent, the panel empty."""
    labels = labels_of_metrics()
    for expression in [*SHOWN, *(rule["expr"] for rule in RULES)]:
        for name, label in chosen_labels(expression):
            assert label in labels[name], (expression, name, label)
        known = set().union(*(labels[name] for name in spoken_of(expression)))
        assert grouped_labels(expression) <= known | {"instance"}, expression  # Prometheus adds it


def test_the_search_finds_a_wrong_label() -> None:
    expression = 'sum by (level) (citadels_due{sort="deadline", kind!~"a|b"})'
    assert chosen_labels(expression) == {("citadels_due", "sort"), ("citadels_due", "kind")}
    assert grouped_labels(expression) == {"level"}


def whole(names: set[str]) -> set[str]:
    """Return the names without the parts of histograms."""
    return {re.sub(r"_(bucket|count|sum)$", "", name) for name in names}


def spoken_of(expression: str) -> set[str]:
    return whole(named(expression)) | set(re.findall(r"\bup\b(?=\{)", expression))


def chosen_labels(expression: str) -> set[tuple[str, str]]:
    """Return the metrics and labels by which the expression selects."""
    return {
        (re.sub(r"_(bucket|count|sum)$", "", name), label)
        for name, selector in re.findall(r"(\w+)\{([^}]*)\}", expression)
        for label in re.findall(r'(\w+)(?:=~|!~|!=|=)"', selector)
    }


def grouped_labels(expression: str) -> set[str]:
    groups = re.findall(r"\b(?:by|on) \(([^)]*)\)", expression)
    return {label for group in groups for label in re.split(r",\s*", group)}


def labels_of_metrics() -> dict[str, set[str]]:
    """Return the labels of each metric, and those that Prometheus itself adds."""
    counted = {
        f"{metric._name}_total" if isinstance(metric, Counter) else metric._name: metric
        for metric in vars(metrics).values()
        if isinstance(metric, Counter | Histogram)
    }
    labels = {name: {*metric._labelnames, "le"} for name, metric in counted.items()}
    for family in ServiceCollector().collect():
        name = f"{family.name}_info" if family.type == "info" else family.name
        # An info metric has its labels in the sample; the others declare them.
        samples = {label for sample in family.samples for label in sample.labels}
        labels[name] = {*getattr(family, "_labelnames", ()), *samples}
    return labels | {"up": {"job", "instance"}}
