"""The web client: what is served at /play/, and how `make run` registers it."""

from __future__ import annotations

import gzip
import re
from html import unescape
from pathlib import Path

import pytest
from django.conf import settings as django_settings
from django.test import Client
from oauth2_provider.models import Application
from pytest_django.fixtures import Settings

from accounts.models import User
from citadels import up
from tests.doors import door_opened

pytestmark = pytest.mark.django_db
TEXT = "export const text = 'of the client';\n" * 100


@pytest.fixture(params=[False, True], ids=["at the start", "at each request"])
def site(request: pytest.FixtureRequest, settings: Settings, tmp_path: Path) -> Path:
    """A web client, whose files are found as in production and as in development."""
    folder = tmp_path / "web" / "site"
    (folder / "vendor").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>Play</title>")
    (folder / "main.js").write_text(TEXT)
    (folder / "sw.js").write_text("// the service worker")
    (folder / "app.css").write_text("body {}")
    (folder / "manifest.webmanifest").write_text("{}")
    (folder / "vendor" / "preact.js").write_text("// a library")
    (folder.parent / "package.json").write_text("{}")
    settings.WEB_CLIENT_DIR = folder
    settings.WHITENOISE_AUTOREFRESH = request.param
    return folder


def test_the_web_client_is_a_page_of_this_service(site: Path) -> None:
    client = Client()
    page = client.get("/play/")
    assert b"".join(page) == b"<!doctype html><title>Play</title>"
    assert page.headers["Content-Type"] == "text/html; charset=utf-8"
    assert client.get("/play/?code=a&state=b").status_code == 200
    assert client.get("/play/index.html").headers["Location"] == "./"
    assert client.get("/play/nothing.js").status_code == 404


@pytest.mark.parametrize("name", ["Tom & <Ann>'s", 'The "Slow" Club'])
def test_the_site_has_one_name_everywhere(settings: Settings, name: str) -> None:
    settings.SITE_NAME = name
    client = Client()
    assert client.get("/play/manifest.webmanifest").json()["name"] == name
    for path in ("/play/", "/", "/login/", "/nowhere"):
        words = client.get(path).text
        assert name in unescape(words)
        assert name not in words, "it is escaped"
        assert "Slow Board Games" not in words


def test_without_the_files_there_is_no_client(settings: Settings, tmp_path: Path) -> None:
    settings.WEB_CLIENT_DIR = tmp_path / "nowhere"
    assert Client().get("/play/").status_code == 404


def test_without_the_last_slash_the_query_is_kept(site: Path) -> None:
    reply = Client().get("/play?code=a&state=b")
    assert (reply.status_code, reply.headers["Location"]) == (302, "/play/?code=a&state=b")


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("main.js", 'text/javascript; charset="utf-8"'),
        ("sw.js", 'text/javascript; charset="utf-8"'),
        ("vendor/preact.js", 'text/javascript; charset="utf-8"'),
        ("app.css", 'text/css; charset="utf-8"'),
        ("manifest.webmanifest", "application/manifest+json"),
    ],
)
def test_each_file_has_its_type_and_is_checked_each_time(site: Path, name: str, kind: str) -> None:
    client = Client()
    reply = client.get(f"/play/{name}")
    assert reply.headers["Content-Type"] == kind
    assert reply.headers["Cache-Control"] == "max-age=0, must-revalidate, public"
    again = client.get(f"/play/{name}", headers={"If-None-Match": reply.headers["ETag"]})
    assert again.status_code == 304
    assert "Service-Worker-Allowed" not in reply.headers  # its scope is its folder, /play/


@pytest.mark.parametrize(
    ("name", "seconds"), [("part-ABC.js", 31536000), ("icon.svg", 86400), ("sw.js", 0)]
)
def test_what_never_changes_is_not_fetched_again(site: Path, name: str, seconds: int) -> None:
    (site / name).write_text("")
    assert f"max-age={seconds}," in Client().get(f"/play/{name}").headers["Cache-Control"]


@pytest.mark.parametrize("name", ["../package.json", "%2e%2e/package.json", "package.json"])
def test_what_is_beside_the_site_is_not_served(site: Path, name: str) -> None:
    assert (site / "../package.json").exists()
    assert Client().get(f"/play/{name}").status_code == 404


def test_the_page_may_load_and_call_nothing_but_this_service(site: Path) -> None:
    policy = Client().get("/play/").headers["Content-Security-Policy"]
    directives = dict(part.strip().split(" ", 1) for part in policy.split(";") if part.strip())
    assert directives["default-src"] == "'self'"
    for kind in ("script", "style", "connect", "manifest", "worker"):
        assert not [name for name in directives if name.startswith(f"{kind}-src")]
    assert "unsafe" not in policy
    assert (directives["frame-ancestors"], directives["base-uri"]) == ("'none'", "'none'")


def test_a_large_file_is_compressed(site: Path) -> None:
    reply = Client().get("/play/main.js", headers={"Accept-Encoding": "gzip"})
    assert reply.headers["Content-Encoding"] == "gzip"
    body = b"".join(reply) if reply.streaming else reply.content
    assert gzip.decompress(body).decode() == TEXT


def test_the_client_of_this_checkout_is_served_by_the_web_process() -> None:
    with door_opened() as door:
        page = door.ask("", "/play/", HTTP_AUTHORIZATION="")
    assert page.status.startswith("200")
    assert "script-src" not in page.headers["content-security-policy"]
    folder = django_settings.WEB_CLIENT_DIR
    assert not [path for path in folder.rglob("*") if path.name in ("package.json", "node_modules")]
    text = page.body.decode()
    assert not re.search(r"<style|style=|<script(?![^>]*\bsrc=)|\son\w+=", text)  # nothing inline


def test_make_run_registers_the_web_client_at_its_own_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("PUBLIC_URL", raising=False)
    password = up.database_prepare("http://127.0.0.1:8123")
    operator = User.objects.get(username=up.OPERATOR)
    assert password is not None
    assert operator.check_password(password)
    assert up.database_prepare("http://127.0.0.1:8123") is None
    application = Application.objects.get(client_id="play")
    assert application.redirect_uris == "http://127.0.0.1:8123/play/"
