"""Every path and every role: the service behaves as `make permissions` prints."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.db import transaction

from tests.permissions import ROLES, addresses, contradictions, rows, table
from tests.roles import World

ROWS = rows()


def test_the_table_lists_all_paths() -> None:
    assert {row.address for row in ROWS} == addresses()


def test_the_table_agrees_with_what_the_endpoints_declare() -> None:
    assert list(contradictions(ROWS)) == []


def test_a_row_that_contradicts_its_endpoint_is_found() -> None:
    row = next(row for row in ROWS if row.address == ("GET", "me/webhooks/"))
    wrong = row._replace(statuses=(200,) * len(ROLES))
    assert [line.split(" as ")[1].split(":")[0] for line in contradictions([wrong])] == [
        "anonymous",
        "inactive",
        "banned",
        "reader",
    ]


def test_no_row_stands_twice() -> None:
    assert len({(row.address, row.state) for row in ROWS}) == len(ROWS)


def test_people_can_read_it() -> None:
    text = table(ROWS)
    assert "POST   games/{game}/commands/" in text
    assert f"{len(ROWS) * len(ROLES)} answers" in text


def test_a_line_that_is_no_row_is_found() -> None:
    with pytest.raises(ValueError, match="not a row"):
        rows("GET games/ 200 200")


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.usefixtures("toy")
def test_every_path_replies_to_every_role_as_listed() -> None:
    assert "\n".join(differences(World())) == ""


def differences(world: World) -> Iterator[str]:
    """Yield differences. Each request is rolled back, so that all start from the same state."""
    for row in ROWS:
        for role, status in zip(ROLES, row.statuses, strict=True):
            with transaction.atomic():
                reply = world.asked(row, role)
                transaction.set_rollback(True)
            if reply.status_code != status:
                what = f"{row.method} {row.path} [{row.state}] as {role}"
                yield f"{what}: {reply.status_code} and not {status} {reply.content[:200]!r}"
