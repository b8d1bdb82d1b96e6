"""`manage.py rules_versions`: which versions of the rules are carried, and how many games need
each.
"""

from __future__ import annotations

from typing import Any

from django.core.management import BaseCommand, CommandError

from games.play.verification import VersionUse, versions_used

LINE = "{:<24}{:<10}{:>9}{:>9}  {}"


class Command(BaseCommand):
    help = "Count the games that need each version of the rules. 1: one that runs has none."

    def handle(self, *args: Any, **options: Any) -> None:
        uses = versions_used()
        self.stdout.write(LINE.format("version", "carried", "running", "over", "").rstrip())
        for use in uses:
            carried = "yes" if use.carried else "no"
            said = verdict(use)
            line = LINE.format(use.version, carried, use.running, use.over, said)
            self.stdout.write(line.rstrip())
        if stranded := sum(use.running for use in uses if not use.carried):
            raise CommandError(f"{stranded} running games have no rules.")


def verdict(use: VersionUse) -> str:
    """What an operator may want to know of a version."""
    if use.newest:
        return "new games are played by it"
    if use.running:
        return "needed" if use.carried else "NEEDED, and not carried"
    if use.over:
        return "needed to show and check what is over"
    return "nobody needs it"
