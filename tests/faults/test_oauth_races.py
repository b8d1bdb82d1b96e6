"""Requests to the OAuth endpoints at once: none fails, and what has ended stays ended."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.test import Client
from oauth2_provider.models import RefreshToken

from accounts.models import AccountDeletion, User
from accounts.oauth import validator, views
from accounts.services import user_ban
from accounts.services.applications import NewApplication
from accounts.services.authorizations import authorizations_revoke
from accounts.services.browser_sessions import sessions_end
from accounts.services.deletions import account_delete, deletion_request
from tests.accounts.test_device_grant import device_answer, polled, started, terminal
from tests.accounts.test_oauth import (
    allowed,
    answered,
    asked,
    asking,
    browser,
    for_code,
    posted,
    refreshed,
    watch,
)
from tests.conftest import ON_POSTGRES
from tests.faults.figures import Note
from tests.faults.together import at_once

__all__ = ["browser", "terminal", "watch"]
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.fault(18)]
TIMES = 4
SAME_TIME = 4
Tokens = dict[str, Any]
Request = Callable[[], Any]


class Race:
    """Rounds of requests at the same moment. Each reply is JSON: a success or `invalid_grant`."""

    def __init__(self, note: Note) -> None:
        self.note = note
        self.statuses: list[int] = []

    def run(self, *requests: Request, beside: Request = lambda: None) -> list[Any]:
        """Return the replies to the requests, which are sent while ``beside`` runs."""
        replies = at_once(*requests, beside)[:-1]
        self.statuses += [reply.status_code for reply in replies]
        for reply in replies:
            assert reply.headers["Content-Type"] == "application/json", reply.text[:500]
            assert reply.status_code == 200 or reply.json()["error"] == "invalid_grant", reply.text
        return replies

    def end(self) -> None:
        counts = [f"{self.statuses.count(status)} x {status}" for status in (200, 400, 500)]
        self.note("PostgreSQL:" if ON_POSTGRES else "SQLite:", ", ".join(counts))


@pytest.fixture
def race(note: Note) -> Race:
    return Race(note)


def succeeded(replies: list[Any]) -> list[Tokens]:
    return [reply.json() for reply in replies if reply.status_code == 200]


def work(app: NewApplication, tokens: Tokens) -> bool:
    """True if one of the tokens can still be used."""
    works = asking(tokens).get("/api/v1/games/").status_code == 200
    return works or refreshed(app, tokens).status_code == 200


def live() -> int:
    """Return how many refresh tokens can be used."""
    return RefreshToken.objects.filter(revoked=None, access_token__isnull=False).count()


def test_refreshes_with_one_token_get_the_same_tokens(
    watch: NewApplication, browser: Client, race: Race
) -> None:
    tokens = allowed(watch, browser)
    for _ in range(TIMES):
        fresh = succeeded(race.run(*[partial(refreshed, watch, tokens)] * SAME_TIME))
        assert len(fresh) == SAME_TIME
        assert len({(one["access_token"], one["refresh_token"]) for one in fresh}) == 1
        assert fresh[0]["refresh_token"] != tokens["refresh_token"]
        assert live() == 1
        tokens = fresh[0]
    assert work(watch, tokens)
    race.end()


def test_of_exchanges_of_one_code_one_succeeds_and_its_tokens_end(
    watch: NewApplication, browser: Client, race: Race
) -> None:
    for _ in range(TIMES):
        code = answered(browser, asked(watch), allow="true")["code"]
        (tokens,) = succeeded(race.run(*[partial(for_code, watch, code)] * SAME_TIME))
        assert live() == 0
        assert not work(watch, tokens)
    race.end()


def test_polls_with_one_device_code_get_the_same_tokens(
    terminal: NewApplication, browser: Client, race: Race
) -> None:
    for count in range(1, TIMES + 1):
        codes = started(terminal)
        device_answer(browser, codes, allow="true")
        got = succeeded(race.run(*[partial(polled, terminal, codes)] * SAME_TIME))
        assert len(got) == SAME_TIME
        assert len({(one["access_token"], one["refresh_token"]) for one in got}) == 1
        assert live() == count
        assert asking(got[0]).get("/api/v1/games/").status_code == 200
    race.end()


def test_of_answers_to_one_device_one_counts(
    terminal: NewApplication, alice: User, bob: User
) -> None:
    browsers = [Client(), Client()]
    browsers[0].force_login(alice)
    browsers[1].force_login(bob)
    for _ in range(TIMES):
        fields = {"user_code": started(terminal)["user_code"], "allow": "true"}
        pages = at_once(*(partial(one.post, "/device/", fields) for one in browsers))
        assert sorted(page.status_code for page in pages) == [200, 400]


@pytest.mark.parametrize("kind", ["refresh_token", "access_token"])
def test_a_revocation_ends_what_a_refresh_beside_it_gets(
    watch: NewApplication, browser: Client, race: Race, kind: str
) -> None:
    for _ in range(TIMES):
        tokens = allowed(watch, browser)
        body = {"client_id": watch.application.client_id, "token": tokens[kind]}
        revoke = partial(posted, "/oauth/revoke/", body)
        got = race.run(*[partial(refreshed, watch, tokens)] * 2, beside=revoke)
        assert live() == 0
        assert not any(work(watch, fresh) for fresh in [tokens, *succeeded(got)])
    race.end()


def ban(user: User) -> None:
    user_ban(user=user, reason="Said what one does not say.")


def end_authorizations(user: User) -> None:
    authorizations_revoke(user=user)


def delete(user: User) -> None:
    deletion_request(user=user)
    account_delete(AccountDeletion.objects.get(user=user))


def log_out(user: User) -> None:
    sessions_end(user=user)


@pytest.mark.parametrize("end", [ban, end_authorizations, delete, log_out])
def test_what_ends_the_access_of_a_user_ends_tokens_that_are_given_beside_it(
    watch: NewApplication,
    browser: Client,
    alice: User,
    race: Race,
    end: Callable[[User], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(views, "WEB_CLIENT_ID", watch.application.client_id)
    for _ in range(1 if end is delete else TIMES):
        User.objects.filter(id=alice.id).update(banned_until=None)
        browser.force_login(alice)
        tokens = allowed(watch, browser)
        code = answered(browser, asked(watch), allow="true")["code"]
        requests = partial(refreshed, watch, tokens), partial(for_code, watch, code)
        got = race.run(*requests, beside=partial(end, alice))
        assert not any(work(watch, fresh) for fresh in [tokens, *succeeded(got)])
    race.end()


def test_sign_ins_and_refreshes_at_once_keep_to_the_limit_of_tokens(
    watch: NewApplication, browser: Client, race: Race, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(validator, "FAMILIES_MAX", 2)
    for _ in range(TIMES):
        oldest, newest = allowed(watch, browser), allowed(watch, browser)
        codes = [answered(browser, asked(watch), allow="true")["code"] for _ in range(2)]
        refreshes = [partial(refreshed, watch, tokens) for tokens in (oldest, newest)]
        got = race.run(*refreshes, *(partial(for_code, watch, code) for code in codes))
        assert len(succeeded(got)) >= len(codes)
        assert live() == 2
    race.end()


def test_consents_at_once_give_a_code_each(
    watch: NewApplication, browser: Client, race: Race
) -> None:
    for _ in range(TIMES):
        consent = partial(answered, browser, asked(watch), allow="true")
        codes = {answer["code"] for answer in at_once(consent, consent)}
        assert len(codes) == 2
        got = race.run(*(partial(for_code, watch, code) for code in codes))
        assert all(work(watch, tokens) for tokens in succeeded(got))
        assert len(succeeded(got)) == 2
    race.end()
