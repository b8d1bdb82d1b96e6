"""Admin pages of reports: the queue, oldest first, and the page of a report."""

from __future__ import annotations

from functools import partial
from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.contrib.admin.helpers import ActionForm
from django.contrib.admin.views.main import ChangeList
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.timesince import timesince, timeuntil
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

from accounts.models import User
from core.errors import ApiError
from core.read_only_admin import ReadOnlyAdminMixin
from moderation.actions.base import StaffAction
from moderation.actions.reports import ASSIGN, CLAIM, CLOSE, MERGE, NOTE, RELEASE, REPORT_ACTIONS
from moderation.admin.action_pages import CasePages, staff
from moderation.admin.filters import OpenFilter, SearchByName
from moderation.admin.paging import NearPages
from moderation.admin.report_page import report_context
from moderation.admin.report_queues import OVERDUE, merged_answers, queue_links, queues
from moderation.models import REASON_LENGTH, Outcome, Question, Report, State
from moderation.permissions import may, moderators_assignable
from moderation.selectors import is_claimed, reports_closable_with, reports_visible

SELECTED_AT_ONCE = 100
"""How many reports the list claims, assigns or closes in one request."""
REFUSALS_SHOWN = 3


class ReasonForm(ActionForm):
    """The form of the list, with the reason for closing the selected reports."""

    reason = forms.CharField(
        required=False,
        max_length=REASON_LENGTH,
        label=gettext_lazy("Reason for closing:"),
        widget=forms.TextInput(attrs={"size": 30}),
    )


class QueueFilter(admin.SimpleListFilter):
    """One of the queues of open reports. Its links are above the list."""

    title = gettext_lazy("queue")
    parameter_name = "queue"
    template = "moderation/parts/no_filter.html"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        known = queues(by=staff(request), now=timezone.now())
        return [(name, label) for name, (label, _query) in known.items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Report]) -> QuerySet[Report]:
        known = queues(by=staff(request), now=timezone.now())
        if (name := self.value()) not in known:
            return queryset
        return queryset.filter(known[name][1], state=State.OPEN, merged_into=None)


class StateFilter(OpenFilter):
    """Open reports by default, without duplicates, or those in another state."""

    title = gettext_lazy("state")
    parameter_name = "state"
    choices_closed: ClassVar = [one for one in State.choices if one[0] != State.OPEN]
    open_value = State.OPEN

    def queryset(self, request: HttpRequest, queryset: QuerySet[Report]) -> QuerySet[Report]:
        found = super().queryset(request, queryset)
        return found if self.value() else found.filter(merged_into=None)


class ReportList(ChangeList):
    """A page of the list. Each report has ``same_user``, the open reports about its user, and an
    answer counts as one to the report that its own was merged into.
    """

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        users = {one.user_id for one in self.result_list if one.user_id}
        reports = reports_visible(to=staff(request)).filter(state=State.OPEN, user__in=users)
        counts = dict(reports.order_by().values_list("user").annotate(Count("id")))
        ids = [one.pk for one in self.result_list]
        answered = {into for (into,) in merged_answers().filter(merged_into__in=ids)}
        for one in self.result_list:
            one.same_user = counts.get(one.user_id, 0)
            one.question = Question.ANSWERED if one.pk in answered else one.question


@admin.register(Report)
class ReportAdmin(SearchByName, ReadOnlyAdminMixin, CasePages):
    staff_actions = REPORT_ACTIONS
    case_template = "moderation/report.html"
    change_list_template = "moderation/report_list.html"
    list_display = ("category", "what", "people", "age", "status")
    list_filter = (QueueFilter, StateFilter, "category", "about", "created_at")
    list_select_related = ("user", "by", "game", "claimed_by", "assigned_by")
    search_ids = ("id", "game")
    search_help_text = gettext_lazy(
        "Id of a report or game, or part of the name of the user who reported or was reported."
    )
    list_per_page = 50
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    paginator = NearPages
    ordering = ("created_at",)
    actions = ("claim_selected", "close_selected")
    action_form = ReasonForm

    # -- columns

    @admin.display(description=gettext_lazy("subject"))
    def what(self, report: Report) -> str:
        return cell("subject", report)

    @admin.display(description=gettext_lazy("users"))
    def people(self, report: Report) -> str:
        return cell("users", report)

    @admin.display(description=gettext_lazy("age"), ordering="created_at")
    def age(self, report: Report) -> str:
        now = timezone.now()
        overdue = report.state == State.OPEN and now - report.created_at > OVERDUE
        age = timesince(report.created_at, now, depth=1)
        return cell("age", report, age=age, overdue=overdue)

    @admin.display(description=gettext_lazy("state"))
    def status(self, report: Report) -> str:
        now = timezone.now()
        left = ""
        if report.claimed_until is not None and is_claimed(report, now=now):
            left = timeuntil(report.claimed_until, now, depth=1)
        return cell("state", report, left=left)

    # -- the list

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return ReportList

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> Any:
        chosen = request.GET.get("queue", "" if "state" in request.GET else "all")
        context = {"queues": queue_links(staff(request)), "queue": chosen}
        return super().changelist_view(request, {**context, **(extra_context or {})})

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """Return the actions on selected reports: for senior moderators, one for each moderator."""
        actions: dict[str, Any] = super().get_actions(request)
        if may(staff(request), ASSIGN.action):
            for one in moderators_assignable():
                title = _("Assign to %(who)s") % {"who": one}
                name = f"assign_{one.pk}"
                actions[name] = (partial(ReportAdmin.assign_selected, to=one), name, title)
        return actions

    @admin.action(description=gettext_lazy("Claim"), permissions=["view"])
    def claim_selected(self, request: HttpRequest, queryset: QuerySet[Report]) -> None:
        done = ngettext_lazy(
            "You have claimed %(count)d report.", "You have claimed %(count)d reports.", "count"
        )
        self.run_on_selected(request, queryset, CLAIM, done)

    @admin.action(
        description=gettext_lazy("Close as no action needed"), permissions=["close_report"]
    )
    def close_selected(self, request: HttpRequest, queryset: QuerySet[Report]) -> None:
        """Close the reports with the reason of the list, each in its own transaction."""
        if not (reason := request.POST.get("reason", "").strip()):
            self.message_user(request, _("Enter a reason."), "error")
            return
        if queryset.count() > 1 and queryset.exclude(seat=None).exists():
            self.message_user(request, _("Close reports about seats one by one."), "error")
            return
        given = {"outcome": Outcome.NOTHING, "reason": reason}
        done = ngettext_lazy(
            "%(count)d report was closed.", "%(count)d reports were closed.", "count"
        )
        self.run_on_selected(request, queryset, CLOSE, done, **given)

    def has_close_report_permission(self, request: HttpRequest) -> bool:
        return may(staff(request), CLOSE.action)

    def assign_selected(
        self, request: HttpRequest, queryset: QuerySet[Report], *, to: User
    ) -> None:
        done = ngettext_lazy(
            "%(count)d report is assigned to %(to)s.",
            "%(count)d reports are assigned to %(to)s.",
            "count",
        )
        self.run_on_selected(request, queryset, ASSIGN, done, to=to)

    def run_on_selected(
        self,
        request: HttpRequest,
        queryset: QuerySet[Report],
        action: StaffAction,
        done: Any,
        **given: Any,
    ) -> None:
        """Run an action on each report, and show how often it succeeded or was refused, with the
        first refusals.
        """
        ids = list(queryset.values_list("id", flat=True)[: SELECTED_AT_ONCE + 1])
        if len(ids) > SELECTED_AT_ONCE:
            text = _("Select at most %(most)d reports.") % {"most": SELECTED_AT_ONCE}
            self.message_user(request, text, "error")
            return
        refusals = []
        for report_id in ids:
            try:
                action.run(by=staff(request), target_id=report_id, **given)
            except ApiError as refusal:
                refusals.append(f"{report_id}: {refusal.detail}")
        self.message_user(request, done % {"count": len(ids) - len(refusals), **given})
        if refusals:
            values = {"count": len(refusals), "first": " ".join(refusals[:REFUSALS_SHOWN])}
            self.message_user(request, _("Refused: %(count)d. %(first)s") % values, "warning")

    # -- pages

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        return reports_visible(to=staff(request), among=super().get_queryset(request))

    def available_actions(self, request: HttpRequest, target: Report) -> list[StaffAction]:
        """Offer only notes on a report that another moderator has claimed."""
        claimed = is_claimed(target, now=timezone.now())
        mine = claimed and target.claimed_by_id == staff(request).id
        fitting = super().available_actions(request, target)
        if not reports_closable_with(target, by=staff(request)).exists():
            fitting = [one for one in fitting if one is not MERGE]
        if claimed and not mine:
            return [one for one in fitting if one is NOTE]
        return [one for one in fitting if one is not (CLAIM if mine else RELEASE)]

    def target_name(self, target: Report) -> str:
        values = {"id": str(target.id)[:8], "category": target.get_category_display()}
        return _("Report %(id)s: %(category)s") % values

    def case_context(self, request: HttpRequest, case: Report) -> dict[str, Any]:
        return report_context(case, by=staff(request))


def cell(name: str, report: Report, **context: Any) -> str:
    """Return the HTML of a cell of the list."""
    return render_to_string(f"moderation/parts/report_{name}.html", {"report": report, **context})
