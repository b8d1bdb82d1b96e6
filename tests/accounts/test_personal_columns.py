"""Each column that can name a person, or hold their words, has a fate that is declared and true.

The files ``personal_data.toml`` of the apps sort these columns. Here each column gets a text of its
own in rows of a user, except for numbers, times, choices and words of the program; then it is
looked for in their export, and after the deletion in its table.
"""

from __future__ import annotations

import io
import json
import tomllib
import zipfile
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.db import connection, models
from django.utils import timezone

from accounts.models import AccountDeletion, User
from accounts.services.deletions import account_delete
from accounts.services.exports import export_write
from moderation.models import Report, State, UserNote
from tests.accounts.test_deletions import everything_kept, zephyrine
from tests.packages import ROOT

__all__ = ["zephyrine"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]
FILES = sorted(ROOT.glob("*/personal_data.toml"))
NOT_FILLED = "program"
"""The class of columns with words of the program. Code reads them, so they cannot get others."""
TEXTS = (models.CharField, models.TextField, models.JSONField, models.BinaryField)
NUMBERS = "numbers"
"""The class of numbers, times and choices. They are not filled either."""
Column = tuple[type[models.Model], "models.Field[Any, Any]"]


def declared() -> dict[str, str]:
    """Return the declared class of each column."""
    classes: dict[str, str] = {}
    for file in FILES:
        for name, tables in tomllib.loads(file.read_text(encoding="utf-8")).items():
            for model, names in tables.items():
                label = model if "." in model else f"{file.parent.name}.{model}"
                new = {f"{label}.{column}": name for column in names}
                assert not new.keys() & classes.keys(), "a column is declared twice"
                classes |= new
    return classes


def columns() -> dict[str, Column]:
    """Return the columns with texts or users: neither numbers and times, nor values of a list."""
    return {
        f"{model._meta.label}.{field.name}": (model, field)
        for model in apps.get_models()
        for field in model._meta.local_fields
        if refers_to_user(field) or (isinstance(field, TEXTS) and not field.choices)
    }


def numbers_of(user: User) -> set[str]:
    """Return the columns with numbers, times and choices in rows about the user: their own one,
    and those with a reference to them that is called ``user``.
    """
    return {
        f"{model._meta.label}.{field.name}"
        for model in apps.get_models()
        if model is User or hasattr(model, "user")
        if model._default_manager.filter(**{"pk" if model is User else "user": user.pk}).exists()
        for field in model._meta.local_fields
        if not field.is_relation and not field.primary_key
    } - columns().keys()


def refers_to_user(field: models.Field[Any, Any]) -> bool:
    """True for a reference to a user, and for an id that may be one of a user."""
    is_id = isinstance(field, models.UUIDField) and not field.primary_key
    return field.related_model is User if field.is_relation else is_id


# --- rows of the user --------------------------------------------------------------------------


def row_make(model: type[models.Model], user: User) -> models.Model:
    """Insert a row of a model that has none, about the user."""
    values = {}
    for field in model._meta.local_fields:
        if isinstance(field, models.AutoField) or field.null or field.has_default():
            continue
        values[field.name] = value_for(field, user)
    return model._default_manager.create(**values)


def value_for(field: models.Field[Any, Any], user: User) -> Any:
    if field.is_relation:
        other = field.related_model
        assert other is not None
        if other is User:
            return user
        return other._default_manager.first() or row_make(other, user)
    if field.choices:
        return field.flatchoices[0][0]
    match field:
        case models.DateTimeField():
            return timezone.now() + timedelta(days=1)
        case models.DateField():
            return timezone.now().date()
        case models.UUIDField():
            return uuid4()
        case models.BooleanField():
            return False
        case models.BinaryField():
            return b""
        case models.JSONField():
            return {}
        case models.CharField() | models.TextField():
            return field.name[: field.max_length]
    return 1


def rows_of(model: type[models.Model], user: User) -> models.QuerySet[Any]:
    """Return the rows of the user; all rows of a model that does not refer to users.

    A note is found by its author: notes on the user are deleted as rows.
    """
    rows = model._default_manager.all()
    if model is User:
        return rows.filter(pk=user.pk)
    if model is UserNote:
        return rows.filter(by=user)
    for field in model._meta.local_fields:
        if refers_to_user(field) and rows.filter(**{field.attname: user.pk}).exists():
            return rows.filter(**{field.attname: user.pk})
    return rows


# --- filling and looking -----------------------------------------------------------------------


def fill(column: Column, text: str, user: User) -> None:
    """Put ``text``, or a reference to the user, into a column of a row of the user."""
    model, field = column
    row = rows_of(model, user)[0]
    value = user.pk if refers_to_user(field) else filled(field, getattr(row, field.attname), text)
    if not refers_to_user(field) or not contains(column, text, user):
        model._default_manager.filter(pk=row.pk).update(**{field.attname: value})


def filled(field: models.Field[Any, Any], value: Any, text: str) -> Any:
    if isinstance(field, models.BinaryField):
        return text.encode()
    if not isinstance(field, models.JSONField):
        return text
    return [*value, text] if isinstance(value, list) else {**(value or {}), "text": text}


def contains(column: Column, text: str, user: User) -> bool:
    """True if the column holds the text in any row, or refers to the user."""
    model, field = column
    if refers_to_user(field):
        return model._default_manager.filter(**{field.attname: user.pk}).exists()
    values = model._default_manager.order_by().values_list(field.attname, flat=True)
    return any(text in json.dumps(value, default=plain) for value in values)


def plain(value: Any) -> str:
    return bytes(value).decode(errors="replace") if isinstance(value, bytes | memoryview) else ""


def export_of(user: User) -> str:
    file = io.BytesIO()
    export_write(user=user, file=file)
    archive = zipfile.ZipFile(file)
    return "".join(archive.read(name).decode() for name in archive.namelist())


@pytest.fixture
def unprotected(db: None) -> Iterator[None]:
    """Let columns have values that triggers and constraints refuse, until the end of the test."""
    with connection.cursor() as cursor:
        for statement in list(protection_drops(cursor)):
            cursor.execute(statement)
        yield
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA ignore_check_constraints = OFF")


def protection_drops(cursor: Any) -> Iterator[str]:
    """Yield the statements. The transaction of the test is rolled back, and so are they."""
    if connection.vendor == "sqlite":
        yield "PRAGMA ignore_check_constraints = ON"
        cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        yield from [f"DROP TRIGGER {name}" for (name,) in cursor.fetchall()]
        return
    cursor.execute("SELECT tgname, tgrelid::regclass FROM pg_trigger WHERE NOT tgisinternal")
    yield from [f"DROP TRIGGER {name} ON {table}" for name, table in cursor.fetchall()]
    checks = "SELECT conname, conrelid::regclass FROM pg_constraint WHERE contype = 'c'"
    cursor.execute(f"{checks} AND conrelid <> 0")
    yield from [f"ALTER TABLE {table} DROP CONSTRAINT {name}" for name, table in cursor.fetchall()]


# --- the test ----------------------------------------------------------------------------------


def fates(columns: dict[str, Column], user: User) -> dict[str, str]:
    """Fill the columns, export the user's data, delete the account, and see what happened."""
    texts = {name: f"t{number:03}" for number, name in enumerate(columns)}
    for name, column in columns.items():
        fill(column, texts[name], user)
        assert contains(column, texts[name], user), f"{name} could not be filled"
    exported = export_of(User.objects.get(pk=user.pk))
    account_delete(AccountDeletion.objects.get(user=user))
    return {
        name: ("exported_and_" if texts[name] in exported else "")
        + ("kept" if contains(column, texts[name], user) else "deleted")
        for name, column in columns.items()
    }


@pytest.mark.usefixtures("unprotected")
def test_the_fate_of_each_column_is_the_declared_one(
    zephyrine: User, bob: User, charlie: User
) -> None:
    classes, every = declared(), columns()
    numbers = {name for name, fate in classes.items() if fate == NUMBERS}
    classes = {name: fate for name, fate in classes.items() if fate != NUMBERS}
    assert set(classes) <= set(every), "a declared column does not exist"
    everything_kept(zephyrine, bob, charlie)
    for model in dict.fromkeys(model for model, _ in every.values()):
        if not model._default_manager.exists():
            row_make(model, zephyrine)
    # Texts of open reports stay until they are closed.
    Report.objects.update(state=State.RESOLVED, closed_at=timezone.now())
    filled = {name: column for name, column in every.items() if classes.get(name) != NOT_FILLED}
    found = fates(filled, zephyrine)
    wrong = [
        f"{name} is {fate}, but in personal_data.toml {classes.get(name, 'missing')}"
        for name, fate in found.items()
        if fate != classes.get(name)
    ]
    assert not wrong, "\n".join(wrong)
    assert numbers_of(zephyrine) ^ numbers == set(), "for the class numbers of personal_data.toml"
