"""Statements that go past the framework keep its ways."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import (
    DEFAULT_DB_ALIAS,
    DatabaseError,
    IntegrityError,
    connection,
    connections,
    transaction,
)
from django.db.transaction import TransactionManagementError

from accounts.models import User
from citadels import statements
from citadels.statements import asked
from citadels.writes import Write, together, write

pytestmark = pytest.mark.django_db
NAME = "SELECT username FROM accounts_user WHERE username = %s"
RENAME = "UPDATE accounts_user SET username = %s WHERE username = %s RETURNING id"


def kept() -> Any:
    return statements.cursor_kept(connections[DEFAULT_DB_ALIAS])


def test_the_same_answer_with_and_without_watching(
    alice: User, django_assert_num_queries: Any
) -> None:
    unwatched = asked(NAME, "alice")
    with django_assert_num_queries(1):
        watched = asked(NAME, "alice")
    assert [tuple(row) for row in unwatched] == [tuple(row) for row in watched] == [("alice",)]


def test_an_instant_is_read_in_utc(alice: User) -> None:
    read = User.objects.get().date_joined
    ((raw,),) = asked("SELECT date_joined FROM accounts_user")
    if connection.vendor == "postgresql":
        assert (raw, raw.utcoffset()) == (read, timedelta())


def test_what_is_not_written_is_an_error(alice: User) -> None:
    write(Write(RENAME, ["anna", "alice"]))
    with pytest.raises(DatabaseError):
        write(Write(RENAME, ["anna", "alice"]))
    assert User.objects.get().username == "anna"


@pytest.mark.django_db(transaction=True)
def test_errors_are_those_of_the_framework_and_break_the_transaction(
    alice: User, bob: User
) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        write(Write(RENAME, ["alice", "bob"]))
    assert asked(NAME, "bob")
    with transaction.atomic():
        transaction.set_rollback(True)
        with pytest.raises(TransactionManagementError):
            asked(NAME, "bob")


@pytest.mark.django_db(transaction=True)
def test_a_new_connection_gets_a_cursor_of_its_own(alice: User) -> None:
    asked(NAME, "alice")
    before = kept()
    connection.close()
    assert [tuple(row) for row in asked(NAME, "alice")] == [("alice",)]
    if connection.vendor == "postgresql":
        asked(NAME, "alice")
        assert before is not None
        assert kept() is not before
        assert kept() is kept()


# --- writing together ----------------------------------------------------------------------------


def test_writes_together_are_one_statement_and_told_of_each(
    alice: User, bob: User, django_assert_num_queries: Any
) -> None:
    told: list[Any] = []
    with django_assert_num_queries(1 if connection.vendor == "postgresql" else 2), together():
        for user in (alice, bob):
            write(Write(RENAME, [f"new {user.username}", user.username], told.append))
        assert not told
    assert sorted(str(key).replace("-", "") for key in told) == sorted(
        user.id.hex for user in (alice, bob)
    )
    assert {user.username for user in User.objects.all()} == {"new alice", "new bob"}


def test_of_writes_together_nothing_is_left_when_one_is_not_there(alice: User) -> None:
    def both() -> None:
        with transaction.atomic(), together():
            write(Write(RENAME, ["anna", "alice"]))
            write(Write(RENAME, ["x", "nobody"]))

    with pytest.raises(DatabaseError):
        both()
    assert User.objects.get().username == "alice"


def test_after_an_error_nothing_of_it_is_written(alice: User) -> None:
    def fails() -> None:
        with together():
            write(Write(RENAME, ["anna", "alice"]))
            raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        fails()
    write(Write(RENAME, ["anna", "alice"]))  # and others are written at once again
    assert User.objects.get().username == "anna"


def test_writes_that_wait_cannot_wait_for_others() -> None:
    with pytest.raises(RuntimeError), together(), together():
        pass
