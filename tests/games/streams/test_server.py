"""The stream server: authentication, delivery and shutdown."""

from __future__ import annotations

import asyncio
import json
import time
from datetime import timedelta
from uuid import UUID

import pytest
import redis
import time_machine
from django.db import connection
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts.models import ApiToken, User
from accounts.services import token_issue
from games.streams import hub, tickets
from games.streams.server import StreamServer
from games.streams.tickets import Caller, stream_address
from tests.games.streams.harness import PATIENCE, StreamClient, Streams, streams_running
from tests.toy_games import NOWHERE, play, start_game

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("toy"),
]
ME = "/api/v1/me/stream/"


def address(user: User, game_id: UUID | None = None) -> str:
    """Return the path and query of a stream, with a new ticket."""
    token = token_issue(user=user).token
    caller = Caller(user.id, f"personal:{token.id}")
    return stream_address(caller=caller, game_id=game_id, base="", query={}).url


# --- authentication ----------------------------------------------------------------------------


def test_it_needs_a_token_or_a_ticket(alice: User, streams: Streams) -> None:
    nobody = streams.ask(ME)
    assert nobody.problem() == (401, "not_authenticated")
    assert nobody.headers["www-authenticate"].startswith('Bearer realm="api", ')
    wrong = streams.ask(ME, headers={"authorization": "Bearer cit_wrong"})
    assert wrong.problem() == (401, "invalid_token")
    assert "www-authenticate" in wrong.headers
    assert streams.ask(address(alice)).next().kind == "snapshot"


def test_a_refusal_is_in_the_language_of_the_request(streams: Streams) -> None:
    for accepted, title in (
        ("fr", "Cette requête nécessite un jeton."),
        ("en", "This request needs a token."),
    ):
        refused = streams.ask(ME, headers={"accept-language": accepted})
        assert refused.problem() == (401, "not_authenticated")
        assert refused.headers["content-language"] == accepted
        assert json.loads(refused.body)["title"] == title


REFUSED = (401, "ticket_invalid")


def test_a_ticket_is_for_one_game_and_one_minute(
    alice: User, bob: User, streams: Streams, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = start_game(alice, bob)
    good, mine = address(alice, game.id), address(alice)
    path, of_game = good.split("?")
    assert streams.ask(f"{ME}?{of_game}").problem() == REFUSED
    assert streams.ask(f"{path}?{mine.split('?')[1]}").problem() == REFUSED
    assert streams.ask(f"{good}x").problem() == REFUSED
    assert streams.ask(good).next().data["your_seat"] == 0  # refusals did not use it up
    monkeypatch.setattr(tickets, "LIFE", timedelta(seconds=-1))
    expired = streams.ask(address(alice, game.id))
    assert expired.problem() == REFUSED
    assert "expired" in expired.body.decode()


def test_a_ticket_opens_one_stream(alice: User, bob: User, streams: Streams) -> None:
    game = start_game(alice, bob)
    at_once = [address(alice, game.id) for _ in range(2)]
    for good in at_once:  # tickets differ even if issued in the same second
        assert streams.ask(good).next().data["your_seat"] == 0
    for good in at_once:
        again = streams.ask(good)
        assert again.problem() == REFUSED
        assert "already used" in again.body.decode()


def test_of_many_streams_with_one_ticket_one_opens(alice: User, streams: Streams) -> None:
    good = address(alice)
    ears = [streams.ask(good) for _ in range(8)]
    for ear in ears:
        assert ear.begun.wait(60)
    assert sorted(ear.status for ear in ears) == [200] + [401] * 7


def test_while_redis_is_lost_tickets_are_let_in_unremembered(
    alice: User, streams: Streams, settings: Settings
) -> None:
    nowhere = "redis://127.0.0.1:1/0"
    backend = "django.core.cache.backends.redis.RedisCache"
    settings.CACHES = {"default": {"BACKEND": backend, "LOCATION": nowhere}}
    good = address(alice)
    for _ in range(2):
        assert streams.ask(good).next().kind == "snapshot"


@pytest.mark.parametrize("skew", [timedelta(hours=1), timedelta(hours=-1)])
def test_the_clock_of_the_process_that_gives_a_ticket_does_not_matter(
    skew: timedelta, alice: User, streams: Streams, settings: Settings
) -> None:
    settings.CLOCK = "database"
    with time_machine.travel(timezone.now() + skew):
        good = address(alice)
    assert streams.ask(good).next().kind == "snapshot"


def test_a_ticket_is_worth_no_more_than_its_token(alice: User, streams: Streams) -> None:
    good = address(alice)
    ApiToken.objects.filter(user=alice).update(revoked_at=timezone.now())
    assert streams.ask(good).problem() == (401, "invalid_token")


def test_what_is_not_there_is_said_as_in_the_rest_of_the_api(alice: User, streams: Streams) -> None:
    headers = streams.token(alice)
    nowhere = f"/api/v1/games/{NOWHERE}/stream/"
    assert streams.ask(nowhere, headers=headers).problem() == (404, "game_not_found")
    assert streams.ask("/api/v1/games/", headers=headers).problem() == (404, "not_found")
    posted = streams.ask(ME, headers=headers, method="POST")
    assert posted.problem() == (405, "method_not_allowed")
    assert posted.headers["allow"] == "GET"
    assert streams.ask(f"{ME}?language=english", headers=headers).problem() == (422, "invalid")


def test_one_user_may_not_take_all_the_room(
    alice: User, bob: User, streams: Streams, quick: Settings
) -> None:
    quick.STREAMS_PER_USER = 2
    ears = [streams.listen(alice, "me") for _ in range(2)]
    for ear in ears:
        ear.next("snapshot")
    third = streams.listen(alice, "me")
    assert third.problem() == (429, "too_many_streams")
    assert third.headers["retry-after"]
    assert streams.listen(bob, "me").next().kind == "snapshot"
    ears[0].cut()
    ears[0].remaining_messages()
    assert until_let_in(streams, alice)


def until_let_in(streams: Streams, user: User) -> StreamClient:
    """Open a stream as soon as the server has noticed that another one ended."""
    deadline = time.monotonic() + PATIENCE
    while True:
        ear = streams.listen(user, "me")
        assert ear.begun.wait(PATIENCE)
        if ear.status == 200 or time.monotonic() > deadline:
            ear.next("snapshot")
            return ear


def test_a_process_takes_no_more_than_it_can_bear(
    alice: User, bob: User, streams: Streams, quick: Settings
) -> None:
    quick.STREAMS_PER_PROCESS = 1
    streams.listen(alice, "me").next("snapshot")
    full = streams.listen(bob, "me")
    assert full.problem() == (503, "streams_full")
    assert full.headers["retry-after"]


# --- delivery ----------------------------------------------------------------------------------


def test_a_silent_stream_shows_that_it_is_alive(
    alice: User, streams: Streams, quick: Settings
) -> None:
    quick.STREAM_HEARTBEAT = 0.05
    ear = streams.listen(alice, "me")
    resumed = streams.listen(alice, "me", after=ear.next("snapshot").id)
    for one, first in ((ear, b"retry: 3000\nid: "), (resumed, b"retry: 3000\n:\n")):
        deadline = time.monotonic() + PATIENCE
        while b"\n:\n:\n" not in one.body and time.monotonic() < deadline:
            time.sleep(0.01)
        assert one.body.startswith(first)
        assert one.body.endswith(b"\n:\n:\n")
        assert one.is_silent(0)  # libraries report no message without data


def test_who_reads_slowly_holds_nobody_up_and_misses_nothing(
    alice: User, bob: User, streams: Streams
) -> None:
    game = start_game(alice, bob, options={"rounds": 4})
    slow = streams.listen(alice, game, slow=True)
    quick_one = streams.listen(bob, game)
    quick_one.next("snapshot")
    assert slow.begun.wait(PATIENCE)
    for _ in range(2):
        game = play(alice, game)
    heard = quick_one.until(lambda told: told.id == str(game.event_count))
    assert [told.kind for told in heard].count("event") == 2
    slow.wake_up()
    assert slow.next().kind == "snapshot"
    assert slow.until(lambda told: told.id == str(game.event_count))


def test_who_takes_nothing_at_all_is_given_up(
    alice: User, streams: Streams, quick: Settings
) -> None:
    quick.STREAM_SEND_TIMEOUT = 0.1
    slow = streams.listen(alice, "me", slow=True)
    assert slow.begun.wait(PATIENCE)
    assert empty_soon(streams)


def empty_soon(streams: Streams) -> bool:
    deadline = time.monotonic() + PATIENCE
    while streams.server.connections and time.monotonic() < deadline:
        time.sleep(0.01)
    return not (streams.server.connections or streams.server.hub.watchers)


def test_who_leaves_is_forgotten(alice: User, bob: User, streams: Streams) -> None:
    game = start_game(alice, bob)
    ears = [streams.listen(alice, game), streams.listen(alice, "me")]
    for ear in ears:
        ear.next("snapshot")
        ear.cut()
    assert empty_soon(streams)
    assert not streams.server.by_user


def test_without_redis_the_poll_finds_what_is_new(
    transactional_db: None, alice: User, bob: User, quick: Settings
) -> None:
    quick.REDIS_URL = ""
    game = start_game(alice, bob)
    with streams_running() as streams:
        ears = [streams.listen(bob, game), streams.listen(bob, "me")]
        for ear in ears:
            ear.next("snapshot")
        game = play(alice, game, "boast")
        for ear in ears:
            assert ear.next("event").data["seq"] == game.event_count


@pytest.mark.redis
def test_redis_tells_at_once(
    transactional_db: None, alice: User, bob: User, settings: Settings
) -> None:
    settings.STREAM_POLL = settings.STREAM_POLL_ALONE = 60.0  # the poll plays no part
    game = start_game(alice, bob)
    with streams_running() as streams:
        wait_for_redis(streams)
        ears = [streams.listen(bob, game), streams.listen(bob, "me")]
        for ear in ears:
            ear.next("snapshot")
        started = time.monotonic()
        game = play(alice, game, "boast")
        for ear in ears:
            assert ear.next("event").data["seq"] == game.event_count
        assert time.monotonic() - started < settings.STREAM_POLL
        new = start_game(alice, bob)
        assert ears[1].next("snapshot").data["games"][0]["id"] == str(new.id)


@pytest.mark.redis
def test_when_redis_is_lost_the_poll_takes_over_until_it_is_back(
    transactional_db: None, alice: User, bob: User, settings: Settings
) -> None:
    settings.STREAM_POLL, settings.STREAM_POLL_ALONE = 60.0, 0.05
    game = start_game(alice, bob)
    with streams_running() as streams:
        wait_for_redis(streams)
        ear = streams.listen(bob, game)
        ear.next("snapshot")
        with redis.Redis.from_url(settings.REDIS_URL) as client:
            database = str(client.get_connection_kwargs().get("db", 0))
            for other in client.client_list():
                if (other["name"], other["db"]) == (hub.CLIENT_NAME, database):
                    client.client_kill_filter(_id=other["id"])
        game = play(alice, game, "boast")
        assert ear.next("event").data["seq"] == game.event_count
        wait_for_redis(streams)
        assert ear.next("changed")
        game = play(alice, game)
        assert ear.next("event").data["seq"] == game.event_count


def test_a_database_that_was_restarted_is_found_again(
    alice: User, bob: User, streams: Streams
) -> None:
    game = start_game(alice, bob)
    ear = streams.listen(bob, game)
    ear.next("snapshot")
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        assert cursor.fetchone()[0] > 0
    game = play(alice, game, "boast")
    assert ear.next("event").data["seq"] == game.event_count


def wait_for_redis(streams: Streams) -> None:
    deadline = time.monotonic() + PATIENCE
    while not streams.server.hub.listening:
        assert time.monotonic() < deadline
        time.sleep(0.01)


# --- the end of streams ------------------------------------------------------------------------


def test_after_its_time_a_stream_ends_and_can_be_resumed(
    alice: User, streams: Streams, quick: Settings
) -> None:
    quick.STREAM_LIFETIME = 0.3
    ear = streams.listen(alice, "me")
    (snapshot,) = ear.remaining_messages()
    quick.STREAM_LIFETIME = 60
    again = streams.listen(alice, "me", after=snapshot.id)
    assert again.is_silent()


def test_when_the_process_ends_all_streams_do(
    transactional_db: None, alice: User, bob: User, quick: Settings
) -> None:
    game = start_game(alice, bob)
    with streams_running() as streams:
        ears = [streams.listen(alice, game), streams.listen(bob, "me")]
        slow = streams.listen(bob, game, slow=True)
        assert slow.begun.wait(PATIENCE)
        for ear in ears:
            ear.next("snapshot")
        streams.loop.call_soon_threadsafe(streams.server.close_all)
        for ear in ears:
            assert ear.remaining_messages() == []
        late = streams.listen(alice, game)
        assert late.problem() == (503, "streams_full")
        slow.wake_up()


def test_the_protocol_of_its_life(quick: Settings) -> None:
    async def live() -> list[str]:
        server, sent = StreamServer(), []
        events = iter(["lifespan.startup", "lifespan.shutdown"])

        async def receive() -> dict[str, str]:
            return {"type": next(events)}

        async def send(event: dict[str, str]) -> None:
            sent.append(event["type"])

        await server({"type": "lifespan"}, receive, send)
        return sent

    assert asyncio.run(live()) == ["lifespan.startup.complete", "lifespan.shutdown.complete"]
