"""The page of a link in an e-mail: an open decision, and one button that plays a choice."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.decorators import method_decorator
from django.utils.translation import get_language
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from accounts.forms import refusal_page
from accounts.page_language import activate_language
from accounts.selectors import preferences_of
from core.api.declared import ANONYMOUS
from core.api.images import svg_data_url
from core.api.throttles import address_of, rate_limit_check
from core.errors import ApiError
from games.by_mail.links import (
    LinkClosed,
    LinkInvalid,
    OpenDecision,
    choice_query,
    decision_of_link,
    link_read,
)
from games.play.commands import command_send
from games.play.errors import DeadlinePassed, NotSeated, SeatAway, SeatLost, StaleDecision
from games.play.notifications import link
from games.rules.errors import GameOver, IllegalChoice, NotYourDecision
from games.summaries.texts import name_of, opponents
from notifications.kinds import Reader

TEMPLATE = "games/mail_move.html"
DECISION_CLOSED = (
    DeadlinePassed,
    GameOver,
    NotSeated,
    NotYourDecision,
    SeatAway,
    SeatLost,
    StaleDecision,
)
"""Refusals of a command that mean that the decision was closed in the meantime."""


@method_decorator(never_cache, name="dispatch")
@method_decorator(csrf_exempt, name="dispatch")  # the token in the path is what gives access
class MailMovePage(View):
    """An open decision, for anyone who has the link, without a log-in.

    GET plays nothing, since programs follow links before people do: it shows the table and the
    options or, with ``choice``, the table after that choice. POST plays ``choice``.
    """

    http_method_names = ["get", "head", "post"]
    expensive = ("GET", "POST")

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            return super().dispatch(request, *args, **kwargs)
        except LinkInvalid:
            return render(request, TEMPLATE, {"state": "invalid"}, status=HTTPStatus.NOT_FOUND)
        except LinkClosed:
            game_id = link_read(kwargs["token"]).game_id
            content = {"state": "closed", "game_page": link(game_id, {})}
            return render(request, TEMPLATE, content, status=HTTPStatus.GONE)
        except ApiError as error:
            return refusal_page(request, error)

    def get(self, request: HttpRequest, token: str) -> HttpResponse:
        decision = decision_for(request, token)
        return render(request, TEMPLATE, page_content(decision, request.GET.get("choice", "")))

    def post(self, request: HttpRequest, token: str) -> HttpResponse:
        decision = decision_for(request, token)
        options = decision.live_game.open_decision()["options"]
        option = option_of(options, request.POST.get("choice", ""))
        try:
            command_send(
                user=decision.user,
                game_id=decision.game.id,
                decision=decision.game.decision_id,
                choices=[option["choice"]],
                by_mail=True,
            )
        except DECISION_CLOSED:
            raise LinkClosed from None
        content = {
            "state": "done",
            "name": name_of(decision.game),
            "choice": option,
            "game_page": link(decision.game.id, {}),
        }
        return render(request, TEMPLATE, content)


def decision_for(request: HttpRequest, token: str) -> OpenDecision:
    """Return the decision of a link, in the language of its player.

    Requests are counted for each link, so that one that others have stops neither other links nor
    the clients of its player. Raises LinkInvalid, LinkClosed, GameFrozen, RulesUnavailable,
    Throttled.
    """
    try:
        found = link_read(token)
    except LinkInvalid:
        rate_limit_check(ANONYMOUS, address_of(request))
        raise
    rate_limit_check(ANONYMOUS, f"{found.user_id}:{found.game_id}:{found.decision}")
    activate_language(found.user_id)
    return decision_of_link(found, language=get_language() or "en")


def option_of(options: list[dict[str, Any]], choice: str) -> dict[str, Any]:
    """Return the option with this choice. Raises IllegalChoice."""
    for option in options:
        if option["choice"] == choice:
            return option
    raise IllegalChoice(options, 0)


def page_content(decision: OpenDecision, choice: str) -> dict[str, Any]:
    """Return what the page shows: all options, or what a ``choice`` would do.

    Raises IllegalChoice.
    """
    game = decision.game
    document = decision.live_game.open_decision()
    option = option_of(document["options"], choice) if choice else None
    picture = decision.picture(choice)
    reader = Reader.of(preferences_of([decision.user.id])[decision.user.id])
    return {
        "state": "confirm" if option else "choose",
        "name": name_of(game),
        "opponents": opponents(decision.whole.seats, decision.viewer.seat),
        "deadline": game.deadline_at and reader.format_time(game.deadline_at.isoformat()),
        "stopped": game.paused,
        "question": document["question"],
        "options": [
            {"label": one["label"], "query": choice_query(one["choice"])}
            for one in document["options"]
        ],
        "choice": option,
        "picture": picture and svg_data_url(picture),
    }
