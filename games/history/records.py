"""The records of many finished games: pages for clients, and the dump of all public games."""

from __future__ import annotations

import fcntl
import glob
import gzip
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import NamedTuple
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from core.errors import Invalid
from games.history.reveal import finished_game, nameless, record_of
from games.models import Game, Status, Visibility
from games.play.errors import GameNotFinished, GameNotFound
from games.play.lists import SORTS, games_of
from games.play.verification import games_in_order
from games.rules.errors import RulesUnavailable

PUBLIC = Q(visibility=Visibility.PUBLIC, status=Status.FINISHED)


class RecordsPage(NamedTuple):
    """Some records, and the game after which the next page begins; None on the last page."""

    records: list[bytes]
    last: UUID | None


def records_of(
    *,
    user: User,
    own: bool,
    limit: int,
    cursor: UUID | None = None,
    since: datetime | None = None,
    ruleset: str = "",
) -> RecordsPage:
    """Return the records of finished games, newest first: the user's ``own``, or the public ones.

    ``cursor`` is the last game of the page before, ``since`` the earliest end of a game. Games
    whose rules this service no longer has are left out. Raises Invalid for an unknown ``cursor``.
    """
    if own:
        games = games_of(user=user, status=Status.FINISHED, ruleset=ruleset)
    else:
        games = Game.objects.filter(PUBLIC).order_by(*SORTS["newest"])
        games = games.filter(ruleset=ruleset) if ruleset else games
    if since is not None:
        games = games.filter(finished_at__gte=since)
    if cursor is not None:
        games = games_before(games, cursor)
    ids = list(games.values_list("id", flat=True)[: limit + 1])
    records = [data for one in ids[:limit] if (data := record_for(user, one)) is not None]
    return RecordsPage(records, ids[limit - 1] if len(ids) > limit else None)


def games_before(games: QuerySet[Game], before: UUID) -> QuerySet[Game]:
    """Return the part of a list, newest first, that follows a game. Raises Invalid."""
    created_at = games.filter(id=before).values_list("created_at", flat=True).first()
    if created_at is None:
        raise Invalid.field(
            "/cursor",
            "unknown",
            _("This game is not in the list: take the cursor from the header `Link`."),
        )
    return games.filter(Q(created_at__lt=created_at) | Q(created_at=created_at, id__lt=before))


def record_for(user: User, game_id: UUID) -> bytes | None:
    """Return the record of a game, or None if there is none for this user."""
    try:
        return record_of(*finished_game(user=user, game_id=game_id))
    except (GameNotFound, GameNotFinished, RulesUnavailable):
        return None


# --- the dump ----------------------------------------------------------------------------------


def dump_lines() -> Iterator[bytes]:
    """Yield the records of all finished public games, without the names and ids of users."""
    for batch in games_in_order(PUBLIC):
        games = Game.objects.filter(PUBLIC, id__in=batch).select_related("state").order_by("id")
        for game in games:
            seats = list(game.seats.order_by("number"))
            try:
                yield record_of(game, [nameless(seat) for seat in seats])
            except RulesUnavailable:
                continue


def dump_write(path: Path, progress: Callable[[int], object]) -> int:
    """Write all finished public games to a file of compressed lines. Returns their number.

    The file is replaced when all is written, so that a reader never sees a part. ``progress`` gets
    the number of games so far. Raises OSError.
    """
    count, prefix = 0, f".{path.name}."
    leftovers_delete(path.parent.glob(f"{glob.escape(prefix)}*"))
    with NamedTemporaryFile(dir=path.parent, prefix=prefix, delete=False) as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        try:
            with gzip.GzipFile(filename="", fileobj=file, mode="wb", mtime=0) as lines:
                for line in dump_lines():
                    lines.write(line + b"\n")
                    count += 1
                    progress(count)
            file.flush()
            os.fsync(file.fileno())
        except BaseException:
            os.unlink(file.name)
            raise
        os.chmod(file.name, 0o644)
        os.replace(file.name, path)
    return count


def leftovers_delete(files: Iterable[Path]) -> None:
    """Delete files that killed processes have left. The lock of a living one ends with it."""
    for path in files:
        with suppress(FileNotFoundError, BlockingIOError), path.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            path.unlink()
