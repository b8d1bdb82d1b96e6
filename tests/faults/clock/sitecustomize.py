"""Shifts the clock of a process under test: Python imports this when the folder is on its path."""

from __future__ import annotations

import os
import time

import time_machine

time_machine.travel(time.time() + float(os.environ["CLOCK_SHIFT"])).start()
