"""Verification of games: replay them, and compare each move with what is stored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

import orjson

from games.rules.errors import RulesUnavailable
from games.rules.live_game import LiveGame, Question, ReplayFailed
from games.rules.rulesets import ruleset_at
from tablekernel import record as records
from tablekernel import registry
from tablekernel.codec import canonical
from tablekernel.errors import UnknownVersion
from tablekernel.record import Course, course, find_seed
from tablekernel.record import Kept as Kept
from tablekernel.rules import Played
from tablekernel.ruleset import Ruleset

Document = dict[str, Any]


class Outcome(StrEnum):
    """The outcome of a replay."""

    SAME = "same"
    DIVERGES = "diverges"
    RAISES = "raises"


@dataclass(frozen=True, slots=True)
class VerificationInput:
    """The stored data of a game, read at one instant. SECRET."""

    slug: str
    version: str
    options: Document
    seats: int
    commitment: str
    nonce: str
    stored: str | None
    """The state; None for an exported record."""

    exported_seed: str
    """The seed of an exported record; empty otherwise."""

    question: Question | None
    """The open decision according to the row of the game."""

    running: bool
    moves: Sequence[Kept]
    start: str = ""
    """The state at which the game began, if it did not begin at the beginning."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of replaying a game."""

    version: str
    outcome: Outcome
    moves: int
    """The number of moves whose replay gave what is stored."""

    move: int | None = None
    """The first move whose replay differs; None if only something else differs."""

    reason: str = ""
    """What differs, in technical terms. SECRET: an error may quote the state."""
    members: tuple[str, ...] = ()
    """The members of the stored state that differ, if it can be read: their names, no values."""
    course: Course | None = None

    def __str__(self) -> str:
        if self.outcome == Outcome.SAME:
            return f"same: {self.moves} moves"
        at = "" if self.move is None else f" at move {self.move}"
        return f"{self.outcome}{at}: {self.reason}"


def versions_carried() -> dict[str, tuple[str, ...]]:
    """Return the available versions of each ruleset, newest first."""
    carried: dict[str, tuple[str, ...]] = {}
    for rules in registry.list_all_rules():
        carried[rules.slug] = (*carried.get(rules.slug, ()), rules.version)
    return carried


def can_judge(record: VerificationInput) -> bool:
    """True if this code can verify the game.

    During a deploy, newer code may run at the same time and use newer rules or a newer format.
    """
    try:
        ruleset = ruleset_at(slug=record.slug, version=record.version)
        ruleset.rules.load(record.stored or "")
    except (RulesUnavailable, UnknownVersion):
        return False
    except Exception:  # a damaged state can raise anything
        return True
    return True


def replay_verify(record: VerificationInput, *, version: str | None = None) -> Finding:
    """Replay a game by its own rules, or by those of ``version``, and compare.

    Compares each move, then the stored state and the open decision. Never raises.
    """
    version = version or record.version
    try:
        ruleset = ruleset_at(slug=record.slug, version=version)
    except RulesUnavailable:
        return Finding(version, Outcome.RAISES, 0, None, "these rules are not available")
    seed = seed_of(record)
    if seed is None:
        reason = "the stored seed does not match the commitment"
        return Finding(version, Outcome.DIVERGES, 0, None, reason)
    replay = course(
        rules=ruleset.rules,
        options=record.options,
        seats=record.seats,
        seed=seed,
        kept=record.moves,
        start=record.start,
    )
    if (difference := replay.parting) is not None:
        outcome = Outcome.RAISES if difference.raised else Outcome.DIVERGES
        return Finding(
            version,
            outcome,
            max(replay.moves, 0),
            difference.move,
            difference.reason,
            course=replay,
        )
    reason, members = end_difference(ruleset, replay, record)
    if reason:
        return Finding(
            version, Outcome.DIVERGES, replay.moves, None, reason, tuple(members), replay
        )
    return Finding(version, Outcome.SAME, replay.moves, course=replay)


def seed_of(record: VerificationInput) -> bytes | None:
    """Return the seed of a game, or None if it does not match the commitment.

    SECRET until the game is finished.
    """
    nonce = bytes.fromhex(record.nonce)
    text = record.exported_seed if record.stored is None else record.stored
    return find_seed(text, nonce=nonce, committed=record.commitment)


def end_difference(
    ruleset: Ruleset, replay: Course, record: VerificationInput
) -> tuple[str, list[str]]:
    """Return how the end of a replay differs from what is stored, or an empty string.

    The second value are the names of the members of the state that differ.
    """
    assert replay.state is not None  # the replay reached the end
    if record.stored is not None:
        try:
            stored = ruleset.rules.dump(ruleset.rules.load(record.stored))
        except Exception as error:  # a damaged state can raise anything
            return f"the stored state cannot be read: {error!r}", []
        if members := differing_members(
            orjson.loads(stored), orjson.loads(ruleset.rules.dump(replay.state))
        ):
            return f"the stored state differs in {', '.join(members)}", members
    question = LiveGame(ruleset, replay.state).question
    if record.running and question != record.question:
        stored_question, replayed = describe_question(record.question), describe_question(question)
        return f"the game waits for {stored_question}, but the replay for {replayed}", []
    return "", []


def describe_question(question: Question | None) -> str:
    """Return who has to decide what, in words for operators."""
    return "nobody" if question is None else f"seat {question.seat} ({question.topic})"


def differing_members(one: Mapping[str, Any], other: Mapping[str, Any]) -> list[str]:
    """Return the names of the members in which two documents differ."""
    return sorted(name for name in one.keys() | other.keys() if one.get(name) != other.get(name))


def live_game_rebuild(record: VerificationInput) -> LiveGame:
    """Return the game that its moves lead to. Raises ReplayFailed if the replay differs."""
    finding = replay_verify(record)
    replay = finding.course
    if replay is None or replay.parting is not None or replay.state is None:
        raise ReplayFailed(str(finding))
    return LiveGame(ruleset_at(slug=record.slug, version=record.version), replay.state)


def verification_export(record: VerificationInput) -> bytes:
    """Return the record of a game without users, to replay it elsewhere.

    The record of a running game has no result. SECRET until the game is finished. Raises
    RulesUnavailable, and ReplayFailed if the seed is lost.
    """
    seed = seed_of(record)
    if seed is None:
        raise ReplayFailed("the stored seed does not match the commitment")
    rules = ruleset_at(slug=record.slug, version=record.version).rules
    first, *others = record.moves
    state = None if record.running else rules.load(record.stored or "")
    return records.seal(
        rules=rules,
        options=record.options,
        seats=record.seats,
        seed=seed,
        nonce=bytes.fromhex(record.nonce),
        start=records.start_row(Played([], first.chance, first.hash), record.start),
        moves=[
            records.move_row(row.number, row.seat or 0, row.choice, row.chance, row.hash)
            for row in others
        ],
        result=None if state is None else rules.result(state),
        about={},
    )


def verification_input_parse(data: bytes) -> VerificationInput:
    """Parse an exported record."""
    document = orjson.loads(data)
    first = document["start"]
    set_up = Kept(0, None, "", first["chance"], first["hash"])
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
        moves=[set_up, *[Kept(**row) for row in document["moves"]]],
        start=records.start_state(first),
    )


def export_verify(data: bytes, *, version: str | None = None) -> Finding:
    """Verify an exported record. Under its own rules, every byte of it must be the same."""
    finding = replay_verify(verification_input_parse(data), version=version)
    if version is None and finding.outcome == Outcome.SAME:
        verdict = records.verify(data, registry.list_all_rules())
        if not verdict.ok:
            outcome = Outcome.DIVERGES
            return replace(finding, outcome=outcome, move=verdict.move, reason=verdict.reason)
    return finding


def first_difference(finding: Finding, events: str) -> tuple[int, Document | None, Document | None]:
    """Return the first event that differs in the first differing move. SECRET.

    Returns its index among the events of the move, the stored event and the replayed event.
    """
    was = orjson.loads(events)
    played = finding.course.played if finding.course else None
    now = [orjson.loads(canonical(event.to_json())) for event in played.events] if played else []
    for place in range(max(len(was), len(now))):
        one, other = (rows[place] if place < len(rows) else None for rows in (was, now))
        if one != other:
            return place, one, other
    return len(was), None, None
