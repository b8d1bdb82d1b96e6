"""What players are told of their matches, in words.

``data`` of each kind holds ids and what everybody at the table may know; ``notice`` makes it. It
leaves the service by mail and by webhooks, so no card and no choice may ever stand in it.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models import F

from accounts.models import User
from citadels.api.errors import ApiError
from games.engines import rulesets
from games.models import Game, Invitation, LastRead, Seat, SeatOffer, Status, Vote
from games.notice_words import ANSWERS, LINE, SAID, UNTIL, WHY_KICKED
from games.selectors import turns_of
from notifications.kinds import (
    Data,
    DigestLine,
    Kind,
    Reader,
    Relevant,
    Words,
    always,
    provide,
    register,
)
from notifications.models import Mode


def notice(
    game: Game,
    *,
    seat: int | None = None,
    decision: int | None = None,
    topic: str | None = None,
    deadline: datetime | None = None,
    **more: Any,
) -> Data:
    """The members of a notice about ``game``; None is left out. ``more`` is plain, public JSON."""
    members = {
        "ruleset": game.ruleset,
        "seat": seat,
        "decision": decision,
        "topic": topic,
        "deadline": deadline and deadline.isoformat().replace("+00:00", "Z"),
        **more,
    }
    return {name: value for name, value in members.items() if value is not None}


# --- words -------------------------------------------------------------------------------------


def words(kind: str, part: int) -> Words:
    """The subject (0) or the text (1) of a kind."""

    def say(data: Data, reader: Reader) -> str:
        language = reader.language if reader.language in SAID[kind] else "en"
        until = ""
        if "deadline" in data:
            until = UNTIL[language].format(instant=reader.instant(data["deadline"]))
        return SAID[kind][language][part].format(
            title=title_of(data["ruleset"]),
            until=until,
            seat=data.get("seat", "?"),
            username=data.get("username", "?"),
            answer=ANSWERS[language].get(data.get("answer", ""), "?"),
            why=WHY_KICKED[language].get(data.get("why", ""), "?"),
            by=data.get("by", "?"),
        )

    return say


def title_of(slug: str) -> str:
    try:
        return rulesets.ruleset_named(slug).title
    except ApiError:  # a game that this service no longer has
        return slug


# --- what still matters ------------------------------------------------------------------------


def still_your_turn(subject: UUID, user_id: UUID, data: Data) -> bool:
    """Whether the decision that was told of is still open, and still this user's."""
    return Seat.objects.filter(
        game_id=subject,
        user_id=user_id,
        lost_at=None,
        away_since=None,
        game__status=Status.ACTIVE,
        game__to_act=F("number"),
        game__move_count=data["decision"] - 1 - F("game__ids_used_up"),
    ).exists()


def still_invited(subject: UUID, user_id: UUID, data: Data) -> bool:
    """Whether the invitation that was told of still waits for an answer."""
    return Invitation.objects.filter(
        game_id=subject, user_id=user_id, answer="", game__status=Status.LOBBY
    ).exists()


def still_unread(subject: UUID, user_id: UUID, data: Data) -> bool:
    """Whether the user has not yet read the message that was told of."""
    read = LastRead.objects.filter(game_id=subject, room=data["room"], user_id=user_id)
    return not read.filter(number__gte=data["number"]).exists()


def still_open(subject: UUID, user_id: UUID, data: Data) -> bool:
    """Whether the vote that was told of can still be decided."""
    return Vote.objects.filter(id=data["vote"], closed_at=None).exists()


def still_offered(subject: UUID, user_id: UUID, data: Data) -> bool:
    """Whether the seat is still to be had."""
    return SeatOffer.objects.filter(id=data["offer"], to=user_id, closed_at=None).exists()


def link(subject: UUID, data: Data) -> str:
    return str(settings.GAME_URL).format(game=subject)


def open_turns(user_id: UUID, reader: Reader) -> list[DigestLine]:
    """What the daily digest begins with: where the user has to decide."""
    user = User.objects.filter(id=user_id).first()
    language = reader.language if reader.language in LINE else "en"
    return [
        DigestLine(
            text=LINE[language].format(title=title_of(turn["ruleset"])),
            link=link(turn["game"], {}),
            until=turn.get("deadline"),
        )
        for turn in (turns_of(user=user) if user else ())
    ]


# --- the kinds ---------------------------------------------------------------------------------


def kind(
    name: str,
    summary: str,
    email: Mode = Mode.SINGLE,
    *,
    relevant: Relevant = always,
    email_waits: bool = False,
    names: tuple[str, ...] = (),
) -> Kind:
    return Kind(
        name=name,
        summary=summary,
        subject=words(name, 0),
        text=words(name, 1),
        link=link,
        email=email,
        relevant=relevant,
        email_waits=email_waits,
        names=names,
    )


KINDS = (
    kind("your_turn", "It is your turn.", relevant=still_your_turn, email_waits=True),
    kind(
        "turn_reminder", "It is still your turn, and your time runs out.", relevant=still_your_turn
    ),
    kind("match_started", "A match you sit in has begun."),
    kind("match_finished", "A match of yours is over."),
    kind("match_cancelled", "A match of yours was called off."),
    kind("match_reopened", "A match whose players did not show up is open again as another."),
    kind("invited", "You are asked to join a match.", relevant=still_invited, names=("username",)),
    kind(
        "invitation_answered",
        "Somebody has answered your invitation.",
        Mode.OFF,
        names=("username",),
    ),
    kind("kicked", "You have lost your seat before a match began."),
    kind("host_passed", "You are the host of a match now, since the host has left."),
    kind(
        "rematch_offered", "A player wants another match of the same people.", names=("username",)
    ),
    kind("seat_timed_out", "A player of your match has lost his seat to the clock."),
    kind("turn_excused", "You were late, and have more time.", relevant=still_your_turn),
    kind("bot_took_over", "A bot plays your seat until you return."),
    kind("clock_paused", "The clock of your match was stopped.", Mode.OFF),
    kind("clock_resumed", "The clock of your match runs again.", Mode.OFF),
    kind("match_suspended", "The service failed on your match, and has stopped its clocks."),
    kind("match_rolled_back", "Your match went back to an earlier move."),
    kind("roll_back_undone", "Your match did not go back to an earlier move after all."),
    kind("deadline_moved", "A moderator gives you more time.", relevant=still_your_turn),
    kind("seat_removed", "A moderator has taken your seat."),
    kind("seat_given", "A moderator has put you on a seat in a running match."),
    kind("match_annulled", "A match of yours does not count."),
    kind("message", "Somebody has written in your match.", Mode.OFF, relevant=still_unread),
    kind("vote_opened", "The players of your match are asked to vote.", relevant=still_open),
    kind("vote_closed", "A vote in your match is decided.", Mode.OFF),
    kind("seat_offered", "A player offers you his seat.", relevant=still_offered, names=("by",)),
    kind("seat_offer_answered", "The seat that you offered was taken, or declined.", Mode.OFF),
    kind("order_stopped", "A standing order of yours no longer fits."),
)


def register_all() -> None:
    """Make all of this known to the notifications."""
    register(*KINDS)
    provide(open_turns)
