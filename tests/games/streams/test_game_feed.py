"""The stream of one game: it resumes where it was cut, and hides what the viewer may not see."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import OperationalError
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts.models import ApiToken, User
from games.lobby.services import game_join, game_start
from games.models import Game, Visibility
from games.play.selectors import events_for, game_view_for
from games.seats.resign import seat_resign
from games.streams import connections, feeds, game_feed
from tests.conftest import user_named
from tests.games.streams.harness import StreamMessage, Streams, citadels, meanwhile, play_some
from tests.toy_games import lobby, play, play_out, start_game

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("toy"),
]


def history(user: User, game: Game, after: int = 0) -> list[dict[str, Any]]:
    """What the API tells of the events behind ``after``, as it comes over the wire."""
    events = events_for(user=user, game_id=game.id, after=after, limit=500, language="en")
    return [{**event, "at": event["at"].isoformat().replace("+00:00", "Z")} for event in events]


def test_it_begins_with_the_game_as_it_is(alice: User, bob: User, streams: Streams) -> None:
    game = start_game(alice, bob)
    ear = streams.listen(alice, game)
    told = ear.next()
    view = game_view_for(user=alice, game_id=game.id)[1]
    assert (told.kind, told.id) == ("snapshot", str(game.event_count))
    assert told.data["table"] == view["table"]
    assert told.data["decision"]["options"] == view["decision"]["options"]
    assert ear.status == 200
    assert ear.headers["content-type"] == "text/event-stream"
    assert ear.headers["cache-control"] == "no-store"
    assert ear.headers["x-accel-buffering"] == "no"


def test_events_follow_and_then_that_something_changed(
    alice: User, bob: User, streams: Streams
) -> None:
    game = start_game(alice, bob)
    ear = streams.listen(bob, game)
    after = int(ear.next("snapshot").id)
    game = play(alice, game, "boast")
    heard = ear.until(lambda told: told.kind == "changed")
    assert [told.data for told in heard[:-1]] == history(bob, game, after)
    assert [told.id for told in heard] == [str(after + 1), ""]
    changed = heard[-1].data
    assert changed["version"] == game.version
    assert changed["decision"]["id"] == game.decision_id
    assert "options" not in changed["decision"]
    assert ear.is_silent()


@pytest.mark.fault(10)
def test_cut_and_resumed_it_misses_and_repeats_nothing(
    alice: User, bob: User, charlie: User, streams: Streams
) -> None:
    game = citadels(alice, bob)
    first = game.event_count
    ears = {user: streams.listen(user, game) for user in (alice, bob, charlie)}
    heard: dict[User, list[StreamMessage]] = {user: [] for user in ears}
    for ear in ears.values():
        ear.next("snapshot")
    with meanwhile(lambda: play_some(game, alice, bob, moves=50)) as over:
        while not over.is_set() or any(int(ear.last_id) < last(game) for ear in ears.values()):
            for user, ear in ears.items():
                if int(ear.last_id) < last(game):
                    heard[user].append(ear.next("event"))
                    ear.cut()
                    ears[user] = streams.listen(user, game, after=ear.last_id)
    told = {user: [one.data for one in heard[user]] for user in ears}
    for user in ears:
        assert told[user] == history(user, game, first), user
    assert len(told[alice]) > 30
    assert told[alice] != told[charlie] != told[bob]  # each was told of their own cards


def last(game: Game) -> int:
    return Game.objects.values_list("event_count", flat=True).get(id=game.id)


def test_two_seats_see_different_things_in_the_same_places(
    alice: User, bob: User, streams: Streams
) -> None:
    game = start_game(alice, bob)
    dealt = []
    for user in (alice, bob):
        ear = streams.listen(user, game, after="0")
        heard = ear.until(lambda told: told.kind == "changed")
        assert [told.id for told in heard[:-1]] == [str(n + 1) for n in range(game.event_count)]
        assert [told.data for told in heard[:-1]] == history(user, game)
        dealt.append(["cards" in told.data for told in heard if told.kind == "event"])
    assert dealt[0] != dealt[1]


@pytest.mark.fault(10)
def test_after_too_large_a_gap_it_shows_the_game_as_it_is(
    alice: User, bob: User, streams: Streams, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feeds, "SNAPSHOT_GAP", 3)
    game = play_out(start_game(alice, bob), alice, bob)
    told = streams.listen(alice, game, after=str(game.event_count - 4)).next()
    assert (told.kind, told.id) == ("snapshot", str(game.event_count))
    near = streams.listen(alice, game, after=str(game.event_count - 3))
    assert [near.next().kind for _ in range(4)] == ["event"] * 3 + ["changed"]


@pytest.mark.parametrize("last_id", ["999", "-1", "x", "1e3", "٣", "9" * 30])
def test_an_impossible_id_restarts_the_stream(
    last_id: str, alice: User, bob: User, streams: Streams
) -> None:
    game = start_game(alice, bob)
    ear = streams.ask(
        f"/api/v1/games/{game.id}/stream/?last_event_id={last_id}", headers=streams.token(alice)
    )
    assert ear.next().kind == "snapshot"


def test_a_game_may_start_while_one_listens(alice: User, bob: User, streams: Streams) -> None:
    game = lobby(alice, seats=2)
    ear = streams.listen(alice, game)
    assert ear.next("snapshot").id == "0"
    game_join(user=bob, game_id=game.id)
    assert ear.next().data["status"] == "lobby"
    game = game_start(user=alice, game_id=game.id)
    heard = ear.until(lambda told: told.kind == "changed")
    assert [told.data for told in heard[:-1]] == history(alice, game)
    assert heard[-1].data["status"] == "active"


def test_a_private_game_is_not_there_for_strangers(
    alice: User, bob: User, charlie: User, streams: Streams
) -> None:
    game = start_game(alice, bob, visibility=Visibility.PRIVATE)
    assert streams.listen(charlie, game).problem() == (404, "game_not_found")
    assert streams.listen(bob, game).next().kind == "snapshot"


def test_a_game_that_becomes_private_ends_the_streams_of_strangers(
    alice: User, bob: User, charlie: User, streams: Streams
) -> None:
    game = start_game(alice, bob)
    stranger, player = streams.listen(charlie, game), streams.listen(bob, game)
    for ear in (stranger, player):
        ear.next("snapshot")
    Game.objects.filter(id=game.id).update(visibility=Visibility.PRIVATE)
    play(alice, game, "boast")
    (last,) = stranger.remaining_messages()
    assert (last.kind, last.data["code"]) == ("problem", "game_not_found")
    assert player.next().kind == "event"


def test_a_revoked_token_ends_the_stream(alice: User, bob: User, streams: Streams) -> None:
    game = start_game(alice, bob)
    ear = streams.listen(bob, game)
    ear.next("snapshot")
    ApiToken.objects.filter(user=bob).update(revoked_at=timezone.now())
    play(alice, game, "boast")
    (last,) = ear.remaining_messages()
    assert (last.kind, last.data["code"]) == ("problem", "invalid_token")


def test_a_user_who_is_no_longer_active_hears_no_more(
    alice: User, bob: User, streams: Streams
) -> None:
    game = start_game(alice, bob)
    ear = streams.listen(bob, game)
    ear.next("snapshot")
    User.objects.filter(id=bob.id).update(is_active=False)
    play(alice, game, "boast")
    assert [told.kind for told in ear.remaining_messages()] == ["problem"]


def test_who_resigns_listens_as_a_spectator_from_then_on(
    alice: User, bob: User, charlie: User, streams: Streams
) -> None:
    stranger = user_named("dora")
    game = start_game(alice, charlie, bob, options={"rounds": 2})
    ear = streams.listen(bob, game)
    after = int(ear.next("snapshot").id)
    seat_resign(user=bob, game_id=game.id)
    ear.next("changed")
    game = play(alice, play(alice, game, "boast"))
    ear.until(lambda told: told.id == str(game.event_count))
    for first in (after, 0):  # the former player no longer sees the hand
        again = streams.listen(bob, game, after=str(first))
        heard = again.until(lambda told: told.kind == "changed")
        assert [told.data for told in heard[:-1]] == history(stranger, game, first)


def test_texts_are_in_the_language_of_the_listener(
    alice: User, bob: User, streams: Streams
) -> None:
    game = start_game(alice, bob)
    address = f"/api/v1/games/{game.id}/stream/?last_event_id=0"
    asked = streams.ask(f"{address}&language=fr", headers=streams.token(alice))
    accepted = streams.ask(
        address, headers={**streams.token(alice), "accept-language": "fr-CA, en;q=0.5"}
    )
    for ear in (asked, accepted):
        assert ear.next().data["text"] == "alice dealt (fr)"
        assert ear.headers["content-language"] == "fr"


def test_it_goes_on_when_the_database_was_lost(
    alice: User, bob: User, streams: Streams, quick: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "LOST_PAUSE", 0.05)
    game = start_game(alice, bob)
    ear = streams.listen(bob, game)
    ear.next("snapshot")
    lost = []

    def broken(caller: Any) -> User:
        lost.append(caller)
        raise OperationalError("gone")

    with monkeypatch.context() as patch:
        patch.setattr(game_feed, "user_of", broken)
        game = play(alice, game, "boast")
        assert ear.is_silent(0.5)
    assert lost
    assert ear.next("event").data["seq"] == game.event_count
