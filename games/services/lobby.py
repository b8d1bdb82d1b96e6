"""Before the first move: matches are created, joined, left, started and called off."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from citadels.api.errors import Invalid
from games import engines
from games.errors import (
    AlreadySeated,
    GameFull,
    GameNotInLobby,
    NotTheHost,
    SeatsFree,
    SeatTaken,
)
from games.models import Actor, Game, GameState, Seat, Status, Visibility
from games.services import telling
from games.services.changes import game_save
from games.services.doorbell import user_told_on_commit
from games.services.locking import game_locked, seat_taken, seats_of, told_stranger
from games.services.paces import pace_complete, timeouts_complete
from games.services.play import game_advance, move_of
from games.services.tenures import tenures_begin
from games.services.timing import now_for, pace_of
from games.services.turns import auto_wake
from games.services.vacations import vacations_apply


@transaction.atomic
def game_create(
    *,
    user: User,
    ruleset: str,
    seats: int,
    options: dict[str, Any],
    bots: Sequence[str] = (),
    visibility: str = Visibility.PUBLIC,
    join: bool = True,
    seat: int | None = None,
    pace: Mapping[str, Any] | None = None,
    timeouts: Mapping[str, Any] | None = None,
    vacations: bool = True,
    bot_delay: int = 0,
) -> Game:
    """Open a match in the lobby.

    The bots, named by their levels, sit on the last seats; ``user`` on ``seat``, by default the
    first free one, unless he does not ``join``. ``pace`` and ``timeouts`` are completed as
    ``games.services.paces`` says; ``bot_delay`` is in seconds. Raises RulesetNotFound, Invalid,
    SeatTaken.
    """
    rules = engines.ruleset_named(ruleset)
    complete = engines.options_checked(rules=rules, options=options, seats=seats)
    bots_check(levels=bots, known=rules.bot_levels, room=seats - join)
    game = Game.objects.create(
        ruleset=rules.slug,
        rules_version=rules.version,
        options=complete,
        visibility=visibility,
        table_size=seats,
        created_by=user,
        pace=pace_complete(pace, people=seats - len(bots)),
        timeouts=timeouts_complete(timeouts),
        vacations=vacations,
        bot_delay=bot_delay,
    )
    chairs = chairs_made(game, bots)
    if join:
        sit(user=user, chair=chair_free(chairs=chairs, number=seat))
    Seat.objects.bulk_create(chairs)
    return game


def chairs_made(game: Game, bots: Sequence[str]) -> list[Seat]:
    """The seats of a new match, not stored yet: the bots have the last."""
    size = game.table_size
    levels = [""] * (size - len(bots)) + list(bots)
    return [
        Seat(game=game, number=number, table_size=size, bot=level)
        for number, level in enumerate(levels)
    ]


@transaction.atomic
def game_join(*, user: User, game_id: UUID, seat: int | None = None) -> Game:
    """Take a seat, by default the first free one.

    Who knows the id of a private match may join it: the id is the invitation. Raises GameNotFound,
    GameNotInLobby, AlreadySeated, GameFull, SeatTaken, Invalid.
    """
    game = game_locked(game_id)
    chairs = seats_of(game)
    mine = seat_of(chairs=chairs, user=user)
    if game.status != Status.LOBBY:
        error = GameNotInLobby(game.status)
        raise error if mine else told_stranger(error, game=game, user=user)
    if mine is not None:
        raise AlreadySeated(mine.number)
    chair = chair_free(chairs=chairs, number=seat)
    sit(user=user, chair=chair)
    chair.save(update_fields=["user", "joined_at"])
    return game_save(game)


@transaction.atomic
def game_leave(*, user: User, game_id: UUID) -> Game:
    """Give a seat back before the start; later a player can only resign.

    Raises GameNotFound, NotSeated, GameNotInLobby.
    """
    game, chair = seat_taken(user=user, game_id=game_id)
    if game.status != Status.LOBBY:
        raise GameNotInLobby(game.status)
    chair.user = chair.joined_at = None
    chair.save(update_fields=["user", "joined_at"])
    user_told_on_commit(user.id)
    return game_save(game)


@transaction.atomic
def game_start(*, user: User, game_id: UUID) -> Game:
    """Set up the match, by the rules as they are today, and open its first decision.

    Raises GameNotFound, NotTheHost, GameNotInLobby, SeatsFree, RulesUnavailable, and Invalid: the
    rules have changed since the match was created, and no longer allow its options.
    """
    game = game_of_host(user=user, game_id=game_id)
    chairs = seats_of(game)
    free = [chair.number for chair in chairs if chair.free]
    if free:
        raise SeatsFree(free)
    rules_pin(game)
    opening = engines.match_open(
        slug=game.ruleset,
        version=game.rules_version,
        options=game.options,
        seats=game.table_size,
    )
    game.status, game.started_at = Status.ACTIVE, now_for(game)
    tenures_begin(game=game, seats=chairs, now=game.started_at)
    clocks_set_up(game, chairs)
    game.commitment = opening.commitment
    move = move_of(game, opening.step)
    move.actor = Actor.SETUP
    move.save(force_insert=True)
    GameState.objects.create(game=game, state=opening.table.dump(), nonce=opening.nonce)
    game_advance(game=game, seats=chairs, table=opening.table)
    vacations_apply(game=game, seats=chairs)
    telling.tell(game, chairs, "match_started")
    auto_wake(game)
    return game


def clocks_set_up(game: Game, chairs: Sequence[Seat]) -> None:
    """Give each player what his clock begins with."""
    bank = pace_of(game).opening_bank()
    for chair in chairs:
        if chair.user_id is not None:
            chair.bank, chair.excuses_left = bank, game.timeouts["excuses"]
    Seat.objects.bulk_update(chairs, ["bank", "excuses_left", "seen_from"])


def rules_pin(game: Game) -> None:
    """Fix the rules that the match is played by. Raises RulesUnavailable, Invalid."""
    rules = engines.rules_now(game.ruleset)
    size = game.table_size
    game.options = engines.options_checked(rules=rules, options=game.options, seats=size)
    game.rules_version = rules.version
    game.save(update_fields=["rules_version", "options"])


@transaction.atomic
def game_cancel(*, user: User, game_id: UUID) -> Game:
    """Call a match off before it starts. Raises GameNotFound, NotTheHost, GameNotInLobby."""
    game = game_of_host(user=user, game_id=game_id)
    game.status, game.finished_at = Status.CANCELLED, timezone.now()
    telling.tell(game, seats_of(game), "match_cancelled")
    return game_save(game)


def game_of_host(*, user: User, game_id: UUID) -> Game:
    """The match, locked, if it is in the lobby and ``user`` its host."""
    game = game_locked(game_id)
    if game.created_by_id != user.id:
        if seat_of(chairs=seats_of(game), user=user):
            raise NotTheHost
        raise told_stranger(NotTheHost(), game=game, user=user)
    if game.status != Status.LOBBY:
        raise GameNotInLobby(game.status)
    return game


def seat_of(*, chairs: Sequence[Seat], user: User) -> Seat | None:
    return next((chair for chair in chairs if chair.user_id == user.id), None)


def chair_free(*, chairs: Sequence[Seat], number: int | None) -> Seat:
    """The free seat of this number, or the first. Raises GameFull, SeatTaken, Invalid."""
    free = [chair for chair in chairs if chair.free]
    if number is not None and number >= len(chairs):
        detail = f"The seats are 0 to {len(chairs) - 1}."
        raise Invalid.field("/seat", "no_such_seat", detail)
    if not free:
        raise GameFull
    if number is None:
        return free[0]
    if not chairs[number].free:
        raise SeatTaken([chair.number for chair in free])
    return chairs[number]


def sit(*, user: User, chair: Seat) -> None:
    chair.user, chair.joined_at = user, timezone.now()
    user_told_on_commit(user.id)


def bots_check(*, levels: Sequence[str], known: Sequence[str], room: int) -> None:
    """Raises Invalid: a level is unknown, or there are more bots than seats."""
    for index, level in enumerate(levels):
        if level not in known:
            detail = f"The levels are {', '.join(known)}."
            raise Invalid.field(f"/bots/{index}/level", "unknown_level", detail)
    if len(levels) > room:
        raise Invalid.field("/bots", "too_many_bots", f"There is room for {room} bots.")
