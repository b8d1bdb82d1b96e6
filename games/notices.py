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
from games import engines
from games.models import Game, Invitation, LastRead, Seat, SeatOffer, Status, Vote
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

# kind: (subject, text) in each language; {title} is the game's, {until} the deadline.
SAID: dict[str, dict[str, tuple[str, str]]] = {
    "your_turn": {
        "en": ("Your turn in {title}", "It is your turn in a match of {title}{until}."),
        "fr": ("À vous de jouer : {title}", "C'est à vous dans une partie de {title}{until}."),
    },
    "turn_reminder": {
        "en": ("Time is running out in {title}", "A match of {title} still waits for you{until}."),
        "fr": ("Le temps presse : {title}", "Une partie de {title} vous attend toujours{until}."),
    },
    "match_started": {
        "en": ("A match of {title} has begun", "Your match of {title} has begun."),
        "fr": ("Une partie de {title} commence", "Votre partie de {title} a commencé."),
    },
    "match_finished": {
        "en": ("A match of {title} is over", "Your match of {title} is over: see who has won."),
        "fr": ("Une partie de {title} est finie", "Votre partie de {title} est finie."),
    },
    "match_cancelled": {
        "en": ("A match of {title} was called off", "Your match of {title} was called off."),
        "fr": ("Une partie de {title} est annulée", "Votre partie de {title} a été annulée."),
    },
    "match_reopened": {
        "en": (
            "A match of {title} looks for players again",
            "Not all players of your match of {title} showed up. It is open again as a new match, "
            "and you have a seat in it.",
        ),
        "fr": (
            "Une partie de {title} cherche de nouveau des joueurs",
            "Tous les joueurs de votre partie de {title} ne sont pas venus. Elle est rouverte sous "
            "une nouvelle forme, et vous y avez un siège.",
        ),
    },
    "seat_timed_out": {
        "en": (
            "A player of {title} ran out of time",
            "Seat {seat} in your match of {title} ran out of time.",
        ),
        "fr": (
            "Temps écoulé : {title}",
            "Le siège {seat} de votre partie de {title} a dépassé son temps.",
        ),
    },
    "turn_excused": {
        "en": (
            "Your late turn in {title} was excused",
            "Your time ran out in a match of {title}. This once you have more{until}.",
        ),
        "fr": (
            "Votre retard est excusé : {title}",
            "Votre temps est écoulé dans une partie de {title}. Pour cette fois, vous en avez plus"
            "{until}.",
        ),
    },
    "bot_took_over": {
        "en": (
            "A bot plays for you in {title}",
            "Your time ran out in a match of {title}. A bot plays your seat until you return.",
        ),
        "fr": (
            "Un robot joue pour vous : {title}",
            "Votre temps est écoulé dans une partie de {title}. Un robot joue à votre place "
            "jusqu'à votre retour.",
        ),
    },
    "clock_paused": {
        "en": ("A match of {title} is paused", "The clock of your match of {title} stands still."),
        "fr": (
            "Une partie de {title} est en pause",
            "L'horloge de votre partie de {title} est arrêtée.",
        ),
    },
    "clock_resumed": {
        "en": (
            "A match of {title} goes on",
            "The clock of your match of {title} runs again{until}.",
        ),
        "fr": (
            "Une partie de {title} reprend",
            "L'horloge de votre partie de {title} repart{until}.",
        ),
    },
    "match_suspended": {
        "en": (
            "A match of {title} is suspended",
            "The service failed on your match of {title}. Its clocks stand still until it is "
            "mended; nobody loses time.",
        ),
        "fr": (
            "Une partie de {title} est suspendue",
            "Le service a échoué sur votre partie de {title}. Ses horloges sont arrêtées jusqu'à "
            "la réparation ; personne ne perd de temps.",
        ),
    },
    "match_rolled_back": {
        "en": (
            "A match of {title} went back",
            "Your match of {title} went back to an earlier move; what came after no longer counts.",
        ),
        "fr": (
            "Une partie de {title} est revenue en arrière",
            "Votre partie de {title} est revenue à un coup antérieur ; la suite ne compte plus.",
        ),
    },
    "invited": {
        "en": (
            "{username} invites you to {title}",
            "{username} asks you to take a seat in a match of {title}.",
        ),
        "fr": (
            "{username} vous invite : {title}",
            "{username} vous propose un siège dans une partie de {title}.",
        ),
    },
    "invitation_answered": {
        "en": (
            "{username} has answered your invitation to {title}",
            "{username} has {answer} your invitation to a match of {title}.",
        ),
        "fr": (
            "{username} a répondu à votre invitation : {title}",
            "{username} a {answer} votre invitation à une partie de {title}.",
        ),
    },
    "kicked": {
        "en": (
            "You have lost your seat in a match of {title}",
            "You no longer have a seat in a match of {title}: {why}.",
        ),
        "fr": (
            "Vous n'avez plus de siège : {title}",
            "Vous n'avez plus de siège dans une partie de {title} : {why}.",
        ),
    },
    "host_passed": {
        "en": (
            "You are the host of a match of {title}",
            "The host of your match of {title} has left: you are the host now.",
        ),
        "fr": (
            "Vous êtes l'hôte d'une partie de {title}",
            "L'hôte de votre partie de {title} est parti : vous êtes maintenant l'hôte.",
        ),
    },
    "rematch_offered": {
        "en": (
            "{username} wants a rematch in {title}",
            "{username} asks for another match of {title}; a seat is kept for you.",
        ),
        "fr": (
            "{username} propose une revanche : {title}",
            "{username} propose une autre partie de {title} ; un siège vous est gardé.",
        ),
    },
    "order_stopped": {
        "en": (
            "A standing order in {title} has stopped",
            "One of your standing orders no longer fits in a match of {title}. The decision is "
            "yours again{until}.",
        ),
        "fr": (
            "Une consigne arrêtée : {title}",
            "Une de vos consignes ne convient plus dans une partie de {title}. C'est de nouveau à "
            "vous de décider{until}.",
        ),
    },
    "message": {
        "en": ("New messages in {title}", "There are new messages in a match of {title}."),
        "fr": ("Nouveaux messages : {title}", "Il y a de nouveaux messages dans {title}."),
    },
    "vote_opened": {
        "en": (
            "Your vote is asked in {title}",
            "The players of your match of {title} are asked to vote.",
        ),
        "fr": (
            "On vous demande de voter : {title}",
            "Les joueurs de votre partie de {title} sont appelés à voter.",
        ),
    },
    "vote_closed": {
        "en": ("A vote in {title} is decided", "A vote in your match of {title} is decided."),
        "fr": ("Un vote est clos : {title}", "Un vote dans votre partie de {title} est clos."),
    },
    "seat_offered": {
        "en": (
            "You are offered a seat in {title}",
            "{by} offers you seat {seat} in a running match of {title}.",
        ),
        "fr": (
            "On vous offre une place : {title}",
            "{by} vous offre le siège {seat} d'une partie de {title} en cours.",
        ),
    },
    "seat_offer_answered": {
        "en": (
            "Your offer in {title} was answered",
            "The seat that you offered in a match of {title} was taken, or declined.",
        ),
        "fr": (
            "Réponse à votre offre : {title}",
            "Le siège que vous offriez dans une partie de {title} a été pris, ou refusé.",
        ),
    },
}
ANSWERS = {
    "en": {"accepted": "accepted", "declined": "declined"},
    "fr": {"accepted": "accepté", "declined": "décliné"},
}
WHY_KICKED = {
    "en": {"host": "the host has removed you", "not_ready": "you were not ready at its start"},
    "fr": {"host": "l'hôte vous a retiré", "not_ready": "vous n'étiez pas prêt à son début"},
}
UNTIL = {"en": ", until {instant}", "fr": ", jusqu'au {instant}"}
LINE = {"en": "{title}: your turn", "fr": "{title} : c'est à vous"}


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
        return engines.ruleset_named(slug).title
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
    kind("invited", "You are asked to join a match.", relevant=still_invited),
    kind("invitation_answered", "Somebody has answered your invitation.", Mode.OFF),
    kind("kicked", "You have lost your seat before a match began."),
    kind("host_passed", "You are the host of a match now, since the host has left."),
    kind("rematch_offered", "A player wants another match of the same people."),
    kind("seat_timed_out", "A player of your match has lost his seat to the clock."),
    kind("turn_excused", "You were late, and have more time.", relevant=still_your_turn),
    kind("bot_took_over", "A bot plays your seat until you return."),
    kind("clock_paused", "The clock of your match was stopped.", Mode.OFF),
    kind("clock_resumed", "The clock of your match runs again.", Mode.OFF),
    kind("match_suspended", "The service failed on your match, and has stopped its clocks."),
    kind("match_rolled_back", "Your match went back to an earlier move."),
    kind("message", "Somebody has written in your match.", Mode.OFF, relevant=still_unread),
    kind("vote_opened", "The players of your match are asked to vote.", relevant=still_open),
    kind("vote_closed", "A vote in your match is decided.", Mode.OFF),
    kind("seat_offered", "A player offers you his seat.", relevant=still_offered),
    kind("seat_offer_answered", "The seat that you offered was taken, or declined.", Mode.OFF),
    kind("order_stopped", "A standing order of yours no longer fits."),
)


def register_all() -> None:
    """Make all of this known to the notifications."""
    register(*KINDS)
    provide(open_turns)
