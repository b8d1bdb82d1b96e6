"""What deploy/ adds to docker-compose.yml for the large form fits the code and itself."""

from __future__ import annotations

import re
import shutil
import subprocess
from configparser import RawConfigParser
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings

from tests.citadels.test_container import services
from tests.citadels.test_settings import loaded

ROOT = settings.BASE_DIR
DEPLOY = ROOT / "deploy"
NO_METRICS = {"beat", "migrate"}


class Loader(yaml.SafeLoader):
    """Reads !reset, by which an additional file removes what the first file says."""


Loader.add_constructor("!reset", lambda loader, node: "reset")


def added() -> dict[str, Any]:
    """Return the services of the additional file."""
    text = (DEPLOY / "docker-compose.large.yml").read_text(encoding="utf-8")
    found: dict[str, Any] = yaml.load(text, Loader)["services"]
    return found


def new() -> dict[str, Any]:
    return {name: one for name, one in added().items() if name not in services()}


# --- compose -------------------------------------------------------------------------------------


def test_every_process_goes_through_the_pooler_but_migrations() -> None:
    base = {name: one["environment"] for name, one in services().items()}
    assert set(added()) - set(new()) == set(base) - {"migrate", "beat"}
    for name in set(base) - {"migrate", "beat"}:
        given = added()[name]["environment"]
        url = base[name]["DATABASE_URL"]
        assert given["DATABASE_POOLER"] == "true"
        expected = re.sub(r"\$\{POSTGRES_APP_PASSWORD:[^}]*\}", "${POSTGRES_APP_PASSWORD}", url)
        assert given["DATABASE_URL"] == expected.replace("@postgres:5432", "@pgbouncer:6432")
        assert added()[name]["depends_on"] == {"pgbouncer": {"condition": "service_healthy"}}


def test_what_answers_requests_has_two_nodes_which_only_the_proxy_publishes() -> None:
    assert {name for name, one in added().items() if one.get("deploy", {}).get("replicas")} == {
        "web",
        "stream",
    }
    assert added()["web"]["ports"] == "reset"
    for one in new().values():
        for port in one.get("ports", ()):
            assert port.startswith("127.0.0.1:")


def test_monitoring_reaches_metrics_and_neither_database_nor_broker() -> None:
    networks = {name: set(one["networks"]) for name, one in added().items()}
    assert networks["prometheus"] == {"scraped", "watched"}
    assert networks["grafana"] == networks["alertmanager"] == {"watched"}  # which has a way out
    assert networks["pgbouncer"] == {"data"}
    assert all(networks[name] == {"scraped"} for name in set(added()) - set(new()))


@pytest.mark.parametrize("name", sorted(new()))
def test_each_new_service_has_limits_and_no_rights(name: str) -> None:
    service = new()[name]
    limits = service["deploy"]["resources"]["limits"]
    assert limits["memory"]
    assert limits["cpus"]
    assert (service["read_only"], service["cap_drop"]) == (True, ["ALL"])
    assert "healthcheck" in service
    if "image" in service:
        assert re.fullmatch(r"[\w/]+:v?\d+\.\d+\.\d+", service["image"])
    else:
        assert (ROOT / service["build"] / "Dockerfile").exists()
    for volume in service.get("volumes", ()):
        source = volume.partition(":")[0]
        assert not source.startswith("./") or (ROOT / source).exists(), source


# --- the pooler ----------------------------------------------------------------------------------


def pooler_settings() -> RawConfigParser:
    parsed = RawConfigParser()
    parsed.read(DEPLOY / "pgbouncer" / "pgbouncer.ini", encoding="utf-8")
    return parsed


def test_the_pooler_sets_what_connections_set_without_it() -> None:
    (database,) = pooler_settings()["databases"].values()
    assert f"lock_timeout = {settings.LOCK_SECONDS * 1000};" in database
    assert f"idle_in_transaction_session_timeout = {settings.IDLE_LOCK_SECONDS * 1000};" in database
    assert "random_page_cost = 1.1'" in database
    pooler = pooler_settings()["pgbouncer"]
    assert pooler["pool_mode"] == "transaction"
    assert int(pooler["query_wait_timeout"]) < settings.REQUEST_SECONDS
    assert f"@pgbouncer:{pooler['listen_port']}/" in added()["web"]["environment"]["DATABASE_URL"]


OPTIONS = (
    "from citadels.settings.production import DATABASES as d; one = d['default']; "
    "print(one['DISABLE_SERVER_SIDE_CURSORS'], one['OPTIONS'])"
)


@pytest.mark.parametrize("pooled", [False, True])
@pytest.mark.slow
def test_connections_keep_no_state_behind_a_pooler(pooled: bool, tmp_path: Path) -> None:
    more = {"DATABASE_POOLER": str(pooled), "PREPARE_AFTER": "5"}
    shown = loaded(tmp_path, program=OPTIONS, more=more).stdout
    assert shown.startswith(str(pooled))
    for name in ("lock_timeout", "random_page_cost=1.1"):
        assert (name in shown) is not pooled
    assert f"'prepare_threshold': {None if pooled else 5}" in shown


# --- monitoring ----------------------------------------------------------------------------------


def test_prometheus_scrapes_every_process_that_has_metrics() -> None:
    parsed = yaml.safe_load((DEPLOY / "prometheus.yml").read_text(encoding="utf-8"))
    (job,) = parsed["scrape_configs"]
    (found,) = job["dns_sd_configs"]
    assert job["job_name"] == "citadels"  # the alerts name it
    assert set(found["names"]) == set(services()) - NO_METRICS
    assert found["port"] == services()["web"]["environment"]["METRICS_PORT"]


@pytest.mark.skipif(shutil.which("promtool") is None, reason="needs promtool (Debian: prometheus)")
def test_prometheus_accepts_its_files(tmp_path: Path) -> None:
    """As they are mounted, the alerts beside the configuration."""
    for volume in added()["prometheus"]["volumes"][:2]:
        source, target, _ = volume.split(":")
        assert Path(target).parent == Path("/etc/prometheus")
        shutil.copy(ROOT / source, tmp_path / Path(target).name)
    command = ["promtool", "check", "config", str(tmp_path / "prometheus.yml")]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "rule files found" in run.stdout


def test_each_severity_reaches_somebody_and_the_example_names_nobody() -> None:
    text = (DEPLOY / "alertmanager.yml").read_text(encoding="utf-8")
    parsed = yaml.safe_load(text)
    rules = re.findall(r"severity: (\w+)", (ROOT / "docs" / "alerts.yml").read_text("utf-8"))
    routes = {one["matchers"][0]: one["receiver"] for one in parsed["route"]["routes"]}
    chosen = {
        one: routes.get(f'severity="{one}"', parsed["route"]["receiver"]) for one in set(rules)
    }
    assert chosen == {"page": "phone", "ticket": "tickets", "info": "chat"}
    kinds = {one["name"]: set(one) - {"name"} for one in parsed["receivers"]}
    assert kinds["phone"] == {"webhook_configs", "email_configs"}
    assert set(kinds) == set(chosen.values())
    for address in re.findall(r"(?:https://|@|smarthost: )([\w.]+)", text):
        assert address.endswith("example.org")
    alerts = set(re.findall(r"alert: (\w+)", (ROOT / "docs" / "alerts.yml").read_text("utf-8")))
    for rule in parsed["inhibit_rules"]:
        named = re.findall(r"\w+", " ".join(rule["source_matchers"] + rule["target_matchers"]))
        assert set(named) - {"alertname"} <= alerts


def test_prometheus_sends_alerts_with_absolute_links() -> None:
    parsed = yaml.safe_load((DEPLOY / "prometheus.yml").read_text(encoding="utf-8"))
    assert parsed["global"]["external_labels"] == {"docs": "${PUBLIC_URL}/docs"}
    assert set(added()["prometheus"]["environment"]) == {"PUBLIC_URL"}
    ((target,),) = [
        one["targets"] for one in parsed["alerting"]["alertmanagers"][0]["static_configs"]
    ]
    name, port = target.split(":")
    assert added()[name]["ports"] == [f"127.0.0.1:{port}:{port}"]


@pytest.mark.skipif(shutil.which("amtool") is None, reason="needs Debian's prometheus-alertmanager")
def test_alertmanager_accepts_its_file() -> None:
    command = ["amtool", "check-config", str(DEPLOY / "alertmanager.yml")]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


def test_grafana_finds_its_data_source_and_the_dashboard() -> None:
    mounted = dict(one.split(":")[:2] for one in added()["grafana"]["volumes"])
    folder = DEPLOY / "grafana"
    (source,) = yaml.safe_load((folder / "datasources.yml").read_text())["datasources"]
    assert source["url"].removeprefix("http://").partition(":")[0] in added()
    (provider,) = yaml.safe_load((folder / "dashboards.yml").read_text())["providers"]
    board = Path(mounted["./deploy/grafana/dashboard.json"])
    assert str(board.parent) == provider["options"]["path"]


# --- the proxy -----------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_proxy_repeats_the_posts_that_the_service_answers_once_and_no_others() -> None:
    """Those that take an idempotency key, by the description of the API."""
    pattern = re.search(r'"~(\^POST:.*)" 1;', (DEPLOY / "nginx.conf").read_text(encoding="utf-8"))
    assert pattern is not None
    paths = yaml.safe_load((ROOT / "openapi.yaml").read_text(encoding="utf-8"))["paths"]
    posts = {path: one["post"] for path, one in paths.items() if "post" in one}
    keyed = {
        path for path, post in posts.items() if "IdempotencyKey" in str(post.get("parameters"))
    }
    repeated = set()
    for path in posts:
        sent = re.sub(r"{\w+}", "1c0ffee0", path)
        assert not re.search(pattern[1], f"POST:{sent}:"), "without a key"
        if re.search(pattern[1], f"POST:{sent}:a-key"):
            repeated.add(path)
    assert repeated == keyed
    assert len(keyed) > 1


def test_the_proxy_sets_no_node_aside() -> None:
    """Otherwise both could be set aside while one is replaced after the other."""
    text = (DEPLOY / "nginx" / "upstreams.conf").read_text(encoding="utf-8")
    nodes = re.findall(r"^ *server (\S+:\d+) resolve max_fails=0;", text, re.MULTILINE)
    assert nodes == ["web:8000", "stream:8001"]
