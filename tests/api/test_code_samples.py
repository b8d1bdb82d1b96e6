"""The samples in the OpenAPI description are correct in their language, and work."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator
from pytest_django.fixtures import Settings
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from accounts.services import token_issue
from core.api.code_samples import LANGUAGES, OPERATIONS, add_code_samples
from games.models import Game
from tests.api.test_schema import schema

CHECKS = {
    "curl": ["bash", "-n"],
    "Python": ["python3", "-m", "py_compile"],
    "JavaScript": ["node", "--check"],
    "Ruby": ["ruby", "-c"],
    "PHP": ["php", "-l"],
}
RUNS = {
    "curl": ["bash"],
    "Python": ["python3"],
    "JavaScript": ["node"],
    "Ruby": ["ruby"],
    "PHP": ["php"],
}


def operations() -> dict[str, dict[str, Any]]:
    return {
        operation["operationId"]: operation
        for path in schema()["paths"].values()
        for operation in path.values()
        if "x-codeSamples" in operation
    }


def program(folder: Path, language: str, source: str) -> str:
    """Write a sample into a file, in which Node takes it for a module."""
    if shutil.which(RUNS[language][0]) is None:
        pytest.skip(f"needs {RUNS[language][0]}")
    file = folder / "sample.mjs"
    file.write_text(source)
    return str(file)


def source_of(operation: dict[str, Any], language: str) -> str:
    (sample,) = (one for one in operation["x-codeSamples"] if one["label"] == language)
    return str(sample["source"])


def test_these_operations_have_samples_in_all_languages() -> None:
    assert set(operations()) == set(OPERATIONS)
    for operation in operations().values():
        labels = [sample["label"] for sample in operation["x-codeSamples"]]
        assert labels == [language.label for language in LANGUAGES] == list(CHECKS)


@pytest.mark.slow
@pytest.mark.parametrize("language", CHECKS)
def test_they_have_no_syntax_error(language: str, tmp_path: Path) -> None:
    for name, operation in operations().items():
        file = program(tmp_path, language, source_of(operation, language))
        done = subprocess.run(
            [*CHECKS[language], file], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{name}: {done.stderr}"


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("language", CHECKS)
def test_they_work_with_the_address_of_the_service(
    language: str, tmp_path: Path, alice: User, live_server: LiveServer, settings: Settings
) -> None:
    settings.PUBLIC_URL = live_server.url
    generator = SchemaGenerator()  # type: ignore[no-untyped-call]
    described = add_code_samples(generator.get_schema(public=True))  # type: ignore[no-untyped-call]
    paths = described["paths"]
    environment = {**os.environ, "TOKEN": token_issue(user=alice).text}
    for operation, expected in (
        (paths["/api/v1/games/"]["post"], '"status":"lobby"'),
        (paths["/api/v1/me/games/"]["get"], '"status":"lobby"'),
    ):
        file = program(tmp_path, language, source_of(operation, language))
        done = subprocess.run(
            [*RUNS[language], file], env=environment, capture_output=True, text=True, check=False
        )
        assert expected in done.stdout, done.stderr
    assert Game.objects.get().created_by == alice
