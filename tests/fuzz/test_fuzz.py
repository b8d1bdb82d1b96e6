"""A short draw of what `make fuzz` does for long, and everything that it ever found."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from accounts.models import User
from tests.doors import door_opened
from tests.fuzz.doors import targets
from tests.fuzz.kept import CORPUS, folder_of, inputs_kept
from tests.fuzz.requests import Service
from tests.fuzz.watch import Tally, Target, peak

EXAMPLES = 12
FEW = settings(
    max_examples=EXAMPLES,
    derandomize=True,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


def tally_of(target: Target) -> Tally:
    tally = Tally()
    for data in inputs_kept(target.name):
        tally.one(target, data)

    @FEW
    @given(target.inputs)
    def drawn(data: bytes) -> None:
        tally.one(target, data)

    drawn()
    return tally


def unharmed(target: Target) -> None:
    tally = tally_of(target)
    assert tally.tried >= EXAMPLES / 2
    assert {kind: crash.why for kind, crash in tally.crashes.items()} == {}


@pytest.mark.parametrize("target", targets(), ids=lambda target: target.name)
def test_doors_take_or_refuse_whatever_comes(target: Target) -> None:
    unharmed(target)


@pytest.fixture
def service(alice: User, bob: User, toy: None) -> Iterator[Service]:
    with door_opened() as door:
        yield Service(door, alice, bob)


def test_requests_are_answered_whatever_they_are(service: Service) -> None:
    for target in service.targets():
        unharmed(target)


def test_every_input_that_was_kept_is_tried(service: Service) -> None:
    known = {folder_of(one.name) for one in (*targets(), *service.targets())}
    assert {path for path in CORPUS.iterdir() if path.is_dir()} <= known


# --- what counts as a crash ----------------------------------------------------------------------


def crashing(take: object) -> Tally:
    tally = Tally()
    tally.one(Target("bad", targets()[0].inputs, take), b"x")  # type: ignore[arg-type]
    return tally


def test_an_error_that_nobody_announced_is_a_crash() -> None:
    def take(data: bytes) -> bool:
        raise KeyError(data)

    (kind,) = crashing(take).crashes
    assert kind.startswith("KeyError at ")


def test_more_than_fifty_megabytes_are_a_crash() -> None:
    held: list[bytes] = []

    def take(data: bytes) -> bool:
        held.append(b"\x01" * int((peak() + 60) * 1024 * 1024))
        return True

    assert "large" in crashing(take).crashes


def test_too_much_time_is_a_crash(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.fuzz.watch.SECONDS", 0)
    monkeypatch.setattr("tests.fuzz.watch.PACES", 1)

    def take(data: bytes) -> bool:
        return sum(number * number for number in range(3_000_000)) > 0

    assert "slow" in crashing(take).crashes
