"""How log lines look."""

from __future__ import annotations

import logging
import time


class UtcFormatter(logging.Formatter):
    """Times in UTC with milliseconds, whatever the machine's clock shows."""

    converter = staticmethod(time.gmtime)
    default_time_format = "%Y-%m-%dT%H:%M:%S"
    default_msec_format = "%s.%03dZ"
