"""Statistics of players: finished, resigned and missed games, and response times."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import ceil, log2
from uuid import UUID

from games.models import (
    Actor,
    Game,
    Loss,
    Move,
    Outcome,
    PlatformEvent,
    PlayerStatistics,
    Seat,
    Status,
)
from games.models.rating import RECENT

PENALTY = {Outcome.RESIGNED: 1, Outcome.TIMED_OUT: 2, Outcome.ABSENT: 2}
"""The weight of an unfinished game. An absent player has kept the others waiting, so it counts
more.
"""
RELIABLE_AFTER = 5
"""The number of games from which on reliability is shown."""
LONGEST = 24
"""The last bucket of the histogram: half a year and more."""
COUNTERS = tuple(
    field.name for field in PlayerStatistics._meta.local_fields if field.name not in ("id", "user")
)
"""The columns that count."""


def records_lock(seats: Iterable[Seat]) -> dict[UUID, PlayerStatistics]:
    """Return the statistics of all players of a game, by user, locked until the transaction ends.

    Always those of all players, in the order of their ids, so games that are processed at the same
    time wait for each other and never deadlock. The holder may also change the ratings of these
    users.
    """
    users = sorted(seat.user_id for seat in seats if seat.user_id is not None)
    known = set(PlayerStatistics.objects.filter(user__in=users).values_list("user_id", flat=True))
    new = [PlayerStatistics(user_id=user) for user in users if user not in known]
    PlayerStatistics.objects.bulk_create(new, ignore_conflicts=True)
    locked = PlayerStatistics.objects.select_for_update().filter(user__in=users).order_by("user_id")
    return {record.user_id: record for record in locked}


def records_add(*, game: Game, seats: Sequence[Seat]) -> None:
    """Count each lost seat once and, when the game is finished, all others and all turns.

    The caller holds the lock of ``game``, and passes a finished game only once. A player whose bot
    still played at the end counts as timed out. A game with a test clock counts for nobody, and
    neither does one that began at a position of another game.
    """
    if game.test_clock or game.tried_from_move is not None:
        return
    over = game.status == Status.FINISHED
    records = records_lock(seats)
    ended = [seat for seat in seats if seat.user_id and not seat.counted and (over or seat.loss)]
    for seat in ended:
        assert seat.user_id is not None
        # removed by a moderator, which says nothing about reliability
        if seat.loss != Loss.REMOVED:
            outcome_add(records[seat.user_id], outcome_of(seat))
        seat.counted = True
    for user_id, waited in turns_taken(game) if over else ():
        if user_id in records:
            # against bots alone, people answer at once, and nobody waits for them
            turn_add(records[user_id], waited if len(records) > 1 else None)
    PlayerStatistics.objects.bulk_update(list(records.values()), COUNTERS)
    Seat.objects.bulk_update(ended, ["counted"])


def outcome_of(seat: Seat) -> Outcome:
    """Return how the game ended for the player of a seat."""
    if seat.loss:
        return Outcome[seat.loss.upper()]
    return Outcome.FINISHED if seat.away_since is None else Outcome.TIMED_OUT


def outcome_add(record: PlayerStatistics, outcome: Outcome) -> None:
    """Count an outcome, and remember it as the newest one. Does not save."""
    name = outcome.name.lower()
    setattr(record, name, getattr(record, name) + 1)
    record.recent = (record.recent + outcome)[-RECENT:]


def forfeits_undo(*, seats: Sequence[Seat], forgiven: Sequence[Seat]) -> None:
    """Remove this game from the statistics of the users on ``forgiven``. Their turns still count.

    The caller holds the lock of the game.
    """
    counted = [seat for seat in forgiven if seat.counted and seat.user_id is not None]
    records = records_lock(seats) if counted else {}
    for seat in counted:
        assert seat.user_id is not None
        if seat.loss != Loss.REMOVED:
            outcome_take_back(records[seat.user_id], outcome_of(seat))
        seat.counted = False
    PlayerStatistics.objects.bulk_update(list(records.values()), COUNTERS)
    Seat.objects.bulk_update(counted, ["counted"])


def outcome_take_back(record: PlayerStatistics, outcome: Outcome) -> None:
    """Undo ``outcome_add``, except for older games that it pushed out of ``recent``."""
    name = outcome.name.lower()
    setattr(record, name, max(0, getattr(record, name) - 1))
    before, found, after = record.recent.rpartition(outcome)
    record.recent = before + after if found else record.recent


def turn_add(record: PlayerStatistics, waited: float | None) -> None:
    """Count a turn, and how many seconds it waited if known. Does not save."""
    record.turns += 1
    if waited is not None:
        key = str(bucket(waited))
        record.response[key] = record.response.get(key, 0) + 1


def turns_taken(game: Game) -> Iterator[tuple[UUID, float | None]]:
    """Yield each turn of a person: the user, and the seconds that the game waited. None if the
    clock was stopped or started in between, since the wait is not all theirs then.
    """
    stops = PlatformEvent.objects.filter(game=game, kind__in=("clock_paused", "clock_resumed"))
    halts = list(stops.values_list("created_at", flat=True))
    moves = Move.objects.filter(game=game).order_by("id")
    assert game.started_at is not None  # it has ended
    waiting, seat_before, answered = game.started_at, None, False
    for seat, actor, user, at in moves.values_list("seat", "actor", "user", "created_at"):
        if seat != seat_before:
            since, answered = waiting, False
        if not answered and actor == Actor.PLAYER:
            halted = any(since <= halt <= at for halt in halts)
            yield user, None if halted else (at - since).total_seconds()
        answered = answered or actor != Actor.ORDER  # an order may leave the rest to its player
        waiting, seat_before = at, seat


def bucket(seconds: float) -> int:
    """Return the bucket of a duration: bucket n ends at 2**n seconds."""
    return min(LONGEST, ceil(log2(seconds))) if seconds > 1 else 0


def median_response(record: PlayerStatistics) -> int | None:
    """Return the median response time in seconds, as precisely as the buckets allow, or None."""
    counts = sorted((int(key), count) for key, count in record.response.items())
    half, seen = sum(count for _, count in counts) / 2, 0
    for key, count in counts:
        seen += count
        if seen >= half:
            return max(1, round(2 ** (key - 0.5)))  # the middle of a bucket that doubles
    return None


def reliability_of(record: PlayerStatistics) -> int | None:
    """Return the percentage of the last games that were played to their end, or None if they are
    too few.
    """
    if len(record.recent) < RELIABLE_AFTER:
        return None
    kept = record.recent.count(Outcome.FINISHED)
    missed = sum(record.recent.count(how) * weight for how, weight in PENALTY.items())
    return round(100 * kept / (kept + missed))
