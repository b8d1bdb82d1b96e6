"""Settings of `make run` where the first move of a bot never ends, not even when it is asked to."""

from __future__ import annotations

from contextlib import suppress
from time import sleep

from celery.signals import worker_process_init

from citadels.settings.dev import *  # noqa: F403
from citadels.settings.parts.paths import VAR_DIR

BOT_TASKS = ("games.tasks.bots_play", "games.tasks.bots_sweep")
CELERY_TASK_ANNOTATIONS = {name: {"soft_time_limit": 10, "time_limit": 15} for name in BOT_TASKS}
HANGS = VAR_DIR / "hangs"


@worker_process_init.connect
def hang_once(**kwargs: object) -> None:
    """Replace the choice of bots in this process of the worker."""
    from games.bots import turns

    choose = turns.bot_choose

    def hang_or_choose(turn: turns.BotTurn) -> str:
        try:
            HANGS.touch(exist_ok=False)
        except FileExistsError:
            return choose(turn)
        while True:
            with suppress(BaseException):
                sleep(60)

    turns.bot_choose = hang_or_choose
