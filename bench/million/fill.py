"""Copies the original games in SQL, with other ids, users and times, the oldest first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

HEAVY_GAMES = 2500
"""Games of the most active user: the same in both databases, so that only the others differ."""
USUAL_GAMES = 60
"""Games of a user, on average."""
FEWEST_USERS, FEWEST_OPEN = 500, 200
WORDS = (
    "Friday",
    "Saturday",
    "slow",
    "quick",
    "friendly",
    "evening",
    "beginners",
    "club",
    "league",
)
# The role of a test need not be a superuser; it only waits longer, for the foreign keys.
NO_TRIGGERS = """
SELECT set_config('session_replication_role', 'replica', true)
FROM pg_roles WHERE rolname = current_user AND rolsuper
"""

COPIES = """
CREATE TABLE copies AS
WITH numbers AS (
    SELECT n, gen_random_uuid() AS id, random() AS chance,
        CASE WHEN n > %(matches)s - %(open)s THEN 'lobby'
            WHEN n > %(matches)s - %(open)s - %(running)s THEN 'active'
            WHEN n %% 16 = 5 THEN 'cancelled'
            ELSE 'finished' END AS status
    FROM generate_series(1, %(matches)s) AS n
), places AS (
    SELECT *, row_number() OVER (PARTITION BY status ORDER BY n DESC) AS newest FROM numbers
), originals AS (
    SELECT id, status, row_number() OVER (PARTITION BY status ORDER BY created_at) - 1 AS place,
        count(*) OVER (PARTITION BY status) AS among, move_count > 0 AS played
    FROM games_game
)
SELECT p.n, p.id, p.chance, p.status, o.id AS original,
    p.n %% %(stride)s = 0 AND p.status <> 'lobby' AS heavy,
    o.played AND (p.status = 'active' OR p.newest <= %(whole)s - %(running)s) AS whole,
    CASE p.status
        WHEN 'lobby' THEN now() - p.chance * interval '3 days'
        WHEN 'active' THEN now() - (1 + p.chance * 29) * interval '1 day'
        ELSE now() - interval '30 days' - (%(matches)s - p.n) * interval '3 years' / %(matches)s
    END AS created_at
FROM places p JOIN originals o ON o.status = p.status AND o.place = p.n %% o.among
"""
PEOPLE = """
CREATE TABLE people AS
SELECT n - 1 AS number, gen_random_uuid() AS id FROM generate_series(1, %(users)s) AS n
"""
# Some users play more than others. The users of a game are a fixed step apart, and so different.
SEATING = """
CREATE TABLE seating AS
WITH numbers AS (
    SELECT c.id AS game_id, s.number, CASE WHEN c.heavy AND s.number = 0 THEN 0 ELSE 1 + (
        floor(%(users)s * c.chance * c.chance)::bigint
        + s.number * (1 + c.n::bigint * 7919 %% (%(users)s / 9))) %% (%(users)s - 1) END AS person
    FROM copies c JOIN games_seat s ON s.game_id = c.original AND s.user_id IS NOT NULL
)
SELECT n.game_id, n.number, p.id AS user_id FROM numbers n JOIN people p ON p.number = n.person
"""
SEATING_INDEX = "CREATE INDEX ON seating (game_id, number)"

WHEN_FINISHED = "c.created_at + (2 + 20 * c.chance) * interval '1 day'"
MOVED = "now() - c.chance * interval '20 hours'"
"""When the last move of a running game was made."""
SAT = "LEFT JOIN seating s ON s.game_id = c.id AND s.number = {}"
TITLE = (
    "CASE WHEN o.title <> '' OR c.n % 3 > 0 THEN o.title ELSE "
    "(ARRAY[{words}])[1 + c.n % {count}] || ' ' || (ARRAY[{words}])[1 + c.n / 7 % {count}] END"
).format(words=", ".join(f"'{word}'" for word in WORDS), count=len(WORDS))
SKILL = """
CROSS JOIN LATERAL (
    SELECT 25 + 8 * (random() + random() + random() - 1.5) + 0 * p.number AS mu,
        1.5 + 3 * random() + 0 * p.number AS sigma
) skill
"""


@dataclass(frozen=True, slots=True)
class Plan:
    """The numbers of rows of a database."""

    matches: int

    @property
    def numbers(self) -> dict[str, int]:
        """``whole`` games have all their moves: those that run, and the newest finished ones."""
        return {
            "matches": self.matches,
            "users": max(FEWEST_USERS, self.matches * 3 // USUAL_GAMES),
            "running": self.matches // 100,
            "open": max(FEWEST_OPEN, self.matches * 3 // 1000),
            "whole": self.matches // 50,
            "stride": max(4, self.matches // HEAVY_GAMES),
        }


def moved(column: str) -> str:
    """A time of a running clock, as long after its last move as in the original."""
    return f"{MOVED} + (o.{column} - o.to_act_since)"


def fill(plan: Plan) -> None:
    """Fill the database, which holds the originals, and let PostgreSQL count its rows."""
    from django.db import connection, transaction

    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL work_mem = '256MB'")
        cursor.execute(NO_TRIGGERS)
        for statement in (COPIES, PEOPLE, SEATING):
            cursor.execute(statement, plan.numbers)
        cursor.execute(SEATING_INDEX)
        cursor.execute("ANALYZE copies, people, seating")
        for statement in copying():
            cursor.execute(statement)
        cursor.execute("DROP TABLE copies, people, seating")
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")


def copying() -> Iterable[str]:
    """Yield the statements that copy the rows of users, ratings and games."""
    from accounts.models import User
    from games.models import (
        Game,
        GameState,
        Move,
        PlatformEvent,
        PlayerStatistics,
        Rating,
        RatingChange,
        Seat,
        SeatAssignment,
    )

    one_user = "(SELECT user_id FROM games_rating GROUP BY 1 ORDER BY count(*) DESC LIMIT 1)"
    yield copy(
        User,
        f"people p JOIN accounts_user o ON o.id = {one_user}",
        id="p.id",
        username="'user' || p.number",
        date_joined="now() - (30 + random() * 1000) * interval '1 day'",
    )
    yield copy(
        Rating,
        f"people p JOIN games_rating o ON o.user_id = {one_user} {SKILL}",
        user_id="p.id",
        mu="skill.mu",
        sigma="skill.sigma",
        shown="round(1000 + 25 * (skill.mu - 3 * skill.sigma))",
        rated_games="floor(random() * 60)",
    )
    yield copy(
        PlayerStatistics,
        f"people p JOIN games_playerstatistics o ON o.user_id = {one_user}",
        user_id="p.id",
    )
    games = "copies c JOIN {} o ON o.game_id = c.original "
    yield copy(
        Game,
        f"copies c JOIN games_game o ON o.id = c.original {SAT.format(0)} ORDER BY c.n",
        id="c.id",
        created_by_id="s.user_id",
        created_at="c.created_at",
        started_at="o.started_at - o.started_at + c.created_at + interval '1 hour'",
        finished_at=f"CASE WHEN o.finished_at IS NOT NULL THEN {WHEN_FINISHED} END",
        visibility="CASE c.n % 20 WHEN 3 THEN 'unlisted' WHEN 7 THEN 'private' "
        "WHEN 11 THEN 'private' ELSE 'public' END",
        title=TITLE,
        **{
            column: moved(column)
            for column in ("to_act_since", "clock_since", "deadline_at", "due_at", "remind_at")
        },
    )
    yield copy(
        Seat,
        games.format("games_seat") + SAT.format("o.number") + " ORDER BY c.n, o.number",
        game_id="c.id",
        user_id="s.user_id",
        joined_at="CASE WHEN s.user_id IS NOT NULL THEN c.created_at END",
    )
    yield copy(
        SeatAssignment,
        games.format("games_seatassignment") + SAT.format("o.seat") + " ORDER BY c.n, o.seat",
        game_id="c.id",
        user_id="s.user_id",
        began_at="c.created_at",
    )
    yield copy(
        RatingChange,
        games.format("games_ratingchange")
        + "JOIN games_seat f ON f.game_id = c.original AND f.user_id = o.user_id "
        + SAT.format("f.number")
        + " ORDER BY c.n",
        game_id="c.id",
        user_id="s.user_id",
        created_at=WHEN_FINISHED,
    )
    yield copy(GameState, games.format("games_gamestate") + "WHERE c.whole", game_id="c.id")
    yield copy(
        PlatformEvent,
        games.format("games_platformevent") + "WHERE c.whole",
        game_id="c.id",
        created_at="c.created_at",
    )
    yield copy(
        Move,
        games.format("games_move") + SAT.format("o.seat") + " WHERE c.whole ORDER BY c.n, o.number",
        game_id="c.id",
        user_id="CASE WHEN o.user_id IS NOT NULL THEN s.user_id END",
        created_at="c.created_at + o.number * interval '2 hours'",
    )


def copy(model: Any, source: str, **changes: str) -> str:
    """Return the statement that copies the rows ``o`` of a source with other values in columns."""
    columns = [
        field.column
        for field in model._meta.concrete_fields
        if not field.primary_key or field.column in changes
    ]
    values = [changes.get(column, f"o.{column}") for column in columns]
    return (
        f"INSERT INTO {model._meta.db_table} ({', '.join(columns)}) "
        f"SELECT {', '.join(values)} FROM {source}"
    )
