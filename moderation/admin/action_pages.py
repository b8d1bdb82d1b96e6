"""The form and the generic page of staff actions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar
from uuid import UUID, uuid4

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.http import url_has_allowed_host_and_scheme

from accounts.models import User
from core.errors import ApiError, Invalid
from moderation.actions import fields
from moderation.actions.base import StaffAction
from moderation.errors import DoneAlready
from moderation.models import Action, Permission
from moderation.permissions import may
from moderation.presets import preset_fields_mark, presets_for
from moderation.selectors import is_about, reports_visible, uuid_of

CONFIRMED, NEXT = "confirmed", "next"
"""Members of submitted forms: the confirmation that the user saw, and the page to return to."""


class ActionForm(forms.Form):
    """The form of a staff action, which also runs the action."""

    report: UUID | None = None
    """The report that the action is a measure of."""

    def __init__(
        self, action: StaffAction, target: Any, by: User, *args: Any, **kwargs: Any
    ) -> None:
        self.action = action
        self.target = target
        self.by = by
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        self.fields |= action.form_fields(by=by, target=target)
        if action.audited:
            self.fields["reason"] = fields.reason(target)
        if action.single_use:
            self.fields["nonce"] = forms.UUIDField(
                required=False, widget=forms.HiddenInput, initial=uuid4
            )
        preset_fields_mark(self, target)
        self.confirmation = ""
        self.preview: Any = None

    def run(self) -> str | None:
        """Run the action and return the success message.

        Returns None if the input is invalid, the action needs a confirmation or the service refuses
        it; the form shows why.
        """
        if not self.is_valid():
            return None
        try:
            if not self.is_confirmed():
                return None
            target_id = self.target and self.target.pk
            given = {"report": self.report, **self.cleaned_data}
            self.action.run(by=self.by, target_id=target_id, **given)
        except DoneAlready as before:
            return before.detail
        except ApiError as refusal:
            self.add_refusal(refusal)
            return None
        return str(self.action.done).format(target=self.target, **self.cleaned_data)

    def is_confirmed(self) -> bool:
        """True if the action needs no confirmation, or if the user saw it with these values."""
        if self.action.confirmation:
            shown: dict[str, Any] = {name: self.shown_value(name) for name in self.action.fields}
            if self.action.preview is not None:
                self.action.check_reach(self.by, self.target)
                given = {name: self.cleaned_data[name] for name in self.action.fields}
                self.preview = shown["preview"] = self.action.preview(self.by, self.target, **given)
            self.confirmation = str(self.action.confirmation).format(**shown)
        return self.data.get(CONFIRMED, "") == self.confirmation

    def shown_value(self, name: str) -> str:
        """Return the value of a field as the form shows it: of a choice, its label."""
        value = self.cleaned_data[name]
        choices = dict(getattr(self.fields[name], "choices", ()))
        return str(choices.get(value, value))

    def add_refusal(self, refusal: ApiError) -> None:
        """Add the error of a service to the form, at the affected field if there is one."""
        if not isinstance(refusal, Invalid):
            self.add_error(None, refusal.detail)
            return
        for error in refusal.extras["errors"]:
            name = error["pointer"].strip("/").split("/")[0]
            self.add_error(name if name in self.fields else None, error["detail"])


class ActionPages(admin.ModelAdmin):
    """Adds staff actions to the pages of a model, and a page for each action."""

    staff_actions: ClassVar[Iterable[StaffAction]] = ()
    action_route = "<path:pk>/actions/<str:name>/"

    def get_urls(self) -> list[URLPattern]:
        page = self.admin_site.admin_view(self.action_page)
        return [path(self.action_route, page, name=self.url_name("action")), *super().get_urls()]

    def url_name(self, page: str) -> str:
        return f"{self.opts.app_label}_{self.opts.model_name}_{page}"

    def action_page(self, request: HttpRequest, name: str, pk: str | None = None) -> HttpResponse:
        """Show the form of an action, and run the action."""
        action = next((one for one in self.staff_actions if one.slug == name), None)
        if action is None or action.page:
            raise Http404
        by = permitted_staff(request, action.action)
        target = self.find_target(request, pk)
        self.check_page(request, action, target)
        form = ActionForm(action, target, by, request.POST if request.method == "POST" else None)
        form.report = report_named(request, target)
        if request.method == "POST" and (done := form.run()) is not None:
            self.action_done(request, action, target)
            messages.success(request, done)
            return HttpResponseRedirect(self.next_page(request, target))
        context = {
            **self.action_page_context(request, action, target),
            "form": form,
            "next": self.next_page(request, target),
            "barred": "" if action.allow_if_involved else action.barred(by, target),
        }
        return TemplateResponse(request, "moderation/action.html", context)

    def action_page_context(
        self, request: HttpRequest, action: StaffAction, target: Any
    ) -> dict[str, Any]:
        return {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": action.title,
            "action": action,
            "target": self.target_name(target),
            "back_url": self.next_page(request, target),
            "presets": presets_for(target, by=staff(request)),
        }

    def next_page(self, request: HttpRequest, target: Any) -> str:
        """Return the page that the form was on if it says so, otherwise that of the target."""
        page = request.POST.get(NEXT, request.GET.get(NEXT, ""))
        return page if url_has_allowed_host_and_scheme(page, None) else self.page_of(target)

    def actions_context(self, request: HttpRequest, target: Any) -> dict[str, Any]:
        """Return the actions to offer for a target, and why others are not possible."""
        available = self.available_actions(request, target)
        why = available[0].barred(staff(request), target) if available else ""
        return {
            "actions": [
                {"action": one, "url": self.action_url(one, target)}
                for one in available
                if not why or one.allow_if_involved
            ],
            "actions_barred": why,
        }

    def available_actions(self, request: HttpRequest, target: Any) -> list[StaffAction]:
        """Return the actions that are available for the target and that the user's role allows."""
        by = staff(request)
        return [one for one in self.staff_actions if may(by, one.action) and one.available(target)]

    def action_url(self, action: StaffAction, target: Any) -> str:
        if action.page:
            return reverse(f"admin:{action.page}", args=[target.pk])
        pk = () if target is None else (target.pk,)
        return reverse(f"admin:{self.url_name('action')}", args=[*pk, action.slug])

    # Hooks for subclasses

    def find_target(self, request: HttpRequest, pk: str | None) -> Any:
        """Return the target of an action. Raises Http404."""
        target = None if pk is None else self.get_object(request, pk)
        if target is None:
            raise Http404
        return target

    def target_name(self, target: Any) -> str:
        return str(target)

    def page_of(self, target: Any) -> str:
        """Return the URL of the page that offers the actions."""
        return reverse(f"admin:{self.url_name('change')}", args=[target.pk])

    def check_page(self, request: HttpRequest, action: StaffAction, target: Any) -> None:
        """Raise PermissionDenied if this session may not see the form of the action."""

    def action_done(self, request: HttpRequest, action: StaffAction, target: Any) -> None:
        """Update the session after an action."""


class CasePages(ActionPages):
    """A page that shows a case, such as a report, beside the forms of its actions."""

    case_template: ClassVar[str]

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        if request.method not in ("GET", "HEAD") or not self.has_view_permission(request):
            raise PermissionDenied
        case = self.find_target(request, object_id)
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": self.target_name(case),
            "case": case,
            "presets": presets_for(case, by=staff(request)),
            **self.case_context(request, case),
            **self.actions_context(request, case),
        }
        for one in context["actions"]:
            auto_id = f"{one['action'].slug}_%s"
            one["form"] = ActionForm(one["action"], case, staff(request), auto_id=auto_id)
        return TemplateResponse(request, self.case_template, context)

    # Hooks for subclasses

    def case_context(self, request: HttpRequest, case: Any) -> dict[str, Any]:
        """Return the context of the page besides the actions."""
        return {}


def staff(request: HttpRequest) -> User:
    """Return the user of a request to the admin. Raises PermissionDenied."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user


def report_named(request: HttpRequest, target: Any) -> UUID | None:
    """Return the id of the report in the query, or None.

    Raises Http404 if the user may not read it, or if it is not about the target.
    """
    if "report" not in request.GET:
        return None
    named = uuid_of(request.GET["report"])
    report = named and reports_visible(to=staff(request)).filter(id=named).first()
    if not report or not is_about(report, target):
        raise Http404
    return report.id


def permitted_staff(request: HttpRequest, action: Action | Permission) -> User:
    """Return the user of a request if their role has the permission. Raises PermissionDenied."""
    by = staff(request)
    if not may(by, action):
        raise PermissionDenied
    return by
