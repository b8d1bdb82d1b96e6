"""`manage.py verify_replays`: replay games with the current rules, and report differences.

Run it before a deploy: docs/operations/run.md, docs/how-to-change-the-rules.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.management import BaseCommand, CommandError, CommandParser
from django.db.models import Q

from core.parallel import mapping_over
from games.models import Game
from games.play.due_games import game_divergence_quarantine
from games.play.verification import (
    NOWHERE,
    RUNNING,
    finished_filter,
    games_in_order,
    short_findings,
)
from games.rules.verifying import Finding, Outcome, export_verify, versions_carried

FIXTURES = settings.BASE_DIR / "tests/engine"
"""The folder in which each ruleset has its exported records."""
ALL = -1
CHUNK = 5
"""Games that a process gets at a time."""
LINE = "{:<40}{:<24}{}"
SUMMARY = "{:<28}{:>9}{:>9}{:>10}{:>8}{:>10}"


class Command(BaseCommand):
    help = (
        "Replay games and compare each move with what is stored. Exit status 1 if a game differs."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        add = parser.add_argument
        add("--all-running", action="store_true", help="All running games.")
        add(
            "--finished",
            type=int,
            nargs="?",
            const=ALL,
            metavar="N",
            help="The last N finished games, or all.",
        )
        add("--game", type=UUID, action="append", default=[], metavar="ID", help="One game.")
        add(
            "--fixtures", type=Path, nargs="?", const=FIXTURES, metavar="FOLDER",
            help="Exported records; by default those of the tests.",
        )  # fmt: skip
        add("--candidate", metavar="VERSION", help="Also replay with these rules.")
        add("--after", type=UUID, default=NOWHERE, metavar="ID", help="Continue after this game.")
        add("--quarantine", action="store_true", help="Quarantine running games that diverge.")
        add("--processes", type=int, default=1, metavar="N", help="Replay N games at a time.")

    def handle(self, *args: Any, candidate: str | None, **options: Any) -> None:
        known = {version for versions in versions_carried().values() for version in versions}
        if candidate and candidate not in known:
            versions = ", ".join(sorted(known))
            raise CommandError(f"There is no version {candidate}. Available: {versions}.")
        self.tally, self.began, self.loud = Tally(), monotonic(), options["verbosity"] > 1
        self.quarantine, self.candidate = options["quarantine"], candidate
        if options["processes"] < 1:
            raise CommandError("--processes is 1 or more.")
        selected = selected_games(options)
        if selected is None and options["fixtures"] is None:
            raise CommandError("Select games: --all-running, --finished, --game or --fixtures.")
        if options["fixtures"] is not None:
            self.fixtures(options["fixtures"])
        if selected is not None:
            self.games(selected, options["after"], options["processes"])
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

    def games(self, selected: Q, after: UUID, processes: int) -> None:
        """Verify games in batches. Each game is read at one instant, without holding a lock."""
        last, done = after, 0
        total = Game.objects.filter(selected, id__gt=after).count()
        replay = partial(short_findings, candidate=self.candidate)
        try:
            with mapping_over(processes, chunk=CHUNK) as mapping:
                for batch in games_in_order(selected, after=after):
                    for game_id, replayed in zip(batch, mapping(replay, batch), strict=True):
                        self.game(game_id, replayed)
                        last = game_id
                    done += len(batch)
                    self.progress(last, done, total)
        except KeyboardInterrupt:
            self.progress(last, done, total)
            self.summary()
            raise CommandError("Interrupted.", returncode=130) from None
        except BrokenProcessPool:
            self.progress(last, done, total)
            self.summary()
            raise CommandError("A process ended unexpectedly.", returncode=2) from None

    def game(self, game_id: UUID, game_findings: list[Finding]) -> None:
        self.count(str(game_id), game_findings)
        if self.quarantine and game_findings and game_findings[0].outcome != Outcome.SAME:
            reason = f"verify_replays: {game_findings[0]}"
            game_divergence_quarantine(game_id=game_id, reason=reason)

    def count(self, name: str, game_findings: list[Finding]) -> None:
        for finding in game_findings:
            self.tally.add(finding)
            if self.loud or finding.outcome != Outcome.SAME:
                self.stdout.write(LINE.format(name, finding.version, finding))

    def progress(self, last: UUID, done: int, games: int) -> None:
        seconds = max(monotonic() - self.began, 0.001)
        total, different = self.tally.total, self.tally.different
        self.stderr.write(
            f"{total} replayed, {different} different, {total / seconds:.0f} per second, "
            f"{done / max(done, games, 1):.0%} of the games; to continue from here: --after {last}"
        )

    def summary(self) -> None:
        for line in self.tally.lines():
            self.stdout.write(line)
        self.stdout.write(f"{monotonic() - self.began:.1f} seconds")
        if self.tally.different:
            raise CommandError(f"{self.tally.different} replays differ.")


class Tally:
    """The findings so far, by version."""

    def __init__(self) -> None:
        self.outcomes: Counter[tuple[str, Outcome]] = Counter()
        self.moves: Counter[str] = Counter()

    def add(self, finding: Finding) -> None:
        self.outcomes[finding.version, finding.outcome] += 1
        self.moves[finding.version] += finding.moves

    @property
    def total(self) -> int:
        return self.outcomes.total()

    @property
    def different(self) -> int:
        return sum(n for (_, outcome), n in self.outcomes.items() if outcome != Outcome.SAME)

    def lines(self) -> Iterator[str]:
        yield SUMMARY.format("rules", "games", *Outcome, "moves")
        for version in sorted(self.moves):
            counts = [self.outcomes[version, outcome] for outcome in Outcome]
            yield SUMMARY.format(version, sum(counts), *counts, self.moves[version])


def selected_games(options: dict[str, Any]) -> Q | None:
    """Return the filter for the games that the options select, or None if they select none."""
    selected: list[Q] = []
    if options["all_running"]:
        selected.append(RUNNING)
    if options["finished"] is not None:
        selected.append(
            finished_filter(None if options["finished"] == ALL else options["finished"])
        )
    if options["game"]:
        selected.append(Q(id__in=options["game"]))
    if not selected:
        return None
    union = selected[0]
    for one in selected[1:]:
        union |= one
    return union
