"""URLs of rulesets, games and their features, under /api/v1/."""

from __future__ import annotations

from django.urls import path

from games.analysis import api as analysis
from games.calendar_feeds import api as calendar_feeds
from games.chat import api as chat
from games.history.api import history, pictures, records, reveal
from games.lobby.api import games as lobby
from games.lobby.api import invitations
from games.lobby.api import seats as lobby_seats
from games.maintenance.api import MaintenanceApi
from games.notes import api as notes
from games.play.api import me, rulesets, views
from games.puzzles import api as puzzles
from games.ratings import api as people
from games.seats import api as seats
from games.standing_orders import api as orders
from games.statistics import api as statistics
from games.streams import api as streams
from games.summaries import api as shared
from games.test_clock import api as test_clock
from games.tries import api as tries
from games.vacations import api as vacations
from games.votes import api as votes

GAME = "games/<uuid:game_id>/"
INVITATION = "me/invitations/<int:invitation_id>/"
PUZZLE = "puzzles/<int:puzzle_id>/"
OFFER = "me/seat-offers/<int:offer_id>/"
VOTE = f"{GAME}votes/<int:vote_id>/"

urlpatterns = [
    # Patterns are tried in order, so the most frequent ones come first.
    path(GAME, lobby.GameApi.as_view(), name="game"),
    path(f"{GAME}commands/", views.GameCommandsApi.as_view(), name="game-commands"),
    path(f"{GAME}dry-runs/", views.GameDryRunsApi.as_view(), name="game-dry-runs"),
    path("maintenance/", MaintenanceApi.as_view(), name="maintenance"),
    path("rulesets/", rulesets.RulesetsApi.as_view(), name="rulesets"),
    path("rulesets/<slug:slug>/", rulesets.RulesetApi.as_view(), name="ruleset"),
    path("rulesets/<slug:slug>/cards/", rulesets.RulesetCardsApi.as_view(), name="ruleset-cards"),
    path(
        "rulesets/<slug:slug>/how-to-play/",
        rulesets.RulesetHowToPlayApi.as_view(),
        name="ruleset-how-to-play",
    ),
    path(
        "rulesets/<slug:slug>/schemas/",
        rulesets.RulesetSchemasApi.as_view(),
        name="ruleset-schemas",
    ),
    path("rulesets/<slug:slug>/leaderboard/", people.LeaderboardApi.as_view(), name="leaderboard"),
    path(
        "rulesets/<slug:slug>/statistics/",
        statistics.RulesetStatisticsApi.as_view(),
        name="ruleset-statistics",
    ),
    path(
        "rulesets/<slug:slug>/explorer/",
        statistics.ExplorerApi.as_view(),
        name="ruleset-explorer",
    ),
    path("users/", people.UsersApi.as_view(), name="users"),
    path("users/<str:username>/", people.UserApi.as_view(), name="user"),
    path("users/<str:username>/games/", people.UserGamesApi.as_view(), name="user-games"),
    path("users/<str:username>/ratings/", people.RatingHistoryApi.as_view(), name="user-ratings"),
    path("users/<str:username>/ratings.svg", people.RatingCurveApi.as_view(), name="user-curve"),
    path(
        "users/<str:username>/statistics/",
        statistics.UserStatisticsApi.as_view(),
        name="user-statistics",
    ),
    path("users/<str:username>/opponents/", statistics.OpponentsApi.as_view(), name="opponents"),
    path(
        "users/<str:username>/opponents/<str:opponent>/",
        statistics.HeadToHeadApi.as_view(),
        name="head-to-head",
    ),
    path("me/bot/", people.MeBotApi.as_view(), name="me-bot"),
    path("me/turns/", me.MeTurnsApi.as_view(), name="me-turns"),
    path("me/calendar/", calendar_feeds.MeCalendarApi.as_view(), name="me-calendar"),
    path("me/vacation/", vacations.MeVacationApi.as_view(), name="me-vacation"),
    path("me/games/", me.MeGamesApi.as_view(), name="me-games"),
    path("me/games/records/", records.MeRecordsApi.as_view(), name="me-records"),
    path("me/invitations/", invitations.MeInvitationsApi.as_view(), name="me-invitations"),
    path(f"{INVITATION}accept/", invitations.InvitationAcceptApi.as_view(), name="accept"),
    path(f"{INVITATION}decline/", invitations.InvitationDeclineApi.as_view(), name="decline"),
    path("me/messages/", chat.MeMessagesApi.as_view(), name="me-messages"),
    path("me/seat-offers/", seats.MeSeatOffersApi.as_view(), name="me-seat-offers"),
    path(f"{OFFER}accept/", seats.MeSeatOfferAcceptApi.as_view(), name="seat-offer-accept"),
    path(f"{OFFER}decline/", seats.MeSeatOfferDeclineApi.as_view(), name="seat-offer-decline"),
    path(f"{OFFER}withdraw/", seats.MeSeatOfferWithdrawApi.as_view(), name="seat-offer-withdraw"),
    path("me/stream/", streams.MeStreamApi.as_view(), name="me-stream"),
    path("streams/", streams.StreamsApi.as_view(), name="streams"),
    path("games/", lobby.GamesApi.as_view(), name="games"),
    path("games/records/", records.RecordsApi.as_view(), name="records"),
    path(f"{GAME}join/", lobby.GameJoinApi.as_view(), name="game-join"),
    path(f"{GAME}leave/", lobby.GameLeaveApi.as_view(), name="game-leave"),
    path(f"{GAME}seat/", lobby_seats.GameSeatApi.as_view(), name="game-seat"),
    path(f"{GAME}ready/", lobby_seats.GameReadyApi.as_view(), name="game-ready"),
    path(f"{GAME}kick/", lobby_seats.GameKickApi.as_view(), name="game-kick"),
    path(f"{GAME}seats/<int:seat>/bot/", lobby_seats.GameBotApi.as_view(), name="game-bot"),
    path(f"{GAME}invitations/", invitations.GameInvitationsApi.as_view(), name="invitations"),
    path(
        f"{GAME}invitations/<int:invitation_id>/",
        invitations.GameInvitationApi.as_view(),
        name="invitation",
    ),
    path(f"{GAME}chances/", people.ChancesApi.as_view(), name="game-chances"),
    path(f"{GAME}rematch/", lobby_seats.GameRematchApi.as_view(), name="game-rematch"),
    path(f"{GAME}start/", lobby.GameStartApi.as_view(), name="game-start"),
    path(f"{GAME}cancel/", lobby.GameCancelApi.as_view(), name="game-cancel"),
    path(f"{GAME}resign/", seats.GameResignApi.as_view(), name="game-resign"),
    path(f"{GAME}return/", seats.GameReturnApi.as_view(), name="game-return"),
    path(f"{GAME}orders/", orders.GameOrdersApi.as_view(), name="game-orders"),
    path(f"{GAME}rules/", views.GameRulesApi.as_view(), name="game-rules"),
    path(f"{GAME}events/", history.GameEventsApi.as_view(), name="game-events"),
    path(f"{GAME}recap/", history.GameRecapApi.as_view(), name="game-recap"),
    path(f"{GAME}history/<int:move>/", history.GameHistoryApi.as_view(), name="game-history"),
    path(f"{GAME}history/<int:move>/try/", tries.GameTryApi.as_view(), name="game-try"),
    path(f"{GAME}board.svg", pictures.GameBoardApi.as_view(), name="game-board"),
    path(
        f"{GAME}history/<int:move>/board.svg",
        pictures.GameHistoryBoardApi.as_view(),
        name="game-history-board",
    ),
    path(f"{GAME}board.png", shared.GameBoardPngApi.as_view(), name="game-board-png"),
    path(f"{GAME}picture-link/", shared.GamePictureLinkApi.as_view(), name="game-picture-link"),
    path("pictures/<link_token:signature>.svg", shared.SharedSvgApi.as_view(), name="shared-svg"),
    path("pictures/<link_token:signature>.png", shared.SharedPngApi.as_view(), name="shared-png"),
    path(f"{GAME}analysis/", analysis.GameAnalysisApi.as_view(), name="game-analysis"),
    path(
        f"{GAME}analysis/summary/",
        analysis.GameAnalysisSummaryApi.as_view(),
        name="game-analysis-summary",
    ),
    path(
        f"{GAME}analysis/plot.svg",
        analysis.GameAnalysisPlotApi.as_view(),
        name="game-analysis-plot",
    ),
    path(f"{GAME}hint/", analysis.GameHintApi.as_view(), name="game-hint"),
    path("puzzles/today/", puzzles.PuzzleOfTheDayApi.as_view(), name="puzzle-of-the-day"),
    path("puzzles/next/", puzzles.NextPuzzleApi.as_view(), name="puzzle-next"),
    path(PUZZLE, puzzles.PuzzleApi.as_view(), name="puzzle"),
    path(f"{PUZZLE}board.svg", puzzles.PuzzleBoardApi.as_view(), name="puzzle-board"),
    path(f"{PUZZLE}answer/", puzzles.PuzzleAnswerApi.as_view(), name="puzzle-answer"),
    path(f"{GAME}notes/", notes.GameNotesApi.as_view(), name="game-notes"),
    path(f"{GAME}messages/", chat.GameMessagesApi.as_view(), name="game-messages"),
    path(f"{GAME}messages/read/", chat.GameMessagesReadApi.as_view(), name="game-messages-read"),
    path(f"{GAME}test-clock/", test_clock.GameTestClockApi.as_view(), name="game-test-clock"),
    path(f"{GAME}undo/", votes.GameUndoApi.as_view(), name="game-undo"),
    path(f"{GAME}votes/", votes.GameVotesApi.as_view(), name="game-votes"),
    path(f"{VOTE}ballot/", votes.GameBallotApi.as_view(), name="game-ballot"),
    path(f"{GAME}offers/", seats.GameOffersApi.as_view(), name="game-offers"),
    path(f"{GAME}stream/", streams.GameStreamApi.as_view(), name="game-stream"),
    path(f"{GAME}reveal/", reveal.GameRevealApi.as_view(), name="game-reveal"),
    path(f"{GAME}verify/", reveal.GameVerifyApi.as_view(), name="game-verify"),
    path(f"{GAME}export/", reveal.GameExportApi.as_view(), name="game-export"),
]
