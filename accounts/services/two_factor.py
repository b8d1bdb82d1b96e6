"""Two-factor authentication of staff: an authenticator app (TOTP) or a passkey, and recovery codes.

Secrets are never logged, and never shown again.
"""

from __future__ import annotations

import re
from base64 import b32encode
from datetime import timedelta
from time import time
from typing import Any

import segno
from django.db import transaction
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.debug import sensitive_variables
from django_otp import verify_token
from django_otp.models import Device
from django_otp.oath import TOTP
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice, default_key

from accounts.errors import TooManyFailures, WrongCode
from accounts.models import Passkey, User

__all__ = ["Device"]

COUNTED = 13
"""Failures that make the delay of a device longer, up to 4096 seconds. An attacker who has the
password cannot lock the owner out for months, and can try about twenty codes a day.
"""

RECOVERY_CODES = 10
PROGRAM = "program"
"""The device name of the authenticator app."""
PAPER = "paper"
"""The device name of the list of recovery codes."""


def is_enrolled(user: User) -> bool:
    """True if this user has set up two-factor authentication: an app or a passkey."""
    return any(
        kind.objects.filter(user=user, confirmed=True).exists() for kind in (TOTPDevice, Passkey)
    )


def recovery_codes_left(user: User) -> int:
    """Return how many recovery codes the user has not used."""
    return StaticToken.objects.filter(device__user=user).count()


def secret_make() -> str:
    """Return a new secret as hexadecimal digits."""
    return str(default_key())


@sensitive_variables()
def secret_format(key: str) -> str:
    """Return a secret in groups of four characters, as people type it."""
    text = b32encode(bytes.fromhex(key)).decode("ascii")
    return " ".join(re.findall(".{1,4}", text))


@sensitive_variables()
def qr_code_of(user: User, key: str) -> SafeString:
    """Return a secret as a QR code, as inline SVG: no URL shows it again."""
    code = segno.make(TOTPDevice(user=user, key=key).config_url, error="m", micro=False)
    drawn = code.svg_inline(scale=5, border=4, light="#fff", svgclass=None, lineclass=None)
    return mark_safe(drawn)


@sensitive_variables()
def two_factor_enroll(*, user: User, key: str, code: str) -> tuple[Device, list[str]]:
    """Set up ``key`` as the second factor of ``user``, who proves with ``code`` that their app has
    it.

    Returns the device to trust the session by, and the recovery codes. Raises WrongCode, also if
    another session was first.
    """
    clock = TOTP(bytes.fromhex(key))
    clock.time = time()
    if not (
        code_normalize(code).isdecimal() and clock.verify(int(code_normalize(code)), tolerance=1)
    ):
        raise WrongCode
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(id=user.id)
        if is_enrolled(user):
            raise WrongCode
        device = TOTPDevice.objects.create(
            user=user, name=PROGRAM, key=key, last_t=clock.t(), drift=clock.drift
        )
        codes = recovery_codes_renew(user=user)
    return device, codes


@sensitive_variables()
def two_factor_check(*, user: User, code: str) -> Device:
    """Return the device of ``user`` that ``code`` belongs to. A code works once.

    The caller counts the address. Failures delay further attempts at the device, wherever they come
    from: one second, two, four and so on up to 4096. Raises WrongCode, TooManyFailures.
    """
    code = code_normalize(code)
    kind: Any = TOTPDevice if code.isdecimal() else StaticDevice
    device = kind.objects.filter(user=user, confirmed=True).first()
    if device is None:
        raise WrongCode
    free, why = device.verify_is_allowed()
    if not free:
        wait: timedelta = why["locked_until"] - timezone.now()
        raise TooManyFailures(max(1, round(wait.total_seconds())))
    if verify_token(user, device.persistent_id, code) is None:
        many = kind.objects.filter(pk=device.pk, throttling_failure_count__gt=COUNTED)
        many.update(throttling_failure_count=COUNTED)
        raise WrongCode
    return device


@transaction.atomic
def recovery_codes_renew(*, user: User) -> list[str]:
    """Return new recovery codes, each of which works once. The old ones stop working."""
    StaticDevice.objects.filter(user=user).delete()
    paper = StaticDevice.objects.create(user=user, name=PAPER)
    codes = [StaticToken.random_token() for _ in range(RECOVERY_CODES)]
    StaticToken.objects.bulk_create(StaticToken(device=paper, token=code) for code in codes)
    return codes


@transaction.atomic
def two_factor_reset(*, user: User) -> bool:
    """Remove the second factor of ``user``. True if there was one.

    No session of the user is trusted any longer, and the next log-in sets up a new one.
    """
    StaticDevice.objects.filter(user=user).delete()
    kinds = (TOTPDevice, Passkey)
    return sum(kind.objects.filter(user=user).delete()[0] for kind in kinds) > 0


def code_normalize(text: str) -> str:
    """Return a typed code in the form that apps and lists show."""
    return re.sub(r"[\s-]", "", text.lower()) if text.isascii() else ""
