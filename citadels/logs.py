"""How log lines look."""

from __future__ import annotations

import logging
import time

from citadels.request_ids import request_id


class UtcFormatter(logging.Formatter):
    """Times in UTC with milliseconds, whatever the machine's clock shows.

    ``origin`` is the id of the request, with a space before it; empty outside requests.
    """

    converter = staticmethod(time.gmtime)
    default_time_format = "%Y-%m-%dT%H:%M:%S"
    default_msec_format = "%s.%03dZ"

    def format(self, record: logging.LogRecord) -> str:
        record.origin = f" [{request_id()}]" if request_id() else ""
        return super().format(record)
