"""The stream of all games of a user: each has its own position, and none is missed."""

from __future__ import annotations

from collections import defaultdict
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from games.lobby.services import game_cancel, game_join, game_leave
from games.models import Game
from games.play.selectors import events_for
from games.streams import feeds, user_feed
from tablekernel import registry
from tests.games.streams.harness import StreamMessage, Streams, citadels, meanwhile, play_some
from tests.toy_games import lobby, play, play_out, start_game

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("toy"),
]


def ids(told: StreamMessage) -> list[str]:
    return [game["id"] for game in told.data["games"]]


def test_it_begins_with_everything(alice: User, bob: User, charlie: User, streams: Streams) -> None:
    mine = [start_game(alice, bob), start_game(bob, alice), lobby(alice, seats=2)]
    start_game(bob, charlie)
    told = streams.listen(alice, "me").next()
    assert (told.kind, told.data["complete"]) == ("snapshot", True)
    assert set(ids(told)) == {str(game.id) for game in mine}
    assert [turn["game"] for turn in told.data["turns"]] == [str(mine[0].id)]
    shown = {game["id"]: game for game in told.data["games"]}[str(mine[1].id)]
    assert (shown["your_seat"], shown["decision"]["seat"], shown["version"]) == (1, 0, 2 + 1)
    assert shown["last_seq"] == mine[1].event_count
    assert "options" not in shown["decision"]


def test_it_tells_of_each_game_by_its_name(alice: User, bob: User, streams: Streams) -> None:
    first, second = start_game(alice, bob), start_game(bob, alice)
    ear = streams.listen(alice, "me")
    ear.next("snapshot")
    second = play(bob, second, "boast")
    event, changed = ear.next(), ear.next()
    assert (event.kind, changed.kind) == ("event", "changed")
    assert {told.data["game"] for told in (event, changed)} == {str(second.id)}
    assert event.data["seq"] == second.event_count
    assert changed.data["version"] == second.version
    play(alice, first, "boast")
    assert ear.next().data["game"] == str(first.id)


def test_cut_and_resumed_it_misses_and_repeats_nothing(
    alice: User, bob: User, streams: Streams
) -> None:
    games = {str(game.id): game for game in (citadels(alice, bob) for _ in range(3))}
    first = {name: game.event_count for name, game in games.items()}
    heard: dict[User, dict[str, list[Any]]] = {}
    ears = {user: streams.listen(user, "me") for user in (alice, bob)}
    for user, ear in ears.items():
        ear.next("snapshot")
        heard[user] = defaultdict(list)

    def play_all() -> None:
        for moves in (3, 4, 5):
            for game in games.values():
                play_some(game, alice, bob, moves=moves)

    def behind(user: User) -> bool:
        return any(
            game.event_count != first[str(game.id)] + len(heard[user][str(game.id)])
            for game in Game.objects.filter(id__in=games)
        )

    with meanwhile(play_all) as over:
        while not over.is_set() or any(behind(user) for user in ears):
            for user, ear in ears.items():
                if behind(user):
                    for _ in range(2):
                        told = ear.next("event", "changed")
                        if told.kind == "event":
                            heard[user][told.data.pop("game")].append(told.data)
                    ear.cut()
                    ears[user] = streams.listen(user, "me", after=ear.last_id)
    for user in ears:
        for name, game in games.items():
            events = events_for(
                user=user, game_id=game.id, after=first[name], limit=500, language="en"
            )
            assert [one["seq"] for one in heard[user][name]] == [one["seq"] for one in events]
            assert [one["text"] for one in heard[user][name]] == [one["text"] for one in events]
            assert len(events) > 10
    assert heard[alice] != heard[bob]


def test_a_new_game_comes_by_itself(alice: User, bob: User, streams: Streams) -> None:
    start_game(alice, bob)
    theirs = lobby(bob, seats=2)
    ear = streams.listen(alice, "me")
    ear.next("snapshot")
    game_join(user=alice, game_id=theirs.id)
    told = ear.next()
    assert (told.kind, told.data["complete"], ids(told)) == ("snapshot", False, [str(theirs.id)])
    ear.cut()
    again = streams.listen(alice, "me", after=ear.last_id)
    assert again.is_silent()
    third = start_game(bob, alice)
    assert ids(again.next()) == [str(third.id)]


def test_who_leaves_a_lobby_is_told_what_is_left(alice: User, bob: User, streams: Streams) -> None:
    kept, left = start_game(alice, bob), lobby(bob, alice, seats=3)
    ear = streams.listen(alice, "me")
    id_before = ear.next("snapshot").id
    game_leave(user=alice, game_id=left.id)
    for told in (ear.next(), streams.listen(alice, "me", after=id_before).next()):
        assert (told.kind, told.data["complete"], ids(told)) == ("snapshot", True, [str(kept.id)])


def test_the_end_of_a_game_is_told_for_some_time(alice: User, bob: User, streams: Streams) -> None:
    game, off = start_game(alice, bob, options={"rounds": 1}), lobby(alice, seats=2)
    ear = streams.listen(alice, "me")
    before = ear.next("snapshot").id
    game = play_out(game, alice, bob)
    game_cancel(user=alice, game_id=off.id)
    for listener in (ear, streams.listen(alice, "me", after=before)):
        heard: dict[str, str] = {}
        while set(heard.values()) != {"finished", "cancelled"}:
            changed = listener.next("changed").data
            heard[changed["game"]] = changed["status"]
    Game.objects.filter(id=game.id).update(finished_at=timezone.now() - timedelta(days=3))
    late = streams.listen(alice, "me", after=ear.last_id)
    assert late.is_silent()
    assert ids(streams.listen(alice, "me").next()) == [str(off.id)]


def test_after_too_large_a_gap_a_game_is_shown_as_it_is(
    alice: User, bob: User, streams: Streams, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feeds, "SNAPSHOT_GAP", 3)
    far, near = start_game(alice, bob), start_game(alice, bob)
    ear = streams.listen(alice, "me")
    last_id = ear.next("snapshot").id
    ear.cut()
    play_out(far, alice, bob)
    play(alice, near, "boast")
    again = streams.listen(alice, "me", after=last_id)
    told = again.next()
    assert (told.kind, told.data["complete"], ids(told)) == ("snapshot", False, [str(far.id)])
    assert again.next("event").data["game"] == str(near.id)
    assert again.next("changed").data["game"] == str(near.id)
    assert again.is_silent()


def test_many_events_come_in_several_readings(
    alice: User, bob: User, streams: Streams, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(user_feed, "EVENTS_PER_READING", 2)
    game = start_game(alice, bob)
    ear = streams.listen(alice, "me")
    told = ear.next("snapshot")
    ear.cut()
    first, game = game.event_count, play_out(game, alice, bob)
    again = streams.listen(alice, "me", after=told.id)
    heard = again.until(lambda one: one.kind == "changed")
    assert [one.data["seq"] for one in heard[:-1]] == list(range(first + 1, game.event_count + 1))


def test_an_old_id_restarts_the_stream(alice: User, bob: User, streams: Streams) -> None:
    start_game(alice, bob)
    with time_machine.travel(timezone.now() - timedelta(hours=25)):
        feed = user_feed.UserFeed(caller=None, language="en", last_id="")  # type: ignore[arg-type]
        feed.read_to = {}
        old = feed.cursor()
    for last_id in (old, "nonsense"):
        assert streams.listen(alice, "me", after=last_id).next().data["complete"] is True


def test_the_id_of_another_user_tells_nothing(alice: User, bob: User, streams: Streams) -> None:
    start_game(bob, bots=["easy"], options={"rounds": 1})
    bobs = streams.listen(bob, "me").next().id
    told = streams.listen(alice, "me", after=bobs).next()
    assert (told.kind, told.data["complete"], told.data["games"]) == ("snapshot", True, [])


def test_a_game_that_is_gone_holds_up_no_other_game(
    alice: User, bob: User, streams: Streams, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone, other = start_game(alice, bob), citadels(alice, bob)
    ear = streams.listen(alice, "me")
    last_id = ear.next("snapshot").id
    ear.cut()
    play(alice, gone, "boast")
    play_some(other, alice, bob, moves=1)
    monkeypatch.delitem(registry.RULESETS, "toy")
    again = streams.listen(alice, "me", after=last_id)
    heard = again.until(lambda told: told.kind == "changed" and told.data["game"] == str(gone.id))
    assert str(other.id) in {told.data["game"] for told in heard if told.kind == "event"}
