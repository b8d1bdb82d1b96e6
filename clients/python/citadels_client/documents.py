"""The documents of the API, as far as clients of any ruleset need their form.

Options, events and tables have further members, which depend on the ruleset. They stay
dictionaries.
"""

from __future__ import annotations

from typing import Any, NotRequired, TypeAlias, TypedDict

Option: TypeAlias = dict[str, Any]
"""A legal choice: ``choice`` is what to send, ``verb`` what it does, ``label`` names it, ``marks``
are the ids of the elements of the picture that it concerns; the ruleset defines the rest.
"""
Event: TypeAlias = dict[str, Any]
"""``seq``, ``move``, ``at``, ``kind``, ``text``, and the members of the kind."""


class User(TypedDict):
    id: str
    username: str


class Seat(TypedDict):
    number: int
    name: str | None
    avatar: str | None
    user: User | None
    bot: str | None
    bot_profile: str | None
    lost: str | None
    away: bool


class Explanation(TypedDict):
    """What a part of the table does."""

    title: str
    text: str


class Decision(TypedDict):
    id: int
    seat: int
    topic: str
    since: str
    question: NotRequired[str]
    about: NotRequired[dict[str, Any]]
    options: NotRequired[list[Option]]


class Result(TypedDict):
    placements: list[int]
    scores: list[int]
    breakdown: list[dict[str, int]]
    lost: list[int]
    ended_by: str


class Game(TypedDict):
    """A game as one viewer may see it."""

    id: str
    ruleset: str
    rules_version: str
    title: str
    status: str
    visibility: str
    options: dict[str, Any]
    created_by: User
    created_at: str
    started_at: str | None
    finished_at: str | None
    server_time: str
    deadline: str | None
    paused: bool
    frozen: bool
    seats: list[Seat]
    your_seat: int | None
    commitment: str | None
    move_count: int
    table: dict[str, Any] | None
    help: dict[str, Explanation] | None
    decision: Decision | None
    result: Result | None


class FinishedPlay(TypedDict):
    """The reply to a command."""

    moves: list[int]
    events: list[Event]
    game: Game
