"""The pages about the service: start, documentation, problems, terms, privacy, contact."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.contrib.staticfiles.finders import find
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts.models import PendingEmail, Preferences, User
from core.api.docs_links import link_docs
from core.api.errors import problem_document
from core.api.views import rendered_schema
from core.errors import CATALOGUE, NotFound
from core.paths import PROBES

pytestmark = pytest.mark.django_db
DOCS = Path(django_settings.BASE_DIR) / "docs"
LINK = re.compile(r'(?:href|src)="([^"#]+)')
DEVELOPERS = ("/developers/", "/developers/changelog/", "/status/")
PAGES = (
    "/",
    "/help/",
    "/terms/",
    "/privacy/",
    "/contact/",
    "/problems/throttled/",
    "/sign-up/",
    "/login/",
    *DEVELOPERS,
)
FRENCH = {"Accept-Language": "fr"}


@pytest.fixture
def built(settings: Settings, tmp_path: Path) -> Path:
    """A documentation site with a page for each one of docs/, as `make docs` names them."""
    for page in (*DOCS.glob("*.md"), *DOCS.glob("*/*.md")):
        file = (tmp_path / page.relative_to(DOCS)).with_suffix(".html")
        file.parent.mkdir(exist_ok=True)
        file.write_text(f"<!doctype html><title>{page.stem}</title>", encoding="utf-8")
    settings.DOCS_DIR = tmp_path
    return tmp_path


def is_found(client: Client, address: str) -> bool:
    if address.startswith("/static/"):
        return find(address.removeprefix("/static/")) is not None
    if address in PROBES:  # answered before Django
        return True
    return client.get(address, follow=True).status_code == 200


def links_of(page: str) -> set[str]:
    return {link for link in LINK.findall(page) if not link.startswith("mailto:")}


@pytest.mark.parametrize("path", [*PAGES, "/nothing/", "/forgotten-password/"])
def test_every_link_of_every_page_leads_somewhere(path: str, built: Path) -> None:
    client = Client()
    links = links_of(client.get(path).text)
    assert {"/", "/docs/", "/help/", "/terms/", "/privacy/", "/contact/"} <= links
    assert [link for link in links if not is_found(client, link)] == []


@pytest.mark.parametrize("path", PAGES)
def test_pages_speak_both_languages(path: str, client: Client) -> None:
    english, french = client.get(path), client.get(path, headers=FRENCH)
    assert (english.status_code, french.status_code) == (200, 200)
    assert '<html lang="en">' in english.text
    assert '<html lang="fr">' in french.text
    heading = re.compile(r"<h1>(.*?)</h1>", re.DOTALL)
    assert heading.search(english.text)[1] != heading.search(french.text)[1] or path == "/contact/"  # type: ignore[index]


def test_the_start_page_lists_what_can_be_played(client: Client) -> None:
    page = client.get("/").text
    for ruleset in client.get("/api/v1/rulesets/").json():
        assert f"<strong>{ruleset['title']}</strong>" in page
        assert f"/static/pictures/{ruleset['slug']}.svg" in page
    assert "noindex" not in page
    assert "Play now" in page
    assert {"/sign-up/?next=/play/%23/first-game", "/login/?next=/play/"} <= links_of(page)
    assert "/play/#/lobby" not in page, "nobody may look without an account here"


def test_the_start_page_knows_who_is_logged_in(alice: User, client: Client) -> None:
    Preferences.objects.create(user=alice, language="fr")
    PendingEmail.objects.create(user=alice, address="new@example.org")
    client.force_login(alice)
    page = client.get("/").text
    assert '<html lang="fr">' in page
    assert "<strong>alice</strong>" in page
    assert "new@example.org" in page
    assert "/sign-up/" not in page
    assert '<a class="button" href="/play/">Jouer</a>' in page


def test_a_page_that_is_not_there_leads_on(client: Client) -> None:
    page = client.get("/nope")
    assert page.status_code == 404
    assert {"/", "/docs/", "/developers/"} <= links_of(page.text)


def test_search_engines_are_kept_off_the_api(client: Client) -> None:
    robots = client.get("/robots.txt")
    assert robots.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert "Disallow: /api/v1/\n" in robots.text
    assert "Allow: /api/v1/pictures/\n" in robots.text
    assert "noindex" in client.get("/login/").text


def test_the_license_can_be_read(client: Client) -> None:
    page = client.get("/license/")
    assert page.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert "MIT License" in page.text


def test_those_who_find_a_hole_are_told_where_to_report_it(
    settings: Settings, client: Client
) -> None:
    """As RFC 9116 wants it: with an end that is ahead, but less than a year."""
    address = "/.well-known/security.txt"
    assert client.get(address).status_code == 404  # nobody has given an address
    settings.SECURITY_CONTACT = "mailto:security@example.org"
    page = client.get(address)
    assert page.headers["Content-Type"] == "text/plain; charset=utf-8"
    fields = dict(line.split(": ") for line in page.text.splitlines())
    left = datetime.fromisoformat(fields.pop("Expires")) - timezone.now()
    assert timedelta(days=30) < left < timedelta(days=365)
    policy = f"{settings.PUBLIC_URL}/security/"
    assert fields == {
        "Contact": "mailto:security@example.org",
        "Canonical": f"{settings.PUBLIC_URL}{address}",
        "Policy": policy,
        "Preferred-Languages": "en, fr",
    }
    page = client.get("/security/")
    assert "Report a vulnerability" in page.text
    assert f"[limits]({settings.PUBLIC_URL}/docs/limits.html)" in page.text
    assert "](docs/" not in page.text


# --- texts of the operator -----------------------------------------------------------------------


def test_the_operator_is_named(settings: Settings, client: Client) -> None:
    assert "has not given an address" in client.get("/contact/").text
    settings.OPERATOR_NAME, settings.CONTACT_EMAIL = "A. Club & Friends", "club@example.org"
    for path in ("/contact/", "/terms/", "/privacy/"):
        assert "A. Club &amp; Friends" in client.get(path).text
    assert 'href="mailto:club@example.org"' in client.get("/contact/").text


def test_the_privacy_page_has_the_periods_of_the_settings(
    settings: Settings, client: Client
) -> None:
    settings.FINGERPRINT_RETENTION_DAYS, settings.DELETION_GRACE_DAYS = 41, 43
    settings.GUEST_RETENTION_DAYS = 47
    page = client.get("/privacy/").text
    assert "for 41 days" in page
    assert "For 43 days you can change your mind" in page
    assert "they are deleted 47 days after" in page


def test_the_operator_replaces_a_text(settings: Settings, tmp_path: Path, client: Client) -> None:
    (tmp_path / "operations").mkdir()
    (tmp_path / "operations" / "terms.html").write_text("Be kind. {{ contact_email }}")
    settings.CONTACT_EMAIL = "club@example.org"
    settings.TEMPLATES = [{**django_settings.TEMPLATES[0], "DIRS": [str(tmp_path)]}]
    assert client.get("/terms/").text == "Be kind. club@example.org"


# --- the documentation ---------------------------------------------------------------------------


def test_the_documentation_is_served(built: Path) -> None:
    client = Client()
    page = client.get("/docs/")
    assert b"".join(page) == b"<!doctype html><title>index</title>"
    assert "default-src 'self'" in page.headers["Content-Security-Policy"]
    assert client.get("/docs/decisions/oauth.html").status_code == 200
    assert client.get("/docs").headers["Location"].endswith("docs/")
    assert client.get("/docs/index.html").headers["Location"] == "./"
    missing = client.get("/docs/nothing.html")
    assert missing.status_code == 404
    assert "make docs" not in missing.text


@pytest.mark.parametrize("path", ["/docs/", "/docs/api.html"])
def test_without_a_build_a_page_says_how_to_build_it(path: str, client: Client) -> None:
    page = client.get(path)
    assert page.status_code == 404
    assert "<pre>make docs</pre>" in page.text
    assert "/api/docs/" in links_of(page.text)


def test_in_development_what_is_built_later_is_found(settings: Settings, tmp_path: Path) -> None:
    settings.WHITENOISE_AUTOREFRESH = True
    settings.DOCS_DIR = tmp_path / "docs"
    client = Client()
    assert client.get("/docs/").status_code == 404
    settings.DOCS_DIR.mkdir()
    (settings.DOCS_DIR / "index.html").write_text("built")
    assert client.get("/docs/").status_code == 200


def test_the_root_of_the_api_leads_to_everything(built: Path) -> None:
    client = Client()
    root = client.get("/api/v1/").json()
    assert set(root) == {"guide", "docs", "schema", "developers", "rulesets", "oauth"}
    for address in root.values():
        assert is_found(client, address), address


def texts_of(part: Any) -> Iterator[str]:
    """Yield every text of the schema."""
    if isinstance(part, str):
        yield part
    for one in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        yield from texts_of(one)


def test_the_schema_links_the_pages_that_it_names(built: Path) -> None:
    schema = json.loads(rendered_schema("json").body)
    texts = "\n".join(texts_of(schema))
    assert schema["externalDocs"]["url"] == "/docs/"
    assert ".md" not in texts
    links = set(re.findall(r"\]\((/docs/[^)]*)\)", texts))
    assert {"/docs/clocks.html", "/docs/privacy.html", "/docs/accounts.html"} <= links
    assert [link for link in links if not is_found(Client(), link)] == []


def test_a_page_is_linked_where_a_text_names_it() -> None:
    assert link_docs("See `docs/clocks.md`, docs/how-to-add-a-card.md.") == (
        "See [docs/clocks](/docs/clocks.html), "
        "[docs/how-to-add-a-card](/docs/how-to-add-a-card.html)."
    )
    assert link_docs("clocks.md, mydocs/clocks.md") == "clocks.md, mydocs/clocks.md"


# --- problems ------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", sorted(CATALOGUE))
def test_the_type_of_each_problem_is_a_page(code: str, built: Path) -> None:
    error = NotFound()
    error.code = code  # type: ignore[misc]  # most errors need arguments
    address = problem_document(error)["type"]
    assert address.startswith(f"{django_settings.PUBLIC_URL}/problems/")
    client = Client()
    page = client.get(address.removeprefix(django_settings.PUBLIC_URL))
    assert page.status_code == 200
    assert f"<code>{code}</code>" in page.text
    assert [link for link in links_of(page.text) if not is_found(client, link)] == []


def test_an_unknown_problem_has_no_page(client: Client) -> None:
    assert client.get("/problems/nothing/").status_code == 404


def test_the_page_of_a_problem_is_of_the_reply(client: Client) -> None:
    problem = client.get("/api/v1/nothing/").json()
    page = client.get(problem["type"].removeprefix(django_settings.PUBLIC_URL)).text
    assert "<h1>There is nothing here.</h1>" in page
    assert "If only the last slash is missing, <code>detail</code> says so." in page
