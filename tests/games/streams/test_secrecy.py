"""What a stream tells depends only on what its listener may know; and what fails tells nothing."""

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
from tests.games.play.test_secrecy import bobs_hand_is_another
from tests.matches import match, play

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


def told(user: User, game: Game) -> list[list[bytes]]:
    """All that streams tell ``user``: from the beginning, and event by event."""
    with time_machine.travel("2026-11-21T12:00:00Z", tick=False):
        return [feed.read().messages for feed in feeds_of(user, game, "", "0")]


def test_another_hand_of_bob_changes_nothing_for_the_others(
    alice: User, bob: User, charlie: User
) -> None:
    game = play(alice, match(alice, bob), "boast")
    game = play(alice, game)
    before = [told(user, game) for user in (alice, charlie)]
    bobs = told(bob, game)
    bobs_hand_is_another(game)
    assert [told(user, game) for user in (alice, charlie)] == before
    assert told(bob, game) != bobs


def test_a_reading_that_fails_is_made_again_from_the_beginning(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = match(alice, bob), match(alice, bob)
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


def test_only_so_many_matches_are_followed(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(user_feed, "FOLLOWED_MAX", 2)
    games = [match(alice, bob) for _ in range(3)]
    (feed,) = feeds_of(alice, games[0])
    assert set(feed.read().seen) == {alice.id, games[1].id, games[2].id}
