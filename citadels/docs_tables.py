"""Writes the tables of docs/errors.md, docs/permissions.md and docs/limits.md from what endpoints,
pages and kinds of notifications declare.

``python -m citadels.docs_tables`` writes them (`make schema`); ``--check`` tests whether they are
current (`make lint`).
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import django
from django.urls import get_resolver

from core.api.declared import OPEN, REGISTRY, Endpoint, answers, endpoint_of, is_expensive, view_of
from core.api.errors import status_of
from core.errors import CATALOGUE, ApiError
from core.paths import API

if TYPE_CHECKING:
    from notifications.kinds import Kind

DOCS = Path(__file__).parents[1] / "docs"
BEGIN, END = "<!-- written by `make schema` -->", "<!-- end of what `make schema` writes -->"
NAMES_MAX = 8
"""An error that more operations declare says how many these are."""
HTTP, MAINTENANCE = "core.api.errors", "games.maintenance.errors"
SECTIONS = {
    HTTP: "Any request",
    "accounts.errors": "Accounts",
    "games.rules.errors": "Rulesets and rules",
    "games.analysis.errors": "Analyses and hints",
    "games.play.errors": "Games",
    "games.lobby.errors": "Before the start",
    "games.seats.errors": "Seats",
    "games.votes.errors": "Votes",
    "games.chat.errors": "Messages",
    "games.history.errors": "History",
    "games.tries.errors": "Tries",
    "games.puzzles.errors": "Puzzles",
    "games.ratings.errors": "Profiles",
    "games.statistics.errors": "Statistics",
    "games.vacations.errors": "Vacations",
    "games.test_clock.errors": "Test clocks",
    "games.summaries.errors": "Shared pictures",
    "games.staff.errors": "Staff actions",
    MAINTENANCE: "Maintenance",
    "games.streams.errors": "Streams",
    "notifications.errors": "Notifications, webhooks and devices",
    "moderation.errors": "Reports and appeals",
}
"""The heading of the errors of each module, in the order of the page."""


def errors_table() -> str:
    """Return a table of errors for each section. Raises ValueError for an unknown section."""
    if unknown := {section(one) for one in CATALOGUE.values()} - SECTIONS.keys():
        raise ValueError(f"SECTIONS lacks {sorted(unknown)}")
    lines = []
    for module, title in SECTIONS.items():
        lines += [f"## {title}", "", "| code | status | title | when | where |"]
        lines.append("|---|---|---|---|---|")
        lines += [error_row(one) for one in CATALOGUE.values() if section(one) == module]
        lines.append("")
    return "\n".join(lines)


def section(error: type[ApiError]) -> str:
    """Return the module whose section lists an error: what any app may raise stands with HTTP's."""
    return HTTP if error.__module__ == "core.errors" else error.__module__


def error_row(error: type[ApiError]) -> str:
    """Return the row of an error: code, status, title, when it happens, and where."""
    when = re.sub(r"docs/(\w+\.md)", r"[\1](\1)", error.when())
    return f"| `{error.code}` | {int(status_of(error))} | {error.title} | {when} | {where(error)} |"


def where(error: type[ApiError]) -> str:
    """Return the operations that declare an error, or a summary if there are many."""
    names = {one.name for one in REGISTRY.values() if error in one.errors}
    with_token = {one.name for one in REGISTRY.values() if one.scope is not OPEN}
    if names == REGISTRY.keys():
        return "every operation"
    if names == with_token:
        return "every operation that needs a token"
    if len(names) > NAMES_MAX:
        return f"{len(names)} operations"
    if not names:
        return "any request" if section(error) in (HTTP, MAINTENANCE) else "no operation"
    return ", ".join(f"`{name}`" for name in sorted(names))


def permissions_table() -> str:
    """Return a table of all operations with their requirements."""
    lines = ["| request | operation | scope | rate limit | banned users | guests |"]
    lines.append("|---|---|---|---|---|---|")
    found = sorted(addresses(get_resolver().url_patterns), key=lambda row: (row[0], row[1].method))
    lines += [permission_row(path, one) for path, one in found]
    return "\n".join([*lines, ""])


def permission_row(path: str, one: Endpoint) -> str:
    """Return the row of an operation: scope, rate limit, and if banned users and guests may use
    it.
    """
    scope = "no token" if one.scope is OPEN else f"`{one.scope}`" if one.scope else "any token"
    if one.anonymous:
        scope += " or no token"
    banned = "may" if one.scope is OPEN or one.banned_may else ""
    guests = "may" if one.scope is OPEN or one.guests_may else ""
    return (
        f"| `{one.method} {path}` | `{one.name}` | {scope} | `{one.rate}` | {banned} | {guests} |"
    )


def receivers_table() -> str:
    """Return a table of the kinds of notifications, with what limits them for their receiver."""
    lines = [
        "| kind | caused by | at once from one user | at once in all | replaces | also limited |"
    ]
    lines.append("|---|---|---|---|---|---|")
    from notifications.kinds import KINDS  # models: only after django.setup()

    lines += map(receivers_row, sorted(KINDS.values(), key=lambda kind: kind.name))
    return "\n".join([*lines, ""])


def receivers_row(kind: Kind) -> str:
    """Return the row of a kind of notification: its cause and its limits."""
    in_all = "" if kind.limit is None else kind.limit.in_all
    from_one = "" if kind.limit is None else kind.limit.most_from_one
    replaces = ", ".join(f"`{name}`" for name in kind.replaces)
    return f"| `{kind.name}` | {kind.cause} | {from_one} | {in_all} | {replaces} | {kind.bound} |"


def expensive_table() -> str:
    """Return a table of the expensive requests."""
    found = [
        f"| `{method} {path}` |"
        for path, view in sorted(views(get_resolver().url_patterns), key=lambda row: row[0])
        for method in ("GET", "POST", "PUT", "PATCH", "DELETE")
        if answers(view, method) and is_expensive(view, method)
    ]
    return "\n".join(["| expensive |", "|---|", *found, "| all of `/admin/` |", ""])


def addresses(patterns: Any) -> Iterator[tuple[str, Endpoint]]:
    """Yield the endpoints of a URL configuration, each with its path."""
    for path, view in views(patterns):
        for method in view.http_method_names if path.startswith(API) else ():
            if (found := endpoint_of(view, method)) is not None:
                yield path, found


def views(patterns: Any, before: str = "/") -> Iterator[tuple[str, Any]]:
    """Yield the views of a URL configuration that are classes, each with its path."""
    for pattern in patterns:
        path = before + str(pattern.pattern)
        if hasattr(pattern, "url_patterns"):
            yield from views(pattern.url_patterns, path)
        elif view := view_of(pattern.callback):
            yield re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", path), view


def page_with(page: str, tables: Iterable[str]) -> str:
    """Return a page with each table between its markers, in their order on the page."""
    written = ""
    for table in tables:
        head, _, rest = page.partition(BEGIN)
        _, _, page = rest.partition(END)
        written += f"{head}{BEGIN}\n\n{table}\n{END}"
    return written + page


def main(*, check: bool) -> int:
    """Write the tables, or with ``check`` report outdated ones. Return the exit status."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "citadels.settings.dev")
    django.setup()
    permissions = permissions_table()  # first, since it imports all endpoints
    status = 0
    tables = {
        "permissions.md": [permissions],
        "errors.md": [errors_table()],
        "limits.md": [receivers_table(), expensive_table()],
    }
    for name, written in tables.items():
        file = DOCS / name
        page = file.read_text(encoding="utf-8")
        if (current := page_with(page, written)) == page:
            continue
        if check:
            sys.stderr.write(f"docs/{name} is not current: run make schema\n")
            status = 1
        else:
            file.write_text(current, encoding="utf-8")
    return status


if __name__ == "__main__":
    sys.exit(main(check="--check" in sys.argv[1:]))
