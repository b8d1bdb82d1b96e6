"""Whether a game is what comes of its record: played again, move by move, and compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

import orjson

from engine import registry
from engine.errors import UnknownVersion
from engine.kernel import record as records
from engine.kernel.codec import canonical
from engine.kernel.record import Course, course, find_seed
from engine.kernel.record import Kept as Kept
from engine.kernel.ruleset import Ruleset
from games.rules import LiveGame, Question, ReplayFailed
from games.rules.errors import RulesUnavailable
from games.rules.rulesets import rules_of

Document = dict[str, Any]


class Outcome(StrEnum):
    SAME = "same"
    DIVERGES = "diverges"
    RAISES = "raises"


@dataclass(frozen=True, slots=True)
class VerificationInput:
    """What is stored of a game, read at one instant. SECRET."""

    slug: str
    version: str
    options: Document
    seats: int
    commitment: str
    nonce: str
    stored: str | None
    """The state; None: there is only the record, of a game that was exported."""

    exported_seed: str
    """The seed of one that was exported."""

    question: Question | None
    """The open decision, as the game's row has it."""

    running: bool
    moves: Sequence[Kept]


@dataclass(frozen=True, slots=True)
class Finding:
    """What came of playing a game again."""

    version: str
    outcome: Outcome
    moves: int
    """So many came out as they were recorded."""

    move: int | None = None
    """The first that did not; None: all did, and something else differs."""

    reason: str = ""
    course: Course | None = None

    def __str__(self) -> str:
        if self.outcome == Outcome.SAME:
            return f"same: {self.moves} moves"
        at = "" if self.move is None else f" at move {self.move}"
        return f"{self.outcome}{at}: {self.reason}"


def versions_carried() -> dict[str, tuple[str, ...]]:
    """By ruleset, the versions that can be played, the newest first."""
    carried: dict[str, tuple[str, ...]] = {}
    for rules in registry.list_all_versions():
        carried[rules.slug] = (*carried.get(rules.slug, ()), rules.version)
    return carried


def can_judge(record: VerificationInput) -> bool:
    """Whether this code can judge a game at all: neither its rules nor the format of its state are
    of newer code, which may run beside this for a while.
    """
    try:
        rules = rules_of(slug=record.slug, version=record.version)
        rules.load(record.stored or "")
    except (RulesUnavailable, UnknownVersion):
        return False
    except Exception:  # it may be any text
        return True
    return True


def replay_verify(record: VerificationInput, *, version: str | None = None) -> Finding:
    """Play a game again, by its own rules or by those of ``version``, and compare each move, and
    at the end the stored state and the open decision. Raises nothing.
    """
    version = version or record.version
    try:
        rules = rules_of(slug=record.slug, version=version)
    except RulesUnavailable:
        return Finding(version, Outcome.RAISES, 0, None, "these rules are not carried")
    seed = seed_of(record)
    if seed is None:
        reason = "no seed is stored to which the game is committed"
        return Finding(version, Outcome.DIVERGES, 0, None, reason)
    gone = course(
        rules=rules, options=record.options, seats=record.seats, seed=seed, kept=record.moves
    )
    if (parting := gone.parting) is not None:
        outcome = Outcome.RAISES if parting.raised else Outcome.DIVERGES
        return Finding(version, outcome, max(gone.moves, 0), parting.move, parting.reason, gone)
    if reason := describe_end_difference(rules, gone, record):
        return Finding(version, Outcome.DIVERGES, gone.moves, None, reason, gone)
    return Finding(version, Outcome.SAME, gone.moves, course=gone)


def seed_of(record: VerificationInput) -> bytes | None:
    """The seed of a game. SECRET until it is finished."""
    nonce = bytes.fromhex(record.nonce)
    text = record.exported_seed if record.stored is None else record.stored
    return find_seed(text, nonce=nonce, committed=record.commitment)


def describe_end_difference(rules: Ruleset, gone: Course, record: VerificationInput) -> str:
    """In what the end of the way differs from what is stored of it; empty: in nothing."""
    assert gone.state is not None  # it has come to the end
    if record.stored is not None:
        try:
            stored = rules.dump(rules.load(record.stored))
        except Exception as error:  # it may be any text
            return f"the stored state cannot be read: {error!r}"
        if members := differing_members(orjson.loads(stored), orjson.loads(rules.dump(gone.state))):
            return f"the stored state differs in {', '.join(members)}"
    question = LiveGame(rules, gone.state).question
    if record.running and question != record.question:
        waits, asked = describe_question(record.question), describe_question(question)
        return f"the game waits for {waits}, the rules ask {asked}"
    return ""


def describe_question(question: Question | None) -> str:
    return "nobody" if question is None else f"seat {question.seat} ({question.topic})"


def differing_members(one: Mapping[str, Any], other: Mapping[str, Any]) -> list[str]:
    """The members in which two documents differ."""
    return sorted(name for name in one.keys() | other.keys() if one.get(name) != other.get(name))


def live_game_rebuild(record: VerificationInput) -> LiveGame:
    """The game as its moves have it. Raises ReplayFailed: they do not lead to where they led."""
    finding = replay_verify(record)
    gone = finding.course
    if gone is None or gone.parting is not None or gone.state is None:
        raise ReplayFailed(str(finding))
    return LiveGame(rules_of(slug=record.slug, version=record.version), gone.state)


def verification_export(record: VerificationInput) -> bytes:
    """The record of a game without its people, to be played again elsewhere; one that still runs
    has no result. SECRET until it is finished. Raises RulesUnavailable, and ReplayFailed: the seed
    is lost.
    """
    seed = seed_of(record)
    if seed is None:
        raise ReplayFailed("no seed is stored to which the game is committed")
    rules = rules_of(slug=record.slug, version=record.version)
    first, *others = record.moves
    state = None if record.running else rules.load(record.stored or "")
    return records.seal(
        rules=rules,
        options=record.options,
        seats=record.seats,
        seed=seed,
        nonce=bytes.fromhex(record.nonce),
        start={"chance": first.chance, "hash": first.hash},
        moves=[
            records.move_row(row.number, row.seat or 0, row.choice, row.chance, row.hash)
            for row in others
        ],
        result=None if state is None else rules.result(state),
        about={},
    )


def verification_input_parse(data: bytes) -> VerificationInput:
    """The record of a game that was exported, to be played again."""
    document = orjson.loads(data)
    rows = [{**document["start"], "number": 0, "seat": None, "choice": ""}, *document["moves"]]
    return VerificationInput(
        slug=document["ruleset"],
        version=document["rules_version"],
        options=document["options"],
        seats=document["seats"],
        commitment=document["commitment"],
        nonce=document["nonce"],
        stored=None,
        exported_seed=document["seed"],
        question=None,
        running=False,
        moves=[Kept(**row) for row in rows],
    )


def export_verify(data: bytes, *, version: str | None = None) -> Finding:
    """``found``, of a record that was exported; by its own rules, it must verify in every byte."""
    finding = replay_verify(verification_input_parse(data), version=version)
    if version is None and finding.outcome == Outcome.SAME:
        verdict = records.verify(data, registry.list_all_versions())
        if not verdict.ok:
            outcome = Outcome.DIVERGES
            return replace(finding, outcome=outcome, move=verdict.move, reason=verdict.reason)
    return finding


def first_difference(finding: Finding, events: str) -> tuple[int, Document | None, Document | None]:
    """The first event in which the parting move differs from its stored ``events``: its place among
    them, as it was told, and as it would be told now. SECRET.
    """
    was = orjson.loads(events)
    played = finding.course.played if finding.course else None
    now = [orjson.loads(canonical(event.to_json())) for event in played.events] if played else []
    for place in range(max(len(was), len(now))):
        one, other = (rows[place] if place < len(rows) else None for rows in (was, now))
        if one != other:
            return place, one, other
    return len(was), None, None
