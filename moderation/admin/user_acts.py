"""The forms of what is done to a user."""

from __future__ import annotations

from abc import abstractmethod
from datetime import timedelta
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import admin, messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone

from accounts.models import REASON_LENGTH as SHOWN_LENGTH
from accounts.models import User
from accounts.selectors import user_banned
from accounts.services.second_factor import enrolled
from citadels.visible_text import validate_line
from moderation import services
from moderation.admin.act_forms import ActForm, offers, who_may
from moderation.errors import ConflictOfInterest, StaffOnly
from moderation.models import Act
from moderation.services import may
from moderation.services.permission import user_within_reach

DAYS = [
    (1, "a day"),
    (3, "3 days"),
    (7, "a week"),
    (30, "30 days"),
    (365, "a year"),
    (0, "for good"),
]


class UserActForm(ActForm):
    """An act on ``person``."""

    def __init__(self, *args: Any, person: User, **kwargs: Any) -> None:
        self.person = person
        super().__init__(*args, **kwargs)

    @classmethod
    @abstractmethod
    def fits(cls, person: User) -> bool:
        """Whether the act makes sense now; the service has the last word."""

    @property
    def what(self) -> dict[str, Any]:
        return {"user_id": self.person.id, "reason": self.cleaned_data["reason"]}


class ForSomeTimeForm(UserActForm):
    shown = forms.CharField(
        max_length=SHOWN_LENGTH,
        validators=[validate_line],
        label="What the user reads",
        help_text="Shown to the user, in place of the reason.",
    )
    days = forms.TypedChoiceField(choices=DAYS, coerce=int, initial=7, label="For how long")

    @property
    def until(self) -> Any:
        days: int = self.cleaned_data["days"]
        return timezone.now() + timedelta(days=days) if days else None


class BanForm(ForSomeTimeForm):
    act = Act.BAN_USER
    title = "Ban"
    tells = (
        "The user may do nothing until then, and is shown the reason. His seats are lost by time, "
        "as anybody's who does not come."
    )
    heavy = True

    @classmethod
    def fits(cls, person: User) -> bool:
        return not user_banned(person, now=timezone.now())

    def perform(self, by: User, given: dict[str, Any]) -> str:
        services.user_ban(by=by, shown=given["shown"], until=self.until, **self.what)
        return f"{self.person} is banned."


class UnbanForm(UserActForm):
    act = Act.UNBAN_USER
    title = "End the ban"
    tells = "The user may play again at once."

    @classmethod
    def fits(cls, person: User) -> bool:
        return user_banned(person, now=timezone.now())

    def perform(self, by: User, given: dict[str, Any]) -> str:
        services.user_unban(by=by, **self.what)
        return f"{self.person} is no longer banned."


class MuteForm(ForSomeTimeForm):
    act = Act.MUTE_USER
    title = "Mute"
    tells = "The user may play on but write no messages until then, and is shown the reason."

    @classmethod
    def fits(cls, person: User) -> bool:
        return not muted(person)

    def perform(self, by: User, given: dict[str, Any]) -> str:
        services.user_mute(by=by, shown=given["shown"], until=self.until, **self.what)
        return f"{self.person} is muted."


class UnmuteForm(UserActForm):
    act = Act.UNMUTE_USER
    title = "End the mute"
    tells = "The user may write messages again at once."

    @classmethod
    def fits(cls, person: User) -> bool:
        return muted(person)

    def perform(self, by: User, given: dict[str, Any]) -> str:
        services.user_unmute(by=by, **self.what)
        return f"{self.person} is no longer muted."


class ResetSecondFactorForm(UserActForm):
    act = Act.RESET_SECOND_FACTOR
    title = "Reset the second factor"
    tells = (
        "No session of this user is trusted any longer, and whoever logs in next with his name and "
        "password enrols. Make sure that it is he who asks."
    )
    heavy = True

    @classmethod
    def fits(cls, person: User) -> bool:
        return enrolled(person)

    def perform(self, by: User, given: dict[str, Any]) -> str:
        services.second_factor_reset(by=by, **self.what)
        return f"{self.person} enrols at his next log-in."


FORMS: dict[str, type[UserActForm]] = {
    form.act: form for form in (BanForm, UnbanForm, MuteForm, UnmuteForm, ResetSecondFactorForm)
}


def muted(person: User) -> bool:
    return person.muted_until is not None and person.muted_until > timezone.now()


class UserActPages:
    """Adds the pages of acts to those of users."""

    admin_site: admin.AdminSite
    opts: Any

    def get_urls(self) -> list[URLPattern]:
        page = self.admin_site.admin_view(self.act_page)
        ours = path("<uuid:user_id>/acts/<str:act>/", page, name="accounts_user_act")
        theirs: list[URLPattern] = super().get_urls()  # type: ignore[misc]  # of ModelAdmin
        return [ours, *theirs]

    def act_page(self, request: HttpRequest, user_id: UUID, act: str) -> HttpResponse:
        """Ask why, and what else the act needs to know; then do it."""
        kind = FORMS.get(act)
        person = User.objects.filter(id=user_id).first()
        if kind is None or person is None:
            raise Http404
        by = who_may(request, kind.act)
        form = kind(request.POST or None, person=person)
        page = reverse("admin:accounts_user_moderate", args=[person.id])
        if request.method == "POST" and (done := form.done(by)) is not None:
            messages.success(request, done)
            return HttpResponseRedirect(page)
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": kind.title,
            "form": form,
            "person": person,
            "back_url": page,
            "barred": out_of_reach(by, person),
        }
        return TemplateResponse(request, "moderation/user_act.html", context)


def user_acts_context(by: User, person: User) -> dict[str, Any]:
    """The acts that the page of a user offers to ``by``."""
    kinds = [form for form in FORMS.values() if may(by, form.act) and form.fits(person)]
    why = out_of_reach(by, person)
    return {
        "acts": [] if why else offers(kinds, "admin:accounts_user_act", person.id),
        "acts_barred": why if kinds else "",
    }


def out_of_reach(by: User, person: User) -> str:
    """Why nobody of this role acts on this user; empty: it may."""
    try:
        user_within_reach(by, person)
    except (ConflictOfInterest, StaffOnly) as refusal:
        return refusal.detail
    return ""
