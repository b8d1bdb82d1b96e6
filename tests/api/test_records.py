"""GET games/records/ and me/games/records/: a line of JSON for each finished game."""

from __future__ import annotations

import fcntl
import gzip
import json
import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from rest_framework.test import APIClient

from accounts.models import User
from clients.python import records as offline
from games.lobby.services import game_cancel
from games.models import Game, Visibility
from tests.conftest import ClientOf
from tests.toy_games import lobby, play_out, start_game

pytestmark = pytest.mark.usefixtures("toy")

ROOT = Path(__file__).parents[2]
PUBLIC, OWN = "/api/v1/games/records/", "/api/v1/me/games/records/"


@pytest.fixture
def finished(alice: User, bob: User) -> Callable[..., Game]:
    def finished(**changes: Any) -> Game:
        game = play_out(start_game(alice, bob), alice, bob)
        Game.objects.filter(id=game.id).update(**changes)
        return game

    return finished


def ids_of(reply: Any) -> list[str]:
    assert reply.status_code == 200, reply.content
    assert reply.headers["Content-Type"] == "application/x-ndjson"
    return [json.loads(line)["about"]["game"] for line in reply.content.splitlines()]


def next_page(client: APIClient, reply: Any) -> Any:
    found = re.fullmatch(r'<http://testserver(\S+)>; rel="next"', reply.headers["Link"])
    assert found
    return client.get(found[1])


def test_a_line_is_the_record_of_a_game(
    finished: Callable[..., Game], alice: User, client_of: ClientOf
) -> None:
    game = finished()
    line = client_of(alice).get(OWN).content
    assert line == client_of(alice).get(f"/api/v1/games/{game.id}/export/").content + b"\n"


def test_pages_follow_each_other_from_the_newest_to_the_oldest(
    finished: Callable[..., Game], alice: User, client_of: ClientOf
) -> None:
    games = [str(finished().id) for _ in range(5)]
    client, found = client_of(alice), []
    reply = client.get(f"{PUBLIC}?limit=2&ruleset=toy")
    found += ids_of(reply)
    finished()  # a new game moves nothing
    while "Link" in reply.headers:
        reply = next_page(client, reply)
        found += ids_of(reply)
    assert found == games[::-1]


def test_games_that_are_not_finished_are_absent(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    lobby(alice, bob)
    start_game(alice, bob)
    game_cancel(user=alice, game_id=lobby(alice, bob).id)
    for path in (PUBLIC, OWN):
        assert ids_of(client_of(alice).get(path)) == []


@pytest.mark.parametrize("visibility", [Visibility.UNLISTED, Visibility.PRIVATE])
def test_games_that_are_not_public_are_seen_by_their_players_alone(
    visibility: str,
    finished: Callable[..., Game],
    alice: User,
    charlie: User,
    client_of: ClientOf,
) -> None:
    game = finished(visibility=visibility)
    assert ids_of(client_of(alice).get(OWN)) == [str(game.id)]
    for user in (alice, charlie):
        assert ids_of(client_of(user).get(PUBLIC)) == []
    assert ids_of(client_of(charlie).get(OWN)) == []
    hidden = client_of(charlie).get(f"{PUBLIC}?cursor={game.id}")
    unknown = client_of(charlie).get(f"{PUBLIC}?cursor=00000000-0000-0000-0000-000000000000")
    assert (hidden.status_code, unknown.status_code) == (422, 422)
    assert hidden.json()["errors"] == unknown.json()["errors"]


def test_a_client_can_ask_for_what_is_new(
    finished: Callable[..., Game], alice: User, client_of: ClientOf
) -> None:
    old, new = finished(), finished()
    old.refresh_from_db()
    assert old.finished_at is not None
    Game.objects.filter(id=old.id).update(finished_at=old.finished_at - timedelta(days=1))
    since = old.finished_at.isoformat().replace("+", "%2B")
    assert ids_of(client_of(alice).get(f"{PUBLIC}?since={since}")) == [str(new.id)]


def test_it_has_a_rate_limit_of_its_own(alice: User, client_of: ClientOf) -> None:
    assert client_of(alice).get(PUBLIC).headers["RateLimit-Policy"].startswith('"records"')


# --- the dump ------------------------------------------------------------------------------------


@pytest.fixture
def dump(tmp_path: Path) -> Callable[[], list[dict[str, Any]]]:
    def dump() -> list[dict[str, Any]]:
        call_command("dump_games", str(tmp_path / "games.ndjson.gz"))
        with gzip.open(tmp_path / "games.ndjson.gz") as lines:
            return [json.loads(line) for line in lines]

    return dump


def test_the_dump_removes_what_killed_ones_have_left(
    db: None, dump: Callable[[], list[dict[str, Any]]], tmp_path: Path
) -> None:
    names = (".games.ndjson.gz.left", ".games.ndjson.gz.written", ".puzzles.ndjson.gz.left")
    left, written, another = (tmp_path / name for name in names)
    for path in (left, written, another):
        path.write_bytes(b"half")
    with written.open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        dump()
    assert set(tmp_path.iterdir()) == {tmp_path / "games.ndjson.gz", written, another}


def test_the_dump_holds_every_finished_public_game_and_no_user(
    finished: Callable[..., Game],
    alice: User,
    bob: User,
    dump: Callable[[], list[dict[str, Any]]],
    tmp_path: Path,
) -> None:
    games = {str(finished().id) for _ in range(3)}
    finished(visibility=Visibility.PRIVATE)
    finished(visibility=Visibility.UNLISTED)
    start_game(alice, bob)
    records = dump()
    assert {record["about"]["game"] for record in records} == games
    for word in (alice.username, bob.username, str(alice.id), str(bob.id)):
        assert word not in json.dumps(records)
    assert [path.name for path in tmp_path.iterdir()] == ["games.ndjson.gz"]


def test_each_line_follows_the_schema_and_is_verified_offline(
    finished: Callable[..., Game],
    dump: Callable[[], list[dict[str, Any]]],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    finished()
    finished()
    schema = json.loads((ROOT / "docs" / "record.schema.json").read_text())
    for record in dump():
        Draft202012Validator(schema).validate(record)
    file = tmp_path / "games.ndjson.gz"
    assert offline.main([str(file)]) == 0
    assert capsys.readouterr().out.endswith("2 of 2 passed\n")
    lines = gzip.decompress(file.read_bytes())
    plain = tmp_path / "changed.ndjson"
    plain.write_bytes(lines.replace(b'"ended_by":"rules"', b'"ended_by":"ruleZ"', 1))
    assert offline.main([str(plain)]) == 1
    assert "1 of 2 passed" in capsys.readouterr().out


def test_a_dump_that_fails_leaves_the_last_one(
    finished: Callable[..., Game],
    dump: Callable[[], list[dict[str, Any]]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    finished()
    dump()
    before = (tmp_path / "games.ndjson.gz").read_bytes()

    def full(*_: object) -> bytes:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("games.history.records.record_of", full)
    with pytest.raises(CommandError, match="No space left on device"):
        dump()
    assert [path.name for path in tmp_path.iterdir()] == ["games.ndjson.gz"]
    assert (tmp_path / "games.ndjson.gz").read_bytes() == before
