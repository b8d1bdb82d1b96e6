"""Searches of the admin find parts of names and titles, by indexes on PostgreSQL."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.db import DatabaseError, connection

from accounts.models import User
from core.migrations import trigram_index
from moderation.actions.users import BAN
from moderation.selectors import users_named
from tests.conftest import user_named
from tests.games.test_indexes import all_indexed
from tests.moderation.pages import client_for
from tests.moderation.test_lists import find_games, ids
from tests.toy_games import lobby

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]
WHY = "A reason."


def listed(user: User, model: str, **asked: Any) -> str:
    response = client_for(user).get(f"/admin/{model}/", asked)
    assert response.status_code == 200
    return str(response.content.decode().partition('id="result_list"')[2])


def test_users_are_found_by_any_part_of_the_name(maya: User) -> None:
    for name in ("hugo_troll", "hugoxtroll", "trollope"):
        user_named(name)

    def find_names(part: str) -> set[str]:
        page = listed(maya, "accounts/user", q=part)
        return {name for name in ("hugo_troll", "hugoxtroll", "trollope") if f">{name}<" in page}

    assert find_names("TROLL") == {"hugo_troll", "hugoxtroll", "trollope"}
    assert find_names("o_t") == {"hugo_troll"}
    assert find_names("tr") == {"trollope"}  # two characters are a beginning
    assert find_names("%roll") == find_names("_roll") - {"hugo_troll"} == set()


def test_what_is_longer_than_any_name_or_title_is_not_searched(
    db: None, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(0):
        assert users_named("a" * 81) == []


def test_games_are_found_by_parts_of_titles_and_players(alice: User, bob: User, maya: User) -> None:
    evening = lobby(alice, seats=2, title="Friday evening 100%")
    other, untitled = lobby(bob, seats=2, title="Alicante"), lobby(bob, seats=2)
    assert find_games(maya, q="day EVE") == ids(evening)
    assert find_games(maya, q="0%") == find_games(maya, q="%") == set()
    assert find_games(maya, q="00%") == ids(evening)
    assert find_games(maya, q="fr_day") == set()
    assert find_games(maya, q="lic") == ids(evening, other)
    assert find_games(maya, q="bo") == ids(other, untitled)
    assert find_games(maya, q="bo", status__exact="active") == set()


def test_the_newest_games_with_a_title_are_found(
    alice: User, maya: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("moderation.admin.games.MOST", 2)
    games = [lobby(alice, seats=2, title="Evening") for _ in range(3)]
    assert find_games(maya, q="evening") == ids(*games[1:])


def test_the_log_is_found_by_parts_of_names(alice: User, bob: User, maya: User) -> None:
    BAN.run(by=maya, target_id=alice.id, shown="Insults.", days=7, reason="About alice.")
    BAN.run(by=maya, target_id=bob.id, shown="Insults.", days=7, reason="About bob.")
    page = listed(maya, "moderation/auditentry", q="LIC")
    assert "About alice." in page
    assert "About bob." not in page
    assert "About bob." in listed(maya, "moderation/auditentry", q="aya")
    assert "About" not in listed(maya, "moderation/auditentry", q="nobody")


@pytest.mark.postgres
@pytest.mark.parametrize(
    "page",
    [
        "accounts/user/?q=lic",
        "accounts/user/?q=al",
        "games/game/?q=evening",
        "games/game/?q=ev",
    ],
)
def test_searches_are_read_by_indexes(alice: User, maya: User, page: str) -> None:
    lobby(alice, seats=2, title="Evening")
    BAN.run(by=maya, target_id=alice.id, shown="Insults.", days=7, reason=WHY)
    client = client_for(maya)
    with connection.cursor() as cursor:  # nearly empty tables are as quickly read in any order
        cursor.execute("SET LOCAL enable_indexscan = off; SET LOCAL enable_indexonlyscan = off")
    with all_indexed():
        assert client.get(f"/admin/{page}").status_code == 200


@pytest.mark.postgres
def test_a_part_is_found_by_the_index_of_parts() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_indexscan = off")
        for sql, index in (
            ("accounts_user WHERE username ~* 'roll'", "user_name_parts"),
            ("games_game WHERE title ~* 'eve' AND title <> ''", "game_title_parts"),
        ):
            cursor.execute(f"EXPLAIN SELECT id FROM {sql}")
            assert f"Bitmap Index Scan on {index}" in str(cursor.fetchall())


def test_without_the_extension_a_migration_says_what_to_do(
    capsys: pytest.CaptureFixture[str],
) -> None:
    executed: list[str] = []

    def execute(sql: str) -> None:
        executed.append(sql)
        raise DatabaseError("permission denied\n")

    editor: Any = SimpleNamespace(connection=SimpleNamespace(vendor="postgresql"), execute=execute)
    index: Any = trigram_index("parts", "games_game (id)")
    index.code(apps, editor)
    assert len(executed) == 1
    printed = capsys.readouterr().out
    assert "The index parts is missing" in printed
    assert "denied\nRun CREATE EXTENSION pg_trgm" in printed
    assert "CREATE INDEX CONCURRENTLY parts ON games_game (id);" in printed
