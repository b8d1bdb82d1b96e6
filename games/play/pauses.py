"""Pauses: each is a reason, with its owner, to stop a game's clock. It runs while there is none."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from accounts.models import User
from games.models import FREEZING, Game, Pause, PauseKind, Seat, Status
from games.play import notify
from games.play.save import auto_set, auto_wake, event_add
from games.play.timing import clock_start, clock_stop


def pause_add(
    *,
    game: Game,
    seats: Sequence[Seat],
    kind: PauseKind,
    now: datetime,
    owner: User | None = None,
) -> bool:
    """Add a pause to a running game and stop its clock; False if the owner has added it before.

    The time left on the clock is kept. The caller holds the lock and saves the game.
    """
    if game.status != Status.ACTIVE:
        return False
    _, added = Pause.objects.get_or_create(
        game=game, kind=kind, owner=owner, defaults={"since": now}
    )
    if not added:
        return False
    stops = not game.paused
    if stops:
        clock_stop(game, now)
        game.paused = True
    if kind in FREEZING:
        game.frozen, game.auto_at = True, None
    pause_event_add(game, seats, "clock_paused", kind, owner)
    if stops:
        pause_notify(game, seats, "clock_paused", kind, owner)
    return True


def pause_remove(
    *,
    game: Game,
    seats: Sequence[Seat],
    kind: PauseKind,
    now: datetime,
    owner: User | None = None,
) -> bool:
    """Remove a pause; False if there was none. After the last one the clock continues.

    The caller holds the lock and saves the game.
    """
    removed, _ = Pause.objects.filter(game=game, kind=kind, owner=owner).delete()
    if not removed or game.status != Status.ACTIVE:
        return False
    kinds = set(game.pauses.values_list("kind", flat=True))
    frozen, game.frozen = game.frozen, bool(kinds.intersection(FREEZING))
    game.paused = bool(kinds)
    if not game.paused:
        clock_start(game, now)
    if frozen and not game.frozen and game.to_act is not None:
        auto_set(game, seats[game.to_act], now)
        auto_wake(game)
    pause_event_add(game, seats, "clock_resumed", kind, owner)
    if not game.paused:
        pause_notify(game, seats, "clock_resumed", kind, owner)
    return True


def pause_event_add(
    game: Game, seats: Sequence[Seat], event: str, kind: PauseKind, owner: User | None
) -> None:
    """Add the event that a pause begins or ends."""
    seat = next((seat.number for seat in seats if owner and seat.user_id == owner.id), None)
    event_add(game, event, reason=kind, seat=seat)


def pause_notify(
    game: Game, seats: Sequence[Seat], event: str, kind: PauseKind, owner: User | None
) -> None:
    """Notify the players that the clock has stopped, or runs again."""
    still_in = [seat for seat in seats if seat.lost_at is None]
    notify.notification_enqueue(
        game, still_in, event, sender=owner, reason=kind, deadline=game.deadline_at
    )
