"""Passkeys: a way to log in without a password, and a second factor of staff.

A challenge belongs to one session, is valid for five minutes and works once. The authenticator
checks a fingerprint, a face or a PIN, so a passkey counts as two factors.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from ipaddress import ip_address
from time import time
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.cache import cache
from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from redis import RedisError

from accounts.errors import PasskeyRefused, TooManyPasskeys
from accounts.keys import key_digest
from accounts.models import EmailKind, Passkey, User
from accounts.services.email_queue import email_enqueue

if TYPE_CHECKING:
    from django.contrib.sessions.backends.base import SessionBase
    from fido2.server import Fido2Server

logger = logging.getLogger(__name__)

CHALLENGE = "passkey_challenge"
"""The session key of the open challenge."""
LIFE = 5 * 60
"""Seconds for which a challenge can be answered."""
MOST = 10
"""Passkeys of one user."""
REQUIRED = "required"


def passkeys_work() -> bool:
    """True if browsers allow passkeys at ``PUBLIC_URL``: with https or on localhost, and never at
    an IP address.
    """
    parts = urlsplit(settings.PUBLIC_URL)
    with suppress(ValueError):
        ip_address(parts.hostname or "")
        return False
    return parts.scheme == "https" or parts.hostname == "localhost"


def passkeys_of(*, user: User) -> QuerySet[Passkey]:
    """Return the user's passkeys, oldest first."""
    return Passkey.objects.filter(user=user)


def passkey_add_begin(*, user: User, session: SessionBase) -> dict[str, Any]:
    """Return what the browser needs to create a passkey. Raises TooManyPasskeys.

    The caller has checked the password of ``user``.
    """
    _check_number(user)
    from fido2.webauthn import AttestedCredentialData, PublicKeyCredentialUserEntity

    entity = PublicKeyCredentialUserEntity(
        id=user.id.bytes, name=user.username, display_name=user.username
    )
    known = [AttestedCredentialData(bytes(one.credential)) for one in passkeys_of(user=user)]
    options, state = _server().register_begin(
        entity,
        known,
        resident_key_requirement=REQUIRED,  # type: ignore[arg-type]  # the value of the enum
        user_verification=REQUIRED,  # type: ignore[arg-type]
    )
    _note_challenge(session, str(user.id), state)
    return dict(options)


def passkey_add(*, user: User, session: SessionBase, name: str, answer: str) -> Passkey:
    """Store the passkey that a browser has created. Raises PasskeyRefused, TooManyPasskeys."""
    state = _take_challenge(session, str(user.id))
    with refuse_malformed():
        data = _server().register_complete(state, json.loads(answer))
        credential = data.credential_data
        assert credential is not None
    with suppress(IntegrityError, User.DoesNotExist), transaction.atomic():
        users = User.objects.select_for_update(no_key=True)
        users.get(id=user.id, is_active=True, is_staff=user.is_staff)
        _check_number(user)
        passkey = Passkey.objects.create(
            user=user,
            name=name,
            digest=_digest(credential.credential_id),
            credential=bytes(credential),
            sign_count=data.counter,
        )
        _notify(user, EmailKind.PASSKEY_ADDED)
        return passkey
    raise PasskeyRefused  # another account has it, or this one has just ended or become staff


@transaction.atomic
def passkey_remove(*, user: User, passkey_id: str) -> None:
    """Remove one passkey of a user. No error if there is none."""
    mine = passkeys_of(user=user)
    if passkey_id.isdecimal() and mine.filter(id=passkey_id[:18]).delete()[0]:
        _notify(user, EmailKind.PASSKEY_REMOVED)


def passkey_use_begin(*, session: SessionBase) -> dict[str, Any]:
    """Return what the browser needs to use a passkey. It names no user and no passkey."""
    options, state = _server().authenticate_begin(
        user_verification=REQUIRED  # type: ignore[arg-type]
    )
    _note_challenge(session, "", state)
    return dict(options)


def passkey_use(*, session: SessionBase, answer: str) -> Passkey:
    """Return the passkey with which a browser has signed the challenge. Raises PasskeyRefused.

    A count of signatures that does not grow means that somebody has copied the private key.
    """
    state = _take_challenge(session, "")
    with refuse_malformed():
        from fido2.webauthn import AttestedCredentialData, AuthenticationResponse

        response = AuthenticationResponse.from_dict(json.loads(answer))
        digest = _digest(response.raw_id)
    passkey = Passkey.objects.filter(digest=digest, confirmed=True, user__is_active=True)
    if (found := passkey.select_related("user").first()) is None:
        raise PasskeyRefused
    with refuse_malformed():
        known = AttestedCredentialData(bytes(found.credential))
        _server().authenticate_complete(state, [known], response)
        count = response.response.authenticator_data.counter
        owner = response.response.user_handle
    if owner not in (None, found.user_id.bytes):
        raise PasskeyRefused
    grown = Q(sign_count__lt=count) if count else Q(sign_count=0)
    if not passkey.filter(grown).update(sign_count=count, last_used_at=timezone.now()):
        logger.warning("The count of passkey %s did not grow: it may be a copy.", found.pk)
        raise PasskeyRefused
    return found


@contextmanager
def refuse_malformed() -> Iterator[None]:
    """Raise PasskeyRefused for whatever the library raises: for hostile input, that is anything."""
    try:
        yield
    except Exception as error:
        logger.info("A passkey was refused: %s", type(error).__name__)
        raise PasskeyRefused from None


def _server() -> Fido2Server:
    """Return the library's server for ``PUBLIC_URL``. Imported here, since it takes 10 MB and few
    processes need it.
    """
    from fido2.server import Fido2Server
    from fido2.webauthn import PublicKeyCredentialRpEntity

    parts = urlsplit(settings.PUBLIC_URL)
    ours = f"{parts.scheme}://{parts.netloc}"
    entity = PublicKeyCredentialRpEntity(name=settings.SITE_NAME, id=parts.hostname)
    return Fido2Server(entity, verify_origin=ours.__eq__)


def _note_challenge(session: SessionBase, purpose: str, state: dict[str, Any]) -> None:
    session[CHALLENGE] = {"purpose": purpose, "until": time() + LIFE, "state": state}


def _take_challenge(session: SessionBase, purpose: str) -> dict[str, Any]:
    """Return the open challenge, which works once: the cache also stops two requests at the same
    time. Raises PasskeyRefused.
    """
    challenge = session.pop(CHALLENGE, None)
    if not challenge or challenge["purpose"] != purpose or challenge["until"] < time():
        raise PasskeyRefused
    state: dict[str, Any] = challenge["state"]
    with suppress(RedisError, OSError):
        if not cache.add(f"passkey:{key_digest(state['challenge'])}", 1, LIFE):
            raise PasskeyRefused
    return state


def _check_number(user: User) -> None:
    if passkeys_of(user=user).count() >= MOST:
        raise TooManyPasskeys(MOST)


def _digest(credential_id: bytes) -> str:
    return key_digest(credential_id.hex())


def _notify(user: User, kind: EmailKind) -> None:
    if user.email:
        email_enqueue(kind=kind, address=user.email, user=user)
