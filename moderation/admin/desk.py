"""What the pages of reports and appeals share: forms beside a row that is only looked at."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path, reverse
from django.views.decorators.http import require_POST

from accounts.models import User
from citadels.api.errors import ApiError
from citadels.look_only import LookOnly
from citadels.visible_text import validate_text
from moderation.models import Act, Duty
from moderation.services import may

REASON = forms.CharField(
    max_length=500,
    validators=[validate_text],
    widget=forms.Textarea(attrs={"rows": 2}),
    help_text="For the log, which is for ever: name nobody.",
)


class Nothing(forms.Form):
    """An act that needs no words."""


class Deed(NamedTuple):
    """A button of the page: what it says, what it asks for, and the service that does it."""

    label: str
    act: Act | Duty
    form: type[forms.Form]
    do: Callable[..., object]


class Desk(LookOnly, admin.ModelAdmin):
    """A page of a row with a form for each deed that the role of the user has."""

    change_form_template = "moderation/admin/desk.html"
    deeds: Mapping[str, Deed] = {}
    key: str
    """What the services call the id of the row."""

    def get_urls(self) -> list[URLPattern]:
        do = self.admin_site.admin_view(require_POST(self.do))
        return [path("<path:pk>/do/<slug:name>/", do, name=self.page_name), *super().get_urls()]

    @property
    def page_name(self) -> str:
        return f"{self.opts.app_label}_{self.opts.model_name}_do"

    def offered(self, request: HttpRequest, row: Any) -> list[str]:
        """The deeds that fit ``row`` as it stands."""
        return list(self.deeds)

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        row = self.get_object(request, object_id)
        buttons = [
            {
                "label": self.deeds[name].label,
                "form": self.deeds[name].form(prefix=name),
                "url": reverse(f"admin:{self.page_name}", args=[object_id, name]),
            }
            for name in (self.offered(request, row) if row is not None else ())
            if may(staff(request), self.deeds[name].act)
        ]
        context = {"buttons": buttons, **(extra_context or {})}
        return super().change_view(request, object_id, form_url, context)

    def do(self, request: HttpRequest, pk: str, name: str) -> HttpResponse:
        """One deed, through its service; what is wrong with it is said above the page."""
        row, deed = self.get_object(request, pk), self.deeds.get(name)
        if row is None or deed is None:
            raise Http404
        form = deed.form(request.POST, prefix=name)
        if form.is_valid():
            try:
                deed.do(by=staff(request), **{self.key: row.pk}, **form.cleaned_data)
            except ApiError as refusal:
                messages.error(request, said(refusal))
            else:
                messages.success(request, f"{deed.label}: done.")
        else:
            messages.error(request, f"{deed.label}: {form.errors.as_text()}")
        back = f"admin:{self.opts.app_label}_{self.opts.model_name}_change"
        return HttpResponseRedirect(reverse(back, args=[row.pk]))


def said(refusal: ApiError) -> str:
    """A refusal in words, with what is wrong with each field."""
    errors = refusal.extras.get("errors") or ()
    return " ".join([refusal.detail, *(str(error["detail"]) for error in errors)])


def staff(request: HttpRequest) -> User:
    """The user behind a request to the admin. Raises PermissionDenied."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user
