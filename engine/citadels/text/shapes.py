"""Chooses the template of an event, a question or an option, for all languages alike.

A key is the kind, topic or verb, with a suffix if there are several ways to say it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Document = dict[str, Any]
Suffix = Callable[[Document], str]

SURCHARGE = "surcharge"
"""The template of a second sentence, for gold that also goes to the bank."""


def _if(*keys: str) -> Suffix:
    """Return ``:own`` for viewers who know one of these parameters."""
    return lambda event: ":own" if any(event.get(key) for key in keys) else ""


def _reason(event: Document) -> str:
    """Return a suffix: gathering and income are no cards."""
    return f":{event['reason']}" if event["reason"] in ("gather", "income") else ""


def _free(event: Document) -> str:
    return "" if event["gold"] else ":free"


def _victim(event: Document) -> str:
    return ":self" if event["victim"] == event["seat"] else ""


def _robbed(event: Document) -> str:
    return ":self" if event["by"] == event["seat"] else _free(event)


def _markers(event: Document) -> str:
    """Return a suffix: there are three warrants and two threats."""
    return (":warrant" if len(event["characters"]) > 2 else ":threat") + _if("face")(event)


def _threat(event: Document) -> str:
    return ":flower" if event["flower"] else ":blank"


EVENTS: dict[str, Suffix] = {
    "blown_up": _victim,
    "bribed": _free,
    "built": _free,
    "cards_gained": _reason,
    "character_discarded": _if("character"),
    "character_kept": _if("character"),
    "characters_swapped": _if("got"),
    "city_completed": lambda event: ":first" if event["first"] else "",
    "confiscated": _free,
    "destroyed": _victim,
    "exchanged": _free,
    "gold_gained": _reason,
    "hand_seen": _if("cards"),
    "hands_swapped": _if("cards"),
    "markers_laid": _markers,
    "match_over": lambda event: ":shared" if len(event["winners"]) > 1 else "",
    "paid": _free,
    "robbed": _robbed,
    "round_started": lambda event: ":face_up" if event["face_up"] else "",
    "spied": _if("cards"),
    "threat_revealed": _threat,
}


def event_keys(event: Document) -> list[str]:
    """Return the templates of an event's sentences."""
    kind = event["kind"]
    suffix = EVENTS.get(kind)
    keys = [kind + suffix(event) if suffix else kind]
    if event.get(SURCHARGE):
        keys.append(SURCHARGE)
    return keys


TOLD_APART = {"confiscate": "confiscate", "wizard_card": "build_at_once"}
"""Questions with other words if an option of this verb is legal."""


def question_key(decision: Document) -> str:
    """Return the template of a question."""
    topic: str = decision["topic"]
    verbs = {option["verb"] for option in decision["options"]}
    return f"{topic}:possible" if TOLD_APART.get(topic) in verbs else topic


def _what(option: Document) -> str:
    return ":character" if "character" in option else ":district"


LABELS: dict[str, Suffix] = {
    "crown": lambda option: f":{option.get('resource', 'nothing')}",
    "discard": _what,
    "give_district": lambda option: ":gold" if option.get("gold") else "",
    "end_turn": lambda option: ":uncollected" if "uncollected" in option else "",
    "income": lambda option: "" if {"gold", "cards"} <= set(option) else ":" + _kind(option),
    "keep": _what,
    "swap_character": lambda option: ":character" if "character" in option else "",
}
BY_CHOICE = frozenset({"gather", "navigate", "pay"})
"""Verbs whose choices differ by their whole key."""


def _kind(option: Document) -> str:
    return "gold" if "gold" in option else "cards"


BUILDS = frozenset({"build", "build_at_once"})
"""Verbs whose labels go on with the payment."""


def payment_key(option: Document) -> str:
    """Return the template of what it costs to build a district."""
    for key in ("gold", "destroys", "lender"):
        if key in option:
            return key
    ways = set(option["otherwise"])
    verbs = {way.partition(":")[0] for way in ways}
    if verbs == {"borrow"}:
        return "borrow"
    if verbs - {"pay"} == {"sacrifice"}:  # the Framework is one of the own districts
        return "sacrifice"
    return "cards" if "cards" in option else "several"


def gain_key(gain: Document) -> str:
    """Return the template of a gain that was not collected."""
    return label_key(gain) if gain["verb"] == "income" else str(gain["verb"])


def label_key(option: Document) -> str:
    """Return the template of an option."""
    verb: str = option["verb"]
    if verb in BY_CHOICE:
        return str(option["choice"])
    suffix = LABELS.get(verb)
    return verb + suffix(option) if suffix else verb
