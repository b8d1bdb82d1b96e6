"""Reads of statistics. They come from sums of finished public games alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from hashlib import sha256
from typing import Any

from django.core.cache import cache
from django.db.models import Exists, OuterRef, Q, QuerySet, Sum
from django.utils.translation import gettext as _
from django.utils.translation import override

from accounts.models import Preferences, User
from core.errors import Invalid
from games.models import ChoiceCount, HeadToHead, ResultCount
from games.play.documents import Document, user_document
from games.ratings.selectors import user_find
from games.rules.rulesets import ruleset_chosen, ruleset_named
from games.rules.statistics import Titles, explored_of, keys_of
from games.statistics.errors import NothingToExplore, StatisticsHidden
from games.statistics.intervals import figure

CACHED = 300
"""Seconds for which statistics of all users may be old."""
OFFERS = 20
"""How many of the most frequent offers are listed."""
BOTS = "bots"


def cached(parts: tuple[Any, ...], compute: Callable[[], Document]) -> Document:
    """Return a document about all users from the cache, or compute it."""
    key = f"statistics:{sha256(repr(parts).encode()).hexdigest()}"
    document: Document | None = cache.get(key)
    if document is None:
        cache.set(key, document := compute(), CACHED)
    return document


# --- results -----------------------------------------------------------------------------------


def ruleset_statistics(*, slug: str, kind: str, players: int | None, language: str) -> Document:
    """Return the results of all seats. Raises RulesetNotFound."""
    ruleset_named(slug)
    rows = ResultCount.objects.filter(user=None)
    return cached(
        ("ruleset", slug, kind, players, language),
        lambda: results_document(rows, slug, kind, players, language),
    )


def user_statistics(
    *, viewer: User, username: str, ruleset: str, kind: str, players: int | None, language: str
) -> Document:
    """Return the results of a user. Raises UserNotFound, StatisticsHidden, Invalid."""
    user = user_shown(viewer=viewer, username=username)
    rows = ResultCount.objects.filter(user=user)
    slug = ruleset_chosen(ruleset).slug
    return {
        "user": user_document(user),
        **results_document(rows, slug, kind, players, language),
    }


def user_shown(*, viewer: User, username: str) -> User:
    """Return a user whose statistics ``viewer`` may see. Raises UserNotFound, StatisticsHidden."""
    user = user_find(username)
    if user != viewer and Preferences.objects.filter(user=user, hide_statistics=True).exists():
        raise StatisticsHidden
    return user


def results_document(
    rows: QuerySet[ResultCount], slug: str, kind: str, players: int | None, language: str
) -> Document:
    """Return results by what is counted, each with the share that chance would give."""
    rows = rows.filter(ruleset=slug, bots=kind == BOTS)
    sizes = sorted(set(rows.filter(key="players").values_list("players", flat=True)))
    if players is not None:
        rows = rows.filter(players=players)
    sums: defaultdict[str, dict[str, list[float]]] = defaultdict(dict)
    none = [0, 0, 0, 0.0]
    for row in rows.values("key", "value", "players", "games", "wins", "times"):
        one = sums[row["key"]].get(row["value"], none)
        parts = (row["games"], row["wins"], row["times"], row["games"] / row["players"])
        sums[row["key"]][row["value"]] = [a + b for a, b in zip(one, parts, strict=True)]
    titles = Titles(slug, language)
    own = shared_titles(language)
    games, wins, _times, chance = map(sum, zip(none, *sums["players"].values(), strict=True))
    return {
        "ruleset": slug,
        "kind": kind,
        "players": players,
        "sizes": sizes,
        "won": figure(int(wins), int(games), chance),
        "groups": [
            {
                "key": key,
                "title": own[key] if key in own else titles.key(key),
                "rows": [
                    {
                        "value": value,
                        "title": own.get(f"{key}:{value}", value)
                        if key in own
                        else titles.value(key, value),
                        "times": times,
                        "won": figure(int(won), int(count), expected),
                    }
                    for value, (count, won, times, expected) in sorted(
                        sums[key].items(), key=by_size(key in own)
                    )
                ],
            }
            for key in (*SHARED, *keys_of(slug))
            if sums[key]
        ],
    }


def by_size(is_number: bool) -> Callable[[tuple[str, list[float]]], Any]:
    """Return the sort key of rows: by number, or the most frequent first."""
    if is_number:
        return lambda row: (len(row[0]), row[0])
    return lambda row: (-row[1][0], row[0])


SHARED = ("players", "seat", "pace", "length")
"""What the platform counts in every ruleset."""


def shared_titles(language: str) -> dict[str, str]:
    """Return the titles of what the platform counts."""
    with override(language):
        return {
            "players": _("Number of players"),
            "seat": _("Seat"),
            "pace": _("Pace"),
            "length": _("Number of rounds"),
            "pace:none": _("Without a clock"),
            "pace:per_decision": _("Time for each decision"),
            "pace:reserve": _("Time for each decision, and a reserve"),
            "pace:fischer": _("Time that grows with each turn"),
        }


# --- head to head ------------------------------------------------------------------------------


def opponents_of(*, viewer: User, username: str, ruleset: str = "") -> QuerySet[HeadToHead]:
    """Return the results of a user against each opponent, those with most games first.

    Opponents who hide their statistics are seen by the two alone. Raises UserNotFound,
    StatisticsHidden, Invalid.
    """
    user = user_shown(viewer=viewer, username=username)
    rows = HeadToHead.objects.filter(user=user, opponent__is_active=True)
    if ruleset:
        rows = rows.filter(ruleset=ruleset_chosen(ruleset).slug)
    if user != viewer:
        hidden = Preferences.objects.filter(user=OuterRef("opponent"), hide_statistics=True)
        rows = rows.filter(Q(opponent=viewer) | ~Exists(hidden))
    return rows.select_related("user", "opponent")


def head_to_head(*, viewer: User, username: str, opponent: str) -> list[HeadToHead]:
    """Return the results of a user against another one, by ruleset.

    If one of them hides their statistics, only the two see it. Raises UserNotFound,
    StatisticsHidden.
    """
    one, other = users = [user_find(name) for name in (username, opponent)]
    hidden = Preferences.objects.filter(user__in=users, hide_statistics=True)
    if viewer not in users and hidden.exists():
        raise StatisticsHidden
    rows = HeadToHead.objects.filter(user=one, opponent=other).select_related("opponent")
    return list(rows.order_by("ruleset"))


def pair_document(row: HeadToHead) -> Document:
    """Return the results of a user against an opponent in a ruleset."""
    return {
        "opponent": user_document(row.opponent),
        "ruleset": row.ruleset,
        "won": figure(row.wins, row.games),
        "lost": row.lost,
        "drawn": row.games - row.wins - row.lost,
    }


# --- the explorer ------------------------------------------------------------------------------


def explorer(
    *, slug: str, kind: str, players: int | None, situation: str, offer: str, language: str
) -> Document:
    """Return what was chosen, and what winners chose, in a situation.

    Raises RulesetNotFound, NothingToExplore, Invalid.
    """
    explored = explored_of(slug)
    if explored is None:
        raise NothingToExplore
    features = dict(pair.partition("=")[::2] for pair in situation.split(",") if pair)
    if not features.keys() <= set(explored.features):
        detail = _("The features are: %(features)s.")
        words = {"features": ", ".join(explored.features)}
        raise Invalid.field("/situation", "unknown_feature", detail % words)
    options = sorted({value for value in offer.split(",") if value})
    rows = ChoiceCount.objects.filter(ruleset=slug, bots=kind == BOTS, topic=explored.topic)
    return cached(
        ("explorer", slug, kind, players, sorted(features.items()), options, language),
        lambda: {
            "ruleset": slug,
            "kind": kind,
            "players": players,
            **explorer_document(rows, players, features, options, Titles(slug, language)),
        },
    )


def explorer_document(
    rows: QuerySet[ChoiceCount],
    players: int | None,
    features: dict[str, str],
    options: list[str],
    titles: Titles,
) -> Document:
    """Return the choices of the ``rows`` with these features and this offer."""
    sizes = sorted(set(rows.order_by().values_list("players", flat=True).distinct()))
    if players is not None:
        rows = rows.filter(players=players)
    known = rows.order_by().values_list("situation").annotate(sum=Sum("games"))
    values: defaultdict[str, defaultdict[str, int]] = defaultdict(lambda: defaultdict(int))
    for situation, count in known:
        for pair in situation.strip(";").split(";"):
            name, _equals, value = pair.partition("=")
            values[name][value] += count
    for name, value in features.items():
        rows = rows.filter(situation__contains=f";{name}={value};")
    if options:
        rows = rows.filter(offer=f",{','.join(options)},")
    tallies, offers = tally(rows)
    return {
        "sizes": sizes,
        "features": [
            {
                "feature": name,
                "title": titles.key(name),
                "values": [
                    {"value": value, "count": values[name][value]}
                    for value in sorted(values[name], key=lambda value: (len(value), value))
                ],
            }
            for name in values
        ],
        "situation": features,
        "offer": named(options, titles),
        "decisions": sum(offers.values()),
        "choices": [
            {
                "value": value,
                "title": titles.value("", value),
                "kept": figure(one["kept"], one["offered"], one["chance"]),
                "kept_by_winners": figure(one["won"], one["winners"], one["chance_of_winners"]),
                "won": figure(one["won"], one["kept"], one["expected"]),
            }
            for value, one in sorted(tallies.items(), key=lambda item: -item[1]["kept"])
        ],
        "offers": [
            {"options": named(offer.strip(",").split(","), titles), "count": count}
            for offer, count in sorted(offers.items(), key=lambda item: (-item[1], item[0]))
        ][:OFFERS],
    }


def tally(rows: QuerySet[ChoiceCount]) -> tuple[dict[str, Any], dict[str, int]]:
    """Return sums by each value that was on offer, and the number of decisions by offer."""
    tallies: defaultdict[str, Any] = defaultdict(lambda: defaultdict(int))
    offers: defaultdict[str, int] = defaultdict(int)
    grouped = rows.order_by().values_list("offer", "chosen", "players")
    for offer, chosen, players, games, wins in grouped.annotate(Sum("games"), Sum("wins")):
        offers[offer] += games
        options = offer.strip(",").split(",")
        for value in options:
            one = tallies[value]
            one["offered"] += games
            one["winners"] += wins
            one["chance"] += games / len(options)
            one["chance_of_winners"] += wins / len(options)
        one = tallies[chosen]
        one["kept"] += games
        one["won"] += wins
        one["expected"] += games / players
    return dict(tallies), dict(offers)


def named(values: list[str], titles: Titles) -> list[Document]:
    """Return values with their titles."""
    return [{"value": value, "title": titles.value("", value)} for value in values]
