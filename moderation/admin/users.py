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
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.admin import NameConflictFilter, UserAdmin
from accounts.models import User
from moderation.actions.refunds import REFUND_ACTIONS
from moderation.actions.users import USER_ACTIONS
from moderation.admin.action_pages import ActionPages, staff
from moderation.admin.paging import NearPages
from moderation.admin.user_page import common_context, until, user_context
from moderation.models import Permission
from moderation.permissions import may
from moderation.selectors import with_part

admin.site.unregister(User)


@admin.register(User)
class ModeratedUserAdmin(ActionPages, UserAdmin):
    """The admin of users. Only administrators see addresses and permissions or edit accounts."""

    staff_actions = (*USER_ACTIONS, *REFUND_ACTIONS)
    change_form_template = "moderation/account.html"
    ordering = ("username",)
    paginator = NearPages
    list_max_show_all = 0
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    search_help_text = gettext_lazy("Part of a username.")

    def get_urls(self) -> list[URLPattern]:
        page = self.admin_site.admin_view(self.moderate)
        common = self.admin_site.admin_view(self.games_with)
        ours = [
            path("<uuid:user_id>/moderate/", page, name="accounts_user_moderate"),
            path("<uuid:user_id>/games-with/", common, name="accounts_user_games_with"),
        ]
        return [*ours, *super().get_urls()]

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
        """Search by a part of the username. Administrators can also search by address."""
        term = search_term.strip().lower()
        if not term:
            return queryset, False
        if is_administrator(request) and "@" in term:
            return queryset.alias(address=Lower("email")).filter(address=term), False
        return with_part(queryset, "username", term), False

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
        return False  # "Delete the account" on the page for moderators keeps the games of others

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
        user, by = self.person(request, user_id)
        context = {
            **self.page_context(request, user.username),
            "administrator": is_administrator(request),
            **user_context(user, by),
            **self.actions_context(request, user),
        }
        return TemplateResponse(request, "moderation/user.html", context)

    def games_with(self, request: HttpRequest, user_id: UUID) -> HttpResponse:
        """Show the games that a user had with another one, whose ``name`` the query gives."""
        user, by = self.person(request, user_id)
        name = request.GET.get("name", "").strip()
        named = User.objects.alias(name=Lower("username")).filter(name=name.lower())
        other = named.exclude(pk=user.pk).first()
        if not may(by, Permission.SEE_SHARED_ADDRESSES):
            raise PermissionDenied
        context = {
            **self.page_context(request, _("Games together")),
            "person": user,
            "name": name,
            **(common_context(user, other, by) if other else {}),
        }
        return TemplateResponse(request, "moderation/games_with.html", context)

    def person(self, request: HttpRequest, user_id: UUID) -> tuple[User, User]:
        """Return the user of a page, and who reads it. Raises Http404, PermissionDenied."""
        if request.method not in ("GET", "HEAD") or not self.has_view_permission(request):
            raise PermissionDenied
        user = User.objects.filter(id=user_id).first()
        if user is None:
            raise Http404
        return user, staff(request)

    def page_context(self, request: HttpRequest, title: str) -> dict[str, Any]:
        return {**self.admin_site.each_context(request), "opts": self.opts, "title": title}

    def page_of(self, target: User) -> str:
        return reverse("admin:accounts_user_moderate", args=[target.pk])


def is_administrator(request: HttpRequest) -> bool:
    """True if the user of the request is an administrator."""
    return isinstance(request.user, User) and request.user.is_superuser
