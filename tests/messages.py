"""`make messages`: bring the catalogues in ``locale/`` up to date with the texts of the code.

English is the source. Each other language of ``settings.LANGUAGES`` has a ``django.po`` that people
edit, and a ``django.mo`` that is made of it and committed, so that the service needs no compiler.
Babel does both. With ``--check`` nothing is written: status 1 if a file is not up to date. Either
way, messages without a translation are listed, and so are texts of games, for which English stands
in.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel.messages import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.utils.translation.template import templatize

from engine.castle.text import TEXTS as CASTLE_TEXTS
from engine.citadels.text import TEXTS as CITADELS_TEXTS
from tests.packages import ROOT, SERVICE

LOCALE = ROOT / "locale"
KEYWORDS = {
    **dict.fromkeys(("_", "gettext", "gettext_lazy", "gettext_noop"), None),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), (1, 2)),
    **dict.fromkeys(("pgettext", "pgettext_lazy"), ((1, "c"), 2)),
    **dict.fromkeys(("npgettext", "npgettext_lazy"), ((1, "c"), 2, 3)),
}
COMMENTS = ["Translators:"]
WRITTEN = datetime(2026, 1, 1, tzinfo=UTC)
"""Stands in the files instead of the time, so that the same texts make the same files."""


@dataclass(frozen=True)
class Language:
    """The catalogue of one language."""

    code: str

    @property
    def po(self) -> Path:
        return LOCALE / self.code / "LC_MESSAGES" / "django.po"

    @property
    def mo(self) -> Path:
        return self.po.with_suffix(".mo")

    def read(self) -> Catalog:
        """Return the catalogue as people have left it."""
        catalog = Catalog(locale=self.code)
        if self.po.exists():
            with self.po.open("rb") as file:
                catalog = read_po(file, locale=self.code)
        catalog.project, catalog.version = "citadels", "1"
        catalog.header_comment = f"# The texts of the service: {catalog.locale.english_name}."
        catalog.msgid_bugs_address = catalog.last_translator = catalog.language_team = ""
        catalog.creation_date = catalog.revision_date = WRITTEN
        catalog.fuzzy = False
        return catalog

    def updated(self, messages: Catalog) -> Catalog:
        """Return the catalogue with exactly the messages of the code."""
        catalog = self.read()
        catalog.update(messages, no_fuzzy_matching=True)
        catalog.obsolete.clear()
        catalog.creation_date = catalog.revision_date = WRITTEN
        return catalog


def translated() -> list[Language]:
    """Return the languages that have a catalogue: all but the source."""
    return [Language(code) for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE]


def source_messages() -> Catalog:
    """Collect what the code marks for translation."""
    catalog = Catalog()
    for path in source_files():
        method = "python"
        content = path.read_text(encoding="utf-8")
        if path.suffix == ".html":
            # Django makes Python of it; what is left of the text around must not look indented.
            content = "\n".join(line.lstrip() for line in templatize(content).splitlines())
        found = extract(
            method, BytesIO(content.encode()), KEYWORDS, COMMENTS, {"encoding": "utf-8"}
        )
        for _, text, comments, context in found:
            place = (path.relative_to(ROOT).as_posix(), 0)
            catalog.add(text, locations=[place], auto_comments=comments, context=context)
    return catalog


def source_files() -> Iterator[Path]:
    for folder in SERVICE:
        for pattern in ("*.py", "templates/**/*.html"):
            for path in sorted((ROOT / folder).rglob(pattern)):
                if "migrations" not in path.parts:
                    yield path


def po_bytes(catalog: Catalog) -> bytes:
    file = BytesIO()
    write_po(file, catalog, width=100, sort_output=True, include_lineno=False)
    return file.getvalue()


def mo_bytes(catalog: Catalog) -> bytes:
    file = BytesIO()
    write_mo(file, catalog)
    return file.getvalue()


def untranslated(catalog: Catalog) -> list[Message]:
    """Return the messages that lack a translation, or a plural form of it, or are unsure."""
    messages = [message for message in catalog if message.id]
    return [message for message in messages if message.fuzzy or not all(strings(message))]


def strings(message: Message) -> tuple[str, ...]:
    """Return the translations of a message: one, or one for each plural form."""
    string = message.string or ""
    return (string,) if isinstance(string, str) else tuple(string)


def main(arguments: list[str]) -> int:
    check = "--check" in arguments
    messages, wrong = source_messages(), 0
    for language in translated():
        catalog = language.updated(messages)
        for path, content in ((language.po, po_bytes(catalog)), (language.mo, mo_bytes(catalog))):
            if path.exists() and path.read_bytes() == content:
                continue
            if check:
                print(f"{path.relative_to(ROOT)} is not current: run make messages")
                wrong = 1
            else:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
        for message in untranslated(catalog):
            print(f"{language.code}: no translation of {message.id!r} ({message.locations[0][0]})")
            wrong = 1
    for texts in (CASTLE_TEXTS, CITADELS_TEXTS):
        for line in texts.list_missing():
            print(f"{line}: no translation, English is shown")
    return wrong


if __name__ == "__main__":
    import os

    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "citadels.settings.dev")
    django.setup()
    sys.exit(main(sys.argv[1:]))
