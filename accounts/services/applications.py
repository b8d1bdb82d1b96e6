"""Third-party applications that act for users (OAuth2)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime, timedelta
from ipaddress import ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from oauth2_provider.models import Application, DeviceGrant, Grant, RefreshToken
from oauth2_provider.validators import AllowedURIValidator

from accounts.errors import (
    ApplicationNotFound,
    AuthorizationNotFound,
    TooManyApplications,
    TooManySelfRegistered,
)
from accounts.keys import SECRET_MARK, key_make
from accounts.models import User
from accounts.names import SERVICE, is_fit_for_application
from accounts.selectors import SELF_REGISTERED
from accounts.services.authorizations import authorizations_revoke
from accounts.services.browser_sessions import sessions_end
from core.errors import Invalid
from core.paths import PLAY

MOST = 20
UNUSED = timedelta(days=7)
"""Applications that registered themselves are deleted when they are so old and have no tokens."""
UNUSED_WHEN_FULL = timedelta(hours=1)
"""The same when there are as many as the operator allows."""
WEB_CLIENT_ID = "play"
WEB_CLIENT_NAME = "Play"
DEFAULT_PORTS = {"https": 443, "http": 80}
LOOPBACK = ("127.0.0.1", "::1")
PRIVATE_SCHEME = re.compile(r"[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+", re.IGNORECASE)
"""A scheme of a native app: the reverse of a domain name, so it has a dot (RFC 8252, 7.1)."""


class NewApplication(NamedTuple):
    """An application and its secret, which is not stored. None: it has no secret."""

    application: Application
    secret: str | None


def application_create(
    *, user: User, name: str, redirect_uris: list[str], confidential: bool, device: bool = False
) -> NewApplication:
    """Register an application. A confidential one runs on a server and can keep a secret; one for
    devices may show codes that users type, and needs no redirect URI.

    Raises TooManyApplications, and Invalid if a redirect URI is neither https nor on the user's
    machine nor of a private-use scheme, or if there is none but has to be.
    """
    secret = key_make(SECRET_MARK)  # a public one has a secret too, which nobody ever sees
    kind = Application.CLIENT_CONFIDENTIAL if confidential else Application.CLIENT_PUBLIC
    application = Application(
        user=user,
        name=name,
        redirect_uris=" ".join(redirect_uris),
        client_type=kind,
        authorization_grant_type=grant_type_of(device=device),
        client_secret=secret,
    )
    if not redirect_uris and not device:
        raise Invalid.field("/redirect_uris", "empty", _("This list may not be empty."))
    _check_uris(redirect_uris)
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(id=user.id)
        if Application.objects.filter(user=user).count() >= MOST:
            raise TooManyApplications(MOST)
        application.save()
    return NewApplication(application, secret if confidential else None)


def application_register_itself(
    *, name: str, redirect_uris: list[str], device: bool
) -> Application:
    """Register a public application without an owner, which nobody has verified. Raises Invalid
    if the name pretends to something, or like ``application_create``, and
    TooManySelfRegistered.
    """
    if not is_fit_for_application(name):
        detail = (  # programs alone read it, in English
            "Use Latin letters, digits, spaces and '()&+!,._- only. The name may not look like a "
            f"link, contain {', '.join(SERVICE)} or a word such as 'official', or be a role such "
            "as 'support'."
        )
        raise Invalid.field("/client_name", "reserved", detail)
    _check_uris(redirect_uris)
    if _are_self_registered_full():
        applications_purge(older_than=timezone.now() - UNUSED_WHEN_FULL)
        if _are_self_registered_full():
            raise TooManySelfRegistered
    application: Application = Application.objects.create(
        name=name,
        redirect_uris=" ".join(redirect_uris),
        client_type=Application.CLIENT_PUBLIC,
        authorization_grant_type=grant_type_of(device=device),
        client_secret=key_make(SECRET_MARK),  # nobody ever sees it
        registration_source=SELF_REGISTERED,
    )
    return application


def _are_self_registered_full() -> bool:
    """True if there are as many unused applications that registered themselves as the operator
    allows.
    """
    count = _self_registered_unused().count()
    return bool(count >= settings.MAX_SELF_REGISTERED_APPLICATIONS)


def _self_registered_unused() -> QuerySet[Application]:
    """Return the applications that registered themselves, without those that a user has authorized
    or goes on using.
    """
    used = (model.objects.filter(application=OuterRef("pk")) for model in (Grant, RefreshToken))
    unverified = Application.objects.filter(registration_source=SELF_REGISTERED)
    return unverified.filter(*(~Exists(rows) for rows in used))


def applications_purge(*, older_than: datetime) -> None:
    """Delete older applications that registered themselves, and that no user has authorized or goes
    on using.
    """
    waiting = DeviceGrant.objects.filter(
        client_id=OuterRef("client_id"), expires__gt=timezone.now()
    )
    _self_registered_unused().filter(~Exists(waiting), created__lt=older_than).delete()


def grant_type_of(*, device: bool) -> str:
    """Return the grant type of an application. Those for devices may use codes as well, if they
    have redirect URIs.
    """
    return str(Application.GRANT_DEVICE_CODE if device else Application.GRANT_AUTHORIZATION_CODE)


@transaction.atomic
def application_delete(*, user: User, client_id: str) -> None:
    """Delete a user's application, with all authorizations that it has. Raises
    ApplicationNotFound.
    """
    application = Application.objects.filter(user=user, client_id=client_id).first()
    if application is None:
        raise ApplicationNotFound
    application.delete()


@transaction.atomic
def authorization_revoke(*, user: User, client_id: str) -> None:
    """Revoke what an application may do for ``user``. Raises AuthorizationNotFound.

    The web client would get a new token without a page, so the user's sessions end with its tokens.
    """
    application = Application.objects.filter(client_id=client_id).first()
    if application is None or not authorizations_revoke(user=user, application=application):
        raise AuthorizationNotFound
    if client_id == WEB_CLIENT_ID:
        sessions_end(user=user)


def web_client_address(public_url: str) -> str:
    """Return the address of the web client of the service at ``public_url``."""
    return public_url.rstrip("/") + PLAY


@transaction.atomic
def web_client_register(*, public_url: str, redirect_uris: Iterable[str] = ()) -> bool:
    """Register the web client of this service, an application without an owner, or update it.

    Its first redirect URI is its page at ``public_url``. ``redirect_uris`` are added to those that
    it has. Returns True if anything changed. Raises Invalid like ``application_create``.
    """
    application = Application.objects.filter(client_id=WEB_CLIENT_ID).first()
    others = application.redirect_uris.split()[1:] if application else []
    new = [web_client_address(public_url), *redirect_uris]
    if errors := [error for uri in enumerate(new) for error in _uri_errors(*uri)]:
        raise Invalid(errors)
    wanted = list(dict.fromkeys([new[0], *others, *new[1:]]))
    if application is None:
        application = Application(
            client_id=WEB_CLIENT_ID,
            client_type=Application.CLIENT_PUBLIC,
            authorization_grant_type=Application.GRANT_AUTHORIZATION_CODE,
            client_secret=key_make(SECRET_MARK),  # nobody ever sees it
        )
    content = {"name": WEB_CLIENT_NAME, "redirect_uris": " ".join(wanted)}
    if all(getattr(application, field) == value for field, value in content.items()):
        return False
    for field, value in content.items():
        setattr(application, field, value)
    application.save()
    return True


def is_exclusive_uri(uri: str) -> bool:
    """True if nobody but an application's own page can receive what is sent to this redirect URI.

    That holds for https, and for the origin of this service. On the user's machine, any program can
    listen at a port or claim a private-use scheme (RFC 8252, 8.6).
    """
    parts = _scheme_host_port(uri)
    if parts == _scheme_host_port(settings.PUBLIC_URL):
        return True
    scheme, host, _port = parts
    return scheme == "https" and not _is_loopback(host)


def is_own_page(client_id: str, redirect_uri: str) -> bool:
    """True if a code would go to the web client of this service, at its page on this origin."""
    return client_id == WEB_CLIENT_ID and redirect_uri == web_client_address(settings.PUBLIC_URL)


def _scheme_host_port(uri: str) -> tuple[str, str, int | None]:
    """Return the origin of ``uri``, with the port that its scheme implies."""
    parts = urlsplit(uri)
    return parts.scheme, parts.hostname or "", parts.port or DEFAULT_PORTS.get(parts.scheme)


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return f".{host}".rstrip(".").endswith(".localhost")


def redirect_schemes(application: Application) -> set[str]:
    """Return the schemes of the redirect URIs that an application has registered."""
    return {urlsplit(uri).scheme for uri in application.redirect_uris.split()}


def _check_uris(uris: list[str]) -> None:
    if errors := [error for uri in enumerate(uris) for error in _uri_errors(*uri)]:
        raise Invalid(errors)


def _uri_errors(index: int, uri: str) -> list[dict[str, str]]:
    """Return why users cannot be redirected to ``uri`` with a code."""
    if has_valid_form(uri):
        return []
    detail = _(
        "Use https, or for programs on the user's device http at 127.0.0.1 or [::1], or a scheme "
        "that is the reverse of a domain name and followed by one slash, such as "
        "com.example.app:/callback. A fragment is not allowed."
    )
    return [{"pointer": f"/redirect_uris/{index}", "code": "invalid", "detail": detail}]


def has_valid_form(uri: str) -> bool:
    """True if ``uri`` is a valid redirect URI of one of the three kinds (RFC 8252, 7)."""
    if uri.split() != [uri]:  # the library stores them in one text, separated by spaces
        return False
    try:
        parts = urlsplit(uri)
        AllowedURIValidator([parts.scheme], "redirect_uri", allow_path=True, allow_query=True)(uri)
    except (ValueError, ValidationError):
        return False
    if PRIVATE_SCHEME.fullmatch(parts.scheme):
        return not parts.netloc  # no authority names it
    return parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in LOOPBACK)
