"""Users and tokens in the admin."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import ApiToken, BrowserSession, EmailKind, Passkey, User
from accounts.selectors import operator_exists
from accounts.services import operator_create, token_issue
from accounts.services.email_queue import email_enqueue
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db


@pytest.fixture
def admin() -> Client:
    operator_create(username="admin", password=PASSWORD)
    client = Client()
    assert client.login(username="Admin", password=PASSWORD)
    return client


@pytest.mark.slow
def test_the_operator_has_all_rights() -> None:
    assert not operator_exists()
    user = operator_create(username="admin", password=PASSWORD)
    assert operator_exists()
    assert user.has_perm("accounts.delete_user")


def test_the_operator_sees_users(admin: Client, alice: User) -> None:
    assert "alice@example.org" in admin.get("/admin/accounts/user/").text
    assert admin.get(f"/admin/accounts/user/{alice.id}/change/").status_code == 200
    assert admin.get("/admin/accounts/user/add/").status_code == 200


def test_a_password_that_the_operator_sets_ends_all_access(admin: Client, alice: User) -> None:
    Passkey.objects.create(user=alice, name="x", digest="1", credential=b"")
    own = Client()
    own.post("/login/", {"username": "alice", "password": PASSWORD})
    token_issue(user=alice)
    new = {"password1": "another-fine-one", "password2": "another-fine-one"}
    page = f"/admin/accounts/user/{alice.id}/password/"
    assert admin.post(page, {**new, "usable_password": "true"}).status_code == 302
    assert own.get("/account/").status_code == 302
    assert not ApiToken.objects.filter(revoked_at=None).exists()
    for gone in (Passkey, BrowserSession):
        assert not gone.objects.filter(user=alice).exists()
    assert admin.get("/admin/").status_code == 200


def test_no_page_shows_a_digest(admin: Client, alice: User) -> None:
    token, text = token_issue(user=alice)
    for url in ("", f"{token.id}/change/"):
        page = admin.get(f"/admin/accounts/apitoken/{url}").text
        assert token.prefix in page
        assert token.digest not in page
        assert text not in page


@pytest.mark.parametrize("model", ["accesstoken", "refreshtoken", "grant", "idtoken"])
def test_nobody_makes_tokens_of_applications_in_the_admin(admin: Client, model: str) -> None:
    """A token made there would act for any user, and no log would know of it."""
    for page in ("", "add/"):
        assert admin.get(f"/admin/oauth2_provider/{model}/{page}").status_code == 404
    assert admin.get("/admin/oauth2_provider/application/").status_code == 200


def test_the_operator_revokes_tokens(admin: Client, alice: User, bob: User) -> None:
    revoked, kept = token_issue(user=alice).token, token_issue(user=bob).token
    admin.post(
        "/admin/accounts/apitoken/", {"action": "revoke", "_selected_action": [str(revoked.id)]}
    )
    assert ApiToken.objects.get(id=revoked.id).revoked_at is not None
    assert ApiToken.objects.get(id=kept.id).revoked_at is None


def test_nobody_makes_tokens_in_the_admin(admin: Client) -> None:
    assert admin.get("/admin/accounts/apitoken/add/").status_code == 403


def test_the_operator_sees_which_mail_was_not_sent(admin: Client) -> None:
    email_enqueue(kind=EmailKind.RESET, address="nobody@example.org")
    assert "nobody@example.org" in admin.get("/admin/accounts/outgoingemail/").text
    assert admin.get("/admin/accounts/outgoingemail/add/").status_code == 403
