"""Records: commit, reveal, replay, verify.

At the start a match publishes ``commitment(seed, nonce)``; at the end it reveals both. The record
then suffices to replay the match: options, seed and the list of choices, each with what chance gave
and the hash of the state after it. ``verify`` replays it and names the first move that differs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import orjson

from tablekernel.codec import canonical, digest
from tablekernel.errors import RuleError
from tablekernel.loop import settle
from tablekernel.rng import SEED_BYTES
from tablekernel.rules import Played, Rules
from tablekernel.state import State

FORMAT = "match-record/1"
SEED = re.compile(rf"(?=([0-9a-f]{{{2 * SEED_BYTES}}}))")
"""A seed in its stored form, as hexadecimal digits. In a longer run of digits, every position
matches.
"""


def commitment(seed: bytes, nonce: bytes) -> str:
    """Return what a match publishes before its first shuffle: SHA-256 of seed and nonce, as
    hexadecimal digits.
    """
    return sha256(seed + nonce).hexdigest()


def start_row(played: Played, start: str = "") -> dict[str, Any]:
    """Return the row of the set-up in a record; with the dumped state ``start`` if the match began
    there and not at the beginning.
    """
    row = {"chance": played.chance, "hash": played.hash}
    return {**row, "state": orjson.loads(start)} if start else row


def start_state(row: dict[str, Any]) -> str:
    """Return the dumped state in the row of a set-up; empty if the match began at the beginning."""
    return canonical(row["state"]).decode() if "state" in row else ""


def move_row(
    number: int, seat: int, choice: str, chance: list[Any], state_hash: str
) -> dict[str, Any]:
    """Return the row of a move in a record. Moves are numbered from 1."""
    return {"number": number, "seat": seat, "choice": choice, "chance": chance, "hash": state_hash}


def seal(
    *,
    rules: Rules,
    options: dict[str, Any],
    seats: int,
    seed: bytes,
    nonce: bytes,
    start: dict[str, Any],
    moves: list[dict[str, Any]],
    result: dict[str, Any] | None,
    about: dict[str, Any],
) -> bytes:
    """Return the record of a finished match as canonical JSON, with a digest over all of it.

    ``about`` is what the platform adds (names of the players, times). The rules ignore it.
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
    """The outcome of ``verify``. ``move`` is the first move that differs: 0 is the set-up, ``None``
    no move at all.
    """

    ok: bool
    reason: str
    move: int | None = None


def verify(data: bytes, known: Iterable[Rules]) -> Verdict:
    """Replay a sealed record and check every byte of it.

    ``known`` are the available rules, of any games and versions. Never raises on bad data: every
    fault becomes a verdict.
    """
    try:
        record = orjson.loads(data)
    except orjson.JSONDecodeError as error:
        return Verdict(False, f"not JSON: {error}")
    try:
        verdict = _replay(record, known)
        if not verdict.ok:
            return verdict
        claimed = record.pop("digest", None)
        if claimed != digest(canonical(record)):
            return Verdict(False, "the digest does not fit the record")
        record["digest"] = claimed
        whole = canonical(record)
    except Exception as error:  # a bad record can raise anything
        return Verdict(False, f"not a match record: {type(error).__name__}: {error}")
    if whole != data:
        return Verdict(False, "the record is not written as canonical JSON")
    return verdict


def set_up(
    *, rules: Rules, options: dict[str, Any], seats: int, seed: bytes, start: str
) -> tuple[State, Played]:
    """Return a new match, which begins at the dumped state ``start`` if that is not empty.

    Raises ``ValueError`` if this state has another seed.
    """
    if not start:
        return rules.start(options, seats, seed)
    state, played = rules.resume(start)
    if state.seed != seed:
        raise ValueError("the state at the start has another seed")
    return state, played


def state_after(
    *,
    rules: Rules,
    options: dict[str, Any],
    seats: int,
    seed: bytes,
    moves: Iterable[tuple[int, str]],
    start: str = "",
) -> State:
    """Return the state to which these moves, each a seat and a choice, led from the set-up, or from
    the dumped state ``start``.

    Raises what ``Rules.play`` raises if one of them is not legal. The caller, who knows the hash
    of the expected state, has to compare it.
    """
    state, _ = set_up(rules=rules, options=options, seats=seats, seed=seed, start=start)
    for seat, choice in moves:
        rules.play(state, seat, choice)
    return state


@dataclass(frozen=True, slots=True)
class Kept:
    """A move as it was stored. Number 0 is the set-up, which has neither seat nor choice."""

    number: int
    seat: int | None
    choice: str
    chance: list[Any]
    hash: str


@dataclass(frozen=True, slots=True)
class Parting:
    """The first difference between a replay and the record."""

    move: int
    reason: str
    raised: bool
    """True if the rules refused the move or failed. Otherwise it led to another state."""


@dataclass(frozen=True, slots=True)
class Course:
    """A replay, up to the last move or to the first difference from the record."""

    moves: int
    """Moves that came out as recorded, without the set-up."""

    state: State | None
    """The state after the last replayed move. None: not even the set-up was played."""

    played: Played | None
    """What that move led to. None: the rules failed."""

    parting: Parting | None


def course(
    *,
    rules: Rules,
    options: dict[str, Any],
    seats: int,
    seed: bytes,
    kept: Iterable[Kept],
    start: str = "",
) -> Course:
    """Replay a match from its seed, or from the dumped state ``start``, and compare each move with
    the stored one.

    Raises nothing: failing rules are what it has to detect.
    """
    state, played, number = None, None, -1
    for number, row in enumerate(kept):
        if row.number != number:
            return Course(number - 1, state, played, Parting(number, "it was not kept", False))
        try:
            if state is None:
                state, played = set_up(
                    rules=rules, options=options, seats=seats, seed=seed, start=start
                )
            else:
                played = rules.play(state, row.seat or 0, row.choice)
            reason = _difference(rules, state, played, row)
        except Exception as error:
            told = error.message if isinstance(error, RuleError) else repr(error)
            return Course(number - 1, state, None, Parting(number, told, True))
        if reason:
            return Course(number - 1, state, played, Parting(number, reason, False))
    if number < 0:
        return Course(0, None, None, Parting(0, "it was not kept", False))
    return Course(number, state, played, None)


def _difference(rules: Rules, state: State, played: Played, row: Kept) -> str:
    """Return how a move differs from the stored one, or an empty text."""
    if played.chance != row.chance:
        return f"chance gave {row.chance}, and gives {played.chance}"
    if played.hash != row.hash and not rules.has_hash(state, row.hash):
        return "it leads to another state"
    return ""


def find_seed(text: str, *, nonce: bytes, committed: str) -> bytes | None:
    """Return the seed in the text of a stored state: the one to which the match is committed,
    whatever else may be wrong with the text.
    """
    for digits in SEED.findall(text):
        seed = bytes.fromhex(digits)
        if commitment(seed, nonce) == committed:
            return seed
    return None


def _replay(record: dict[str, Any], known: Iterable[Rules]) -> Verdict:
    """Check everything but the digest: commitment, set-up, each move, result."""
    if record["format"] != FORMAT:
        return Verdict(False, f"unknown format {record['format']!r}")
    wanted = record["ruleset"], record["rules_version"]
    rules = next((rules for rules in known if (rules.slug, rules.version) == wanted), None)
    if rules is None:
        return Verdict(False, f"no rules for {record['ruleset']!r} {record['rules_version']!r}")
    seed, nonce = bytes.fromhex(record["seed"]), bytes.fromhex(record["nonce"])
    if commitment(seed, nonce) != record["commitment"]:
        return Verdict(False, "seed and nonce do not fit the commitment")
    options, seats = record["options"], record["seats"]
    if rules.check_options(options, seats) != options:
        return Verdict(False, "the options are not complete")
    start = start_state(record["start"])
    state, played = set_up(rules=rules, options=options, seats=seats, seed=seed, start=start)
    if not _is_as_recorded(rules, state, start_row(played, start), record["start"]):
        return Verdict(False, "the set-up differs", 0)
    return _replay_moves(rules, state, record)


def _is_as_recorded(rules: Rules, state: State, again: dict[str, Any], row: dict[str, Any]) -> bool:
    """True if ``row`` matches the replayed move. Its hash may be of an earlier format."""
    if again == row:
        return True
    return {**again, "hash": row["hash"]} == row and rules.has_hash(state, row["hash"])


def _replay_moves(rules: Rules, state: State, record: dict[str, Any]) -> Verdict:
    for number, row in enumerate(record["moves"], start=1):
        try:
            played = rules.play(state, row["seat"], row["choice"])
            again = move_row(number, row["seat"], row["choice"], played.chance, played.hash)
            same = _is_as_recorded(rules, state, again, row)
        except RuleError as refusal:
            return Verdict(False, f"move {number}: {refusal.message}", number)
        except (KeyError, TypeError) as error:
            return Verdict(False, f"move {number} is not a move: {error}", number)
        if not same:
            return Verdict(False, f"move {number} led elsewhere", number)
    cut_short = settle(state) is not None
    if cut_short and record["result"] is not None:
        return Verdict(False, "the record stops before the match is over", len(record["moves"]) + 1)
    if rules.result(state) != record["result"]:
        return Verdict(False, "the result differs")
    end = "; the match ended before its rules ended it" if cut_short else ""
    begun = " from the position at the start" if "state" in record["start"] else ""
    count = len(record["moves"])
    return Verdict(True, f"all {count} moves replayed{begun} to the recorded states{end}")
