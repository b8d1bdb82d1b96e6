"""Counts finished games, each once, and takes them back. One process counts at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Model, Q, QuerySet

from accounts.models import User
from core import database_clock
from core.leases import LeaseQueue
from games.models import (
    ChoiceCount,
    CountedGame,
    Game,
    HeadToHead,
    ResultCount,
    Seat,
    Status,
    Visibility,
)
from games.models.move import OF_A_USER
from games.play.results import EndedBy
from games.rules.errors import RulesUnavailable
from games.rules.statistics import choices_find, rounds_count, values_count

COUNTABLE = Q(
    status=Status.FINISHED,
    visibility=Visibility.PUBLIC,
    test_clock=False,
    tried_from_move=None,
    annulled_at=None,
)
"""Games that count. One that a moderator ended does not: see ``is_countable``."""

Key = tuple[Any, ...]


@dataclass(slots=True)
class Rows:
    """What games add to the rows of a table: its key columns, and the sums by their values."""

    model: type[Model]
    columns: tuple[str, ...]
    sums: tuple[str, ...]
    added: dict[Key, Counter[str]] = field(default_factory=dict)

    def add(self, *key: Any, **sums: int) -> None:
        self.added.setdefault(key, Counter()).update(sums)

    def merge(self, other: Rows) -> None:
        for key, sums in other.added.items():
            self.add(*key, **sums)

    def save(self, rows: QuerySet[Any], sign: int) -> None:
        """Add the sums to the ``rows``, or subtract them. A row without games is deleted."""
        known = {tuple(getattr(row, name) for name in self.columns): row for row in rows}
        changed, new = [], []
        for key, sums in self.added.items():
            row = known.get(key)
            if row is None and sign < 0:
                continue  # of a user who was deleted since
            if row is None:
                new.append(self.model(**dict(zip(self.columns, key, strict=True)), **sums))
                continue
            for name in self.sums:
                setattr(row, name, max(0, getattr(row, name) + sign * sums[name]))
            changed.append(row)
        rows.model.objects.bulk_create(new, batch_size=500)
        rows.model.objects.bulk_update(changed, self.sums, batch_size=500)
        if sign < 0:
            rows.filter(pk__in=[row.pk for row in changed], games=0).delete()


RESULT = ("user_id", "ruleset", "bots", "players", "key", "value")
PAIR = ("user_id", "opponent_id", "ruleset")
CHOICE = ("ruleset", "bots", "players", "topic", "situation", "offer", "chosen")


class Facts:
    """What finished games of one ruleset add to all tables."""

    def __init__(self) -> None:
        self.results = Rows(ResultCount, RESULT, ("games", "wins", "times"))
        self.pairs = Rows(HeadToHead, PAIR, ("games", "wins", "lost"))
        self.choices = Rows(ChoiceCount, CHOICE, ("games", "wins"))

    def merge(self, other: Facts) -> None:
        self.results.merge(other.results)
        self.pairs.merge(other.pairs)
        self.choices.merge(other.choices)

    def save(self, sign: int = 1) -> None:
        """Add the facts to the stored rows, or subtract them. The caller holds the lock."""
        users = {key[0] for key in (*self.results.added, *self.pairs.added)} - {None}
        # An account that is deleted keeps its seats, and no statistics.
        active = set(User.objects.filter(id__in=users, is_active=True).values_list("id", flat=True))
        for rows, columns in ((self.results, 1), (self.pairs, 2)):
            rows.added = {
                key: sums
                for key, sums in rows.added.items()
                if active.issuperset({*key[:columns]} - {None})
            }
        slugs = {key[1] for key in self.results.added}
        results = ResultCount.objects.filter(
            Q(user=None) | Q(user__in=active), ruleset__in=slugs,
            players__in={key[3] for key in self.results.added},
            value__in={key[5] for key in self.results.added},
        )  # fmt: skip
        self.results.save(results, sign)
        self.pairs.save(HeadToHead.objects.filter(user__in=active, opponent__in=active), sign)
        offers = {key[5] for key in self.choices.added}
        self.choices.save(ChoiceCount.objects.filter(ruleset__in=slugs, offer__in=offers), sign)


def statistics_lock() -> None:
    """Wait until no other process counts, and keep others waiting until the transaction ends."""
    if connection.vendor == "postgresql":  # SQLite has one writer
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", [__name__])


def is_countable(game: Game) -> bool:
    """True if the game counts. If a moderator ended it, its places say nothing about play."""
    if game.result is None or game.result.get("ended_by") == EndedBy.MODERATOR:
        return False
    return Game.objects.filter(COUNTABLE, id=game.id).exists()


def facts_of(game: Game) -> Facts:
    """Return what a finished game adds. Raises StateUnreadable, ReplayFailed."""
    facts = Facts()
    if not is_countable(game):
        return facts
    places: list[int] = game.result["placements"]  # type: ignore[index]  # it is finished
    seats = list(game.seats.order_by("number"))
    bots, players = any(seat.user_id is None for seat in seats), game.table_size
    winners = [place == 1 for place in places]
    moves = list(game.moves.filter(undone_by=None).order_by("number"))
    for (number, key, value), times in values_of(game, seats, [move.events for move in moves]):
        for user in {None, seats[number].user_id}:
            facts.results.add(
                user, game.ruleset, bots, players, key, value,
                games=1, wins=int(winners[number]), times=times,
            )  # fmt: skip
    for one, other, sums in pairs_of(seats, places):
        facts.pairs.add(one, other, game.ruleset, **sums)
    try:
        choices = choices_find(game, [(move.seat or 0, move.choice) for move in moves[1:]])
    except RulesUnavailable:
        choices = []  # the version of its rules was removed
    for choice in choices:
        move = moves[choice.move]
        # Bots that replace people, and clocks, say nothing about what people choose.
        if bots or move.actor in OF_A_USER:
            facts.choices.add(
                game.ruleset, bots, players, move.topic,
                choice.situation, choice.offer, choice.chosen,
                games=1, wins=int(winners[choice.seat]),
            )  # fmt: skip
    return facts


def values_of(
    game: Game, seats: list[Seat], events: list[str]
) -> Iterator[tuple[tuple[int, str, str], int]]:
    """Yield what counts for each seat: what every ruleset has, and what this one declares."""
    rounds = rounds_count(game.ruleset, events)
    for seat in seats:
        yield (seat.number, "players", str(game.table_size)), 1
        yield (seat.number, "seat", str(seat.number + 1)), 1
        yield (seat.number, "pace", game.pace["kind"]), 1
        if rounds is not None:
            yield (seat.number, "length", str(rounds)), 1
    yield from values_count(game.ruleset, events).items()


def pairs_of(seats: list[Seat], places: list[int]) -> Iterator[tuple[UUID, UUID, dict[str, int]]]:
    """Yield how each user did against each other one."""
    people = [(seat.user_id, places[seat.number]) for seat in seats if seat.user_id]
    for one, place in people:
        for other, place_of_other in people:
            if one != other:
                won, lost = int(place < place_of_other), int(place > place_of_other)
                yield one, other, {"games": 1, "wins": won, "lost": lost}


# --- when it is counted ------------------------------------------------------------------------


class StatisticsQueue(LeaseQueue[CountedGame]):
    """Finished games that are not counted yet."""

    lease = timedelta(minutes=1)
    max_attempts = 5
    budget = 5.0

    def rows(self) -> QuerySet[CountedGame]:
        return CountedGame.objects.filter(due_at__isnull=False)

    def process(self, row: CountedGame) -> int | None:
        game = Game.objects.select_related("state").get(id=row.game_id)
        facts = facts_of(game)
        with transaction.atomic():
            Game.objects.select_for_update(no_key=True).get(id=game.id)  # as annulling does
            statistics_lock()
            if not self.leased_row(row).update(done=True, due_at=None):
                return None
            facts.save()
        return 1

    def give_up(self, row: CountedGame) -> None:
        self.leased_row(row).update(due_at=None)


def statistics_sweep() -> int:
    """Count the games that have ended. Returns how many."""
    return StatisticsQueue().work()


def statistics_take_back(game: Game) -> None:
    """Take an annulled game out of the statistics. The caller holds its lock, and calls this before
    it is marked as annulled.
    """
    statistics_lock()
    row = CountedGame.objects.filter(game=game).first()
    if row is not None and row.done:
        facts_of(Game.objects.select_related("state").get(id=game.id)).save(-1)
    CountedGame.objects.filter(game=game).delete()


# --- counting again ----------------------------------------------------------------------------


def games_mark() -> int:
    """Mark the finished games that are not counted, also those whose attempts failed. Returns how
    many wait.
    """
    missing = Game.objects.filter(COUNTABLE, counted=None).values_list("id", flat=True)
    now = database_clock.now()
    new = [CountedGame(game_id=game_id, due_at=now) for game_id in missing.iterator()]
    CountedGame.objects.bulk_create(new, batch_size=1000, ignore_conflicts=True)
    failed = CountedGame.objects.filter(done=False, due_at=None)
    failed.update(due_at=now, attempts=0)
    return CountedGame.objects.filter(due_at__isnull=False).count()


@transaction.atomic
def statistics_forget() -> None:
    """Delete all statistics, and mark all games as not counted."""
    statistics_lock()
    for model in (ResultCount, HeadToHead, ChoiceCount, CountedGame):
        model.objects.all().delete()


def differences_find() -> Iterator[str]:
    """Count all games that are marked as done again, and yield each row that differs."""
    facts = Facts()
    done = CountedGame.objects.filter(done=True).values_list("game_id", flat=True)
    for game_id in done.order_by("game_id").iterator():
        facts.merge(facts_of(Game.objects.select_related("state").get(id=game_id)))
    deleted = set(User.objects.filter(is_active=False).values_list("id", flat=True))
    for rows in (facts.results, facts.pairs, facts.choices):
        stored = {
            values[: len(rows.columns)]: Counter(
                dict(zip(rows.sums, values[len(rows.columns) :], strict=True))
            )
            for values in rows.model._default_manager.values_list(*rows.columns, *rows.sums)
        }
        for key in sorted({*stored, *rows.added}, key=repr):
            if deleted.isdisjoint(key) and stored.get(key) != rows.added.get(key):
                yield (
                    f"{rows.model.__name__} {key}: {dict(stored.get(key, {}))}, "
                    f"and {dict(rows.added.get(key, {}))} when counted again"
                )
