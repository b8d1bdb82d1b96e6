"""Records: a finished match verifies on its own, and nothing in it can be changed unseen."""

from __future__ import annotations

from random import Random
from typing import Any

import orjson
import pytest

from tablekernel.codec import canonical, digest
from tablekernel.loop import settle
from tablekernel.record import (
    Verdict,
    commitment,
    move_row,
    seal,
    set_up,
    start_row,
    state_after,
    verify,
)
from tablekernel.rules import Rules
from tests.tablekernel.toy import RULES

KNOWN: tuple[Rules, ...] = (RULES,)
SEED, NONCE = bytes(range(32)), bytes(range(32, 64))


def record(seats: int = 2, rounds: int = 1, start: str = "") -> bytes:
    """The sealed record of a match of random choices, which begins at the state ``start`` if it is
    not empty.
    """
    rng, options = Random(seats), {"rounds": rounds}
    state, opening = set_up(rules=RULES, options=options, seats=seats, seed=SEED, start=start)
    moves: list[dict[str, Any]] = []
    while (decision := settle(state)) is not None:
        key = rng.choice(decision.options).key
        played = RULES.play(state, decision.seat, key)
        moves.append(move_row(len(moves) + 1, decision.seat, key, played.chance, played.hash))
    result = RULES.result(state)
    assert result is not None
    return seal(
        rules=RULES,
        options=options,
        seats=seats,
        seed=SEED,
        nonce=NONCE,
        start=start_row(opening, start),
        moves=moves,
        result=result,
        about={"players": ["alice", "bob"]},
    )


def forged(data: bytes, **changes: Any) -> bytes:
    """The record with other members, and a digest that fits them: what a forger would write."""
    document = {**orjson.loads(data), **changes}
    del document["digest"]
    document["digest"] = digest(canonical(document))
    return canonical(document)


def checked(data: bytes) -> Verdict:
    return verify(data, KNOWN)


def test_a_record_verifies() -> None:
    verdict = checked(record(seats=3, rounds=2))
    assert verdict.ok, verdict.reason
    assert verdict.move is None


def test_the_commitment_is_the_sha_256_of_seed_and_nonce() -> None:
    assert commitment(SEED, NONCE) == digest(SEED + NONCE)
    assert orjson.loads(record())["commitment"] == digest(SEED + NONCE)


@pytest.mark.parametrize("flip", [0x01, 0x20, 0x80])
def test_changing_any_one_byte_is_seen(flip: int) -> None:
    data = record()
    for place in range(len(data)):
        changed = bytearray(data)
        changed[place] ^= flip
        verdict = checked(bytes(changed))
        assert not verdict.ok, f"byte {place}: {bytes(changed[place - 20 : place + 20])!r}"
        assert verdict.reason


def test_a_record_cut_short_or_padded_is_seen() -> None:
    data = record()
    for changed in (b"", data[:-1], data + b" ", data + data, b"[]", b"7", b"{}"):
        assert not checked(changed).ok


CHANGES: dict[str, Any] = {
    "choice": "counter",
    "seat": 1,
    "chance": [7],
    "hash": "0" * 64,
    "number": 7,
}


@pytest.mark.parametrize("member", CHANGES)
@pytest.mark.parametrize("number", [1, 3, 5])
def test_a_change_to_a_move_names_that_move(member: str, number: int) -> None:
    data = record(seats=3, rounds=2)
    moves = orjson.loads(data)["moves"]
    was = moves[number - 1][member]
    moves[number - 1][member] = CHANGES[member] if was != CHANGES[member] else 2
    assert checked(forged(data, moves=moves)).move == number


@pytest.mark.parametrize("member", CHANGES)
def test_a_move_that_lacks_a_member_is_named(member: str) -> None:
    data = record(seats=3, rounds=2)
    moves = orjson.loads(data)["moves"]
    del moves[3][member]
    assert checked(forged(data, moves=moves)).move == 4


def test_a_move_that_is_no_move_is_named() -> None:
    data = record(seats=3, rounds=2)
    moves = orjson.loads(data)["moves"]
    nonsenses: tuple[Any, ...] = (None, 7, [], {"seat": [], "choice": {}})
    for nonsense in nonsenses:
        assert checked(forged(data, moves=[*moves[:2], nonsense, *moves[3:]])).move == 3


def test_another_legal_choice_is_named_although_the_rules_allow_it() -> None:
    data = record()
    moves = orjson.loads(data)["moves"]
    moves[0]["choice"] = "pass" if moves[0]["choice"] == "boast" else "boast"
    verdict = checked(forged(data, moves=moves))
    assert (verdict.ok, verdict.move) == (False, 1)
    assert verdict.reason == "move 1 led elsewhere"


def test_a_move_left_out_or_put_in_is_seen() -> None:
    data = record()
    moves = orjson.loads(data)["moves"]
    assert checked(forged(data, moves=moves[:-1])).move == len(moves)
    assert checked(forged(data, moves=[*moves, moves[-1]])).move == len(moves) + 1
    assert checked(forged(data, moves=moves[1:])).move == 1


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"result": {"placements": [1, 1]}}, "the result differs"),
        ({"options": {}}, "the options are not complete"),
        ({"options": {"rounds": 9}}, "not a match record"),
        ({"seed": "00" * 32}, "seed and nonce do not fit the commitment"),
        ({"nonce": "00" * 32}, "seed and nonce do not fit the commitment"),
        ({"format": "match-record/0"}, "unknown format"),
        ({"ruleset": "chess"}, "no rules for"),
        ({"rules_version": "toy/0"}, "no rules for"),
        ({"start": {"chance": [], "hash": ""}}, "the set-up differs"),
    ],
)
def test_a_change_outside_the_moves_is_seen_even_with_a_fitting_digest(
    changes: dict[str, Any], reason: str
) -> None:
    verdict = checked(forged(record(), **changes))
    assert not verdict.ok
    assert reason in verdict.reason


def test_another_seed_with_its_own_commitment_differs_at_the_set_up() -> None:
    seed = bytes(32)
    changes = {"seed": seed.hex(), "commitment": commitment(seed, NONCE)}
    assert checked(forged(record(), **changes)).move == 0


def test_what_the_platform_adds_is_under_the_digest() -> None:
    document = orjson.loads(record())
    document["about"] = {"players": ["mallory", "bob"]}
    assert checked(canonical(document)).reason == "the digest does not fit the record"


def test_the_state_after_any_move_can_be_had_again() -> None:
    moves = orjson.loads(record(seats=3, rounds=2))["moves"]
    hashes = [orjson.loads(record(seats=3, rounds=2))["start"]["hash"]]
    hashes += [move["hash"] for move in moves]
    for count, state_hash in enumerate(hashes):
        state = state_after(
            rules=RULES,
            options={"rounds": 2},
            seats=3,
            seed=SEED,
            moves=[(move["seat"], move["choice"]) for move in moves[:count]],
        )
        assert digest(RULES.dump(state)) == state_hash


def test_what_lies_too_deep_to_be_written_again_is_no_record() -> None:
    """The rules do not look at what the platform adds, but the digest is over all of it."""
    deep = b"[" * 300 + b"]" * 300
    assert not verify(record().replace(b'{"players":["alice","bob"]}', deep), KNOWN).ok


# --- a match that begins at a position -----------------------------------------------------------


def position(seed: bytes = SEED) -> str:
    """A dumped state in the middle of a match."""
    state, _ = RULES.start({"rounds": 2}, 2, seed)
    for _ in range(3):
        decision = settle(state)
        assert decision is not None
        RULES.play(state, decision.seat, decision.options[0].key)
    return RULES.dump(state).decode()


def test_a_record_from_a_position_verifies() -> None:
    data = record(rounds=2, start=position())
    verdict = checked(data)
    assert verdict.ok, verdict.reason
    assert "from the position at the start" in verdict.reason
    assert "from the position" not in checked(record(rounds=2)).reason
    assert orjson.loads(data)["start"]["state"] == orjson.loads(position())


def test_changing_the_position_is_seen() -> None:
    data = record(rounds=2, start=position())
    start = orjson.loads(data)["start"]
    other, _ = RULES.start({"rounds": 2}, 2, SEED)
    for state in (orjson.loads(RULES.dump(other)), {**start["state"], "format": 99}, {}, 7, None):
        assert not checked(forged(data, start={**start, "state": state})).ok
    without = {name: start[name] for name in ("chance", "hash")}
    assert not checked(forged(data, start=without)).ok


def test_the_position_has_the_seed_of_the_record() -> None:
    with pytest.raises(ValueError, match="another seed"):
        record(rounds=2, start=position(bytes(32)))


def test_a_match_from_a_position_is_replayed() -> None:
    start = position()
    document = orjson.loads(record(rounds=2, start=start))
    moves = [(move["seat"], move["choice"]) for move in document["moves"]]
    state = state_after(
        rules=RULES, options={"rounds": 2}, seats=2, seed=SEED, moves=moves, start=start
    )
    assert digest(RULES.dump(state)) == document["moves"][-1]["hash"]
