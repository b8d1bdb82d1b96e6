"""A player who knows a game only from e-mails: a mail program, and a browser without a log-in."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from html import unescape
from random import Random
from typing import Any
from urllib.parse import urlsplit

from django.core import mail
from django.test import Client

from accounts.models import User
from notifications.models import Delivery, Progress
from notifications.services.relay import relay_all

LINK = re.compile(r"https?://[^/\s]+(/move/[^\s\"]+)")


def deliver() -> list[EmailMessage]:
    """Send what is due, also what is delayed, and return the new e-mails as they are received."""
    before = len(mail.outbox)
    relay_all(seconds=60)
    waiting = Delivery.objects.filter(channel="email", progress=Progress.WAITING)
    for delivery in waiting:
        delivery.available_at = delivery.created_at
        delivery.save(update_fields=["available_at"])
    relay_all(seconds=60)
    return [
        message_from_bytes(message.message().as_bytes(), policy=policy.default)
        for message in mail.outbox[before:]
    ]


def text_of(message: EmailMessage, kind: str = "plain") -> str:
    """Return an e-mail as plain text, or as HTML."""
    part = message.get_body((kind,))
    assert part is not None
    return str(part.get_content())


def links_of(message: EmailMessage, kind: str = "plain") -> list[str]:
    """Return the paths of the links that lead to a decision: its options, then its page."""
    return list(dict.fromkeys(map(unescape, LINK.findall(text_of(message, kind)))))


@dataclass
class Correspondent:
    """A user who answers e-mails, and reads them as plain text or as HTML."""

    user: User
    rng: Random
    kind: str = "plain"
    browser: Client = field(default_factory=lambda: Client(enforce_csrf_checks=True))
    read: int = 0
    """The number of e-mails that were answered."""

    def answer(self, message: EmailMessage) -> Any:
        """Follow one of the links of an e-mail, and press the button of the page."""
        self.read += 1
        links = links_of(message, self.kind)
        options = [link for link in links if "?choice=" in link]
        return self.confirm(self.rng.choice(options or [self.option_of(links[-1])]))

    def option_of(self, path: str) -> str:
        """Open the page with all options, and return the path of one of them."""
        page = self.browser.get(path)
        assert page.status_code == 200
        queries = re.findall(r'<li><a href="(\?choice=[^"]+)"', page.text)
        return path + unescape(self.rng.choice(queries))

    def confirm(self, path: str) -> Any:
        """Open the page of an option, and press its button. Returns the reply."""
        page = self.browser.get(path)
        assert page.status_code == 200, page.text
        fields = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page.text)
        action = re.search(r'<form method="post" action="([^"]+)"', page.text)
        assert action is not None
        assert action[1] == urlsplit(path).path
        return self.browser.post(action[1], {name: unescape(value) for name, value in fields})
