"""What e-mails say about a game beyond the text of their kind, as of the moment of sending.

An e-mail passes through the computers of others, so it says only what a spectator could read, even
where its reader knows more.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import override

from accounts.models import User
from core.errors import ApiError
from games.history.recaps import last_seen, paragraphs
from games.models import Game, Seat
from games.play.documents import Viewer, is_started
from games.play.errors import GameNotFound
from games.play.notifications import link
from games.play.selectors import events_between, live_game_for, turns_of, whole_for
from games.summaries.texts import name_of, opponents, round_of
from notifications.kinds import (
    Data,
    DigestLine,
    EmailDetails,
    Reader,
    details_provider_register,
    digest_provider_register,
)

RECAP_EVENTS = 150
RECAP_LINES = 10
"""Paragraphs of a recap in an e-mail: the newest ones."""


def register_all() -> None:
    """Register the details of e-mails about games, and the lines of the daily digest."""
    details_provider_register("game", game_details)
    digest_provider_register(open_turns)


def game_details(subject: UUID, user_id: UUID, data: Data, reader: Reader) -> EmailDetails | None:
    """Return the title and the players of a game and, for an open decision, the current deadline
    and what has happened; None if the user may not see the game.
    """
    try:
        user = User.objects.get(id=user_id)
        whole, viewer = whole_for(user=user, game_id=subject, language=reader.language)
    except (User.DoesNotExist, GameNotFound):
        return None
    game, seats = whole.game, whole.seats
    # Strangers can invite anybody: a title that they have made up must not reach a mailbox.
    title = "" if viewer.seat is None else game.title
    facts = [_("Game: %(name)s") % {"name": name_of(game)}] if title else []
    if others := ", ".join(opponents(seats, viewer.seat)):
        text = _("Players: %(names)s") if viewer.seat is None else _("Opponents: %(names)s")
        facts.append(text % {"names": others})
    recap: list[str] = []
    if is_open_decision(game, data):
        data = with_deadline(data, game.deadline_at)
        spectator = Viewer(language=reader.language)
        try:
            number = round_of(live_game_for(game=game, seats=seats, viewer=spectator))
            recap = recap_lines(user=user, game=game, seats=seats, viewer=spectator)
        except ApiError:  # the rules are gone, or the state is damaged
            number = None
        if number is not None:
            facts.append(_("Round: %(round)s") % {"round": number})
        if game.paused:
            facts.append(_("The clock is stopped."))
    return EmailDetails(data, title, ("\n".join(facts), "\n".join(recap)))


def is_open_decision(game: Game, data: Data) -> bool:
    """True if ``data`` is about a decision that is still open."""
    return is_started(game) and game.to_act is not None and data.get("decision") == game.decision_id


def with_deadline(data: Data, deadline: datetime | None) -> Data:
    """Return ``data`` with the current deadline, which may have moved since."""
    rest = {name: value for name, value in data.items() if name != "deadline"}
    return rest if deadline is None else {**rest, "deadline": deadline.isoformat()}


def recap_lines(*, user: User, game: Game, seats: Sequence[Seat], viewer: Viewer) -> list[str]:
    """Return what has happened since the user's last move: a heading, and the newest paragraphs.

    Raises RulesUnavailable.
    """
    after = last_seen(user=user, game=game)
    events = events_between(
        game=game,
        seats=seats,
        viewer=viewer,
        after=after,
        upto=game.event_count,
        limit=RECAP_EVENTS,
        newest=True,
    )
    summaries = [part["summary"] for part in paragraphs(game=game, events=events)]
    if not summaries:
        return []
    heading = _("Since your last move:") if after else _("So far:")
    shortened = len(summaries) > RECAP_LINES or events[0]["seq"] > after + 1
    lines = [f"* {summary}" for summary in summaries[-RECAP_LINES:]]
    return [heading, *(["* …"] if shortened else []), *lines]


# --- the daily digest --------------------------------------------------------------------------


def open_turns(user_id: UUID, reader: Reader) -> list[DigestLine]:
    """Return the first lines of the daily digest: the user's open decisions."""
    user = User.objects.filter(id=user_id).first()
    with override(reader.language):
        return [open_turn(turn) for turn in (turns_of(user=user) if user else ())]


def open_turn(turn: dict[str, Any]) -> DigestLine:
    game = Game.objects.get(id=turn["game"])
    others = opponents(game.seats.select_related("user").order_by("number"), turn["seat"])
    text = _("%(name)s, with %(names)s: your turn") if others else _("%(name)s: your turn")
    return DigestLine(
        text=text % {"name": name_of(game), "names": ", ".join(others)},
        link=link(game.id, {}),
        until=turn.get("deadline"),
    )
