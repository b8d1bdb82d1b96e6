"""The format of log lines, and the secrets that are removed from them."""

from __future__ import annotations

import logging
import re
import time
from typing import Any

import orjson

from core.infrastructure import is_infrastructure_error
from core.log_context import get_request_context
from core.tracing import log_ids

REDACTED = "[...]"
LINE_MAX = 2_000
"""Characters of one line of a message or a traceback. Clients can put long texts into both."""
TEXT_MAX = 50_000
"""Characters of a whole message or traceback."""

# Each pattern takes time linear in the length of the text: a quantifier without a bound either
# starts at a literal that its own characters do not contain, or is guarded by a look-behind, so
# that no character is read again from every start. tests/operations/test_logs.py measures it.
_SECRETS = (
    (re.compile(r"(?<=://)[^/\s@]+(?=@)"), REDACTED),  # the user and password of a URL
    # E-mail addresses. The part after the first dot is greedy: the next match must not start in the
    # middle of a word, where the look-behind would refuse it.
    (re.compile(r"(?<![\w.+%-])[\w.+%-]+@[\w-]+\.[\w-][\w.+%@-]*"), REDACTED),
    # Tokens of users and applications, secrets of webhooks, and whatever is presented as one.
    (re.compile(r"\b(?:ci[tors]_|whsec_)[\w+/=-]+"), REDACTED),
    (re.compile(r"(?i)(\b(?:bearer|basic)\s+)[\w.~+/=:-]{8,}"), rf"\1{REDACTED}"),
    # Tokens in links of e-mails, pictures and calendars, tickets of streams, parameters of OAuth2.
    (
        re.compile(
            r"(/(?:verify-email|reset-password|unsubscribe|move|pictures|calendar)/)[^\s/?\"']+"
        ),
        rf"\1{REDACTED}",
    ),
    (
        re.compile(
            r"(?i)\b((?:ticket|token|code|user_code|device_code|code_verifier|client_secret|password|secret|key)=)[^&\s]+"
        ),
        rf"\1{REDACTED}",
    ),
    # Addresses at which push services of browser vendors take messages for a device.
    (
        re.compile(
            r"(\b(?:fcm\.googleapis|push\.services\.mozilla|web\.push\.apple|notify\.windows)\.com/)"
            r"[^\s\"']+"
        ),
        rf"\1{REDACTED}",
    ),
    # Values that PostgreSQL quotes from a row it refuses.
    (
        re.compile(r"(DETAIL:\s*)(?:(?!\n\s*\n|\n(?:CONTEXT|HINT|STATEMENT):).)*", re.S),
        rf"\1{REDACTED}",
    ),
    # IP addresses.
    (re.compile(r"\b\d{1,3}(?:\.\d{1,3}){3}\b"), REDACTED),
    (re.compile(r"(?i)\b(?:[0-9a-f]{1,4}:){1,6}(?::[0-9a-f]{1,4}){1,6}\b"), REDACTED),
    (re.compile(r"(?i)\b(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}\b"), REDACTED),
)


def scrub(text: str) -> str:
    """Return ``text`` without secrets, cut to a bounded length.

    Log calls pass ids only. This is for error messages, which quote their input.
    """
    return hide_secrets(shorten(text))


def hide_secrets(text: str) -> str:
    """Replace everything that looks like an e-mail address, an IP address, a token or a
    password.
    """
    for pattern, replacement in _SECRETS:
        text = pattern.sub(replacement, text)
    return text


def shorten(text: str) -> str:
    """Cut a text and each of its lines to the maximum length."""
    return "\n".join(cut(line, LINE_MAX) for line in cut(text, TEXT_MAX).split("\n"))


class OutageFilter(logging.Filter):
    """Removes the traceback from a record about an error of the machine: one line is enough."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if is_infrastructure_error(error):
            what, why = record.getMessage().splitlines()[0], " ".join(str(error).split())
            record.msg, record.args = f"{what}: {why}", ()
            record.exc_info = record.exc_text = None
        return True


class RefusedRequestFilter(logging.Filter):
    """Turns an error about a request that Django refused into a warning without a traceback.

    Nothing failed, and anybody can send such requests.

    It belongs to a logger, not to a handler, so that Sentry does not report them either.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        record.exc_info = record.exc_text = None
        return True


def cut(text: str, length: int) -> str:
    """Cut ``text`` to ``length`` characters, without the word that the cut would split.

    Half of a secret may no longer look like one, so ``hide_secrets`` would leave it.
    """
    if len(text) <= length:
        return text
    *kept, _ = text[:length].rsplit(None, 1) or [""]
    return " ".join([*kept, f"[... of {len(text)} characters]"])


class UtcFormatter(logging.Formatter):
    """Formats a record as a line for people, with the time in UTC and milliseconds.

    ``request_ref`` is the id of the request, with a space before it, or empty outside requests.
    """

    converter = staticmethod(time.gmtime)
    default_time_format = "%Y-%m-%dT%H:%M:%S"
    default_msec_format = "%s.%03dZ"

    def format(self, record: logging.LogRecord) -> str:
        here = get_request_context()
        record.request_ref = f" [{here.request_id}]" if here.request_id else ""
        return scrub(super().format(record))


class JsonFormatter(UtcFormatter):
    """Formats a record as one JSON object in one line."""

    def format(self, record: logging.LogRecord) -> str:
        here = get_request_context()
        line: dict[str, Any] = {
            "at": self.formatTime(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": scrub(record.getMessage()),
        }
        ids = {"request": here.request_id, "game": here.game, "user": here.user}
        line |= {name: str(value) for name, value in ids.items() if value}
        line |= log_ids()
        line |= getattr(record, "fields", {})
        if record.exc_info:
            line["error"] = getattr(record.exc_info[0], "__name__", "")
            line["traceback"] = scrub(self.formatException(record.exc_info))
        if record.stack_info:
            line["stack"] = scrub(self.formatStack(record.stack_info))
        return orjson.dumps(line, default=str).decode()
