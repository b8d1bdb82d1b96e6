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
from games.rules.errors import RulesetNotFound
from games.rules.rulesets import ruleset_named
from tablekernel.bots import Bots, Budget
from tablekernel.bots import Observation as Observation
from tablekernel.events import event_for


def bots_document(slug: str) -> dict[str, Any]:
    """Return the levels and profiles of a ruleset's bots."""
    bots = ruleset_named(slug).bots

    def described(name: str) -> dict[str, Any]:
        return {"name": name, "summary": bots.words.get(name, "")}

    levels = [{**described(name), "seconds": bot_seconds(bots, name)} for name in bots.levels]
    profiles = [described(name) for name in bots.profiles]
    return {"levels": levels, "profiles": profiles, "replacement": bots.replacement}


def bot_seconds(bots: Bots, level: str) -> float:
    """Return how long a bot of this level may think about one choice; 0 if it does not search."""
    return min(bots.seconds.get(level, 0.0), float(settings.BOT_THINKING_SECONDS))


def current_level(*, slug: str, level: str) -> str:
    """Return the present name of a level. Seats that a former version stored have former names.

    A ruleset that this version does not have keeps its names.
    """
    try:
        return ruleset_named(slug).bots.current_level(level)
    except RulesetNotFound:
        return level


def events_for_seat(events: Iterable[str], seat: int) -> list[dict[str, Any]]:
    """Return the stored events of moves in order, as ``seat`` was told them."""
    return [event_for(event, seat) for stored in events for event in orjson.loads(stored)]


@traced("engine.bot")
def bot_choice(
    bots: Bots,
    *,
    level: str,
    profile: str,
    observation: Observation,
    rng: Random,
) -> str:
    """Return the choice of a bot, which gets only what its seat knows.

    Its time is measured by the wall clock, so that it also decides in time on a busy machine: the
    time of the move is already chosen, and a late move would reveal how long the bot thought.
    """
    budget = Budget(
        iterations=bots.iterations.get(level),
        seconds=bot_seconds(bots, level),
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
