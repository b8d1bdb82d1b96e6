"""Addresses of reports and appeals, under /api/v1/."""

from __future__ import annotations

from django.urls import path

from moderation.api import views

urlpatterns = [
    path("reports/", views.ReportsApi.as_view(), name="reports"),
    path("reports/<uuid:report_id>/", views.ReportApi.as_view(), name="report"),
    path(
        "reports/<uuid:report_id>/withdraw/",
        views.ReportWithdrawApi.as_view(),
        name="report-withdraw",
    ),
    path(
        "reports/<uuid:report_id>/messages/",
        views.ReportMessagesApi.as_view(),
        name="report-messages",
    ),
    path("me/sanctions/", views.MeSanctionsApi.as_view(), name="me-sanctions"),
    path("me/sanctions/<int:sanction_id>/appeal/", views.MeAppealApi.as_view(), name="me-appeal"),
]
