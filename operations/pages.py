"""The pages about the service: start, documentation, problems, help, terms, privacy, contact."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import find
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.decorators import method_decorator
from django.utils.html import escape
from django.utils.safestring import mark_safe
from django.views import View
from django.views.decorators.http import conditional_page
from django.views.generic import TemplateView

from accounts.models import User
from accounts.page_language import activate_language
from accounts.selectors import email_pending
from core.api.docs_links import MARKDOWN, link_docs
from core.api.errors import status_of
from core.errors import CATALOGUE
from core.pages import NAMED_FILES
from core.paths import DOCS, PLAY
from games.rules.rulesets import ruleset_summaries

FACTS = (
    "OPERATOR_NAME",
    "CONTACT_EMAIL",
    "DELETION_GRACE_DAYS",
    "EMAIL_RETENTION_DAYS",
    "EXPORT_RETENTION_DAYS",
    "FINGERPRINT_RETENTION_DAYS",
    "GUESTS",
    "GUEST_RETENTION_DAYS",
    "NOTIFICATION_RETENTION_DAYS",
    "REPORT_RETENTION_DAYS",
)
"""Settings that templates may show, also those that the operator writes, in small letters."""
DEFAULT_NAME = "Slow Board Games"
MANIFEST = "application/manifest+json"
PLAIN_TEXT = "text/plain; charset=utf-8"
DOCS_LINK = re.compile(r"\]\(docs/([\w/-]+)\.md")
SECURITY_CONTACT_VALIDITY = timedelta(days=90)
"""How long readers may rely on the contact. It is computed at each request."""


class PublicPage(TemplateView):
    """A page for everybody, in the language of the user who is logged in, if there is one."""

    http_method_names = ["get", "head"]

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if isinstance(request.user, User):
            activate_language(request.user)
        return super().dispatch(request, *args, **kwargs)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        facts = {name.lower(): getattr(settings, name) for name in FACTS}
        return super().get_context_data(docs=DOCS, play=PLAY, **facts, **kwargs)


class StartPage(PublicPage):
    """What this service is, and where to go from here."""

    template_name = "operations/start.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        user = self.request.user
        pending = email_pending(user) if isinstance(user, User) else None
        rulesets = [
            {**ruleset, "picture": find(f"pictures/{ruleset['slug']}.svg") is not None}
            for ruleset in ruleset_summaries(translation.get_language())
        ]
        first = next((one for one in rulesets if one["bot_levels"]), None)
        return super().get_context_data(
            email_pending=pending,
            rulesets=rulesets,
            first=first,
            play_bots=settings.GUESTS or user.is_authenticated,
            anonymous_reading=settings.ANONYMOUS_READING,
            **kwargs,
        )


class ProblemPage(PublicPage):
    """What a problem of the API means: the page that its ``type`` names."""

    template_name = "operations/problem.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        error = CATALOGUE.get(self.kwargs["code"])
        if error is None:
            raise Http404
        when = mark_safe(MARKDOWN.renderInline(link_docs(error.when())))  # escapes HTML
        return super().get_context_data(
            title=error.title, status=status_of(error), when=when, **kwargs
        )


class DocsPage(View):
    """Answers where the documentation site has no file: all of it, if it is not built."""

    http_method_names = ["get", "head"]

    def get(self, request: HttpRequest, path: str = "") -> HttpResponse:
        if (settings.DOCS_DIR / "index.html").exists():
            raise Http404
        return render(request, "operations/docs_missing.html", status=404)


@method_decorator(conditional_page, name="dispatch")
class NamedFilePage(View):
    """A file of the web client that names this site: its page, its manifest.

    The files have the default name, so that any static host can serve them as they are.
    """

    http_method_names = ["get", "head"]

    def get(self, request: HttpRequest) -> HttpResponse:
        file = NAMED_FILES[request.path_info]
        if not (settings.WEB_CLIENT_DIR / file).is_file():  # the operator has left the client out
            raise Http404
        text = (settings.WEB_CLIENT_DIR / file).read_text(encoding="utf-8")
        is_page = file.endswith(".html")
        name = escape(settings.SITE_NAME) if is_page else json.dumps(settings.SITE_NAME)[1:-1]
        response = HttpResponse(text.replace(DEFAULT_NAME, name))
        response.headers["Content-Type"] = "text/html; charset=utf-8" if is_page else MANIFEST
        response.headers["Cache-Control"] = "max-age=0, must-revalidate, public"
        return response


class TextFilePage(View):
    """A file of the source code as plain text: its license, its security policy. Links to pages
    lead to the documentation site.
    """

    http_method_names = ["get", "head"]
    file = ""

    def get(self, request: HttpRequest) -> HttpResponse:
        text = (settings.BASE_DIR / self.file).read_text(encoding="utf-8")
        text = DOCS_LINK.sub(rf"]({settings.PUBLIC_URL}{DOCS}\1.html", text)
        return HttpResponse(text, content_type=PLAIN_TEXT)


class SecurityContactPage(View):
    """Where to report a vulnerability of this service, as RFC 9116 (security.txt) describes it."""

    http_method_names = ["get", "head"]

    def get(self, request: HttpRequest) -> HttpResponse:
        if not settings.SECURITY_CONTACT:
            raise Http404
        today = timezone.now().replace(hour=0, minute=0, second=0, microsecond=0)
        fields = {
            "Contact": settings.SECURITY_CONTACT,
            "Expires": (today + SECURITY_CONTACT_VALIDITY).isoformat(),
            "Canonical": f"{settings.PUBLIC_URL}{request.path}",
            "Policy": f"{settings.PUBLIC_URL}{reverse('security')}",
            "Preferred-Languages": ", ".join(code for code, _ in settings.LANGUAGES),
        }
        text = "".join(f"{name}: {value}\n" for name, value in fields.items())
        return HttpResponse(text, content_type=PLAIN_TEXT)
