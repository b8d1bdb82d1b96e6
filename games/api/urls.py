"""Addresses of games and matches, under /api/v1/."""

from __future__ import annotations

from django.urls import path

from games.api import me, notes, orders, rulesets, seats, streams, talk, vacations, views, votes

GAME = "games/<uuid:game_id>/"
OFFER = "me/seat-offers/<int:offer_id>/"
VOTE = f"{GAME}votes/<int:vote_id>/"

urlpatterns = [
    path("rulesets/", rulesets.RulesetsApi.as_view(), name="rulesets"),
    path("rulesets/<slug:slug>/", rulesets.RulesetApi.as_view(), name="ruleset"),
    path("rulesets/<slug:slug>/cards/", rulesets.RulesetCardsApi.as_view(), name="ruleset-cards"),
    path("me/turns/", me.MeTurnsApi.as_view(), name="me-turns"),
    path("me/vacation/", vacations.MeVacationApi.as_view(), name="me-vacation"),
    path("me/games/", me.MeGamesApi.as_view(), name="me-games"),
    path("me/messages/", talk.MeMessagesApi.as_view(), name="me-messages"),
    path("me/seat-offers/", seats.MeSeatOffersApi.as_view(), name="me-seat-offers"),
    path(f"{OFFER}accept/", seats.MeSeatOfferAcceptApi.as_view(), name="seat-offer-accept"),
    path(f"{OFFER}decline/", seats.MeSeatOfferDeclineApi.as_view(), name="seat-offer-decline"),
    path(f"{OFFER}withdraw/", seats.MeSeatOfferWithdrawApi.as_view(), name="seat-offer-withdraw"),
    path("me/stream/", streams.MeStreamApi.as_view(), name="me-stream"),
    path("streams/", streams.StreamsApi.as_view(), name="streams"),
    path("games/", views.GamesApi.as_view(), name="games"),
    path(GAME, views.GameApi.as_view(), name="game"),
    path(f"{GAME}join/", views.GameJoinApi.as_view(), name="game-join"),
    path(f"{GAME}leave/", views.GameLeaveApi.as_view(), name="game-leave"),
    path(f"{GAME}start/", views.GameStartApi.as_view(), name="game-start"),
    path(f"{GAME}cancel/", views.GameCancelApi.as_view(), name="game-cancel"),
    path(f"{GAME}resign/", views.GameResignApi.as_view(), name="game-resign"),
    path(f"{GAME}return/", views.GameReturnApi.as_view(), name="game-return"),
    path(f"{GAME}commands/", views.GameCommandsApi.as_view(), name="game-commands"),
    path(f"{GAME}orders/", orders.GameOrdersApi.as_view(), name="game-orders"),
    path(f"{GAME}notes/", notes.GameNotesApi.as_view(), name="game-notes"),
    path(f"{GAME}messages/", talk.GameMessagesApi.as_view(), name="game-messages"),
    path(f"{GAME}messages/read/", talk.GameMessagesReadApi.as_view(), name="game-messages-read"),
    path(f"{GAME}votes/", votes.GameVotesApi.as_view(), name="game-votes"),
    path(f"{VOTE}ballot/", votes.GameBallotApi.as_view(), name="game-ballot"),
    path(f"{GAME}offers/", seats.GameOffersApi.as_view(), name="game-offers"),
    path(f"{GAME}events/", views.GameEventsApi.as_view(), name="game-events"),
    path(f"{GAME}stream/", streams.GameStreamApi.as_view(), name="game-stream"),
    path(f"{GAME}export/", views.GameExportApi.as_view(), name="game-export"),
]
