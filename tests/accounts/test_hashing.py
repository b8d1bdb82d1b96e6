"""A machine hashes a few passwords at a time, and refuses further requests that need a hash."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from json import dumps, loads
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.conf import settings as real_settings
from django.contrib.auth.hashers import check_password, make_password
from django.test import Client
from rest_framework.test import APIClient

from accounts.hashers import LimitedPasswordHasher, take_slot
from accounts.models import User
from accounts.services.passwords import reset_link
from core.errors import Busy
from tests.accounts.recording import most_at_once
from tests.conftest import PASSWORD, ClientOf

HANG = 120.0
"""Seconds that only a hang exceeds."""
NEW = "other horses, other staples"


@pytest.fixture(autouse=True)
def slots(settings: LazySettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two slots in a folder of the test's own; what is hashed in them is hashed quickly."""
    settings.VAR_DIR = tmp_path
    settings.MAX_CONCURRENT_PASSWORD_HASHES = 2
    monkeypatch.setattr(LimitedPasswordHasher, "iterations", 1000)


@pytest.fixture
def taken() -> Iterator[None]:
    """All slots are taken."""
    held = [take_slot(), take_slot()]
    yield
    for slot in held:
        os.close(slot)


# --- slots ---------------------------------------------------------------------------------------


def test_there_are_so_many_slots_and_they_come_back() -> None:
    held = [take_slot(), take_slot()]
    with pytest.raises(Busy):
        take_slot()
    os.close(held[0])
    os.close(take_slot())
    os.close(held[1])


def test_the_slot_of_a_process_that_is_killed_is_free(tmp_path: Path) -> None:
    held = take_slot()
    code = f"""
import fcntl, time
file = open({str(tmp_path / "hashing" / "slot-1")!r}, "w")
fcntl.flock(file, fcntl.LOCK_EX)
print("locked", flush=True)
time.sleep(600)
"""
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"locked\n"
        with pytest.raises(Busy):
            take_slot()
        process.send_signal(signal.SIGKILL)
    os.close(take_slot())
    os.close(held)


def test_making_and_checking_a_password_take_a_slot_and_free_it(
    settings: LazySettings, taken: None
) -> None:
    encoded = "pbkdf2_sha256$1000$salt$xxx"
    settings.PASSWORD_HASHERS = ["accounts.hashers.LimitedPasswordHasher"]
    for _ in range(2):
        with pytest.raises(Busy):
            make_password("x")
        with pytest.raises(Busy):
            check_password("x", encoded)
    settings.MAX_CONCURRENT_PASSWORD_HASHES = 3
    for _ in range(2):
        assert check_password("x", make_password("x"))


def test_by_default_hashing_takes_half_of_the_cpus_at_most() -> None:
    cpus = len(os.sched_getaffinity(0))
    code = "from citadels.settings.parts.oauth import *; print(MAX_CONCURRENT_PASSWORD_HASHES)"
    bare = {
        name: text for name, text in os.environ.items() if name != "MAX_CONCURRENT_PASSWORD_HASHES"
    }
    shown = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=bare
    )
    assert int(shown.stdout) == max(1, cpus // 2)


# --- what people are told ------------------------------------------------------------------------


@pytest.fixture
def ada(settings: LazySettings, db: None) -> User:
    """A member of staff with a password that is hashed as in production."""
    settings.PASSWORD_HASHERS = [
        "accounts.hashers.LimitedPasswordHasher",
        "accounts.hashers.KeyHasher",
    ]
    return User.objects.create_superuser("ada", "ada@example.org", PASSWORD)


def test_the_api_says_busy(
    ada: User, client_of: ClientOf, taken: None, caplog: pytest.LogCaptureFixture
) -> None:
    anyone, client = APIClient(), client_of(ada)
    link = reset_link(ada).rstrip("/").rpartition("/")[2]
    log_in = {"username": "ada", "password": PASSWORD}
    replies = [
        anyone.post("/api/v1/auth/tokens/", log_in),
        anyone.post("/api/v1/auth/tokens/", {**log_in, "username": "nobody"}),
        anyone.post("/api/v1/auth/register/", {"username": "eve", "password": NEW}),
        anyone.post("/api/v1/auth/password-reset/confirm/", {"token": link, "password": NEW}),
        client.post("/api/v1/me/password/", {"password": PASSWORD, "new_password": NEW}),
        client.post("/api/v1/me/deletion/", {"password": PASSWORD}),
    ]
    for reply in replies:
        assert (reply.status_code, reply.json()["code"]) == (503, "busy")
        assert int(reply.headers["Retry-After"]) > 0
        assert reply.headers["Content-Type"] == "application/problem+json"
    assert not User.objects.filter(username="eve").exists()
    assert not caplog.records, "strangers fill no log"


def test_the_pages_say_busy(ada: User, taken: None, caplog: pytest.LogCaptureFixture) -> None:
    staff = Client()
    staff.force_login(ada)
    log_in = {"username": "ada", "password": PASSWORD}
    new = {"new_password1": NEW, "new_password2": NEW}
    twice = {"password1": NEW, "password2": NEW, "usable_password": "true"}
    link = reset_link(ada).removeprefix(real_settings.PUBLIC_URL)
    replies = [
        Client().post("/login/", log_in),
        Client().post("/admin/login/", log_in),
        Client().post(link, {"password": NEW}),
        staff.post("/admin/password_change/", {"old_password": PASSWORD, **new}),
        staff.post(f"/admin/accounts/user/{ada.pk}/password/", twice),
        staff.post("/admin/accounts/user/add/", {"username": "eve", **twice}),
    ]
    for reply in replies:
        assert reply.status_code == 503, reply.text
        assert int(reply.headers["Retry-After"]) > 0
        assert "busy checking passwords" in reply.text
    assert not User.objects.filter(username="eve").exists()
    assert not caplog.records, "strangers fill no log"


def test_the_link_of_a_mail_stays_good(ada: User) -> None:
    link = reset_link(ada).removeprefix(real_settings.PUBLIC_URL)
    held = [take_slot(), take_slot()]
    assert Client().post(link, {"password": NEW}).status_code == 503
    for slot in held:
        os.close(slot)
    assert Client().post(link, {"password": NEW}).status_code == 200


# --- over processes ------------------------------------------------------------------------------


class Web:
    """A process with the whole application and as many threads as there are requests."""

    def __init__(self, env: dict[str, str]) -> None:
        with socket.create_server(("127.0.0.1", 0)) as found:
            self.port = found.getsockname()[1]
        command = [sys.executable, "-m", "tests.accounts.recording", str(self.port)]
        self.process = subprocess.Popen(command, env=env, cwd=real_settings.BASE_DIR)

    def post(self, path: str, body: Any) -> tuple[int, dict[str, str], Any]:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=HANG)
        headers = {"Content-Type": "application/json", "Host": "127.0.0.1"}
        connection.request("POST", path, dumps(body), headers)
        reply = connection.getresponse()
        return reply.status, dict(reply.getheaders()), loads(reply.read())

    def wait(self) -> None:
        end = time.monotonic() + HANG
        while True:
            try:
                return socket.create_connection(("127.0.0.1", self.port)).close()
            except OSError:
                assert time.monotonic() < end
                assert self.process.poll() is None
                time.sleep(0.1)


@pytest.mark.slow
def test_of_twenty_log_ins_at_two_processes_two_are_hashed_and_nobody_waits(
    tmp_path: Path,
) -> None:
    env = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "tests.accounts.recording_settings",
        "DATABASE_URL": f"sqlite:///{tmp_path}/db.sqlite3",
        "REDIS_URL": "",
        "VAR_DIR": str(tmp_path),
        "MAX_CONCURRENT_PASSWORD_HASHES": "2",
    }
    migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    subprocess.run(migrate, env=env, cwd=real_settings.BASE_DIR, check=True)
    webs = [Web(env), Web(env)]
    try:
        for web in webs:
            web.wait()
        with ThreadPoolExecutor(20) as pool:
            log_ins = [
                pool.submit(
                    webs[number % 2].post,
                    "/api/v1/auth/tokens/",
                    {"username": f"name{number}", "password": "wrong"},
                )
                for number in range(20)
            ]
            end = time.monotonic() + HANG
            while sum(one.done() for one in log_ins) < 18:  # while the two others are still hashed
                assert time.monotonic() < end
                time.sleep(0.05)
            refused = [one.result() for one in log_ins if one.done()]
            (tmp_path / "go").touch()
            statuses = sorted(one.result()[0] for one in log_ins)
    finally:
        for web in webs:
            web.process.kill()
            web.process.wait()
    assert statuses == [401] * 2 + [503] * 18
    for status, headers, problem in refused:
        assert (status, problem["code"]) == (503, "busy")
        assert int(headers["Retry-After"]) > 0
    assert most_at_once(tmp_path) == 2
