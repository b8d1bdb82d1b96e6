"""The kinds of notifications about games, with their texts; ``games.play.notify`` sends them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.conf import settings
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from core.errors import ApiError
from games.models import Game
from games.play.relevance import (
    games_to_act_in,
    still_invited,
    still_invited_to_rematch,
    still_offered,
    still_open,
    still_unread,
    still_your_turn,
)
from games.rules import rulesets
from notifications.kinds import (
    Cause,
    Data,
    Kind,
    Limit,
    Reader,
    register,
    titles_provider_register,
)
from notifications.models import Mode

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


# --- texts -------------------------------------------------------------------------------------

ANSWERS = {
    "accepted": pgettext_lazy("alice has ... your invitation", "accepted"),
    "declined": pgettext_lazy("alice has ... your invitation", "declined"),
}
REMOVAL_REASONS = {
    "host": _("the host has removed you"),
    "not_ready": _("you were not ready when it started"),
    "block": _("you block a player who has a seat in it"),
}


def parameters(data: Data, reader: Reader) -> dict[str, object]:
    """Return the values of the placeholders in the texts of all kinds."""
    return {
        "title": title_of(data["ruleset"]),
        "until": reader.until(data["deadline"]) if "deadline" in data else "",
        "seat": data["seat"] + 1 if "seat" in data else "?",  # people count from 1
        "username": data.get("username", "?"),
        "answer": ANSWERS.get(data.get("answer", ""), "?"),
        "why": REMOVAL_REASONS.get(data.get("why", ""), "?"),
        "by": data.get("by", "?"),
    }


def title_of(slug: str) -> str:
    """Return the title of a ruleset, or its slug if the service no longer has it."""
    try:
        return rulesets.ruleset_named(slug).presentation.title
    except ApiError:  # this service no longer has the ruleset
        return slug


def link(subject: UUID, data: Data) -> str:
    """Return the address of a game for people."""
    return str(settings.GAME_URL).format(game=subject)


def titles_for(user_id: UUID, games: Sequence[UUID]) -> dict[UUID, str]:
    """Return the titles of those games in which the user has a seat.

    Strangers can invite anybody, so a title that they have made up is not shown.
    """
    seated = Game.objects.filter(id__in=games, seats__user=user_id).exclude(title="")
    return dict(seated.values_list("id", "title"))


# --- the data ----------------------------------------------------------------------------------

TEXT, NUMBER, TRUTH = {"type": "string"}, {"type": "integer"}, {"type": "boolean"}
INSTANT, UUID_TEXT = {**TEXT, "format": "date-time"}, {**TEXT, "format": "uuid"}
MEMBERS: dict[str, dict[str, Any]] = {
    "ruleset": TEXT,
    **dict.fromkeys(("seat", "decision", "excuses_left", "to_move", "number"), NUMBER),
    **dict.fromkeys(("vote", "offer", "target", "position"), NUMBER),
    **dict.fromkeys(("topic", "username", "title", "by", "reason", "why", "about"), TEXT),
    **dict.fromkeys(("answer", "ended_by", "room"), TEXT),
    **dict.fromkeys(("alone", "passed", "taken"), TRUTH),
    **dict.fromkeys(("deadline", "closes_at"), INSTANT),
    **dict.fromkeys(("rematch", "reopened_as"), UUID_TEXT),
}
"""JSON Schemas of the members of the data of all kinds."""
DECISION = ("seat", "decision", "topic", "deadline")


# --- the kinds ---------------------------------------------------------------------------------


def kind(
    name: str,
    summary: StrPromise,
    subject: StrPromise,
    text: StrPromise,
    cause: Cause,
    limit: Limit | None,
    *,
    email: Mode = Mode.SINGLE,
    members: tuple[str, ...] = (),
    **options: Any,
) -> Kind:
    """Return a kind of notification about a game."""
    return Kind(
        name,
        summary,
        subject,
        text,
        cause,
        limit,
        parameters=parameters,
        link=link,
        email=email,
        members={name: MEMBERS[name] for name in ("ruleset", *members)},
        required=("ruleset",),
        **options,
    )


CLOCK = ("clock_paused", "clock_resumed")
ROLLBACK = ("game_rolled_back", "rollback_undone")

KINDS = (
    kind(
        "your_turn",
        _("It is your turn."),
        _("Your turn in %(title)s"),
        _("It is your turn in a game of %(title)s%(until)s."),
        Cause.GAME,
        None,
        bound="one for each decision; e-mails and pushes only while it is open",
        replaces=("your_turn",),
        relevant=still_your_turn,
        still_true=games_to_act_in,
        delays_email=True,
        is_listed_daily=True,
        members=DECISION,
    ),
    kind(
        "turn_continues",
        _("Your turn goes on after a move that you made by e-mail."),
        _("Your turn in %(title)s"),
        _("Your turn goes on in a game of %(title)s%(until)s."),
        Cause.OWN,
        None,
        bound="one for each move that the receiver makes by e-mail",
        relevant=still_your_turn,
        answers_reader=True,
        in_app=False,
        webhook=False,
        is_listed_daily=True,
        members=DECISION,
    ),
    kind(
        "turn_reminder",
        _("It is still your turn, and your time is running out."),
        _("Time is running out in %(title)s"),
        _("A game of %(title)s is still waiting for you%(until)s."),
        Cause.GAME,
        None,
        bound="one for each decision",
        replaces=("turn_reminder",),
        relevant=still_your_turn,
        still_true=games_to_act_in,
        is_listed_daily=True,
        members=DECISION,
    ),
    kind(
        "game_started",
        _("One of your games has started."),
        _("A game of %(title)s has started"),
        _("Your game of %(title)s has started."),
        Cause.PLAYER,
        Limit(20),
        bound="one for each seat that the receiver took",
    ),
    kind(
        "game_finished",
        _("One of your games is over."),
        _("A game of %(title)s is over"),
        _("Your game of %(title)s is over: see who has won."),
        Cause.GAME,
        Limit(20),
        bound="one for each game",
        members=("ended_by", "alone"),
    ),
    kind(
        "game_cancelled",
        _("One of your games was cancelled."),
        _("A game of %(title)s was cancelled"),
        _("Your game of %(title)s was cancelled."),
        Cause.PLAYER,
        Limit(10),
        bound="one for each game",
        members=("seat", "why"),
    ),
    kind(
        "game_reopened",
        _("A game was reopened because a player did not show up."),
        _("A game of %(title)s is looking for players again"),
        _(
            "Not all players of your game of %(title)s showed up. It is open again as a new game, "
            "and you have a seat in it."
        ),
        Cause.GAME,
        Limit(10),
        bound="one for each game",
        members=("seat", "reopened_as"),
    ),
    kind(
        "invited",
        _("You are invited to a game."),
        _("%(username)s invites you to %(title)s"),
        _("%(username)s invites you to take a seat in a game of %(title)s."),
        Cause.USER,
        Limit(5, from_one=1),
        bound="10 in 24 hours from one user: 429 `invitation_limit`",
        relevant=still_invited,
        names=("username",),
        members=("username", "title"),
    ),
    kind(
        "invitation_answered",
        _("Somebody has answered your invitation."),
        _("%(username)s has answered your invitation to %(title)s"),
        _("%(username)s has %(answer)s your invitation to a game of %(title)s."),
        Cause.USER,
        Limit(10, from_one=3),
        bound="one for each invitation by the receiver",
        email=Mode.OFF,
        names=("username",),
        members=("username", "answer"),
    ),
    kind(
        "kicked",
        _("You have lost your seat before a game started."),
        _("You have lost your seat in a game of %(title)s"),
        _("You no longer have a seat in a game of %(title)s: %(why)s."),
        Cause.PLAYER,
        Limit(5),
        bound="one for each seat that the receiver took",
        members=("seat", "why"),
    ),
    kind(
        "host_passed",
        _("You have become the host of a game."),
        _("You are now the host of a game of %(title)s"),
        _("The host of your game of %(title)s has left, so you are the host now."),
        Cause.PLAYER,
        Limit(5),
        bound="one for each host of a game",
    ),
    kind(
        "rematch_offered",
        _("A player wants to play again with the same people."),
        _("%(username)s wants a rematch in %(title)s"),
        _("%(username)s proposes another game of %(title)s; a seat is reserved for you."),
        Cause.USER,
        Limit(5, from_one=2),
        bound="after one that did not start, its sender waits 24 hours: 429 `rematch_limit`",
        relevant=still_invited_to_rematch,
        names=("username",),
        members=("username", "rematch"),
    ),
    kind(
        "seat_timed_out",
        _("A player of your game ran out of time and has lost their seat."),
        _("A player ran out of time in %(title)s"),
        _(
            "The player of seat %(seat)s in your game of %(title)s ran out of time "
            "and has lost the seat."
        ),
        Cause.GAME,
        Limit(20),
        bound="one for each seat",
        members=("seat",),
    ),
    kind(
        "turn_excused",
        _("You ran out of time, but are excused and have more time."),
        _("Your late turn in %(title)s was excused"),
        _(
            "You ran out of time in a game of %(title)s. This time you are excused and have more "
            "time%(until)s."
        ),
        Cause.GAME,
        None,
        bound="one for each excuse",
        relevant=still_your_turn,
        members=(*DECISION, "excuses_left"),
    ),
    kind(
        "bot_took_over",
        _("A bot plays your seat until you return."),
        _("A bot plays for you in %(title)s"),
        _("You ran out of time in a game of %(title)s. A bot plays for you until you return."),
        Cause.GAME,
        Limit(20),
        bound="one for each decision",
        members=("seat",),
    ),
    kind(
        "clock_paused",
        _("The clock of your game was stopped."),
        _("A game of %(title)s is paused"),
        _("The clock of your game of %(title)s is stopped."),
        Cause.PLAYER,
        Limit(10, from_one=3),
        bound="2 vacations in 24 hours: 429 `vacation_limit`",
        replaces=CLOCK,
        email=Mode.OFF,
        members=("reason", "deadline"),
    ),
    kind(
        "clock_resumed",
        _("The clock of your game is running again."),
        _("A game of %(title)s continues"),
        _("The clock of your game of %(title)s is running again%(until)s."),
        Cause.PLAYER,
        Limit(10, from_one=3),
        bound="the same",
        replaces=CLOCK,
        email=Mode.OFF,
        members=("reason", "deadline"),
    ),
    kind(
        "game_suspended",
        _("Your game is suspended because of an error in the service."),
        _("A game of %(title)s is suspended"),
        _(
            "Your game of %(title)s is suspended because of an error in the service. Its clocks "
            "are stopped until this is fixed, so no player loses time."
        ),
        Cause.OWN,
        Limit(20),
    ),
    kind(
        "game_rolled_back",
        _("Your game was rolled back to an earlier move."),
        _("A game of %(title)s was rolled back"),
        _(
            "Your game of %(title)s was rolled back to an earlier move; later moves no longer "
            "count."
        ),
        Cause.PLAYER,
        Limit(5),
        bound="a vote of all players, or a moderator",
        replaces=ROLLBACK,
        members=("to_move",),
    ),
    kind(
        "rollback_undone",
        _("A rollback of your game was undone."),
        _("A rollback in %(title)s was undone"),
        _("The rollback of your game of %(title)s was undone: the later moves count again."),
        Cause.STAFF,
        Limit(20),
        replaces=ROLLBACK,
        members=("to_move",),
    ),
    kind(
        "deadline_moved",
        _("A moderator gives you more time."),
        _("You have more time in %(title)s"),
        _("A moderator gives you more time in a game of %(title)s%(until)s."),
        Cause.STAFF,
        Limit(20),
        relevant=still_your_turn,
        members=DECISION,
    ),
    kind(
        "seat_removed",
        _("A moderator has removed you from a game."),
        _("You no longer play in a game of %(title)s"),
        _("A moderator has removed you from seat %(seat)s in a game of %(title)s."),
        Cause.STAFF,
        Limit(20),
        members=("seat",),
    ),
    kind(
        "seat_given",
        _("A moderator has given you a seat in a running game."),
        _("You now play in a game of %(title)s"),
        _("A moderator has given you seat %(seat)s in a running game of %(title)s."),
        Cause.STAFF,
        Limit(20),
        members=("seat",),
    ),
    kind(
        "game_annulled",
        _("One of your games does not count."),
        _("A game of %(title)s does not count"),
        _(
            "A moderator has annulled your game of %(title)s: it counts neither for ratings nor "
            "for reliability."
        ),
        Cause.STAFF,
        Limit(20),
    ),
    kind(
        "message",
        _("There is a new message in your game."),
        _("New messages in %(title)s"),
        _("There are new messages in a game of %(title)s."),
        Cause.USER,
        Limit(60, from_one=30),
        bound="one for each game until the receiver has read",
        replaces=("message",),
        email=Mode.OFF,
        relevant=still_unread,
        members=("room", "number"),
    ),
    kind(
        "vote_opened",
        _("The players of your game are asked to vote."),
        _("Your vote is needed in %(title)s"),
        _("The players of your game of %(title)s are asked to vote."),
        Cause.PLAYER,
        Limit(10, from_one=3),
        bound="a user whose vote was refused waits 6 hours: 429 `vote_limit`",
        relevant=still_open,
        members=("vote", "about", "target", "closes_at"),
    ),
    kind(
        "vote_closed",
        _("A vote in your game has ended."),
        _("A vote in %(title)s has ended"),
        _("A vote in your game of %(title)s has ended."),
        Cause.PLAYER,
        Limit(10, from_one=3),
        bound="one for each vote",
        email=Mode.OFF,
        members=("vote", "about", "target", "passed"),
    ),
    kind(
        "seat_offered",
        _("A player offers you their seat."),
        _("You are offered a seat in %(title)s"),
        _("%(by)s offers you seat %(seat)s in a running game of %(title)s."),
        Cause.USER,
        Limit(5, from_one=1),
        bound="3 in 24 hours from one user: 429 `seat_offer_limit`",
        relevant=still_offered,
        names=("by",),
        members=("seat", "offer", "by"),
    ),
    kind(
        "seat_offer_answered",
        _("The seat that you offered was accepted or declined."),
        _("Your offer in %(title)s was answered"),
        _("The seat that you offered in a game of %(title)s was accepted or declined."),
        Cause.USER,
        Limit(10, from_one=3),
        bound="one for each offer by the receiver",
        email=Mode.OFF,
        members=("seat", "offer", "taken"),
    ),
    kind(
        "order_stopped",
        _("One of your standing orders could not be followed and has stopped."),
        _("A standing order in %(title)s has stopped"),
        _(
            "One of your standing orders in a game of %(title)s could not be followed and"
            " has stopped. You have to decide yourself%(until)s."
        ),
        Cause.GAME,
        None,
        bound="one for each order",
        members=(*DECISION, "position", "reason"),
    ),
)


def register_all() -> None:
    """Register the kinds, and the titles of games."""
    register(*KINDS)
    titles_provider_register("game", titles_for)
