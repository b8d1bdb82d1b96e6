"""Reads of seat offers."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet

from accounts.models import User
from games.models import SeatOffer
from games.play.documents import user_document
from games.play.selectors import OPEN_OFFERS, offers_open


def offers_of(*, user: User) -> QuerySet[SeatOffer]:
    """Return the open offers to and by ``user``, newest first."""
    made = SeatOffer.objects.filter(OPEN_OFFERS, by=user)
    mine = offers_open(user=user).order_by().values("id").union(made.order_by().values("id"))
    return SeatOffer.objects.filter(id__in=mine).select_related("game", "by", "to")


def offer_document(offer: SeatOffer) -> dict[str, Any]:
    """Return an offer as both of its users see it."""
    return {
        "id": offer.id,
        "game": offer.game_id,
        "ruleset": offer.game.ruleset,
        "seat": offer.seat,
        "by": user_document(offer.by),
        "to": user_document(offer.to),
        "created_at": offer.created_at,
        "closed_at": offer.closed_at,
        "taken": offer.taken,
    }
