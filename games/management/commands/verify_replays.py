"""`manage.py verify_replays`: whether the rules of today lead every game to where it is.

The gate before a deploy: docs/operations.md, docs/how-to-change-the-rules.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.management import BaseCommand, CommandError, CommandParser
from django.db.models import Q

from games.play.due_games import game_divergence_quarantine
from games.play.verification import NOWHERE, RUNNING, findings, games_in_order, last_finished
from games.rules.verifying import Finding, Outcome, export_verify, versions_carried

FIXTURES = settings.BASE_DIR / "tests/engine"
"""Below it each game keeps its records."""
ALL = -1
LINE = "{:<40}{:<24}{}"
SUMMARY = "{:<28}{:>9}{:>9}{:>10}{:>8}{:>10}"


class Command(BaseCommand):
    help = "Play games again from their records, and compare. 1: one does not come out the same."

    def add_arguments(self, parser: CommandParser) -> None:
        add = parser.add_argument
        add("--all-running", action="store_true", help="Every game that runs.")
        add("--finished", type=int, nargs="?", const=ALL, metavar="N", help="The last N; or all.")
        add("--game", type=UUID, action="append", default=[], metavar="ID", help="This game.")
        add(
            "--fixtures", type=Path, nargs="?", const=FIXTURES, metavar="FOLDER",
            help="Records that were exported; those of the tests, if no folder is named.",
        )  # fmt: skip
        add("--candidate", metavar="VERSION", help="By these rules, too.")
        add("--after", type=UUID, default=NOWHERE, metavar="ID", help="Go on behind this game.")
        add("--quarantine", action="store_true", help="Suspend running games that diverge.")

    def handle(self, *args: Any, candidate: str | None, **options: Any) -> None:
        known = {version for versions in versions_carried().values() for version in versions}
        if candidate and candidate not in known:
            raise CommandError(f"{candidate} is not carried; there are {', '.join(sorted(known))}.")
        self.tally, self.began, self.loud = Tally(), monotonic(), options["verbosity"] > 1
        self.quarantine, self.candidate = options["quarantine"], candidate
        chosen = chosen_by(options)
        if chosen is None and options["fixtures"] is None:
            raise CommandError("Name games: --all-running, --finished, --game or --fixtures.")
        if options["fixtures"] is not None:
            self.fixtures(options["fixtures"])
        if chosen is not None:
            self.games(chosen, options["after"])
        self.summary()

    def fixtures(self, folder: Path) -> None:
        paths = sorted(folder.rglob("*.json"))
        if not paths:
            raise CommandError(f"There are no records in {folder}.")
        for path in paths:
            data = path.read_bytes().strip()
            self.count(path.stem, [export_verify(data)])
            if self.candidate:
                self.count(path.stem, [export_verify(data, version=self.candidate)])

    def games(self, chosen: Q, after: UUID) -> None:
        """Batch after batch; each game is read at one instant and let go again."""
        last = after
        try:
            for batch in games_in_order(chosen, after=after):
                for game_id in batch:
                    self.game(game_id)
                    last = game_id
                self.progress(last)
        except KeyboardInterrupt:
            self.progress(last)
            self.summary()
            raise CommandError("Broken off.", returncode=130) from None

    def game(self, game_id: UUID) -> None:
        found = findings(game_id, candidate=self.candidate)
        self.count(str(game_id), found)
        if self.quarantine and found and found[0].outcome != Outcome.SAME:
            game_divergence_quarantine(game_id=game_id, reason=f"verify_replays: {found[0]}")

    def count(self, name: str, found: list[Finding]) -> None:
        for finding in found:
            self.tally.add(finding)
            if self.loud or finding.outcome != Outcome.SAME:
                self.stdout.write(LINE.format(name, finding.version, finding))

    def progress(self, last: UUID) -> None:
        seconds = max(monotonic() - self.began, 0.001)
        played, wrong = self.tally.played, self.tally.wrong
        self.stderr.write(
            f"{played} played again, {wrong} not the same, {played / seconds:.0f} a second; "
            f"to go on from here: --after {last}"
        )

    def summary(self) -> None:
        for line in self.tally.lines():
            self.stdout.write(line)
        self.stdout.write(f"{monotonic() - self.began:.1f} seconds")
        if self.tally.wrong:
            raise CommandError(f"{self.tally.wrong} did not come out the same.")


class Tally:
    """What was found so far, by version."""

    def __init__(self) -> None:
        self.outcomes: Counter[tuple[str, Outcome]] = Counter()
        self.moves: Counter[str] = Counter()

    def add(self, finding: Finding) -> None:
        self.outcomes[finding.version, finding.outcome] += 1
        self.moves[finding.version] += finding.moves

    @property
    def played(self) -> int:
        return self.outcomes.total()

    @property
    def wrong(self) -> int:
        return sum(n for (_, outcome), n in self.outcomes.items() if outcome != Outcome.SAME)

    def lines(self) -> Iterator[str]:
        yield SUMMARY.format("rules", "matches", *Outcome, "moves")
        for version in sorted(self.moves):
            counts = [self.outcomes[version, outcome] for outcome in Outcome]
            yield SUMMARY.format(version, sum(counts), *counts, self.moves[version])


def chosen_by(options: dict[str, Any]) -> Q | None:
    """The games that the words of the command name; None: none."""
    chosen: list[Q] = []
    if options["all_running"]:
        chosen.append(RUNNING)
    if options["finished"] is not None:
        chosen.append(last_finished(None if options["finished"] == ALL else options["finished"]))
    if options["game"]:
        chosen.append(Q(id__in=options["game"]))
    if not chosen:
        return None
    union = chosen[0]
    for one in chosen[1:]:
        union |= one
    return union
