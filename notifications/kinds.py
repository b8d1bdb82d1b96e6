"""The kinds of notifications. Apps register theirs; this module knows none of them.

The text of a kind is made from ids and from what every player of a game may know: it reaches mail
servers and other people's machines.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import override

from accounts.models import Preferences
from core.languages import language_or_english
from notifications.email_content import EmailDetails, EmailPicture
from notifications.models import Mode

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

Data = dict[str, Any]
FAR = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Reader:
    """The language and the time zone of a reader."""

    language: str = "en"
    zone: str = "UTC"

    @classmethod
    def of(cls, preferences: Preferences) -> Reader:
        return cls(language_or_english(preferences.language), preferences.time_zone)

    def format_time(self, text: str) -> str:
        """Return an RFC 3339 instant in the reader's time zone, in the active language."""
        local = datetime.fromisoformat(text).astimezone(ZoneInfo(self.zone))
        return f"{date_format(local, 'l j F Y, H:i')} ({self.zone})"

    def until(self, text: str) -> str:
        """Return the end of a sentence that names a deadline, in the active language."""
        # Translators: ends a sentence: It is your turn, until Sunday 22 November 2026, 18:00 (UTC)
        return _(". Deadline: %(instant)s") % {"instant": self.format_time(text)}


class NotReady(Exception):
    """What an e-mail says cannot be made now: the machine is busy. The e-mail is put off."""


Parameters = Callable[[Data, Reader], dict[str, object]]
Relevant = Callable[[UUID, UUID, Data], bool]
StillTrue = Callable[[UUID, Collection[UUID]], set[UUID]]
Link = Callable[[UUID, Data], str]


def is_always_relevant(subject: UUID, user_id: UUID, data: Data) -> bool:
    """True: the default of kinds that are never out of date."""
    return True


class Cause(StrEnum):
    """The cause of notifications of a kind."""

    USER = "a user, to the receiver"
    PLAYER = "a player of the same game"
    GAME = "the course of a game"
    STAFF = "a moderator"
    OWN = "the receiver, or the service"


@dataclass(frozen=True, slots=True)
class Limit:
    """How many notifications of a kind a user gets at once, in all and from one other user.

    ``notifications/services/receiver_limits.py`` applies it.
    """

    in_all: int
    from_one: int | None = None
    """None: as many as in all."""

    @property
    def most_from_one(self) -> int:
        return self.in_all if self.from_one is None else self.from_one


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind: its texts, its limit, when it is still relevant, and its default channels."""

    name: str
    summary: StrOrPromise
    """The name of the kind in the list of preferences."""

    subject: StrOrPromise
    text: StrOrPromise
    cause: Cause
    limit: Limit | None
    """None if ``bound`` alone limits it: what tells users of their turn is never put off."""

    bound: str = ""
    """What else limits it, as in docs/limits.md."""

    replaces: tuple[str, ...] = ()
    """The kinds whose notifications about the same subject it replaces, if they were not read or
    not sent yet.
    """

    parameters: Parameters = lambda data, reader: data
    """The values for the placeholders of ``subject`` and ``text``, in the active language."""

    about: str = "game"
    """The name of an entry's ``subject`` in JSON."""

    relevant: Relevant = is_always_relevant
    """True if (subject, user, data) still matters to the user. Checked before each sending."""

    still_true: StillTrue | None = None
    """The subjects, of those given, for which its unread lines are still true for the user; others
    are not listed. None: they are always true.
    """

    link: Link = lambda subject, data: ""
    in_app: bool = True
    email: Mode = Mode.OFF
    webhook: bool = True
    delays_email: bool = False
    """Delay e-mails, so that players who move quickly get none."""

    answers_reader: bool = False
    """True if it answers what its reader has just done, so that it is sent in quiet hours, too."""

    is_listed_daily: bool = False
    """True if a provider of the digest lists what it is about, so that its text is left out."""

    names: tuple[str, ...] = ()
    """The members of the data that hold a username. It is replaced when the account is deleted."""

    members: Mapping[str, dict[str, Any]] = field(default_factory=dict)
    """JSON Schemas of the members of the data. One that does not apply is left out."""

    required: tuple[str, ...] = ()
    """The members that are always there."""

    has_preferences: bool = True
    """False if users cannot choose the channels, since the service decides."""

    has_retries: bool = True

    def __post_init__(self) -> None:
        if self.limit is None and not self.bound:
            raise ValueError(f"Nothing limits the kind {self.name!r}")

    @property
    def push(self) -> bool:
        """True if devices get it by default, as mailboxes do."""
        belongs_to_mail = self.answers_reader or not self.has_preferences
        return self.email == Mode.SINGLE and not belongs_to_mail

    def subject_for(self, data: Data, reader: Reader) -> str:
        with override(reader.language):
            return self.subject % self.parameters(data, reader)

    def text_for(self, data: Data, reader: Reader) -> str:
        with override(reader.language):
            return self.text % self.parameters(data, reader)


class UnknownKind(LookupError):
    """No app has registered a kind with this name."""


KINDS: dict[str, Kind] = {}


def register(*kinds: Kind) -> None:
    """Register kinds. Raises ValueError if another kind has the same name."""
    for kind in kinds:
        if KINDS.setdefault(kind.name, kind) != kind:
            raise ValueError(f"There are two kinds {kind.name!r}")


def kind_by_name(name: str) -> Kind:
    """Return a kind by its name. Raises UnknownKind."""
    try:
        return KINDS[name]
    except KeyError:
        raise UnknownKind(name) from None


def kinds_with_preferences() -> list[Kind]:
    """Return the kinds for which users can choose the channels."""
    return [kind for kind in KINDS.values() if kind.has_preferences]


def kinds_detail() -> str:
    """Return the detail of an error about a kind that is unknown: the names of those there are."""
    names = sorted(kind.name for kind in kinds_with_preferences())
    return _("The kinds of notifications are %(kinds)s.") % {"kinds": ", ".join(names)}


# --- e-mails -----------------------------------------------------------------------------------


DetailsProvider = Callable[[UUID, UUID, Data, Reader], EmailDetails | None]
DETAILS_PROVIDERS: dict[str, DetailsProvider] = {}
"""By ``Kind.about``."""


def details_provider_register(about: str, provider: DetailsProvider) -> None:
    """Register the provider of details for e-mails of the kinds about ``about``.

    It is called with subject, user, data and reader, in the language of the reader, and may raise
    NotReady. What it returns
    leaves the service by e-mail: what every player may know and, if the user wants to play by mail,
    what the user's own seat may know.
    """
    DETAILS_PROVIDERS[about] = provider


def email_details(
    kind: Kind, *, subject: UUID, user_id: UUID, data: Data, reader: Reader
) -> EmailDetails:
    """Return what an e-mail of a kind says beyond its text."""
    provider = DETAILS_PROVIDERS.get(kind.about)
    with override(reader.language):
        return (provider and provider(subject, user_id, data, reader)) or EmailDetails(data)


# --- titles in the list ------------------------------------------------------------------------


Titles = Callable[[UUID, Sequence[UUID]], Mapping[UUID, str]]
TITLE_PROVIDERS: dict[str, Titles] = {}
"""By ``Kind.about``."""


def titles_provider_register(about: str, provider: Titles) -> None:
    """Register what returns the titles that people gave to the subjects of kinds about ``about``.

    It is called with a user and subjects, and leaves out what this user may not read.
    """
    TITLE_PROVIDERS[about] = provider


# --- the daily digest --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DigestLine:
    """A line of the digest. ``until`` is a deadline, or None if there is none."""

    text: str
    link: str = ""
    until: datetime | None = None
    picture: EmailPicture | None = None
    plays: bool = False
    """True if anyone who has the link can play."""


Provider = Callable[[UUID, Reader], Sequence[DigestLine]]
PROVIDERS: list[Provider] = []


def digest_provider_register(provider: Provider) -> None:
    """Register a provider of lines for the digest."""
    if provider not in PROVIDERS:
        PROVIDERS.append(provider)


def digest_lines(user_id: UUID, reader: Reader) -> list[DigestLine]:
    """Return what waits for the user, the most urgent first and lines without a deadline last."""
    lines = [line for provider in PROVIDERS for line in provider(user_id, reader)]
    return sorted(lines, key=lambda line: line.until or FAR)
