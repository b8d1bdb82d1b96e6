"""Handing seats over, over HTTP."""

from __future__ import annotations

from uuid import UUID

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import generics, serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from accounts.api.requests import seen_here, signed_in
from accounts.api.schema import DEVICE_ID
from accounts.models import USERNAME_MAX_LENGTH
from accounts.scopes import GAMES_PLAY, GAMES_READ
from citadels.api.errors import Invalid, Throttled
from citadels.api.schema import problems
from games.api import schema
from games.api.replies import game_reply
from games.api.serializers import GameView, UserSummary, checked
from games.errors import (
    GameFrozen,
    GameNotFound,
    GameNotStarted,
    GameOver,
    NotSeated,
    SeatLost,
    SeatOfferClosed,
    SeatOfferNotFound,
    SeatOfferOpen,
)
from games.lobby_errors import TooManyMatches
from games.models import SeatOffer
from games.offers import offer_document, offers_of
from games.services.handover import (
    seat_offer,
    seat_offer_accept,
    seat_offer_decline,
    seat_offer_withdraw,
)

EXAMPLE = OpenApiExample("Charlie may have your seat", value={"to": "charlie"}, request_only=True)
GONE = (*schema.SECURED, SeatOfferNotFound, SeatOfferClosed)


class SeatOfferInput(serializers.Serializer):
    to = serializers.CharField(max_length=USERNAME_MAX_LENGTH, help_text="The name of a user.")


class SeatOfferView(serializers.Serializer):
    """A player offers his seat in a running match."""

    id = serializers.IntegerField()
    game = serializers.UUIDField()
    ruleset = serializers.CharField()
    seat = serializers.IntegerField()
    by = UserSummary()
    to = UserSummary()
    created_at = serializers.DateTimeField()
    closed_at = serializers.DateTimeField(allow_null=True)
    taken = serializers.BooleanField()


class GameOffersApi(APIView):
    scope = GAMES_PLAY

    def get_throttles(self) -> list[BaseThrottle]:
        self.throttle_scope = "offers"
        return super().get_throttles()

    @extend_schema(
        operation_id="seat_offer",
        summary="Offer your seat to another user",
        description="You keep it until he accepts; then you are a spectator.",
        request=SeatOfferInput,
        examples=[EXAMPLE],
        responses={
            201: SeatOfferView,
            **problems(
                *schema.SECURED,
                NotSeated,
                GameNotFound,
                GameNotStarted,
                GameOver,
                SeatLost,
                SeatOfferOpen,
                Invalid,
                Throttled,
            ),
        },
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        body = checked(SeatOfferInput(data=request.data))
        offer = seat_offer(user=signed_in(request), game_id=game_id, **body)
        return Response(offer_document(offer), status=status.HTTP_201_CREATED)


class MeSeatOffersApi(generics.GenericAPIView):
    scope = GAMES_READ

    serializer_class = SeatOfferView
    queryset = SeatOffer.objects.none()

    @extend_schema(
        operation_id="me_seat_offers",
        summary="List the seats that are offered to you, and those that you offer",
        description="Those that can still be taken, newest first.",
        responses={200: SeatOfferView(many=True), **problems(*schema.SECURED, Invalid)},
    )
    def get(self, request: Request) -> Response:
        page = self.paginate_queryset(offers_of(user=signed_in(request)))
        return self.get_paginated_response([offer_document(offer) for offer in page or ()])


class MeSeatOfferAcceptApi(APIView):
    scope = GAMES_PLAY

    @extend_schema(
        operation_id="seat_offer_accept",
        summary="Take a seat that is offered to you",
        description="What its player knows of the table you know from now on.",
        parameters=[schema.ACCEPT_LANGUAGE, DEVICE_ID],
        request=None,
        responses={
            200: GameView,
            **schema.WITHOUT_READ,
            **problems(*GONE, GameFrozen, TooManyMatches, Invalid),
        },
    )
    def post(self, request: Request, offer_id: int) -> Response:
        game = seat_offer_accept(user=signed_in(request), offer_id=offer_id)
        seen_here(request)
        return game_reply(request, game.id)


class MeSeatOfferDeclineApi(APIView):
    scope = GAMES_PLAY

    @extend_schema(
        operation_id="seat_offer_decline",
        summary="Decline a seat that is offered to you",
        request=None,
        responses={204: None, **problems(*GONE)},
    )
    def post(self, request: Request, offer_id: int) -> Response:
        seat_offer_decline(user=signed_in(request), offer_id=offer_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


class MeSeatOfferWithdrawApi(APIView):
    scope = GAMES_PLAY

    @extend_schema(
        operation_id="seat_offer_withdraw",
        summary="Take back an offer of your seat",
        request=None,
        responses={204: None, **problems(*GONE)},
    )
    def post(self, request: Request, offer_id: int) -> Response:
        seat_offer_withdraw(user=signed_in(request), offer_id=offer_id)
        return Response(status=status.HTTP_204_NO_CONTENT)
