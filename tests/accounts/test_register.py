"""POST /api/v1/auth/register/"""

from __future__ import annotations

from unittest import mock

import pytest
from django.db import IntegrityError, transaction
from rest_framework.test import APIClient

from accounts.models import User
from accounts.services import checks, user_register
from core.errors import Invalid
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db
URL = "/api/v1/auth/register/"


def faults(client: APIClient, **body: object) -> list[tuple[str, str]]:
    response = client.post(URL, body)
    assert response.status_code == 422
    problem = response.json()
    assert problem["code"] == "invalid"
    return [(error["pointer"], error["code"]) for error in problem["errors"]]


def test_it_opens_an_account(anyone: APIClient) -> None:
    response = anyone.post(
        URL, {"username": "dora", "password": PASSWORD, "email": "Dora@Example.ORG"}
    )
    assert response.status_code == 201
    user = User.objects.get(username="dora")
    assert user.check_password(PASSWORD)
    assert not user.is_staff
    body = response.json()
    assert (body["id"], body["username"]) == (str(user.id), "dora")
    assert (body["email"], body["email_pending"]) == ("", "dora@example.org")


def test_it_needs_no_address_and_many_may_have_none(anyone: APIClient) -> None:
    for name in ("dora", "emil"):
        response = anyone.post(URL, {"username": name, "password": PASSWORD})
        assert response.status_code == 201


def test_it_rejects_a_taken_name_in_any_case(anyone: APIClient, alice: User) -> None:
    assert faults(anyone, username="ALICE", password=PASSWORD) == [("/username", "unique")]


@pytest.mark.parametrize("name", ["x", "-dora", "do ra", "dora\n", "дора", "dora@home"])
def test_it_rejects_a_name_others_could_misread(anyone: APIClient, name: str) -> None:
    # DRF strips white space at the ends, so "dora\n" arrives as "dora", which is fine.
    if name.strip() == "dora":
        assert anyone.post(URL, {"username": name, "password": PASSWORD}).json()["username"] == (
            "dora"
        )
    else:
        assert ("/username", "invalid") in faults(anyone, username=name, password=PASSWORD)


def test_it_rejects_a_weak_password_with_every_reason(anyone: APIClient) -> None:
    assert faults(anyone, username="dora", password="1234") == [
        ("/password", "password_too_short"),
        ("/password", "password_too_common"),
        ("/password", "password_entirely_numeric"),
    ]


def test_it_names_each_missing_field(anyone: APIClient) -> None:
    assert faults(anyone) == [("/username", "required"), ("/password", "required")]


def test_it_rejects_a_body_that_is_no_object(anyone: APIClient) -> None:
    response = anyone.post(URL, "[1]", content_type="application/json")
    assert response.status_code == 422
    assert response.json()["errors"][0]["pointer"] == ""


def test_a_stale_token_in_the_header_does_not_matter(anyone: APIClient) -> None:
    anyone.credentials(HTTP_AUTHORIZATION="Bearer cit_stale")
    assert anyone.post(URL, {"username": "dora", "password": PASSWORD}).status_code == 201


def test_of_two_at_once_the_second_is_told_the_name_is_taken(alice: User) -> None:
    unaware = mock.patch.object(checks, "is_username_taken", side_effect=[False, True])
    with unaware, pytest.raises(Invalid) as caught:
        user_register(username="Alice", password=PASSWORD)
    assert caught.value.extras["errors"][0]["pointer"] == "/username"


def test_the_database_holds_names_and_addresses_apart(alice: User) -> None:
    for other in (
        User(username="aLiCe", email="other@example.org"),
        User(username="dora", email=alice.email.upper()),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            other.save()
