"""Telling moderators of something, and answering what they do, over HTTP."""

from __future__ import annotations

from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import generics, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api import schema
from accounts.api.requests import signed_in
from accounts.errors import InsufficientScope
from accounts.scopes import ACCOUNT, MESSAGES
from citadels.api.errors import Invalid, Throttled
from citadels.api.pagination import CursorPagination
from citadels.api.requests import checked
from citadels.api.schema import problems
from games.errors import GameNotFound, RoomClosed
from moderation.api.serializers import (
    AppealInput,
    AppealView,
    ReportInput,
    ReportView,
    SanctionView,
)
from moderation.errors import (
    AppealedAlready,
    MessageNotFound,
    ReportClosed,
    ReportNotFound,
    ReportOpen,
    SanctionNotFound,
    TooManyReports,
)
from moderation.models import AuditEntry, Report
from moderation.selectors import (
    appeal_document,
    report_document,
    report_of,
    reports_of,
    sanction_document,
    sanctions_of,
)
from moderation.services.appeals import appeal_make
from moderation.services.reports import report_make, report_withdraw

ALSO_BANNED = (*schema.WITH_ANY_TOKEN, InsufficientScope)


class Newest(CursorPagination):
    ordering = ("-at", "-id")


class ReportsApi(generics.GenericAPIView):
    scope = MESSAGES
    throttle_scope = "reports"
    serializer_class = ReportView
    queryset = Report.objects.none()

    @extend_schema(
        operation_id="report_list",
        summary="List your reports",
        responses={200: ReportView(many=True), **problems(*schema.SECURED, Invalid)},
    )
    def get(self, request: Request) -> Response:
        now = timezone.now()
        page = self.paginate_queryset(reports_of(user=signed_in(request))) or []
        return self.get_paginated_response([report_document(one, now=now) for one in page])

    @extend_schema(
        operation_id="report_make",
        summary="Report a user, a match or a message to the moderators",
        description=(
            "The other user is not told, neither now nor later. A message is kept as it is now."
        ),
        request=ReportInput,
        responses={
            201: ReportView,
            **problems(
                *schema.SECURED,
                GameNotFound,
                RoomClosed,
                MessageNotFound,
                ReportOpen,
                TooManyReports,
                Invalid,
                Throttled,
            ),
        },
    )
    def post(self, request: Request) -> Response:
        body = checked(ReportInput(data=request.data))
        report = report_make(by=signed_in(request), **body)
        document = report_document(report, now=timezone.now())
        return Response(ReportView(document).data, status=status.HTTP_201_CREATED)


class ReportApi(APIView):
    scope = MESSAGES

    @extend_schema(
        operation_id="report",
        summary="See a report of yours",
        responses={200: ReportView, **problems(*schema.SECURED, ReportNotFound)},
    )
    def get(self, request: Request, report_id: UUID) -> Response:
        report = report_of(user=signed_in(request), report_id=report_id)
        return Response(ReportView(report_document(report, now=timezone.now())).data)


class ReportWithdrawApi(APIView):
    scope = MESSAGES

    @extend_schema(
        operation_id="report_withdraw",
        summary="Take a report back",
        request=None,
        responses={200: ReportView, **problems(*schema.SECURED, ReportNotFound, ReportClosed)},
    )
    def post(self, request: Request, report_id: UUID) -> Response:
        report = report_withdraw(by=signed_in(request), report_id=report_id)
        return Response(ReportView(report_document(report, now=timezone.now())).data)


class MeSanctionsApi(generics.GenericAPIView):
    scope = ACCOUNT
    banned_may = ("GET", "HEAD")
    serializer_class = SanctionView
    queryset = AuditEntry.objects.none()
    pagination_class = Newest

    @extend_schema(
        operation_id="me_sanctions",
        summary="List what moderators have done to you",
        description="Warnings, mutes and bans, over or not. Who is banned may ask, too.",
        responses={200: SanctionView(many=True), **problems(*ALSO_BANNED, Invalid)},
    )
    def get(self, request: Request) -> Response:
        page = self.paginate_queryset(sanctions_of(user=signed_in(request))) or []
        return self.get_paginated_response([sanction_document(entry) for entry in page])


class MeAppealApi(APIView):
    scope = ACCOUNT
    banned_may = ("POST",)

    @extend_schema(
        operation_id="me_appeal",
        summary="Appeal against a sanction, once",
        description="Another moderator decides. Who is banned may appeal, too.",
        request=AppealInput,
        responses={
            201: AppealView,
            **problems(*ALSO_BANNED, SanctionNotFound, AppealedAlready, Invalid),
        },
    )
    def post(self, request: Request, sanction_id: int) -> Response:
        text = checked(AppealInput(data=request.data))["text"]
        appeal = appeal_make(by=signed_in(request), entry_id=sanction_id, text=text)
        return Response(AppealView(appeal_document(appeal)).data, status=status.HTTP_201_CREATED)
