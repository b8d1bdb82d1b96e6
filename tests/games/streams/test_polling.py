"""Long polls: one reply with what is new, at once or as soon as there is something."""

from __future__ import annotations

import time
from functools import partial
from typing import Any

import orjson
import pytest
from pytest_django.fixtures import Settings

from accounts.models import User
from games.models import Game
from games.play.selectors import game_view_for
from tests.games.streams.harness import END, PATIENCE, StreamClient, Streams, meanwhile
from tests.toy_games import play, start_game

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("toy"),
]


def ask(
    streams: Streams, user: User, after: str = "", *, wait: int = 5, **query: str
) -> StreamClient:
    words = "".join(f"&{name}={value}" for name, value in query.items())
    path = f"/api/v1/me/stream/?wait={wait}&last_event_id={after}{words}"
    return streams.ask(path, headers=streams.token(user))


def page_of(ear: StreamClient) -> dict[str, Any]:
    assert ear.inbox.get(timeout=PATIENCE * 2) is END
    assert (ear.status, ear.headers["content-type"]) == (200, "application/json")
    page: dict[str, Any] = orjson.loads(ear.body)
    return page


def kinds(page: dict[str, Any]) -> list[str]:
    return [message["kind"] for message in page["messages"]]


def test_it_answers_at_once_or_as_soon_as_something_happens(
    alice: User, bob: User, streams: Streams
) -> None:
    game = start_game(alice, bob)
    first = page_of(ask(streams, bob))
    assert kinds(first) == ["snapshot"]
    play(alice, game, "boast")
    missed = page_of(ask(streams, bob, first["last_event_id"]))
    assert kinds(missed) == ["event", "changed"]
    ear = ask(streams, bob, missed["last_event_id"])
    assert not ear.begun.wait(0.3)
    with meanwhile(partial(play, alice, Game.objects.get())):
        news = page_of(ear)
    assert kinds(news)[-1] == "changed"
    assert news["messages"][-1]["data"]["your_turn"] is True


def test_it_is_empty_after_the_wait(alice: User, bob: User, streams: Streams) -> None:
    start_game(alice, bob)
    first = page_of(ask(streams, bob))
    begun = time.monotonic()
    page = page_of(ask(streams, bob, first["last_event_id"], wait=1))
    assert 0.9 < time.monotonic() - begun < PATIENCE
    assert page["messages"] == []
    assert page_of(ask(streams, bob, page["last_event_id"], wait=1))["messages"] == []


def test_it_has_the_options_as_the_game_shows_them(
    alice: User, bob: User, streams: Streams
) -> None:
    game = start_game(alice, bob)
    for user in (alice, bob):
        shown = orjson.loads(orjson.dumps(game_view_for(user=user, game_id=game.id)[1]["decision"]))
        (snapshot,) = page_of(ask(streams, user, decisions="true"))["messages"]
        assert snapshot["data"]["games"][0]["decision"].get("options") == shown.get("options")


def test_it_counts_as_a_stream_and_frees_its_place(
    alice: User, bob: User, streams: Streams, quick: Settings
) -> None:
    quick.STREAMS_PER_USER = 1
    start_game(alice, bob)
    last_id = page_of(ask(streams, alice))["last_event_id"]
    waiting = ask(streams, alice, last_id, wait=25)
    assert not waiting.begun.wait(0.2)
    assert ask(streams, alice).problem() == (429, "too_many_streams")
    waiting.cut()
    deadline = time.monotonic() + PATIENCE
    while streams.server.connections and time.monotonic() < deadline:
        time.sleep(0.01)
    assert kinds(page_of(ask(streams, alice))) == ["snapshot"]


def test_the_end_of_the_process_answers_it(alice: User, bob: User, streams: Streams) -> None:
    start_game(alice, bob)
    last_id = page_of(ask(streams, alice))["last_event_id"]
    waiting = ask(streams, alice, last_id, wait=25)
    assert not waiting.begun.wait(0.2)
    streams.loop.call_soon_threadsafe(streams.server.close_all)
    assert page_of(waiting)["messages"] == []


@pytest.mark.parametrize(
    "path", ["me/stream/?wait=26", "me/stream/?wait=0", "games/{id}/stream/?wait=5"]
)
def test_only_a_stream_of_all_games_is_polled_and_not_for_long(
    path: str, alice: User, bob: User, streams: Streams
) -> None:
    game = start_game(alice, bob)
    ear = streams.ask(f"/api/v1/{path.format(id=game.id)}", headers=streams.token(alice))
    assert ear.problem() == (422, "invalid")
