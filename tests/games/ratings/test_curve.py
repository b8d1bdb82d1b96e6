"""The history of a rating, as a list and as a picture."""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import RatingChange
from games.ratings.curve import MOST_POINTS, Curve, chart_of, levels_for, pictures_of, thin
from games.staff.ending import game_annul
from tests.conftest import ClientOf
from tests.toy_games import counted, play_out, start_game

pytestmark = pytest.mark.usefixtures("toy")
ALICE = "/api/v1/users/alice/ratings"


def test_a_history_names_games_and_opponents_to_those_who_may_see_them(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    for visibility in ("public", "private"):
        counted(play_out(start_game(alice, bob, visibility=visibility), alice, bob))

    def read(user: User) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = (
            client_of(user).get(f"{ALICE}/?ruleset=toy&limit=2").json()["results"]
        )
        return rows

    private, public = read(bob)
    change = RatingChange.objects.get(game=private["game"], user=alice)
    other = RatingChange.objects.get(game=private["game"], user=bob)
    assert (private["rating"], private["place"]) == (change.shown_after, change.place)
    assert private["rating"] == public["rating"] + private["change"]
    assert [(one["user"]["username"], one["place"]) for one in private["opponents"]] == [
        ("bob", other.place)
    ]
    hidden, same = read(charlie)
    assert (hidden["game"], hidden["opponents"]) == (None, None)
    assert (hidden["rating"], same) == (private["rating"], public)


def test_an_annulled_game_leaves_the_history(alice: User, bob: User, client_of: ClientOf) -> None:
    game = counted(play_out(start_game(alice, bob), alice, bob))
    game_annul(game_id=game.id)
    assert client_of(bob).get(f"{ALICE}/?ruleset=toy").json()["results"] == []


def test_the_picture_is_new_after_each_game_and_in_each_language(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    client, path = client_of(bob), f"{ALICE}.svg?ruleset=toy"
    empty = client.get(path)
    assert "alice has no rated games yet." in empty.content.decode()
    counted(play_out(start_game(alice, bob), alice, bob))
    first = client.get(path)
    assert first.headers["Content-Type"] == "image/svg+xml"
    assert "The rating of alice was 1500 before 1 rated game" in first.content.decode()
    again = client.get(path, headers={"If-None-Match": first.headers["ETag"]})
    french = client.get(f"{path}&language=fr")
    tags = {reply.headers["ETag"] for reply in (empty, first, french)}
    assert (again.status_code, len(tags)) == (304, 3)
    assert "La cote de alice" in french.content.decode()


def test_pictures_for_moderators_compare_users(alice: User, bob: User) -> None:
    assert pictures_of([alice, bob], "en") == []
    counted(play_out(start_game(alice, bob), alice, bob))
    (picture,) = pictures_of([alice, bob], "en")
    assert "The rating of alice was" in picture
    assert "The rating of bob was" in picture


def test_unknown_rulesets_and_users_are_refused(alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    for end in ("/", ".svg"):
        assert client.get(f"{ALICE}{end}?ruleset=moon").status_code == 422
        assert client.get(f"/api/v1/users/nobody/ratings{end}?ruleset=toy").status_code == 404


def test_of_a_long_curve_the_first_and_the_last_point_are_kept() -> None:
    start = timezone.now()
    points = [(start + timedelta(days=day), 1500 + day) for day in range(1000)]
    thinned = thin(points)
    assert len(thinned) == MOST_POINTS
    assert (thinned[0], thinned[-1]) == (points[0], points[-1])
    (line,) = chart_of([Curve("alice", 1000, thinned)], "toy", "en").lines
    assert line.solid[-1] == (999, 2499)


@pytest.mark.parametrize("ratings", [[1500], [1490, 1510], [-40, 37], [900, 2750]])
def test_levels_are_round_numbers_around_the_ratings(ratings: list[int]) -> None:
    levels = [value for value, _words in levels_for(ratings)]
    assert levels[0] <= min(ratings) <= max(ratings) <= levels[-1]
    assert 2 <= len(levels) <= 7
    assert len({two - one for one, two in pairwise(levels)}) == 1
