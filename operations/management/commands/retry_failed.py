"""`manage.py retry_failed --since TIME`: retry what failed because of the machine."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from django.core.management import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from accounts.services.exports import exports_retry, find_exports_given_up
from core.errors import ApiError
from games.analysis.queue import analyses_retry, find_analyses_given_up
from games.staff.divergence import find_quarantined_by_machine, quarantine_release
from notifications.services.fanout import find_outbox_given_up, outbox_retry


class Command(BaseCommand):
    help = (
        "Retry what failed because of the machine: games in quarantine and notifications without "
        "an error of their own, and all analyses and exports that were given up, since these "
        "store no error."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        add = parser.add_argument
        add("--since", required=True, metavar="TIME", help="When the trouble began; UTC.")
        add("--dry-run", action="store_true", help="Only count.")

    def handle(self, *args: Any, since: str, dry_run: bool, **options: Any) -> None:
        start = time_from(since)
        games = find_quarantined_by_machine(since=start)
        analyses = find_analyses_given_up(since=start)
        exports = find_exports_given_up(since=start)
        entries = find_outbox_given_up(since=start)
        counts = (
            ("games", len(games) if dry_run else sum(map(self.release, games))),
            ("analyses", analyses.count() if dry_run else analyses_retry(analyses)),
            ("exports", exports.count() if dry_run else exports_retry(exports)),
            ("notifications", entries.count() if dry_run else outbox_retry(entries=entries)),
        )
        for name, count in counts:
            self.stdout.write(f"{name}: {count}{' to retry' if dry_run else ' are retried'}")

    def release(self, game_id: UUID) -> bool:
        """End the quarantine of a game. False, with the reason, if its state is damaged."""
        try:
            quarantine_release(game_id=game_id)
        except ApiError as error:
            self.stderr.write(f"{game_id} stays in quarantine: {error.title}")
            return False
        return True


def time_from(text: str) -> datetime:
    """Return the time that ``text`` says. Raises CommandError."""
    try:
        at = parse_datetime(text)
    except ValueError:
        at = None
    if at is None:
        raise CommandError(f"{text} is no time. Write 2026-11-26T12:30.")
    return at if timezone.is_aware(at) else timezone.make_aware(at, timezone.get_default_timezone())
