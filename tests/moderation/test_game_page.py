"""The admin page of a game: what each role sees, and the number of queries."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from collections.abc import Iterator
from datetime import timedelta
from html import unescape
from random import Random
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.models import User
from engine.citadels.checks import random_table
from games.models import Failure, Game, GameState
from games.rules.live_game import LiveGame
from games.rules.rulesets import ruleset_of
from games.seats.resign import seat_resign
from games.standing_orders.services import orders_set
from moderation.models import Action, AuditEntry
from tests.engine.castle.pairs import CastlePairs
from tests.engine.citadels.pairs import CitadelsPairs
from tests.leak_probe import Pairs, Stored
from tests.moderation.pages import act_on, client_for, page_of, text_of
from tests.tablekernel.toy import ToyPresentation, ToyRules
from tests.toy_games import play, start_game

pytestmark = pytest.mark.usefixtures("toy")
CITADELS, CASTLE = CitadelsPairs(*random_table(Random(11))), CastlePairs()
OF_ONE_REQUEST = re.compile(r'name="csrfmiddlewaretoken" value="\w+"')


def hands_of(game: Game) -> list[list[int]]:
    """Return the hand of each seat in the toy game."""
    game.refresh_from_db()
    table = LiveGame.load(ruleset_of(game), game.state.state)
    return [table.view(seat)["hand"] for seat in range(game.table_size)]


def hands_shown(client: Client, game: Game) -> list[list[int] | None]:
    """Return the hands that the page shows for each requested view."""
    pages = [text_of(client, game, view=seat) for seat in range(game.table_size)]
    hands = [data_in(page)["hand"] for page in pages]
    drawn = [f"hand: {hand}" in picture_in(page) for page, hand in zip(pages, hands, strict=True)]
    assert all(drawn)
    return hands


def picture_in(page: str) -> str:
    found = re.search(r'src="data:image/svg\+xml;base64,([^"]+)"', page)
    assert found is not None
    return b64decode(found[1]).decode()


def data_in(page: str) -> Any:
    """Return the view that the page shows as JSON."""
    found = re.search(r'<pre tabindex="0">(.*?)</pre>', page, re.DOTALL)
    assert found is not None
    return json.loads(unescape(found[1]))


@pytest.mark.parametrize("ruleset", ["citadels", "castle"])
def test_the_table_is_shown_as_a_picture_and_as_data(
    ruleset: str, alice: User, bob: User, maya: User
) -> None:
    game = start_game(alice, bob, ruleset=ruleset, options={})
    page = text_of(client_for(maya), game)
    game.refresh_from_db()
    table = LiveGame.load(ruleset_of(game), game.state.state)
    assert data_in(page) == json.loads(json.dumps(table.view(None)))
    assert "alice" in picture_in(page)


def test_a_game_without_a_picture_shows_its_view(
    alice: User, bob: User, maya: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ToyPresentation, "picture", lambda *args: None)
    page = text_of(client_for(maya), start_game(alice, bob))
    assert "data:image" not in page
    assert '<details class="data" open>' in page
    assert data_in(page)["seats"][0]["coins"] == 0


def test_the_viewer_chooses_whose_picture_it_is(alice: User, bob: User, simon: User) -> None:
    game, client = start_game(alice, bob), client_for(simon)
    spectators = picture_in(text_of(client, game))
    assert "to act: 0, hand: None" in spectators
    assert picture_in(text_of(client, game, view=1)) == spectators
    act_on(client, game, Action.REVEAL_SECRETS, reason="Report 12.")
    assert picture_in(text_of(client, game)) == spectators
    assert picture_in(text_of(client, game, view=2)) == spectators  # there are two seats
    second = picture_in(text_of(client, game, view=1))
    assert f"hand: {hands_of(game)[1]}" in second
    assert f"last: bob dealt (en), cards: {hands_of(game)[1]}" in second
    assert "last: bob dealt (en), cards: None" in spectators
    decider = picture_in(text_of(client, game, view=0))
    assert f"hand: {hands_of(game)[0]}" in decider
    assert 'class="board-open"' not in decider  # moderators do not play
    play(alice, game)
    assert picture_in(text_of(client, game, move=0, view=1)) == second


def test_a_finished_game_shows_every_view_to_every_moderator(
    alice: User, bob: User, maya: User
) -> None:
    game = start_game(alice, bob)
    seat_resign(user=bob, game_id=game.id)
    assert hands_shown(client_for(maya), game) == hands_of(game)


def test_hands_are_shown_to_who_has_looked_with_a_reason_and_to_nobody_else(
    alice: User, bob: User, maya: User, simon: User
) -> None:
    game = start_game(alice, bob)
    senior, moderator = client_for(simon), client_for(maya)
    hands, nothing = hands_of(game), [None, None]
    assert hands_shown(senior, game) == nothing
    assert act_on(senior, game, Action.REVEAL_SECRETS, reason=" ").status_code == 200
    assert not AuditEntry.objects.exists()
    assert act_on(senior, game, Action.REVEAL_SECRETS, reason="Report 12.").status_code == 302
    entry = AuditEntry.objects.get()
    assert (entry.by, entry.action, entry.game, entry.reason) == (
        simon,
        "reveal_secrets",
        game.id,
        "Report 12.",
    )
    assert hands_shown(senior, game) == hands
    for other in (moderator, client_for(simon)):  # the secrets are hidden in other sessions
        assert hands_shown(other, game) == nothing
    with time_machine.travel(timezone.now() + timedelta(minutes=15, seconds=1)):
        assert hands_shown(senior, game) == nothing


def test_revealed_secrets_are_hidden_again(alice: User, bob: User, simon: User) -> None:
    game, client = start_game(alice, bob), client_for(simon)
    act_on(client, game, Action.REVEAL_SECRETS, reason="Report 12.")
    client.post(f"/admin/games/game/{game.id}/hide-secrets/")
    assert hands_shown(client, game) == [None, None]


def test_a_moderator_who_takes_a_seat_sees_revealed_secrets_no_more(
    alice: User, bob: User, simon: User
) -> None:
    game, client = start_game(alice, bob), client_for(simon)
    act_on(client, game, Action.REVEAL_SECRETS, reason="Report 12.")
    game.assignments.create(
        seat=1, user=simon, from_event=1, until_event=1, ended_at=timezone.now()
    )
    assert hands_shown(client, game) == [None, None]


def test_orders_are_shown_with_revealed_secrets_only(alice: User, bob: User, simon: User) -> None:
    game, client = start_game(alice, bob), client_for(simon)
    order: dict[str, Any] = {"topic": "boast", "choose": ["boast"]}
    orders_set(user=alice, game_id=game.id, orders=[order])
    assert "tanding orders" not in text_of(client, game)
    act_on(client, game, Action.REVEAL_SECRETS, reason="Report 12.")
    assert "Standing orders" in text_of(client, game)


def test_the_log_names_moves_and_single_seats_with_revealed_secrets(
    alice: User, bob: User, simon: User
) -> None:
    game, client = play(alice, start_game(alice, bob), "boast"), client_for(simon)
    text = text_of(client, game)
    assert "alice boasted" in text
    assert "by alice" in text
    assert "seat 0</span>" not in text
    act_on(client, game, Action.REVEAL_SECRETS, reason="Report 12.")
    assert "boast</code>" in text_of(client, game)


def test_the_log_goes_back_and_is_narrowed(alice: User, bob: User, maya: User) -> None:
    game, client = play(alice, start_game(alice, bob), "boast"), client_for(maya)
    assert "alice boasted" not in text_of(client, game, part="platform")
    assert "alice boasted" not in text_of(client, game, seat=1)
    assert "alice boasted" in text_of(client, game, seat=0, part="moves")
    assert "alice boasted" not in text_of(client, game, before=game.event_count)
    assert text_of(client, game, before="x", seat="-1", part="all", move="")


def test_the_past_is_shown_as_it_was(alice: User, bob: User, maya: User) -> None:
    game, client = play(alice, start_game(alice, bob), "boast"), client_for(maya)
    assert "after move 0" in text_of(client, game, move=0)
    assert "Boast" in re.findall(r"has to decide: <strong>(\w+)", text_of(client, game, move=0))
    assert client.get(page_of(game), {"move": 99}).status_code == 404


def test_failures_are_for_administrators(
    alice: User, bob: User, maya: User, simon: User, ada: User
) -> None:
    game = start_game(alice, bob)
    Failure.objects.create(game=game, task="due_at", attempt=1, traceback="a secret hand")
    for user in (maya, simon):
        assert "a secret hand" not in text_of(client_for(user), game)
    assert "a secret hand" in text_of(client_for(ada), game)


@pytest.mark.parametrize("text", ["", "not JSON", '{"format":2}'])
def test_the_page_of_a_game_whose_state_cannot_be_read_says_so_and_offers_its_acts(
    text: str, alice: User, bob: User, simon: User
) -> None:
    game, client = play(alice, start_game(alice, bob)), client_for(simon)
    GameState.objects.filter(game=game).update(state=text)
    for _ in range(2):
        page = text_of(client, game)
        assert "The stored state of the game cannot be read." in page
        assert f"/admin/games/game/{game.id}/actions/freeze_game/" in page
        assert "The stored state" in text_of(client, game, move=0)
        assert (
            act_on(client, game, Action.REVEAL_SECRETS, reason="It is broken.").status_code == 302
        )
    assert client.get(f"/admin/games/game/{game.id}/actions/play_choice/").status_code == 200
    assert act_on(client, game, Action.FREEZE_GAME, reason="It is broken.").status_code == 302
    assert act_on(client, game, Action.END_GAME, reason="It is broken.").status_code == 302


def test_a_table_that_cannot_be_drawn_does_not_take_its_page_down(
    alice: User, bob: User, maya: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*args: Any) -> None:
        raise KeyError("a card that is not there")

    game = start_game(alice, bob)
    monkeypatch.setattr(ToyRules, "view", failing)
    page = text_of(client_for(maya), game)
    assert "The table cannot be shown" in page
    assert f"/admin/games/game/{game.id}/actions/freeze_game/" in page
    assert "a card that is not there" not in page


def test_the_places_stand_there_also_where_nobody_has_points(
    alice: User, bob: User, charlie: User, maya: User
) -> None:
    game = start_game(alice, bob, charlie)
    seat_resign(user=bob, game_id=game.id)
    seat_resign(user=charlie, game_id=game.id)
    game.refresh_from_db()
    assert game.result is not None
    assert game.result["scores"] == []
    page = text_of(client_for(maya), game)
    ranking = re.search(r'<ol class="scores">(.*?)</ol>', page, re.DOTALL)
    assert ranking is not None
    places = re.findall(r'<li value="(\d)">(.*?)</li>', ranking[1], re.DOTALL)
    assert [
        (place, name in who)
        for (place, who), name in zip(places, ("alice", "charlie", "bob"), strict=True)
    ] == [
        ("1", True),
        ("2", True),
        ("3", True),
    ]
    assert "None" not in ranking[1]


def test_a_bots_hour_is_shown_and_not_that_of_orders(alice: User, bob: User, maya: User) -> None:
    game = start_game(alice, bob)
    Game.objects.filter(id=game.id).update(auto_at=timezone.now())
    assert "Bot moves" not in text_of(client_for(maya), game)
    bots = start_game(alice, bots=["easy"])
    while bots.to_act == 0:
        bots = play(alice, bots)
    assert "Bot moves after" in text_of(client_for(maya), bots)


def test_a_game_costs_a_bounded_number_of_statements(
    alice: User, bob: User, simon: User, django_assert_max_num_queries: Any
) -> None:
    client = client_for(simon)
    few = play(alice, start_game(alice, bob), "boast")
    many = play(alice, start_game(alice, bots=["easy"] * 4), "boast")
    for game in (few, many):
        with django_assert_max_num_queries(31):
            text_of(client, game)
    act_on(client, few, Action.REVEAL_SECRETS, reason="Report 12.")
    with django_assert_max_num_queries(37):
        text_of(client, few)


def test_there_is_no_page_of_what_is_not_there(maya: User) -> None:
    client = client_for(maya)
    for name in (uuid4(), "nonsense"):
        assert client.get(f"/admin/games/game/{name}/change/").status_code == 404


def test_no_page_has_scripts_or_styles_in_it(alice: User, bob: User, simon: User) -> None:
    """Pages work under a Content-Security-Policy that allows only files."""
    game, client = play(alice, start_game(alice, bob), "boast"), client_for(simon)
    act_on(client, game, Action.REVEAL_SECRETS, reason="Report 12.")
    pages = [
        page_of(game),
        "/admin/games/game/",
        f"/admin/games/game/{game.id}/actions/freeze_game/",
    ]
    for page in [*pages, f"/admin/games/game/{game.id}/rollback/?to_move=0"]:
        text = client.get(page).content.decode()
        assert not re.search(r"<script>|<style|\sstyle=|\son\w+=\"", text), page


# --- paired states -------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("pairs", [CITADELS, CASTLE], ids=lambda pairs: pairs.ruleset.slug)
def test_a_moderator_cannot_tell_twins_apart(pairs: Pairs, maya: User) -> None:
    """Two games that differ only in what is hidden from spectators have the same pages."""
    found = list(compare_pages(client_for(maya), pairs))
    assert len(found) > 3
    assert not any(found)


def test_a_leak_in_the_view_is_found(maya: User, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = LiveGame.view
    monkeypatch.setattr(LiveGame, "view", lambda table, seat: honest(table, 0))
    assert any(compare_pages(client_for(maya), CITADELS))


def compare_pages(client: Client, pairs: Pairs) -> Iterator[bool]:
    """Compare the pages of paired states at some points of a game."""
    stored = Stored(pairs)
    for state, decision, _, rng in pairs.walk(1, share=0.03 if pairs is CITADELS else 0.06):
        twin = pairs.paired_now(state, None, decision, rng)
        mine, theirs = (pages_of(stored, one, client) for one in (state, twin))
        yield mine != theirs


def pages_of(stored: Stored, state: Any, client: Client) -> list[str]:
    """Return what a moderator sees of the game while this state is stored."""
    with stored.being(state) as game:
        change, base = page_of(game), f"/admin/games/game/{game.id}/"
        asked = [
            change,
            f"{change}?view=0",
            f"{change}?move=0",
            "/admin/games/game/",
            f"{base}actions/play_default/",
        ]
        found = [client.get(path).content.decode() for path in asked]
    return [OF_ONE_REQUEST.sub("", text) for text in found]
