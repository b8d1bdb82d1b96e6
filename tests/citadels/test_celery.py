"""How tasks are sent: queues, brokers, schedule."""

from __future__ import annotations

import subprocess
import sys

import pytest

from citadels.celery import app
from citadels.settings.parts.celery import CELERY_BEAT_SCHEDULE, _broker


@pytest.mark.parametrize(
    ("task", "queue"),
    [
        ("games.tasks.bots_play", "bots"),
        ("games.tasks.bots_sweep", "bots"),
        ("games.tasks.timers_sweep", "timers"),
        ("games.tasks.analyses", "notify"),
        ("notifications.tasks.relay", "notify"),
    ],
)
def test_each_kind_of_task_has_its_queue(task: str, queue: str) -> None:
    assert app.amqp.router.route({}, task)["queue"].name == queue


def test_a_socket_is_written_as_celery_wants_it() -> None:
    url, _options = _broker("unix:///var/valkey.sock")
    assert url == "redis+socket:///var/valkey.sock"


@pytest.mark.parametrize("url", ["redis://127.0.0.1", "rediss://127.0.0.1", "redis+socket:///x"])
def test_redis_has_no_account_of_messages_that_workers_took(url: str) -> None:
    transport = app.connection(url).transport
    assert (transport.Channel.ack_emulation, transport.Channel.do_restore) == (False, False)


def test_without_redis_messages_are_files() -> None:
    url, options = _broker("")
    assert url == "filesystem://"
    assert options["data_folder_in"] == options["data_folder_out"]


def test_every_scheduled_task_exists() -> None:
    app.loader.import_default_modules()
    for entry in CELERY_BEAT_SCHEDULE.values():
        assert entry["task"] in app.tasks


@pytest.mark.slow
def test_a_worker_of_root_starts_without_a_page_of_warnings() -> None:
    """Its first lines would push the login of the admin out of sight."""
    warn = "celery.platforms._warn_or_raise_security_error(0, 0, 0, 0, False)"
    program = f"import citadels.celery, celery.platforms; {warn}"
    command = [sys.executable, "-c", program]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert (run.stdout, run.stderr) == ("", "")
