"""A look that is kept is the look that would be made now, or is not given."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import orjson
import pytest

from accounts.models import User
from citadels.api import json
from games import looks, store
from games.looks import LOOKS, look_at
from games.models import Game, Invitation, Pause, PauseKind, Seat, Visibility
from games.selectors import game_view_for, game_view_of
from games.services.lobby import game_join
from games.services.resign import seat_resign
from tests.doors import Door, door_opened, key_of, known, path_of
from tests.matches import lobby, match, play, play_out
from tests.timed import HOUR, NOW, Clock, pause

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy", "clock")]
BANKED = {"kind": "reserve", "allowance": 3600, "bank": 7200}


@pytest.fixture(autouse=True)
def nothing_kept() -> Iterator[None]:
    LOOKS.clear()
    yield
    LOOKS.clear()


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[User]:
    """For whom a look was made, and not taken from what is kept."""
    users: list[User] = []

    def noted(rows: Any, *, user: User, language: str) -> Any:
        users.append(user)
        return game_view_of(rows, user=user, language=language)

    monkeypatch.setattr("games.looks.game_view_of", noted)
    return users


def body(user: User, game: Game, language: str = "en") -> bytes:
    return look_at(user=user, game_id=game.id, language=language)[1]


def afresh(user: User, game: Game, language: str = "en") -> tuple[str, bytes]:
    glance, document = game_view_for(user=user, game_id=game.id, language=language)
    return glance.etag, json.dumps(document)


# --- the same ------------------------------------------------------------------------------------


def test_who_looks_again_gets_what_is_kept(alice: User, bob: User, made: list[User]) -> None:
    game = match(alice, bob)
    first = look_at(user=alice, game_id=game.id, language="en")
    assert look_at(user=alice, game_id=game.id, language="en") == first
    assert first == afresh(alice, game)
    assert made == [alice]


def test_only_the_time_of_the_server_goes_on(
    alice: User, bob: User, clock: Clock, made: list[User]
) -> None:
    game = match(alice, bob, title='"server_time":"x"')
    before = orjson.loads(body(alice, game))
    clock.shift(timedelta(seconds=5))
    after = body(alice, game)
    assert (made, after) == ([alice], afresh(alice, game)[1])
    changed = {name for name, value in orjson.loads(after).items() if value != before[name]}
    assert changed == {"server_time"}


def test_nobody_gets_the_look_of_another(
    alice: User, bob: User, charlie: User, made: list[User]
) -> None:
    game = match(alice, bob)
    for _ in range(2):
        for user in (alice, bob, charlie):
            for language in ("en", "fr"):
                assert body(user, game, language) == afresh(user, game, language)[1]
    assert len(made) == 6


CHANGES: dict[str, Callable[[User, User, Game], object]] = {
    "a move": lambda alice, bob, game: play(alice, game),
    "the end": lambda alice, bob, game: play_out(game, alice, bob),
    "a player resigns": lambda alice, bob, game: seat_resign(user=bob, game_id=game.id),
    "a name": lambda alice, bob, game: User.objects.filter(id=bob.id).update(username="bo"),
    "a bank": lambda alice, bob, game: Seat.objects.filter(game=game, number=1).update(
        bank=timedelta(seconds=7)
    ),
    "an excuse": lambda alice, bob, game: Seat.objects.filter(game=game, number=1).update(
        excuses_left=5
    ),
    "a title": lambda alice, bob, game: Game.objects.filter(id=game.id).update(title="Other"),
    "since when": lambda alice, bob, game: Game.objects.filter(id=game.id).update(
        to_act_since=NOW - HOUR
    ),
    "a rematch": lambda alice, bob, game: Game.objects.filter(id=game.id).update(
        rematch=lobby(bob, seats=2)
    ),
}


@pytest.mark.parametrize("change", CHANGES)
def test_any_change_is_seen_at_once(
    change: str, alice: User, bob: User, charlie: User, made: list[User]
) -> None:
    """Whether or not it was told to anybody, and raised the version of the match."""
    game = match(alice, bob, pace=BANKED)
    before = {user: body(user, game) for user in (alice, bob, charlie)}
    CHANGES[change](alice, bob, game)
    for user, look in before.items():
        now = look_at(user=user, game_id=game.id, language="en")
        assert now == afresh(user, game)
        assert now[1] != look
    assert len(made) == 6


def test_every_column_of_a_match_and_its_seats_counts(alice: User, bob: User) -> None:
    game = match(alice, bob)
    marks = {looks.mark_of(rows) for rows in changed_rows(store.whole_rows(game.id))}
    columns = len(store.whole_rows(game.id)[0])
    assert len(marks) == 2 * columns + 1


def changed_rows(rows: list[Any]) -> Iterator[list[Any]]:
    yield rows
    for number, row in enumerate(rows):
        for place in range(len(row)):
            other = [*row[:place], "another", *row[place + 1 :]]
            yield [*rows[:number], other, *rows[number + 1 :]]


# --- what is not kept ----------------------------------------------------------------------------


def test_pauses_are_read_each_time(alice: User, bob: User, made: list[User]) -> None:
    game = match(alice, bob, pace=BANKED)
    pause(game)
    assert body(alice, game) == body(alice, game) == afresh(alice, game)[1]
    assert made == [alice, alice]
    Pause.objects.filter(game=game).update(kind=PauseKind.VACATION)
    assert body(alice, game) == afresh(alice, game)[1]


def test_leave_to_see_a_private_match_is_asked_for_each_time(
    door: Door, alice: User, bob: User
) -> None:
    game, key = lobby(alice, seats=3, visibility=Visibility.PRIVATE), key_of(bob)
    known(door, key_of(alice), game)
    invited = Invitation.objects.create(game=game, user=bob, by=alice)
    for _ in range(2):
        assert door.ask(key, path_of(game)).status == "200 OK"
    invited.delete()
    assert door.ask(key, path_of(game)).status == "404 Not Found"
    Invitation.objects.create(game=game, user=bob, by=alice)
    game_join(user=bob, game_id=game.id)
    for _ in range(2):
        assert door.ask(key, path_of(game)).status == "200 OK"


@pytest.fixture
def door() -> Iterator[Door]:
    with door_opened() as door:
        yield door


# --- how much is kept ----------------------------------------------------------------------------


def test_no_more_is_kept_than_was_allowed(
    alice: User, bob: User, charlie: User, made: list[User], settings: Any
) -> None:
    game = match(alice, bob)
    size = max(looks.BESIDE + len(body(user, game)) for user in (alice, bob, charlie))
    LOOKS.clear()
    made.clear()
    settings.LOOKS_BYTES = 2 * size
    for user in (alice, bob, alice, charlie, alice, bob):
        body(user, game)
        assert LOOKS.size == sum(look.size for look in LOOKS.kept.values()) <= 2 * size
    assert made == [alice, bob, charlie, bob]  # the one that was asked for longest ago is let go


@pytest.mark.parametrize("limit", [0, 10])
def test_nothing_is_kept_where_there_is_no_room(
    limit: int, alice: User, bob: User, made: list[User], settings: Any
) -> None:
    settings.LOOKS_BYTES = limit
    game = match(alice, bob)
    assert body(alice, game) == body(alice, game)
    assert (made, LOOKS.size, len(LOOKS.kept)) == ([alice, alice], 0, 0)
