"""The platform's interface to the bots of rulesets."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from random import Random
from time import monotonic
from typing import Any

import orjson
from django.conf import settings

from core.tracing import traced
from engine.kernel.bots import Budget, Observation
from engine.kernel.events import event_for
from games.rules.errors import RulesetNotFound
from games.rules.rulesets import ruleset_named


def bots_document(slug: str) -> dict[str, Any]:
    """Return the levels and profiles of a ruleset's bots."""
    bots = ruleset_named(slug).bots

    def described(name: str) -> dict[str, Any]:
        return {"name": name, "summary": bots.words.get(name, "")}

    levels = [
        {**described(name), "seconds": bot_seconds(slug=slug, level=name)} for name in bots.levels
    ]
    profiles = [described(name) for name in bots.profiles]
    return {"levels": levels, "profiles": profiles, "replacement": bots.replacement}


def bot_seconds(*, slug: str, level: str) -> float:
    """Return how long a bot of this level may think about one choice; 0 if it does not search."""
    usual = ruleset_named(slug).bots.seconds.get(level, 0.0)
    return float(settings.BOT_SECONDS.get(level, usual)) if usual else 0.0


def current_level(*, slug: str, level: str) -> str:
    """Return the present name of a level. Seats that a former version stored have former names.

    A ruleset that this version does not have keeps its names.
    """
    try:
        return ruleset_named(slug).bots.current_level(level)
    except RulesetNotFound:
        return level


def bot_listens(*, slug: str, level: str) -> bool:
    """True if a bot of this level uses the past events of its seat."""
    return level in ruleset_named(slug).bots.listens


def events_for_seat(events: Iterable[str], seat: int) -> list[dict[str, Any]]:
    """Return the stored events of moves in order, as ``seat`` was told them."""
    return [event_for(event, seat) for stored in events for event in orjson.loads(stored)]


@traced("engine.bot")
def bot_choice(
    *,
    slug: str,
    level: str,
    profile: str,
    observation: Observation,
    rng: Random,
) -> str:
    """Return the choice of a bot, which gets only what its seat knows.

    Its time is measured by the wall clock, so that it also decides in time on a busy machine: the
    time of the move is already chosen, and a late move would reveal how long the bot thought.
    """
    bots = ruleset_named(slug).bots
    budget = Budget(
        iterations=bots.iterations.get(level),
        seconds=bot_seconds(slug=slug, level=level),
        clock=monotonic,
    )
    return bots.bot(level, profile)(observation, budget, rng).key


def bot_rng(*, nonce: str, decision: int) -> Random:
    """Return the random generator for one decision of a bot. It is the same on every retry.

    It is derived from the secret nonce: from public data, players could compute a bot's choice. It
    is not derived from the seed, which must not influence bots.
    """
    message = b"bot" + decision.to_bytes(8, "big")
    return Random(blake2b(message, key=bytes.fromhex(nonce), digest_size=16).digest())
