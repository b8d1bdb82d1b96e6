"""Addresses of the service for readers elsewhere: in e-mails, chats and other sites."""

from __future__ import annotations

from django.conf import settings
from django.urls import reverse


def public_url(route: str, *args: object, **query: str) -> str:
    """Return the absolute address of a named page, whatever host the request came to."""
    return settings.PUBLIC_URL + reverse(route, args=args, query=query or None)
