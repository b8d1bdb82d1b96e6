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
from engine import registry
from engine.citadels.checks import random_table
from engine.kernel.codec import digest
from games.by_mail import emails
from games.calendar_feeds import documents
from games.history import records
from games.models import GameState, Visibility
from games.rules import LiveGame
from games.rules.errors import NotYourDecision
from games.summaries import pages
from notifications.kinds import KINDS, Data
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
    assert "\n".join(differences(TABLES[number], number, share)) == ""


def hands(table: LiveGame) -> str:
    return "".join(hand.hex() for hand in table._state.hand)  # type: ignore[attr-defined]


def test_a_leak_in_a_view_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = LiveGame.view

    def view(table: LiveGame, seat: int | None) -> dict[str, Any]:
        return {**honest(table, seat), "sum": len(hands(table).replace("0", ""))}

    monkeypatch.setattr(LiveGame, "view", view)
    assert any(differences(TABLES[0], 1, share=0.1))


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
    assert any(differences(CASTLE, 1, share=0.1))


def test_a_leak_in_a_refusal_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(NotYourDecision, "title", "")
    honest = LiveGame.play

    def play(table: LiveGame, *, seat: int, choice: str, index: int = 0) -> Any:
        monkeypatch.setattr(NotYourDecision, "title", hands(table))
        return honest(table, seat=seat, choice=choice, index=index)

    monkeypatch.setattr(LiveGame, "play", play)
    assert any("fly" in one or "illegal" in one for one in differences(TABLES[0], 1, share=0.1))


def test_a_leak_in_the_past_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.history.positions.seat_seen_then", lambda **kwargs: 0)
    paths = (one.split(",")[0] for one in differences(TABLES[0], 1, share=0.1))
    assert any(path.startswith("games/") and "/history/0/" in path for path in paths)


def test_a_leak_in_a_picture_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = LiveGame.picture
    monkeypatch.setattr(
        LiveGame, "picture", lambda table, sees_as, **told: honest(table, 0, **told)
    )
    paths = {one.split(",")[0] for one in differences(TABLES[0], 1, share=0.03)}
    pictures = {path for path in paths if "board." in path or "pictures/" in path}
    assert paths == {"page", "anonymous page", "move page", "e-mail", *pictures}
    pictures = {path for path in pictures if "preview=" not in path}
    asked = (*ASKED, *FOR_EVERYBODY)
    assert len(pictures) == sum("board." in path or "pictures/" in path for path in asked)


def test_a_leak_in_an_id_of_a_picture_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = LiveGame.picture

    def picture(table: LiveGame, sees_as: int | None, **told: Any) -> str:
        drawn = honest(table, sees_as, **told)
        assert drawn is not None
        named = drawn.replace('id="board-title"', f'id="board-title-{hands(table)}"')
        assert named != drawn
        return named

    monkeypatch.setattr(LiveGame, "picture", picture)
    paths = {one.split(",")[0] for one in differences(TABLES[0], 1, share=0.03)}
    assert {"board.svg", "board.svg?layout=landscape"} <= {path.split("/")[-1] for path in paths}
    assert any("preview=" in path for path in paths)
    assert not any("board.png" in path for path in paths)  # an id has no color


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
    paths = (one.split(",")[0] for one in differences(TABLES[0], 1, share=0.1))
    assert any(re.fullmatch("games/[^/]+/", path) for path in paths)


def test_a_preview_that_plays_the_choice_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = LiveGame.picture

    def picture(
        table: LiveGame, sees_as: int | None, *, preview: str | None, **told: Any
    ) -> str | None:
        if preview is not None and sees_as is not None:
            table.play(seat=sees_as, choice=preview)
        return honest(table, sees_as, preview=None, **told)

    monkeypatch.setattr(LiveGame, "picture", picture)
    found = differences(TABLES[0], 1, share=0.1)
    assert "preview=" in next(found).split(",")[0]


def test_a_leak_in_a_page_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "round_of", lambda live_game: hands(live_game))
    paths = {one.split(",")[0] for one in differences(TABLES[0], 1, share=0.03)}
    assert paths == {"page", "anonymous page"}


def test_a_leak_in_the_dump_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "PUBLIC", Q(visibility=Visibility.PUBLIC))  # running ones, too
    paths = {one.split(",")[0] for one in differences(TABLES[0], 1, share=0.03)}
    assert "dump" in paths


def test_a_leak_in_an_email_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(emails, "round_of", lambda live_game: hands(live_game))
    paths = {one.split(",")[0] for one in differences(TABLES[0], 1, share=0.03)}
    assert paths == {"e-mail"}


def test_a_leak_in_a_calendar_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def link(game_id: UUID, _: Any) -> str:
        return digest(GameState.objects.get(game=game_id).state.encode())

    monkeypatch.setattr(documents, "link", link)
    paths = {one.split(",")[0] for one in differences(TABLES[0], 1, share=0.03)}
    assert paths == {"calendar"}


def test_a_leak_in_a_message_to_a_device_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def link(subject: UUID, data: Data) -> str:
        return str(GameState.objects.get(game=subject).state)

    monkeypatch.setitem(KINDS, "your_turn", replace(KINDS["your_turn"], link=link))
    paths = {one.split(",")[0] for one in differences(TABLES[0], 1, share=0.03)}
    assert paths == {"push"}


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
