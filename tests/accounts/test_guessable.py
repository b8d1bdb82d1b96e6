"""Passwords that everybody tries first, at every place where one is set."""

from __future__ import annotations

import string
from collections.abc import Callable
from random import Random

import pytest
from django.contrib.auth.password_validation import get_default_password_validators
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.test import Client
from rest_framework.test import APIClient

from accounts.guessable import GuessablePasswordValidator
from accounts.models import User
from accounts.services import operator_create, token_issue
from accounts.services.passwords import reset_link
from tests.conftest import PASSWORD

WEAK = "letmein2024"
VALIDATOR = GuessablePasswordValidator()


def is_refused(password: str, username: str = "carol.jones") -> bool:
    try:
        VALIDATOR.validate(password, User(username=username))
    except ValidationError as error:
        return error.code == "password_too_common"
    return False


@pytest.mark.parametrize(
    "password",
    [
        *(
            "aaaaaaaaaaaa",
            "abababababab",
            "abcdefghijkl",
            "0987654321",
            "zoe-zoe-zoe",
            "xk3xk3xk3xk3",
        ),
        *(
            "trustno1234",
            WEAK,
            "password123",
            "P@ssw0rd123",
            "p4ssword!!",
            "qwertyuiop",
            "football12!",
        ),
        *("motdepasse1", "azertyuiop", "soleil2024!!", "Summer2026!", "iloveyou2"),
        *(
            "citadels2026",
            "Citadels!2026",
            "thecastle99",
            "slowboardgames1",
            "carol-12345",
            "CarolJones1",
            "carol.jones",
        ),
    ],
)
def test_what_everybody_tries_is_refused(password: str) -> None:
    assert is_refused(password)


def test_chance_and_three_words_are_accepted() -> None:
    for password in (
        PASSWORD,
        "tower river candle",
        "le chat dort",
        "Tr0ub4dour&3",
        "carol likes tea",
    ):
        assert not is_refused(password), password
    chance = Random(1)
    printable = string.ascii_letters + string.digits + string.punctuation
    for alphabet, length in ((string.hexdigits.lower(), 16), (printable, 12)):
        for _ in range(500):
            password = "".join(chance.choices(alphabet, k=length))
            assert not is_refused(password), password


def by_reset(user: User, client: Client) -> str:
    path = reset_link(user).partition("127.0.0.1:8000")[2]
    return client.post(path, {"password": WEAK}).text


def by_change(user: User, client: Client) -> str:
    api = APIClient()
    api.credentials(HTTP_AUTHORIZATION=f"Bearer {token_issue(user=user).text}")
    return api.post("/api/v1/me/password/", {"password": PASSWORD, "new_password": WEAK}).text


def by_registering(user: User, client: Client) -> str:
    new = {"username": "dora", "password": WEAK}
    return client.post("/api/v1/auth/register/", new, "application/json").text


def by_signing_up(user: User, client: Client) -> str:
    return client.post("/sign-up/", {"username": "dora", "password": WEAK}).text


def by_an_administrator(user: User, client: Client) -> str:
    client.force_login(operator_create(username="ada", password=PASSWORD))
    new = {"usable_password": "true", "password1": WEAK, "password2": WEAK}
    return client.post(f"/admin/accounts/user/{user.id}/password/", new).text


def by_the_command(user: User, client: Client) -> str:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("moderation.management.commands.create_staff.getpass", lambda _: WEAK)
        with pytest.raises(CommandError) as caught:
            call_command("create_staff", "nina", "--role", "moderator")
    return str(caught.value)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "set_weak",
    [by_reset, by_change, by_registering, by_signing_up, by_an_administrator, by_the_command],
)
def test_no_door_takes_a_weak_password(
    set_weak: Callable[[User, Client], str], alice: User, client: Client
) -> None:
    assert "This password is easy to guess." in set_weak(alice, client)
    alice.refresh_from_db()
    assert alice.check_password(PASSWORD)
    assert not User.objects.filter(username__in=("dora", "nina")).exists()


@pytest.mark.django_db
def test_a_weak_password_from_before_still_logs_in(alice: User, client: Client) -> None:
    alice.set_password(WEAK)
    alice.save()
    assert client.post("/login/", {"username": "alice", "password": WEAK}).status_code == 302
    assert any(
        isinstance(one, GuessablePasswordValidator) for one in get_default_password_validators()
    )
