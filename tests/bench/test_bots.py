"""What bots cost is measured at decisions as they come up."""

from __future__ import annotations

from bench.bots import ask, figures_of, timed


def test_what_takes_longer_than_its_time_is_counted() -> None:
    found = figures_of("expert", [0.01] * 9 + [0.06])
    assert (found["over"], found["p50_milliseconds"]) == (0.1, 10.0)
    assert figures_of("easy", [0.01, 0.01])["over"] is None


def test_the_decisions_are_open_ones_of_all_seats_with_what_was_told_until_then() -> None:
    found = ask(4, {}, 40)
    observations = [one.observation for one in found]
    assert {observation.seat for observation in observations} == {0, 1, 2, 3}
    assert all(len(observation.options) > 1 for observation in observations)
    assert len({len(observation.events) for observation in observations}) > 20
    assert all(seconds > 0 for seconds in timed("easy", found))
