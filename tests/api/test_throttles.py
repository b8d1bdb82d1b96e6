"""Rate limits: too many requests are refused, and reads never block a move."""

from __future__ import annotations

import re
from time import monotonic, sleep
from typing import Any
from unittest import mock

import pytest
from django.conf import settings
from django.test import override_settings
from redis import Redis
from rest_framework.test import APIClient

from accounts.models import User
from core.rate_limits import (
    BATCH,
    BATCH_SECONDS,
    LocalRateLimiter,
    Rate,
    RedisRateLimiter,
    counter,
    rate_limiter_at,
)
from tests.conftest import PASSWORD, ClientOf
from tests.throttled import at_rates

pytestmark = pytest.mark.django_db

LOGIN = "/api/v1/auth/tokens/"


@pytest.mark.parametrize("path", ["tokens", "register"])
def test_the_third_attempt_in_a_minute_is_refused(anyone: APIClient, path: str) -> None:
    url = f"/api/v1/auth/{path}/"
    wrong = {"username": "nobody", "password": "1"}
    with at_rates(login="2/min", register="2/min"):
        for _ in range(2):
            assert anyone.post(url, wrong).status_code in (401, 422)
        response = anyone.post(url, wrong)
    assert (response.status_code, response.json()["code"]) == (429, "throttled")
    assert response.headers["Content-Type"] == "application/problem+json"
    assert 0 < int(response.headers["Retry-After"]) <= 30  # the limit is two per minute


def test_a_developer_tries_a_limit_on_their_own_machine(anyone: APIClient) -> None:
    def statuses(rate: str) -> list[int]:
        replies = [anyone.get("/api/v1/", headers={"x-test-rate": rate}) for _ in range(3)]
        return [reply.status_code for reply in replies]

    assert statuses("2/min") == [200, 200, 200], "elsewhere the header does nothing"
    with override_settings(TEST_RATES=True):
        assert statuses("2/min") == [200, 200, 429]
        assert statuses("1/hour") == [200, 429, 429]
        assert statuses("many") == [400, 400, 400]
        assert anyone.get("/api/v1/").status_code == 200


def test_a_forged_proxy_header_does_not_help(anyone: APIClient) -> None:
    with at_rates(login="2/min"):
        codes = [
            anyone.post(
                LOGIN,
                {"username": "nobody", "password": "1"},
                headers={"x-forwarded-for": f"10.0.0.{number}"},
            ).status_code
            for number in range(3)
        ]
    assert codes == [401, 401, 429]


def test_reading_never_holds_a_move_up(alice: User, bob: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    body = {"ruleset": "citadels", "seats": 2}
    with at_rates(read="2/min", games_create="3/min"):
        codes = [client.get("/api/v1/games/").status_code for _ in range(3)]
        assert codes == [200, 200, 429]
        assert client.get("/api/v1/me/turns/").status_code == 429  # all reads share a limit
        codes = [client.post("/api/v1/games/", body).status_code for _ in range(4)]
        assert codes == [201, 201, 201, 429]
        assert client.patch("/api/v1/me/preferences/", {}).status_code == 200
        assert client_of(bob).get("/api/v1/games/").status_code == 200


def test_commands_have_a_bucket_of_their_own(alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    game = client.post("/api/v1/games/", {"ruleset": "citadels", "seats": 2}).json()["id"]
    command = {"decision": 1, "choices": ["end_turn"]}
    with at_rates(write="1/min", command="2/min"):
        client.post(f"/api/v1/games/{game}/leave/")
        assert client.post(f"/api/v1/games/{game}/start/").status_code == 429
        replies = [client.post(f"/api/v1/games/{game}/commands/", command) for _ in range(3)]
    assert [reply.status_code == 429 for reply in replies] == [False, False, True]


def test_every_counted_reply_has_the_remaining_requests(alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    with at_rates(read="2/min", write="5/hour"):
        first, second, third = (client.get("/api/v1/me/") for _ in range(3))
        refused = client.post("/api/v1/me/email/", {"email": 1})
    assert first.headers["RateLimit-Policy"] == '"read";q=2;w=60'
    assert first.headers["RateLimit"] == '"read";r=1;t=30'
    assert second.headers["RateLimit"] == '"read";r=0;t=60'
    assert third.status_code == 429
    assert re.fullmatch(r'"read";r=0;t=\d+', third.headers["RateLimit"])
    assert refused.headers["RateLimit-Policy"].startswith('"emails";')


def test_no_rate_is_no_limit(alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    with at_rates(read=""):
        reply = client.get("/api/v1/me/")
    assert (reply.status_code, "RateLimit" in reply.headers) == (200, False)


def test_without_redis_nothing_is_limited(
    anyone: APIClient, alice: User, caplog: pytest.LogCaptureFixture
) -> None:
    login = {"username": "alice", "password": PASSWORD}
    nobody = rate_limiter_at("redis://127.0.0.1:1", **settings.REDIS_OPTIONS)
    with (
        at_rates(login="2/min"),
        mock.patch("core.rate_limits.rate_limiter_at", return_value=nobody),
        mock.patch.object(counter, "open_until", 0.0),
    ):
        assert {anyone.post(LOGIN, login).status_code for _ in range(4)} == {201}
    assert caplog.text.count("cannot be counted") == 1  # then it does not use Redis for a while


# --- buckets


def test_a_bucket_fills_again_steadily() -> None:
    buckets, rate = LocalRateLimiter(), Rate.of("2/min")
    with mock.patch("core.rate_limits.monotonic_ns") as clock:
        clock.return_value = 10**12
        assert [buckets.take("a", rate).wait for _ in range(2)] == [0, 0]
        assert buckets.take("a", rate).wait == 30_000_000
        assert buckets.take("b", rate).wait == 0
        clock.return_value += 30 * 10**9
        assert [buckets.take("a", rate).wait for _ in range(2)] == [0, 30_000_000]


def test_returned_tokens_can_be_used_again() -> None:
    buckets, rate = LocalRateLimiter(), Rate.of("2/min")
    with mock.patch("core.rate_limits.monotonic_ns", return_value=10**12) as clock:
        buckets.give_back("a", rate)
        assert [buckets.take("a", rate).wait for _ in range(3)] == [0, 0, 30_000_000]
        buckets.give_back("a", rate)
        assert [buckets.take("a", rate).wait for _ in range(2)] == [0, 30_000_000]
        clock.return_value += 60 * 10**9
        buckets.give_back("a", rate)
        assert [buckets.take("a", rate).wait for _ in range(3)] == [0, 0, 30_000_000]


@pytest.mark.redis
def test_redis_takes_back_as_this_process_does(request: pytest.FixtureRequest) -> None:
    buckets, rate = rate_limiter_at(settings.REDIS_URL), Rate.of("2/hour")
    key = f"citadels-test-bucket-{id(request)}"
    buckets.give_back(key, rate)
    assert [buckets.take(key, rate).wait > 0 for _ in range(3)] == [False, False, True]
    buckets.give_back(key, rate)
    assert [buckets.take(key, rate).wait > 0 for _ in range(2)] == [False, True]


@pytest.mark.redis
def test_redis_counts_as_this_process_does(request: pytest.FixtureRequest) -> None:
    buckets, rate = rate_limiter_at(settings.REDIS_URL), Rate.of("3/hour")
    key = f"citadels-test-bucket-{id(request)}"
    standings = [buckets.take(key, rate) for _ in range(4)]
    assert [one.remaining for one in standings] == [2, 1, 0, 0]
    assert [one.wait > 0 for one in standings] == [False, False, False, True]
    assert standings[3].wait == pytest.approx(1200 * 10**6, rel=0.01)


@pytest.mark.redis
def test_processes_take_a_large_bucket_in_batches(request: pytest.FixtureRequest) -> None:
    client = Redis.from_url(settings.REDIS_URL)
    processes, rate = [RedisRateLimiter(client) for _ in range(2)], Rate.of("200/min")
    key, began = f"citadels-test-bucket-{id(request)}", monotonic()
    with mock.patch.object(processes[0], "script", wraps=processes[0].script) as script:
        first = [processes[0].take(key, rate) for _ in range(BATCH)]
    assert script.call_count == 1
    assert [one.wait for one in first] == [0] * BATCH
    assert [one.remaining for one in first] == list(range(199, 199 - BATCH, -1))
    admitted, refused = BATCH, False
    while not refused:
        states = [process.take(key, rate) for process in processes]
        admitted += sum(one.wait == 0 for one in states)
        refused = any(one.wait > 0 for one in states)
    filled = 1 + (monotonic() - began) * 200 / 60
    assert 200 - BATCH < admitted <= 200 + filled


@pytest.mark.redis
def test_a_burst_after_a_pause_exceeds_the_quota_by_the_batches_at_most(
    request: pytest.FixtureRequest,
) -> None:
    client = Redis.from_url(settings.REDIS_URL)
    processes, rate = [RedisRateLimiter(client) for _ in range(4)], Rate.of("200/s")
    key, admitted, refused = f"citadels-test-bucket-{id(request)}", 0, False
    for process in processes:
        process.take(key, rate)
    sleep(BATCH * len(processes) / rate.quota)  # the bucket is full again
    began = monotonic()
    while not refused:
        states = [process.take(key, rate) for process in processes]
        admitted += sum(one.wait == 0 for one in states)
        refused = any(one.wait > 0 for one in states)
    filled = 1 + (monotonic() - began) * rate.quota
    assert admitted <= rate.quota + len(processes) * (BATCH - 1) + filled


@pytest.mark.redis
def test_a_bucket_that_fills_slowly_is_counted_one_by_one(request: pytest.FixtureRequest) -> None:
    limiter, rate = RedisRateLimiter(Redis.from_url(settings.REDIS_URL)), Rate.of("1000/hour")
    limiter.take(f"citadels-test-bucket-{id(request)}", rate)
    assert not limiter.batches


@pytest.mark.redis
def test_a_batch_is_forgotten_when_the_bucket_has_filled_by_as_many(
    request: pytest.FixtureRequest,
) -> None:
    limiter, rate = RedisRateLimiter(Redis.from_url(settings.REDIS_URL)), Rate.of("200/min")
    key = f"citadels-test-bucket-{id(request)}"
    with mock.patch("core.rate_limits.monotonic_ns", return_value=10**12) as clock:
        limiter.take(key, rate)
        clock.return_value += int(BATCH_SECONDS * 10**9)
        with mock.patch.object(limiter, "script", wraps=limiter.script) as script:
            limiter.take(key, rate)
    assert script.call_count == 1


@pytest.mark.redis
def test_batches_of_two_threads_add_up(request: pytest.FixtureRequest) -> None:
    limiter, rate = RedisRateLimiter(Redis.from_url(settings.REDIS_URL)), Rate.of("200/min")
    key, script = f"citadels-test-bucket-{id(request)}", limiter.script

    def take_in_between(**given: Any) -> Any:
        limiter.script = script
        limiter.take(key, rate)
        return script(**given)

    limiter.script = take_in_between  # type: ignore[assignment]
    limiter.take(key, rate)
    assert limiter.batches[key, rate].left == 2 * (BATCH - 1)


@pytest.mark.parametrize("text", ["", "fast", "10", "0/min", "10/fortnight", "-1/min"])
def test_an_invalid_rate_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        Rate.of(text)
