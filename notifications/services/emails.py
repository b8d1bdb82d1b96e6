"""E-mails of notifications, as plain text and as HTML with pictures. They have stable ids, and a
link that unsubscribes without a log-in.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from email.mime.image import MIMEImage
from functools import partial
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.core import signing
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import override

from core.infrastructure import is_infrastructure_error
from core.public_urls import public_url
from notifications.email_content import EmailDecision, EmailDetails, EmailPicture
from notifications.kinds import Kind, NotReady, Reader, email_details, kind_by_name
from notifications.models import Delivery
from notifications.outbound import mail
from notifications.outbound.outcome import SendJob

logger = logging.getLogger(__name__)

SALT = "notifications.unsubscribe"
DIGEST = "digest"


@dataclass(frozen=True, slots=True)
class EmailContent:
    """What an e-mail says: as plain text, and as a template of HTML with its context."""

    subject: str
    text: str
    template: str
    context: dict[str, Any]
    pictures: tuple[EmailPicture, ...] = ()
    """The pictures of the HTML, which shows them by their ``cid``."""


class EmailWithPictures(EmailMultiAlternatives):
    """An e-mail as plain text and as HTML, to which the attachments belong."""

    mixed_subtype = "related"


def email_job(*, delivery: Delivery, reader: Reader, content: EmailContent) -> SendJob:
    """Return an e-mail to send. Its Message-ID is the same for each attempt."""
    entry = delivery.entry
    kind = kind_by_name(entry.kind)
    url = unsubscribe_url(user_id=delivery.user_id, kind=kind)
    subject = " ".join(content.subject.split())
    with override(reader.language):
        foot = _("Unsubscribe from this kind of e-mail: %(url)s") % {"url": url}
        page = {"subject": subject, "unsubscribe": url}
        markup = render_to_string(content.template, {**content.context, **page})
    message = EmailWithPictures(
        subject=subject,
        body=f"{content.text}\n\n-- \n{foot}\n",
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
    message.attach_alternative(markup, "text/html")
    for picture in dict.fromkeys(content.pictures):
        message.attach(picture_part(picture))
    return partial(mail.post, message)


def picture_part(picture: EmailPicture) -> MIMEImage:
    """Return a picture as an inline part of an e-mail."""
    part = MIMEImage(picture.png, "png")
    part.add_header("Content-ID", f"<{picture.cid}>")
    part.add_header("Content-Disposition", "inline", filename="table.png")
    return part


def email_content(*, delivery: Delivery, reader: Reader) -> EmailContent:
    """Return what an e-mail about one entry says."""
    entry = delivery.entry
    kind = kind_by_name(entry.kind)
    details = details_of(delivery, kind, reader)
    decision = details.decision
    subject = kind.subject_for(details.data, reader)
    text = kind.text_for(details.data, reader)
    link = kind.link(entry.subject, entry.data)
    heading, *items = details.recap or ("",)
    with override(reader.language):
        warning = links_warning() if decision else ""
    paragraphs = [
        text,
        "\n".join(details.facts),
        "\n".join([heading, *(f"* {item}" for item in items)]),
        *(decision_paragraphs(decision) if decision else ()),
        warning,
        link,
    ]
    return EmailContent(
        subject=f"{subject} \N{EN DASH} {details.title}" if details.title else subject,
        text="\n\n".join(filter(None, paragraphs)),
        template="notifications/email_entry.html",
        context={
            "text": text,
            "facts": details.facts,
            "recap_heading": heading,
            "recap": items,
            "decision": decision,
            "warning": warning,
            "link": link,
        },
        pictures=(decision.picture,) if decision and decision.picture else (),
    )


def decision_paragraphs(decision: EmailDecision) -> Iterable[str]:
    """Return an open decision as plain text: the question, the options, and the page with all."""
    yield decision.question
    yield "\n".join(f"* {option.label}\n  {option.url}" for option in decision.options)
    yield f"{decision.page.label}\n{decision.page.url}"


def links_warning() -> str:
    """Return what readers have to know about links that play, in the active language."""
    return _(
        "Nothing is played before you confirm it on the page that opens. These links are yours "
        "alone: anyone who has them can make this decision for you."
    )


def details_of(delivery: Delivery, kind: Kind, reader: Reader) -> EmailDetails:
    """Return the details of an e-mail; none if they cannot be made, so that the e-mail is sent.

    Raises NotReady if they can be made later, and what the machine refuses: the e-mail then waits.
    """
    entry = delivery.entry
    try:
        return email_details(
            kind, subject=entry.subject, user_id=delivery.user_id, data=entry.data, reader=reader
        )
    except (NotReady, SoftTimeLimitExceeded):
        raise
    except Exception as error:
        if is_infrastructure_error(error):
            raise
        logger.exception("%s is sent without details", delivery)
        return EmailDetails(entry.data)


def mail_host() -> str:
    """Return the host name for the ids of e-mails."""
    return urlsplit(settings.PUBLIC_URL).hostname or "localhost"


# --- unsubscribing -------------------------------------------------------------------------------


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
