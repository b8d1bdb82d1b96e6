"""PNGs are drawn by other processes: a few at a time, each picture once, within limits."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage
from fcntl import LOCK_UN, flock
from pathlib import Path
from time import sleep
from unittest import mock

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings as real_settings
from django.db import OperationalError
from pytest_django.fixtures import Settings

from accounts.models import User
from core.errors import Busy
from core.slots import take_free_slot
from games.by_mail import emails
from games.summaries import draw_png, png
from notifications.kinds import NotReady, Reader
from notifications.models import Delivery, Progress
from tablekernel.drawing import panels
from tablekernel.drawing.lettering import DISPLAY, label
from tablekernel.drawing.paints import INK
from tablekernel.drawing.svg import Block
from tests.bystander import Bystander
from tests.conftest import ClientOf
from tests.games.by_mail.mailbox import deliver, text_of
from tests.toy_games import start_game

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><rect width="4" height="4"/></svg>'
CIRCLES = "".join(
    f'<circle cx="{n % 50}" cy="{n // 50}" r="3" opacity="0.5"/>' for n in range(2500)
)
LARGE = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 50 50">{CIRCLES}</svg>'
"""A picture that takes as much CPU as a large table: almost half a second."""
PNG = b"\x89PNG"
KILLED = "import os; os.kill(os.getpid(), 9)"
HANGS = "import os, signal; os.kill(os.getpid(), signal.SIGSTOP)"

Program = Callable[[str], None]


@pytest.fixture(autouse=True)
def folder(settings: Settings, tmp_path: Path) -> Path:
    """One slot, in a folder with an empty cache."""
    caches = {**settings.CACHES, "pictures": {**settings.CACHES["pictures"], "LOCATION": tmp_path}}
    settings.CACHES, settings.PICTURES_DIR, settings.MAX_CONCURRENT_DRAWINGS = caches, tmp_path, 1
    return tmp_path


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Program:
    """``program(code)``: this code runs in place of the program that draws."""

    def program(code: str) -> None:
        path = tmp_path / "program.py"
        path.write_text(code)
        monkeypatch.setattr(draw_png, "__file__", str(path))

    return program


@pytest.fixture
def taken_slot(folder: Path) -> Iterator[int]:
    """The only slot is taken."""
    slot = take_free_slot(folder, "slot", 1)
    assert slot is not None
    yield slot
    os.close(slot)


# --- other threads -------------------------------------------------------------------------------


def test_titles_are_drawn_without_a_serif_font() -> None:
    def page(words: str) -> str:
        title = Block(label(words, 0, 20, size=20, ink=INK, class_=DISPLAY), 30)
        return panels.page([title], margin=5, title=words, description="", language="en", paints=())

    assert png.png_of(page("Ada"), 200) != png.png_of(page(" "), 200)


def test_other_threads_run_while_a_png_is_drawn() -> None:
    with Bystander(daemon=True) as bystander:
        png.png_of(LARGE, 200)
    assert bystander.turns > 10  # in this process, it would not get one turn before the end


# --- a drawing that ends badly -------------------------------------------------------------------


@pytest.mark.parametrize("code", [KILLED, HANGS], ids=["killed", "hangs"])
def test_a_drawing_that_the_machine_ends_may_be_tried_again(
    code: str, program: Program, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        program(code)
        patch.setattr(png, "SECONDS", 1)
        with pytest.raises(Busy):
            png.png_of(SVG, 200)
    slot = take_free_slot(folder, "slot", 1)
    assert slot is not None, "the process has ended, or it would hold the slot"
    os.close(slot)
    monkeypatch.undo()
    assert png.png_of(SVG, 200).startswith(PNG)


def test_a_drawing_inherits_no_secret(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_KEY", "secret")
    program("import os; print(*os.environ)")
    assert b"SECRET_KEY" not in png.png_of(SVG, 200)


def test_a_slot_that_cannot_be_locked_is_closed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fails = mock.Mock(side_effect=OSError(errno.ENOLCK, "no locks"))
    monkeypatch.setattr("fcntl.flock", fails)
    with pytest.raises(OSError, match="no locks"):
        take_free_slot(folder, "slot", 1)
    with pytest.raises(OSError, match="Bad file"):
        os.fstat(fails.call_args.args[0])


@pytest.mark.parametrize(
    ("picture", "reason"),
    [("<svg", "ValueError"), (SVG.replace("0 0 4 4", "0 0 1 1e9"), "memory allocation")],
)
def test_a_picture_that_cannot_be_drawn_is_another_error(picture: str, reason: str) -> None:
    with pytest.raises(png.DrawingFailed, match=reason):
        png.png_of(picture, 200)
    assert png.png_of(SVG, 200).startswith(PNG)


def test_a_cached_picture_that_is_damaged_is_drawn_again(folder: Path) -> None:
    first = png.png_of(SVG, 200)
    (file,) = folder.glob("*.djcache")
    file.write_bytes(file.read_bytes()[:-20])
    assert png.png_of(SVG, 200) == first


def drawing(seconds: int) -> list[str]:
    """Return the command of a drawing with this time limit."""
    packages = str(png.RESVG.locate_file(""))
    limits = ("10", str(seconds), "200", png.FAMILY)
    return [sys.executable, "-I", "-S", draw_png.__file__, packages, *limits, *png.FONTS]


def test_a_drawing_ends_by_itself_at_its_time_limit() -> None:
    with subprocess.Popen(drawing(1), stdin=subprocess.PIPE) as process:
        assert process.wait() == -signal.SIGALRM  # although its picture never came


def test_a_drawing_ends_with_a_service_that_is_killed(tmp_path: Path) -> None:
    service = f"""
import subprocess, time
subprocess.Popen({drawing(600)!r}, stdin=subprocess.PIPE)
print("started", flush=True)
time.sleep(600)
"""
    command = [sys.executable, "-c", service]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.kill()
        process.stderr.read()  # until no process holds it any more


# --- the queue -----------------------------------------------------------------------------------


@pytest.mark.django_db
def test_requests_beyond_the_queue_are_refused(
    alice: User, bob: User, client_of: ClientOf, folder: Path, taken_slot: int
) -> None:
    path = f"/api/v1/games/{start_game(alice, bob, ruleset='castle', options={}).id}/board.png"
    places = [take_free_slot(folder, "place", 1 + png.QUEUE) for _ in range(1 + png.QUEUE)]
    reply = client_of(alice).get(path)
    assert (reply.status_code, reply.json()["code"]) == (503, "busy")
    assert int(reply.headers["Retry-After"]) > 0
    for place in filter(None, places):
        os.close(place)


def test_a_request_waits_for_a_slot_for_a_while(
    taken_slot: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(png, "REQUEST_WAITS", 0.1)
    with pytest.raises(Busy):
        png.png_of(SVG, 200)
    monkeypatch.setattr(png, "REQUEST_WAITS", 60.0)
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(png.png_of, SVG, 200)
        sleep(0.1)
        flock(taken_slot, LOCK_UN)
        assert waiting.result().startswith(PNG)


@pytest.mark.slow
def test_two_processes_draw_the_same_picture_once(folder: Path, tmp_path: Path) -> None:
    counting = tmp_path / "counting.py"
    counting.write_text(
        f"""
import os, sys, time
sys.stdin.read()
with open({str(tmp_path / "drawings")!r}, "a") as file:
    file.write("one\\n")
while not os.path.exists({str(tmp_path / "go")!r}):
    time.sleep(0.01)
sys.stdout.write("drawn")
"""
    )
    code = f"""
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
import django
django.setup()
from django.conf import settings
from games.summaries import draw_png, png
draw_png.__file__ = {str(counting)!r}
settings.PICTURES_DIR = Path({str(folder)!r})
settings.CACHES["pictures"]["LOCATION"] = settings.PICTURES_DIR
settings.MAX_CONCURRENT_DRAWINGS = 4
with ThreadPoolExecutor(2) as pool:
    drawings = [pool.submit(png.png_of, {SVG!r}, 200) for _ in range(2)]
    print("asked", flush=True)
    print(*(drawing.result().decode() for drawing in drawings))
"""
    env = {**os.environ, "DJANGO_SETTINGS_MODULE": "citadels.settings.test"}
    command = [sys.executable, "-c", code]
    processes = [
        subprocess.Popen(
            command, env=env, cwd=real_settings.BASE_DIR, stdout=subprocess.PIPE, text=True
        )
        for _ in range(2)
    ]
    outputs = [process.stdout for process in processes if process.stdout is not None]
    assert [output.readline() for output in outputs] == ["asked\n"] * 2
    (tmp_path / "go").touch()
    assert [output.read() for output in outputs] == ["drawn drawn\n"] * 2
    assert [process.wait() for process in processes] == [0, 0]
    assert (tmp_path / "drawings").read_text() == "one\n"


# --- e-mails -------------------------------------------------------------------------------------


def unavailable(*words: object, **more: object) -> None:
    raise OperationalError


@pytest.mark.django_db
@pytest.mark.parametrize("trouble", ["drawing", "database"])
def test_an_email_waits_until_its_table_can_be_drawn(
    trouble: str, alice: User, bob: User, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start_game(alice, bob, ruleset="castle", options={})
    slot = take_free_slot(folder, "slot", 1)
    assert slot is not None
    with monkeypatch.context() as patch:
        patch.setattr(png, "MAIL_WAITS", 0.0)
        if trouble == "database":
            os.close(slot)
            patch.setattr(emails, "recap_lines", unavailable)
        assert turn_mails() == []
        assert turn_mails() == []
        waiting = Delivery.objects.get(channel="email", progress=Progress.WAITING)
        assert (waiting.attempts, waiting.log) == (0, [])
        if trouble == "drawing":
            with pytest.raises(NotReady):  # the daily e-mail waits, too
                [emails.open_turns(user.id, Reader()) for user in (alice, bob)]
            os.close(slot)
    (message,) = turn_mails()
    (picture,) = message.iter_attachments()
    assert picture.get_content().startswith(PNG)


def turn_mails() -> list[EmailMessage]:
    return [message for message in deliver() if "/move/" in text_of(message)]


@pytest.mark.django_db
def test_a_task_that_takes_too_long_sends_nothing_without_its_table(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    start_game(alice, bob, ruleset="castle", options={})
    with monkeypatch.context() as patch:
        patch.setattr(png, "draw", mock.Mock(side_effect=SoftTimeLimitExceeded))
        with pytest.raises(SoftTimeLimitExceeded):
            deliver()
    assert [list(message.iter_attachments()) for message in turn_mails()] != [[]]
