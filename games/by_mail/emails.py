"""What e-mails say about a game beyond the text of their kind, as of the moment of sending.

E-mails about an open decision show what its seat sees, with links to its options. All others, and
those to users who do not play by mail, say only what a spectator could read: they pass through the
computers of others.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import override

from accounts.models import User
from core.errors import ApiError, Busy
from games.by_mail.links import (
    LinkClosed,
    OpenDecision,
    choice_query,
    decision_in,
    decision_of,
    decision_url,
)
from games.history.recaps import last_seen, paragraphs
from games.models import Game, Seat
from games.play.documents import Viewer, is_started
from games.play.errors import GameFrozen, GameNotFound
from games.play.notifications import link
from games.play.queries import WholeGame, read_for_picture
from games.play.selectors import events_between, live_game_for, turns_of, whole_for
from games.summaries.png import WIDTHS, DrawingFailed, png_of
from games.summaries.texts import name_of, opponents, round_of
from notifications.email_content import EmailDecision, EmailDetails, EmailLink, EmailPicture
from notifications.kinds import (
    Data,
    DigestLine,
    NotReady,
    Reader,
    details_provider_register,
    digest_provider_register,
)

logger = logging.getLogger(__name__)

MAX_OPTIONS = 24
"""If a decision has more options, the e-mail only leads to the page that lists them."""
DAILY_PICTURES = 5
"""The most urgent turns of a digest have a picture and a link that plays."""
DAILY_WIDTH = WIDTHS[1]
TABLE_WIDTH = WIDTHS[-1]
"""The widths of pictures in pixels, of the digest and of e-mails about one turn."""
RECAP_EVENTS = 150
RECAP_LINES = 10
"""Paragraphs of a recap in an e-mail: the newest ones."""


def register_all() -> None:
    """Register the details of e-mails about games, and the lines of the daily digest."""
    details_provider_register("game", game_details)
    digest_provider_register(open_turns)


def game_details(subject: UUID, user_id: UUID, data: Data, reader: Reader) -> EmailDetails | None:
    """Return the title and the players of a game and, for an open decision, the current deadline,
    what has happened, and what the user can do; None if the user may not see the game.

    Raises NotReady.
    """
    try:
        user = User.objects.get(id=user_id)
        whole, viewer = whole_for(
            user=user, game_id=subject, language=reader.language, read=read_for_picture
        )
    except (User.DoesNotExist, GameNotFound):
        return None
    game, seats = whole.game, whole.seats
    # Strangers can invite anybody: a title that they have made up must not reach a mailbox.
    title = "" if viewer.seat is None else game.title
    facts = [_("Game: %(name)s") % {"name": name_of(game)}] if title else []
    if others := ", ".join(opponents(seats, viewer.seat)):
        text = _("Players: %(names)s") if viewer.seat is None else _("Opponents: %(names)s")
        facts.append(text % {"names": others})
    if not is_open_decision(game, data):
        return EmailDetails(data, title, tuple(facts))
    recap: list[str] = []
    own: EmailDecision | None = None
    try:
        decision = decision_or_none(user=user, whole=whole, viewer=viewer)
        seen_by = viewer if decision else Viewer(language=reader.language)
        live_game = (
            decision.live_game
            if decision
            else live_game_for(game=game, seats=seats, viewer=seen_by)
        )
        if (number := round_of(live_game)) is not None:
            facts.append(_("Round: %(round)s") % {"round": number})
        recap = recap_lines(user=user, game=game, seats=seats, viewer=seen_by)
        own = email_decision(decision) if decision else None
    except ApiError:  # the rules are gone, or the state is damaged
        pass
    if game.paused:
        facts.append(_("The clock is stopped."))
    data = with_deadline(data, game.deadline_at)
    return EmailDetails(data, title, tuple(facts), tuple(recap), own)


def decision_or_none(*, user: User, whole: WholeGame, viewer: Viewer) -> OpenDecision | None:
    """Return the open decision if the user can make it by mail now. Raises RulesUnavailable."""
    with suppress(LinkClosed, GameFrozen):
        return decision_in(user=user, whole=whole, viewer=viewer)
    return None


def email_decision(decision: OpenDecision) -> EmailDecision:
    """Return the question of an open decision, with the table and links to its options."""
    url = decision_url(user=decision.user, game=decision.game)
    document = decision.live_game.open_decision()
    options = document["options"]
    text = _("The table with all options")
    if len(options) > MAX_OPTIONS:
        text = _("Choose one of %(count)d options") % {"count": len(options)}
        options = ()
    return EmailDecision(
        question=document["question"],
        options=tuple(
            EmailLink(one["label"], url + choice_query(one["choice"])) for one in options
        ),
        page=EmailLink(text, url),
        picture=email_picture(decision, TABLE_WIDTH),
    )


def email_picture(decision: OpenDecision, width: int) -> EmailPicture | None:
    """Return the table as the player sees it; None if the ruleset has no picture, or it fails.

    Raises NotReady if the machine is too busy to draw it.
    """
    picture = decision.picture()
    try:
        png = png_of(picture, width, for_mail=True) if picture else None
    except Busy as error:
        raise NotReady from error
    except DrawingFailed:
        logger.exception("The table of %s cannot be drawn", decision.game.id)
        return None
    return EmailPicture(png, _("The table as you see it.")) if png else None


def is_open_decision(game: Game, data: Data) -> bool:
    """True if ``data`` is about a decision that is still open."""
    return is_started(game) and game.to_act is not None and data.get("decision") == game.decision_id


def with_deadline(data: Data, deadline: datetime | None) -> Data:
    """Return ``data`` with the current deadline, which may have moved since."""
    rest = {name: value for name, value in data.items() if name != "deadline"}
    return rest if deadline is None else {**rest, "deadline": deadline.isoformat()}


def recap_lines(*, user: User, game: Game, seats: Sequence[Seat], viewer: Viewer) -> list[str]:
    """Return what has happened since the user's last move, as the viewer may know it: a heading,
    and the newest paragraphs.

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
    return [heading, *(["…"] if shortened else []), *summaries[-RECAP_LINES:]]


# --- the daily digest --------------------------------------------------------------------------


def open_turns(user_id: UUID, reader: Reader) -> list[DigestLine]:
    """Return the first lines of the daily digest: the user's open decisions."""
    user = User.objects.filter(id=user_id).first()
    if user is None:
        return []
    with override(reader.language):
        return [
            open_turn(turn, user, reader, with_table=place < DAILY_PICTURES)
            for place, turn in enumerate(turns_of(user=user))
        ]


def open_turn(turn: dict[str, Any], user: User, reader: Reader, *, with_table: bool) -> DigestLine:
    """Return the line of an open decision, ``with_table`` and a link that plays if the user wants
    them.
    """
    decision = None
    if with_table:
        with suppress(LinkClosed, ApiError):
            decision = decision_of(user=user, game_id=turn["game"], language=reader.language)
    if decision is not None:
        game, seats = decision.game, decision.whole.seats
    else:
        game = Game.objects.get(id=turn["game"])
        seats = list(game.seats.select_related("user").order_by("number"))
    others = opponents(seats, turn["seat"])
    text = _("%(name)s, with %(names)s: your turn") if others else _("%(name)s: your turn")
    return DigestLine(
        text=text % {"name": name_of(game), "names": ", ".join(others)},
        link=decision_url(user=user, game=game) if decision else link(game.id, {}),
        until=turn.get("deadline"),
        picture=email_picture(decision, DAILY_WIDTH) if decision else None,
        plays=decision is not None,
    )
