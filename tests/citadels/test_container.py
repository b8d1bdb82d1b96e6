"""The image and docker-compose.yml are in step with the code; no daemon is needed to see that."""

from __future__ import annotations

import ast
import json
import os
import re
import shlex
import subprocess
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.apps import apps
from django.conf import settings
from django.core.management import get_commands, load_command_class
from django.utils.module_loading import import_string

from core.serve import APPLICATIONS
from games.management.commands.verify_replays import FIXTURES
from operations import db_metrics
from tests.citadels.test_settings import PRODUCTION, asked_for

ROOT = Path(settings.BASE_DIR)
NGINX = ROOT / "deploy" / "nginx.conf"
RECORDS = str(FIXTURES.relative_to(ROOT))
OWN = {  # what other programs than ours read
    "PATH",
    "PYTHONDONTWRITEBYTECODE",
    "PYTHONUNBUFFERED",
    "DJANGO_SETTINGS_MODULE",
}


def instructions(root: Path = ROOT) -> list[tuple[str, str]]:
    """The Dockerfile, one instruction after the other."""
    text = (root / "Dockerfile").read_text(encoding="utf-8")
    text = re.sub(r"(?m)^\s*#.*\n", "", text).replace("\\\n", " ")
    lines = (line.strip() for line in text.splitlines())
    return [(word, rest) for word, _, rest in (line.partition(" ") for line in lines) if word]


def stages(root: Path = ROOT) -> list[list[tuple[str, str]]]:
    found: list[list[tuple[str, str]]] = []
    for word, rest in instructions(root):
        if word == "FROM":
            found.append([])
        found[-1].append((word, rest))
    return found


def copied(stage: list[tuple[str, str]]) -> set[str]:
    """What a stage takes of the project."""
    words = [rest.split() for word, rest in stage if word == "COPY" and "--from" not in rest]
    return {source for sources in words for source in sources[:-1]}


def compose(root: Path = ROOT) -> dict[str, Any]:
    text = (root / "docker-compose.yml").read_text(encoding="utf-8")
    found: dict[str, Any] = yaml.safe_load(text)
    return found


def services(root: Path = ROOT) -> dict[str, Any]:
    """Those that run the image. ``root`` may be the files of another version."""
    return {name: one for name, one in compose(root)["services"].items() if "build" in one}


def command_of(service: dict[str, Any], root: Path = ROOT) -> list[str]:
    if "command" in service:
        return shlex.split(service["command"])
    (words,) = (rest for word, rest in stages(root)[-1] if word == "CMD")
    return list(json.loads(words))


def options_of(words: list[str]) -> dict[str, str]:
    return {one: two for one, two in pairwise(words) if one.startswith("--")}


def ignored() -> list[str]:
    """What .dockerignore leaves out, and what it lets in with an exclamation mark."""
    return (ROOT / ".dockerignore").read_text(encoding="utf-8").split()


# --- the image -----------------------------------------------------------------------------------


def test_what_the_image_takes_is_there_and_is_let_in() -> None:
    for source in set().union(*map(copied, stages())):
        assert (ROOT / source).exists(), source
        assert any(
            let_in.startswith(f"!{source}") or f"!{source}".startswith(f"{let_in}/")
            for let_in in ignored()
        ), source


@pytest.mark.slow
def test_every_package_of_the_service_is_in_the_image() -> None:
    """All that is installed as an application, and all that those import."""
    ours = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    needed = {"citadels"} | {
        config.name for config in apps.get_app_configs() if config.name in ours
    }
    reached: set[str] = set()
    while needed - reached:
        name = (needed - reached).pop()
        reached.add(name)
        for path in (ROOT / name).rglob("*.py"):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            for node in ast.walk(tree):
                if isinstance(node, ast.ImportFrom) and node.module and not node.level:
                    needed |= {node.module.split(".")[0]} & ours
                elif isinstance(node, ast.Import):
                    needed |= {one.name.split(".")[0] for one in node.names} & ours
    assert "engine" in reached  # it comes as a wheel
    files = {"manage.py", "LICENSE", "locale", "docs/images", "clients/web/site", RECORDS}
    assert copied(stages()[-1]) == (reached - {"engine"}) | files
    assert {"engine", "setup.py", "pyproject.toml"} <= copied(stages()[0])


def test_the_gate_finds_its_records_in_the_image() -> None:
    """Where verify_replays looks for them, seen from manage.py, there they are copied to."""
    (line,) = (rest for word, rest in stages()[-1] if word == "COPY" and RECORDS in rest)
    assert line.split() == [RECORDS, RECORDS]
    let_in = [word[1:] for word in ignored() if word.startswith(f"!{RECORDS}")]
    records = {path for pattern in let_in for path in ROOT.glob(pattern)}
    assert records == set((ROOT / RECORDS).rglob("*.json"))


def test_the_image_serves_the_documentation() -> None:
    """It is built as `make docs` does it, and copied to where the settings look for it."""
    built = " ".join(rest for word, rest in stages()[1] if word == "RUN")
    assert "sphinx --builder html --fail-on-warning" in built
    assert "--require-hashes" in built
    (line,) = (rest for word, rest in stages()[-1] if word == "COPY" and "--from=docs" in rest)
    assert line.split()[1:] == ["/srv/build/docs", "build/docs"]


def test_the_web_client_is_in_the_image_and_is_registered() -> None:
    (line,) = (rest for word, rest in stages()[-1] if word == "COPY" and "clients/" in rest)
    site = str(settings.WEB_CLIENT_DIR.relative_to(ROOT))
    assert line.split() == [site, site]
    assert [word for word in ignored() if "clients" in word] == [f"!{site}"]
    assert services()["migrate"]["command"].endswith('manage.py register_web_client"')


def test_the_image_runs_as_nobody_special_with_the_compiled_engine() -> None:
    words = [word for word, _ in stages()[-1]]
    (user,) = (rest for word, rest in stages()[-1] if word == "USER")
    made = " ".join(rest for word, rest in stages()[-1] if word == "RUN")
    assert user not in ("root", "0")
    assert re.search(rf"useradd .*{user}\b", made)
    last_copy = max(i for i, word in enumerate(words) if word == "COPY")
    assert words.index("USER") > last_copy  # what is copied belongs to another
    wheel = " ".join(rest for word, rest in stages()[0] if word == "RUN")
    assert "assert engine.COMPILED" in wheel
    assert "--require-hashes" in wheel


def test_the_image_can_collect_its_files_without_secrets() -> None:
    (line,) = (rest for word, rest in stages()[-1] if word == "RUN" and "collectstatic" in rest)
    given = {word.partition("=")[0] for word in line.split() if "=" in word}
    assert set(PRODUCTION) == given


# --- the processes -------------------------------------------------------------------------------


def test_every_command_is_one() -> None:
    for name, service in services().items():
        words = command_of(service)
        if words[:2] == ["sh", "-c"]:
            for command in words[2].split(" && "):
                assert command.split()[:2] == ["python", "manage.py"]
                assert command.split()[2] in get_commands(), name
        elif "core.serve" in words:
            assert words[:3] == ["python", "-m", "core.serve"]
            assert callable(import_string(APPLICATIONS[words[3]].replace(":", "."))), name
        elif words[0] == "celery":
            assert words[1:3] == ["--app", "citadels"]
            assert words[3] in ("worker", "beat")
        else:
            assert words[:2] == ["python", "manage.py"]
            assert words[2] in get_commands()


def test_every_queue_has_workers() -> None:
    served = {
        queue
        for service in services().values()
        for queue in options_of(command_of(service)).get("--queues", "").split(",")
        if queue
    }
    assert served == set(db_metrics.queues())


@pytest.mark.parametrize("name", sorted(services()))
def test_every_process_has_a_health_check_of_its_kind(name: str) -> None:
    service = services()[name]
    check, words = service["healthcheck"], command_of(service)
    if service.get("restart") == "no":
        assert check == {"disable": True}  # it ends by itself
        return
    kind = words[3 if "celery" in words or "core.serve" in words else 2]
    kind = {"run_timers": "timers"}.get(kind, kind)
    test = shlex.split(check["test"])
    assert test[:3] == ["python", "manage.py", "health"]
    parser = load_command_class("operations", "health").create_parser("manage.py", "health")
    assert parser.parse_args(test[3:]).of == kind
    port = options_of(words).get("--port")
    if port:
        assert f"server {name}:{port} resolve" in NGINX.read_text(encoding="utf-8")
        published = any(each.endswith(f":{port}") for each in service.get("ports", ()))
        assert published is ("profiles" not in service)
        assert service["stop_grace_period"]


def test_the_image_has_the_health_check_of_its_own_command() -> None:
    (check,) = (rest for word, rest in stages()[-1] if word == "HEALTHCHECK")
    words = json.loads(check[check.index("CMD") + 3 :])
    assert words == ["python", "manage.py", "health", "--of", "web"]


def test_the_servers_are_asked_whether_they_are_up_before_anything_starts() -> None:
    everything = compose()["services"]
    for name, service in everything.items():
        assert "healthcheck" in service, name
    waits = everything["migrate"]["depends_on"]
    assert waits == {name: {"condition": "service_healthy"} for name in ("postgres", "redis")}
    for name, service in services().items():
        if name != "migrate":
            after = {"migrate": {"condition": "service_completed_successfully"}}
            assert service["depends_on"] == after


def test_streams_have_a_process_of_their_own_behind_the_proxy_only() -> None:
    """Without the proxy nothing leads there, and the web process serves them."""
    everything = compose()["services"]
    behind = {name for name, one in everything.items() if one.get("profiles") == ["tls"]}
    assert behind == {"proxy", "stream"}
    assert set(everything["proxy"]["depends_on"]) == {"web", "stream"}


# --- the environment -----------------------------------------------------------------------------


@pytest.mark.slow
def test_every_variable_that_is_set_is_read() -> None:
    set_here = {name for service in services().values() for name in service["environment"]}
    for _, rest in (one for stage in stages() for one in stage if one[0] == "ENV"):
        set_here |= {word.partition("=")[0] for word in rest.split() if "=" in word}
    assert set_here - OWN <= asked_for()
    assert set(PRODUCTION) <= set_here | {"SECRET_KEY"}


def test_nothing_is_published_but_web_and_the_proxy() -> None:
    everything = compose()["services"]
    assert {name for name, one in everything.items() if "ports" in one} == {"web", "proxy"}
    for service in services().values():
        port = str(service["environment"]["METRICS_PORT"])
        assert not any(port in published for published in service.get("ports", ()))


# --- limits and rights ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(compose()["services"]))
def test_every_service_has_limits_and_a_pinned_image(name: str) -> None:
    service = compose()["services"][name]
    limits = service["deploy"]["resources"]["limits"]
    assert limits["memory"]
    assert limits["cpus"]
    assert {"max-size", "max-file"} <= set(service["logging"]["options"])
    if "image" in service:
        assert re.fullmatch(r"\w+:\d+\.\d+(\.\d+)?", service["image"])


def test_our_processes_have_no_rights_and_write_only_where_they_have_to() -> None:
    for name, service in services().items():
        assert service["user"] == "10001", name
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
        writable = {one.partition(":")[0] for one in service["tmpfs"]}
        writable |= {one.split(":")[1] for one in service["volumes"] if not one.endswith(":ro")}
        assert writable == {
            "/tmp",
            *(f"/srv/var/{part}" for part in ("hashing", "heartbeats", "metrics", "mail")),
        }


def test_the_images_are_pinned_and_the_user_is_a_number() -> None:
    bases = [rest.split()[0] for word, rest in instructions() if word == "FROM"]
    assert all(re.fullmatch(r"python:3\.11\.\d+-slim-\w+", base) for base in bases)
    (user,) = (rest for word, rest in stages()[-1] if word == "USER")
    assert user == services()["web"]["user"]


def test_the_backup_service_dumps_and_keeps_the_last_ones(tmp_path: Path) -> None:
    """With a pg_dump that writes a line."""
    tools, backups = tmp_path / "bin", tmp_path / "backups"
    tools.mkdir()
    backups.mkdir()
    (tools / "pg_dump").write_text(
        '#!/bin/sh\nfor one; do case $one in --file=*) echo dump > "${one#--file=}";; esac; done\n'
    )
    (tools / "pg_dump").chmod(0o755)
    script = (ROOT / "deploy" / "backup.sh").read_text().replace("/backups", str(backups))
    for number in range(1, 6):
        (backups / f"2026010{number}T000000Z.dump").touch()
    env = {
        "PATH": f"{tools}:{os.environ['PATH']}",
        "DATABASE_URL": "x",
        "BACKUP_KEEP": "3",
        "BACKUP_HOURS": "24",
    }
    subprocess.run(["sh", "-c", script, "backup.sh", "once"], env=env, check=True)
    left = sorted(path.name for path in backups.glob("*.dump"))
    assert left[:2] == ["20260104T000000Z.dump", "20260105T000000Z.dump"]
    assert len(left) == 3
    assert (backups / "last").exists()


def test_a_dump_that_fails_leaves_no_stamp(tmp_path: Path) -> None:
    (tmp_path / "pg_dump").write_text("#!/bin/sh\nexit 1\n")
    (tmp_path / "pg_dump").chmod(0o755)
    script = (ROOT / "deploy" / "backup.sh").read_text().replace("/backups", str(tmp_path))
    env = {
        "PATH": f"{tmp_path}:{os.environ['PATH']}",
        "DATABASE_URL": "x",
        "BACKUP_KEEP": "3",
        "BACKUP_HOURS": "24",
    }
    run = subprocess.run(
        ["sh", "-c", script, "backup.sh", "once"], env=env, check=True, capture_output=True
    )
    assert b"The dump failed" in run.stderr
    assert not (tmp_path / "last").exists()
