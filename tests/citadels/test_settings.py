"""What the settings ask of the environment, and what they make."""

from __future__ import annotations

import os
import re
import stat
import subprocess
import sys
import tempfile
import tomllib
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from tests.packages import ROOT, SERVICE

PRODUCTION = {
    "SECRET_KEY": "for-tests-only",
    "ALLOWED_HOSTS": "example.org",
    "DATABASE_URL": "postgres://nobody@127.0.0.1:1/nothing",
    "REDIS_URL": "redis://127.0.0.1:1",
    "NUM_PROXIES": "1",
    "PUBLIC_URL": "https://example.org",
}
PROGRAM = "from citadels.settings.production import REST_FRAMEWORK as r; print(r['NUM_PROXIES'])"


def loaded(
    var: Path, without: str = "", program: str = PROGRAM, more: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    env = {name: value for name, value in os.environ.items() if name not in PRODUCTION}
    env |= {name: value for name, value in PRODUCTION.items() if name != without}
    env |= {"VAR_DIR": str(var), **(more or {})}
    command = [sys.executable, "-c", program]
    return subprocess.run(command, env=env, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_what_the_service_writes_is_its_owners_business(tmp_path: Path) -> None:
    var = tmp_path / "var"
    run = loaded(var)
    assert (run.returncode, run.stdout) == (0, "1\n"), run.stderr
    assert stat.S_IMODE(var.stat().st_mode) == 0o700


@pytest.mark.parametrize("name", PRODUCTION)
@pytest.mark.slow
def test_production_guesses_nothing(name: str, tmp_path: Path) -> None:
    run = loaded(tmp_path, without=name)
    assert run.returncode != 0
    assert name in run.stderr


@pytest.mark.slow
def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    run = loaded(tmp_path / "file" / "var")
    assert run.returncode != 0
    assert run.stderr.rstrip().endswith(f"VAR_DIR is {tmp_path}/file/var: Not a directory.")


@pytest.mark.parametrize(
    ("proxies", "shown"), [("0", "None"), ("1", "('HTTP_X_FORWARDED_PROTO', 'https')")]
)
@pytest.mark.slow
def test_only_a_proxy_is_believed_about_tls(proxies: str, shown: str, tmp_path: Path) -> None:
    program = (
        "import django; django.setup(); from django.conf import settings; "
        "print(settings.SECURE_PROXY_SSL_HEADER)"
    )
    more = {"NUM_PROXIES": proxies, "DJANGO_SETTINGS_MODULE": "citadels.settings.production"}
    assert loaded(tmp_path, program=program, more=more).stdout == f"{shown}\n"


MAIL = (
    "from citadels.settings.production import *; "
    "print(EMAIL_BACKEND, EMAIL_HOST, EMAIL_PORT, EMAIL_HOST_USER, EMAIL_HOST_PASSWORD, "
    "EMAIL_USE_TLS, ANYMAIL)"
)


@pytest.mark.parametrize(
    ("env", "made"),
    [
        (
            {"EMAIL_URL": "smtp+tls://user:p%40ss@mail.example.org:587"},
            "django.core.mail.backends.smtp.EmailBackend mail.example.org 587 user p@ss True {}",
        ),
        ({}, "django.core.mail.backends.filebased.EmailBackend localhost 25   False {}"),
        (
            {"EMAIL_BACKEND": "anymail.backends.x.EmailBackend", "ANYMAIL": '{"KEY": "k"}'},
            "anymail.backends.x.EmailBackend localhost 25   False {'KEY': 'k'}",
        ),
    ],
)
@pytest.mark.slow
def test_mail_is_set_by_an_address_or_a_provider(
    env: dict[str, str], made: str, tmp_path: Path
) -> None:
    run = loaded(tmp_path, program=MAIL, more=env)
    assert (run.returncode, run.stdout) == (0, f"{made}\n"), run.stderr


FOLDER = "from citadels.settings.production import EMAIL_FILE_PATH; print(EMAIL_FILE_PATH)"


@pytest.mark.parametrize("url", ["", "filemail://", "filemail:///srv/post"])
@pytest.mark.slow
def test_e_mails_are_files_unless_a_server_is_set(url: str, tmp_path: Path) -> None:
    run = loaded(tmp_path, program=FOLDER, more={"EMAIL_URL": url} if url else {})
    folder = "/srv/post" if url.endswith("post") else tmp_path / "mail"
    assert (run.returncode, run.stdout) == (0, f"{folder}\n"), run.stderr


def test_the_version_is_that_of_the_package() -> None:
    package = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert package["version"] == settings.SERVICE_VERSION


@pytest.mark.slow
def test_names_of_bots_are_plain_words(tmp_path: Path) -> None:
    program = "from citadels.settings.production import BOT_NAMES as names; print(names)"
    run = loaded(tmp_path, program=program, more={"BOT_NAMES": "Jean-Luc,Zoë"})
    assert (run.returncode, run.stdout) == (0, "['Jean-Luc', 'Zoë']\n"), run.stderr
    run = loaded(tmp_path, program=program, more={"BOT_NAMES": "Marta,<b>"})
    assert run.returncode == 1
    assert "'<b>' in BOT_NAMES" in run.stderr


BOTS = "from citadels.settings.production import BOT_THINKING_SECONDS as s; print(s)"


@pytest.mark.slow
def test_the_thinking_time_of_bots_has_a_limit(tmp_path: Path) -> None:
    run = loaded(tmp_path, program=BOTS, more={"BOT_THINKING_MS": "4999"})
    assert (run.returncode, run.stdout) == (0, "4.999\n"), run.stderr
    run = loaded(tmp_path, program=BOTS, more={"BOT_THINKING_MS": "5000"})
    assert run.returncode == 1
    assert "BOT_CPU_SECONDS (10) must be more than twice" in run.stderr


@pytest.mark.slow
@pytest.mark.parametrize("name", ["DATABASE_URL", "REDIS_URL", "PUBLIC_URL"])
def test_production_needs_a_value_for_each_address(name: str, tmp_path: Path) -> None:
    run = loaded(tmp_path, program=BOTS, more={name: ""})
    assert run.returncode == 1
    assert f"Set {name}." in run.stderr


def test_an_empty_address_of_the_database_means_the_usual_file(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from citadels.settings import base

    monkeypatch.setenv("DATABASE_URL", "")
    assert base.database()["NAME"].endswith("db.sqlite3")


def test_a_sqlite_that_is_too_old_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from citadels.settings import base

    monkeypatch.setenv("DATABASE_URL", "sqlite:///nowhere")
    monkeypatch.setattr("sqlite3.sqlite_version_info", (3, 34, 1))
    with pytest.raises(ImproperlyConfigured, match=r"SQLite 3\.35 is needed"):
        base.database()
    monkeypatch.setenv("DATABASE_URL", "postgres://somewhere/x")
    assert base.database()["ENGINE"].endswith("postgresql")


# --- what is read, and where it is written down -------------------------------------------------

ASKED = (
    "import citadels.settings.{shape}; from citadels.settings.parts.environment import env; "
    "print(*sorted(env.asked))"
)
BEFORE = {"DJANGO_SETTINGS_MODULE"}
"""Read before any settings."""
READERS = {
    "citadels/__main__.py",
    "citadels/settings/parts/environment.py",
    "citadels/up.py",
    "core/api/code_samples.py",
    "serving/health.py",
}
"""The modules that read the environment: the settings, the address of `make run`, and the health
check, which loads no settings. The samples only show how programs of others do.
"""
ENVIRON = r'environ\.get\("(\w+)"\)'


@cache
def asked_for() -> frozenset[str]:
    """Every variable that the service reads."""
    found = set(BEFORE)
    for shape in ("dev", "production"):
        with tempfile.TemporaryDirectory() as var:
            run = loaded(Path(var), program=ASKED.format(shape=shape))
        assert run.returncode == 0, run.stderr
        found |= set(run.stdout.split())
    command = (ROOT / "citadels/__main__.py").read_text(encoding="utf-8")
    up = (ROOT / "citadels/up.py").read_text(encoding="utf-8")
    return frozenset(found) | set(re.findall(ENVIRON, command + up))


@pytest.mark.slow
def test_the_table_of_settings_is_complete() -> None:
    text = (ROOT / "docs/operations/settings.md").read_text(encoding="utf-8")
    table = text[text.index("| name | default |") :].partition("\n\n")[0]
    rows = [line.split("|")[1] for line in table.splitlines()[2:]]
    written = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    assert len(written) == len(set(written))
    assert set(written) == asked_for()


def test_nobody_else_reads_the_environment() -> None:
    readers = {
        str(path.relative_to(ROOT))
        for package in SERVICE
        for path in (ROOT / package).rglob("*.py")
        if re.search(
            r"\bgetenv\(|os\.environ(\.get\(|\[)(?!.*\] =)", path.read_text(encoding="utf-8")
        )
    }
    assert readers <= READERS


SECRET = (
    "from citadels.settings.production import *; print(SECRET_KEY, DATABASES['default']['NAME'])"
)


@pytest.mark.slow
def test_secrets_may_stand_in_files(tmp_path: Path) -> None:
    """As Docker and Kubernetes hand them over; an editor's end of line is no part of them."""
    key, url = tmp_path / "key", tmp_path / "url"
    key.write_text("from-a-file\n")
    url.write_text("postgres://user:secret@host/from-a-file\n")
    files = {"SECRET_KEY_FILE": str(key), "DATABASE_URL_FILE": str(url)}
    run = loaded(tmp_path, program=SECRET, more=files)
    assert (run.returncode, run.stdout) == (0, "from-a-file from-a-file\n"), run.stderr
    run = loaded(tmp_path, program=SECRET, more={"SECRET_KEY_FILE": str(tmp_path / "none")})
    assert run.returncode != 0


REALISTIC = {
    "SECRET_KEY": "".join(chr(33 + 7 * number % 90) for number in range(64)),
    "ALLOWED_HOSTS": "play.example.org",
    "CSRF_TRUSTED_ORIGINS": "https://play.example.org",
    "SECURE_HSTS_SECONDS": "31536000",
    "SECURE_HSTS_PRELOAD": "true",
    "EMAIL_URL": "smtp+tls://user:password@mail.example.org:587",
    "DJANGO_SETTINGS_MODULE": "citadels.settings.production",
}


@pytest.mark.slow
def test_the_checks_for_production_have_nothing_to_say(tmp_path: Path) -> None:
    program = (
        "import django; django.setup(); from django.core.management import call_command; "
        "call_command('collectstatic', interactive=False, verbosity=0); "
        "call_command('check', deploy=True, fail_level='DEBUG')"
    )
    run = loaded(tmp_path, program=program, more=REALISTIC)
    assert run.returncode == 0, run.stderr
    assert "no issues" in run.stdout + run.stderr


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({}, "operations.E003) There are no static files in"),
        ({"EMAIL_URL": "filemail:///dev/null/mail"}, "operations.E002) E-mails cannot be written"),
        ({"EMAIL_BACKEND": "anymail.backends.no.Such"}, "operations.E001) anymail.backends.no"),
    ],
)
@pytest.mark.slow
def test_the_checks_for_production_say_what_is_missing(
    more: dict[str, str], said: str, tmp_path: Path
) -> None:
    program = (
        "import django; django.setup(); from django.core.management import call_command; "
        "call_command('check', deploy=True)"
    )
    run = loaded(tmp_path, program=program, more=REALISTIC | more)
    assert run.returncode != 0
    assert said in run.stderr


@pytest.mark.slow
def test_a_value_that_is_empty_is_none_where_a_number_belongs(tmp_path: Path) -> None:
    program = "from citadels.settings.production import *; print(SWEEP_SECONDS, THROTTLES['read'])"
    program = program.replace("THROTTLES", "REST_FRAMEWORK['DEFAULT_THROTTLE_RATES']")
    run = loaded(tmp_path, program=program, more={"SWEEP_SECONDS": "", "THROTTLE_READ": ""})
    assert (run.returncode, run.stdout) == (0, "5 \n"), run.stderr
