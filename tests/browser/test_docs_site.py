"""The documentation site in a real browser, under the content security policy of the service."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from django.conf import settings
from selenium.webdriver import Chrome
from selenium.webdriver.support.wait import WebDriverWait

from tests.browser.conftest import PHONE, WIDE, Browser

DOCS = Path(__file__).parents[2] / "docs"
PAGES = ("index", "architecture", "glossary", "first-day", "api", "errors")

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


class Handler(SimpleHTTPRequestHandler):
    """Serves files with the policy that the service sends with its pages."""

    def end_headers(self) -> None:
        parts = settings.CONTENT_SECURITY_POLICY["DIRECTIVES"].items()
        policy = "; ".join(f"{name} {' '.join(sources)}" for name, sources in parts)
        self.send_header("Content-Security-Policy", policy)
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        pass


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
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(site)))
    thread = Thread(target=server.serve_forever)
    thread.start()
    chrome.get_log("browser")  # type: ignore[no-untyped-call]  # what earlier pages said
    browser = Browser(chrome, f"http://127.0.0.1:{server.server_port}")
    browser.shows_as()
    yield browser
    chrome.get("about:blank")
    server.shutdown()
    thread.join()
    server.server_close()


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


def test_the_search_finds_a_term(reader: Browser) -> None:
    reader.opens("/search.html?q=quarantine")
    WebDriverWait(reader.driver, 30).until(lambda _: reader.all("ul.search li a"))
    assert reader.complaints() == []


def test_the_site_names_the_service_that_serves_it(reader: Browser) -> None:
    reader.opens("/write-a-client.html")
    assert f"API={reader.address}/api/v1" in reader.one("pre").text
    assert "127.0.0.1:8000" not in reader.one("article").text
    links = [link.get_attribute("href") for link in reader.all("article a")]
    assert f"{reader.address}/developers/" in links
    reader.opens("/first-day.html")
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
