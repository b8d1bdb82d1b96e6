"""Admin pages of users: accounts for administrators, and a page for moderators."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.db.models.functions import Lower
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.admin import NameConflictFilter, UserAdmin
from accounts.models import User
from games.models import PlayerStatistics, Seat
from moderation.actions.users import USER_ACTIONS
from moderation.admin.action_pages import ActionPages
from moderation.admin.paging import NearPages
from moderation.models import Permission
from moderation.permissions import may
from moderation.selectors import entries_visible, messages_by

RECENT = 30

admin.site.unregister(User)


@admin.register(User)
class ModeratedUserAdmin(ActionPages, UserAdmin):
    """The admin of users. Only administrators see addresses and permissions or edit accounts."""

    staff_actions = USER_ACTIONS
    change_form_template = "moderation/account.html"
    ordering = ("username",)
    paginator = NearPages
    list_max_show_all = 0
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    search_help_text = gettext_lazy("The start of a username.")

    def get_urls(self) -> list[URLPattern]:
        page = self.admin_site.admin_view(self.moderate)
        ours = path("<uuid:user_id>/moderate/", page, name="accounts_user_moderate")
        return [ours, *super().get_urls()]

    # -- the list

    def get_list_display(self, request: HttpRequest) -> Any:
        email = ("email",) if is_administrator(request) else ()
        states = ("is_bot", "is_guest", "banned", "muted", "is_active", "is_staff")
        return ("username", *email, *states, "date_joined")

    def get_list_filter(self, request: HttpRequest) -> Any:
        shown = ("is_active", "is_staff", "is_guest", "groups", NameConflictFilter)
        return shown if is_administrator(request) else ()

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        return is_administrator(request) and super().lookup_allowed(lookup, value, request)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[User], search_term: str
    ) -> tuple[QuerySet[User], bool]:
        """Search by username prefix, ignoring case. Administrators can also search by address."""
        term = search_term.strip().lower()
        if not term:
            return queryset, False
        if is_administrator(request) and "@" in term:
            return queryset.alias(address=Lower("email")).filter(address=term), False
        return queryset.alias(name=Lower("username")).filter(name__startswith=term), False

    @admin.display(description=gettext_lazy("banned"))
    def banned(self, user: User) -> str:
        return until(user.banned_until)

    @admin.display(description=gettext_lazy("muted"))
    def muted(self, user: User) -> str:
        return until(user.muted_until)

    # -- pages

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return is_administrator(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return is_administrator(request)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return is_administrator(request)

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Show the account to administrators, and the moderation page to others."""
        if is_administrator(request):
            return super().change_view(request, object_id, form_url, extra_context)
        try:
            return self.moderate(request, UUID(object_id))
        except ValueError:
            raise Http404 from None

    def moderate(self, request: HttpRequest, user_id: UUID) -> HttpResponse:
        """Show what a moderator needs to know about a user, and the actions."""
        if request.method not in ("GET", "HEAD") or not self.has_view_permission(request):
            raise PermissionDenied
        user, by = User.objects.filter(id=user_id).first(), request.user
        if user is None or not isinstance(by, User):
            raise Http404
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": user.username,
            "administrator": is_administrator(request),
            **user_context(user, by),
            **self.actions_context(request, user),
        }
        return TemplateResponse(request, "moderation/user.html", context)

    def page_of(self, target: User) -> str:
        return reverse("admin:accounts_user_moderate", args=[target.pk])


def user_context(user: User, by: User) -> dict[str, Any]:
    """Return what the page of a user shows to this member of staff."""
    # Ordered by id alone, the database would read the seats of all users.
    seats = Seat.objects.filter(user=user).order_by("-joined_at", "-id").prefetch_related("game")
    return {
        "person": user,
        "banned": until(user.banned_until),
        "muted": until(user.muted_until),
        "record": PlayerStatistics.objects.filter(user=user).first(),
        "seats": seats[:RECENT],
        "messages_written": (
            messages_by(user, to=by)[:RECENT] if may(by, Permission.HANDLE_REPORTS) else []
        ),
        "entries": entries_visible(to=by).filter(user=user.id).select_related("by")[:RECENT],
    }


def until(end: Any) -> str:
    """Return when a ban or mute ends, as a text; empty if none is in force."""
    if end is None or end <= timezone.now():
        return ""
    if end.year >= 9999:
        return _("permanently")
    return _("until %(at)s") % {"at": f"{end:%Y-%m-%d %H:%M}"}


def is_administrator(request: HttpRequest) -> bool:
    """True if the user of the request is an administrator."""
    return isinstance(request.user, User) and request.user.is_superuser
