"""The unsubscribe page, which works without a log-in."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.csrf import csrf_exempt

from accounts.page_language import activate_language
from notifications.kinds import KINDS
from notifications.services.emails import unsubscribe_read
from notifications.services.preferences import mail_stop

TEMPLATE = "notifications/unsubscribe.html"


@method_decorator(csrf_exempt, name="dispatch")  # mail programs post here (RFC 8058)
class UnsubscribePage(View):
    """GET asks, since programs follow links before people do; POST unsubscribes."""

    http_method_names = ["get", "head", "post"]

    def get(self, request: HttpRequest, token: str) -> HttpResponse:
        return self.page(request, token, "ask")

    def post(self, request: HttpRequest, token: str) -> HttpResponse:
        if (found := unsubscribe_read(token)) is not None:
            mail_stop(user_id=found[0], kind=found[1])
        return self.page(request, token, "done")

    def page(self, request: HttpRequest, token: str, state: str) -> HttpResponse:
        found = unsubscribe_read(token)
        if found is None:
            return render(request, TEMPLATE, {"state": "wrong"}, status=404)
        user_id, name = found
        kind = KINDS[name].summary if name in KINDS else name
        activate_language(user_id)
        return render(request, TEMPLATE, {"state": state, "kind": kind})
