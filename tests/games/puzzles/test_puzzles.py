"""Users get puzzles near their rating, and learn the solution after their answer."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from accounts.scopes import GAMES_PLAY
from accounts.services import token_issue
from accounts.services.users import guest_create
from games.models import Puzzle
from games.puzzles.selectors import puzzle_document
from games.puzzles.services import puzzle_answer
from tests.conftest import ClientOf
from tests.games.puzzles.samples import choices_of, store_puzzle
from tests.timed import DAY, Clock, clock

__all__ = ["clock"]

NEXT = "/api/v1/puzzles/next/?ruleset=citadels"
TODAY = "/api/v1/puzzles/today/"


def path_of(puzzle: Puzzle, rest: str = "") -> str:
    return f"/api/v1/puzzles/{puzzle.id}/{rest}"


@pytest.fixture
def client(alice: User, client_of: ClientOf) -> APIClient:
    return client_of(alice)


@pytest.mark.parametrize(("ruleset", "seats"), [("citadels", 4), ("castle", 2)])
def test_it_shows_the_table_and_the_options(client: APIClient, ruleset: str, seats: int) -> None:
    puzzle = store_puzzle(ruleset, seats)
    reply = client.get(f"/api/v1/puzzles/next/?ruleset={ruleset}")
    body = reply.json()
    assert (reply.status_code, body["id"], body["seats"]) == (200, puzzle.id, seats)
    assert body["table"]["you"]["seat"] == puzzle.seat if ruleset == "citadels" else body["table"]
    choices = [option["choice"] for option in body["decision"]["options"]]
    assert puzzle.solution in choices
    assert all(option["label"] and option["marks"] for option in body["decision"]["options"])
    assert body["you"] == {"rating": 1500, "tried": 0, "solved": 0}
    assert client.get(path_of(puzzle)).json() == body


def test_the_texts_are_in_the_language_of_the_reader(client: APIClient) -> None:
    store_puzzle()
    english, french = client.get(NEXT).json(), client.get(f"{NEXT}&language=fr")
    assert french["Content-Language"] == "fr"
    assert french.json()["decision"]["question"] != english["decision"]["question"]
    assert french.json()["table"] == english["table"]


def test_the_next_one_is_the_nearest_to_the_rating(client: APIClient, alice: User) -> None:
    far, near, old, _ = (
        store_puzzle(mu=35.0),
        store_puzzle(mu=26.0),
        store_puzzle(mu=25.0, rules_version="0"),
        store_puzzle("castle", 2),
    )
    assert client.get(NEXT).json()["id"] == near.id
    puzzle_answer(user=alice, puzzle_id=near.id, choice=near.solution)
    assert client.get(NEXT).json()["id"] == far.id
    puzzle_answer(user=alice, puzzle_id=far.id, choice=choices_of(far)[1])
    reply = client.get(NEXT)
    assert (reply.status_code, reply.json()["code"]) == (404, "no_puzzle")
    reply = client.get(path_of(old))
    assert (reply.status_code, reply.json()["code"]) == (503, "rules_unavailable")


def test_a_puzzle_that_cannot_be_read_is_skipped(
    client: APIClient, caplog: pytest.LogCaptureFixture
) -> None:
    damaged, readable = store_puzzle(mu=25.0, state="{"), store_puzzle(mu=30.0)
    reply = client.get(NEXT)
    assert (reply.status_code, reply.json()["id"]) == (200, readable.id)
    assert f"Puzzle {damaged.id} cannot be read" in caplog.text
    assert client.get(path_of(damaged)).json()["code"] == "rules_unavailable"


def test_an_answer_gives_the_solution(client: APIClient, bob: User) -> None:
    puzzle = store_puzzle()
    solution, other = choices_of(puzzle)
    puzzle_answer(user=bob, puzzle_id=puzzle.id, choice=solution)
    reply = client.post(path_of(puzzle, "answer/"), {"choice": other})
    answer = reply.json()
    assert (reply.status_code, answer["solved"], answer["solution"]) == (200, False, solution)
    assert (answer["tried"], answer["solved_share"]) == (2, 0.5)
    assert [(one["choice"], one["value"], one["error"]) for one in answer["values"]] == [
        tuple(value) for value in puzzle.values
    ]
    assert all(one["label"] for one in answer["values"])
    body = client.get(path_of(puzzle)).json()
    assert body["answer"] == answer
    assert body["you"] == {"rating": answer["rating_after"], "tried": 1, "solved": 0}
    again = client.post(path_of(puzzle, "answer/"), {"choice": solution})
    assert (again.status_code, again.json()["code"]) == (409, "puzzle_answered")


@pytest.mark.django_db
def test_guests_do_not_change_a_puzzle(client_of: ClientOf) -> None:
    puzzle = store_puzzle()
    client = client_of(guest_create())
    answer = client.post(path_of(puzzle, "answer/"), {"choice": puzzle.solution}).json()
    assert (answer["solved"], answer["tried"], answer["solved_share"]) == (True, 0, 0.0)
    assert client.get(path_of(puzzle)).json()["you"]["solved"] == 1
    kept = Puzzle.objects.get()
    assert (kept.mu, kept.sigma, kept.tried) == (puzzle.mu, puzzle.sigma, 0)


def test_an_answer_since_the_puzzle_was_read_counts(alice: User) -> None:
    puzzle = store_puzzle()
    puzzle_answer(user=alice, puzzle_id=puzzle.id, choice=puzzle.solution)
    answer = puzzle_document(puzzle, user=alice, language="en")["answer"]
    assert (answer["tried"], answer["solved_share"]) == (1, 1.0)


@pytest.mark.parametrize("place", [0, 2])
def test_nothing_follows_from_the_solution_before_the_answer(client: APIClient, place: int) -> None:
    """Two puzzles that differ only in the solution, and in what follows from it, look the same."""
    puzzle = store_puzzle()
    paths = [NEXT, path_of(puzzle), path_of(puzzle, "board.svg")]

    def fetched() -> list[tuple[bytes, str]]:
        replies = [client.get(path) for path in paths]
        return [(reply.content, reply["ETag"]) for reply in replies]

    before = fetched()
    options = [one["choice"] for one in client.get(NEXT).json()["decision"]["options"]]
    puzzle.solution = options[place]
    puzzle.values = [[choice, 0.1, 0.01] for choice in reversed(options)]
    puzzle.lead, puzzle.tried, puzzle.solved, puzzle.mu = 0.9, 7, 3, 20.0
    puzzle.save()
    assert fetched() == before
    bad = client.post(path_of(puzzle, "answer/"), {"choice": "nothing"}).json()
    assert [one["choice"] for one in bad["options"]] == options


def test_refusals(client: APIClient) -> None:
    puzzle = store_puzzle()
    for path, status, code in (
        ("/api/v1/puzzles/next/", 422, "invalid"),
        ("/api/v1/puzzles/next/?ruleset=chess", 422, "invalid"),
        (f"/api/v1/puzzles/{puzzle.id + 1}/", 404, "puzzle_not_found"),
        (f"/api/v1/puzzles/{puzzle.id + 1}/board.svg", 404, "puzzle_not_found"),
        (path_of(puzzle, "board.svg?preview=nothing"), 422, "illegal_choice"),
    ):
        reply = client.get(path)
        assert (reply.status_code, reply.json()["code"]) == (status, code)
    for number, choice, status in ((puzzle.id + 1, "x", 404), (puzzle.id, "x", 422)):
        path = f"/api/v1/puzzles/{number}/answer/"
        assert client.post(path, {"choice": choice}).status_code == status


def test_the_picture_has_the_elements_of_the_options(client: APIClient) -> None:
    puzzle = store_puzzle()
    options: list[dict[str, Any]] = client.get(NEXT).json()["decision"]["options"]
    picture = client.get(path_of(puzzle, "board.svg"))
    ids = {one.get("id") for one in ElementTree.fromstring(picture.content).iter()}
    assert {mark for option in options for mark in option["marks"]} <= ids
    preview = client.get(path_of(puzzle, f"board.svg?preview={options[0]['choice']}"))
    assert preview.content != picture.content
    wide = client.get(path_of(puzzle, "board.svg?layout=landscape&language=fr"))
    assert wide["Content-Language"] == "fr"
    assert len({picture.content, preview.content, wide.content}) == 3


def test_a_token_that_may_not_read_gets_no_solution(alice: User) -> None:
    puzzle, client = store_puzzle(), APIClient()
    token = token_issue(user=alice, name="play", scopes=[GAMES_PLAY]).text
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {token}")
    reply = client.post(path_of(puzzle, "answer/"), {"choice": puzzle.solution}, format="json")
    assert (reply.status_code, reply.content) == (204, b"")
    assert reply["Location"] == path_of(puzzle)


def test_without_any_puzzle_it_says_so(client: APIClient) -> None:
    reply = client.get(NEXT)
    assert (reply.status_code, reply.json()["code"]) == (404, "no_puzzles_yet")
    assert client.get(TODAY).json()["puzzle"] is None


def test_the_puzzle_of_the_day_can_be_read(client: APIClient, clock: Clock) -> None:
    store_puzzle(state="{")
    readable = store_puzzle()
    for _ in range(3):
        assert client.get(TODAY).json()["puzzle"]["id"] == readable.id
        clock.shift(DAY)
    Puzzle.objects.filter(id=readable.id).update(state="{")
    assert client.get(TODAY).json()["puzzle"] is None


def test_the_puzzle_of_the_day_is_the_same_for_all_and_another_one_tomorrow(
    alice: User, bob: User, client_of: ClientOf, clock: Clock
) -> None:
    old = [store_puzzle(ruleset, seats) for ruleset, seats in (("citadels", 4), ("castle", 2))]
    store_puzzle(rules_version="0")
    one, other = client_of(alice), client_of(bob)

    def today(client: APIClient) -> tuple[str, dict[str, Any]]:
        body = client.get(TODAY).json()
        return body["day"], body["puzzle"]

    assert today(one)[1]["id"] == old[0].id  # all are of today, so it is the first
    clock.shift(DAY)
    first_day, before = today(one)
    clock.shift(DAY)
    second_day, shown = today(one)
    assert {before["id"], shown["id"]} == {puzzle.id for puzzle in old}
    assert (first_day, second_day) == ("2026-03-05", "2026-03-06")
    store_puzzle()  # it waits until tomorrow
    assert today(one) == today(other) == (second_day, shown)
    puzzle = Puzzle.objects.get(id=shown["id"])
    assert (shown["ruleset"], shown["solved"]) == (puzzle.ruleset, None)
    puzzle_answer(user=alice, puzzle_id=puzzle.id, choice=puzzle.solution)
    assert today(one)[1]["solved"] is True
    assert today(other)[1]["solved"] is None
