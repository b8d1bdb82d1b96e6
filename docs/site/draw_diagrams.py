"""`make diagrams`: draw the Mermaid diagrams of the pages whose source has changed.

Needs Node's packages in docs/diagrams/ and Chromium with its driver (`make test-programs`).
"""

from __future__ import annotations

import re
import shutil
import tempfile
from pathlib import Path
from typing import Any

from diagrams import FOLDER, THEMES, Diagram, diagrams_of_pages
from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service

MERMAID = FOLDER / "node_modules" / "mermaid" / "dist" / "mermaid.min.js"
MERMAID_THEMES = {"light": "neutral", "dark": "dark"}
DRAW = """
const [source, theme, done] = arguments;
mermaid.initialize({
  startOnLoad: false,
  theme,
  htmlLabels: false,
  flowchart: {htmlLabels: false, useMaxWidth: false, wrappingWidth: 320},
  sequence: {useMaxWidth: false},
  er: {useMaxWidth: false},
  deterministicIds: true,
  fontFamily: "system-ui, sans-serif",
});
mermaid.render("diagram", source).then(({svg}) => done(svg), (error) => done("" + error));
"""


def open_browser() -> Chrome:
    """Return a browser that knows Mermaid."""
    options = ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    for word in ("headless=new", "no-sandbox", "disable-gpu", "disable-dev-shm-usage"):
        options.add_argument(f"--{word}")
    driver = Chrome(options=options, service=Service(shutil.which("chromedriver")))
    with tempfile.NamedTemporaryFile("w", suffix=".html") as page:
        page.write(f'<script src="{MERMAID.as_uri()}"></script>')
        page.flush()
        driver.get(Path(page.name).as_uri())
    return driver


def draw(driver: Chrome, diagram: Diagram, theme: str) -> str:
    """Return a diagram as SVG. Raises ValueError with Mermaid's message if it cannot be read."""
    svg: Any = driver.execute_async_script(DRAW, diagram.source, MERMAID_THEMES[theme])
    if not svg.startswith("<svg"):
        raise ValueError(f"{diagram.name}: {svg}")
    svg = re.sub(r"<br\s*>", "<br/>", svg)
    return f"<!-- {diagram.digest} -->\n{svg}\n"


def main() -> None:
    diagrams = list(diagrams_of_pages())
    changed = [diagram for diagram in diagrams if not diagram.is_current]
    if changed:
        with open_browser() as driver:
            for diagram in changed:
                for theme in THEMES:
                    drawn = draw(driver, diagram, theme)
                    diagram.file(theme).write_text(drawn, encoding="utf-8")
                print(f"Drawn: {diagram.name}")
    current = {diagram.file(theme) for diagram in diagrams for theme in THEMES}
    for file in set(FOLDER.glob("*.svg")) - current:
        file.unlink()
        print(f"Removed: {file.name}")


if __name__ == "__main__":
    main()
