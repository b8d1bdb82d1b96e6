"""How log lines look, and what none may tell: who somebody is, and what opens anything."""

from __future__ import annotations

import logging
import re
import time
from typing import Any

import orjson

from citadels.request_ids import origin

LEFT_OUT = "[...]"
_TELLING = (
    (re.compile(r"(?<=://)[^/\s@]+(?=@)"), LEFT_OUT),  # the password of an address
    (re.compile(r"[\w.+%-]+@[\w-]+(?:\.[\w-]+)+"), LEFT_OUT),
    # tokens of users and applications, secrets of webhooks, and whatever is presented as one
    (re.compile(r"\b(?:ci[tors]_|whsec_)[\w+/=-]+"), LEFT_OUT),
    (re.compile(r"(?i)(\b(?:bearer|basic)\s+)[\w.~+/=:-]{8,}"), rf"\1{LEFT_OUT}"),
    # what links of mail, tickets of streams and OAuth2 carry in addresses
    (re.compile(r"(/(?:verify-email|reset-password|unsubscribe)/)[^\s/?\"']+"), rf"\1{LEFT_OUT}"),
    (
        re.compile(
            r"(?i)\b((?:ticket|token|code|code_verifier|client_secret|password|secret|key)=)[^&\s]+"
        ),
        rf"\1{LEFT_OUT}",
    ),
    # what PostgreSQL quotes from a row that it refuses
    (
        re.compile(r"(DETAIL:\s*)(?:(?!\n\s*\n|\n(?:CONTEXT|HINT|STATEMENT):).)*", re.S),
        rf"\1{LEFT_OUT}",
    ),
    # addresses of machines
    (re.compile(r"\b\d{1,3}(?:\.\d{1,3}){3}\b"), LEFT_OUT),
    (re.compile(r"(?i)\b(?:[0-9a-f]{1,4}:){1,6}(?::[0-9a-f]{1,4}){1,6}\b"), LEFT_OUT),
    (re.compile(r"(?i)\b(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}\b"), LEFT_OUT),
)


def scrubbed(text: str) -> str:
    """The text, without what looks like a person's address, a token or a password. What is logged
    holds ids only; this is for the words of errors, which quote what they were given.
    """
    for telling, instead in _TELLING:
        text = telling.sub(instead, text)
    return text


class UtcFormatter(logging.Formatter):
    """A line for people. Times in UTC with milliseconds, whatever the machine's clock shows.

    ``origin`` is the id of the request, with a space before it; empty outside requests.
    """

    converter = staticmethod(time.gmtime)
    default_time_format = "%Y-%m-%dT%H:%M:%S"
    default_msec_format = "%s.%03dZ"

    def format(self, record: logging.LogRecord) -> str:
        here = origin()
        record.origin = f" [{here.request_id}]" if here.request_id else ""
        return scrubbed(super().format(record))


class JsonFormatter(UtcFormatter):
    """A line for programs: one JSON object a record."""

    def format(self, record: logging.LogRecord) -> str:
        here = origin()
        line: dict[str, Any] = {
            "at": self.formatTime(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": scrubbed(record.getMessage()),
        }
        ids = {"request": here.request_id, "match": here.match, "user": here.user}
        line |= {name: str(value) for name, value in ids.items() if value}
        line |= getattr(record, "told", {})
        if record.exc_info:
            line["error"] = getattr(record.exc_info[0], "__name__", "")
            line["traceback"] = scrubbed(self.formatException(record.exc_info))
        if record.stack_info:
            line["stack"] = scrubbed(self.formatStack(record.stack_info))
        return orjson.dumps(line, default=str).decode()
