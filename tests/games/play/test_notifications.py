"""Notifications about games."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.core import mail
from django.db import transaction
from rest_framework.test import APIClient

from accounts.models import User
from games.by_mail.emails import open_turns
from games.by_mail.links import decision_url
from games.lobby.invitations import invitation_accept, invitation_send
from games.models import Game, PauseKind
from games.play import notifications
from games.play.notify import notification_data
from games.play.relevance import still_your_turn
from games.play.rollback import game_rollback
from games.seats.resign import seat_resign, seat_return
from games.staff import rollback_undo
from games.staff.divergence import state_rebuild
from games.standing_orders.services import order_turn_play, orders_set
from notifications.kinds import KINDS, Kind, Reader, kinds_with_preferences
from notifications.models import Delivery, Notification, OutboxEntry
from notifications.services.outbox import notification_enqueue
from notifications.services.relay import relay_all
from tests.conftest import ClientOf
from tests.games.seats.handovers import hand_over
from tests.timed import A_DAY_EACH, Clock, pause, resume, shown_up, time_out, turn
from tests.toy_games import lobby, play, play_out, start_game

pytestmark = pytest.mark.usefixtures("toy")
PAGE = (Path(__file__).parents[3] / "docs" / "notifications.md").read_text(encoding="utf-8")
DEADLINE = datetime(2026, 11, 22, 18, tzinfo=UTC)


def turn_of(game: Game) -> dict[str, object]:
    return notification_data(
        game,
        seat=game.to_act,
        decision=game.decision_id,
        topic=game.topic,
        deadline=DEADLINE,
    )


def notify_turn(user: User, game: Game) -> None:
    with transaction.atomic():
        notification_enqueue(users=[user.id], kind="your_turn", subject=game.id, data=turn_of(game))


# --- texts ---------------------------------------------------------------------------------------


FACTS = {
    "ruleset": "citadels",
    "seat": 2,
    "username": "alice",
    "by": "alice",
    "answer": "accepted",
    "why": "host",
    "deadline": "2026-11-22T18:00:00Z",
}


@pytest.mark.parametrize("kind", notifications.KINDS, ids=lambda kind: kind.name)
def test_every_kind_has_its_texts_in_both_languages(kind: Kind) -> None:
    assert kind in kinds_with_preferences()
    for texts in (kind.subject_for, kind.text_for):
        english, french = (texts(FACTS, Reader(language)) for language in ("en", "fr"))
        assert english != french
        for text in (english, french):
            assert "%" not in text
            assert "?" not in text, "a fact is missing"
            assert "Citadels" in text
    assert kind.text_for(FACTS, Reader("fr")).endswith(".")


@pytest.mark.parametrize("kind", notifications.KINDS, ids=lambda kind: kind.name)
def test_texts_are_complete_without_a_deadline(kind: Kind) -> None:
    facts = {name: fact for name, fact in FACTS.items() if name != "deadline"}
    for language in ("en", "fr"):
        assert "2026" not in kind.text_for(facts, Reader(language))


def test_deadlines_are_in_the_readers_time_zone(alice: User, bob: User) -> None:
    data = turn_of(start_game(alice, bob))
    text = KINDS["your_turn"].text_for
    paris = Reader("fr", "Europe/Paris")
    assert text(data, Reader()).endswith(". Deadline: Sunday 22 November 2026, 18:00 (UTC).")
    assert text(data, paris).endswith(
        ". Échéance\xa0: dimanche 22 novembre 2026, 19:00 (Europe/Paris)."
    )
    assert text(data, Reader("tlh")) == text(data, Reader())


def test_data_contains_ids_and_public_features(alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    assert turn_of(game) == {
        "ruleset": "toy",
        "seat": 0,
        "decision": 1,
        "topic": "boast",
        "deadline": "2026-11-22T18:00:00Z",
    }
    assert notification_data(game) == {"ruleset": "toy"}


# --- relevance -----------------------------------------------------------------------------------


def test_a_turn_is_relevant_until_the_player_has_moved(alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    data = turn_of(game)
    assert still_your_turn(game.id, alice.id, data)
    assert not still_your_turn(game.id, bob.id, data)
    play(alice, game, "pass")  # the next decision is alice's too, and she is playing
    assert not still_your_turn(game.id, alice.id, data)


def test_a_turn_is_not_relevant_to_a_player_who_resigned(alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    data = turn_of(game)
    seat_resign(user=alice, game_id=game.id)
    assert not still_your_turn(game.id, alice.id, data)


def test_a_player_who_has_moved_is_not_notified(alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    notify_turn(alice, game)
    play(alice, game, "pass")
    relay_all(seconds=5)
    turns = Notification.objects.filter(entry__kind="your_turn", entry__data__decision=1)
    assert not turns.exists()


def test_a_turn_notification_names_its_game(alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    notify_turn(alice, game)
    relay_all(seconds=5)
    Delivery.objects.update(available_at=datetime(2000, 1, 1, tzinfo=UTC))
    relay_all(seconds=5)
    bodies = [one.body for one in mail.outbox if one.to == [alice.email]]
    assert any("It is your turn" in body and str(game.id) in body for body in bodies)


# --- the digest ----------------------------------------------------------------------------------


def test_the_digest_begins_with_the_users_turns(alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    (line,) = open_turns(alice.id, Reader("fr"))
    assert line.text.endswith("\N{NO-BREAK SPACE}: c'est à vous")
    assert line.link == decision_url(user=alice, game=game)
    assert open_turns(bob.id, Reader()) == []


# --- the list ------------------------------------------------------------------------------------


def lines(client: APIClient, **query: str) -> list[tuple[str, str]]:
    relay_all(seconds=5)
    found = client.get("/api/v1/me/notifications/", query).json()["results"]
    return [(one["kind"], one["game_title"]) for one in found]


def test_a_turn_is_listed_once_with_the_title_of_its_game_until_it_is_over(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob, title="Sunday evening")
    your_turn = ("your_turn", "Sunday evening")
    for _ in range(2):
        assert lines(client_of(alice)).count(your_turn) == 1
        assert your_turn not in lines(client_of(bob))
        turn(alice, game)
        assert your_turn not in lines(client_of(alice))
        assert lines(client_of(bob)).count(your_turn) == 1
        turn(bob, game)
    play_out(game, alice, bob)
    for user in (alice, bob):
        assert {kind for kind, _ in lines(client_of(user))} == {"game_started", "game_finished"}


def test_a_turn_that_was_added_during_the_move_is_not_listed(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob)
    assert ("your_turn", "") in lines(client_of(alice))
    turn(alice, game)
    Notification.objects.update(replaced_at=None)  # as if the move had not seen it
    assert ("your_turn", "") not in lines(client_of(alice))


def test_a_turn_ends_when_another_takes_the_seat_or_the_decision_is_another(
    alice: User, bob: User, charlie: User
) -> None:
    def readers() -> set[User]:
        relay_all(seconds=5)
        shown = Notification.objects.filter(entry__kind="your_turn", replaced_at=None)
        return {line.user for line in shown}

    game = start_game(alice, bob)
    assert readers() == {alice}
    game = hand_over(game, alice, charlie)
    assert readers() == {charlie}
    turn(charlie, game)
    assert readers() == {bob}
    game_rollback(game_id=game.id, to_move=0, by=alice, reason="a test")
    assert readers() == {charlie}
    rollback_undo(game_id=game.id)
    assert readers() == {bob}
    Game.objects.filter(id=game.id).update(to_act=0)  # not what the moves lead to
    game.refresh_from_db()
    notify_turn(charlie, game)
    assert readers() == {bob, charlie}
    state_rebuild(game_id=game.id)
    assert readers() == {bob}


def test_a_title_is_shown_to_players_as_it_is_now(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    host, guest = client_of(alice), client_of(bob)
    game = lobby(alice, seats=2, title="Sunday", visibility="private")
    invitation = invitation_send(user=alice, game_id=game.id, username=bob.username)
    assert lines(guest) == [("invited", "")]  # a stranger may have made it up
    invitation_accept(user=bob, invitation_id=invitation.id)
    assert lines(guest) == [("invited", "Sunday")]
    assert lines(host) == [("invitation_answered", "Sunday")]
    etag = host.get("/api/v1/me/notifications/").headers["ETag"]
    Game.objects.filter(id=game.id).update(title="Monday")
    reply = host.get("/api/v1/me/notifications/", headers={"If-None-Match": etag})
    assert reply.json()["results"][0]["game_title"] == "Monday"


# --- the page for clients ------------------------------------------------------------------------


def test_the_documentation_names_every_member(
    alice: User, bob: User, charlie: User, clock: Clock
) -> None:
    rows = [line.split("|") for line in PAGE.splitlines() if line.startswith("| `")]
    members = {
        kind: {"ruleset", *re.findall(r"`(\w+)`", row[3])}
        for row in rows
        if len(row) == 5
        for kind in re.findall(r"`(\w+)`", row[1])
    }
    time_out(clock, start_game(alice, bob, pace=A_DAY_EACH))
    game = start_game(
        alice, bob, charlie, pace=A_DAY_EACH, timeouts={"policy": "bot", "excuses": 1}
    )
    shown_up(game)
    orders_set(user=alice, game_id=game.id, orders=[{"topic": "boast", "choose": ["boast:no"]}])
    order_turn_play(game_id=game.id)
    pause(game, PauseKind.VACATION, bob)
    resume(game, PauseKind.VACATION, bob)
    time_out(clock, game)
    time_out(clock, game)
    seat_return(user=alice, game_id=game.id)
    play(alice, game)
    game_rollback(game_id=game.id, to_move=0, by=charlie, reason="a test")
    for loser in (alice, bob):
        seat_resign(user=loser, game_id=game.id)
    data_by_kind = {entry.kind: entry.data for entry in OutboxEntry.objects.all()}
    assert len(data_by_kind) > 8
    for kind, data in data_by_kind.items():
        assert set(data) <= members[kind], kind


def test_an_excuse_is_relevant_while_it_is_the_players_turn(
    alice: User, bob: User, clock: Clock
) -> None:
    game = shown_up(start_game(alice, bob, pace=A_DAY_EACH, timeouts={"excuses": 1}))
    time_out(clock, game)
    relay_all(seconds=5)
    (message,) = [one for one in mail.outbox if "excused" in one.subject]
    assert message.to == [alice.email]
    assert "You ran out of time in a game of" in message.body
