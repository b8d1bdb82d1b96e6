"""Records: commit, reveal, replay, verify.

At the start a match publishes ``commitment(seed, nonce)``; at the end it reveals both. Its
record is then enough to play the whole match again: options, seed, and the list of choices,
each with what chance gave and the hash of the state after it. ``verify`` does so and names the
first move that differs.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import orjson

from engine.errors import RuleError
from engine.kernel.codec import canonical, digest
from engine.kernel.loop import Stuck, settle
from engine.kernel.ruleset import Played, Ruleset
from engine.kernel.state import State

FORMAT = "match-record/1"


def commitment(seed: bytes, nonce: bytes) -> str:
    """What a match publishes before its first shuffle: SHA-256 of seed and nonce, as hexadecimal
    digits.
    """
    return sha256(seed + nonce).hexdigest()


def start_row(played: Played) -> dict[str, Any]:
    """What the record keeps of the set-up."""
    return {"chance": played.chance, "hash": played.hash}


def move_row(
    number: int, seat: int, choice: str, chance: list[Any], state_hash: str
) -> dict[str, Any]:
    """What the record keeps of one move. Moves are numbered from 1."""
    return {"number": number, "seat": seat, "choice": choice, "chance": chance, "hash": state_hash}


def sealed(
    *,
    rules: Ruleset,
    options: dict[str, Any],
    seats: int,
    seed: bytes,
    nonce: bytes,
    start: dict[str, Any],
    moves: list[dict[str, Any]],
    result: dict[str, Any] | None,
    about: dict[str, Any],
) -> bytes:
    """The record of a finished match as canonical JSON, with a digest over all of it.

    ``about`` is what the platform adds (names of the players, times); the rules do not look at it.
    """
    record = {
        "format": FORMAT,
        "ruleset": rules.slug,
        "rules_version": rules.version,
        "options": options,
        "seats": seats,
        "commitment": commitment(seed, nonce),
        "seed": seed.hex(),
        "nonce": nonce.hex(),
        "start": start,
        "moves": moves,
        "result": result,
        "about": about,
    }
    record["digest"] = digest(canonical(record))
    return canonical(record)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The outcome of ``verify``. ``move`` is the first move that differs: 0 is the set-up,
    ``None`` no move at all.
    """

    ok: bool
    reason: str
    move: int | None = None


def verify(data: bytes, rules_of: dict[str, Ruleset]) -> Verdict:
    """Play a sealed record again and say whether every byte of it is as it must be.

    ``rules_of`` maps slugs to rulesets. Never raises on bad data: what is wrong becomes a verdict.
    """
    try:
        record = orjson.loads(data)
    except orjson.JSONDecodeError as error:
        return Verdict(False, f"not JSON: {error}")
    try:
        verdict = _replayed(record, rules_of)
    except (KeyError, TypeError, ValueError, AttributeError, Stuck, RuleError) as error:
        return Verdict(False, f"not a match record: {type(error).__name__}: {error}")
    if not verdict.ok:
        return verdict
    claimed = record.pop("digest", None)
    if claimed != digest(canonical(record)):
        return Verdict(False, "the digest does not fit the record")
    record["digest"] = claimed
    if canonical(record) != data:
        return Verdict(False, "the record is not written as canonical JSON")
    return verdict


def state_after(
    *,
    rules: Ruleset,
    options: dict[str, Any],
    seats: int,
    seed: bytes,
    moves: Iterable[tuple[int, str]],
) -> State:
    """The state to which these moves, each a seat and a choice, led from the set-up.

    Raises what ``Ruleset.play`` raises if one of them is not legal. Whether the way is the same as
    it was is for the caller to see, who knows the hash of the state that this must be.
    """
    state, _ = rules.start(options, seats, seed)
    for seat, choice in moves:
        rules.play(state, seat, choice)
    return state


def _replayed(record: dict[str, Any], rules_of: dict[str, Ruleset]) -> Verdict:
    """Everything but the digest: commitment, set-up, each move, result."""
    if record["format"] != FORMAT:
        return Verdict(False, f"unknown format {record['format']!r}")
    rules = rules_of.get(record["ruleset"])
    if rules is None or rules.version != record["rules_version"]:
        return Verdict(False, f"no rules for {record['ruleset']!r} {record['rules_version']!r}")
    seed, nonce = bytes.fromhex(record["seed"]), bytes.fromhex(record["nonce"])
    if commitment(seed, nonce) != record["commitment"]:
        return Verdict(False, "seed and nonce do not fit the commitment")
    options, seats = record["options"], record["seats"]
    if rules.check_options(options, seats) != options:
        return Verdict(False, "the options are not complete")
    state, played = rules.start(options, seats, seed)
    if start_row(played) != record["start"]:
        return Verdict(False, "the set-up differs", 0)
    return _moves_replayed(rules, state, record)


def _moves_replayed(rules: Ruleset, state: State, record: dict[str, Any]) -> Verdict:
    for number, row in enumerate(record["moves"], start=1):
        try:
            played = rules.play(state, row["seat"], row["choice"])
            again = move_row(number, row["seat"], row["choice"], played.chance, played.hash)
        except RuleError as refusal:
            return Verdict(False, f"move {number}: {refusal.message}", number)
        except (KeyError, TypeError) as error:
            return Verdict(False, f"move {number} is not a move: {error}", number)
        if again != row:
            return Verdict(False, f"move {number} led elsewhere", number)
    cut_short = settle(state) is not None
    if cut_short and record["result"] is not None:
        return Verdict(False, "the record stops before the match is over", len(record["moves"]) + 1)
    if rules.result(state) != record["result"]:
        return Verdict(False, "the result differs")
    end = "; the match ended before its rules ended it" if cut_short else ""
    count = len(record["moves"])
    return Verdict(True, f"all {count} moves replayed to the recorded states{end}")
