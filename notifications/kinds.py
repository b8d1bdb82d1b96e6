"""The kinds of things users are told of. Apps register theirs; this one knows none of their words.

What a kind says is made from ids and from what everybody at the table may know, so that nothing
hidden can leave through a mail server.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _
from django.utils.translation import override

from accounts.models import Preferences
from core.languages import language_or_english
from notifications.models import Mode

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

Data = dict[str, Any]
FAR = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads a text: in which language, and by which clock."""

    language: str = "en"
    zone: str = "UTC"

    @classmethod
    def of(cls, preferences: Preferences) -> Reader:
        return cls(language_or_english(preferences.language), preferences.time_zone)

    def format_time(self, text: str) -> str:
        """An RFC 3339 instant as the reader's clock shows it."""
        local = datetime.fromisoformat(text).astimezone(ZoneInfo(self.zone))
        return f"{local:%Y-%m-%d %H:%M} ({self.zone})"

    def until(self, text: str) -> str:
        """The end of a sentence that names a deadline, in the active language."""
        # Translators: follows a sentence, as in "It is your turn, until 2026-11-22 18:00 (UTC)".
        return _(", until %(instant)s") % {"instant": self.format_time(text)}


Parameters = Callable[[Data, Reader], dict[str, object]]
Relevant = Callable[[UUID, UUID, Data], bool]
Link = Callable[[UUID, Data], str]


def is_always_relevant(subject: UUID, user_id: UUID, data: Data) -> bool:
    return True


def no_link(subject: UUID, data: Data) -> str:
    return ""


def plain_parameters(data: Data, reader: Reader) -> dict[str, object]:
    return data


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind: its words, whether it still matters, and how it comes where nobody said."""

    name: str
    summary: StrOrPromise
    """For the list of preferences."""

    subject: StrOrPromise
    text: StrOrPromise
    parameters: Parameters = plain_parameters
    """What the placeholders of ``subject`` and ``text`` stand for, in the active language."""

    about: str = "game"
    """What ``subject`` of an entry is called in JSON."""

    relevant: Relevant = is_always_relevant
    """(subject, user, data): whether that user still has to be told; asked before each sending."""

    link: Link = no_link
    in_app: bool = True
    email: Mode = Mode.OFF
    webhook: bool = True
    delays_email: bool = False
    """Whether mail waits a little, since many are quicker than their mail."""

    names: tuple[str, ...] = ()
    """The members of the data that hold the name of a user: it changes when he goes for good."""

    has_preferences: bool = True
    """Whether users choose how they hear of it; else the service uses it by itself."""

    has_retries: bool = True

    def subject_for(self, data: Data, reader: Reader) -> str:
        with override(reader.language):
            return self.subject % self.parameters(data, reader)

    def text_for(self, data: Data, reader: Reader) -> str:
        with override(reader.language):
            return self.text % self.parameters(data, reader)


class UnknownKind(LookupError):
    """No app has registered a kind of this name."""


KINDS: dict[str, Kind] = {}


def register(*kinds: Kind) -> None:
    """Make kinds known; each name once, unless it is the very same again."""
    for kind in kinds:
        if KINDS.setdefault(kind.name, kind) != kind:
            raise ValueError(f"There are two kinds {kind.name!r}")


def kind_by_name(name: str) -> Kind:
    """Raises UnknownKind."""
    try:
        return KINDS[name]
    except KeyError:
        raise UnknownKind(name) from None


def kinds_with_preferences() -> list[Kind]:
    """Those that users may have their wishes about."""
    return [kind for kind in KINDS.values() if kind.has_preferences]


# --- the daily digest --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DigestLine:
    """Something that waits for the user; ``until`` is when it is too late, None: never."""

    text: str
    link: str = ""
    until: datetime | None = None


Provider = Callable[[UUID, Reader], Sequence[DigestLine]]
PROVIDERS: list[Provider] = []


def digest_provider_register(provider: Provider) -> None:
    """Let ``provider`` say in each digest what waits for the user."""
    if provider not in PROVIDERS:
        PROVIDERS.append(provider)


def digest_lines(user_id: UUID, reader: Reader) -> list[DigestLine]:
    """What waits for the user, the most urgent first; what can wait for ever comes last."""
    lines = [line for provider in PROVIDERS for line in provider(user_id, reader)]
    return sorted(lines, key=lambda line: line.until or FAR)
