"""`manage.py end_access`: nobody keeps access that was ended after a backup."""

from __future__ import annotations

from io import StringIO

from django.core.management import call_command
from django.test import Client
from oauth2_provider.models import Grant

from accounts.models import User
from accounts.services.applications import NewApplication
from accounts.services.device_grants import device_grant_create
from games.calendar_feeds.services import feed_create
from games.models import CalendarFeed
from tests.accounts.test_oauth import allowed, answered, asked, asking, browser, refreshed, watch
from tests.conftest import ClientOf

__all__ = ["browser", "watch"]


def test_all_access_ends(
    alice: User, bob: User, browser: Client, watch: NewApplication, client_of: ClientOf
) -> None:
    User.objects.filter(id=bob.id).update(is_bot=True)
    user, bot = client_of(alice), client_of(bob)
    tokens = allowed(watch, browser)
    feed_create(user=alice)
    device_grant_create(client_id="x", device_code="x", user_code="x", scope="")

    def works() -> list[bool]:
        clients = (user, bot, asking(tokens))
        return [client.get("/api/v1/me/").status_code == 200 for client in clients]

    def end(*words: str) -> list[int]:
        output = StringIO()
        call_command("end_access", *words, stdout=output)
        return [int(line.split()[0]) for line in output.getvalue().splitlines()]

    answered(browser, asked(watch), allow="true")
    assert end("--dry-run") == [2, 1, 1, 1, 1, 1, 1]
    assert works() == [True, True, True]
    assert end("--keep-bots")[0] == 1
    assert works() == [False, True, False]
    assert end() == [1, 0, 0, 0, 0, 0, 0]
    assert works() == [False, False, False]
    assert refreshed(watch, tokens).json()["error"] == "invalid_grant"
    assert browser.get(asked(watch)).headers["Location"].startswith("/login/")
    assert not Grant.objects.exists()
    assert not CalendarFeed.objects.exists()
