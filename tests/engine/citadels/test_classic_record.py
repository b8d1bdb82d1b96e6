"""A whole match of the classic edition is exported and replayed, and its log shows every rule in
which the edition differs from that of 2016 (rules 14).
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import orjson
import pytest

from engine.citadels.presentation import PRESENTATION
from engine.citadels.rules import RULES
from tablekernel import registry
from tablekernel.events import event_for
from tablekernel.loop import settle
from tablekernel.record import verify
from tests.engine.recorded import recorded

SEATS, MOST = 4, 300
Log = list[dict[str, Any]]


class Played:
    """A random match, as the export of it and as the public log of its replay."""

    def __init__(self, number: int) -> None:
        rng = Random(number)
        options = RULES.check_options({"edition": "classic"}, SEATS)
        seed, nonce = rng.randbytes(32), rng.randbytes(32)
        self.export = recorded(
            RULES,
            options=options,
            seats=SEATS,
            seed=seed,
            nonce=nonce,
            choices=choose_at_random(options, seed, rng),
            about={},
        )
        self.result: dict[str, Any] = orjson.loads(self.export)["result"]
        self.log = replay(self.export)

    def shows_everything(self) -> bool:
        """True if chance brought all that the tests below look for."""
        scores = self.result["scores"]
        return (
            bool(of(self.log, "heir_revealed") and of(self.log, "killed_shown"))
            and any(event["seat"] == event["victim"] for event in of(self.log, "destroyed"))
            and scores.count(max(scores)) > 1
        )

    def texts(self) -> list[str]:
        return [PRESENTATION.text(event, "en") for event in self.log]


def choose_at_random(options: dict[str, Any], seed: bytes, rng: Random) -> list[tuple[int, str]]:
    state, _ = RULES.start(options, SEATS, seed)
    moves = []
    while (decision := settle(state)) is not None:
        moves.append((decision.seat, rng.choice(decision.options).key))
        RULES.play(state, *moves[-1])
    return moves


def replay(export: bytes) -> Log:
    """The public log of an exported match, by the version that it names."""
    record = orjson.loads(export)
    rules = registry.ruleset(record["ruleset"], record["rules_version"]).rules
    seed = bytes.fromhex(record["seed"])
    state, played = rules.start(record["options"], record["seats"], seed)
    events = played.events
    for move in record["moves"]:
        events += rules.play(state, move["seat"], move["choice"]).events
    return [event_for(event.to_json(), None) for event in events]


@cache
def match() -> Played:
    """The first random match that shows everything."""
    return next(played for played in map(Played, range(MOST)) if played.shows_everything())


def of(log: Log, kind: str) -> Log:
    return [event for event in log if event["kind"] == kind]


def after(log: Log, character: str) -> Log:
    """The event that follows each reveal of a character."""
    return [
        log[place + 1]
        for place, event in enumerate(log)
        if event["kind"] == "revealed" and event["character"] == character
    ]


def test_the_export_verifies() -> None:
    record = orjson.loads(match().export)
    assert (record["rules_version"], record["options"]["edition"]) == ("citadels/2016.2", "classic")
    assert verify(match().export, registry.list_all_rules()).ok


def test_the_first_version_does_not_verify_it() -> None:
    forged = match().export.replace(b"citadels/2016.2", b"citadels/2016.1")
    assert not verify(forged, registry.list_all_rules()).ok


def test_eight_districts_complete_a_city() -> None:
    assert match().texts()[0] == "The game begins: 4 seats, and 8 districts complete a city."


@pytest.mark.parametrize(
    ("character", "bonus"),
    [
        ("merchant", {"kind": "gold_gained", "gold": 1, "reason": "merchant"}),
        ("architect", {"kind": "cards_gained", "count": 2, "reason": "architect"}),
    ],
)
def test_the_bonus_follows_the_reveal(character: str, bonus: dict[str, Any]) -> None:
    log = match().log
    found = [event for event in after(log, character) if event["kind"] != "robbed"]
    assert found
    for event in found:
        assert {name: event[name] for name in bonus} == bonus
    gains = [event for event in log if event.get("reason") == character]
    reveals = [event for event in of(log, "revealed") if event["character"] == character]
    assert len(gains) == len(reveals)


def test_the_king_gets_the_crown_at_once_or_as_a_killed_one_at_the_end_of_the_round() -> None:
    found = [event["kind"] for event in after(match().log, "king")]
    assert found
    assert set(found) <= {"crown_moved", "robbed"}
    log = match().log
    place = log.index(of(log, "heir_revealed")[0])
    heir = log[place]["seat"]
    assert log[place + 1] == {"kind": "crown_moved", "seat": heir}
    assert log[place + 2]["kind"] in ("round_started", "match_over")


def test_a_killed_character_is_shown_before_the_next_round() -> None:
    log = match().log
    for event in of(log, "killed_shown"):
        assert log[log.index(event) + 1]["kind"] in ("round_started", "match_over")
    assert any(text.endswith("and lost the turn.") for text in match().texts())


def test_the_warlord_has_destroyed_in_the_own_city() -> None:
    assert any(" in their own city for " in text for text in match().texts())


def test_the_city_and_then_the_gold_break_the_tie() -> None:
    (over,) = of(match().log, "match_over")
    result = over["result"]
    assert result == match().result
    first = [seat for seat, place in enumerate(result["placements"]) if place == 1]
    tied = [seat for seat, score in enumerate(result["scores"]) if score == max(result["scores"])]
    assert len(tied) > 1
    best = max(result["tie_breaks"][seat] for seat in tied)
    assert first == [seat for seat in tied if result["tie_breaks"][seat] == best]
    for seat, (city, gold) in enumerate(result["tie_breaks"]):
        assert city == result["breakdown"][seat]["districts"]
        assert gold >= 0
