"""Users log in with passkeys, and staff prove with them who they are."""

from __future__ import annotations

import json
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts.models import OutgoingEmail, Passkey, User
from accounts.services.deletions import account_delete, deletion_request
from accounts.services.export_content import passkeys
from accounts.services.passkeys import LIFE, MOST, passkeys_work
from accounts.services.passwords import password_change
from moderation.services.staff_roles import role_set
from tests.accounts.authenticator import FLAG, Authenticator
from tests.conftest import PASSWORD
from tests.throttled import at_rates

pytestmark = pytest.mark.django_db
HOME = "https://games.example.org"


@pytest.fixture(autouse=True)
def _at_home(settings: Settings) -> None:
    settings.PUBLIC_URL = HOME
    cache.clear()


@pytest.fixture
def phone() -> Authenticator:
    return Authenticator(HOME)


def logged_in(name: str = "alice") -> Client:
    client = Client()
    client.post("/login/", {"username": name, "password": PASSWORD})
    return client


def options_for(client: Client, password: str = PASSWORD) -> Any:
    return client.post("/account/passkey/", {"password": password})


def add(client: Client, phone: Authenticator, name: str = "phone") -> Any:
    answer = phone.create(options_for(client).json())
    return client.post("/account/", {"name": name, "credential": answer})


def challenge(client: Client) -> dict[str, Any]:
    options: dict[str, Any] = client.post("/login/passkey/").json()
    return options


def log_in(client: Client, answer: str) -> Any:
    return client.post("/login/", {"credential": answer, "next": "/account/"})


def is_inside(client: Client) -> bool:
    return client.get("/account/").status_code == 200


@pytest.fixture
def enrolled(alice: User, phone: Authenticator) -> Authenticator:
    """The phone of alice, who has added it."""
    assert add(logged_in(), phone).status_code == 302
    return phone


# --- adding and removing -------------------------------------------------------------------------


def test_a_passkey_is_added_with_the_password_listed_and_removed_and_each_is_mailed(
    alice: User, phone: Authenticator
) -> None:
    User.objects.filter(id=alice.id).update(email="alice@example.org")
    client = logged_in()
    wrong = options_for(client, "not it")
    assert wrong.status_code == 403
    assert wrong.json() == {"detail": "This is not your password."}
    options = options_for(client).json()["publicKey"]
    assert options["rp"]["id"] == "games.example.org"
    assert options["authenticatorSelection"]["userVerification"] == "required"
    assert add(client, phone, "my <phone>").status_code == 302
    page = client.get("/account/").text
    assert "my &lt;phone&gt;" in page
    assert "Never used." in page
    again = options_for(client).json()["publicKey"]["excludeCredentials"]
    assert len(again) == 1
    client.post("/account/", {"passkey": "x"})
    client.post("/account/", {"passkey": str(Passkey.objects.get().id)})
    assert not Passkey.objects.exists()
    sent = OutgoingEmail.objects.order_by("created_at").values_list("kind", flat=True)
    assert list(sent) == ["passkey_added", "passkey_removed"]


def test_nobody_touches_the_passkeys_of_others(
    enrolled: Authenticator, bob: User, alice: User
) -> None:
    bobs = logged_in("bob")
    bobs.post("/account/", {"passkey": str(Passkey.objects.get().id)})
    assert Passkey.objects.get().user == alice
    assert add(bobs, enrolled).status_code == 403, "the same passkey for two accounts"
    assert Passkey.objects.count() == 1
    answer = enrolled.create(options_for(logged_in()).json())
    refused = bobs.post("/account/", {"name": "a", "credential": answer})
    assert refused.status_code == 403, "the challenge of another session"
    for path in ("/account/passkey/", "/account/"):
        assert Client().post(path, {"name": "a"}).headers["Location"].startswith("/login/")


def test_a_user_has_a_limited_number(alice: User) -> None:
    client = logged_in()
    for number in range(MOST):
        Passkey.objects.create(user=alice, name="x", digest=str(number), credential=b"")
    reply = options_for(client)
    assert reply.status_code == 409
    assert "10 passkeys" in reply.json()["detail"]


@pytest.mark.parametrize(
    ("name", "value"),
    [("origin", "https://evil.example"), ("domain", "evil.example"), ("flags", FLAG.UP)],
)
def test_a_passkey_of_another_site_or_without_a_check_of_the_person_is_refused(
    alice: User, phone: Authenticator, name: str, value: Any
) -> None:
    client = logged_in()
    setattr(phone, name, value)
    assert add(client, phone).status_code == 403
    assert not Passkey.objects.exists()


# --- logging in ----------------------------------------------------------------------------------


def test_a_passkey_logs_in_without_a_name_and_leads_on(enrolled: Authenticator) -> None:
    client = Client()
    options = challenge(client)
    assert "allowCredentials" not in options["publicKey"], "it reveals nobody"
    assert client.session.get_expiry_age() <= LIFE
    reply = log_in(client, enrolled.use(options))
    assert reply.headers["Location"] == "/account/"
    assert is_inside(client)
    assert client.session.get_expiry_age() > 10 * LIFE
    assert "devices" in client.cookies
    assert Passkey.objects.get().last_used_at


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("origin", "https://evil.example"),
        ("origin", "http://games.example.org"),
        ("domain", "evil.example"),
        ("flags", FLAG.UP),
        ("flags", FLAG.UV),
        ("name", b"another passkey"),
        ("owner", b"0123456789abcdef"),
        ("key", Authenticator(HOME).key),
    ],
)
def test_a_wrong_answer_is_refused(enrolled: Authenticator, name: str, value: Any) -> None:
    setattr(enrolled, name, value)
    client = Client()
    reply = log_in(client, enrolled.use(challenge(client)))
    assert reply.status_code == 403
    assert "This passkey was not accepted." in reply.text
    assert not is_inside(client)


@pytest.mark.parametrize(
    "answer", ["", "x", "[]", "{}", '{"rawId": 1}', '{"rawId": "AA", "response": {}}', "[" * 9000]
)
def test_a_malformed_answer_is_refused(enrolled: Authenticator, answer: str) -> None:
    client = Client()
    challenge(client)
    assert log_in(client, answer).status_code == 403


def test_a_challenge_belongs_to_a_session_ends_and_works_once(enrolled: Authenticator) -> None:
    client, other = Client(), Client()
    answer = enrolled.use(challenge(client))
    challenge(other)
    assert log_in(other, answer).status_code == 403
    assert log_in(Client(), answer).status_code == 403
    kept = dict(client.session.items())
    assert log_in(client, answer).status_code == 302
    client.post("/logout/")
    assert log_in(client, answer).status_code == 403
    challenge(client)
    session = client.session  # as if a second request had read the session before the first wrote
    session.update(kept)
    session.save()
    assert log_in(client, answer).status_code == 403
    late = enrolled.use(challenge(client))
    with time_machine.travel(timezone.now().timestamp() + LIFE + 1):
        assert log_in(client, late).status_code == 403


def test_a_copy_is_noticed_by_its_count(enrolled: Authenticator) -> None:
    def attempt(counter: int) -> int:
        client, enrolled.counter = Client(), counter
        return int(log_in(client, enrolled.use(challenge(client))).status_code)

    assert [attempt(count) for count in (0, 0, 5, 5, 4, 0, 6)] == [
        302,
        302,
        302,
        403,
        403,
        403,
        302,
    ]


def test_a_closed_account_and_too_many_attempts_are_refused(
    enrolled: Authenticator, alice: User
) -> None:
    User.objects.filter(id=alice.id).update(is_active=False)
    client = Client()
    assert log_in(client, enrolled.use(challenge(client))).status_code == 403
    with at_rates(login="2/hour"):
        assert challenge(client)
        assert log_in(client, "x").status_code == 403
        reply = client.post("/login/passkey/")
        assert (reply.status_code, "Retry-After" in reply.headers) == (429, True)
        assert "detail" in reply.json()


@pytest.mark.parametrize(
    ("url", "works"),
    [
        (HOME, True),
        ("http://localhost:8000", True),
        ("http://127.0.0.1:8000", False),
        ("https://[::1]", False),
        ("http://games.example.org", False),
    ],
)
def test_passkeys_are_offered_where_browsers_allow_them(
    settings: Settings, url: str, *, works: bool
) -> None:
    settings.PUBLIC_URL = url
    assert passkeys_work() is works
    assert ("data-passkey" in Client().get("/login/").text) is works
    assert (Client().post("/login/passkey/").status_code == 200) is works


# --- staff ---------------------------------------------------------------------------------------


@pytest.fixture
def staff(alice: User, settings: Settings) -> User:
    settings.ADMIN_TWO_FACTOR = True
    User.objects.filter(id=alice.id).update(is_staff=True, is_superuser=True)
    return alice


def may_enter(client: Client) -> bool:
    return client.get("/admin/").status_code == 200


def test_a_passkey_is_the_second_factor_of_staff_or_both(
    enrolled: Authenticator, staff: User, bob: User
) -> None:
    client = logged_in()
    page = client.get("/admin/second-factor/")
    assert "data-passkey" in page.text
    assert "Secret:" not in page.text
    before = client.session.session_key
    answer = enrolled.use(challenge(client))
    fields = {"credential": answer, "next": "/admin/accounts/user/"}
    reply = client.post("/admin/second-factor/", fields)
    assert reply.headers["Location"] == "/admin/accounts/user/"
    assert may_enter(client)
    assert client.session.session_key != before
    assert client.session.get_expiry_age() <= 12 * 3600
    again = client.post("/admin/second-factor/", fields)
    assert again.headers["Location"] == "/admin/accounts/user/", "no new recovery codes"
    client.post("/login/", {"username": "alice", "password": PASSWORD})
    assert may_enter(client)
    assert client.session.get_expiry_age() <= 12 * 3600
    alone = Client()
    assert log_in(alone, enrolled.use(challenge(alone))).status_code == 302
    assert may_enter(alone)


def test_the_passkey_of_somebody_else_opens_nothing(
    enrolled: Authenticator, staff: User, bob: User
) -> None:
    bobs = Authenticator(HOME, b"of bob")
    assert add(logged_in("bob"), bobs).status_code == 302
    client = logged_in()
    answer = bobs.use(challenge(client))
    reply = client.post("/admin/second-factor/", {"credential": answer})
    assert reply.status_code == 403
    assert "This passkey was not accepted." in reply.text
    assert not may_enter(client)


def test_with_the_password_alone_nobody_adds_or_removes_a_second_factor(
    enrolled: Authenticator, staff: User
) -> None:
    client = logged_in()
    assert "Enter your second factor first." in client.get("/account/").text
    assert options_for(client).status_code == 403
    own = Authenticator(HOME, b"of a thief")
    assert client.post("/account/", {"name": "x", "credential": "{}"}).status_code == 403
    passkey = Passkey.objects.get()
    assert client.post("/account/", {"passkey": str(passkey.id)}).status_code == 403
    answer = enrolled.use(challenge(client))
    client.post("/admin/second-factor/", {"credential": answer})
    assert add(client, own).status_code == 302
    assert Passkey.objects.count() == 2


def test_staff_without_a_second_factor_add_no_passkey(staff: User) -> None:
    assert options_for(logged_in()).status_code == 403


def test_new_staff_lose_their_passkeys(bob: User) -> None:
    Passkey.objects.create(user=bob, name="x", digest="1", credential=b"")
    role_set(user=bob, role="moderators")
    assert not Passkey.objects.exists()
    Passkey.objects.create(user=bob, name="x", digest="1", credential=b"")
    role_set(user=bob, role="administrator")
    assert Passkey.objects.exists(), "added as staff"


def test_the_command_removes_the_passkeys_of_staff(enrolled: Authenticator, staff: User) -> None:
    call_command("reset_second_factor", "alice", reason="Lost the phone.")
    assert not Passkey.objects.exists()


# --- the end -------------------------------------------------------------------------------------


@pytest.mark.parametrize("revoke", [True, False])
def test_a_new_password_removes_passkeys_but_not_the_second_factor_of_staff(
    enrolled: Authenticator, alice: User, *, revoke: bool
) -> None:
    User.objects.filter(id=alice.id).update(is_staff=True)
    alice.refresh_from_db()
    password_change(user=alice, password="another-fine-one", revoke=revoke)
    assert Passkey.objects.exists()
    User.objects.filter(id=alice.id).update(is_staff=False)
    alice.refresh_from_db()
    password_change(user=alice, password="a-third-fine-one", revoke=revoke)
    assert not Passkey.objects.exists()


def test_passkeys_are_exported_without_keys_and_deleted_with_the_account(
    enrolled: Authenticator, alice: User
) -> None:
    (row,) = passkeys(alice)
    assert set(row) == {"name", "created_at", "last_used_at"}
    assert json.dumps(row, default=str)
    account_delete(deletion_request(user=alice))
    assert not Passkey.objects.exists()
