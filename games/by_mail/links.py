"""Links in e-mails that lead to an open decision.

A link contains the user, the game and the decision, and is signed. Nothing is stored: numbers of
decisions never come back, so a link ends with its decision. It also ends when the user gives up
the seat, changes their address, or no longer wants to play by mail.
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode
from uuid import UUID

from django.core import signing
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.models import User
from accounts.selectors import is_user_banned, preferences_of
from core.public_urls import public_url
from games.history.pictures import move_events, picture_of
from games.models import Game
from games.play.documents import Viewer, is_to_act
from games.play.errors import GameNotFound
from games.play.queries import WholeGame, read_for_picture
from games.play.selectors import live_game_for, whole_for
from games.rules import LiveGame

SALT = "games.by_mail.links"
SIGNER = signing.Signer(salt=SALT)


class LinkInvalid(Exception):
    """The link is incomplete, or was changed."""


class LinkClosed(Exception):
    """The decision was made, its time has run out, or the link was revoked."""


@dataclass(frozen=True, slots=True)
class DecisionLink:
    """What a link says: whose decision it is. ``mark`` is that of the address it was sent to."""

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

        Raises IllegalChoice.
        """
        seats, last_move = self.whole.seats, self.whole.last_move
        return picture_of(
            game=self.game,
            moment=None,
            live_game=self.live_game,
            sees_as=self.viewer.sees_as,
            events=move_events(self.game, seats, last_move, self.viewer),
            preview=choice or None,
        )


def decision_url(*, user: User, game: Game) -> str:
    """Return the address of the page for the open decision of ``user``."""
    content = [user.id.hex, game.id.hex, game.decision_id, mark_of(user)]
    return public_url("mail-move", SIGNER.sign_object(content))


def choice_query(choice: str) -> str:
    """Return the query that turns the page of a decision into one that asks to confirm a choice."""
    return "?" + urlencode({"choice": choice}, safe=":,")


def mark_of(user: User) -> str:
    """Return a mark of the user's address, which reveals nothing about it."""
    return salted_hmac(SALT, user.email).hexdigest()[:8]


def link_read(token: str) -> DecisionLink:
    """Return what a link says. Raises LinkInvalid."""
    try:
        user_id, game_id, decision, mark = SIGNER.unsign_object(token)
    except signing.BadSignature:
        raise LinkInvalid from None
    return DecisionLink(UUID(user_id), UUID(game_id), decision, mark)


def decision_open(link: DecisionLink, *, language: str) -> OpenDecision:
    """Return the decision of a link. Raises LinkClosed, RulesUnavailable."""
    user = User.objects.filter(id=link.user_id, is_active=True).first()
    if user is None or mark_of(user) != link.mark or not may_play_by_mail(user):
        raise LinkClosed
    try:
        whole, viewer = whole_for(
            user=user, game_id=link.game_id, language=language, read=read_for_picture
        )
    except GameNotFound:
        raise LinkClosed from None
    if whole.game.decision_id != link.decision or not is_players_decision(whole, viewer):
        raise LinkClosed
    live_game = live_game_for(game=whole.game, seats=whole.seats, viewer=viewer)
    return OpenDecision(user, whole, viewer, live_game)


def may_play_by_mail(user: User) -> bool:
    """True if links in e-mails play for this user."""
    wanted = preferences_of([user.id])[user.id].play_by_mail
    return wanted and not is_user_banned(user, now=timezone.now())


def is_players_decision(whole: WholeGame, viewer: Viewer) -> bool:
    """True if the viewer has to make the open decision, and no bot stands in for them."""
    if whole.game.to_act is None or not is_to_act(whole.game, viewer):
        return False
    seat = whole.seats[whole.game.to_act]
    return seat.played_by_user and seat.away_since is None
