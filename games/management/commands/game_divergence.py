"""`manage.py game_divergence ID`: show where a game diverges from its moves, and repair it.

The output contains secrets of the players.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management import BaseCommand, CommandError, CommandParser

from core.errors import ApiError
from games.play.due_games import quarantine_end
from games.play.verification import verification_input_read
from games.rules.live_game import ReplayFailed
from games.rules.verifying import verification_export
from games.staff.divergence import Difference, difference_of, state_rebuild


class Command(BaseCommand):
    help = "Replay a game, show the first difference, and optionally repair it. Prints SECRETS."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", type=UUID, metavar="ID")
        parser.add_argument(
            "--rebuild", action="store_true", help="Rebuild the stored state from the moves."
        )
        parser.add_argument(
            "--release", action="store_true", help="End the quarantine if there is no difference."
        )
        parser.add_argument(
            "--export", type=Path, metavar="FILE", help="Export the record as a test fixture."
        )

    def handle(self, *args: Any, game: UUID, **options: Any) -> None:
        try:
            difference = difference_of(game_id=game)
            self.show(difference)
            if options["export"]:
                options["export"].write_bytes(record_text(game) + b"\n")
            if options["rebuild"] and not difference.same:
                state_rebuild(game_id=game)
                difference = difference_of(game_id=game)
                self.show(difference)
        except ApiError as error:
            raise CommandError(str(error.title)) from error
        except ReplayFailed as failure:
            raise CommandError(f"The replay fails: {failure}") from failure
        if not difference.same:
            raise CommandError("The game differs from its moves.")
        if options["release"]:
            released = quarantine_end(game_id=game)
            self.stdout.write("released" if released else "the game was not in quarantine")

    def show(self, difference: Difference) -> None:
        self.stdout.write(f"{difference.finding.version}: {difference.finding}")
        if (move := difference.move) is not None:
            who = "setup" if move.seat is None else f"seat {move.seat}: {move.choice}"
            self.stdout.write(f"move {move.number}, {who} ({move.created_at:%Y-%m-%d %H:%M:%S})")
        if difference.seq is not None:
            self.stdout.write(f"event {difference.seq} stored:   {difference.was}")
            self.stdout.write(f"event {difference.seq} replayed: {difference.now}")


def record_text(game_id: UUID) -> bytes:
    """Return what is needed to replay a game. Raises CommandError if it is gone."""
    record = verification_input_read(game_id)
    if record is None:
        raise CommandError("The game no longer exists.")
    return verification_export(record)
