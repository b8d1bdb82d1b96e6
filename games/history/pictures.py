"""Pictures of the table, drawn from what the viewer may know."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID

from accounts.models import User
from games.history.errors import PictureNotFound
from games.history.positions import Moment, past_of
from games.models import Game, Move, Seat
from games.play.documents import Viewer, event_documents, is_started, is_to_act
from games.play.errors import GameNotFound, GameNotStarted
from games.play.queries import WholeGame, read_for_picture
from games.play.selectors import GameHeader, live_game_for, whole_for
from games.rules.errors import GameOver, NotYourDecision
from games.rules.live_game import PORTRAIT, LiveGame

Events = Sequence[dict[str, Any]]


def picture_for(
    *,
    user: User | None,
    game_id: UUID,
    language: str = "en",
    layout: str = PORTRAIT,
    preview: str | None = None,
) -> tuple[GameHeader, str]:
    """Return the table as ``user`` may see it, as SVG. The player to act can choose their options
    in it; ``preview`` is one of their choices, which is drawn in.

    Raises GameNotFound, GameNotStarted, PictureNotFound, RulesUnavailable; for a ``preview`` also
    GameOver, NotYourDecision, IllegalChoice.
    """
    whole, viewer = whole_for(user=user, game_id=game_id, language=language, read=read_for_picture)
    return drawn(whole, viewer, layout=layout, interactive=True, preview=preview)


def spectators_picture(
    *, game_id: UUID, language: str = "en", layout: str = PORTRAIT
) -> tuple[GameHeader, str]:
    """Return the table of any game, also a private one, as spectators see it. The caller checks
    that the reader may see the game.

    Raises GameNotFound, GameNotStarted, PictureNotFound, RulesUnavailable.
    """
    whole = read_for_picture(game_id)
    if whole is None:
        raise GameNotFound
    return drawn(whole, Viewer(language=language), layout=layout)


def drawn(
    whole: WholeGame,
    viewer: Viewer,
    *,
    layout: str,
    interactive: bool = False,
    preview: str | None = None,
) -> tuple[GameHeader, str]:
    """Return the table of a game for a viewer. Raises as ``picture_for`` does."""
    game = whole.game
    if not is_started(game):
        raise GameNotStarted
    if preview is not None:
        check_to_act(game, viewer)
    live_game = live_game_for(game=game, seats=whole.seats, viewer=viewer)
    picture = current_picture(
        whole,
        viewer,
        live_game,
        layout=layout,
        interactive=interactive and is_to_act(game, viewer),
        preview=preview,
    )
    return GameHeader(game, viewer), picture_or_refuse(picture)


def check_to_act(game: Game, viewer: Viewer) -> None:
    """Check that the open decision is the viewer's own. Raises GameOver, NotYourDecision."""
    if game.to_act is None:
        raise GameOver
    if not is_to_act(game, viewer):
        raise NotYourDecision(game.to_act)


def past_picture_for(
    *,
    user: User | None,
    game_id: UUID,
    number: int,
    seat: int | None = None,
    language: str = "en",
    layout: str = PORTRAIT,
) -> tuple[GameHeader, str]:
    """Return the table after move ``number``, as ``history_for`` shows it. Raises the same, and
    PictureNotFound.
    """
    past = past_of(user=user, game_id=game_id, number=number, seat=seat, language=language)
    moment, game = past.moment, past.moment.game
    picture = picture_of(
        game=game,
        moment=moment,
        live_game=past.live_game,
        sees_as=past.sees_as,
        events=move_events(game, past.seats, moment.move, past.text_as),
        layout=layout,
    )
    return GameHeader(game, past.viewer), picture_or_refuse(picture)


def current_picture(
    whole: WholeGame,
    viewer: Viewer,
    live_game: LiveGame,
    *,
    layout: str = PORTRAIT,
    interactive: bool = False,
    preview: str | None = None,
) -> str | None:
    """Return the table of a started game as it is, with its last move, or None if the ruleset has
    no picture.

    Raises GameOver, NotYourDecision, IllegalChoice for a ``preview``.
    """
    return picture_of(
        game=whole.game,
        moment=None,
        live_game=live_game,
        sees_as=viewer.sees_as,
        events=move_events(whole.game, whole.seats, whole.last_move, viewer),
        layout=layout,
        interactive=interactive,
        preview=preview,
    )


def move_events(game: Game, seats: Iterable[Seat], move: Move | None, viewer: Viewer) -> Events:
    """Return the events of the move that led to a table, as the viewer may know them."""
    moves = () if move is None else (move,)
    return event_documents(game=game, seats=seats, moves=moves, viewer=viewer)


def picture_of(
    *,
    game: Game,
    moment: Moment | None,
    live_game: LiveGame,
    sees_as: int | None,
    events: Events,
    layout: str = PORTRAIT,
    interactive: bool = False,
    preview: str | None = None,
) -> str | None:
    """Return the table with the knowledge of a seat (None: a spectator), or None if the ruleset has
    no picture.
    """
    to_act, result = game.to_act, game.result
    if moment is not None:
        question = live_game.question
        to_act = question.seat if question else None
        result = None if question else game.result
    return live_game.picture(
        sees_as,
        to_act=to_act,
        result=result,
        events=events,
        layout=layout,
        interactive=interactive,
        preview=preview,
    )


def picture_or_refuse(picture: str | None) -> str:
    """Return the picture. Raises PictureNotFound if the ruleset has none."""
    if picture is None:
        raise PictureNotFound
    return picture
