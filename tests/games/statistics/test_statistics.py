"""Statistics over HTTP: what they count, and which users see them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from accounts.models import Preferences, User
from accounts.personal_data import DeletedUser
from games.models import ChoiceCount, CountedGame, Game, HeadToHead, ResultCount
from games.staff.ending import game_annul
from games.statistics import tallies
from games.statistics.personal_data import erase
from games.statistics.tallies import Facts, facts_of, statistics_sweep
from tests.conftest import ClientOf
from tests.games.statistics.bot_games import bot_game
from tests.toy_games import counted, play_out, start_game

pytestmark = pytest.mark.usefixtures("toy")
ALICE = "/api/v1/users/alice/"


def rows() -> list[list[Any]]:
    return [list(model.objects.values()) for model in (ResultCount, HeadToHead, ChoiceCount)]


def test_a_game_counts_once_it_has_ended_and_until_it_is_annulled(alice: User, bob: User) -> None:
    running = start_game(alice, bob, visibility="public")
    assert (statistics_sweep(), rows()) == (0, [[], [], []])
    counted(play_out(running, alice, bob))
    assert (statistics_sweep(), statistics_sweep()) == (1, 0)
    assert HeadToHead.objects.get(user=alice).games == 1
    assert ResultCount.objects.get(user=alice, key="players").games == 1
    game_annul(game_id=running.id)
    assert (rows(), CountedGame.objects.count()) == ([[], [], []], 0)


def test_a_user_hides_theirs(alice: User, bob: User, charlie: User, client_of: ClientOf) -> None:
    counted(play_out(start_game(alice, bob, visibility="public"), alice, bob))
    statistics_sweep()
    Preferences.objects.create(user=alice, hide_statistics=True)
    paths = (f"{ALICE}statistics/?ruleset=toy", f"{ALICE}opponents/", f"{ALICE}opponents/bob/")
    seen = {
        user.username: [client_of(user).get(path).status_code for path in paths]
        for user in (alice, bob, charlie)
    }
    assert seen == {"alice": [200] * 3, "bob": [404, 404, 200], "charlie": [404] * 3}
    of_bob = "/api/v1/users/bob/opponents/"
    assert client_of(charlie).get(of_bob).json()["results"] == []
    assert len(client_of(bob).get(of_bob).json()["results"]) == 1


def test_the_explorer_says_what_winners_kept(alice: User, client_of: ClientOf) -> None:
    for _ in range(2):
        bot_game(alice, Random(3))
    statistics_sweep()
    client, path = client_of(alice), "/api/v1/rulesets/citadels/explorer/"
    assert client.get(path).json()["decisions"] == 0  # of people
    body = client.get(path, {"kind": "bots", "situation": "round=1-2,pick=1"}).json()
    assert body["decisions"] == sum(one["kept"]["count"] for one in body["choices"]) == 4
    assert body["choices"][0]["kept"]["share"] is None  # too few
    assert client.get(path, {"situation": "moon=full"}).status_code == 422


def test_an_interrupted_count_continues(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        counted(play_out(start_game(alice, bob, visibility="public"), alice, bob))
    CountedGame.objects.all().delete()  # as before there were statistics

    def killed(game: Game) -> Facts:
        if CountedGame.objects.filter(done=True).exists():
            raise KeyboardInterrupt
        return facts_of(game)

    with monkeypatch.context() as patch:
        patch.setattr(tallies, "facts_of", killed)
        with pytest.raises(KeyboardInterrupt):
            call_command("count_statistics")
    assert HeadToHead.objects.get(user=alice).games == 1
    CountedGame.objects.filter(done=False).update(due_at=timezone.now())  # its lease is over
    call_command("count_statistics")
    assert HeadToHead.objects.get(user=alice).games == 3
    call_command("count_statistics", check=True)


def test_a_deleted_user_leaves_no_rows_about_them(alice: User, bob: User, charlie: User) -> None:
    counted(play_out(start_game(alice, bob, charlie, visibility="public"), alice, bob, charlie))
    statistics_sweep()
    erase(DeletedUser(user=alice, username="alice"))
    assert not ResultCount.objects.filter(user=alice).exists()
    pairs = HeadToHead.objects.values_list("user__username", "opponent__username")
    assert sorted(pairs) == [("bob", "charlie"), ("charlie", "bob")]
