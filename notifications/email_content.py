"""The parts of e-mails, which become plain text and HTML."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import Any


@dataclass(frozen=True, slots=True)
class EmailPicture:
    """A picture that an e-mail carries with it. ``text`` says what it shows."""

    png: bytes
    text: str

    @property
    def cid(self) -> str:
        """The name of the picture within the e-mail."""
        return f"{sha256(self.png).hexdigest()[:24]}@picture"


@dataclass(frozen=True, slots=True)
class EmailLink:
    """A link with its label."""

    label: str
    url: str


@dataclass(frozen=True, slots=True)
class EmailDecision:
    """An open decision of the reader, with links that lead to its options."""

    question: str
    options: tuple[EmailLink, ...]
    """The options; none if there are too many for an e-mail."""
    page: EmailLink
    """The page with the table and all options."""
    picture: EmailPicture | None = None


@dataclass(frozen=True, slots=True)
class EmailDetails:
    """What an e-mail says beyond the text of its kind, as of the moment in which it is sent."""

    data: dict[str, Any]
    """The data of the entry, brought up to date."""
    title: str = ""
    """The name of the subject that users have chosen; added to the subject line."""
    facts: tuple[str, ...] = ()
    """Lines such as ``Round: 3``."""
    recap: tuple[str, ...] = ()
    """What has happened: a heading, and a line for each item."""
    decision: EmailDecision | None = None
