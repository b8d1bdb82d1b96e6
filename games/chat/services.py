"""Messages. They change nothing of the game itself: no version, no decision."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from accounts.models import Block, User
from accounts.selectors import mute_check
from core import database_clock
from games.chat.errors import RoomClosed
from games.chat.selectors import may_read, may_write, message_count, message_document
from games.models import Game, LastRead, Message, Room, Seat
from games.play import idempotency, notify
from games.play.idempotency import Reply
from games.play.locking import game_lock, seats_of
from games.play.selectors import check_visible, game_header_for
from games.play.visibility import viewer_of
from games.play.wakeup import game_publish_on_commit


@transaction.atomic
def message_post(
    *, user: User, game_id: UUID, room: str, text: str, key: str | None = None
) -> Reply:
    """Add a message to a room, with the next number.

    ``key`` is the request's Idempotency-Key, which prevents duplicates. Raises GameNotFound,
    RoomClosed, Muted, IdempotencyKeyInvalid, IdempotencyKeyReused.
    """
    game = game_lock(game_id)
    seats = seats_of(game)
    viewer = check_visible(game, viewer_of(seats, user), user)
    request = idempotency.keyed_request(
        user=user, scope=f"messages:{game_id}", key=key, payload={"room": room, "text": text}
    )
    if (earlier := idempotency.reply_find(request)) is not None:
        return earlier
    if not may_write(room, game=game, viewer=viewer):
        raise RoomClosed
    mute_check(user, now=timezone.now())
    message = message_add(game=game, room=room, user=user, text=text)
    if room == Room.PLAYERS:
        players_notify(game=game, seats=seats, message=message)
    return idempotency.reply_store(request, message_document(message))


def message_add(*, game: Game, room: str, user: User, text: str) -> Message:
    """Add a message. The caller holds the lock of the game, so numbers are unique."""
    column = "player_message_count" if room == Room.PLAYERS else "spectator_message_count"
    message = Message.objects.create(
        game=game, room=room, number=message_count(game, room) + 1, user=user, text=text
    )
    Game.objects.filter(id=game.id).update(**{column: message.number})
    game_publish_on_commit(game.id)
    return message


def players_notify(*, game: Game, seats: Sequence[Seat], message: Message) -> None:
    """Notify the other players, once until they have read, except users who block the author."""
    deaf = set(Block.objects.filter(blocked=message.user).values_list("user_id", flat=True))
    users = {seat.user_id for seat in seats if seat.user_id is not None}
    users -= {message.user_id, *deaf}
    known = {
        row.user_id: row
        for row in LastRead.objects.filter(game=game, room=message.room, user__in=users)
    }
    waiting = [user for user, row in known.items() if row.notified_number <= row.number]
    LastRead.objects.filter(game=game, room=message.room, user__in=waiting).update(
        notified_number=message.number
    )
    new = [
        LastRead(game=game, room=message.room, user_id=user, notified_number=message.number)
        for user in users - known.keys()
    ]
    LastRead.objects.bulk_create(new, ignore_conflicts=True)
    notified = [*waiting, *(row.user_id for row in new)]
    data = {"room": message.room, "number": message.number}
    notify.users_notify(game, notified, "message", sender=message.user, **data)


@transaction.atomic
def room_read(*, user: User, game_id: UUID, room: str, number: int) -> int:
    """Record that ``user`` has read a room up to ``number``. Returns how far they have read.

    The mark never moves back, or beyond the last message. Raises GameNotFound, RoomClosed.
    """
    header = game_header_for(user=user, game_id=game_id)
    if not may_read(room, game=header.game, viewer=header.viewer):
        raise RoomClosed
    number = min(number, message_count(header.game, room))
    row, _ = LastRead.objects.get_or_create(game_id=game_id, room=room, user=user)
    LastRead.objects.filter(id=row.id, number__lt=number).update(number=number)
    return max(row.number, number)


@transaction.atomic
def message_remove(*, message: Message) -> bool:
    """Remove a message. Readers see that there was one. Returns False if it was removed already."""
    game_lock(message.game_id)
    still = Message.objects.filter(id=message.id, removed_at=None)
    if not still.update(removed_at=database_clock.now()):
        return False
    game_publish_on_commit(message.game_id)
    return True
