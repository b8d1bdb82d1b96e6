"""Endpoints for a user's vacation, which pauses their games that allow it."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request

from accounts.api.requests import require_user
from accounts.models import User
from accounts.scopes import GAMES_PLAY, GAMES_READ
from core import database_clock
from core.api.endpoints import ApiView, endpoint
from games.play.selectors import vacation_document
from games.vacations.errors import (
    NotOnVacation,
    VacationBankEmpty,
    VacationLimit,
    VacationRunning,
)
from games.vacations.services import vacation_end, vacation_left, vacation_start


class VacationStartInput(serializers.Serializer):
    until = serializers.DateTimeField(
        required=False,
        allow_null=True,
        default=None,
        help_text="The end. Null: when your days are used up, unless you return before.",
    )


class VacationView(serializers.Serializer):
    """Your vacation, and the time you have left. Durations are in seconds."""

    on_vacation = serializers.BooleanField()
    started_at = serializers.DateTimeField(allow_null=True)
    ends_at = serializers.DateTimeField(allow_null=True)
    left = serializers.IntegerField(help_text="Vacation time left; it grows by a day in twelve.")


class MeVacationApi(ApiView):
    @endpoint(
        "me_vacation",
        "Get your vacation",
        scope=GAMES_READ,
        reply=VacationView,
    )
    def get(self, request: Request) -> object:
        return vacation_of(require_user(request))

    @endpoint(
        "me_vacation_start",
        "Start a vacation",
        description="The clocks of your games stop, where the game allows it.",
        scope=GAMES_PLAY,
        expensive=True,
        body=VacationStartInput,
        reply=VacationView,
        errors=[VacationRunning, VacationBankEmpty, VacationLimit],
    )
    def post(self, request: Request, body: dict[str, Any]) -> object:
        user = require_user(request)
        vacation_start(user=user, **body)
        return vacation_of(user)

    @endpoint(
        "me_vacation_end",
        "End your vacation",
        scope=GAMES_PLAY,
        expensive=True,
        reply=VacationView,
        errors=[NotOnVacation],
    )
    def delete(self, request: Request) -> object:
        user = require_user(request)
        vacation_end(user=user)
        return vacation_of(user)


def vacation_of(user: User) -> dict[str, Any]:
    """Return the vacation of a user for the API."""
    return vacation_document(user=user, left=vacation_left(user=user, now=database_clock.now()))
