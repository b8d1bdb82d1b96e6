"""The units in deploy/systemd/ are valid, and run what docker-compose.yml runs."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest
from django.conf import settings

from serving.dev_services import STOP_SECONDS
from serving.queues import queues
from serving.serve import END_SECONDS
from tests.citadels.test_container import command_of, services

FOLDER = settings.BASE_DIR / "deploy" / "systemd"
HOME = "/srv/citadels"
SYSTEMD = shutil.which("systemd-analyze")
NAMES = {"worker": "worker@", "worker-bots": "worker@", "worker-notify": "worker@"}
Unit = dict[str, list[str]]

needs_systemd = pytest.mark.skipif(SYSTEMD is None, reason="needs Debian's package systemd")


def unit(path: Path) -> Unit:
    """Return the values of each key of a unit, which occurs in one section only."""
    found: Unit = defaultdict(list)
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and line[0] not in "#[":
            key, _, value = line.partition("=")
            found[key].append(value)
    return found


def commands(name: str) -> list[list[str]]:
    """Return what a unit runs, without the folder of the programs."""
    lines = unit(FOLDER / f"{name}.service")["ExecStart"]
    assert all(line.startswith(f"{HOME}/.venv/bin/") for line in lines), name
    return [shlex.split(line.removeprefix(f"{HOME}/.venv/bin/")) for line in lines]


def units() -> dict[str, Unit]:
    return {path.stem: unit(path) for path in FOLDER.glob("*.service")}


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """The units as they are installed, with the programs of this checkout."""
    folder = tmp_path / "system"
    shutil.copytree(FOLDER, folder)
    for path in folder.rglob("*.*"):
        if path.is_file():
            text = path.read_text(encoding="utf-8")
            text = text.replace(f"{HOME}/.venv/bin", str(Path(sys.executable).parent))
            path.write_text(text.replace(HOME, str(settings.BASE_DIR)))
    return folder


def analyze(*words: str) -> str:
    assert SYSTEMD is not None
    run = subprocess.run([SYSTEMD, *words], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout + run.stderr


@needs_systemd
def test_systemd_accepts_the_units(installed: Path) -> None:
    files = [str(path) for path in installed.iterdir() if path.suffix in (".service", ".target")]
    assert len(files) == len(units()) + 1
    assert str(installed) not in analyze("verify", "--man=no", *files)


@needs_systemd
@pytest.mark.parametrize("name", sorted(units()))
def test_a_process_can_do_little_besides_its_work(name: str, installed: Path) -> None:
    """By systemd's own scale, on which 10 is a service without any limits."""
    path = installed / f"{name}.service"
    if "@" in name:
        path = path.rename(installed / f"{name}timers.service")
    told = analyze("security", "--offline=yes", "--threshold=20", "--no-pager", str(path))
    assert re.search(r"exposure level for \S+: [01]\.\d OK", told)


def test_the_commands_are_those_of_compose() -> None:
    written = {name for name in units() if name not in ("citadels", "citadels-backup")}
    assert written == {f"citadels-{NAMES.get(name, name)}" for name in services()}
    for name, service in services().items():
        words = command_of(service)
        if words[:2] == ["sh", "-c"]:
            expected = [shlex.split(one) for one in words[2].split(" && ")]
        else:
            expected = [words]
        given = commands(f"citadels-{NAMES.get(name, name)}")
        if name in NAMES:
            queue = words[words.index("--queues") + 1]
            given = [[queue if word == "%i" else word for word in one] for one in given]
        assert given == expected


def test_the_small_form_is_one_unit() -> None:
    assert commands("citadels") == [["citadels-server", "run"]]
    assert units()["citadels"]["Conflicts"] == ["citadels.target"]


def test_units_start_with_their_form_and_come_back_by_themselves() -> None:
    for name, written in units().items():
        if name in ("citadels-migrate", "citadels-backup"):
            assert written["Type"] == ["oneshot"]
            continue
        small = name == "citadels"
        assert written["Restart"] == ["always"]
        assert written["WantedBy"] == ["multi-user.target" if small else "citadels.target"]
        assert written["PartOf"] == ([] if small else ["citadels.target"])


def test_what_all_units_share_holds_for_both_forms() -> None:
    link = FOLDER / "citadels.service.d"
    assert link.resolve() == (FOLDER / "citadels-.service.d").resolve()
    shared = unit(link / "common.conf")
    assert shared["NoNewPrivileges"] == ["yes"]
    assert shared["ProtectSystem"] == ["strict"]
    (folder,) = shared["StateDirectory"]
    assert f"VAR_DIR=/var/lib/{folder}" in shared["Environment"]
    assert int(shared["TimeoutStopSec"][0]) > max(END_SECONDS, STOP_SECONDS)
    for name, written in units().items():
        assert not set(written) & set(shared) - {"After", "EnvironmentFile"}, name


def test_each_unit_has_the_secrets_that_it_has_in_compose() -> None:
    """Those of migrations come last, in place of the ones that all share."""
    files = {"mail": "EMAIL_URL", "push": "VAPID_PRIVATE_KEY"}
    for name, service in services().items():
        unit_name = f"citadels-{NAMES.get(name, name)}"
        queue = service["command"].split("--queues ")[1].split()[0] if name in NAMES else ""
        drop_in = FOLDER / f"{unit_name}{queue}.service.d" / "secrets.conf"
        lines = units()[unit_name].get("EnvironmentFile", [])
        lines += unit(drop_in)["EnvironmentFile"] if drop_in.exists() else []
        held = {line.removeprefix("-/etc/citadels/") for line in lines}
        given = str(service["environment"])
        expected = {file for file, secret in files.items() if f"${{{secret}" in given}
        assert held == (expected or ({"owner"} if name == "migrate" else set())), name


@needs_systemd
def test_a_timer_starts_backups_of_which_no_process_knows(installed: Path) -> None:
    timer = installed / "citadels-backup.timer"
    assert str(installed) not in analyze("verify", "--man=no", str(timer))
    assert "Next elapse" in analyze("calendar", unit(timer)["OnCalendar"][0])
    assert units()["citadels-backup"]["ExecStart"] == [f"/bin/sh {HOME}/deploy/backup.sh once"]
    own = FOLDER / "citadels-backup.service.d" / "postgres.conf"
    assert own.name > "common.conf", "the later name wins"
    written = unit(own)
    assert written["User"] == ["postgres"]
    assert written["EnvironmentFile"] == ["", "-/etc/citadels/backup"]
    (_, folder) = written["StateDirectory"]
    assert f"BACKUPS=/var/lib/{folder}" in written["Environment"]


def test_the_guide_starts_every_unit() -> None:
    guides = [
        settings.BASE_DIR / "docs" / "operations" / f"{name}.md" for name in ("install", "debian")
    ]
    text = "".join(guide.read_text(encoding="utf-8") for guide in guides)
    named = set(re.findall(r"citadels(?:-\w+)?(?:@\w+)?(?=[ .`\n])", text))
    for name in units():
        if name == "citadels-worker@":
            assert {f"{name}{queue}" for queue in queues()} <= named
        else:
            assert name in named


def test_manage_runs_as_the_units_do(tmp_path: Path) -> None:
    program = tmp_path / "systemd-run"
    program.write_text('#!/bin/sh\nprintf "%s\\0" "$@"\n')
    program.chmod(0o755)

    def words_passed(*words: str) -> list[str]:
        command = [str(FOLDER / "citadels-manage"), *words]
        return subprocess.check_output(
            command, env={"PATH": f"{tmp_path}:/usr/bin:/bin"}, text=True
        ).split("\0")[:-1]

    odd = ["", "two\nlines\n", "-e", r"\n *", "$D"]
    words = words_passed("export_user", "ada", "--reason", "a $B ${C}", *odd)
    start = words.index(f"{HOME}/.venv/bin/citadels-server")
    # systemd expands $NAME and ${NAME}, and makes $$ a dollar sign.
    odd[-1] = "$$D"
    assert words[start + 1 :] == ["manage", "export_user", "ada", "--reason", "a $$B $${C}", *odd]
    shared = unit(FOLDER / "citadels-.service.d" / "common.conf")
    for key in ("User", "WorkingDirectory", "EnvironmentFile", "StateDirectory", "UMask"):
        assert f"--property={key}={shared[key][0]}" in words
    assert f"--property=Environment={shared['Environment'][1]}" in words
    assert "--property=EnvironmentFile=-/etc/citadels/owner" in words_passed("migrate")
    assert "--property=EnvironmentFile=-/etc/citadels/mail" in words_passed(
        "sendtestemail", "a@b.org"
    )
