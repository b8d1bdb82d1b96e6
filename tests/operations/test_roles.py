"""Roles of PostgreSQL: migrations own the tables; the processes only read and write rows."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator

import psycopg
import pytest
from django.conf import settings

from tests.faults.clusters import BINARIES, PASSWORD, Cluster, clusters

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(BINARIES is None, reason="needs the programs of a PostgreSQL server"),
]
ROLES = settings.BASE_DIR / "deploy" / "postgres" / "roles.sql"
PASSWORDS = {f"{role}_PASSWORD": f"of-the-{role.lower()}" for role in ("OWNER", "APP", "BACKUP")}
STORY = "tests/api/test_whole_game.py::test_people_and_bots_play_a_whole_game[citadels-2-2]"
FORMER = {"upgraded": "citadels", "plain": "former", "hosted": "provider"}
"""Databases from before there were roles, and the role that each belongs to: the superuser, a plain
one, and that of a provider, which makes roles and is no superuser.
"""
BEFORE = """
    ALTER DATABASE {name} OWNER TO {role};
    ALTER SCHEMA public OWNER TO pg_database_owner;
    GRANT USAGE ON SCHEMA public TO PUBLIC;
    DO $$ DECLARE name text; BEGIN
        FOR name IN SELECT 'TABLE ' || oid::regclass FROM pg_class
            WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
            UNION ALL SELECT 'FUNCTION ' || oid::regprocedure FROM pg_proc
            WHERE pronamespace = 'public'::regnamespace
            AND oid NOT IN (SELECT objid FROM pg_depend WHERE deptype = 'e')
        LOOP EXECUTE 'ALTER ' || name || ' OWNER TO {role}'; END LOOP;
    END $$;
    DROP OWNED BY citadels_app, citadels_backup
"""
"""Gives everything to a role that had it before there were roles."""
NOT_OF_EXTENSIONS = "oid NOT IN (SELECT objid FROM pg_depend WHERE deptype = 'e')"
DATABASES = ["test_citadels", *FORMER]
FORBIDDEN = (
    "ALTER TABLE games_move DISABLE TRIGGER ALL",
    "ALTER TABLE moderation_auditentry DISABLE TRIGGER moderation_log_append_only",
    "DROP TRIGGER moderation_log_append_only ON moderation_auditentry",
    "SET session_replication_role = replica",
    "TRUNCATE games_move CASCADE",
    "DROP TABLE games_move",
    "CREATE TABLE mine (id int)",
    "CREATE TEMPORARY TABLE mine (id int)",
    "CREATE FUNCTION mine() RETURNS int LANGUAGE sql AS 'SELECT 1'",
    "CREATE SCHEMA mine",
    "CREATE EXTENSION dblink",
    "CREATE ROLE mine",
    "COPY games_move TO PROGRAM 'id'",
    "COPY games_move TO '/tmp/moves'",
    "SELECT pg_read_file('/etc/passwd')",
    "ALTER SYSTEM SET archive_command = 'id'",
    "SET ROLE citadels_owner",
    "SELECT rolpassword FROM pg_authid",
)


def url_of(cluster: Cluster, role: str, name: str) -> str:
    return cluster.address(f"citadels_{role}", f"of-the-{role}", name)


def make_roles(cluster: Cluster, name: str, role: str = "provider") -> None:
    cluster.run(f"psql --quiet --file={ROLES} {name}", **PASSWORDS, PGUSER=role)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """A server with the roles, with a new database, and with those of FORMER."""
    with clusters("one") as (found,):
        found.create()
        found.start()
        for role, more in (("former", ""), ("provider", "CREATEDB CREATEROLE")):
            found.query(f"CREATE ROLE {role} LOGIN {more} PASSWORD '{PASSWORD}'")
        found.query("CREATE DATABASE test_citadels OWNER provider")
        make_roles(found, "test_citadels")
        env = {**os.environ, "DATABASE_URL": url_of(found, "owner", "test_citadels")}
        command = [sys.executable, "manage.py", "migrate", "--verbosity=0"]
        subprocess.run(command, cwd=settings.BASE_DIR, env=env, check=True)
        for name, role in FORMER.items():
            found.query(f"CREATE DATABASE {name} TEMPLATE test_citadels")
            found.query(BEFORE.format(name=name, role=role), name)
        for _ in range(2):  # the second time nothing changes
            make_roles(found, "test_citadels")
            make_roles(found, "hosted")
            make_roles(found, "plain", "citadels")
            make_roles(found, "upgraded", "citadels")
        yield found


def test_the_service_works_with_the_plain_role(cluster: Cluster) -> None:
    """A whole game over HTTP, in a database that its role did not create."""
    url = url_of(cluster, "app", "citadels")  # of tests it is the one with test_ before it
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "--reuse-db", STORY]
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    env |= {"DATABASE_URL": url}
    run = subprocess.run(
        command, cwd=settings.BASE_DIR, env=env, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout[-5000:] + run.stderr[-5000:]
    assert " passed" in run.stdout


def test_processes_of_an_older_version_work_on_until_they_are_replaced(cluster: Cluster) -> None:
    url = cluster.address("former", PASSWORD, "plain")
    with psycopg.connect(url) as connection:
        connection.execute("DELETE FROM games_move")
        connection.execute("ALTER TABLE games_move ADD COLUMN added int")
        connection.rollback()
    cluster.query("REVOKE citadels_owner FROM former")
    with pytest.raises(psycopg.OperationalError, match="permission denied for database"):
        psycopg.connect(url)


def test_a_table_in_use_is_waited_for_only_for_a_moment(cluster: Cluster) -> None:
    cluster.query("ALTER TABLE games_move OWNER TO citadels", "upgraded")
    with psycopg.connect(cluster.address(name="upgraded")) as connection:
        connection.execute("SET idle_in_transaction_session_timeout = '60s'")
        connection.execute("SELECT 1 FROM games_move")
        with pytest.raises(AssertionError, match="lock timeout"):
            make_roles(cluster, "upgraded", "citadels")
    make_roles(cluster, "upgraded", "citadels")


@pytest.mark.parametrize("name", DATABASES)
def test_the_plain_role_changes_no_table_and_leaves_the_database_nowhere(
    name: str, cluster: Cluster
) -> None:
    with psycopg.connect(url_of(cluster, "app", name), autocommit=True) as connection:
        for statement in FORBIDDEN:
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(statement.encode())


@pytest.mark.parametrize("name", DATABASES)
def test_the_owner_owns_everything_and_is_no_superuser(name: str, cluster: Cluster) -> None:
    for owner, table, schema in (
        ("relowner", "pg_class", "relnamespace"),
        ("proowner", "pg_proc", "pronamespace"),
    ):
        owners = (
            f"SELECT DISTINCT {owner}::regrole::text FROM {table} "
            f"WHERE {schema} = 'public'::regnamespace AND {NOT_OF_EXTENSIONS}"
        )
        assert cluster.query(owners, name) == [("citadels_owner",)]
    mighty = (
        "SELECT rolname FROM pg_roles WHERE rolname LIKE 'citadels%' "
        "AND (rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls)"
    )
    assert cluster.query(mighty, name) == [("citadels",)]


@pytest.mark.parametrize("name", DATABASES)
def test_the_role_of_backups_reads_everything_and_writes_nothing(
    name: str, cluster: Cluster
) -> None:
    url = url_of(cluster, "backup", name)
    dump = cluster.run(f"pg_dump --format=custom '{url}' | pg_restore --list")
    assert "TABLE DATA public games_move" in dump
    with (
        psycopg.connect(url) as connection,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        connection.execute("DELETE FROM games_move")
