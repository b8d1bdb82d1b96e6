"""A whole game of each ruleset is played from e-mails alone."""

from __future__ import annotations

from random import Random

import pytest

from games.by_mail import emails
from games.models import Actor, Move, Status
from games.summaries.png import WIDTHS
from tablekernel import registry
from tests.conftest import user_named
from tests.games.by_mail.mailbox import Correspondent, deliver, text_of
from tests.toy_games import start_game, toy

__all__ = ["toy"]

PLAYERS = {"citadels": 2, "castle": 2, "toy": 3}


def test_every_ruleset_is_played() -> None:
    assert registry.RULESETS.keys() <= PLAYERS.keys()


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize("ruleset", PLAYERS)
def test_a_game_is_played_from_emails_alone(ruleset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(emails, "TABLE_WIDTH", WIDTHS[0])  # large pictures take most of the time
    users = [user_named(name) for name in ("alice", "bob", "charlie")[: PLAYERS[ruleset]]]
    players = {
        user.email: Correspondent(user, Random(seat), "html" if seat else "plain")
        for seat, user in enumerate(users)
    }
    game = start_game(*users, ruleset=ruleset, options={})
    while turns := [one for one in deliver() if "/move/" in text_of(one)]:
        for message in turns:
            reply = players[str(message["To"])].answer(message)
            assert reply.status_code == 200, reply.text
    game.refresh_from_db()
    assert game.status == Status.FINISHED
    moves = Move.objects.filter(game=game).exclude(number=0)
    assert set(moves.values_list("actor", flat=True)) == {Actor.PLAYER}
    assert moves.count() == sum(player.read for player in players.values())
    for user in users:
        assert moves.filter(user=user).exists()
