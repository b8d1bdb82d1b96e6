"""The history of a rating: as a list, and as a picture."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from django.db.models import QuerySet
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from accounts.models import User
from games.models import Game, Rating, RatingChange
from games.play.documents import Document, user_document
from games.play.notifications import title_of
from games.ratings.model import BEGINNER
from games.ratings.selectors import seen_by
from games.rules.charts import Chart, Line, draw_chart
from games.rules.live_game import PORTRAIT

MOST_POINTS = 200
"""Points of a curve; of more, some are left out."""
COLORS = ("#c2571a", "#1f7a8c")
STEPS = (10, 20, 50, 100, 200, 500, 1000)
"""Rating points between two lines of the grid."""
MOST_STEPS = 5
SECTIONS = 4
"""Parts of the time, at whose ends dates are written."""
DAY = timedelta(days=1)


def changes_of(user: User, ruleset: str) -> QuerySet[RatingChange]:
    """Return what games did to a rating, newest first. Annulled games are left out."""
    return RatingChange.objects.filter(
        user=user, game__ruleset=ruleset, game__annulled_at=None
    ).order_by("-created_at", "-id")


# --- the list ----------------------------------------------------------------------------------


def change_documents(*, viewer: User, page: Sequence[RatingChange]) -> list[Document]:
    """Return changes of a user's rating, with the games and opponents that ``viewer`` may see."""
    ids = [change.game_id for change in page]
    seen = set(Game.objects.filter(seen_by(viewer), id__in=ids).values_list("id", flat=True))
    others: defaultdict[UUID, list[RatingChange]] = defaultdict(list)
    for one in RatingChange.objects.filter(game__in=seen).select_related("user").order_by("id"):
        others[one.game_id].append(one)
    return [
        {
            "at": change.created_at,
            "rating": change.shown_after,
            "change": change.shown_after - change.shown_before,
            "place": change.place,
            "game": change.game_id if change.game_id in seen else None,
            "opponents": [
                {"user": user_document(one.user), "place": one.place}
                for one in sorted(others[change.game_id], key=lambda one: one.place)
                if one.user_id != change.user_id
            ]
            if change.game_id in seen
            else None,
        }
        for change in page
    ]


# --- the picture -------------------------------------------------------------------------------


class Curve(NamedTuple):
    """A user's rating after each game, and before the first one."""

    name: str
    games: int
    points: list[tuple[datetime, int]]


def curve_of(user: User, ruleset: str) -> Curve:
    """Return the curve of a user, with at most ``MOST_POINTS``."""
    changes = changes_of(user, ruleset).reverse()
    rows = list(changes.values_list("created_at", "shown_before", "shown_after"))
    points = [(at, after) for at, _before, after in rows]
    if rows:
        points.insert(0, rows[0][:2])
    return Curve(user.username, len(rows), thin(points))


def thin(points: list[tuple[datetime, int]]) -> list[tuple[datetime, int]]:
    """Return at most ``MOST_POINTS``, evenly chosen, with the first and the last one."""
    if len(points) <= MOST_POINTS:
        return points
    step = (len(points) - 1) / (MOST_POINTS - 1)
    return [points[round(number * step)] for number in range(MOST_POINTS)]


def draw_curves(curves: Sequence[Curve], ruleset: str, language: str, layout: str) -> str:
    """Return the curves of users as one SVG."""
    with override(language):
        return draw_chart(chart_of(curves, ruleset, language), layout)


def pictures_of(users: Sequence[User], language: str) -> list[str]:
    """Return a picture with the curves of the users for each ruleset in which one is rated."""
    ratings = Rating.objects.filter(user__in=users).order_by("ruleset")
    return [
        draw_curves([curve_of(user, slug) for user in users], slug, language, PORTRAIT)
        for slug in sorted(set(ratings.values_list("ruleset", flat=True)))
    ]


def chart_of(curves: Sequence[Curve], ruleset: str, language: str) -> Chart:
    """Return what the picture shows, in the active language."""
    points = [point for curve in curves for point in curve.points]
    times = [at for at, _rating in points]
    first, last = (min(times), max(times)) if times else (None, None)
    return Chart(
        title=_("Rating"),
        caption=title_of(ruleset),
        description=" ".join(map(describe, curves)),
        end=date_format(last) if last else "",
        lines=[
            Line(
                name=curve.name,
                color=COLORS[number % len(COLORS)],
                bold=number == 0,
                solid=[((at - first) / DAY, rating) for at, rating in curve.points if first],
            )
            for number, curve in enumerate(curves)
        ],
        levels=levels_for([rating for _at, rating in points] or [BEGINNER.rating]),
        ticks=list(ticks_between(first, last)) if first and last else [],
        last=(last - first) / DAY if first and last else 0,
        language=language,
    )


def levels_for(ratings: Sequence[int]) -> list[tuple[float, str]]:
    """Return round numbers around the ratings."""
    low, high = min(ratings), max(ratings)
    step = next((step for step in STEPS if high - low <= MOST_STEPS * step), STEPS[-1])
    lowest, highest = low // step * step, -(-high // step) * step
    return [(level, str(level)) for level in range(lowest, max(highest, lowest + step) + 1, step)]


def ticks_between(first: datetime, last: datetime) -> Iterator[tuple[float, str]]:
    """Yield dates at equal distances. The last one is written by the chart."""
    written = {date_format(last)}
    for number in range(SECTIONS):
        after = (last - first) * number / SECTIONS
        words = date_format(first + after)
        if words not in written:
            written.add(words)
            yield after / DAY, words


def describe(curve: Curve) -> str:
    """Return a curve in words."""
    if not curve.points:
        return _("%(name)s has no rated games yet.") % {"name": curve.name}
    return ngettext(
        "The rating of %(name)s was %(first)d before %(games)d rated game, and is %(last)d after "
        "it.",
        "The rating of %(name)s was %(first)d before %(games)d rated games, and is %(last)d after "
        "them.",
        curve.games,
    ) % {
        "name": curve.name,
        "games": curve.games,
        "first": curve.points[0][1],
        "last": curve.points[-1][1],
    }
