"""The limits in the documentation are those of the service."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from django.conf import settings
from django.utils.translation.trans_real import LANGUAGE_CODE_MAX_LENGTH

from accounts.api.serializers.applications import URI_LENGTH, URIS
from accounts.api.serializers.users import EMAIL_MAX_LENGTH, PASSWORD_MAX_LENGTH
from accounts.client_info import LONGEST
from accounts.links import LINK_MAX_LENGTH
from accounts.models import USERNAME_MAX_LENGTH
from core import logs, paths, read_only_admin
from core.api.body_limits import DEPTH_MAX, MEMBERS_MAX, TEXT_MAX
from core.api.pagination import DIGITS_MAX
from core.rate_limits import Rate
from games.lobby.api.inputs import USERNAME_LENGTH
from games.models.game import CHOICE_LENGTH
from games.models.idempotency import IDEMPOTENCY_KEY_LENGTH
from games.play.api.lists import SEARCH_LENGTH
from games.play.api.serializers import MAX_CHOICES
from games.standing_orders.spec import MAX_CHOICE, MAX_ORDERS, MAX_PATTERNS
from games.streams import cursors
from notifications.models.receiver import URL_LENGTH
from serving import head_limits
from tests.api.test_schema import operations

DOCS = Path(__file__).parents[2] / "docs"
LIMITS = (DOCS / "limits.md").read_text(encoding="utf-8")
RATE_LIMITS = dict(re.findall(r"^\| `(\w+)` \| `(\d+/\w+)` \|", LIMITS, re.MULTILINE))


def default_rates() -> dict[str, str]:
    """Return the rates without environment variables. Those of the tests are unlimited."""
    code = "from citadels.settings.parts.rest import *; print(REST_FRAMEWORK)"
    bare = {name: text for name, text in os.environ.items() if not name.startswith("THROTTLE_")}
    shown = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=bare
    )
    return dict(re.findall(r"'(\w+)': '(\d+/\w+)'", shown.stdout))


def test_the_docs_list_all_rate_limits() -> None:
    assert default_rates() == RATE_LIMITS
    assert settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"].keys() == RATE_LIMITS.keys()
    for text in RATE_LIMITS.values():
        assert Rate.of(text)


def test_each_has_a_variable_of_its_own() -> None:
    operation_docs = (DOCS / "operations" / "settings.md").read_text(encoding="utf-8")
    for name in RATE_LIMITS:
        assert f"`THROTTLE_{name.upper()}`" in operation_docs


def test_the_schema_names_the_rate_limit_of_each_operation() -> None:
    buckets = {operation["operationId"]: operation["x-rate-limit"] for _, operation in operations()}
    assert set(buckets.values()) <= RATE_LIMITS.keys()
    assert buckets["game_command"] == "command"
    assert buckets["game_create"] == buckets["game_try"] == "games_create"
    assert buckets["auth_token_issue"] == "login"
    assert {buckets[name] for name in ("game_view", "me_turns", "auth_token_list")} == {"read"}
    for name, operation in operations():
        assert "429" in operation["responses"], name


def test_the_docs_list_the_limits_of_bodies() -> None:
    plain = LIMITS.replace(" ", "")
    for bound in (DEPTH_MAX, MEMBERS_MAX, TEXT_MAX):
        assert f"|{bound}" in plain, bound
    assert settings.DATA_UPLOAD_MAX_MEMORY_SIZE == 1024 * 1024


ROW = re.compile(r"^\| (.+?) \| .+ \| (.+?) \|$", re.MULTILINE)
BOUNDS: dict[str, tuple[int, ...]] = {
    "path": (paths.PATH_MAX,),
    "query": (head_limits.QUERY_MAX, settings.DATA_UPLOAD_MAX_NUMBER_FIELDS or 0),
    "header": (head_limits.HEADER_MAX,),
    "`Content-Type`, `Accept`": (head_limits.HEADERS_MAX["CONTENT_TYPE"],),
    "`Cookie`": (head_limits.HEADERS_MAX["HTTP_COOKIE"],),
    "`Last-Event-ID`, `last_event_id`": (cursors.LENGTH_MAX,),
    "`Accept-Language`": (LANGUAGE_CODE_MAX_LENGTH,),
    "`User-Agent`, `X-Device-ID`": (LONGEST,),
    "`Idempotency-Key`": (IDEMPOTENCY_KEY_LENGTH,),
    "token in the path of a link: of an e-mail, a picture, a calendar": (LINK_MAX_LENGTH,),
    "username in a path": (USERNAME_MAX_LENGTH,),
    "`limit`": (DIGITS_MAX,),
    "`search`, `created_by`": (SEARCH_LENGTH, USERNAME_LENGTH, USERNAME_MAX_LENGTH),
    "search in the admin": (read_only_admin.SEARCH_MAX,),
    "e-mail address": (EMAIL_MAX_LENGTH,),
    "password": (PASSWORD_MAX_LENGTH,),
    "redirect URI": (URI_LENGTH, URIS),
    "URL of a webhook, endpoint of a device": (URL_LENGTH,),
    "standing orders": (MAX_ORDERS, MAX_PATTERNS, MAX_CHOICE),
    "choice of a command": (MAX_CHOICES, CHOICE_LENGTH),
    "line of the log": (logs.LINE_MAX, logs.TEXT_MAX),
}


def test_the_docs_list_the_limits_of_texts() -> None:
    _, _, section = LIMITS.partition("## Text input")
    rows = dict(ROW.findall(section.partition("### Characters")[0]))
    for text, bounds in BOUNDS.items():
        numbers = {int(number.replace(",", "")) for number in re.findall(r"[\d,]*\d", rows[text])}
        assert numbers >= {*bounds}, text


def test_the_docs_list_the_limits_of_analyses() -> None:
    for what, limit in (
        ("analyses", settings.ANALYSIS_DAY_LIMIT),
        ("hints", settings.HINT_DAY_LIMIT),
    ):
        assert f"| {what} that a user may request in 24 hours | {limit}" in LIMITS


def test_the_docs_list_the_limit_of_applications() -> None:
    limit = f"{settings.MAX_SELF_REGISTERED_APPLICATIONS:,}".replace(",", " ")
    assert f"(`MAX_SELF_REGISTERED_APPLICATIONS`) | {limit} |" in LIMITS


def test_the_docs_name_the_files_that_read_texts() -> None:
    _, _, section = LIMITS.partition("## Text input")
    files = re.findall(r"`([\w/]+\.py)`", section)
    assert len(files) > 20
    assert [file for file in files if not (DOCS.parent / file).is_file()] == []
