"""`manage.py rules_versions`: list the available versions of the rules and the games of each."""

from __future__ import annotations

from typing import Any

from django.core.management import BaseCommand, CommandError

from games.play.verification import VersionUse, versions_used

LINE = "{:<24}{:<10}{:>9}{:>9}  {}"


class Command(BaseCommand):
    help = (
        "Count the games that need each version of the rules. "
        "Exit status 1 if the rules of a running game are missing."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        uses = versions_used()
        self.stdout.write(LINE.format("version", "available", "running", "over", "").rstrip())
        for use in uses:
            available = "yes" if use.carried else "no"
            line = LINE.format(use.version, available, use.running, use.over, verdict(use))
            self.stdout.write(line.rstrip())
        if stranded := sum(use.running for use in uses if not use.carried):
            raise CommandError(f"The rules of {stranded} running games are missing.")


def verdict(use: VersionUse) -> str:
    """Return a comment on a version for the operator."""
    if use.newest:
        return "used for new games"
    if use.running:
        return "needed" if use.carried else "NEEDED, but missing"
    if use.over:
        return "needed to show and verify finished games"
    return "not needed"
