"""The content of a stream depends only on what its user may see, and errors reveal nothing."""

from __future__ import annotations

import pytest
import time_machine
from django.db import OperationalError

from accounts.models import User
from accounts.services import token_issue
from games.models import Game
from games.streams import user_feed
from games.streams.feeds import Feed
from games.streams.game_feed import GameFeed
from games.streams.tickets import Caller
from games.streams.user_feed import UserFeed
from tests.games.play.test_secrecy import change_bobs_hand
from tests.toy_games import play, start_game

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]


def feeds_of(user: User, game: Game, *last_ids: str) -> list[Feed]:
    caller = Caller(user.id, f"personal:{token_issue(user=user).token.id}")
    return [
        UserFeed(caller=caller, language="en", last_id=""),
        *(
            GameFeed(caller=caller, game_id=game.id, language="en", last_id=last_id)
            for last_id in last_ids
        ),
    ]


def stream_messages(user: User, game: Game) -> list[list[bytes]]:
    """Return everything that streams send to ``user``: as a snapshot, and event by event."""
    with time_machine.travel("2026-11-21T12:00:00Z", tick=False):
        return [feed.read().messages for feed in feeds_of(user, game, "", "0")]


def test_another_hand_of_bob_changes_nothing_for_the_others(
    alice: User, bob: User, charlie: User
) -> None:
    game = play(alice, start_game(alice, bob), "boast")
    game = play(alice, game)
    before = [stream_messages(user, game) for user in (alice, charlie)]
    bobs = stream_messages(bob, game)
    change_bobs_hand(game)
    assert [stream_messages(user, game) for user in (alice, charlie)] == before
    assert stream_messages(bob, game) != bobs


def test_a_reading_that_fails_is_made_again_from_the_beginning(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = start_game(alice, bob), start_game(alice, bob)
    mine, one = feeds_of(alice, first, "")
    for feed in (mine, one):
        feed.read()
    first, second = play(alice, first, "boast"), play(alice, second, "boast")

    def broken(**kwargs: object) -> None:
        raise OperationalError("gone")

    for module in ("game_feed", "user_feed"):
        with monkeypatch.context() as patch:
            patch.setattr(f"games.streams.{module}.changed_document", broken)
            with pytest.raises(OperationalError):
                (one if module == "game_feed" else mine).read()
    kinds = [message.split(b"event: ")[1].split(b"\n")[0] for message in mine.read().messages]
    assert kinds == [b"event", b"changed"] * 2
    assert len(one.read().messages) == 2
    assert mine.read().messages == one.read().messages == []


def test_only_so_many_games_are_followed(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(user_feed, "FOLLOWED_MAX", 2)
    games = [start_game(alice, bob) for _ in range(3)]
    (feed,) = feeds_of(alice, games[0])
    assert set(feed.read().seen) == {alice.id, games[1].id, games[2].id}
