"""Events: everybody counts the same ones, and only those concerned read the private part."""

from __future__ import annotations

import json

from tablekernel.events import Event, event_for
from tablekernel.state import State


def stored() -> dict[str, object]:
    event = Event("dealt", {"seat": 1, "count": 2}, {1: {"cards": [4, 9]}})
    document: dict[str, object] = json.loads(json.dumps(event.to_json()))
    return document


def test_the_seat_concerned_reads_both_parts() -> None:
    assert event_for(stored(), 1) == {"kind": "dealt", "seat": 1, "count": 2, "cards": [4, 9]}


def test_others_and_spectators_read_the_public_part_only() -> None:
    public = {"kind": "dealt", "seat": 1, "count": 2}
    assert event_for(stored(), 0) == public
    assert event_for(stored(), None) == public


def test_nothing_is_kept_when_nobody_listens() -> None:
    state = State(bytes(32))
    state.tell("dealt", {"seat": 1})
    assert state.events is None
    state.events = []
    state.tell("dealt", {"seat": 1})
    assert [event.to_json() for event in state.events] == [
        {"kind": "dealt", "public": {"seat": 1}, "private": {}}
    ]
