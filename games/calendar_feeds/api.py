"""Endpoints for the address of a user's calendar."""

from __future__ import annotations

from rest_framework import serializers
from rest_framework.request import Request

from accounts.api.requests import require_user
from accounts.scopes import ACCOUNT
from core.api.endpoints import ApiView, endpoint
from games.calendar_feeds.links import feed_url
from games.calendar_feeds.selectors import feed_of
from games.calendar_feeds.services import feed_create, feed_revoke
from games.models import CalendarFeed


class CalendarFeedView(serializers.Serializer):
    """Your calendar: a feed in the format of RFC 5545 (iCalendar)."""

    url = serializers.URLField(
        allow_null=True,
        help_text="Secret: everybody who has it can read your deadlines. Null if there is none.",
    )
    created_at = serializers.DateTimeField(allow_null=True)


class MeCalendarApi(ApiView):
    @endpoint(
        "me_calendar",
        "Get the address of your calendar",
        description=(
            "Calendar programs subscribe to it, and need no token. It has your open decisions with "
            "a deadline, votes, and planned starts of games."
        ),
        scope=ACCOUNT,
        no_store=True,
        reply=CalendarFeedView,
    )
    def get(self, request: Request) -> object:
        return feed_document(feed_of(user=require_user(request)))

    @endpoint(
        "me_calendar_create",
        "Create your calendar, or give it another address",
        description="A previous address is no longer valid.",
        scope=ACCOUNT,
        no_store=True,
        reply=CalendarFeedView,
        status=201,
    )
    def post(self, request: Request) -> object:
        return feed_document(feed_create(user=require_user(request)))

    @endpoint(
        "me_calendar_revoke",
        "Revoke your calendar",
        description="Its address is no longer valid. Without a calendar, nothing happens.",
        scope=ACCOUNT,
    )
    def delete(self, request: Request) -> None:
        feed_revoke(user=require_user(request))


def feed_document(feed: CalendarFeed | None) -> dict[str, object]:
    """Return the address of a calendar; null if the user has none."""
    if feed is None:
        return {"url": None, "created_at": None}
    return {"url": feed_url(feed), "created_at": feed.created_at}
