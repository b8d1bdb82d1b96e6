"""Pictures as PNG, for programs that show no SVG: chats, mail, previews of links.

Drawing one takes up to a second of CPU and holds the lock of Python, so it runs in a process of its
own. The machine draws a few at a time, and the same picture once: docs/internals.md.
"""

from __future__ import annotations

import logging
import math
import re
import signal
import sys
from contextlib import ExitStack
from hashlib import sha256
from importlib.metadata import distribution, version
from os import close
from subprocess import TimeoutExpired, run
from time import monotonic
from typing import Final

import font_source_sans_pro as font
from django.conf import settings
from django.core.cache import caches
from django.utils.translation import gettext as _

from core.errors import Busy
from core.metrics import PNGS
from core.slots import wait_for_slot
from games.summaries import draw_png

logger = logging.getLogger(__name__)

WIDTHS: Final = (200, 400, 800)
"""The widths of PNGs in pixels, smallest first. They are few, so that the cache helps."""
FAMILY: Final = "Source Sans Pro"
FONTS: Final = (font.SourceSansPro, font.SourceSansProBold)
"""The font comes with the project, so that all machines draw the same."""
RESVG: Final = distribution("resvg_py")
"""The library that draws. This process does not load it."""
SIZE = re.compile(r'<svg [^>]*viewBox="0 0 ([\d.]+) ([\d.]+)"')

CPU_SECONDS = 10
"""CPU time of a drawing; more is a fault of the picture."""
SECONDS = 15
"""Wall-clock time of a drawing; more is a fault of the machine."""
REQUEST_WAITS = 10.0
MAIL_WAITS = 2.0
"""Seconds for which a request or an e-mail waits for another drawing to end."""
QUEUE = 4
"""Requests of all processes that wait until they can draw. Further ones are refused."""
ENDED_FROM_OUTSIDE = {-signal.SIGKILL, -signal.SIGTERM, -signal.SIGHUP, -signal.SIGALRM}
MARK = f"1:{RESVG.version}:{version('font-source-sans-pro')}"
"""Part of the names of cached pictures. Change its number if they are drawn in another way."""


class DrawingFailed(Exception):
    """This picture cannot be drawn, however often one tries."""


def png_of(picture: str, width: int, *, for_mail: bool = False) -> bytes:
    """Return an SVG as a PNG of ``width`` pixels, in light colors, from the cache if it is there.

    E-mails can be put off, so they wait for a short time only, but past the queue, which clients
    can keep full. Raises Busy, DrawingFailed.
    """
    name = sha256(f"{MARK}:{width}:{picture}".encode()).hexdigest()
    if (png := cached_png(name)) is None:
        with ExitStack() as stack:
            until = monotonic() + (MAIL_WAITS if for_mail else REQUEST_WAITS)
            hold(stack, f"same-{name[:2]}", 1, until)
            if (png := cached_png(name)) is None:  # nobody else has drawn it in the meantime
                slots = settings.MAX_CONCURRENT_DRAWINGS
                if not for_mail:
                    hold(stack, "place", slots + QUEUE, until=0)
                png = draw(picture, width, hold(stack, "slot", slots, until))
                cache_png(name, png)
    return png


def hold(stack: ExitStack, name: str, count: int, until: float) -> int:
    """Hold a slot of this machine until ``stack`` closes. Raises Busy if none is free in time."""
    try:
        slot = wait_for_slot(settings.PICTURES_DIR, name, count, until=until)
    except OSError as error:
        logger.warning("No picture can be drawn: %s", error)
        raise busy_error() from error
    if slot is None:
        raise busy_error()
    stack.callback(close, slot)
    return slot


def busy_error() -> Busy:
    """Count a refused picture, and return the error."""
    PNGS.labels("refused").inc()
    return Busy(_("The service is busy drawing pictures. Try again in a second."))


def draw(picture: str, width: int, slot: int) -> bytes:
    """Draw a PNG in another process, which shares ``slot``: should this process be killed, it is
    free when the drawing ends.

    Raises Busy if the machine ended the drawing, and DrawingFailed if the picture did.
    """
    limits = (str(CPU_SECONDS), str(SECONDS))
    packages = str(RESVG.locate_file(""))
    command = [sys.executable, "-I", "-S", draw_png.__file__, packages, *limits, str(width)]
    try:
        drawing = run(
            [*command, FAMILY, *FONTS],
            input=picture.encode(),
            capture_output=True,
            timeout=SECONDS,
            pass_fds=[slot],
            env={},  # which holds secrets
            check=False,
        )
    except (TimeoutExpired, OSError) as error:
        logger.warning("A picture was not drawn: %s", type(error).__name__)
        raise busy_error() from error
    if drawing.returncode in ENDED_FROM_OUTSIDE:
        logger.warning("A picture was not drawn: its process was ended (%d)", drawing.returncode)
        raise busy_error()
    if drawing.returncode:
        PNGS.labels("failed").inc()
        raise DrawingFailed(f"{drawing.returncode}: {drawing.stderr.decode(errors='replace')}")
    PNGS.labels("drawn").inc()
    return drawing.stdout


def cached_png(name: str) -> bytes | None:
    """Return a picture from the cache. Return None if the file cannot be read."""
    try:
        png: bytes | None = caches["pictures"].get(name)
    except Exception:
        logger.warning("The picture %s cannot be read", name, exc_info=True)
        return None
    if png is not None:
        PNGS.labels("cached").inc()
    return png


def cache_png(name: str, png: bytes) -> None:
    """Put a picture into the cache. A full disk costs another drawing, no reply."""
    try:
        caches["pictures"].set(name, png)
    except OSError as error:
        logger.warning("The picture %s cannot be written: %s", name, error)


def size_of(picture: str, width: int) -> tuple[int, int]:
    """Return the width and the height in pixels of the PNG of an SVG.

    Raises ValueError if the picture has no size.
    """
    if (found := SIZE.match(picture)) is None:
        raise ValueError("This picture has no viewBox.")
    across, down = map(float, found.groups())
    return width, math.ceil(down * width / across)
