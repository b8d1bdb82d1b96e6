"""The loop: who is asked, what is answered without asking, what is refused."""

from __future__ import annotations

import pytest

from tablekernel.errors import IllegalChoice, MatchOver, NotYourDecision
from tablekernel.frames import Choice, Decision, Frame
from tablekernel.loop import Stuck, answer, find_choice, nearest, settle
from tablekernel.state import State
from tests.tablekernel.toy import RULES, Counter, Play, Round, ToyState

SEED = bytes(range(32))
LEFT, RIGHT = Choice("left"), Choice("right")


def fresh(seats: int = 3, rounds: int = 2, seed: bytes = SEED) -> ToyState:
    state, _ = RULES.start({"rounds": rounds}, seats, seed)
    assert isinstance(state, ToyState)
    return state


def lay_all(state: ToyState) -> None:
    """Go on until somebody is asked whether it counters."""
    while (decision := settle(state)) is not None and decision.topic != "counter":
        answer(state, decision.options[0])


class Fork(Frame):
    """Asks with the options it was given."""

    __slots__ = ("options", "secret", "taken")
    steps = ("ask_way",)

    def __init__(self, options: tuple[Choice, ...], secret: bool = False) -> None:
        super().__init__()
        self.options = options
        self.secret = secret
        self.taken: list[str] = []

    def ask_way(self, state: State) -> Decision | None:
        if len(self.taken) == 2:
            return None
        return Decision(0, "way", self.options, self.secret)

    def answer_way(self, state: State, choice: Choice) -> bool:
        self.taken.append(choice.key)
        return True


def forked(*options: Choice, secret: bool = False) -> tuple[State, Fork]:
    state, fork = State(SEED), Fork(options, secret)
    state.push(fork)
    return state, fork


def test_the_open_decision_is_that_of_the_topmost_frame() -> None:
    state = fresh()
    decision = settle(state)
    assert decision is not None
    assert (decision.seat, decision.topic) == (0, "boast")
    assert [type(frame) for frame in state.stack] == [Play, Round]


def test_settling_twice_gives_the_same_decision_and_changes_nothing() -> None:
    state = fresh()
    while (first := settle(state)) is not None:
        before = RULES.dump(state)
        second = settle(state)
        assert second is not None
        assert (first.seat, first.topic) == (second.seat, second.topic)
        assert list(first.options) == list(second.options)
        assert RULES.dump(state) == before
        answer(state, first.options[-1])


def test_a_question_put_again_is_asked_until_it_passes() -> None:
    state, fork = forked(LEFT, RIGHT)
    assert settle(state) is not None
    assert answer(state, LEFT) is not None
    assert answer(state, RIGHT) is None
    assert fork.taken == ["left", "right"]
    assert state.stack == []


def test_a_lone_option_is_taken_without_asking() -> None:
    state, fork = forked(LEFT)
    assert settle(state) is None
    assert fork.taken == ["left", "left"]


def test_a_secret_lone_option_is_asked_nevertheless() -> None:
    state, fork = forked(LEFT, secret=True)
    decision = settle(state)
    assert decision is not None
    assert list(decision.options) == [LEFT]
    assert fork.taken == []


def test_the_last_card_of_a_hand_is_laid_without_asking() -> None:
    state = fresh(seats=2, rounds=1)
    topics = []
    while (decision := settle(state)) is not None:
        topics.append(decision.topic)
        answer(state, decision.options[0])
    assert topics == ["boast", "boast", "counter"]


def test_a_question_without_options_is_a_fault_of_the_rules() -> None:
    state, _ = forked()
    with pytest.raises(Stuck, match="Fork asks way"):
        settle(state)


def test_a_frame_that_is_pushed_is_finished_before_the_step_behind_it() -> None:
    state = fresh(seats=2, rounds=1)
    lay_all(state)
    assert [type(frame) for frame in state.stack] == [Play, Round, Counter]
    assert state.coins == [0, 0]
    answer(state, find_choice(state, settle_seat(state), "pass"))
    assert sum(state.coins) > 0


def settle_seat(state: ToyState) -> int:
    decision = settle(state)
    assert decision is not None
    return decision.seat


def test_nearest_finds_the_frame_an_interrupt_lies_on() -> None:
    state = fresh()
    lay_all(state)
    assert nearest(state, Round) is state.stack[-2]
    with pytest.raises(LookupError, match="no Fork is waiting"):
        nearest(state, Fork)


def test_play_refuses_another_seat() -> None:
    state = fresh()
    before = RULES.dump(state)
    with pytest.raises(NotYourDecision) as refusal:
        RULES.play(state, 1, "boast")
    assert refusal.value.seat == 0
    assert RULES.dump(state) == before


def test_play_refuses_what_is_not_an_option_and_names_the_options() -> None:
    state = fresh()
    before = RULES.dump(state)
    with pytest.raises(IllegalChoice) as refusal:
        RULES.play(state, 0, "counter")
    assert refusal.value.options == ("boast", "pass")
    assert RULES.dump(state) == before


def test_play_refuses_anything_after_the_end() -> None:
    state = fresh(seats=2, rounds=1)
    while (decision := settle(state)) is not None:
        RULES.play(state, decision.seat, decision.options[0].key)
    with pytest.raises(MatchOver):
        RULES.play(state, 0, "pass")


def test_a_match_parked_at_every_decision_goes_as_one_that_is_not() -> None:
    kept, parked = fresh(), fresh()
    while (decision := settle(kept)) is not None:
        key = decision.options[len(kept.stack) % len(decision.options)].key
        parked = RULES.load(RULES.dump(parked))
        assert (
            RULES.play(kept, decision.seat, key).hash == RULES.play(parked, decision.seat, key).hash
        )
    assert RULES.result(kept) == RULES.result(parked)


def test_events_and_chance_are_collected_only_while_somebody_listens() -> None:
    state = fresh(seats=2, rounds=1)
    assert (state.events, state.chance) == (None, None)
    played = RULES.play(state, 0, "boast")
    assert [event.kind for event in played.events] == ["boasted", "laid"]
    assert played.chance == []
    assert (state.events, state.chance) == (None, None)
    played = RULES.play(state, 1, "pass")
    assert [event.kind for event in played.events] == ["kept_quiet", "laid", "revealed", "won"]
    assert len(played.chance) == 1


def test_a_choice_that_tells_its_chooser_something_new_ends_a_batch() -> None:
    state = fresh(seats=2, rounds=2)
    assert RULES.reveals_nothing(RULES.play(state, 0, "boast"))
    assert not RULES.reveals_nothing(RULES.play(state, 0, f"lay:{state.hands[0][0]}"))
