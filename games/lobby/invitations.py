"""Invitations to take a seat."""

from __future__ import annotations

from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.blocks import blocked_by
from accounts.models import User
from core import database_clock
from core.errors import Invalid
from games.lobby.admission import answer_notify
from games.lobby.errors import (
    AlreadySeated,
    InvitationClosed,
    InvitationNotFound,
    PlayerBlocked,
    TooManyInvitations,
)
from games.lobby.limits import DAY, invitation_limit_check, user_lock
from games.lobby.repository import lobby_of_host, seat_of
from games.lobby.services import game_join
from games.models import Answer, Exclusion, Game, Invitation
from games.play import notify
from games.play.errors import GameNotFound, NamesHidden
from games.play.locking import game_lock
from games.play.save import game_save
from games.play.selectors import invitations_hidden


@transaction.atomic
def invitation_send(*, user: User, game_id: UUID, username: str) -> Invitation:
    """Invite the user with this name, who may then come back if the host had removed them.

    Users who are already invited, or were within 24 hours, are not notified again. Users who block
    the host or a player, or that a player blocks, do not see the invitation; the reply to the host
    is the same. Raises GameNotFound, NotTheHost, GameNotInLobby, NamesHidden, AlreadySeated,
    PlayerBlocked, InvitationClosed (they have declined), TooManyInvitations, InvitationLimit,
    Invalid.
    """
    game, seats = lobby_of_host(user=user, game_id=game_id)
    if game.names_hidden:
        raise NamesHidden
    guest, is_blocked = guest_find(username, host=user)
    now = database_clock.now()
    if seat := seat_of(seats=seats, user=guest):
        raise AlreadySeated(seat.number)
    if is_blocked:
        raise PlayerBlocked
    invitation = Invitation.objects.filter(game=game, user=guest).first()
    notified = True
    if invitation is None:
        invitation = Invitation(game=game, user=guest)
    elif invitation.answer == Answer.DECLINED:
        raise InvitationClosed(invitation.answer)
    elif not invitation.answer:
        return invitation
    if game.invitations.filter(answer="").count() >= settings.MAX_INVITATIONS:
        raise TooManyInvitations(settings.MAX_INVITATIONS)
    user_lock(user).get()
    invitation_limit_check(user, guest, now=now)
    if invitation.answer == Answer.WITHDRAWN:
        notified = invitation.created_at <= now - DAY
    invitation.by, invitation.created_at = user, now
    invitation.answer, invitation.answered_at = "", None
    invitation.save()
    Exclusion.objects.filter(game=game, user=guest).delete()
    if notified:
        names = {"username": user.username, "title": game.title}
        notify.users_notify(game, [guest.id], "invited", sender=user, **names)
    game_save(game)
    return invitation


def guest_find(username: str, *, host: User) -> tuple[User, bool]:
    """Return the user with this name, and True as second value if the host blocks them.

    Raises Invalid if there is no such user, or if it is the host.
    """
    users = User.objects.alias(name=Lower("username")).annotate(
        is_blocked=Exists(blocked_by(user=host).filter(blocked=OuterRef("id")))
    )
    guest = users.filter(name=username.lower(), is_active=True).first()
    if guest is None:
        raise Invalid.field("/username", "unknown_user", _("There is no user with this name."))
    if guest.id == host.id:
        detail = _("You are the host, so you need no invitation.")
        raise Invalid.field("/username", "yourself", detail)
    return guest, guest.is_blocked


@transaction.atomic
def invitation_withdraw(*, user: User, game_id: UUID, invitation_id: int) -> None:
    """Withdraw an invitation.

    Raises GameNotFound, NotTheHost, GameNotInLobby, InvitationNotFound, InvitationClosed.
    """
    game, _seats = lobby_of_host(user=user, game_id=game_id)
    invitation = game.invitations.filter(id=invitation_id).first()
    if invitation is None:
        raise InvitationNotFound
    invitation_answer(invitation, Answer.WITHDRAWN)
    game_save(game)


def invitation_accept(*, user: User, invitation_id: int, seat: int | None = None) -> Game:
    """Accept an invitation and take a seat, by default the first free one.

    Raises InvitationNotFound, InvitationClosed, and what ``game_join`` raises.
    """
    own = Invitation.objects.filter(id=invitation_id, user=user).first()
    if own is None:
        raise InvitationNotFound
    invitation_check_open(own)
    return game_join(user=user, game_id=own.game_id, seat=seat, by_invitation=True)


@transaction.atomic
def invitation_decline(*, user: User, invitation_id: int) -> None:
    """Decline an invitation. Raises InvitationNotFound, InvitationClosed."""
    game, invitation = invitation_of(user=user, invitation_id=invitation_id)
    invitation_check_open(invitation)
    invitation_answer(invitation, Answer.DECLINED)
    answer_notify(game, Answer.DECLINED, by=user, to=invitation.by_id)
    game_save(game)


def invitation_of(*, user: User, invitation_id: int) -> tuple[Game, Invitation]:
    """Return an invitation to the user and its game, locked. Raises InvitationNotFound."""
    own = Invitation.objects.filter(id=invitation_id, user=user)
    game_id = own.values_list("game", flat=True).first()
    if game_id is None:
        raise InvitationNotFound
    try:
        return game_lock(game_id), own.get()
    except (GameNotFound, Invitation.DoesNotExist):
        raise InvitationNotFound from None


def invitation_check_open(invitation: Invitation) -> None:
    """Raise InvitationClosed if the user no longer sees the invitation. One to a table with a block
    looks as if it were withdrawn.
    """
    if invitation.answer:
        raise InvitationClosed(invitation.answer)
    hidden = invitations_hidden(user=invitation.user_id)
    if Invitation.objects.filter(hidden, id=invitation.id).exists():
        raise InvitationClosed(Answer.WITHDRAWN)


def invitation_answer(invitation: Invitation, answer: Answer) -> None:
    """Store the answer to an open invitation. Raises InvitationClosed."""
    if invitation.answer:
        raise InvitationClosed(invitation.answer)
    invitation.answer, invitation.answered_at = answer, timezone.now()
    invitation.save(update_fields=["answer", "answered_at"])
