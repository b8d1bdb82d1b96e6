"""Seats on offer: who may have them, and who takes them."""

from __future__ import annotations

import pytest
from django.conf import LazySettings

from accounts.blocks import user_block
from accounts.models import User
from core.errors import Invalid
from games.lobby.errors import TooManyMatches
from games.models import SeatOffer
from games.play.errors import GameNotFound
from games.play.selectors import game_view_for
from games.seats.errors import SeatOfferClosed, SeatOfferNotFound, SeatOfferOpen
from games.seats.handover import (
    seat_offer,
    seat_offer_accept,
    seat_offer_decline,
    seat_offer_withdraw,
)
from games.seats.resign import seat_resign
from games.seats.selectors import offers_of
from notifications.models import OutboxEntry
from tests.games.seats.handovers import hand_over
from tests.matches import match
from tests.timed import seat_at, told

pytestmark = pytest.mark.usefixtures("toy")

PLAY_ON = {"when_alone": "play_on"}


def test_who_sits_in_as_many_matches_as_he_may_takes_no_more(
    alice: User, bob: User, charlie: User, settings: LazySettings
) -> None:
    match(charlie, bob)
    settings.MAX_MATCHES = 1
    with pytest.raises(TooManyMatches):
        hand_over(match(alice, bob), alice, charlie)


def test_nobody_who_knows_another_seat_may_have_it(alice: User, bob: User, charlie: User) -> None:
    game = match(alice, bob)
    for name in ("alice", "bob", "nobody"):
        with pytest.raises(Invalid):
            seat_offer(user=alice, game_id=game.id, to=name)
    game = hand_over(game, alice, charlie)
    with pytest.raises(Invalid) as error:  # alice knows the cards of seat 0
        seat_offer(user=bob, game_id=game.id, to="alice")
    assert error.value.extras["errors"][0]["code"] == "knows_another_seat"
    game = hand_over(game, charlie, alice)  # but back to her own seat she may come
    assert seat_at(game, 0).user == alice


def test_who_came_to_know_another_seat_meanwhile_cannot_accept(
    alice: User, bob: User, charlie: User
) -> None:
    game = match(alice, bob)
    bobs = seat_offer(user=bob, game_id=game.id, to="charlie")
    hand_over(game, alice, charlie)
    with pytest.raises(Invalid):
        seat_offer_accept(user=charlie, offer_id=bobs.id)


def test_an_offer_is_taken_once(alice: User, bob: User, charlie: User) -> None:
    game = match(alice, bob)
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


def test_an_offer_falls_with_the_seat(alice: User, bob: User, charlie: User) -> None:
    game = match(alice, bob, timeouts=PLAY_ON)
    offer = seat_offer(user=alice, game_id=game.id, to="charlie")
    assert list(offers_of(user=charlie)) == list(offers_of(user=alice)) == [offer]
    seat_resign(user=alice, game_id=game.id)
    assert list(offers_of(user=charlie)) == list(offers_of(user=alice)) == []
    with pytest.raises(SeatOfferClosed):
        seat_offer_accept(user=charlie, offer_id=offer.id)


def test_offers_of_a_blocked_user_are_not_shown_and_he_cannot_tell(
    alice: User, bob: User, charlie: User
) -> None:
    user_block(user=charlie, username="alice")
    game = match(alice, bob, visibility="private")
    offer = seat_offer(user=alice, game_id=game.id, to="charlie")
    assert list(offers_of(user=charlie)) == []
    assert list(offers_of(user=alice)) == [offer]
    assert not OutboxEntry.objects.filter(kind="seat_offered").exists()
    with pytest.raises(GameNotFound):
        game_view_for(user=charlie, game_id=game.id)


def test_all_of_it_is_told(alice: User, bob: User, charlie: User) -> None:
    game = hand_over(match(alice, bob), alice, charlie)
    assert told(game) == ["seat_handed_over"]
    kinds = set(OutboxEntry.objects.values_list("kind", flat=True))
    assert {"seat_offered", "seat_offer_answered"} <= kinds
    assert SeatOffer.objects.get().taken
