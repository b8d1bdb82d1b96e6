"""The table of a match as a picture, drawn from what its viewer may know."""

from __future__ import annotations

from uuid import UUID

from accounts.models import User
from games.history.errors import PictureNotFound
from games.history.positions import Moment, past_seen
from games.models import Game
from games.play.documents import started
from games.play.errors import GameNotStarted
from games.play.selectors import Glance, table_seen, whole_for
from games.rules import Table


def picture_for(*, user: User, game_id: UUID, language: str = "en") -> tuple[Glance, str]:
    """The table as ``user`` may see it, as an SVG.

    Raises GameNotFound, GameNotStarted, PictureNotFound, RulesUnavailable.
    """
    game, seats, viewer = whole_for(user=user, game_id=game_id, language=language)
    if not started(game):
        raise GameNotStarted
    table = table_seen(game=game, seats=seats, viewer=viewer)
    picture = picture_of(game=game, moment=None, table=table, eyes=viewer.eyes)
    return Glance(game, viewer), found(picture)


def picture_then(
    *, user: User, game_id: UUID, number: int, seat: int | None = None, language: str = "en"
) -> tuple[Glance, str]:
    """The table after move ``number``, as ``history_for`` shows it. Raises what that does, and
    PictureNotFound.
    """
    past = past_seen(user=user, game_id=game_id, number=number, seat=seat, language=language)
    moment, game = past.moment, past.moment.game
    picture = picture_of(game=game, moment=moment, table=past.table, eyes=past.eyes)
    return Glance(game, past.viewer), found(picture)


def picture_of(*, game: Game, moment: Moment | None, table: Table, eyes: int | None) -> str | None:
    """The table as ``eyes`` (None: a spectator) see it, or saw it at that moment. None: the game
    has no picture.
    """
    if moment is None:
        return table.picture(eyes, to_act=game.to_act, result=game.result)
    question = table.question
    if question is None:
        return table.picture(eyes, to_act=None, result=game.result)
    return table.picture(eyes, to_act=question.seat, result=None)


def found(picture: str | None) -> str:
    """The picture. Raises PictureNotFound: the game has none."""
    if picture is None:
        raise PictureNotFound
    return picture
