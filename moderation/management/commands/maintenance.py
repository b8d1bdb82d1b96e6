"""`manage.py maintenance`: announce, begin and end maintenance."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.utils import timezone

from core.errors import ApiError
from core.languages import languages
from games.maintenance.services import (
    maintenance_announce,
    maintenance_begin,
    maintenance_end,
)
from moderation.models import Action
from moderation.services.audit import audit


class Command(BaseCommand):
    help = "Announce maintenance, begin it (all games are paused, changes are refused), or end it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("step", choices=["announce", "on", "off"])
        moment = "a time of day (the next one) or 2026-12-01T21:00, in UTC"
        parser.add_argument("--from", dest="starts_at", type=time_of, help=f"The start: {moment}.")
        parser.add_argument("--until", dest="ends_at", type=time_of, help=f"The end: {moment}.")
        for code in languages():
            option = "--text" if code == languages()[0] else f"--text-{code}"
            words = f"What users read about it ({code})."
            parser.add_argument(option, dest=f"text_{code}", default="", help=words)
        parser.add_argument("--reason", default="Maintenance.", help="For the audit log.")

    @transaction.atomic
    def handle(self, *args: Any, step: str, reason: str, **options: Any) -> None:
        given = {name: options[name] for name in ("starts_at", "ends_at") if options[name]}
        if texts := {code: text for code in languages() if (text := options[f"text_{code}"])}:
            given["texts"] = texts
        if (step == "announce") is not ("starts_at" in given) or (step == "off" and given):
            raise CommandError("announce needs --from; on has no --from; off has only --reason.")
        try:
            if step == "announce":
                maintenance_announce(**given)
            elif step == "on":
                maintenance_begin(by=None, reason=reason, **given)
            else:
                maintenance_end(by=None, reason=reason)
            audit(by=None, action=Action.MAINTENANCE, reason=reason, data={"step": step})
        except ApiError as refusal:
            raise CommandError(refusal.detail) from None
        self.stdout.write(f"Maintenance: {step}. Each process notices it within 5 seconds.")


def time_of(text: str) -> datetime:
    """Return a time of day, the next one, or a date with a time; UTC unless it has an offset.

    Raises ValueError.
    """
    now = timezone.now()
    if "T" in text:
        found = datetime.fromisoformat(text)
        return found if found.tzinfo else found.replace(tzinfo=UTC)
    found = datetime.combine(now.date(), time.fromisoformat(text), UTC)
    return found if found > now else found + timedelta(days=1)
