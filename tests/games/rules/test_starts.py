"""Games that begin at a position: dealt again from nothing but what the seat to act knows."""

from __future__ import annotations

from random import Random
from typing import Any

import orjson
import pytest

from games.rules import starts
from games.rules.starts import RedealFailed, game_set_up_at, position_redeal
from tablekernel.codec import canonical
from tablekernel.ruleset import Ruleset
from tests.engine.castle.pairs import CastlePairs
from tests.engine.citadels.pairs import CitadelsPairs
from tests.leak_probe import Pairs
from tests.tablekernel.toy import RULES as TOY_RULES
from tests.tablekernel.toy import TOY

TABLES: list[Pairs] = [
    CitadelsPairs(2),
    CitadelsPairs(4),
    CitadelsPairs(7, {"preset": "surprise"}),
    CastlePairs(),
]


@pytest.fixture(params=range(len(TABLES)), ids=["two", "four", "seven", "castle"])
def table(request: pytest.FixtureRequest) -> Pairs:
    return TABLES[request.param]


@pytest.fixture(autouse=True)
def same_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every deal draws the same numbers."""
    monkeypatch.setattr(starts, "SystemRandom", lambda: Random(7))


def redealt(ruleset: Ruleset, state: Any) -> str:
    return position_redeal(ruleset, stored=ruleset.rules.dump(state).decode(), events=())


def test_the_deal_depends_only_on_what_the_seat_knows(table: Pairs) -> None:
    """States that the seat cannot distinguish are dealt to the same state."""
    compared = 0
    for state, decision, _, rng in table.walk(3, 0.1):
        paired = table.paired_now(state.copy(), decision.seat, decision, rng)
        assert redealt(table.ruleset, paired) == redealt(table.ruleset, state)
        compared += 1
    assert compared > 5


def test_the_seat_knows_the_same_afterwards(table: Pairs) -> None:
    rules = table.ruleset.rules
    for state, decision, _, _ in table.walk(4, 0.1):
        dealt = rules.load(redealt(table.ruleset, state))
        assert rules.own_decision(dealt, decision.seat) == rules.own_decision(state, decision.seat)
        assert rules.view(dealt, decision.seat) == rules.view(state, decision.seat)


def test_what_is_dealt_is_played_to_the_end(table: Pairs) -> None:
    rules = table.ruleset.rules
    for state, _, _, rng in table.walk(5, 0.05):
        dealt = rules.load(redealt(table.ruleset, state))
        while (decision := rules.decision(dealt)) is not None:
            rules.play(dealt, decision.seat, rng.choice(decision.options).key)
        assert rules.result(dealt) is not None


def test_it_begins_with_a_secret_seed_of_its_own(table: Pairs) -> None:
    rules = table.ruleset.rules
    state = next(state for state, *_ in table.walk(6, 0.1))
    stored = rules.dump(state).decode()
    openings = [game_set_up_at(table.ruleset, stored) for _ in range(2)]
    assert len({opening.commitment for opening in openings}) == 2
    for opening in openings:
        assert opening.live_game.dump() == opening.start
        assert without_seed(opening.start) == without_seed(stored)
        assert state.seed.hex() not in opening.start


def without_seed(stored: str) -> bytes:
    """Return a stored state without its seed and the number of its draws."""
    state = orjson.loads(stored)
    return canonical({name: state[name] for name in state.keys() - {"seed", "draws"}})


@pytest.mark.usefixtures("toy")
def test_a_ruleset_without_search_cannot_deal() -> None:
    state, _ = TOY_RULES.start({"rounds": 1}, 2, bytes(32))
    with pytest.raises(RedealFailed):
        redealt(TOY, state)


def test_a_deal_that_contradicts_what_the_seat_knows_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Such bots would have an error; no game begins with it."""
    table = TABLES[-1]
    states = [state.copy() for state, *_ in table.walk(8, 0.1)]

    class Wrong:
        def __init__(self, *_: Any) -> None: ...

        def determinize(self, rng: Random) -> Any:
            return states[0]

    monkeypatch.setattr(table.ruleset.bots, "problem", Wrong)
    with pytest.raises(RedealFailed):
        redealt(table.ruleset, states[-1])
