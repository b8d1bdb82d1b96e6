"""Sends one e-mail with Django's mail backend: SMTP, one of django-anymail, or the console."""

from __future__ import annotations

import logging
from smtplib import SMTPException, SMTPRecipientsRefused

from django.core.mail import EmailMessage

from core.infrastructure import is_infrastructure_error
from core.metrics import EMAIL_FAILED, EMAIL_SENT
from notifications.outbound.outcome import Outcome, truncate

logger = logging.getLogger(__name__)

PERMANENT = 500
"""SMTP codes from here on mean that the same e-mail will be refused again."""


def post(message: EmailMessage) -> Outcome:
    """Send an e-mail, count it, and return the outcome. Backends fail in many ways, and none ends
    the relay. Raises what the machine refuses, for example where e-mails are stored in files.
    """
    outcome = send(message)
    if not outcome.final:
        (EMAIL_SENT if outcome.sent else EMAIL_FAILED).inc()
    return outcome


def send(message: EmailMessage) -> Outcome:
    """Send an e-mail and return the outcome."""
    try:
        sent = message.send()
    except SMTPRecipientsRefused as error:
        codes = [code for code, _ in error.recipients.values()]
        refused = bool(codes) and min(codes) >= PERMANENT
        return Outcome(False, truncate(f"Refused: {codes}"), final=refused)
    except SMTPException as error:
        return Outcome(False, truncate(f"Not sent: {type(error).__name__}"))
    except Exception as error:
        if is_infrastructure_error(error):
            raise
        logger.exception("An e-mail was not sent")
        return Outcome(False, truncate(f"Not sent: {type(error).__name__}: {error}"))
    return Outcome(True) if sent else Outcome(False, "The backend took no mail.")
