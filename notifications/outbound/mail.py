"""One mail, by whatever backend Django is set to: SMTP, one of django-anymail, the console."""

from __future__ import annotations

from smtplib import SMTPException, SMTPRecipientsRefused

from django.core.mail import EmailMessage

from notifications.outbound.outcome import Outcome, truncate

PERMANENT = 500
"""SMTP's codes from here on mean that the same mail will be refused again."""


def post(message: EmailMessage) -> Outcome:
    """Send and say how it went. Backends fail in many ways, and none of them ends the relay."""
    try:
        sent = message.send()
    except SMTPRecipientsRefused as error:
        codes = [code for code, _ in error.recipients.values()]
        refused = bool(codes) and min(codes) >= PERMANENT
        return Outcome(False, truncate(f"Refused: {codes}"), final=refused)
    except SMTPException as error:
        return Outcome(False, truncate(f"Not sent: {type(error).__name__}"))
    except Exception as error:
        return Outcome(False, truncate(f"Not sent: {type(error).__name__}: {error}"))
    return Outcome(True) if sent else Outcome(False, "The backend took no mail.")
