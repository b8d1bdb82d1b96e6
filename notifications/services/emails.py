"""E-mails of notifications: plain text, stable ids, and an unsubscribe link without a log-in."""

from __future__ import annotations

import logging
from functools import partial
from urllib.parse import urlsplit
from uuid import UUID

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage
from django.utils.translation import gettext as _
from django.utils.translation import override

from core.public_urls import public_url
from notifications.kinds import EmailDetails, Kind, Reader, email_details, kind_by_name
from notifications.models import Delivery
from notifications.outbound import mail
from notifications.outbound.outcome import SendJob

logger = logging.getLogger(__name__)

SALT = "notifications.unsubscribe"
DIGEST = "digest"


def email_job(*, delivery: Delivery, reader: Reader, subject: str, text: str) -> SendJob:
    """Return an e-mail to send. Its Message-ID is the same for each attempt."""
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
            "References": f"<{entry.subject}@{mail_host()}>",  # one thread for each game
            "Auto-Submitted": "auto-generated",
            "List-Unsubscribe": f"<{url}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        },
    )
    return partial(mail.post, message)


def email_text(*, delivery: Delivery, reader: Reader) -> tuple[str, str]:
    """Return the subject and the text of an e-mail about one entry."""
    entry = delivery.entry
    kind = kind_by_name(entry.kind)
    details = details_of(delivery, kind, reader)
    subject = kind.subject_for(details.data, reader)
    paragraphs = [
        kind.text_for(details.data, reader),
        *details.paragraphs,
        kind.link(entry.subject, entry.data),
    ]
    text = "\n\n".join(paragraph for paragraph in paragraphs if paragraph)
    return f"{subject} \N{EN DASH} {details.title}" if details.title else subject, text


def details_of(delivery: Delivery, kind: Kind, reader: Reader) -> EmailDetails:
    """Return the details of an e-mail; none if they cannot be made, so that the e-mail is sent."""
    entry = delivery.entry
    try:
        return email_details(
            kind, subject=entry.subject, user_id=delivery.user_id, data=entry.data, reader=reader
        )
    except Exception:
        logger.exception("%s is sent without details", delivery)
        return EmailDetails(entry.data)


def mail_host() -> str:
    return urlsplit(settings.PUBLIC_URL).hostname or "localhost"


# --- the way out ---------------------------------------------------------------------------------


def unsubscribe_url(*, user_id: UUID, kind: Kind) -> str:
    """Return a URL that ends e-mail of this kind for this user, and does nothing else."""
    token = signing.dumps([str(user_id), kind.name], salt=SALT)
    return public_url("unsubscribe", token)


def unsubscribe_read(token: str) -> tuple[UUID, str] | None:
    """Return the user and the kind of a token, or None if it is not valid."""
    try:
        user_id, kind = signing.loads(token, salt=SALT)
        return UUID(user_id), str(kind)
    except (signing.BadSignature, ValueError, TypeError):
        return None
