"""Personal data of games. A feature that keeps some has a module ``personal_data``, which registers
how it is exported, deleted and purged.
"""

from __future__ import annotations

from datetime import datetime
from importlib import import_module
from pathlib import Path

from accounts.personal_data import HANDLERS


def handlers_load() -> None:
    """Import the module ``personal_data`` of every feature that has one."""
    for file in sorted(Path(__file__).parent.glob("*/personal_data.py")):
        import_module(f"games.{file.parent.name}.personal_data")


def expired_purge(*, now: datetime) -> None:
    """Delete what is older than its retention period: `docs/privacy.md` lists the periods."""
    for name, handler in sorted(HANDLERS.items()):
        if name.startswith("games."):
            handler.purge(now)
