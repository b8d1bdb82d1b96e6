"""Lists over HTTP, whose ETag is computed before their pages are read in full."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponse
from rest_framework import serializers
from rest_framework.request import Request

from accounts.api.requests import user_of
from core.api.conditional import not_modified_reply, tagged_reply
from core.api.endpoints import ApiView
from core.api.keyset import KeysetPagination
from games.models import Game, Status
from games.models.lobby import SLUG_LENGTH
from games.play.lists import game_summaries


class ListApi(ApiView):
    """A view that lists rows by keyset."""

    pagination_class = KeysetPagination

    def list_reply(
        self,
        request: Request,
        rows: QuerySet[Any],
        *,
        mark: Callable[[Any], str],
        read: Callable[[list[Any]], list[dict[str, Any]]],
    ) -> HttpResponse:
        """Return a page of ``rows``, or 304.

        ``mark`` returns the version of a row; ``read`` returns the documents of a page.
        """
        page = list(self.paginate_queryset(rows) or ())
        paginator = self.paginator
        assert isinstance(paginator, KeysetPagination)
        ends = (bool(paginator.has_previous), bool(paginator.has_next))
        version = (request.user.pk, ends, [mark(row) for row in page])
        if (same := not_modified_reply(request, version)) is not None:
            return same
        return tagged_reply(self.get_paginated_response(read(page)).data, version)


LIGHT = ("id", "version", "created_at", "free_seats", "starts_at")
"""What the version of a page of games and its cursors need."""


class GameListApi(ListApi):
    def games(self, request: Request, rows: QuerySet[Game]) -> HttpResponse:
        return self.list_reply(
            request,
            rows.values_list(*LIGHT, named=True),
            mark=lambda game: f"{game.id}:{game.version}",
            read=lambda page: game_summaries(user=user_of(request), ids=[game.id for game in page]),
        )


SEARCH_LENGTH = 100


class UserGamesQuery(serializers.Serializer):
    status = serializers.ChoiceField(Status.choices, required=False, default="")
    ruleset = serializers.CharField(required=False, default="", max_length=SLUG_LENGTH)


class MyGamesQuery(UserGamesQuery):
    search = serializers.CharField(
        required=False,
        default="",
        max_length=SEARCH_LENGTH,
        help_text="Text to find in the title or in the host's name.",
    )
