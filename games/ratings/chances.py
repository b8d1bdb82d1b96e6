"""What ratings tell about a game beforehand: each player's chance, and what is at stake."""

from __future__ import annotations

from uuid import UUID

from django.utils import timezone

from accounts.models import User
from games.models import Rating
from games.play.documents import Document
from games.play.errors import NamesHidden
from games.play.selectors import check_visible, game_header_read
from games.play.visibility import OVER, viewer_of
from games.ratings.errors import NoChances
from games.ratings.model import Skill, chances, rested, skills_after
from games.ratings.ratings import beginner_rating, provisional, skill_of
from games.rules.errors import GameOver


def chances_for(*, user: User, game_id: UUID) -> Document:
    """Return the chances of the players who have taken seats, by their ratings alone.

    Raises GameNotFound, GameOver, NamesHidden, NoChances.
    """
    game = game_header_read(game_id)
    seats = list(game.seats.select_related("user").order_by("number"))
    check_visible(game, viewer_of(seats, user), user)
    if game.status in OVER:
        raise GameOver
    if game.names_hidden:
        raise NamesHidden
    taken = [seat for seat in seats if not seat.free]
    users = [seat.user.id for seat in taken if seat.user is not None and seat.user.is_active]
    if len(users) < 2 or len(users) < len(taken):
        raise NoChances
    now = timezone.now()
    known = {
        row.user_id: row for row in Rating.objects.filter(ruleset=game.ruleset, user__in=users)
    }
    ratings = [known.get(one) or beginner_rating(one, game.ruleset) for one in users]
    skills = [rested(skill_of(one), now - (one.played_at or now)) for one in ratings]
    return {
        "rated": game.rated,
        "players": [
            {
                "seat": seat.number,
                "rating": rating.shown,
                "provisional": provisional(rating, now),
                "chance": round(chance, 4),
                "change_if_first": change_at(skills, index, 1) if game.rated else None,
                "change_if_last": change_at(skills, index, 3) if game.rated else None,
            }
            for index, (seat, rating, chance) in enumerate(
                zip(taken, ratings, chances(skills), strict=True)
            )
        ],
    }


def change_at(skills: list[Skill], player: int, place: int) -> int:
    """Return what a game changes a player's rating by, in front of all others (1) or behind (3).

    The order of the others does not matter: the model compares pairs.
    """
    places = [2] * len(skills)
    places[player] = place
    return skills_after(skills, places)[player].rating - skills[player].rating
