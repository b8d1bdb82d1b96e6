"""A user's vacation: his matches that allow it stand still meanwhile."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.requests import signed_in
from accounts.models import User
from accounts.scopes import GAMES_PLAY, GAMES_READ
from citadels.api.errors import Invalid
from citadels.api.schema import problems
from games.api import schema
from games.api.serializers import checked
from games.errors import NotOnVacation, VacationBankEmpty, VacationRunning
from games.selectors import vacation_document
from games.services import instant
from games.services.vacations import vacation_end, vacation_left, vacation_start


class VacationStartInput(serializers.Serializer):
    until = serializers.DateTimeField(
        required=False,
        allow_null=True,
        default=None,
        help_text="When it ends; null: when the bank is empty, unless you come back before.",
    )


class VacationView(serializers.Serializer):
    """Whether you are on vacation, and how long you may be. Lengths are in seconds."""

    on_vacation = serializers.BooleanField()
    started_at = serializers.DateTimeField(allow_null=True)
    ends_at = serializers.DateTimeField(allow_null=True)
    left = serializers.IntegerField(help_text="In your bank; it grows by a day in twelve.")


class MeVacationApi(APIView):
    scopes = {"GET": GAMES_READ, "POST": GAMES_PLAY, "DELETE": GAMES_PLAY}

    @extend_schema(
        operation_id="me_vacation",
        summary="See your vacation",
        responses={200: VacationView, **problems(*schema.SECURED)},
    )
    def get(self, request: Request) -> Response:
        return Response(vacation_of(signed_in(request)))

    @extend_schema(
        operation_id="me_vacation_start",
        summary="Go on vacation",
        description="The clocks of your matches stand still, where the match allows it.",
        request=VacationStartInput,
        responses={
            200: VacationView,
            **problems(*schema.SECURED, VacationRunning, VacationBankEmpty, Invalid),
        },
    )
    def post(self, request: Request) -> Response:
        body = checked(VacationStartInput(data=request.data))
        user = signed_in(request)
        vacation_start(user=user, **body)
        return Response(vacation_of(user))

    @extend_schema(
        operation_id="me_vacation_end",
        summary="Come back from vacation",
        responses={200: VacationView, **problems(*schema.SECURED, NotOnVacation)},
    )
    def delete(self, request: Request) -> Response:
        user = signed_in(request)
        vacation_end(user=user)
        return Response(vacation_of(user))


def vacation_of(user: User) -> dict[str, Any]:
    return vacation_document(user=user, left=vacation_left(user=user, now=instant.now()))
