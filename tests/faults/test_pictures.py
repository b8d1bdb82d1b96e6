"""Somebody fetches pictures as PNG: others do not wait for the drawings."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count, product
from threading import Event, Thread
from time import monotonic

import pytest
import resvg_py

from games.summaries.png import FONTS, WIDTHS, png_of
from tests.bystander import Bystander
from tests.faults.clients import API, OrdinaryClient, send
from tests.faults.figures import Note
from tests.faults.servers import Server
from tests.games.summaries.test_drawing import LARGE

pytestmark = [pytest.mark.fault(22), pytest.mark.slow]
DRAWINGS = 3
NUMBERS = count()


def test_a_thread_beside_drawings(note: Note) -> None:
    here, elsewhere = (beside(draw, note) for draw in (draw_here, draw_in_process))
    assert elsewhere.held < here.held / 4


def draw_here(svg: str, width: int) -> None:
    """Draw a PNG in this process."""
    resvg_py.svg_to_bytes(
        svg_string=svg, width=width, skip_system_fonts=True, font_files=list(FONTS)
    )


def draw_in_process(svg: str, width: int) -> None:
    """Draw a PNG that is not in the cache as the service does: in a process of its own."""
    png_of(f"{svg}<!--{next(NUMBERS)}-->", width)


def beside(draw: Callable[[str, int], None], note: Note) -> Bystander:
    """Return a bystander of some drawings."""
    began = monotonic()
    with Bystander(daemon=True) as bystander:
        for _ in range(DRAWINGS):
            draw(LARGE, WIDTHS[0])
    took = f"{DRAWINGS} times in {monotonic() - began:.2f} s"
    waited = f"longest wait {bystander.longest:.3f} s, of CPU {bystander.held:.3f} s"
    note(draw.__name__.replace("_", " "), f"{took}, turns {bystander.turns}, {waited}")
    return bystander


def test_health_beside_pngs(server: Server, note: Note) -> None:
    client = OrdinaryClient(server.port)
    ended, waits, took = Event(), list[float](), list[float]()

    def ask() -> None:
        while not ended.is_set():
            waits.append(seconds(lambda: send(server.port, "GET", "/healthz").status == 200))

    asking = Thread(target=ask)
    asking.start()
    for width, layout, language in product(WIDTHS, ("portrait", "landscape"), ("en", "fr")):
        path = f"{API}{client.game}board.png?width={width}&layout={layout}&language={language}"
        took.append(seconds(lambda path=path: client.send("GET", path).status == 200))  # type: ignore[misc]
    ended.set()
    asking.join()
    note("PNGs", f"{len(took)}, longest {max(took):.2f} s, together {sum(took):.2f} s")
    note("/healthz beside them", f"{len(waits)}, longest {max(waits):.3f} s")
    assert len(waits) > 2 * len(took)  # one for each, if it had to wait for the drawing


def seconds(succeeds: Callable[[], bool]) -> float:
    began = monotonic()
    assert succeeds()
    return monotonic() - began
