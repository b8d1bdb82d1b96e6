"""What the docs say of limits is what the service does."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from django.conf import settings

from citadels.api.bodies import DEPTH_MAX, MEMBERS_MAX, TEXT_MAX
from citadels.api.buckets import Rate
from tests.api.test_schema import operations

DOCS = Path(__file__).parents[2] / "docs"
LIMITS = (DOCS / "limits.md").read_text(encoding="utf-8")
BUCKETS = dict(re.findall(r"^\| `(\w+)` \| `(\d+/\w+)` \|", LIMITS, re.MULTILINE))


def default_rates() -> dict[str, str]:
    """Those of the settings without an environment: the ones of the tests are endless."""
    code = "from citadels.settings.parts.rest import *; print(REST_FRAMEWORK)"
    bare = {name: text for name, text in os.environ.items() if not name.startswith("THROTTLE_")}
    shown = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=bare
    )
    return dict(re.findall(r"'(\w+)': '(\d+/\w+)'", shown.stdout))


def test_the_docs_name_all_buckets_and_their_quotas() -> None:
    assert default_rates() == BUCKETS
    assert settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"].keys() == BUCKETS.keys()
    for text in BUCKETS.values():
        assert Rate.of(text)


def test_each_has_a_variable_of_its_own() -> None:
    operation_docs = (DOCS / "operations.md").read_text(encoding="utf-8")
    for name in BUCKETS:
        assert f"`THROTTLE_{name.upper()}`" in operation_docs


def test_the_description_names_the_bucket_of_each_operation() -> None:
    buckets = {operation["operationId"]: operation["x-rate-limit"] for _, operation in operations()}
    assert set(buckets.values()) <= BUCKETS.keys()
    assert buckets["game_command"] == "command"
    assert buckets["game_create"] == "games_create"
    assert buckets["auth_token_issue"] == "login"
    assert {buckets[name] for name in ("game_view", "me_turns", "auth_token_list")} == {"read"}
    for name, operation in operations():
        assert "429" in operation["responses"], name


def test_the_docs_name_the_bounds_of_bodies() -> None:
    plain = LIMITS.replace(" ", "")
    for bound in (DEPTH_MAX, MEMBERS_MAX, TEXT_MAX):
        assert f"|{bound}" in plain, bound
    assert settings.DATA_UPLOAD_MAX_MEMORY_SIZE == 1024 * 1024
