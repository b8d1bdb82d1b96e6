"""`manage.py end_access`: ends what a restored backup has brought back."""

from __future__ import annotations

from typing import Any

from django.core.management import BaseCommand, CommandParser

from operations.access import access_end


class Command(BaseCommand):
    help = (
        "End all tokens, authorizations of applications, sessions in browsers and addresses of "
        "calendars. Run it after restoring a backup: those that were ended after the backup would "
        "work again. All users have to log in again."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--keep-bots", action="store_true", help="Keep tokens of bot accounts.")
        parser.add_argument("--dry-run", action="store_true", help="Print the counts only.")

    def handle(self, *args: Any, keep_bots: bool, dry_run: bool, **options: Any) -> None:
        for name, count in access_end(keep_bots=keep_bots, dry_run=dry_run).items():
            self.stdout.write(f"{count:>8}  {name} {'would end' if dry_run else 'ended'}")
