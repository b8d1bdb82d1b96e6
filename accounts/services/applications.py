"""Third-party applications that act for users (OAuth2)."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import urlsplit

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _
from oauth2_provider.models import Application

from accounts.errors import ApplicationNotFound, TooManyApplications
from accounts.keys import SECRET_MARK, key_make
from accounts.models import User
from core.errors import Invalid

MOST = 20
LOOPBACK = ("127.0.0.1", "::1")


class NewApplication(NamedTuple):
    """An application and its secret, which is not stored. None: it has no secret."""

    application: Application
    secret: str | None


def application_create(
    *, user: User, name: str, redirect_uris: list[str], confidential: bool
) -> NewApplication:
    """Register an application. A confidential one runs on a server and can keep a secret.

    Raises TooManyApplications, and Invalid if a redirect URI is neither https nor on the user's
    machine.
    """
    secret = key_make(SECRET_MARK)  # a public one has a secret too, which nobody ever sees
    kind = Application.CLIENT_CONFIDENTIAL if confidential else Application.CLIENT_PUBLIC
    application = Application(
        user=user,
        name=name,
        redirect_uris=" ".join(redirect_uris),
        client_type=kind,
        authorization_grant_type=Application.GRANT_AUTHORIZATION_CODE,
        client_secret=secret,
    )
    if errors := [error for uri in enumerate(redirect_uris) for error in _uri_errors(*uri)]:
        raise Invalid(errors)
    try:
        application.clean()
    except ValidationError as error:
        raise Invalid.field("/redirect_uris", "invalid", " ".join(error.messages)) from None
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(id=user.id)
        if Application.objects.filter(user=user).count() >= MOST:
            raise TooManyApplications(MOST)
        application.save()
    return NewApplication(application, secret if confidential else None)


@transaction.atomic
def application_delete(*, user: User, client_id: str) -> None:
    """Delete a user's application, with all authorizations that it has. Raises
    ApplicationNotFound.
    """
    application = Application.objects.filter(user=user, client_id=client_id).first()
    if application is None:
        raise ApplicationNotFound
    application.delete()


def _uri_errors(index: int, uri: str) -> list[dict[str, str]]:
    """Return why users cannot be redirected to ``uri`` with a code."""
    try:
        parts = urlsplit(uri)
        host = parts.hostname
    except ValueError:
        host = None
    # The library stores them in one text, separated by spaces.
    whole = uri.split() == [uri]
    if host and whole and (parts.scheme == "https" or _loopback(parts.scheme, host)):
        return []
    detail = _("Use https, or http at 127.0.0.1 or [::1] for programs on the user's machine.")
    return [{"pointer": f"/redirect_uris/{index}", "code": "invalid", "detail": detail}]


def _loopback(scheme: str, host: str) -> bool:
    return scheme == "http" and host in LOOPBACK
