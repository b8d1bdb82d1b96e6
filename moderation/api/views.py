"""Endpoints of reports, sanctions and appeals."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.requests import require_user
from accounts.scopes import ACCOUNT, MESSAGES
from core.api.endpoints import ApiView, endpoint
from core.api.pagination import CursorPagination
from games.chat.errors import RoomClosed
from games.play.errors import GameNotFound
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


class Newest(CursorPagination):
    ordering = ("-at", "-id")


class ReportsApi(ApiView):
    @endpoint(
        "report_list",
        "List your reports",
        scope=MESSAGES,
        pages=ReportView,
    )
    def get(self, request: Request) -> Response:
        now = timezone.now()
        page = self.paginate_queryset(reports_of(user=require_user(request))) or []
        return self.get_paginated_response([report_document(one, now=now) for one in page])

    @endpoint(
        "report_make",
        "Report a user, a game or a message to the moderators",
        description=(
            "The reported user is never notified of the report. A reported message is stored as it "
            "is now."
        ),
        scope=MESSAGES,
        rate="reports",
        body=ReportInput,
        reply=ReportView,
        status=201,
        errors=[GameNotFound, RoomClosed, MessageNotFound, ReportOpen, TooManyReports],
    )
    def post(self, request: Request, body: dict[str, Any]) -> object:
        report = report_make(by=require_user(request), **body)
        document = report_document(report, now=timezone.now())
        return ReportView(document).data


class ReportApi(ApiView):
    @endpoint(
        "report",
        "Get one of your reports",
        scope=MESSAGES,
        reply=ReportView,
        errors=[ReportNotFound],
    )
    def get(self, request: Request, report_id: UUID) -> object:
        report = report_of(user=require_user(request), report_id=report_id)
        return ReportView(report_document(report, now=timezone.now())).data


class ReportWithdrawApi(ApiView):
    @endpoint(
        "report_withdraw",
        "Withdraw a report",
        scope=MESSAGES,
        reply=ReportView,
        errors=[ReportNotFound, ReportClosed],
    )
    def post(self, request: Request, report_id: UUID) -> object:
        report = report_withdraw(by=require_user(request), report_id=report_id)
        return ReportView(report_document(report, now=timezone.now())).data


class MeSanctionsApi(ApiView):
    pagination_class = Newest

    @endpoint(
        "me_sanctions",
        "List your sanctions",
        description=(
            "Warnings, mutes and bans, including expired ones. Also available to banned users."
        ),
        scope=ACCOUNT,
        banned_may=True,
        pages=SanctionView,
    )
    def get(self, request: Request) -> Response:
        page = self.paginate_queryset(sanctions_of(user=require_user(request))) or []
        return self.get_paginated_response([sanction_document(entry) for entry in page])


class MeAppealApi(ApiView):
    @endpoint(
        "me_appeal",
        "Appeal against a sanction, once",
        description=(
            "A moderator other than the one who imposed the sanction decides. Also available to "
            "banned users."
        ),
        scope=ACCOUNT,
        banned_may=True,
        body=AppealInput,
        reply=AppealView,
        status=201,
        errors=[SanctionNotFound, AppealedAlready],
    )
    def post(self, request: Request, sanction_id: int, body: dict[str, Any]) -> object:
        appeal = appeal_make(by=require_user(request), entry_id=sanction_id, **body)
        return AppealView(appeal_document(appeal)).data
