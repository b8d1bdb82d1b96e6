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
    ReportMessageInput,
    ReportMessageView,
    ReportView,
    SanctionView,
)
from moderation.errors import (
    AppealedAlready,
    MessageNotFound,
    NoQuestion,
    ReportClosed,
    ReportNotFound,
    ReportOpen,
    SanctionNotFound,
    TooManyReports,
)
from moderation.selectors import (
    appeal_document,
    message_document,
    report_document,
    report_of,
    reports_of,
    sanction_document,
    sanctions_of,
)
from moderation.services.appeals import appeal_make
from moderation.services.reports import question_answer, report_make, report_withdraw


class Newest(CursorPagination):
    ordering = ("-at", "-id")


class Oldest(CursorPagination):
    ordering = ("at", "id")


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


class ReportMessagesApi(ApiView):
    pagination_class = Oldest

    @endpoint(
        "report_messages",
        "List the questions about one of your reports, and your answers",
        description="Oldest first.",
        scope=MESSAGES,
        pages=ReportMessageView,
        errors=[ReportNotFound],
    )
    def get(self, request: Request, report_id: UUID) -> Response:
        user = require_user(request)
        messages = report_of(user=user, report_id=report_id).messages.all()
        page = self.paginate_queryset(messages) or []
        return self.get_paginated_response([message_document(one, user=user) for one in page])

    @endpoint(
        "report_answer",
        "Answer a question of the moderators",
        description="Up to three times for each question, while the report is open.",
        scope=MESSAGES,
        rate="reports",
        body=ReportMessageInput,
        reply=ReportMessageView,
        status=201,
        errors=[ReportNotFound, ReportClosed, NoQuestion],
    )
    def post(self, request: Request, report_id: UUID, body: dict[str, Any]) -> object:
        user = require_user(request)
        message = question_answer(by=user, report_id=report_id, **body)
        return ReportMessageView(message_document(message, user=user)).data


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
