"""Form fields that several staff actions on games share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models import Game, Seat
from moderation.actions.fields import NOT_CHOSEN


def seat_field(concerns: Callable[[Seat], bool]) -> Callable[[Game], forms.Field]:
    """Return a field that offers the seats for which ``concerns`` is true."""

    def field(game: Game) -> forms.Field:
        seats = game.seats.select_related("user").order_by("number")
        choices: list[tuple[Any, Any]] = [
            (one.number, seat_name(one)) for one in seats if concerns(one)
        ]
        choices.insert(0, NOT_CHOSEN)
        return forms.TypedChoiceField(choices=choices, coerce=int, label=_("Seat"))

    return field


def seat_name(seat: Seat) -> str:
    """Return a seat with the name of its player, for forms."""
    who = seat.real_name or gettext("free")
    if seat.user is None and seat.bot:
        who = f"{who} ({gettext('bot')}, {seat.bot})"
    return gettext("Seat %(seat)s: %(who)s") % {"seat": seat.number, "who": who}


def username_field(game: Game) -> forms.Field:
    """Return a field for the name of a user."""
    return forms.CharField(max_length=30, label=_("Username"))
