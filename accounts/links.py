"""Tokens in the paths of links: of e-mails, pictures and calendars."""

from __future__ import annotations

LINK_MAX_LENGTH = 300


class LinkTokenConverter:
    """Path converter for tokens that the service has signed. Any other text is a 404."""

    regex = rf"[A-Za-z0-9_.:-]{{1,{LINK_MAX_LENGTH}}}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value
