"""The floor of Django: a view that does nothing, behind the same middleware and the same server."""

from __future__ import annotations

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.http import HttpRequest, HttpResponse
from django.urls import path

from citadels.web import in_threads


def empty(request: HttpRequest) -> HttpResponse:
    return HttpResponse(b"{}", content_type="application/json")


urlpatterns = [path("empty/", empty)]
settings.ROOT_URLCONF = __name__
application = in_threads(get_wsgi_application())
