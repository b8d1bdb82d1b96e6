"""What the settings ask of the environment, and what they make."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
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


def test_what_the_service_writes_is_its_owners_business(tmp_path: Path) -> None:
    var = tmp_path / "var"
    run = loaded(var)
    assert (run.returncode, run.stdout) == (0, "1\n"), run.stderr
    assert stat.S_IMODE(var.stat().st_mode) == 0o700


@pytest.mark.parametrize("name", PRODUCTION)
def test_production_guesses_nothing(name: str, tmp_path: Path) -> None:
    run = loaded(tmp_path, without=name)
    assert run.returncode != 0
    assert name in run.stderr


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
        ({}, "django.core.mail.backends.console.EmailBackend localhost 25   False {}"),
        (
            {"EMAIL_BACKEND": "anymail.backends.x.EmailBackend", "ANYMAIL": '{"KEY": "k"}'},
            "anymail.backends.x.EmailBackend localhost 25   False {'KEY': 'k'}",
        ),
    ],
)
def test_mail_is_set_by_an_address_or_a_provider(
    env: dict[str, str], made: str, tmp_path: Path
) -> None:
    run = loaded(tmp_path, program=MAIL, more=env)
    assert (run.returncode, run.stdout) == (0, f"{made}\n"), run.stderr


LIMITS = (
    "from citadels.settings.production import *; "
    "limits = CELERY_TASK_ANNOTATIONS['games.tasks.bots_play']; "
    "longest = BOT_SLOWNESS * max(BOT_SECONDS.values()); "
    "print(longest, longest < LEASE_SECONDS + 1 < limits['soft_time_limit'] < limits['time_limit'])"
)


def test_bots_that_may_think_longer_are_given_the_time_for_it(tmp_path: Path) -> None:
    """Else the worker would be stopped first, and chance would choose for them."""
    run = loaded(tmp_path, program=LIMITS, more={"BOT_DEEP_MS": "60000"})
    assert (run.returncode, run.stdout) == (0, "360.0 True\n"), run.stderr
