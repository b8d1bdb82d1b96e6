"""Seats of running games over HTTP: offers, resigning and returning."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from drf_spectacular.utils import OpenApiExample
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.requests import fingerprint_client, require_user
from accounts.api.schema import DEVICE_ID
from accounts.models import USERNAME_MAX_LENGTH
from accounts.scopes import GAMES_PLAY, GAMES_READ
from core.api.endpoints import ApiView, endpoint
from core.errors import Invalid
from games.lobby.errors import PlayerBlocked, TooManyGames
from games.play.api import schema
from games.play.api.replies import game_reply
from games.play.api.serializers import UserSummary
from games.play.errors import SEAT_ERRORS, GameFrozen, NamesHidden
from games.seats.errors import (
    NotAway,
    SeatOfferClosed,
    SeatOfferLimit,
    SeatOfferNotFound,
    SeatOfferOpen,
)
from games.seats.handover import (
    seat_offer,
    seat_offer_accept,
    seat_offer_decline,
    seat_offer_withdraw,
)
from games.seats.resign import seat_resign, seat_return
from games.seats.selectors import offer_document, offers_of

EXAMPLE = OpenApiExample("Offer your seat to Charlie", value={"to": "charlie"}, request_only=True)
OFFER_ERRORS = (SeatOfferNotFound, SeatOfferClosed)


class SeatOfferInput(serializers.Serializer):
    to = serializers.CharField(max_length=USERNAME_MAX_LENGTH, help_text="Name of the user.")


class SeatOfferView(serializers.Serializer):
    """An offer of a seat in a running game."""

    id = serializers.IntegerField()
    game = serializers.UUIDField()
    ruleset = serializers.CharField()
    seat = serializers.IntegerField()
    by = UserSummary()
    to = UserSummary()
    created_at = serializers.DateTimeField()
    closed_at = serializers.DateTimeField(allow_null=True)
    taken = serializers.BooleanField(help_text="The offer was accepted.")


class GameOffersApi(ApiView):
    @endpoint(
        "seat_offer",
        "Offer your seat to another user",
        description="You keep the seat until they accept; then you are a spectator.",
        scope=GAMES_PLAY,
        rate="offers",
        body=SeatOfferInput,
        examples=[EXAMPLE],
        reply=SeatOfferView,
        status=201,
        errors=[*SEAT_ERRORS, NamesHidden, PlayerBlocked, SeatOfferOpen, SeatOfferLimit],
    )
    def post(self, request: Request, game_id: UUID, body: dict[str, Any]) -> object:
        offer = seat_offer(user=require_user(request), game_id=game_id, **body)
        return offer_document(offer)


class MeSeatOffersApi(ApiView):
    @endpoint(
        "me_seat_offers",
        "List the offers of seats to you and by you",
        description="Only open offers, newest first.",
        scope=GAMES_READ,
        pages=SeatOfferView,
    )
    def get(self, request: Request) -> Response:
        page = self.paginate_queryset(offers_of(user=require_user(request)))
        return self.get_paginated_response([offer_document(offer) for offer in page or ()])


class MeSeatOfferAcceptApi(ApiView):
    @schema.game_endpoint(
        "seat_offer_accept",
        "Accept an offer of a seat",
        description="From now on you see the private information of the seat.",
        scope=GAMES_PLAY,
        parameters=[DEVICE_ID],
        errors=[*OFFER_ERRORS, GameFrozen, TooManyGames, Invalid],
    )
    def post(self, request: Request, offer_id: int) -> Response:
        game = seat_offer_accept(user=require_user(request), offer_id=offer_id)
        fingerprint_client(request)
        return game_reply(request, game.id)


class MeSeatOfferDeclineApi(ApiView):
    @endpoint(
        "seat_offer_decline",
        "Decline an offer of a seat",
        scope=GAMES_PLAY,
        errors=OFFER_ERRORS,
    )
    def post(self, request: Request, offer_id: int) -> None:
        seat_offer_decline(user=require_user(request), offer_id=offer_id)


class MeSeatOfferWithdrawApi(ApiView):
    @endpoint(
        "seat_offer_withdraw",
        "Withdraw an offer of your seat",
        scope=GAMES_PLAY,
        errors=OFFER_ERRORS,
    )
    def post(self, request: Request, offer_id: int) -> None:
        seat_offer_withdraw(user=require_user(request), offer_id=offer_id)


class GameResignApi(ApiView):
    @schema.game_endpoint(
        "game_resign",
        "Resign a running game",
        description="You are placed last, and a bot plays on for you. This cannot be undone.",
        scope=GAMES_PLAY,
        guests_may=True,
        errors=SEAT_ERRORS,
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        seat_resign(user=require_user(request), game_id=game_id)
        return game_reply(request, game_id)


class GameReturnApi(ApiView):
    @schema.game_endpoint(
        "game_return",
        "Take your seat back",
        description=(
            "From the bot that took over when you ran out of time. If the open decision is yours, "
            "your clock restarts."
        ),
        scope=GAMES_PLAY,
        guests_may=True,
        errors=[*SEAT_ERRORS, NotAway],
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        seat_return(user=require_user(request), game_id=game_id)
        return game_reply(request, game_id)
