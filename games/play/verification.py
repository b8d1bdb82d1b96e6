"""Reads stored games and verifies them by replaying their moves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from uuid import UUID

import orjson
from django.db.models import Case, Count, F, Q, When

from games.models import Game, Move, Status
from games.rules.live_game import Question
from games.rules.verifying import Finding, Kept, VerificationInput, replay_verify, versions_carried

BATCH = 100
RUNNING = Q(status=Status.ACTIVE)
NOWHERE = UUID(int=0)


def verification_input_read(game_id: UUID) -> VerificationInput | None:
    """Return everything stored of a started game, or None if there is no such game. SECRET.

    Everything that changes while the game runs is read in one query, so it is consistent without a
    lock.
    """
    game = Game.objects.filter(id=game_id).exclude(commitment="").first()
    rows = list(MOVES.filter(game_id=game_id).order_by("number").values_list(*COLUMNS))
    if game is None or not rows:
        return None
    stored, nonce, start, status, seat, topic = rows[0][5:]
    return VerificationInput(
        slug=game.ruleset,
        version=game.rules_version,
        options=game.options,
        seats=game.table_size,
        commitment=game.commitment,
        nonce=nonce or "",
        stored=stored or "",
        exported_seed="",
        question=None if seat is None else Question(seat, topic),
        running=status == Status.ACTIVE,
        moves=[
            Kept(number, seat, choice, orjson.loads(chance), state_hash)
            for number, seat, choice, chance, state_hash, *_ in rows
        ],
        start=start or "",
    )


def at_setup(column: str) -> Case:
    """Return a column that is read only with the setup: repeating long values would be slow."""
    return Case(When(number=0, then=F(column)))


MOVES = Move.objects.filter(undone_by=None).annotate(
    stored=at_setup("game__state__state"),
    nonce=at_setup("game__state__nonce"),
    start=at_setup("game__state__start"),
)
COLUMNS = (
    *("number", "seat", "choice", "chance", "state_hash"),
    *("stored", "nonce", "start", "game__status", "game__to_act", "game__topic"),
)


def finished_filter(count: int | None) -> Q:
    """Return a filter for the last ``count`` finished games, or for all of them (None)."""
    ended = Q(status=Status.FINISHED)
    if count is None:
        return ended
    newest = Game.objects.filter(ended).order_by("-finished_at", "-id")
    return Q(id__in=list(newest.values_list("id", flat=True)[:count]))


def games_in_order(chosen: Q, *, after: UUID = NOWHERE) -> Iterator[list[UUID]]:
    """Yield the ids of the ``chosen`` games greater than ``after``, ordered, in batches."""
    while True:
        ids = Game.objects.filter(chosen, id__gt=after).order_by("id").values_list("id", flat=True)
        batch = list(ids[:BATCH])
        if not batch:
            return
        yield batch
        after = batch[-1]


def findings(game_id: UUID, *, candidate: str | None = None) -> list[Finding]:
    """Replay a game by its own version of the rules, and by ``candidate`` if that is another one.

    Returns nothing if the game no longer exists.
    """
    record = verification_input_read(game_id)
    if record is None:
        return []
    by_own_version = [replay_verify(record)]
    others = versions_carried().get(record.slug, ())
    if candidate is None or candidate == record.version or candidate not in others:
        return by_own_version
    return [*by_own_version, replay_verify(record, version=candidate)]


def short_findings(game_id: UUID, *, candidate: str | None = None) -> list[Finding]:
    """Return the findings of a game without their states, to send them to another process."""
    return [replace(one, course=None) for one in findings(game_id, candidate=candidate)]


@dataclass(frozen=True, slots=True)
class VersionUse:
    """The numbers of games that are pinned to a version of a ruleset."""

    version: str
    carried: bool
    newest: bool
    running: int = 0
    over: int = 0
    """Ended games, whose records cannot be shown or checked without this version."""


def versions_used() -> list[VersionUse]:
    """Return every version that this code carries or a started game needs."""
    carried = versions_carried()
    uses = {
        version: VersionUse(version, carried=True, newest=place == 0)
        for versions in carried.values()
        for place, version in enumerate(versions)
    }
    over = Q(status__in=[Status.FINISHED, Status.CANCELLED])
    started = Game.objects.exclude(commitment="").order_by().values_list("rules_version")
    counts = started.annotate(running=Count("id", filter=RUNNING), ended=Count("id", filter=over))
    for version, running, ended in counts:
        use = uses.get(version, VersionUse(version, carried=False, newest=False))
        uses[version] = replace(use, running=running, over=ended)
    return list(uses.values())
