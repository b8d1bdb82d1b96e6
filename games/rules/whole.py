"""What moves told single seats, for who may look at secrets."""

from __future__ import annotations

from typing import Any

import orjson

from engine.kernel.events import event_for
from games.rules import TextContext
from games.rules.rulesets import rules_now


def events_describe_for_staff(
    *, slug: str, events: str, text_context: TextContext
) -> list[dict[str, Any]]:
    """Stored events as a spectator may know them, each with ``told``: the sentences that single
    seats read in its place. SECRET while the game runs. Raises RulesUnavailable.
    """
    rules = rules_now(slug)
    told = []
    for event in orjson.loads(events):
        public = event_for(event, None)
        text = rules.text(public, text_context.language, text_context.names)
        private = {
            int(seat): rules.text(
                event_for(event, int(seat)), text_context.language, text_context.names
            )
            for seat in event["private"]
        }
        differing = {seat: said for seat, said in private.items() if said != text}
        told.append({**public, "text": text, "told": differing})
    return told
