"""The image and docker-compose.yml are in step with the code; no daemon is needed to see that."""

from __future__ import annotations

import ast
import json
import os
import re
import runpy
import shlex
import subprocess
import tomllib
from importlib.metadata import distributions
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.apps import apps
from django.conf import settings
from django.core.checks import CheckMessage
from django.core.management import get_commands
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

from citadels.__main__ import COMMANDS
from operations import checks
from serving.queues import queues
from tests.citadels.test_settings import PRODUCTION, asked_for

ROOT = Path(settings.BASE_DIR)
NGINX = ROOT / "deploy" / "nginx" / "upstreams.conf"
DOCS, CLIENT, PYTHON_CLIENT, NPM_CLIENT, BUILD = range(5)
"""Stages of the Dockerfile: what builds parts of the image, and what builds and installs all."""
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


def arguments_of(words: list[str]) -> list[str]:
    """Return the arguments for Python that run a command of the image."""
    if words[0] == "citadels-server":
        return ["-m", "citadels", *words[1:]]
    return words[1:] if words[0] == "python" else ["-m", *words]  # of an older version


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
    assert reached | {"engine"} <= copied(stages()[BUILD])  # games are found by entry points


def test_every_file_of_the_wheel_is_in_the_stage_that_builds_it() -> None:
    # From stages of their own.
    others = ("build/docs", "build/web", "build/packages")
    # Without a bundle, the wheel has the sources of the client.
    taken = {*copied(stages()[BUILD]), *others, "clients/web/site"}
    let_in = [word[1:] for word in ignored() if word.startswith("!")]
    for pattern in runpy.run_path(str(ROOT / "setup.py"), run_name="read")["FILES"]:
        assert any(pattern.startswith(source) for source in taken), pattern
        folder = pattern.removesuffix("/**/*")
        assert folder in others or any(folder.startswith(one) for one in let_in), pattern


def test_the_image_serves_the_documentation() -> None:
    """It is built as `make docs` does it, and copied to where the settings look for it."""
    built = " ".join(rest for word, rest in stages()[DOCS] if word == "RUN")
    assert "sphinx --builder html --fail-on-warning" in built
    assert "--require-hashes" in built
    (line,) = (rest for word, rest in stages()[BUILD] if word == "COPY" and "--from=docs" in rest)
    assert line.split()[1:] == ["/srv/build/docs", "build/docs"]


def test_the_image_serves_the_bundle_of_the_web_client() -> None:
    built = " ".join(rest for word, rest in stages()[CLIENT] if word == "RUN")
    assert "npm ci" in built, "what is pinned with hashes"
    assert "bundle.sh /srv/build/web" in built
    (line,) = (rest for word, rest in stages()[BUILD] if word == "COPY" and "--from=web" in rest)
    assert line.split()[1:] == ["/srv/build/web", "build/web"]
    let_in = {word[1:] for word in ignored() if word.startswith("!")}
    assert copied(stages()[CLIENT]) <= let_in


def test_the_image_offers_the_packages_of_the_clients() -> None:
    for stage, name, folder, install in (
        (PYTHON_CLIENT, "python-client", "build/packages", "--require-hashes"),
        (NPM_CLIENT, "npm-client", "/srv/build/packages", "npm ci"),
    ):
        built = " ".join(rest for word, rest in stages()[stage] if word == "RUN")
        assert f"package.sh {folder}" in built
        assert install in built, "what is pinned with hashes"
        assert ("COPY", f"--from={name} /srv/build/packages build/packages") in stages()[BUILD]


def test_the_web_client_is_registered() -> None:
    assert services()["migrate"]["command"].endswith('manage register_web_client"')


def test_the_image_runs_as_nobody_special_with_the_compiled_engine() -> None:
    words = [word for word, _ in stages()[-1]]
    (user,) = (rest for word, rest in stages()[-1] if word == "USER")
    made = " ".join(rest for word, rest in stages()[-1] if word == "RUN")
    assert user not in ("root", "0")
    assert re.search(rf"useradd .*{user}\b", made)
    last_copy = max(i for i, word in enumerate(words) if word == "COPY")
    assert words.index("USER") > last_copy  # what is copied belongs to another
    wheel = " ".join(rest for word, rest in stages()[BUILD] if word == "RUN")
    assert "assert COMPILED" in wheel


def test_nothing_is_installed_without_its_hash() -> None:
    """Nor does pip fetch by itself what builds the wheels of the kernel and of the games."""
    runs = " ".join(rest for stage in stages() for word, rest in stage if word == "RUN")
    for command in re.split(r"&&|;", runs):
        if "pip install" in command:
            assert "--require-hashes" in command or "--no-deps /srv/wheels/" in command, command
        if "pip wheel" in command:
            assert "--no-build-isolation" in command
    pinned = (ROOT / "requirements" / "build.txt").read_text(encoding="utf-8")
    for package in ("tablekernel", "engine", "."):
        project = tomllib.loads((ROOT / package / "pyproject.toml").read_text(encoding="utf-8"))
        for requirement in project["build-system"]["requires"]:
            assert f"\n{requirement} \\\n    --hash=sha256:" in pinned


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
                assert command.split()[:2] == ["citadels-server", "manage"]
                assert command.split()[2] in get_commands(), name
        else:
            assert words[0] == "citadels-server"
            assert words[1] in COMMANDS, name


def test_every_queue_has_workers() -> None:
    served = {
        queue
        for service in services().values()
        for queue in options_of(command_of(service)).get("--queues", "").split(",")
        if queue
    }
    assert served == set(queues())


@pytest.mark.parametrize("name", sorted(services()))
def test_every_process_has_a_health_check_of_its_kind(name: str) -> None:
    service = services()[name]
    check, words = service["healthcheck"], command_of(service)
    if service.get("restart") == "no":
        assert check == {"disable": True}  # it ends by itself
        return
    kind = words[1]
    test = shlex.split(check["test"])
    assert test == ["python", "-m", "serving.health", "--of", kind]
    port = options_of(words).get("--port")
    if port:
        assert f"server {name}:{port} resolve" in NGINX.read_text(encoding="utf-8")
        published = any(each.endswith(f":{port}") for each in service.get("ports", ()))
        assert published is ("profiles" not in service)
        assert service["stop_grace_period"]


def test_the_image_has_the_health_check_of_its_own_command() -> None:
    (check,) = (rest for word, rest in stages()[-1] if word == "HEALTHCHECK")
    words = json.loads(check[check.index("CMD") + 3 :])
    assert words == ["python", "-m", "serving.health", "--of", "web"]


def test_the_servers_are_asked_whether_they_are_up_before_anything_starts() -> None:
    everything = compose()["services"]
    for name, service in everything.items():
        assert "healthcheck" in service, name
    healthy, done = "service_healthy", "service_completed_successfully"
    waits = {"roles": {"postgres": healthy}, "migrate": {"roles": done, "redis": healthy}}
    for name in {"roles", *services()}:
        after = waits.get(name, {"migrate": done})
        expected = {other: {"condition": condition} for other, condition in after.items()}
        assert everything[name]["depends_on"] == expected


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


def mail_problems(
    environment: dict[str, Any], writable: set[str], patch: pytest.MonkeyPatch
) -> list[CheckMessage]:
    """Return what a process reports that has this environment, and writes to these folders."""
    text = re.sub(r"\$\{\w+:-(.*?)\}", r"\1", environment.get("EMAIL_URL", ""))
    patch.delenv("EMAIL_URL", raising=False)
    if text:
        patch.setenv("EMAIL_URL", text)
    mail = runpy.run_path(str(ROOT / "citadels/settings/parts/mail.py"))
    for name in ("EMAIL_BACKEND", "EMAIL_FILE_PATH"):
        patch.setattr(settings, name, mail[name])
    patch.setattr(checks, "is_writable", lambda folder: f"/srv/var/{folder.name}" in writable)
    return list(checks.mail_check(None))


@pytest.mark.parametrize("name", sorted(services()))
def test_each_process_can_start_with_its_mail_settings(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = services()[name]
    mounted = {one.split(":")[1] for one in service.get("volumes", ()) if not one.endswith(":ro")}
    assert mail_problems(service["environment"], mounted, monkeypatch) == []


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


WRITTEN = ("hashing", "heartbeats", "metrics", "mail", "pictures")
"""The folders in VAR_DIR that the processes write to."""


def test_our_processes_have_no_rights_and_write_only_where_they_have_to() -> None:
    for name, service in services().items():
        assert service["user"] == "10001", name
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
        writable = {one.partition(":")[0] for one in service["tmpfs"]}
        assert writable == {"/tmp", *(f"/srv/var/{part}" for part in WRITTEN if part != "mail")}
        mail = ["mail:/srv/var/mail"] if name in SECRETS["EMAIL_URL"] else []
        stamp = (
            ["backup-stamp:/backup-stamp:ro"] if "BACKUP_STAMP" in service["environment"] else []
        )
        assert service.get("volumes", []) == mail + stamp


CAPABILITIES = {
    "postgres": {"CHOWN", "DAC_OVERRIDE", "FOWNER", "SETGID", "SETUID"},
    "proxy": {"CHOWN", "NET_BIND_SERVICE", "SETGID", "SETUID"},
    "backup-folder": {"CHOWN"},
}
"""What the images of others need to start as root and to become another user."""


@pytest.mark.parametrize("name", sorted(compose()["services"]))
def test_no_service_has_more_rights_than_its_image_needs(name: str) -> None:
    service = compose()["services"][name]
    assert service["cap_drop"] == ["ALL"]
    assert set(service.get("cap_add", ())) == CAPABILITIES.get(name, set())
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["read_only"] is (name not in ("postgres", "proxy"))


PLAIN = {"web", "stream", "worker", "worker-bots", "worker-notify"}
"""What works with the role that cannot change tables."""
SECRETS = {
    "SECRET_KEY": PLAIN,
    "POSTGRES_APP_PASSWORD": PLAIN | {"roles"},
    "POSTGRES_OWNER_PASSWORD": {"migrate", "roles"},
    "POSTGRES_BACKUP_PASSWORD": {"backup", "roles"},
    "POSTGRES_PASSWORD": {"postgres", "roles"},  # of the superuser
    "REDIS_PASSWORD": PLAIN | {"beat", "migrate", "redis"},
    "EMAIL_URL": {"worker-notify"},
    "VAPID_PRIVATE_KEY": {"web", "worker-notify"},
}
"""The secrets, and which services get them."""
ROLES = {"migrate": "citadels_owner", "backup": "citadels_backup", "beat": "nobody"}
"""The role of the database as which a service connects; otherwise it is the plain one."""


def test_each_service_has_only_the_secrets_that_it_needs() -> None:
    everything = compose()["services"]
    for secret, expected in SECRETS.items():
        holders = {name for name, one in everything.items() if f"${{{secret}" in str(one)}
        assert holders == expected, secret
    for name, service in everything.items():
        assert "PASSWORD" not in str(service.get("command")), "anybody sees command lines"
        url = service.get("environment", {}).get("DATABASE_URL")
        if url:
            assert url.startswith(f"postgres://{ROLES.get(name, 'citadels_app')}")
    mounts = {name: str(one.get("volumes")) for name, one in everything.items()}
    assert {name for name in mounts if "'backups:" in mounts[name]} == {"backup", "backup-folder"}


def test_the_proxy_reaches_what_answers_requests_and_nothing_else() -> None:
    everything, networks = compose()["services"], compose()["networks"]
    members = {
        network: {name for name, one in everything.items() if network in one.get("networks", ())}
        for network in networks
    }
    assert everything["proxy"]["networks"] == ["proxied"]
    assert members["proxied"] == {"proxy", "web", "stream"}
    for name in ("postgres", "redis"):
        assert everything[name]["networks"] == ["data"]
    assert networks["data"] == {"internal": True}
    assert members["data"] == PLAIN | {"beat", "migrate", "roles", "backup", "postgres", "redis"}
    # Every service names its networks: by default they would all share one.
    assert set(everything) == set().union(*members.values()) | {"backup-folder"}
    assert everything["backup-folder"]["network_mode"] == "none"


def test_the_images_are_pinned_and_the_user_is_a_number() -> None:
    bases = [rest.split()[0] for word, rest in instructions() if word == "FROM"]
    pinned = r"python:3\.11\.\d+-slim-\w+|node:22\.\d+\.\d+-\w+-slim"
    assert all(re.fullmatch(pinned, base) for base in bases)
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
    for number in range(1, 6):
        (backups / f"2026010{number}T000000Z.dump").touch()
    (backups / "20260106T000000Z.dump.part").touch()  # the service was killed
    run = dump_once(backups, tools)
    assert run.returncode == 0, run.stderr
    left = sorted(path.name for path in backups.glob("*.dump"))
    assert left[:2] == ["20260104T000000Z.dump", "20260105T000000Z.dump"]
    assert len(left) == 3
    assert {path.name for path in backups.iterdir()} == {*left, "last"}


def test_a_dump_that_fails_leaves_no_stamp(tmp_path: Path) -> None:
    (tmp_path / "pg_dump").write_text("#!/bin/sh\nexit 1\n")
    (tmp_path / "pg_dump").chmod(0o755)
    run = dump_once(tmp_path, tmp_path)
    assert run.returncode == 1  # so that systemd knows
    assert b"The dump failed" in run.stderr
    assert not (tmp_path / "last").exists()


def dump_once(backups: Path, tools: Path) -> subprocess.CompletedProcess[bytes]:
    """Run the script as its timer does, with the pg_dump of a folder."""
    env = {
        "PATH": f"{tools}:{os.environ['PATH']}",
        "DATABASE_URL": "x",
        "BACKUPS": str(backups),
        "BACKUP_KEEP": "3",
    }
    command = ["sh", str(ROOT / "deploy" / "backup.sh"), "once"]
    return subprocess.run(command, env=env, check=False, capture_output=True)


@pytest.mark.parametrize("version", ["3.11.2", "3.12.0", "3.13.0"])
@pytest.mark.parametrize("name", ["base", "docs"])
def test_what_is_pinned_can_be_installed_on_every_supported_python(name: str, version: str) -> None:
    """A lock file is made on one Python. On 3.11.2, that of Debian 12, some packages need more."""
    pinned = pinned_versions("base") | pinned_versions(name)
    there = {"python_version": version.rpartition(".")[0], "python_full_version": version}
    checked = 0
    for one in distributions():
        if pinned.get(canonicalize_name(one.name)) != one.version:
            continue  # not pinned, or this environment is older than the lock file
        checked += 1
        accepted = one.metadata["Requires-Python"] or ""  # None if it is not there
        assert SpecifierSet(accepted).contains(version), one.name
        for line in one.requires or ():
            need = Requirement(line)
            if need.marker is None or need.marker.evaluate({**there, "extra": ""}):
                assert canonicalize_name(need.name) in pinned, f"{one.name} needs {line}"
    assert checked > len(pinned) / 2


def pinned_versions(name: str) -> dict[str, str]:
    text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
    found = re.findall(r"^([\w.-]+)==(\S+)", text, re.MULTILINE)
    return {canonicalize_name(package): version for package, version in found}
