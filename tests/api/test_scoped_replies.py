"""No reply contains data outside the scopes of its token: successes, refusals and dry runs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from rest_framework.test import APIClient

from accounts.models import User
from accounts.scopes import (
    ACCOUNT,
    GAMES_CREATE,
    GAMES_PLAY,
    GAMES_READ,
    MESSAGES,
    SCOPES,
    WEBHOOKS,
)
from accounts.services import token_issue
from games.chat.services import message_post
from games.lobby.services import bot_place, game_create
from games.models import Game, Visibility
from games.notes.services import note_write
from games.standing_orders.services import orders_set
from tests.doors import key_of
from tests.permissions import full, rows
from tests.roles import BODIES, World
from tests.toy_games import options_of, play, start_game

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]

NOTE = BODIES["PUT", "games/{game}/notes/"]["text"]
SECRETS = {
    "planted-title": GAMES_READ,
    NOTE: GAMES_READ,  # a note, which the requests write again
    '"lay:': GAMES_READ,  # cards in a hand, in options and refusals
    '"orders"': GAMES_READ,
    '"options":[': GAMES_READ,
    '"your_seat"': GAMES_READ,
    '"boasted"': GAMES_READ,  # an event
    "planted-message": MESSAGES,
    "seat@example.org": ACCOUNT,
    "hooks.example.org": WEBHOOKS,
    "push.example.net": ACCOUNT,
}
"""Texts in replies, and the scope that allows to read them."""
EVERYTHING = "me/export/file/"
"""Sends a copy of all data of the user, and needs their password besides the scope."""
ASKING = ("seat", "host", "invited")
MEMBERS = {"type", "title", "status", "detail", "code", "request_id"}
"""Members that every problem has."""
HARMLESS = {"scope", "errors", "index", "game_status", "offer", "vote"}
"""Further members of problems that show nothing about a game (docs/accounts.md)."""
REFUSALS = {"already_seated", "seat_taken", "seats_free", "not_ready"}
"""Problems with members that need games:read. The requests must meet them."""
Reply = tuple[str, Any]
"""A request and its response."""


def client_with(user: User, *scopes: str) -> APIClient:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {key_of(user, scopes=list(scopes))}")
    return client


def content(response: Any) -> str:
    return f"{dict(response.items())} {response.content.decode(errors='replace')}"


class TwoCards(World):
    """Games of two rounds, in which a player who lays a card has a choice."""

    rounds = 2


@pytest.fixture
def world() -> World:
    """Return games with planted secrets. In running ones, ``seat`` has to lay a card."""
    world = TwoCards()
    Game.objects.update(title="planted-title")
    seat = world.users["seat"]
    running = [game for (state, _), game in world.games.items() if state == "running"]
    for game in running:
        play(seat, game, "boast")
        note_write(user=seat, game_id=game.id, text=NOTE)
        message_post(user=seat, game_id=game.id, room="players", text="planted-message")
        orders_set(user=seat, game_id=game.id, orders=[{"topic": "counter", "choose": ["pass"]}])
    return world


def replies(world: World, scope: str) -> Iterator[Reply]:
    """Yield all replies to tokens with one scope. Every request is rolled back."""
    world.clients |= {role: client_with(world.users[role], scope) for role in ASKING}
    for row in rows():
        if full(row.path).startswith("/api/v1/") and row.path != EVERYTHING:
            for role in ASKING:
                with transaction.atomic():
                    response = world.asked(row, role)
                    transaction.set_rollback(True)
                yield f"{row.method} {row.path} [{row.state}] as {role}", response
    yield from lobby_replies(world)
    yield from command_replies(world, world.clients["seat"])


def lobby_replies(world: World) -> Iterator[Reply]:
    """Yield refusals in the lobby that are not in the table."""
    lobby, full = (world.games[state, Visibility.PRIVATE] for state in ("lobby", "full"))
    for what, role, game, action, body in (
        ("already seated", "seat", lobby, "join", {}),
        ("seat taken", "invited", lobby, "join", {"seat": 0}),
        ("seats free", "host", lobby, "start", {}),
        ("not ready", "host", full, "start", {}),
    ):
        with transaction.atomic():
            Game.objects.filter(id=full.id).update(ready_check=True)
            response = world.clients[role].post(f"/api/v1/games/{game.id}/{action}/", body)
            transaction.set_rollback(True)
        yield what, response


def command_replies(world: World, client: APIClient) -> Iterator[Reply]:
    """Yield replies to commands that are not in the table: refusals, dry runs, repetitions."""
    seat, game = world.users["seat"], world.games["running", Visibility.PRIVATE]
    path, now = f"/api/v1/games/{game.id}/commands/", game.decision_id
    dry = f"/api/v1/games/{game.id}/dry-runs/"
    choice = options_of(seat, game)[0]
    for what, url, decision, choices in (
        ("stale", path, now - 1, [choice]),
        ("stale dry run", dry, now - 1, [choice]),
        ("illegal", path, now, ["lay:99"]),
        ("illegal dry run", dry, now, ["lay:99"]),
        ("illegal, later", path, now, [choice, "lay:99"]),
        ("dry run", dry, now, [choice]),
        ("first time", path, now, [choice]),
    ):
        with transaction.atomic():
            response = client.post(url, {"decision": decision, "choices": choices})
            transaction.set_rollback(True)
        yield what, response
    with transaction.atomic():
        body, key = {"decision": now, "choices": [choice]}, {"Idempotency-Key": "once"}
        whole = APIClient()
        whole.credentials(HTTP_AUTHORIZATION=f"Bearer {token_issue(user=seat).text}")
        assert whole.post(path, body, headers=key).status_code == 200
        yield "repeated", client.post(path, body, headers=key)
        transaction.set_rollback(True)


@pytest.mark.slow
def test_no_reply_has_data_outside_the_scope_of_its_token(world: World) -> None:
    shown: dict[str, set[str]] = {}
    refusals: set[str] = set()
    for scope in SCOPES:
        for what, response in replies(world, scope):
            text = content(response)
            there = {mark for mark in SECRETS if mark in text}
            beyond = {mark for mark in there if SECRETS[mark] != scope}
            assert not beyond, f"{scope}: {what}: {beyond} in {text}"
            shown[scope] = shown.get(scope, set()) | there
            if response.get("Content-Type") == "application/problem+json":
                problem = response.json()
                refusals.add(problem["code"])
                further = problem.keys() - MEMBERS - HARMLESS
                assert scope == GAMES_READ or not further, f"{scope}: {what}: {problem}"
    assert refusals >= REFUSALS
    for mark, scope in SECRETS.items():  # a secret that never appears proves nothing
        assert mark in shown[scope]


def test_a_token_that_may_not_read_plays_and_is_shown_nothing(alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    path, client = f"/api/v1/games/{game.id}/", client_with(alice, GAMES_PLAY)
    legal = {"decision": game.decision_id, "choices": ["boast"]}
    stale = client.post(f"{path}commands/", {**legal, "decision": 7})
    assert stale.json()["code"] == "stale_decision"
    assert "decision" not in stale.json()
    illegal = client.post(f"{path}commands/", {**legal, "choices": ["lay:99"]})
    assert illegal.json()["code"] == "illegal_choice"
    assert "options" not in illegal.json()
    done = client.post(f"{path}commands/", legal)
    assert (done.status_code, done.content, done["Location"]) == (204, b"", path)
    game.refresh_from_db()
    assert game.move_count == 1
    other = client_with(bob, GAMES_PLAY).post(f"{path}commands/", {**legal, "decision": 2})
    assert (other.json()["code"], "seat" in other.json()) == ("not_your_decision", False)
    given_up = client.post(f"{path}resign/")
    assert (given_up.status_code, given_up["Location"]) == (204, path)


def test_a_dry_run_needs_the_scope_for_reading_games(alice: User, bob: User) -> None:
    """Otherwise a token could learn the cards in a hand without playing."""
    game = start_game(alice, bob)
    path, dry = (f"/api/v1/games/{game.id}/{name}/" for name in ("commands", "dry-runs"))
    refusals = []
    for url, choices in ((dry, ["boast"]), (dry, ["lay:99"]), (path, ["boast", "nonsense"])):
        body = {"decision": game.decision_id, "choices": choices}
        refusal = client_with(alice, GAMES_PLAY).post(url, body)
        assert (refusal.status_code, refusal.json()["code"]) == (403, "insufficient_scope")
        assert refusal.json()["scope"] == GAMES_READ
        refusals.append({**refusal.json(), "request_id": None})
    assert refusals[0] == refusals[1] == refusals[2]
    allowed = client_with(alice, GAMES_PLAY, GAMES_READ)
    legal = {"decision": game.decision_id, "choices": ["boast"]}
    assert allowed.post(dry, legal).status_code == 200


def test_a_token_that_may_only_create_games_gets_the_id(alice: User) -> None:
    client, key = client_with(alice, "games:create"), {"Idempotency-Key": "once"}
    for repeated in (False, True):
        created = client.post("/api/v1/games/", {"ruleset": "toy", "seats": 2}, headers=key)
        assert (created.status_code, created.content) == (204, b"")
        assert ("Idempotent-Replayed" in created) is repeated
        assert created["Location"] == f"/api/v1/games/{Game.objects.get().id}/"


@pytest.mark.parametrize("reads", [False, True])
def test_refusals_in_the_lobby_show_seats_only_with_the_read_scope(
    reads: bool, alice: User, bob: User
) -> None:
    game = game_create(
        user=alice,
        ruleset="toy",
        options={},
        seats=3,
        ready_check=True,
        visibility=Visibility.PUBLIC,
    )
    scopes = (GAMES_PLAY, GAMES_CREATE, *([GAMES_READ] if reads else []))
    host, guest = client_with(alice, *scopes), client_with(bob, *scopes)
    path = f"/api/v1/games/{game.id}/"
    found = [host.post(f"{path}join/"), guest.post(f"{path}join/", {"seat": 0})]
    found.append(host.post(f"{path}start/"))
    for seat in (1, 2):
        bot_place(user=alice, game_id=game.id, seat=seat, level="novice")
    found.append(host.post(f"{path}start/"))
    members = {"seat", "free_seats", "seats"}
    assert [(reply.json()["code"], reply.json().keys() & members) for reply in found] == [
        ("already_seated", {"seat"} if reads else set()),
        ("seat_taken", {"free_seats"} if reads else set()),
        ("seats_free", {"free_seats"} if reads else set()),
        ("not_ready", {"seats"} if reads else set()),
    ]
