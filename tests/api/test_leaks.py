"""Nothing hidden leaks over HTTP: replies to a viewer are equal for paired states.

``tests/leak_probe.py`` explains the method.
"""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random
from typing import Any
from uuid import UUID

import pytest
from django.db.models import Q

from accounts.models import User
from engine.citadels.checks import random_table
from games.by_mail import emails
from games.calendar_feeds import documents
from games.history import records
from games.models import GameState, Visibility
from games.rules.errors import NotYourDecision
from games.rules.live_game import LiveGame
from games.statistics import selectors
from games.summaries import pages
from notifications.kinds import KINDS, Data
from tablekernel import registry
from tablekernel.codec import digest
from tests.conftest import ClientOf
from tests.engine.castle.pairs import CastlePairs
from tests.engine.citadels.pairs import CitadelsPairs
from tests.leak_probe import ASKED, FOR_EVERYBODY, Pairs, differences
from tests.toy_games import NOWHERE, lobby, start_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

TABLES: list[Pairs] = [
    CitadelsPairs(2),
    CitadelsPairs(5, {"preset": "surprise"}),
    CitadelsPairs(*random_table(Random(11))),
    CastlePairs(),
]
CASTLE = TABLES[-1]


def test_there_is_a_table_of_every_game() -> None:
    assert {table.ruleset.slug for table in TABLES} == set(registry.RULESETS)


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_viewers_cannot_distinguish_paired_states(number: int) -> None:
    share = 0.1 if TABLES[number] is CASTLE else 0.03  # with fewer decisions
    for found in differences(TABLES[number], number, share):
        assert not found, "\n".join(text for _, text in found)


# --- mutation tests ------------------------------------------------------------------------------


PREVIEW = "games/{id}/board.svg?preview="


def leaks(expected: set[str], table: Pairs = TABLES[0]) -> set[str]:
    """Return the paths at which a state and its paired state differ. Stop one state after all
    expected ones are found.
    """
    paths: set[str] = set()
    for found in differences(table, 1, share=0.1):
        is_last = expected <= paths
        paths |= {without_names(path) for path, _ in found}
        if is_last:
            break
    return paths


def without_names(path: str) -> str:
    """Return a path without the names of the game and of an option."""
    path = re.sub(r"games/[^/]{36}/", "games/{id}/", path)
    path = re.sub(r"pictures/[^.]+\.", "pictures/{token}.", path)
    return re.sub(r"(?<=preview=).*", "", path)


def hands(table: LiveGame) -> str:
    return "".join(hand.hex() for hand in table._state.hand)  # type: ignore[attr-defined]


def test_a_leak_in_a_view_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = LiveGame.view

    def view(table: LiveGame, seat: int | None) -> dict[str, Any]:
        return {**honest(table, seat), "sum": len(hands(table).replace("0", ""))}

    monkeypatch.setattr(LiveGame, "view", view)
    assert "games/{id}/" in leaks({"games/{id}/"})


def bag(table: LiveGame) -> str:
    """Return the tiles to draw and the tiles that lie face down."""
    state = table._state
    return state.bag[:1].hex() + state.towers.hex()  # type: ignore[attr-defined]


def test_a_leak_in_a_view_of_a_game_without_hands_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    honest = LiveGame.view
    monkeypatch.setattr(
        LiveGame, "view", lambda table, seat: {**honest(table, seat), "next": bag(table)}
    )
    assert "games/{id}/" in leaks({"games/{id}/"}, CASTLE)


def test_a_leak_in_a_refusal_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(NotYourDecision, "title", "")
    honest = LiveGame.play

    def play(table: LiveGame, *, seat: int, choice: str, index: int = 0) -> Any:
        monkeypatch.setattr(NotYourDecision, "title", hands(table))
        return honest(table, seat=seat, choice=choice, index=index)

    monkeypatch.setattr(LiveGame, "play", play)
    assert "illegal" in leaks({"illegal"})


def test_a_leak_in_the_past_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.history.positions.seat_seen_then", lambda **kwargs: 0)
    assert "games/{id}/history/0/" in leaks({"games/{id}/history/0/"})


def test_a_leak_in_a_picture_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = LiveGame.picture
    monkeypatch.setattr(
        LiveGame, "picture", lambda table, sees_as, **told: honest(table, 0, **told)
    )
    asked = {*ASKED, *(f"anonymous {path}" for path in FOR_EVERYBODY)}
    pictures = {path for path in asked if "board." in path or "pictures/" in path}
    expected = {"page", "anonymous page", "move page", "e-mail", *pictures}
    assert leaks(expected) - {PREVIEW} == expected


def test_a_leak_in_an_id_of_a_picture_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = LiveGame.picture

    def picture(table: LiveGame, sees_as: int | None, **told: Any) -> str:
        drawn = honest(table, sees_as, **told)
        assert drawn is not None
        named = drawn.replace('id="board-title"', f'id="board-title-{hands(table)}"')
        assert named != drawn
        return named

    monkeypatch.setattr(LiveGame, "picture", picture)
    board = "games/{id}/board.svg"
    expected = {board, f"{board}?layout=landscape", PREVIEW}
    found = leaks(expected)
    assert expected <= found
    assert not any("board.png" in path for path in found)  # an id has no color


def test_a_leak_in_the_order_of_marks_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = LiveGame.open_decision

    def open_decision(table: LiveGame) -> dict[str, Any]:
        decision, hidden = honest(table), hands(table)
        for option in decision["options"]:
            option["marks"] = sorted(
                [*option["marks"], "board-seat-0", "board-seat-1"],
                key=lambda mark: digest((mark + hidden).encode()),
            )
        return decision

    monkeypatch.setattr(LiveGame, "open_decision", open_decision)
    assert "games/{id}/" in leaks({"games/{id}/"})


def test_a_preview_that_plays_the_choice_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = LiveGame.picture

    def picture(
        table: LiveGame, sees_as: int | None, *, preview: str | None, **told: Any
    ) -> str | None:
        if preview is not None and sees_as is not None:
            table.play(seat=sees_as, choice=preview)
        return honest(table, sees_as, preview=None, **told)

    monkeypatch.setattr(LiveGame, "picture", picture)
    assert leaks({PREVIEW}) == {PREVIEW}


def test_a_leak_in_a_page_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "round_of", lambda live_game: hands(live_game))
    expected = {"page", "anonymous page"}
    assert leaks(expected) == expected


def test_a_leak_in_the_dump_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "PUBLIC", Q(visibility=Visibility.PUBLIC))  # running ones, too
    assert "dump" in leaks({"dump"})


def test_a_leak_in_statistics_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def document(*given: Any) -> dict[str, Any]:
        return {"of": list(GameState.objects.values_list("state"))}

    monkeypatch.setattr(selectors, "results_document", document)
    monkeypatch.setattr(selectors, "explorer_document", document)
    expected = {f"rulesets/citadels/{name}/" for name in ("statistics", "explorer")}
    expected |= {"users/seat1/statistics/?ruleset=citadels"}
    assert leaks(expected) == expected


def test_a_leak_in_an_email_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(emails, "round_of", lambda live_game: hands(live_game))
    assert leaks({"e-mail"}) == {"e-mail"}


def test_a_leak_in_a_calendar_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def link(game_id: UUID, _: Any) -> str:
        return digest(GameState.objects.get(game=game_id).state.encode())

    monkeypatch.setattr(documents, "link", link)
    assert leaks({"calendar"}) == {"calendar"}


def test_a_leak_in_a_message_to_a_device_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def link(subject: UUID, data: Data) -> str:
        return str(GameState.objects.get(game=subject).state)

    monkeypatch.setitem(KINDS, "your_turn", replace(KINDS["your_turn"], link=link))
    assert leaks({"push"}) == {"push"}


# --- what another seat is good for --------------------------------------------------------------


def test_a_seat_at_another_table_shows_no_more_than_a_spectator_sees(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    bots = {"ruleset": "citadels", "options": {}, "bots": ["easy"]}
    watched = start_game(alice, seats=2, **bots)
    start_game(bob, seats=2, **bots)
    player, nobody = client_of(bob), client_of(charlie)
    for path in ("", "events/", "recap/", "history/0/"):
        address = f"/api/v1/games/{watched.id}/{path}"
        mine, theirs = player.get(address), nobody.get(address)
        assert mine.status_code == theirs.status_code == 200
        assert mine["ETag"] == theirs["ETag"]
        assert without_the_hour(mine.json()) == without_the_hour(theirs.json())
    for path in ("board.svg", "history/0/board.svg"):
        address = f"/api/v1/games/{watched.id}/{path}"
        assert player.get(address).content == nobody.get(address).content
    for path in ("orders/", "reveal/", "verify/", "export/"):
        address = f"/api/v1/games/{watched.id}/{path}"
        assert without_the_hour(player.get(address).json()) == without_the_hour(
            nobody.get(address).json()
        )


@pytest.mark.usefixtures("toy")
def test_a_private_game_looks_like_one_that_does_not_exist(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    hidden = lobby(alice, seats=2, visibility=Visibility.PRIVATE)
    client = client_of(bob)
    for path in (
        *("", "events/", "recap/", "history/0/", "orders/", "reveal/", "export/"),
        *("board.svg", "history/0/board.svg"),
    ):
        there, nowhere = (
            client.get(f"/api/v1/games/{name}/{path}") for name in (hidden.id, NOWHERE)
        )
        assert there.status_code == nowhere.status_code == 404
        assert without_the_hour(there.json()) == without_the_hour(nowhere.json())


def without_the_hour(document: dict[str, Any]) -> dict[str, Any]:
    once = ("server_time", "request_id")
    return {name: value for name, value in document.items() if name not in once}
