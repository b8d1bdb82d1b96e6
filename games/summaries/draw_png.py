"""Draws one PNG: reads an SVG from stdin, writes the PNG to stdout, and ends.

A program of its own, since resvg holds the lock of Python while it draws: `games/summaries/png.py`
starts it. It imports nothing of this project and nothing else that it does not need, so it starts
in some 40 ms.
"""

from __future__ import annotations

import os
import resource
import signal
import sys

NICENESS = 5
"""Requests and moves come first."""


def main(
    packages: str, cpu_seconds: str, seconds: str, width: str, family: str, *fonts: str
) -> None:
    """Draw with resvg from the folder ``packages``. The limits hold even if the service is killed:
    then this program ends by itself.
    """
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    signal.alarm(int(seconds))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a service that ends finishes its requests
    resource.setrlimit(resource.RLIMIT_CPU, (int(cpu_seconds), int(cpu_seconds) + 1))
    os.nice(NICENESS)
    sys.path.append(packages)
    import resvg_py

    png = resvg_py.svg_to_bytes(
        svg_string=sys.stdin.buffer.read().decode(),
        width=int(width),
        background="#ffffff",
        skip_system_fonts=True,
        font_files=list(fonts),
        font_family=family,
        sans_serif_family=family,
    )
    sys.stdout.buffer.write(bytes(png))


if __name__ == "__main__":
    main(*sys.argv[1:])
