"""What players are told of their matches."""

from __future__ import annotations

from datetime import UTC, datetime
from string import Formatter

import pytest
from django.core import mail
from django.db import transaction

from accounts.models import User
from games import notices
from games.models import Game
from games.notices import SAID, notice, open_turns, still_your_turn
from games.services.resign import seat_resign
from notifications.kinds import KINDS, Reader, kinds_offered
from notifications.models import Delivery, Notification
from notifications.services.outbox import tell
from notifications.services.relay import relay_all
from tests.matches import match, play

pytestmark = pytest.mark.usefixtures("toy")
DEADLINE = datetime(2026, 11, 22, 18, tzinfo=UTC)


def turn_of(game: Game) -> dict[str, object]:
    return notice(
        game,
        seat=game.to_act,
        decision=game.decision_id,
        topic=game.topic,
        deadline=DEADLINE,
    )


def tell_turn(user: User, game: Game) -> None:
    with transaction.atomic():
        tell(users=[user.id], kind="your_turn", subject=game.id, data=turn_of(game))


# --- words ---------------------------------------------------------------------------------------


def test_every_kind_has_its_words_in_both_languages() -> None:
    assert {kind.name for kind in notices.KINDS} == set(SAID)
    assert {kind.name for kind in notices.KINDS} <= {kind.name for kind in kinds_offered()}
    for name, languages in SAID.items():
        assert set(languages) == {"en", "fr"}, name
        english, french = (
            {field for text in languages[language] for _, field, _, _ in Formatter().parse(text)}
            for language in ("en", "fr")
        )
        assert english == french, name


def test_a_deadline_is_told_by_the_readers_clock(alice: User, bob: User) -> None:
    data = turn_of(match(alice, bob))
    text = KINDS["your_turn"].text
    paris = Reader("fr", "Europe/Paris")
    assert text(data, Reader()).endswith(", until 2026-11-22 18:00 (UTC).")
    assert text(data, paris).endswith(", jusqu'au 2026-11-22 19:00 (Europe/Paris).")
    assert text(data, Reader("tlh")) == text(data, Reader())


def test_a_notice_holds_ids_and_public_facts(alice: User, bob: User) -> None:
    game = match(alice, bob)
    assert turn_of(game) == {
        "ruleset": "toy",
        "seat": 0,
        "decision": 1,
        "topic": "boast",
        "deadline": "2026-11-22T18:00:00Z",
    }
    assert notice(game) == {"ruleset": "toy"}


# --- what still matters --------------------------------------------------------------------------


def test_a_turn_matters_until_it_is_taken(alice: User, bob: User) -> None:
    game = match(alice, bob)
    data = turn_of(game)
    assert still_your_turn(game.id, alice.id, data)
    assert not still_your_turn(game.id, bob.id, data)
    play(alice, game, "pass")  # alice goes on: another decision, and she is at it
    assert not still_your_turn(game.id, alice.id, data)


def test_it_matters_not_to_who_has_resigned(alice: User, bob: User) -> None:
    game = match(alice, bob)
    data = turn_of(game)
    seat_resign(user=alice, game_id=game.id)
    assert not still_your_turn(game.id, alice.id, data)


def test_who_has_played_is_not_told_to(alice: User, bob: User) -> None:
    game = match(alice, bob)
    tell_turn(alice, game)
    play(alice, game, "pass")
    relay_all(seconds=5)
    turns = Notification.objects.filter(entry__kind="your_turn", entry__data__decision=1)
    assert not turns.exists()


def test_a_turn_is_told_with_its_match(alice: User, bob: User) -> None:
    game = match(alice, bob)
    tell_turn(alice, game)
    relay_all(seconds=5)
    Delivery.objects.update(available_at=datetime(2000, 1, 1, tzinfo=UTC))
    relay_all(seconds=5)
    bodies = [one.body for one in mail.outbox if one.to == [alice.email]]
    assert any("It is your turn" in body and str(game.id) in body for body in bodies)


# --- the digest ----------------------------------------------------------------------------------


def test_the_digest_begins_with_my_turns(alice: User, bob: User) -> None:
    game = match(alice, bob)
    (line,) = open_turns(alice.id, Reader("fr"))
    assert line.text.endswith(" : c'est à vous")
    assert str(game.id) in line.link
    assert open_turns(bob.id, Reader()) == []
