"""docs/notifications.md names what there is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from citadels.docs_tables import receivers_table
from games.play.notifications import KINDS as OF_GAMES
from moderation.notifications import KINDS as OF_MODERATION
from notifications.kinds import KINDS
from notifications.services.delivery_queue import PushDeliveryQueue, WebhookDeliveryQueue

PAGE = (Path(__file__).parents[2] / "docs" / "notifications.md").read_text(encoding="utf-8")


def test_every_kind_is_in_the_table() -> None:
    table = PAGE.split("## Kinds")[1].split("\n\n")[1]
    listed = {
        name for row in table.splitlines() for name in re.findall(r"`(\w+)`", row.split("|")[1])
    }
    kinds = [*OF_GAMES, *OF_MODERATION]
    assert listed == {kind.name for kind in kinds} | {"ratings_recomputed", "webhook_disabled"}
    assert listed <= set(KINDS)


def test_the_limits_of_all_kinds_are_in_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(KINDS, "news")  # of these tests
    page = (Path(__file__).parents[2] / "docs" / "limits.md").read_text(encoding="utf-8")
    assert receivers_table() in page
    assert all(f"| `{name}` |" in page for name in KINDS)


def test_the_waits_are_those_of_the_relay() -> None:
    units = {"s": 1, "min": 60, "h": 3600}
    for queue, words in (
        (WebhookDeliveryQueue, "**Failed calls are retried** after "),
        (PushDeliveryQueue, "A failed message is sent again after "),
    ):
        waits = PAGE.split(words)[1].split(", then")[0]
        told = [int(n) * units[unit] for n, unit in re.findall(r"(\d+)\s(s|min|h)", waits)]
        assert told == [wait.total_seconds() for wait in queue.waits]
