"""Filters and searches of lists."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models import Game, Seat
from games.rules.rulesets import ruleset_summaries
from moderation.admin.action_pages import staff
from moderation.admin.health_flags import HEALTH_FLAGS
from moderation.selectors import reports_open, reports_visible, users_named, uuid_of

Choices = list[tuple[str, Any]]


class OpenFilter(admin.SimpleListFilter):
    """Filters a list of cases by the column ``parameter_name``: by default, those still open."""

    open_value: ClassVar[str]
    """The value of the column while a case is open."""
    choices_closed: ClassVar[Choices]
    """The other values, with their labels."""

    def lookups(self, request: HttpRequest, model_admin: Any) -> Choices:
        return [("all", _("All")), *self.choices_closed]

    def choices(self, changelist: Any) -> Iterator[Any]:
        """Return the links, with "Open" instead of Django's "All" as the first."""
        first: Any
        first, *others = super().choices(changelist)
        yield {**first, "display": _("Open")}
        yield from others

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() == "all":
            return queryset
        return queryset.filter((str(self.parameter_name), self.value() or self.open_value))


class HealthFlagFilter(admin.SimpleListFilter):
    """Games with problems that need attention."""

    title = _("problems")
    parameter_name = "flag"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Choices:
        return [(name, words) for name, (words, _query) in HEALTH_FLAGS.items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> QuerySet[Game]:
        chosen = HEALTH_FLAGS.get(self.value() or "")
        if chosen is None:
            return queryset
        if self.value() == "reported":  # only reports that this moderator may read
            reports = reports_visible(to=staff(request), among=reports_open())
            return queryset.filter(id__in=reports.order_by().values("game"))
        return queryset.filter(chosen[1](timezone.now()))


class RulesetFilter(admin.SimpleListFilter):
    """Games of one ruleset. The choices come from the code, not from a scan of all games."""

    title = _("ruleset")
    parameter_name = "ruleset"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Choices:
        return [(game["slug"], game["title"]) for game in ruleset_summaries()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> QuerySet[Game]:
        value = self.value()
        return queryset.filter(ruleset=value) if value else queryset


class BotsFilter(admin.SimpleListFilter):
    title = _("bots")
    parameter_name = "bots"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Choices:
        return [("yes", _("with bots")), ("no", _("people only"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> QuerySet[Game]:
        bots = Exists(Seat.objects.filter(game=OuterRef("pk")).exclude(bot=""))
        if self.value() == "yes":
            return queryset.filter(bots)
        return queryset.filter(~bots) if self.value() == "no" else queryset


class SearchByName(admin.ModelAdmin):
    """Searches for one of ``search_ids``, or for a part of the name of ``user`` or ``by``."""

    search_fields = ("=id",)  # for the box
    search_ids: ClassVar[tuple[str, ...]]

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        if not (term := search_term.strip()):
            return queryset, False
        if (one := uuid_of(term)) is not None:
            parts = [Q(**{name: one}) for name in self.search_ids]
        else:
            users = users_named(term)
            parts = [Q(user__in=users), Q(by__in=users)]
        return queryset.filter(parts[0] | parts[1]), False
