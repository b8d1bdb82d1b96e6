"""What the platform asks of a ruleset about its bots."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from random import Random
from time import monotonic
from typing import Any

import orjson
from django.conf import settings

from engine.kernel.bots import Budget, Observation
from engine.kernel.events import event_for
from games.rules.rulesets import ruleset_named


def bots_document(slug: str) -> dict[str, Any]:
    """The bots of a ruleset: how strong they may be, and of which temperaments."""
    rules = ruleset_named(slug)

    def described(name: str) -> dict[str, Any]:
        return {"name": name, "summary": rules.bot_words.get(name, "")}

    levels = [
        {**described(name), "seconds": bot_seconds(slug=slug, level=name)}
        for name in rules.bot_levels
    ]
    profiles = [described(name) for name in rules.bot_profiles]
    return {"levels": levels, "profiles": profiles}


def bot_seconds(*, slug: str, level: str) -> float:
    """How long the bot of ``level`` may think about one choice; 0: it answers at once."""
    usual = ruleset_named(slug).bot_seconds.get(level, 0.0)
    return float(settings.BOT_SECONDS.get(level, usual)) if usual else 0.0


def bot_listens(*, slug: str, level: str) -> bool:
    """Whether the bot of ``level`` uses what its seat was told before."""
    return level in ruleset_named(slug).bot_listens


def events_for_seat(events: Iterable[str], seat: int) -> list[dict[str, Any]]:
    """The stored events of moves, one after the other, as ``seat`` was told them."""
    return [event_for(event, seat) for stored in events for event in orjson.loads(stored)]


def bot_choice(
    *,
    slug: str,
    level: str,
    profile: str,
    observation: Observation,
    rng: Random,
) -> str:
    """Return the choice of a bot, which gets what its seat knows and nothing else.

    Its time is measured by the wall clock, so that it decides in time on a busy machine too: the
    instant of its move is chosen before, and a late move would show how long it thought.
    """
    budget = Budget(seconds=bot_seconds(slug=slug, level=level), clock=monotonic)
    return ruleset_named(slug).bot(level, profile)(observation, budget, rng).key


def bot_rng(*, nonce: str, decision: int) -> Random:
    """The source of chance for one decision of a bot: the same whenever it is asked again.

    It comes from the secret nonce, since the others could compute a bot's choice from anything they
    know; and not from the seed, of which bots get nothing.
    """
    message = b"bot" + decision.to_bytes(8, "big")
    return Random(blake2b(message, key=bytes.fromhex(nonce), digest_size=16).digest())
