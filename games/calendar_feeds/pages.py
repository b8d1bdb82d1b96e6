"""The calendar itself, for programs that know its secret address."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views import View

from accounts.forms import refusal_page
from core.api.conditional import digest_tag, not_modified
from core.api.declared import ANONYMOUS
from core.api.errors import Throttled
from core.api.throttles import address_of, rate_limit_check
from games.calendar_feeds.documents import feed_content
from games.calendar_feeds.selectors import feed_with_token

CALENDAR = "text/calendar; charset=utf-8"
HEADERS = {
    "Cache-Control": "private, max-age=300",
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex",
}


class CalendarFeedPage(View):
    """A user's deadlines, for programs without a log-in and cookies.

    Valid addresses are counted by themselves, so that one that others have does not stop its user.
    Others are counted per client.
    """

    http_method_names = ["get", "head"]
    expensive = ("GET",)

    def get(self, request: HttpRequest, token: str) -> HttpResponse:
        feed = feed_with_token(token)
        try:
            rate_limit_check(ANONYMOUS, address_of(request) if feed is None else str(feed.id))
        except Throttled as error:
            return refusal_page(request, error)
        if feed is None:
            raise Http404
        content = feed_content(feed)
        etag = digest_tag(content)
        reply = not_modified(request, etag) or HttpResponse(
            content,
            content_type=CALENDAR,
            headers={"Content-Disposition": 'inline; filename="deadlines.ics"', "ETag": etag},
        )
        for name, value in HEADERS.items():
            reply.headers[name] = value
        return reply
