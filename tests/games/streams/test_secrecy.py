"""The content of a stream depends only on what its user may see, and errors reveal nothing."""

from __future__ import annotations

from typing import Any

import orjson
import pytest
import time_machine
from django.db import OperationalError

from accounts.models import User
from accounts.services import token_issue
from core import json
from games.models import Game
from games.play.documents import Viewer
from games.play.selectors import game_view_for
from games.streams import user_feed
from games.streams.feeds import Feed, changed_document, options_add
from games.streams.game_feed import GameFeed
from games.streams.tickets import Caller
from games.streams.user_feed import UserFeed
from tablekernel import registry
from tests.games.play.test_secrecy import change_bobs_hand
from tests.toy_games import play, start_game

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]


def feeds_of(user: User, game: Game, *last_ids: str) -> list[Feed]:
    """Return the feed of all games and those of the game, without and with ``decisions``."""
    caller = Caller(user.id, f"personal:{token_issue(user=user).token.id}")
    feeds: list[Feed] = []
    for decisions in (False, True):
        common: Any = {"caller": caller, "language": "en", "decisions": decisions}
        feeds.append(UserFeed(last_id="", **common))
        feeds += [GameFeed(game_id=game.id, last_id=last_id, **common) for last_id in last_ids]
    return feeds


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


def test_a_decision_has_options_for_its_seat_alone_as_the_game_shows_them(
    alice: User, bob: User, charlie: User
) -> None:
    game = start_game(alice, bob, options={"rounds": 4})
    users = {user: feeds_of(user, game, "0")[2:] for user in (alice, bob, charlie)}
    deciders = []
    for _ in range(4):
        for user, feeds in users.items():
            shown = orjson.loads(json.dumps(game_view_for(user=user, game_id=game.id)[1]))
            is_asked = "options" in shown["decision"]
            deciders += [user] * is_asked
            for feed in feeds if user is not charlie else feeds[1:]:  # it has no seat
                heard = last_document(feed)
                assert heard["decision"] == shown["decision"]
                assert (heard["your_seat"], heard["your_turn"]) == (shown["your_seat"], is_asked)
        game = play(deciders[-1], game)
    assert len(deciders) == 4
    assert set(deciders) == {alice, bob}


def last_document(feed: Feed) -> dict[str, Any]:
    """Return the game in the last message of a reading: a snapshot of it alone, or a change."""
    document = orjson.loads(feed.read().messages[-1].split(b"data: ")[1])
    return document["games"][0] if "games" in document else document


def test_options_of_a_newer_decision_are_left_to_the_next_reading(alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    old = Game.objects.get(id=game.id)
    document = changed_document(game=old, viewer=Viewer(0, 0))
    play(alice, game, "boast")
    options_add(document, user=alice, game=old, language="en")
    assert "options" not in document["decision"]


def test_a_removed_ruleset_leaves_out_the_options(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = start_game(alice, bob)
    monkeypatch.delitem(registry.RULESETS, "toy")
    assert "options" not in last_document(feeds_of(alice, game)[1])["decision"]


def test_a_snapshot_has_options_for_a_limited_number_of_games(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(user_feed, "SNAPSHOT_DECISIONS_MAX", 2)
    games = [start_game(alice, bob) for _ in range(3)]
    _, feed = feeds_of(alice, games[0])
    assert feed.read().messages[0].count(b'"question":') == 2


def test_a_reading_that_fails_is_made_again_from_the_beginning(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = start_game(alice, bob), start_game(alice, bob)
    mine, one, *_ = feeds_of(alice, first, "")
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
    feed, _ = feeds_of(alice, games[0])
    assert set(feed.read().seen) == {alice.id, games[1].id, games[2].id}
