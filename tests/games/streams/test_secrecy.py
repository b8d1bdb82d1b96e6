"""The content of a stream depends only on what its user may see, and errors reveal nothing."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import orjson
import pytest
import time_machine
from django.db import OperationalError

from accounts.models import User
from accounts.services import token_issue
from core import json
from games.chat.services import message_post
from games.lobby.invitations import invitation_send
from games.lobby.services import game_join, game_leave
from games.models import Game, Visibility
from games.play import queries
from games.play.documents import Viewer
from games.play.queries import WholeGame
from games.play.selectors import game_view_for
from games.streams import feeds as stream_feeds
from games.streams import user_feed
from games.streams.feeds import Feed, spectator_view, view_add
from games.streams.game_feed import GameFeed
from games.streams.tickets import Caller
from games.streams.user_feed import UserFeed
from tablekernel import registry
from tests.games.play.test_secrecy import change_bobs_hand
from tests.toy_games import lobby, play, start_game

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]


def feeds_of(user: User, game: Game, *last_ids: str) -> list[Feed]:
    """Return the feed of all games and those of the game, without and with details."""
    caller = Caller(user.id, f"personal:{token_issue(user=user).token.id}")
    feeds: list[Feed] = []
    spectator_view.cache_clear()  # a test may change the state without a new version
    for details in (False, True):
        common: Any = {"caller": caller, "language": "en", "decisions": details, "view": details}
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


def test_a_removed_ruleset_leaves_out_the_options(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = start_game(alice, bob)
    monkeypatch.delitem(registry.RULESETS, "toy")
    assert "options" not in last_document(feeds_of(alice, game)[1])["decision"]


def test_a_change_has_the_view_as_the_game_shows_it(alice: User, bob: User, charlie: User) -> None:
    game = start_game(alice, bob)
    followed = [(user, feed) for user in (alice, bob) for feed in feeds_of(user, game, "0")[2:]]
    followed.append((charlie, feeds_of(charlie, game, "0")[3]))  # who has no seat
    for _, feed in followed:
        feed.read()
    play(alice, game)
    with time_machine.travel("2126-11-21T12:00:00Z", tick=False):
        for user, feed in followed:
            shown = orjson.loads(json.dumps(game_view_for(user=user, game_id=game.id)[1]))
            assert last_document(feed)["view"] == shown


def test_a_message_sends_no_view(alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    feeds = feeds_of(alice, game, "0")[2:]
    for feed in feeds:
        feed.read()
    message_post(user=bob, game_id=game.id, room="players", text="Hello")
    assert ["view" in last_document(feed) for feed in feeds] == [False, False]


def test_who_leaves_during_a_reading_sees_nothing_more(
    alice: User, bob: User, charlie: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = lobby(bob, alice, seats=3, visibility=Visibility.PRIVATE)
    feed = feeds_of(alice, game)[1]
    feed.read()
    invitation_send(user=bob, game_id=game.id, username=charlie.username)
    game_join(user=charlie, game_id=game.id)

    def leave_and_read(game_id: UUID) -> WholeGame | None:
        game_leave(user=alice, game_id=game_id)
        return queries.read_whole(game_id)

    monkeypatch.setattr(user_feed, "read_whole", leave_and_read)
    assert feed.read().messages == []


def test_after_a_long_absence_views_are_limited(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(user_feed, "VIEWS_MAX", 2)
    games = [start_game(alice, bob) for _ in range(3)]
    feed = feeds_of(alice, games[0])[1]
    feed.read()
    for game in games:
        play(alice, game)
    assert sum(b'"view":' in message for message in feed.read().messages) == 2


def test_spectators_share_a_view_of_a_public_game_only(
    alice: User, bob: User, charlie: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    spectator_view.cache_clear()
    computed: list[User | None] = []

    def view_for(whole: WholeGame, viewer: Viewer, user: User | None) -> dict[str, Any]:
        computed.append(user)
        return {}

    monkeypatch.setattr(stream_feeds, "view_of", view_for)
    game = start_game(alice, bob)
    for visibility in (Visibility.PRIVATE, Visibility.PUBLIC):
        Game.objects.filter(id=game.id).update(visibility=visibility)
        whole = queries.read_whole(game.id)
        assert whole is not None
        for user, viewer in ((alice, Viewer(0, 0)), (bob, Viewer(None)), (charlie, Viewer(None))):
            view_add({}, whole, viewer, user)
    assert computed == [alice, bob, charlie, alice, None]


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
