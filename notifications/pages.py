"""The one page of the service for people: ending mail with one click, without a log-in."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.csrf import csrf_exempt

from accounts.selectors import preferences_of
from notifications.kinds import KINDS
from notifications.services.letters import unsubscribe_read
from notifications.services.preferences import mail_stop

WORDS = {
    "en": {
        "title": "Mail from this service",
        "ask": "No more mail of this kind:",
        "button": "Unsubscribe",
        "done": "Done: no more mail of this kind. Your preferences can bring it back.",
        "wrong": "This address is not complete, or not one of ours.",
    },
    "fr": {
        "title": "Courriels de ce service",
        "ask": "Ne plus recevoir de courriel de ce genre :",
        "button": "Se désabonner",
        "done": "C'est fait : plus de courriel de ce genre. Vos préférences peuvent le rétablir.",
        "wrong": "Cette adresse est incomplète, ou n'est pas des nôtres.",
    },
}


@method_decorator(csrf_exempt, name="dispatch")  # mail programs post here (RFC 8058)
class UnsubscribePage(View):
    """GET asks, for programs that look at links before people do; POST acts."""

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
            context = {"words": WORDS["en"], "language": "en", "state": "wrong"}
            return render(request, "notifications/unsubscribe.html", context, status=404)
        user_id, name = found
        language = preferences_of([user_id])[user_id].language
        language = language if language in WORDS else "en"
        context = {
            "words": WORDS[language],
            "language": language,
            "state": state,
            "kind": KINDS[name].summary if name in KINDS else name,
        }
        return render(request, "notifications/unsubscribe.html", context)
