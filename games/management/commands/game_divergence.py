"""`manage.py game_divergence ID`: where a game leaves its record, and what can be done about it.

What it prints holds secrets of the players.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management import BaseCommand, CommandError, CommandParser

from core.errors import ApiError
from games.play.due_games import quarantine_end
from games.play.verification import verification_input_read
from games.rules import ReplayFailed
from games.rules.verifying import verification_export
from games.staff.divergence import Difference, difference_of, state_rebuild


class Command(BaseCommand):
    help = "Play a game again, show the first difference, and mend it. Prints SECRETS."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", type=UUID, metavar="ID")
        parser.add_argument(
            "--rebuild", action="store_true", help="Make the stored state anew from the moves."
        )
        parser.add_argument(
            "--release", action="store_true", help="End the quarantine, if all is well then."
        )
        parser.add_argument(
            "--export", type=Path, metavar="FILE", help="Write its record, as one of the fixtures."
        )

    def handle(self, *args: Any, game: UUID, **options: Any) -> None:
        try:
            found = difference_of(game_id=game)
            self.show(found)
            if options["export"]:
                options["export"].write_bytes(record_text(game) + b"\n")
            if options["rebuild"] and not found.same:
                state_rebuild(game_id=game)
                found = difference_of(game_id=game)
                self.show(found)
        except ApiError as error:
            raise CommandError(str(error.title)) from error
        except ReplayFailed as failure:
            raise CommandError(f"Its moves do not lead there any more: {failure}") from failure
        if not found.same:
            raise CommandError("The game is not what comes of its record.")
        if options["release"]:
            released = quarantine_end(game_id=game)
            self.stdout.write("released" if released else "it was not in quarantine")

    def show(self, found: Difference) -> None:
        self.stdout.write(f"{found.finding.version}: {found.finding}")
        if (move := found.move) is not None:
            who = "the set-up" if move.seat is None else f"seat {move.seat}: {move.choice}"
            self.stdout.write(f"move {move.number}, {who} ({move.created_at:%Y-%m-%d %H:%M:%S})")
        if found.seq is not None:
            self.stdout.write(f"event {found.seq} was told as  {found.was}")
            self.stdout.write(f"event {found.seq} comes out as {found.now}")


def record_text(game_id: UUID) -> bytes:
    record = verification_input_read(game_id)
    if record is None:
        raise CommandError("The game is gone.")
    return verification_export(record)
