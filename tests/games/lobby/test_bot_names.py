"""Bots have given names: one each, in everything that names them, for the whole game."""

from __future__ import annotations

from uuid import UUID

import pytest
from pytest_django.fixtures import Settings

from accounts.models import User
from games.lobby.services import bot_place, bot_remove, game_join, game_start
from games.models import Game, Seat
from games.models.bot_names import bot_name, default_names
from games.play.documents import Viewer, text_context_for
from games.seats.handover import seat_offer, seat_offer_accept
from games.seats.resign import seat_resign
from games.summaries.texts import opponents
from tests.toy_games import lobby, seen, start_game

pytestmark = pytest.mark.usefixtures("toy")


def names(game: Game) -> list[str | None]:
    return [seat.name for seat in game.seats.select_related("user").order_by("number")]


def test_each_bot_of_a_game_has_another_name(alice: User) -> None:
    game = lobby(alice, bots=["easy"] * 3, seats=5)
    *people, one, two, three = names(game)
    assert people == ["alice", None]
    assert len({one, two, three}) == 3
    assert {one, two, three} <= set(default_names())
    bot_remove(user=alice, game_id=game.id, seat=3)
    bot_place(user=alice, game_id=game.id, seat=3, level="novice")
    assert names(game) == ["alice", None, one, two, three]


def test_the_name_follows_from_the_game_and_the_seat() -> None:
    game_id = UUID(int=41)
    all_names = [bot_name(game_id, number, default_names()) for number in range(8)]
    assert all_names == [bot_name(game_id, number, default_names()) for number in range(8)]
    assert all_names != [bot_name(UUID(int=42), number, default_names()) for number in range(8)]
    assert len({name.casefold() for name in default_names()}) == len(default_names()) >= 60
    short = [bot_name(game_id, number, ["Marta"], {"marta"}) for number in (0, 5)]
    assert short == ["Marta 2", "Marta 2"]


def test_everything_names_the_bot_alike(alice: User) -> None:
    game = start_game(alice, bots=["novice"])
    seats = list(game.seats.select_related("user").order_by("number"))
    name = seats[1].name
    assert [seat["name"] for seat in seen(alice, game)["seats"]] == ["alice", name]
    assert text_context_for(Viewer(), seats).names == {0: "alice", 1: name}
    assert opponents(seats, 0) == [f"{name} (bot)"]


def test_a_change_of_the_list_renames_nobody(alice: User, settings: Settings) -> None:
    settings.BOT_NAMES = ["Marta", "Kofi"]
    game = start_game(alice, bots=["novice", "novice"])
    before = names(game)
    assert set(before) == {"alice", "Marta", "Kofi"}
    settings.BOT_NAMES = ["Yuki"]
    assert names(game) == before
    assert set(names(start_game(alice, bots=["novice", "novice"]))) == {"alice", "Yuki", "Yuki 2"}


def test_a_bot_gives_way_to_a_user_of_its_name(alice: User, bob: User, settings: Settings) -> None:
    settings.BOT_NAMES = ["Marta", "Kofi"]
    marta, kofi = (User.objects.create_user(name) for name in ("mar-ta", "kofi"))
    game = lobby(alice, bob, bots=["easy"], seats=4, start_when_full=False)
    game_join(user=marta, game_id=game.id)
    assert names(game) == ["alice", "bob", "mar-ta", "Kofi"]
    game_start(user=alice, game_id=game.id)
    offer = seat_offer(user=bob, game_id=game.id, to="kofi")
    seat_offer_accept(user=kofi, offer_id=offer.id)
    assert names(game) in (
        ["alice", "kofi", "mar-ta", "Marta 2"],
        ["alice", "kofi", "mar-ta", "Kofi 2"],
    )


def test_a_player_keeps_their_name_while_a_bot_plays(alice: User, bob: User, charlie: User) -> None:
    game = start_game(alice, bob, charlie)
    seat_resign(user=bob, game_id=game.id)
    assert names(game) == ["alice", "bob", "charlie"]


def test_bots_of_older_games_have_names_too(alice: User, settings: Settings) -> None:
    game = start_game(alice, bots=["novice", "novice"])
    before = names(game)
    Seat.objects.filter(game=game).update(bot_name="")  # as stored before there were names
    settings.BOT_NAMES = ["Marta", "Kofi"]
    assert names(game) == before
