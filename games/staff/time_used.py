"""How much time the players of a game have used, for moderators."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import groupby
from statistics import median

from games.clocks import Span
from games.models import Actor, Game, Move, Outage, PlatformEvent, Seat, SeatAssignment
from games.play.timing import pace_of

PAUSED, RESUMED = "clock_paused", "clock_resumed"
FORGIVEN = "miss_forgiven"
NO_SEAT = -1
SEAT_RESTARTED = ("seat_handed_over", "player_returned", FORGIVEN)
"""Events after which a new turn of the seat that they name begins."""
RESTARTED = ("rolled_back", "rollback_undone", "deadline_reset", *SEAT_RESTARTED)
MISSED = ("turn_excused", "default_played", "bot_took_over", "seat_lost")
BY_THE_PLAYER = (Actor.PLAYER, Actor.ORDER, Actor.CLOCK)
"""Authors of moves that use the time of a player. An order, which is secret, counts as its player.
"""


@dataclass(slots=True)
class TimeUsed:
    """The turns of a player, and the time that they used by their clock."""

    turns: list[timedelta] = field(default_factory=list)
    decisions: int = 0
    missed: int = 0

    @property
    def total(self) -> timedelta:
        return sum(self.turns, timedelta())

    @property
    def median(self) -> timedelta:
        return timedelta(seconds=median(turn.total_seconds() for turn in self.turns))


@dataclass(frozen=True, slots=True)
class TurnTaken:
    """Moves of one seat in a row, by one player."""

    seat: int
    since: datetime
    until: datetime
    decisions: int


def time_used(game: Game, seats: Iterable[Seat]) -> dict[int, TimeUsed]:
    """Return the time that the present player of each seat has used in complete turns.

    It is the time from when the game waited for the seat until the last move of the turn, as the
    clock counts: without pauses, outages and the hours that the pace excludes. Quiet hours of the
    players are not subtracted, since those of past turns are not stored. Turns and misses of former
    players do not count, nor do misses that a moderator has excused.
    """
    events = list(
        PlatformEvent.objects.filter(
            game=game, kind__in=(PAUSED, RESUMED, *RESTARTED, *MISSED)
        ).order_by("seq")
    )
    users = {seat.number: seat.user_id for seat in seats if seat.user_id is not None}
    used = {number: TimeUsed() for number in users}
    present = {
        one.seat: one
        for one in SeatAssignment.objects.filter(game=game).order_by("from_event", "id")
        if one.user_id == users.get(one.seat)
    }
    calendar = pace_of(game).calendar(closed=[*pauses_in(events), *outages_during(game)])
    for turn in turns_of(game, events):
        if turn.seat in present and turn.since >= present[turn.seat].began_at:
            used[turn.seat].turns.append(calendar.elapsed(turn.since, turn.until))
            used[turn.seat].decisions += turn.decisions
    for event in events:
        number = event.data.get("seat")
        if number not in present or event.seq < present[number].from_event:
            continue
        if event.kind == FORGIVEN:
            used[number].missed = max(0, used[number].missed - 1)
        elif event.kind in MISSED and event.data.get("how", "timed_out") == "timed_out":
            used[number].missed += 1
    return used


def turns_of(game: Game, events: Iterable[PlatformEvent]) -> Iterator[TurnTaken]:
    """Yield the turns of people in the order of the game. Undone ones have used time, too."""
    restarts: list[datetime] = []
    seat_restarts: dict[int, list[datetime]] = defaultdict(list)
    for event in events:
        if event.kind in SEAT_RESTARTED:
            seat_restarts[event.data["seat"]].append(event.created_at)
        elif event.kind in RESTARTED:
            restarts.append(event.created_at)
    moves = Move.objects.filter(game=game, number__gt=0).order_by("id")
    rows = [
        (NO_SEAT if seat is None else seat, actor, at)
        for seat, actor, at in moves.values_list("seat", "actor", "created_at")
    ]
    waiting = game.started_at
    assert waiting is not None

    def part_of_game(row: tuple[int, str, datetime]) -> tuple[int, int]:
        seat, _actor, at = row
        return seat, bisect_right(seat_restarts[seat], at)

    for (seat, _), turn in groupby(rows, key=part_of_game):
        made = list(turn)
        own = [(actor, at) for _seat, actor, at in made if actor in BY_THE_PLAYER]
        begun = made[0][2]
        restarted = (at for at in (*restarts, *seat_restarts[seat]) if at <= begun)
        if own:
            by_users = sum(actor != Actor.CLOCK for actor, _at in own)
            yield TurnTaken(seat, max([waiting, *restarted]), own[-1][1], by_users)
        waiting = made[-1][2]


def pauses_in(events: Iterable[PlatformEvent]) -> Iterator[Span]:
    """Yield the spans in which the clock of a game stood still for any reason."""
    since: dict[tuple[str, int | None], datetime] = {}
    for event in events:
        if event.kind not in (PAUSED, RESUMED):
            continue
        pause = (event.data["reason"], event.data["seat"])
        if event.kind == PAUSED:
            since[pause] = event.created_at
        elif pause in since:
            yield since.pop(pause), event.created_at


def outages_during(game: Game) -> list[Span]:
    """Return the outages since the start of a game."""
    outages = Outage.objects.filter(ended_at__gt=game.started_at)
    return list(outages.values_list("began_at", "ended_at"))
