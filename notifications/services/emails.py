"""What goes out by mail: plain text, stable names, and a way out that needs no log-in."""

from __future__ import annotations

from functools import partial
from urllib.parse import urlsplit
from uuid import UUID

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import override

from notifications.kinds import Kind, Reader, kind_by_name
from notifications.models import Delivery
from notifications.outbound import mail
from notifications.outbound.outcome import SendJob

SALT = "notifications.unsubscribe"
DIGEST = "digest"


def email_job(*, delivery: Delivery, reader: Reader, subject: str, text: str) -> SendJob:
    """A mail, ready to be sent. However often it is, its Message-ID stays the same."""
    entry = delivery.entry
    kind = kind_by_name(entry.kind)
    url = unsubscribe_url(user_id=delivery.user_id, kind=kind)
    with override(reader.language):
        foot = _("Unsubscribe from this kind of e-mail: %(url)s") % {"url": url}
    message = EmailMessage(
        subject=" ".join(subject.split()),
        body=f"{text}\n\n-- \n{foot}\n",
        from_email=settings.DEFAULT_FROM_EMAIL,
        to=[delivery.user.email],
        headers={
            "Message-ID": f"<{delivery.id}@{mail_host()}>",
            "References": f"<{entry.subject}@{mail_host()}>",  # one game, one thread
            "Auto-Submitted": "auto-generated",
            "List-Unsubscribe": f"<{url}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        },
    )
    return partial(mail.post, message)


def email_text(*, delivery: Delivery, reader: Reader) -> tuple[str, str]:
    """Subject and text of a mail about one thing."""
    entry = delivery.entry
    kind = kind_by_name(entry.kind)
    lines = [kind.text_for(entry.data, reader), kind.link(entry.subject, entry.data)]
    return kind.subject_for(entry.data, reader), "\n\n".join(line for line in lines if line)


def mail_host() -> str:
    return urlsplit(settings.PUBLIC_URL).hostname or "localhost"


# --- the way out ---------------------------------------------------------------------------------


def unsubscribe_url(*, user_id: UUID, kind: Kind) -> str:
    """An address that ends mail of this kind for this user, and does nothing else."""
    token = signing.dumps([str(user_id), kind.name], salt=SALT)
    return settings.PUBLIC_URL + reverse("unsubscribe", args=[token])


def unsubscribe_read(token: str) -> tuple[UUID, str] | None:
    """The user and the kind a token was made for; None: it is not one of ours."""
    try:
        user_id, kind = signing.loads(token, salt=SALT)
        return UUID(user_id), str(kind)
    except (signing.BadSignature, ValueError, TypeError):
        return None
