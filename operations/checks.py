"""System checks of the settings: `manage.py check`, also run by workers when they start."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.utils.module_loading import import_string

from notifications.outbound.push import vapid_of

FILES = "django.core.mail.backends.filebased.EmailBackend"
NOT_SENDING = (FILES, "django.core.mail.backends.console.EmailBackend")
CONTACT = re.compile(r"mailto:.+@.+|https://.+")
STYLES = "admin/css/base.css"
"""A file that the admin needs."""


@register()
def mail_check(app_configs: Any, **options: Any) -> Iterable[CheckMessage]:
    """Report mail settings that would make every e-mail fail."""
    backend = settings.EMAIL_BACKEND
    try:
        import_string(backend)
    except ImportError as error:
        hint = "Install it, or correct EMAIL_BACKEND."
        return [Error(f"{backend} cannot be imported: {error}", hint=hint, id="operations.E001")]
    if backend == FILES and not is_writable(Path(settings.EMAIL_FILE_PATH)):
        text = f"E-mails cannot be written to {settings.EMAIL_FILE_PATH}."
        return [Error(text, hint="Correct EMAIL_URL.", id="operations.E002")]
    return []


@register()
def push_check(app_configs: Any, **options: Any) -> Iterable[CheckMessage]:
    """Report settings with which no message to a device could be signed."""
    if not settings.VAPID_PRIVATE_KEY:
        return []
    try:
        vapid_of(settings.VAPID_PRIVATE_KEY)
    except ValueError as error:
        hint = "Set it to what the command vapid_key prints."
        return [Error(str(error), hint=hint, id="operations.E004")]
    if not CONTACT.match(settings.VAPID_CONTACT):
        hint = "Set it to mailto:ADDRESS or https://..., for the operators of push services."
        return [Error("VAPID_CONTACT is no contact.", hint=hint, id="operations.E005")]
    return []


def is_writable(folder: Path) -> bool:
    """True if the folder, or the one that it would be created in, can be written to."""
    there = next(one for one in (folder, *folder.parents) if one.exists())
    return there.is_dir() and os.access(there, os.W_OK | os.X_OK)


@register(Tags.security, deploy=True)
def no_mail_server_check(app_configs: Any, **options: Any) -> Iterable[CheckMessage]:
    """Warn if no e-mail leaves the machine."""
    if settings.EMAIL_BACKEND not in NOT_SENDING:
        return []
    text = "E-mails are not sent: users cannot verify addresses or reset passwords."
    return [Warning(text, hint="Set EMAIL_URL.", id="operations.W001")]


@register(Tags.staticfiles, deploy=True)
def static_files_check(app_configs: Any, **options: Any) -> Iterable[CheckMessage]:
    """Report that the static files were not collected, without which pages have no styles."""
    root = settings.STATIC_ROOT
    if root is None or (Path(root) / STYLES).exists():
        return []
    hint = "Run the command collectstatic --no-input."
    return [Error(f"There are no static files in {root}.", hint=hint, id="operations.E003")]
