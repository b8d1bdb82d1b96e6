"""What the options of decisions have besides their key and verb."""

from __future__ import annotations

from typing import Final

from tablekernel.topics import ARRAY, BOOLEAN, INTEGER, STRING, Members

NOTHING: Members = {}
CHARACTER: Members = {"character": STRING, "rank": INTEGER}
DISTRICT: Members = {"district": STRING, "cost": INTEGER}
OWN_DISTRICT: Members = {**DISTRICT, "beautified": BOOLEAN}
BUILD: Members = {
    **DISTRICT,
    "gold": INTEGER,
    "otherwise": ARRAY,
    "destroys": STRING,
    "cards": INTEGER,
}
SEAT: Members = {"seat": INTEGER}
CITY: Members = {**SEAT, **OWN_DISTRICT}
RAID: Members = {**CITY, "gold": INTEGER}

MAY_PASS: dict[str, Members] = {"pass": NOTHING}
MAY_STOP: dict[str, Members] = {"stop": NOTHING}

CHEAPEST: Final = "cost"
"""The member by which a default takes the option with the lowest value."""
