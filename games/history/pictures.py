"""Pictures of the table, drawn from what the viewer may know."""

from __future__ import annotations

from uuid import UUID

from accounts.models import User
from games.history.errors import PictureNotFound
from games.history.positions import Moment, past_of
from games.models import Game, Seat
from games.play.documents import Viewer, is_started
from games.play.errors import GameNotFound, GameNotStarted
from games.play.queries import read_whole
from games.play.selectors import GameHeader, live_game_for, whole_for
from games.rules import LiveGame


def picture_for(
    *, user: User | None, game_id: UUID, language: str = "en"
) -> tuple[GameHeader, str]:
    """Return the table as ``user`` may see it, as SVG.

    Raises GameNotFound, GameNotStarted, PictureNotFound, RulesUnavailable.
    """
    return drawn(*whole_for(user=user, game_id=game_id, language=language))


def spectators_picture(*, game_id: UUID, language: str = "en") -> tuple[GameHeader, str]:
    """Return the table of any game, also a private one, as spectators see it. The caller checks
    that the reader may see the game.

    Raises GameNotFound, GameNotStarted, PictureNotFound, RulesUnavailable.
    """
    whole = read_whole(game_id)
    if whole is None:
        raise GameNotFound
    return drawn(whole.game, whole.seats, Viewer(language=language))


def drawn(game: Game, seats: list[Seat], viewer: Viewer) -> tuple[GameHeader, str]:
    """Return the table of a game for a viewer. Raises GameNotStarted, PictureNotFound,
    RulesUnavailable.
    """
    if not is_started(game):
        raise GameNotStarted
    live_game = live_game_for(game=game, seats=seats, viewer=viewer)
    picture = picture_of(game=game, moment=None, live_game=live_game, sees_as=viewer.sees_as)
    return GameHeader(game, viewer), picture_or_refuse(picture)


def past_picture_for(
    *, user: User | None, game_id: UUID, number: int, seat: int | None = None, language: str = "en"
) -> tuple[GameHeader, str]:
    """Return the table after move ``number``, as ``history_for`` shows it. Raises the same, and
    PictureNotFound.
    """
    past = past_of(user=user, game_id=game_id, number=number, seat=seat, language=language)
    moment, game = past.moment, past.moment.game
    picture = picture_of(game=game, moment=moment, live_game=past.live_game, sees_as=past.sees_as)
    return GameHeader(game, past.viewer), picture_or_refuse(picture)


def picture_of(
    *, game: Game, moment: Moment | None, live_game: LiveGame, sees_as: int | None
) -> str | None:
    """Return the table with the knowledge of a seat (None: a spectator), or None if the ruleset has
    no picture.
    """
    if moment is None:
        return live_game.picture(sees_as, to_act=game.to_act, result=game.result)
    question = live_game.question
    if question is None:
        return live_game.picture(sees_as, to_act=None, result=game.result)
    return live_game.picture(sees_as, to_act=question.seat, result=None)


def picture_or_refuse(picture: str | None) -> str:
    """Return the picture. Raises PictureNotFound if the ruleset has none."""
    if picture is None:
        raise PictureNotFound
    return picture
