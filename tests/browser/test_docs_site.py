"""The documentation site in a real browser, under the content security policy of the service."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler
from pathlib import Path

import pytest
from django.conf import settings
from selenium.webdriver import Chrome

from tests.browser.conftest import PHONE, WIDE, Browser
from tests.stub_server import StubHandler, StubServer

DOCS = Path(__file__).parents[2] / "docs"
PAGES = ("index", "architecture", "glossary", "first-day", "api", "errors")
SEARCHES = {
    "how to ban a user": "moderation",
    "rotate SECRET_KEY": "operations/secrets",
    "GDPR export": "privacy",
    "push notifications iPhone": "operations/secrets",
    "maintenance mode": "operations/run",
    "change the domain": "operations/run",
    "delete old data": "privacy",
    "idempotency key": "api",
    "undo a move": "table",
    "disk full": "operations/recover",
    "restore a backup": "operations/recover",
    "webhook signature": "notifications",
    "reset my password": "accounts",
    "resume a stream": "streams",
    "upgrade": "operations/run",
    "ETag polling": "api",
    "PgBouncer": "operations/install",
    "sauvegarde": "operations/recover",
    "bannir un joueur": "moderation",
    "mot de passe oublié": "accounts",
}
"""What people type, and the page that answers it."""

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


class Handler(StubHandler, SimpleHTTPRequestHandler):
    """Serves files with the policy that the service sends with its pages."""

    def end_headers(self) -> None:
        parts = settings.CONTENT_SECURITY_POLICY["DIRECTIVES"].items()
        policy = "; ".join(f"{name} {' '.join(sources)}" for name, sources in parts)
        self.send_header("Content-Security-Policy", policy)
        super().end_headers()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as `make docs` builds it."""
    out = tmp_path_factory.mktemp("docs")
    options = ["--builder", "html", "--fail-on-warning", "--keep-going", "--quiet"]
    subprocess.run([sys.executable, "-m", "sphinx", *options, DOCS, out], check=True)
    return out


@pytest.fixture
def reader(chrome: Chrome, site: Path) -> Iterator[Browser]:
    """A browser that reads the site."""
    chrome.get_log("browser")  # type: ignore[no-untyped-call]  # what earlier pages said
    with StubServer(partial(Handler, directory=str(site))) as server:
        browser = Browser(chrome, server.url)
        browser.shows_as()
        yield browser
        chrome.get("about:blank")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_pages_keep_to_the_policy_and_fit_the_window(
    reader: Browser, size: tuple[int, int], dark: bool
) -> None:
    reader.shows_as(size, dark=dark)
    for page in PAGES:
        reader.opens(f"/{page}.html")
        look = f"{'phone' if size == PHONE else 'wide'}-{'dark' if dark else 'light'}"
        reader.pictured(f"docs-{page}-{look}", whole=False)
        assert not reader.overflows(), page
    assert reader.complaints() == []


def test_each_diagram_is_shown_once(reader: Browser) -> None:
    reader.opens("/architecture.html")
    drawn = reader.all("img.diagram")
    shown = [image for image in drawn if image.is_displayed()]
    assert len(drawn) == 2 * len(shown) > 0  # one for light pages, one for dark pages
    for image in shown:
        assert image.get_attribute("alt")
        assert int(image.get_attribute("naturalWidth") or 0) > 0


def answers() -> dict[str, set[str]]:
    """Return the pages that the answer to each question links."""
    text = (DOCS / "questions.md").read_text(encoding="utf-8")
    parts = (part.partition("\n") for part in text.split("\n### ")[1:])
    return {heading: set(re.findall(r"\]\(([\w/-]+)\.md", answer)) for heading, _, answer in parts}


def test_the_search_answers_questions(reader: Browser) -> None:
    reader.opens("/search.html")
    linked = answers()
    wrong = {}
    for query, page in SEARCHES.items():
        first = reader.driver.execute_script("return search(arguments[0])[0]", query)
        pages = linked.get(first["heading"], set()) | {first["address"].partition(".html")[0]}
        if page not in pages:
            wrong[query] = first["address"]
    assert len(SEARCHES) == 20
    assert len(wrong) <= 2, wrong


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_a_search_leads_to_the_section(reader: Browser, size: tuple[int, int]) -> None:
    reader.shows_as(size, dark=size == PHONE)
    reader.opens("/search.html?q=quarantain")  # misspelled
    assert reader.one(".search-results mark").text == "quarantine"
    field = reader.one(".search-form input")
    field.clear()
    field.send_keys("sauvegarde")
    reader.pictured(f"docs-search-{size[0]}", whole=False)
    assert not reader.overflows()
    reader.one(".search-results a").click()
    assert reader.driver.current_url.endswith("/operations/recover.html#backup-and-restore")
    assert reader.complaints() == []


def test_the_site_names_the_service_that_serves_it(reader: Browser) -> None:
    reader.opens("/write-a-client.html")
    assert f"API={reader.address}/api/v1" in reader.one("pre").text
    assert "127.0.0.1:8000" not in reader.one("article").text
    links = [link.get_attribute("href") for link in reader.all("article a")]
    assert f"{reader.address}/developers/" in links
    for page in ("first-day", "operations/install"):
        reader.opens(f"/{page}.html")
        assert "http://127.0.0.1:8000" in reader.one("article").text  # that of `make run`


def test_links_to_pages_have_titles(site: Path) -> None:
    pages = {path: path.read_text(encoding="utf-8") for path in site.rglob("*.html")}
    found = {
        path.name for path, text in pages.items() if re.search(r">[\w/.-]+\.md(<[^>]*>)*</a>", text)
    }
    assert found == set()
    assert '<a class="reference internal" href="errors.html">' in pages[site / "api.html"]


def test_the_site_refers_to_no_other_host(site: Path) -> None:
    loaded = ('src="http', "src='http", "url(http", '<link rel="stylesheet" href="http')
    for path in {*site.rglob("*.html"), *site.rglob("*.css")} - {*site.glob("_downloads/**/*")}:
        text = path.read_text(encoding="utf-8")
        assert not any(words in text for words in loaded), path


def test_a_diagram_that_was_not_drawn_fails_the_build(tmp_path: Path) -> None:
    copy = tmp_path / "docs"
    shutil.copytree(DOCS, copy, ignore=shutil.ignore_patterns("node_modules"))
    page = copy / "architecture.md"
    page.write_text(page.read_text(encoding="utf-8").replace(" --> ", " --o ", 1), encoding="utf-8")
    built = subprocess.run(
        [sys.executable, "-m", "sphinx", "--quiet", "--fail-on-warning", copy, tmp_path / "out"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode != 0
    assert "Run make diagrams" in built.stderr
