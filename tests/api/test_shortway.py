"""The short way answers as the long way does, or not at all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import orjson
import pytest
from django.db import OperationalError
from django.utils import timezone

from accounts import remembered
from accounts.models import ApiToken, User
from accounts.scopes import GAMES_READ
from accounts.services import token_revoke, user_ban
from games.api.short import ROUTES
from games.services.lobby import game_create, game_join, game_start
from tests.doors import Door, door_opened, key_of, known, path_of, play_known
from tests.matches import lobby, match, options_of
from tests.throttled import at_rates
from tests.timed import Clock

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy", "clock")]

SAID_BY_VIEWS = {"allow", "vary", "ratelimit", "ratelimit-policy"}
"""What only a view adds to a failure."""
FIRST = "the-first"
"""Stands for the first choice that is offered."""


@pytest.fixture
def door() -> Iterator[Door]:
    with door_opened() as door:
        yield door


# --- the same answer -----------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "fr", "de, fr;q=0.5", ""])
def test_a_look_at_a_match_is_the_same(
    language: str, door: Door, alice: User, bob: User, charlie: User
) -> None:
    started, waiting = match(alice, bob), lobby(alice, bob, seats=3)
    for user in (alice, bob, charlie):
        key = key_of(user)
        known(door, key, started)
        for game in (started, waiting):
            more: dict[str, Any] = {"HTTP_ACCEPT_LANGUAGE": language}
            short = door.ask(key, path_of(game), **more)
            assert short.same() == door.ask(key, path_of(game), long=True, **more).same()
            more["HTTP_IF_NONE_MATCH"] = short.headers["etag"]
            again = door.ask(key, path_of(game), **more)
            assert again.status == "304 Not Modified"
            assert again.same() == door.ask(key, path_of(game), long=True, **more).same()
        assert door.long == 0


def test_a_command_is_answered_the_same(door: Door, alice: User, bob: User) -> None:
    """Two matches alike, of which one is played each way."""
    ways: dict[bool, list[Any]] = {False: [], True: []}
    keys = {alice: key_of(alice), bob: key_of(bob)}
    other = match(alice, bob)
    for key in keys.values():
        known(door, key, other)
    play_known(door, keys[alice], other)
    for long, answers in ways.items():
        game = match(alice, bob, pace={"kind": "per_decision", "allowance": 3600})
        command = {"decision": 1, "choices": ["boast"]}
        answer = door.ask(keys[alice], path_of(game, "commands/"), command, long=long)
        body = orjson.loads(answer.body)
        for chance in ("id", "commitment", "table", "decision"):
            body["game"].pop(chance)
        headers = {**answer.headers, "ratelimit": "", "content-length": ""}
        answers.append((answer.status, headers, body))
    assert door.long == 0
    assert ways[False] == ways[True]


def test_a_look_over_tls_is_the_same(door: Door, alice: User, bob: User, settings: Any) -> None:
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    game, key = match(alice, bob), key_of(alice)
    more: dict[str, Any] = {"HTTP_X_FORWARDED_PROTO": "https"}
    known(door, key, game)
    assert door.ask(key, path_of(game), **more).status == "200 OK"
    assert door.long == 1  # its headers differ, and have to be learnt
    short = door.ask(key, path_of(game), **more)
    assert door.long == 1
    assert short.same() == door.ask(key, path_of(game), long=True, **more).same()


# --- the long way --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "more",
    [
        {"QUERY_STRING": "language=fr"},
        {"HTTP_ORIGIN": "https://example.org"},
        {"HTTP_COOKIE": "sessionid=1"},
        {"HTTP_ACCEPT": "text/html"},
        {"HTTP_ACCEPT": "application/json;q=0.5"},
        {"HTTP_HOST": "elsewhere.example"},
        {"HTTP_AUTHORIZATION": "Bearer cit_unknown"},
        {"HTTP_AUTHORIZATION": "Basic YTpi"},
        {"HTTP_AUTHORIZATION": ""},
        {"REQUEST_METHOD": "HEAD"},
        {"REQUEST_METHOD": "PATCH"},
    ],
)
def test_what_is_unusual_goes_the_long_way(
    more: dict[str, Any], door: Door, alice: User, bob: User
) -> None:
    game, key = match(alice, bob), key_of(alice)
    known(door, key, game)
    short = door.ask(key, path_of(game), **more)
    assert door.long == 1
    assert short.status == door.ask(key, path_of(game), long=True, **more).status


def test_a_token_is_looked_up_on_the_way(
    door: Door, alice: User, bob: User, django_assert_num_queries: Any
) -> None:
    game = match(alice, bob)
    known(door, key_of(bob), game)
    key = key_of(alice)
    # The token, that it is used (in a savepoint: three), the match with its state and seats.
    with django_assert_num_queries(5):
        assert door.ask(key, path_of(game)).status == "200 OK"
    with django_assert_num_queries(1):
        assert door.ask(key, path_of(game)).status == "200 OK"
    assert door.long == 0
    assert ApiToken.objects.filter(last_used_at=None).count() == 0


def test_a_token_that_was_revoked_goes_the_long_way(door: Door, alice: User, bob: User) -> None:
    game, key = match(alice, bob), key_of(alice)
    known(door, key, game)
    token_revoke(user=alice, token_id=alice.tokens.get().id)
    assert door.ask(key, path_of(game)).status == "401 Unauthorized"
    assert door.long == 1


def test_a_token_that_may_not_play_is_refused(door: Door, alice: User, bob: User) -> None:
    game, key = match(alice, bob), key_of(alice, scopes=[GAMES_READ])
    known(door, key, game)
    door.short_way.learnt[ROUTES[1], False] = []
    command = {"decision": 1, "choices": ["boast"]}
    assert door.ask(key, path_of(game, "commands/"), command).status == "403 Forbidden"
    assert door.ask(key, path_of(game)).status == "200 OK"


def test_who_is_banned_is_refused(door: Door, alice: User, bob: User) -> None:
    game, key = match(alice, bob), key_of(alice)
    known(door, key, game)
    user_ban(user=alice, reason="spam")
    assert door.ask(key, path_of(game)).status == "403 Forbidden"


def test_who_was_banned_when_his_token_was_looked_up_is_refused(
    door: Door, alice: User, bob: User
) -> None:
    game, key = match(alice, bob), key_of(alice)
    known(door, key, game)
    (access, _), *_ = remembered._looked_up.values()
    access.user.banned_until = timezone.now().replace(year=9999)
    door.ask(key, path_of(game))
    assert door.long == 1


def test_a_private_match_is_not_there_for_others(door: Door, alice: User, charlie: User) -> None:
    game, key = lobby(alice, seats=2, visibility="private"), key_of(charlie)
    known(door, key, match(alice, charlie))
    assert door.ask(key, path_of(game)).status == "404 Not Found"


# --- commands ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"decision": 1, "choices": ["boast"]}, "409 Conflict"),
        ({"decision": 2, "choices": ["nonsense"]}, "422 Unprocessable Entity"),
        ({"decision": 2, "choices": ["pass", "pass", "pass", "pass"]}, "422 Unprocessable Entity"),
        ({"decision": True, "choices": ["boast"]}, "422 Unprocessable Entity"),
        ({"decision": 2.0, "choices": [FIRST]}, "200 OK"),
        ({"decision": 2, "choices": [f" {FIRST} "]}, "200 OK"),
        ({"decision": 2, "choices": []}, "422 Unprocessable Entity"),
        ({"decision": 2, "choices": "boast"}, "422 Unprocessable Entity"),
        ({"decision": 2, "choices": [FIRST], "dry_run": True}, "200 OK"),
        ({"decision": 2}, "422 Unprocessable Entity"),
        ([], "422 Unprocessable Entity"),
        (b"{", "400 Bad Request"),
    ],
)
def test_what_is_refused_or_odd_is_left_to_the_long_way(
    body: Any, status: str, door: Door, alice: User, bob: User
) -> None:
    game, key = match(alice, bob), key_of(alice)
    known(door, key, game)
    play_known(door, key, game)
    if isinstance(body, dict) and "choices" in body:
        first = options_of(alice, game)[0]
        body = orjson.loads(orjson.dumps(body).replace(FIRST.encode(), first.encode()))
    answer = door.ask(key, path_of(game, "commands/"), body)
    assert (answer.status, door.long) == (status, 1)
    dry = isinstance(body, dict) and body.get("dry_run")
    game.refresh_from_db()
    assert game.move_count == (2 if status == "200 OK" and not dry else 1)


def test_a_command_is_played_once(door: Door, alice: User, bob: User) -> None:
    game, key = match(alice, bob), key_of(alice)
    known(door, key, game)
    play_known(door, key, game)
    command = {"decision": 2, "choices": [options_of(alice, game)[0]]}
    more: dict[str, Any] = {"HTTP_IDEMPOTENCY_KEY": "k1"}
    first = door.ask(key, path_of(game, "commands/"), command, **more)
    assert door.long == 0
    again = door.ask(key, path_of(game, "commands/"), command, **more)
    assert (again.body, again.headers["idempotent-replayed"]) == (first.body, "true")
    assert "content-language" not in again.headers
    assert "idempotent-replayed" not in first.headers
    game.refresh_from_db()
    assert game.move_count == 2


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (OperationalError("gone"), "503 Service Unavailable", "unavailable"),
        (RuntimeError("a mistake"), "500 Internal Server Error", "internal_error"),
    ],
)
def test_a_failure_of_the_service_is_a_problem_and_not_tried_again(
    error: Exception,
    status: str,
    code: str,
    door: Door,
    alice: User,
    bob: User,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, key = match(alice, bob), key_of(alice)
    known(door, key, game)
    play_known(door, key, game)

    def fails(**words: Any) -> None:
        raise error

    for module in ("short", "views"):
        monkeypatch.setattr(f"games.api.{module}.command_send", fails)
    monkeypatch.setattr("games.api.short.look_at", fails)
    monkeypatch.setattr("games.api.views.game_view_for", fails)
    command = {"decision": 2, "choices": [options_of(alice, game)[0]]}
    for body, more in ((None, ""), (command, "commands/")):
        answer = door.ask(key, path_of(game, more), body)
        assert (answer.status, orjson.loads(answer.body)["code"]) == (status, code)
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.headers["x-request-id"] == "mine"
        long = door.ask(key, path_of(game, more), body, long=True)
        assert answer.body == long.body
        assert answer.headers.items() <= long.headers.items()
        assert long.headers.keys() - answer.headers.keys() <= SAID_BY_VIEWS
    assert door.long == 0


# --- counting ------------------------------------------------------------------------------------


def test_every_request_is_counted_once(door: Door, alice: User, bob: User) -> None:
    game, key = match(alice, bob), key_of(alice)
    with at_rates(read="4/min"):
        known(door, key, game)
        left = [door.ask(key, path_of(game)).headers["ratelimit"] for _ in range(2)]
        refused = door.ask(key, f"/api/v1/games/{bob.id}/")  # no such match
        assert refused.status == "404 Not Found"
        assert [text.split(";")[1] for text in left] == ["r=2", "r=1"]
        assert "r=0" in refused.headers["ratelimit"]
        answer = door.ask(key, path_of(game))
    assert answer.status == "429 Too Many Requests"
    assert "retry-after" in answer.headers


def test_what_was_learnt_is_no_secret_of_anybody(door: Door, alice: User, bob: User) -> None:
    """Nothing of one user's answer is in another's."""
    game = match(alice, bob)
    known(door, key_of(alice), game)
    learnt = {name.lower() for name, _ in door.short_way.learnt[ROUTES[0], False]}
    assert learnt == {
        "allow",
        "cache-control",
        "cross-origin-opener-policy",
        "referrer-policy",
        "vary",
        "x-content-type-options",
        "x-frame-options",
    }


def test_nothing_is_learnt_from_an_answer_that_sets_a_cookie(
    door: Door, alice: User, bob: User
) -> None:
    """A cookie is for one user alone: should an answer ever have one, no other one gets it."""
    whole = door.short_way.application

    def marked(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        def starting(status: str, headers: list[tuple[str, str]]) -> Any:
            return start_response(status, [*headers, ("Set-Cookie", "mine=1")])

        return whole(environ, starting)

    door.short_way.application = marked
    game = match(alice, bob)
    for _ in range(2):
        assert door.ask(key_of(alice), path_of(game)).headers["set-cookie"] == "mine=1"
    assert not door.short_way.learnt


def test_citadels_goes_the_short_way(door: Door, clock: Clock, alice: User, bob: User) -> None:
    game = game_create(user=alice, ruleset="citadels", seats=2, options={})
    game_join(user=bob, game_id=game.id)
    game = game_start(user=alice, game_id=game.id)
    keys = [key_of(alice), key_of(bob)]
    for key in keys:
        known(door, key, game)
    for _ in range(20):
        game.refresh_from_db()
        seat = game.to_act or 0
        user, key = (alice, bob)[seat], keys[seat]
        choices = options_of(user, game)[:1]
        command = {"decision": game.decision_id, "choices": choices}
        assert door.ask(key, path_of(game, "commands/"), command).status == "200 OK"
        assert door.long == 1  # the first command
        look = door.ask(key, path_of(game))
        assert look.same() == door.ask(key, path_of(game), long=True).same()
    assert ApiToken.objects.filter(last_used_at=None).count() == 0
