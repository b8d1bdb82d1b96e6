"""Offers of seats."""

from __future__ import annotations

import pytest
from django.conf import LazySettings

from accounts.blocks import user_block
from accounts.models import User
from core.errors import Invalid
from games.lobby.errors import TooManyGames
from games.models import SeatOffer
from games.play.errors import GameNotFound
from games.play.selectors import game_view_for
from games.seats.errors import (
    SeatOfferClosed,
    SeatOfferLimit,
    SeatOfferNotFound,
    SeatOfferOpen,
)
from games.seats.handover import (
    OFFERS_TO_ONE,
    seat_offer,
    seat_offer_accept,
    seat_offer_decline,
    seat_offer_withdraw,
)
from games.seats.resign import seat_resign
from games.seats.selectors import offers_of
from notifications.models import Notification, OutboxEntry
from notifications.services.fanout import outbox_fan_out
from tests.games.seats.handovers import hand_over
from tests.timed import DAY, NOW, Clock, platform_event_kinds, seat_at
from tests.toy_games import start_game

pytestmark = pytest.mark.usefixtures("toy")

PLAY_ON = {"when_alone": "play_on"}


def test_a_user_at_the_limit_of_games_cannot_accept_a_seat(
    alice: User, bob: User, charlie: User, settings: LazySettings
) -> None:
    start_game(charlie, bob)
    settings.MAX_GAMES = 1
    with pytest.raises(TooManyGames):
        hand_over(start_game(alice, bob), alice, charlie)


def test_a_user_who_has_had_another_seat_cannot_get_the_seat(
    alice: User, bob: User, charlie: User
) -> None:
    game = start_game(alice, bob)
    for name in ("alice", "bob", "nobody"):
        with pytest.raises(Invalid):
            seat_offer(user=alice, game_id=game.id, to=name)
    game = hand_over(game, alice, charlie)
    with pytest.raises(Invalid) as error:  # alice has seen the cards of seat 0
        seat_offer(user=bob, game_id=game.id, to="alice")
    assert error.value.extras["errors"][0]["code"] == "knows_another_seat"
    game = hand_over(game, charlie, alice)  # but she may get her own seat back
    assert seat_at(game, 0).user == alice


def test_a_user_who_took_another_seat_meanwhile_cannot_accept(
    alice: User, bob: User, charlie: User
) -> None:
    game = start_game(alice, bob)
    bobs = seat_offer(user=bob, game_id=game.id, to="charlie")
    hand_over(game, alice, charlie)
    with pytest.raises(Invalid):
        seat_offer_accept(user=charlie, offer_id=bobs.id)


def test_an_offer_is_accepted_once(alice: User, bob: User, charlie: User) -> None:
    game = start_game(alice, bob)
    offer = seat_offer(user=alice, game_id=game.id, to="charlie")
    with pytest.raises(SeatOfferOpen):
        seat_offer(user=alice, game_id=game.id, to="charlie")
    for other in (alice, bob):
        with pytest.raises(SeatOfferNotFound):
            seat_offer_accept(user=other, offer_id=offer.id)
    seat_offer_withdraw(user=alice, offer_id=offer.id)
    with pytest.raises(SeatOfferClosed):
        seat_offer_accept(user=charlie, offer_id=offer.id)
    second = seat_offer(user=alice, game_id=game.id, to="charlie")
    seat_offer_accept(user=charlie, offer_id=second.id)
    for answer in (seat_offer_accept, seat_offer_decline):
        with pytest.raises(SeatOfferClosed):
            answer(user=charlie, offer_id=second.id)


def test_an_offer_closes_when_the_seat_is_lost(alice: User, bob: User, charlie: User) -> None:
    game = start_game(alice, bob, timeouts=PLAY_ON)
    offer = seat_offer(user=alice, game_id=game.id, to="charlie")
    assert list(offers_of(user=charlie)) == list(offers_of(user=alice)) == [offer]
    seat_resign(user=alice, game_id=game.id)
    assert list(offers_of(user=charlie)) == list(offers_of(user=alice)) == []
    with pytest.raises(SeatOfferClosed):
        seat_offer_accept(user=charlie, offer_id=offer.id)


def test_offers_of_a_blocked_user_are_not_shown_and_they_cannot_tell(
    alice: User, bob: User, charlie: User
) -> None:
    user_block(user=charlie, username="alice")
    game = start_game(alice, bob, visibility="private")
    offer = seat_offer(user=alice, game_id=game.id, to="charlie")
    assert list(offers_of(user=charlie)) == []
    assert list(offers_of(user=alice)) == [offer]
    outbox_fan_out(seconds=60)
    assert not Notification.objects.filter(user=charlie).exists()
    with pytest.raises(GameNotFound):
        game_view_for(user=charlie, game_id=game.id)


def test_offers_to_one_user_are_limited_in_a_day(
    alice: User, bob: User, charlie: User, clock: Clock
) -> None:
    game = start_game(alice, bob)
    for _ in range(OFFERS_TO_ONE):
        offer = seat_offer(user=alice, game_id=game.id, to="charlie")
        seat_offer_withdraw(user=alice, offer_id=offer.id)
    with pytest.raises(SeatOfferLimit) as error:
        seat_offer(user=alice, game_id=game.id, to="charlie")
    assert error.value.extras == {"again_at": NOW + DAY}
    clock.shift(DAY)
    seat_offer(user=alice, game_id=game.id, to="charlie")


def test_offers_and_answers_are_notified(alice: User, bob: User, charlie: User) -> None:
    game = hand_over(start_game(alice, bob), alice, charlie)
    assert platform_event_kinds(game) == ["seat_handed_over"]
    kinds = set(OutboxEntry.objects.values_list("kind", flat=True))
    assert {"seat_offered", "seat_offer_answered"} <= kinds
    assert SeatOffer.objects.get().taken
