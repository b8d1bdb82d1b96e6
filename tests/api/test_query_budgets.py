"""The maximum number of SQL statements of each successful operation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import ApiToken
from accounts.services.deletions import deletion_request
from accounts.services.exports import export_request, exports_make
from accounts.services.fingerprints import ClientInfo, fingerprints_of
from accounts.services.passwords import reset_link
from tests.accounts.test_emails import send_emails, token_in
from tests.conftest import PASSWORD
from tests.permissions import PREFIX, ROLES, Row, addresses, rows
from tests.roles import BODIES, World

VIEW, COMMAND = ("GET", "games/{game}/"), ("POST", "games/{game}/commands/")
TRY = ("POST", "games/{game}/history/{move}/try/")
ACCEPT = ("POST", "me/seat-offers/{offer}/accept/")
BUDGETS = {VIEW: 3, COMMAND: 12, TRY: 25, ACCEPT: 21}
READING, WRITING = 10, 20
"""For all other operations. Begin and commit of transactions do not count."""
CONTROL = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "ROLLBACK")
BUDGETS_304 = {VIEW: 3}
READING_AGAIN = 6
NOT_MODIFIED = 304
USER = "stranger"
"""The user with data of their own. Vacations read each running game of the user."""


def verification(world: World) -> dict[str, Any]:
    world.clients[USER].post(f"{PREFIX}me/email/", BODIES["POST", "me/email/"])
    return {"token": token_in(send_emails()[-1])}


def reset(world: World) -> dict[str, Any]:
    link = reset_link(world.users[USER])
    return {"token": link.rstrip("/").rpartition("/")[2], "password": "another " * 3}


def deletion(world: World) -> None:
    deletion_request(user=world.users[USER])


def export(world: World) -> dict[str, Any]:
    export_request(user=world.users[USER])
    exports_make()
    return {"password": PASSWORD}


def claim(world: World) -> None:
    world.clients[USER].post(f"{PREFIX}me/email/", BODIES["POST", "me/email/"])


def vacation(world: World) -> None:
    world.clients[USER].post(f"{PREFIX}me/vacation/", {})


PREPARED: dict[tuple[str, str], Callable[[World], dict[str, Any] | None]] = {
    ("POST", "auth/verify-email/"): verification,
    ("POST", "auth/password-reset/confirm/"): reset,
    ("GET", "me/deletion/"): deletion,
    ("DELETE", "me/deletion/"): deletion,
    ("POST", "me/export/file/"): export,
    ("POST", "me/email/resend/"): claim,
    ("DELETE", "me/vacation/"): vacation,
}
"""What must happen before an operation succeeds for ``USER``. Returns the body."""


ELSEWHERE = {("POST", "games/{game}/hint/")}
"""Operations that no game of the world admits: tests/games/analysis/test_hint.py counts theirs."""


def operations() -> set[tuple[str, str]]:
    return {address for address in addresses() if not address[1].startswith("/")}


def successes() -> Iterator[tuple[Row, str]]:
    """Yield each row of the permission table with a role that it admits; for reads, with all of
    them.
    """
    for row in rows():
        if row.address in PREPARED:
            yield row, USER
            continue
        let_in = [role for role, status in zip(ROLES, row.statuses, strict=True) if status < 400]
        for role in let_in if row.address == VIEW else let_in[:1]:
            yield row, role


def budget_of(row: Row) -> int:
    return BUDGETS.get(row.address, READING if row.method == "GET" else WRITING)


def send_request(world: World, row: Row, role: str) -> tuple[Any, list[str]]:
    """Return the reply and the statements of a request."""
    if (prepare := PREPARED.get(row.address)) is None:
        send = world.request(row, role)
    else:
        method = getattr(world.clients[role], row.method.lower())
        send = partial(method, PREFIX + row.path, prepare(world))
    return capture_statements(send)


def send_again(world: World, reply: Any, role: str) -> tuple[Any, list[str]]:
    """Return the same for a client that already has the reply."""
    url, headers = reply.wsgi_request.get_full_path(), {"If-None-Match": reply.headers["ETag"]}
    return capture_statements(partial(world.clients[role].get, url, headers=headers))


def capture_statements(send: Callable[[], Any]) -> tuple[Any, list[str]]:
    with CaptureQueriesContext(connection) as sent:
        reply = send()
    statements = [query["sql"] for query in sent.captured_queries]
    return reply, [sql for sql in statements if not sql.lstrip().startswith(CONTROL)]


def excesses(world: World, succeeded: set[tuple[str, str]]) -> Iterator[str]:
    """Yield operations with too many statements. Each request is rolled back."""
    for row, role in successes():
        if row.path.startswith("/"):
            continue
        with transaction.atomic():
            reply, sent = send_request(world, row, role)
            limits = [(reply.status_code, sent, budget_of(row))]
            if row.method == "GET" and "ETag" in reply.headers:
                again, sent_again = send_again(world, reply, role)
                if again.status_code == NOT_MODIFIED:
                    limits.append(
                        (NOT_MODIFIED, sent_again, BUDGETS_304.get(row.address, READING_AGAIN))
                    )
            transaction.set_rollback(True)
        what = f"{row.method} {row.path} [{row.state}] as {role}"
        assert reply.status_code < 400, (what, reply.content)
        succeeded.add(row.address)
        for status, statements, limit in limits:
            if len(statements) > limit:
                yield "\n".join([f"{what}: {status} took {len(statements)} > {limit}", *statements])


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.usefixtures("toy")
def test_no_operation_sends_more_statements_than_its_budget() -> None:
    world, succeeded = World(), set[tuple[str, str]]()
    # so that the key of the day exists
    fingerprints_of(ClientInfo("192.0.2.1", ""), timezone.now())
    # so that the use is not stored
    ApiToken.objects.update(last_used_at=timezone.now() + timedelta(days=1))
    report = "\n\n".join(excesses(world, succeeded))
    assert not report, report
    assert succeeded == operations() - ELSEWHERE
