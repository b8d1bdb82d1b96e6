"""Names that look like those of others, of the service, or of links."""

from __future__ import annotations

import unicodedata
from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import Group
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.utils.translation import gettext, override
from rest_framework.test import APIClient

from accounts.models import User
from accounts.names import FoldedName, fold_name, is_reserved
from accounts.selectors import is_username_taken
from accounts.services import operator_create, user_register
from accounts.services.deletions import account_delete, deletion_request
from accounts.services.users import user_rename
from core.errors import Invalid
from moderation.management.commands.create_staff import GROUPS, staff_create
from moderation.services.staff_roles import ADMINISTRATOR
from tablekernel.registry import rulesets
from tests.accounts.test_emails import send_emails
from tests.conftest import PASSWORD, user_named

pytestmark = pytest.mark.django_db
LOOKALIKES = ("Ii55d1aeiI", "1i55d1aei1", "li55d1aeil.", "li55d1aeil_", "l-I55DLaeil")
MIGRATION = import_module("accounts.migrations.0005_folded_names_unique")


def codes(name: str) -> list[str]:
    """Why the API refuses the name."""
    reply = APIClient().post(
        "/api/v1/auth/register/", {"username": name, "password": PASSWORD}, format="json"
    )
    return [error["code"] for error in reply.json().get("errors", [])]


@pytest.fixture
def conflict() -> tuple[User, User]:
    """Two users from before look-alikes were refused: the older one, and its look-alike."""
    older, newer = user_named("limes11"), User(username="Iimes1l", lookalike_number=1)
    newer.save()
    return older, newer


@pytest.fixture
def admin() -> Client:
    client = Client()
    client.force_login(operator_create(username="ada", password=PASSWORD))
    return client


# --- look-alikes ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", LOOKALIKES)
def test_a_look_alike_of_a_name_is_taken(name: str) -> None:
    user_named("li55d1aeil")
    assert codes(name) == ["unique"]
    with pytest.raises(IntegrityError), transaction.atomic():  # two at once, or an old process
        User(username=name).save()
    assert User.objects.alias(folded=FoldedName("username")).get(folded=fold_name(name))


def test_other_names_are_free() -> None:
    user_named("limes11")
    assert codes("limes12") == codes("times11") == codes("a.b-c_d") == []


def test_users_keep_a_look_alike_name_and_nobody_gets_another(
    conflict: tuple[User, User], admin: Client
) -> None:
    older, newer = conflict
    assert codes("limesII") == ["unique"]
    listed = admin.get("/admin/accounts/user/?name_conflict=lookalike").text
    assert "Iimes1l" in listed
    assert "limes11" not in listed
    assert not edit(admin, newer, email="newer@example.org")
    newer.refresh_from_db()
    assert newer.lookalike_number == 1
    deletion = deletion_request(user=older)
    account_delete(deletion)
    assert codes("limes11") == ["unique"]  # the older one is gone, the other one is still there
    assert not rename(newer, "limes_11")
    newer.refresh_from_db()
    assert newer.lookalike_number == 0


def test_the_migration_numbers_look_alikes_and_lists_them(
    capsys: pytest.CaptureFixture[str],
) -> None:
    model = apps.get_model("accounts", "User")
    (constraint,) = [one for one in model._meta.constraints if "folded" in one.name]
    with connection.cursor() as cursor:
        cursor.execute(f"DROP INDEX {constraint.name}")
    for name in ("a-1", "A1", "b0b", "bob", "al", "moderator", "charlie"):
        User.objects.create(username=name)
    for _ in range(2):  # the second time, as after an interruption
        MIGRATION.number_lookalikes(apps, SimpleNamespace(connection=connection))
    with connection.cursor() as cursor:
        cursor.execute(str(constraint.create_sql(model, connection.schema_editor())))
    numbers = User.objects.exclude(lookalike_number=0).values_list("username", "lookalike_number")
    assert dict(numbers) == {"A1": 1, "al": 2, "bob": 1}
    printed = capsys.readouterr().out
    assert "admin): A1, al, bob" in printed
    assert "admin): moderator" in printed


@pytest.mark.postgres
def test_a_prepared_statement_finds_names_by_the_index() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL plan_cache_mode = "
                       "force_generic_plan")  # fmt: skip
        sql = str(User.objects.alias(folded=FoldedName("username")).filter(folded="x").query)
        cursor.execute(f"PREPARE named AS {sql.replace(' = x', ' = $1')}")
        cursor.execute("EXPLAIN EXECUTE named('x')")
        assert "user_folded_name_unique" in str(cursor.fetchall())
        cursor.execute("DEALLOCATE named")
    assert not is_username_taken("x")


# --- reserved names ------------------------------------------------------------------------------


def claiming_names() -> set[str]:
    """Everything that the service calls a role, a bot or itself."""
    names = {ADMINISTRATOR, *GROUPS, *Group.objects.values_list("name", flat=True)}
    for ruleset in rulesets():
        bots = ruleset.bots
        names |= {ruleset.slug, ruleset.presentation.title, *bots.levels, *bots.renamed}
    for language, _ in settings.LANGUAGES:
        with override(language):
            names |= {gettext("Moderator"), gettext("Moderation")}
    return names


def test_no_role_bot_or_game_is_a_free_name() -> None:
    for name in claiming_names():
        plain = unicodedata.normalize("NFKD", name.partition(":")[0])
        assert is_reserved("".join(one for one in plain if one.isascii() and one != " ")), name


@pytest.mark.parametrize(
    "name",
    [
        *("moderator", "Support", "staff", "root", "system", "ADMIN", "Citadels", "expert"),
        *("Adm1n", "the_moderators", "support24", "citadels-team", "b0t", "de1eted-1a"),
        "Slow-Board-Games",
    ],
)
def test_names_of_authority_are_for_operators(name: str) -> None:
    assert codes(name) == ["reserved"]
    assert rename(user_named("dora"), name)
    if not name.startswith("de"):
        assert staff_create(username=name, password=PASSWORD, role="moderator").username == name


@pytest.mark.parametrize("name", ["hardcastle", "admira1", "modest", "toad", "botany", "helper"])
def test_names_that_only_begin_so_are_free(name: str) -> None:
    assert codes(name) == []


def test_the_operator_sees_who_has_had_a_reserved_name(admin: Client, alice: User) -> None:
    user_named("moderator")
    account_delete(deletion_request(user=alice))
    listed = admin.get("/admin/accounts/user/?name_conflict=reserved").text
    assert "moderator" in listed
    assert "deleted-" not in listed


# --- links ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["www.evil.com", "evil.co", "a.xn--p1ai", "x-.ORG_"])
def test_a_new_name_is_no_link(name: str, admin: Client) -> None:
    assert codes(name) == ["invalid"]
    assert rename(user_named("dora"), name)
    new = {"username": name, "usable_password": "true", "password1": PASSWORD}
    page = admin.post("/admin/accounts/user/add/", {**new, "password2": PASSWORD})
    assert list(page.context["adminform"].form.errors) == ["username"]


def test_mail_to_an_address_that_is_not_confirmed_contains_no_name(alice: User) -> None:
    """Names from before, such as this one, would be links in the mailbox of any stranger."""
    User.objects.filter(id=alice.id).update(username="www.evil.com")
    token = APIClient()
    body = {"username": "www.evil.com", "password": PASSWORD}
    issued = token.post("/api/v1/auth/tokens/", body).json()["token"]
    token.credentials(HTTP_AUTHORIZATION=f"Bearer {issued}")
    change = {"email": "stranger@example.net", "password": PASSWORD}
    assert token.post("/api/v1/me/email/", change).status_code == 202
    (message,) = send_emails()
    assert message.to == ["stranger@example.net"]
    assert "evil" not in str(message.message())


# --- addresses -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "address",
    [
        *("a@localhost", "a@[127.0.0.1]", "a@[IPv6:::1]", "a@[::1]", "a@10.0.0.12", "a@mailhost"),
        *(
            "a@db.internal",
            "a@printer.local",
            "a@x.localhost",
            "a@10.0.0\u300212",
            "a@x.\uff11\uff12",
        ),
    ],
)
def test_no_mail_goes_to_internal_hosts(address: str, alice: User, admin: Client) -> None:
    with pytest.raises(Invalid) as caught:
        user_register(username="dora", password=PASSWORD, email=address)
    assert [error["pointer"] for error in caught.value.extras["errors"]] == ["/email"]
    page = Client().post("/sign-up/", {"username": "dora", "password": PASSWORD, "email": address})
    assert page.status_code in (200, 422)
    assert edit(admin, alice, email=address)
    assert User.objects.count() == 2


def test_an_address_from_before_stays(alice: User, admin: Client, anyone: APIClient) -> None:
    User.objects.filter(id=alice.id).update(email="alice@localhost")
    assert not edit(admin, alice, email="alice@localhost")
    reset = anyone.post("/api/v1/auth/password-reset/", {"email": "alice@localhost"})
    assert reset.status_code == 202
    assert len(send_emails()) == 1
    assert user_register(username="dora", password=PASSWORD, email="d@münchen.example.org")


def rename(user: User, name: str) -> list[str]:
    """Rename a user as moderators do. Returns the codes of the errors."""
    try:
        user_rename(user=user, username=name)
    except Invalid as refusal:
        return [error["code"] for error in refusal.extras["errors"]]
    return []


def edit(admin: Client, user: User, **changes: str) -> list[str]:
    """Edit a user in the admin. Returns the errors."""
    url = f"/admin/accounts/user/{user.id}/change/"
    form = admin.get(url).context["adminform"].form
    data = {name: form.get_initial_for_field(field, name) for name, field in form.fields.items()}
    data = {name: value for name, value in data.items() if value not in (None, False)} | changes
    reply = admin.post(url, data)
    if reply.status_code == 302:
        return []
    return [error for errors in reply.context["adminform"].form.errors.values() for error in errors]
