"""E-mails about games name the game, the players and the deadline, and say what has happened."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from django.core import mail
from django.utils.translation import override

from accounts.models import Preferences, User
from games.by_mail import emails
from games.by_mail.emails import game_details, open_turns
from games.lobby.invitations import invitation_send
from games.models import Game, GameState, PauseKind
from games.play.visibility import Viewer
from games.seats.resign import seat_resign
from notifications.email_content import EmailDetails
from notifications.kinds import Reader
from notifications.models import Delivery
from notifications.services.relay import relay_all
from tests.timed import pause
from tests.toy_games import lobby, played, played_by_others, start_game

PACE = {"kind": "per_decision", "allowance": 3 * 24 * 3600}


def details(user: User, game: Game, language: str = "en") -> EmailDetails:
    """What an e-mail about the open decision says to a user."""
    game.refresh_from_db()
    data = {"ruleset": game.ruleset, "decision": game.decision_id}
    with override(language):
        found = game_details(game.id, user.id, data, Reader(language))
    assert found is not None
    return found


def text_of(user: User, game: Game, language: str = "en") -> str:
    found = details(user, game, language)
    return "\n".join([*found.facts, *found.recap])


def sent_to(user: User) -> list[str]:
    """Subjects and bodies of all e-mails to a user, the delay of turns left out."""
    relay_all(seconds=5)
    Delivery.objects.filter(progress="waiting").update(
        available_at=datetime(2000, 1, 1, tzinfo=UTC)
    )
    relay_all(seconds=5)
    return [f"{one.subject}\n{one.body}" for one in mail.outbox if one.to == [user.email]]


@pytest.mark.usefixtures("toy")
def test_an_email_names_the_game_and_the_opponents(alice: User, bob: User) -> None:
    game = start_game(alice, bob, title="Saturday at eight", bots=["novice"], pace=PACE)
    (text,) = [one for one in sent_to(alice) if one.startswith("Your turn")]
    assert text.startswith("Your turn in Toy \N{EN DASH} Saturday at eight\nIt is your turn")
    bot = game.seats.get(number=2).name
    assert f"\nGame: Saturday at eight (Toy)\nOpponents: bob, {bot} (bot)\n" in text
    assert f"\nhttp://127.0.0.1:8000/games/{game.id}/\n" in text


@pytest.mark.usefixtures("toy")
def test_a_game_without_a_title_has_the_name_of_its_rules(alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    assert details(alice, game).title == ""
    assert text_of(alice, game).startswith("Opponents: bob")


@pytest.mark.usefixtures("toy")
def test_a_player_who_is_gone_is_named_with_the_bot(alice: User, bob: User, charlie: User) -> None:
    game = start_game(alice, bob, charlie)
    seat_resign(user=bob, game_id=game.id)
    assert "Opponents: bob (a bot stands in), charlie" in text_of(alice, game)


@pytest.mark.usefixtures("toy")
def test_the_deadline_is_the_current_one(alice: User, bob: User) -> None:
    game = start_game(alice, bob, pace=PACE)
    Preferences.objects.create(user=alice, language="fr", time_zone="Asia/Tokyo")
    later = datetime(2030, 5, 1, 20, tzinfo=UTC)
    Game.objects.filter(id=game.id).update(deadline_at=later)
    (text,) = [one for one in sent_to(alice) if "vous de jouer" in one]
    assert "jeudi 2 mai 2030, 05:00 (Asia/Tokyo)" in text


@pytest.mark.usefixtures("toy")
def test_a_game_that_stands_still_has_no_deadline(alice: User, bob: User) -> None:
    game = start_game(alice, bob, pace=PACE)
    pause(game, PauseKind.VACATION, bob)
    found = details(alice, game)
    assert "deadline" not in found.data
    assert "The clock is stopped." in found.facts


def test_it_says_what_has_happened_since_the_last_move(alice: User, bob: User) -> None:
    players = [alice, bob]
    game = start_game(*players, ruleset="citadels", options={}, bots=["novice"] * 2)
    game = played_by_others(played(game, players, 60), players)
    assert game.to_act is not None
    reader, other = players[game.to_act], players[1 - game.to_act]
    text = text_of(reader, game)
    assert "\nRound: " in text
    assert "Since your last move:\n" in text
    assert len(details(reader, game).recap) <= 12
    assert "Depuis votre dernier coup" in text_of(reader, game, "fr")
    assert text_of(other, game) != text


@pytest.mark.usefixtures("toy")
def test_only_players_by_mail_read_events_as_their_seat(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """E-mails to others pass on nothing that only their reader knows."""
    seen_as: list[int | None] = []

    def paragraphs(*, game: Game, events: Any) -> list[dict[str, Any]]:
        return [{"summary": str(seen_as[-1])}]

    def events_between(*, viewer: Viewer, **_: Any) -> list[dict[str, Any]]:
        seen_as.append(viewer.sees_as)
        return [{"seq": 1}]

    monkeypatch.setattr(emails, "paragraphs", paragraphs)
    monkeypatch.setattr(emails, "events_between", events_between)
    game = start_game(alice, bob)
    assert details(alice, game).recap[-1] == "0"
    assert details(bob, game).recap[-1] == "None"
    Preferences.objects.create(user=alice, play_by_mail=False)
    assert details(alice, game).recap[-1] == "None"


@pytest.mark.usefixtures("toy")
def test_other_emails_have_no_recap(alice: User, bob: User) -> None:
    game = lobby(alice, seats=2, title="Slow")
    found = game_details(game.id, alice.id, {"ruleset": "toy"}, Reader())
    assert found == EmailDetails({"ruleset": "toy"}, "Slow", ("Game: Slow (Toy)",))


@pytest.mark.usefixtures("toy")
def test_a_stranger_cannot_send_a_title_to_a_mailbox(alice: User, bob: User) -> None:
    game = lobby(alice, seats=2, title="Win a prize at evil.example")
    invitation_send(user=alice, game_id=game.id, username="bob")
    (text,) = sent_to(bob)
    assert text.startswith("alice invites you to Toy\n")
    assert "Players: alice" in text
    assert "evil" not in text


@pytest.mark.usefixtures("toy")
def test_a_user_who_may_not_see_the_game_gets_the_plain_text(alice: User, bob: User) -> None:
    game = lobby(alice, seats=2, visibility="private", title="Secret")
    assert game_details(game.id, bob.id, {}, Reader()) is None


@pytest.mark.usefixtures("toy")
def test_an_email_is_sent_even_if_the_state_is_damaged(alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    GameState.objects.filter(game=game).update(state="{}")
    assert any("Opponents: bob" in one for one in sent_to(alice))


@pytest.mark.usefixtures("toy")
def test_the_digest_names_each_game(alice: User, bob: User) -> None:
    start_game(alice, bob, title="Saturday at eight")
    (line,) = open_turns(alice.id, Reader())
    assert line.text == "Saturday at eight (Toy), with bob: your turn"
