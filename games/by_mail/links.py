"""Links in e-mails that lead to an open decision.

A link contains the user, the game and the decision, and is signed. Nothing is stored: numbers of
decisions never come back, so a link ends with its decision. It also ends when its player gives up
the seat, and does not work while their address is another one or they do not play by mail.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from urllib.parse import urlencode
from uuid import UUID

from django.core import signing
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.models import User
from accounts.selectors import is_user_banned, preferences_of
from core import database_clock
from core.public_urls import public_url
from games.history.pictures import current_picture
from games.models import Game
from games.play.documents import Viewer, is_to_act
from games.play.errors import GameFrozen, GameNotFound
from games.play.queries import WholeGame, read_for_picture
from games.play.selectors import live_game_for, whole_for
from games.play.timing import is_too_late
from games.rules.live_game import LiveGame

logger = logging.getLogger(__name__)

SALT = "games.by_mail.links"
SIGNER = signing.Signer(salt=SALT)


class LinkInvalid(Exception):
    """The link is incomplete, or was changed."""


class LinkClosed(Exception):
    """The decision was made, its time has run out, or the link was revoked."""


@dataclass(frozen=True, slots=True)
class DecisionLink:
    """What a link says: whose decision it is, and its ``link_mark``."""

    user_id: UUID
    game_id: UUID
    decision: int
    mark: str


@dataclass(frozen=True, slots=True)
class OpenDecision:
    """A decision that is open, and the player who has to make it."""

    user: User
    whole: WholeGame
    viewer: Viewer
    live_game: LiveGame

    @property
    def game(self) -> Game:
        return self.whole.game

    def picture(self, choice: str = "") -> str | None:
        """Return the table as the player sees it, with a ``choice`` drawn in; None if the ruleset
        has no picture.

        Also None if it cannot be drawn: e-mails and pages go out without it.
        """
        try:
            return current_picture(self.whole, self.viewer, self.live_game, preview=choice or None)
        except Exception:
            logger.exception("The table of %s cannot be drawn", self.game.id)
            return None


def decision_url(*, user: User, game: Game) -> str:
    """Return the address of the page for the open decision of ``user``."""
    content = [user.id.hex, game.id.hex, game.decision_id, link_mark(user, game)]
    return public_url("mail-move", SIGNER.sign_object(content))


def choice_query(choice: str) -> str:
    """Return the query that turns the page of a decision into one that asks to confirm a choice."""
    return "?" + urlencode({"choice": choice}, safe=":,")


def link_mark(user: User, game: Game) -> str:
    """Return a mark of the user's address, and of the time when the decision was opened.

    It reveals neither. After a backup is restored, another decision may have the same number, but
    it has another time.
    """
    since = game.to_act_since
    return salted_hmac(SALT, f"{user.email} {since and since.isoformat()}").hexdigest()[:8]


def link_read(token: str) -> DecisionLink:
    """Return what a link says. Raises LinkInvalid."""
    try:
        user_id, game_id, decision, mark = SIGNER.unsign_object(token)
    except signing.BadSignature:
        raise LinkInvalid from None
    return DecisionLink(UUID(user_id), UUID(game_id), decision, mark)


def decision_of_link(link: DecisionLink, *, language: str) -> OpenDecision:
    """Return the decision that a link leads to. Raises LinkClosed, GameFrozen, RulesUnavailable."""
    user = User.objects.filter(id=link.user_id, is_active=True).first()
    if user is None:
        raise LinkClosed
    decision = decision_of(user=user, game_id=link.game_id, language=language)
    if (decision.game.decision_id, link_mark(user, decision.game)) != (link.decision, link.mark):
        raise LinkClosed
    return decision


def decision_of(*, user: User, game_id: UUID, language: str) -> OpenDecision:
    """Return the open decision of a user in a game. Raises as ``decision_in`` does."""
    try:
        whole, viewer = whole_for(
            user=user, game_id=game_id, language=language, read=read_for_picture
        )
    except GameNotFound:
        raise LinkClosed from None
    return decision_in(user=user, whole=whole, viewer=viewer)


def decision_in(*, user: User, whole: WholeGame, viewer: Viewer) -> OpenDecision:
    """Return the open decision of a game if ``user`` can make it by mail.

    Raises LinkClosed if it is not theirs, too late, or if they do not play by mail; GameFrozen,
    RulesUnavailable.
    """
    game = whole.game
    if game.to_act is None or not is_to_act(game, viewer):
        raise LinkClosed
    seat = whole.seats[game.to_act]
    if not seat.played_by_user or seat.away_since is not None or not may_play_by_mail(user):
        raise LinkClosed
    if game.frozen:
        raise GameFrozen
    if is_too_late(game, database_clock.now()):
        raise LinkClosed
    return OpenDecision(
        user, whole, viewer, live_game_for(game=game, seats=whole.seats, viewer=viewer)
    )


def may_play_by_mail(user: User) -> bool:
    """True if links in e-mails play for this user."""
    wanted = preferences_of([user.id])[user.id].play_by_mail
    return wanted and not is_user_banned(user, now=timezone.now())
