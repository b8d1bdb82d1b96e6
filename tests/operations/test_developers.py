"""The page for developers, and the files for their programs."""

from __future__ import annotations

import hashlib
import html
import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from django.test import Client
from pytest_django.fixtures import Settings
from pytest_django.live_server_helper import LiveServer

from core import database_clock
from core.api.views import rendered_schema
from games.models import Game, Heartbeat, Outage
from operations.developers.changelog import html_of, releases
from operations.developers.status import DAYS, status

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"
TOOLS = ("bash", "curl")


@pytest.fixture(autouse=True)
def fresh_status() -> Iterator[None]:
    """Forget the state that a test has seen."""
    yield
    status.cache_clear()


# --- the page ---


@pytest.mark.slow
@pytest.mark.skipif(not all(map(shutil.which, TOOLS)), reason=f"needs {', '.join(TOOLS)}")
def test_the_five_lines_start_a_game_here(live_server: LiveServer) -> None:
    address = live_server.url.removeprefix("http://")
    page = Client(headers={"host": address}).get("/developers/").text
    lines = re.search(r'<pre class="wrapped">(.*?)</pre>', page, re.DOTALL)
    assert lines
    script = html.unescape(lines[1])
    assert len(script.splitlines()) == 5
    run = subprocess.run(["bash", "-euc", script], capture_output=True, text=True, check=True)
    assert '"status":"active"' in run.stdout
    assert str(Game.objects.get().id) in run.stdout


def test_packages_are_offered_with_their_hashes(
    settings: Settings, tmp_path: Path, client: Client
) -> None:
    settings.PACKAGES_DIR = tmp_path
    assert "make packages" in client.get("/developers/").text
    (tmp_path / "client-1.whl").write_bytes(b"wheel")
    (tmp_path / "secret.txt").touch()
    page = client.get("/developers/").text
    assert hashlib.sha256(b"wheel").hexdigest() in page
    assert "pip install http://testserver/developers/packages/client-1.whl\n" in page
    assert "make packages" not in page
    assert client.get("/developers/packages/client-1.whl").content == b"wheel"
    for name in ("secret.txt", "client-2.whl", "..%2Fsecret.whl"):
        assert client.get(f"/developers/packages/{name}").status_code == 404


def test_the_source_is_linked_where_it_is_known(settings: Settings, client: Client) -> None:
    assert "Source code" not in client.get("/developers/").text
    settings.SOURCE_URL = "https://code.example.org/"
    page = client.get("/developers/").text
    assert 'href="https://code.example.org/"' in page
    assert ("unreleased changes" in page) == (releases()[0].released is None)


# --- the changelog ---


def test_markdown_becomes_html() -> None:
    text = (
        "### Added\n\n* **A** <b>, `c`\n  and d\n* [api.md](docs/api.md#e), [f](g.md)\n\nThe *end*."
    )
    assert html_of(text) == (
        "<h3>Added</h3>\n<ul>\n<li><strong>A</strong> &lt;b&gt;, <code>c</code>\nand d</li>\n"
        '<li><a href="/docs/api.html#e">api</a>, f</li>\n</ul>\n<p>The <em>end</em>.</p>\n'
    )


def test_the_changelog_leaves_no_markdown() -> None:
    text = re.sub(r"<code>.*?</code>", "", "".join(one.html for one in releases()), flags=re.DOTALL)
    assert [mark for mark in ("](", "**", "`", "* ", "##", ".md") if mark in text] == []


def test_the_feed_has_each_release_under_an_id_that_stays(client: Client) -> None:
    feed = ElementTree.fromstring(client.get("/developers/changelog.atom").content)
    entries = {
        str(one.findtext(f"{ATOM}title")): one.findtext(f"{ATOM}id")
        for one in feed.iter(f"{ATOM}entry")
    }
    assert entries["0.2.0"] == "urn:uuid:c8ec77d3-efaf-57b8-b8cd-f51a3dca4715"
    assert list(entries) == [one.version for one in releases() if one.released]
    assert len({*entries.values()}) == len(entries)
    assert feed.findtext(f"{ATOM}updated") == f"{releases()[1].released}T00:00:00+00:00"
    page = client.get("/developers/changelog/").text
    assert all(f'id="{version}"' in page for version in (*entries, "Unreleased"))


# --- files for programs ---


def test_the_collection_has_every_operation(client: Client) -> None:
    """With what Postman's schema of collections 2.1 requires."""
    reply = client.get("/developers/collection.json")
    document = reply.json()
    assert document["info"]["schema"].endswith("/v2.1.0/collection.json")
    variables = {one["key"]: one["value"] for one in document["variable"]}
    assert (variables["baseUrl"], variables["token"]) == ("http://testserver", "")
    first, *folders = document["item"]
    items = [item for folder in folders for item in folder["item"]]
    for item in items:
        request = item["request"]
        url = request["url"]
        assert url["raw"] == "/".join([*url["host"], *url["path"]]).split("?")[0]
        placed = {part[1:] for part in url["path"] if part.startswith(":")}
        assert placed == {one["key"] for one in url["variable"]}
        if "body" in request:
            raw = request["body"]["raw"]
            json.loads(re.sub(r"{{(\w+)}}", lambda found: str(found[1] in variables and 1), raw))
    assert [item["name"] for item in first["item"]][2] == "Create a game"
    assert all(item in items for item in first["item"])
    scripts = [
        line for item in items for event in item["event"] for line in event["script"]["exec"]
    ]
    set_here = set(re.findall(r'Variables.set\("(\w+)"', "".join(scripts)))
    assert variables.keys() == set_here | {"baseUrl"}
    paths = json.loads(rendered_schema("json").body)["paths"].values()
    operations = [
        (one["summary"], method.upper()) for path in paths for method, one in path.items()
    ]
    assert sorted((item["name"], item["request"]["method"]) for item in items) == sorted(operations)
    known = client.get("/developers/collection.json", headers={"if-none-match": reply["ETag"]})
    assert known.status_code == 304


def links_of(client: Client) -> set[str]:
    catalog = client.get("/.well-known/api-catalog").json()["linkset"][0]
    relations = [links for relation, links in catalog.items() if relation != "anchor"]
    in_text = re.findall(r"\]\((.*?)\)", client.get("/llms.txt").text)
    return {catalog["anchor"], *in_text, *(one["href"] for links in relations for one in links)}


def test_the_catalog_and_the_text_for_models_lead_somewhere(client: Client) -> None:
    reply = client.get("/.well-known/api-catalog")
    assert reply.headers["Content-Type"].startswith("application/linkset+json; profile=")
    links = links_of(client)
    assert all(link.startswith("http://testserver/") for link in links)
    paths = {link.removeprefix("http://testserver") for link in links}
    not_here = {path for path in paths if client.get(path).status_code != 200}
    assert {path for path in not_here if not path.startswith("/docs/")} == {"/readyz"}
    assert {"/openapi.yaml", "/openapi.json", "/developers/"} <= paths


# --- the status ---


def outage(began_at: datetime, minutes: float, what: str = "sweeps") -> Outage:
    return Outage.objects.create(
        began_at=began_at, ended_at=began_at + timedelta(minutes=minutes), what=what
    )


def test_outages_are_shown_by_day_and_part(settings: Settings) -> None:
    midnight = (
        database_clock.now().astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    )
    outage(midnight - timedelta(minutes=10), 9.5)
    outage(midnight - timedelta(days=1, minutes=5), 15)
    outage(midnight - timedelta(days=2), 7, "web")
    outage(midnight - timedelta(days=DAYS + 2), 60 * 24 * 4)
    days = status().days
    assert len(days) == DAYS
    assert [minutes for _, minutes in days[:4]] == [[0], [20], [5], [0]]
    assert days[-1][1] == [24 * 60]
    status.cache_clear()
    settings.WEB_PROBE_URL = "http://web/"
    assert [minutes for _, minutes in status().days[:3]] == [[0, 0], [0, 20], [7, 5]]


def test_an_outage_that_goes_on_is_shown() -> None:
    Heartbeat.objects.create(name="sweeps", at=database_clock.now() - timedelta(minutes=30))
    minutes = sum(of_day for _, (of_day,) in status().days[:2])  # it may have begun yesterday
    assert 30 <= minutes <= 33


def test_the_page_says_what_does_not_work(client: Client, django_assert_num_queries: Any) -> None:
    page = client.get("/status/").text
    assert "<h1>Something does not work</h1>" in page  # no sweep has ever run
    Heartbeat.objects.create(name="sweeps", at=database_clock.now())
    with django_assert_num_queries(0):
        assert client.get("/status/").text == page
    status.cache_clear()
    page = client.get("/status/").text
    assert "<h1>Everything works</h1>" in page
    assert "last seen 0 s ago" in page
