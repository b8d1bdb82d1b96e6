"""Replays: past states of a game, and what was hidden in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from games.rules.errors import RulesUnavailable
from games.rules.live_game import LiveGame, ReplayFailed, StateDiverged, TextContext, state_load
from games.rules.rulesets import ruleset_now
from tablekernel import errors as refusals
from tablekernel import record, registry
from tablekernel.codec import digest
from tablekernel.rules import Played
from tablekernel.ruleset import Ruleset
from tablekernel.state import State

Document = dict[str, Any]


def set_up_again(
    ruleset: Ruleset, *, options: dict[str, Any], seats: int, seed: bytes, start: str
) -> tuple[State, Played]:
    """Set up a game again, as it was at the beginning; at the stored state ``start`` if that is not
    empty. Raises RulesUnavailable if newer code wrote it.
    """
    try:
        return record.set_up(
            rules=ruleset.rules, options=options, seats=seats, seed=seed, start=start
        )
    except refusals.UnknownVersion as error:
        raise RulesUnavailable(error.message) from error


def live_game_load_verified(
    ruleset: Ruleset,
    *,
    stored: str,
    state_hash: str,
    text_context: TextContext | None = None,
) -> LiveGame:
    """Load a stored game, and check that ``state_hash`` is the hash of the state.

    The hash of the text is compared first, which takes microseconds. Only if it differs, the state
    is compared in the other formats. Raises RulesUnavailable, StateDiverged.
    """
    if digest(stored.encode()) == state_hash:
        return LiveGame.load(ruleset, stored, text_context)
    try:
        state = ruleset.rules.load(stored)
        same = ruleset.rules.has_hash(state, state_hash)
    except refusals.UnknownVersion as error:
        raise RulesUnavailable(error.message) from error
    except Exception as error:  # a damaged state can raise anything
        raise StateDiverged(f"the stored state cannot be read: {error!r}") from error
    if not same:
        raise StateDiverged("the stored state differs from the state after the last move")
    return LiveGame(ruleset, state, text_context)


def live_game_advance(
    ruleset: Ruleset,
    *,
    stored: str,
    moves: Iterable[tuple[int, str]],
    text_context: TextContext,
) -> LiveGame:
    """Load a stored game and play moves in it, each a seat and a choice.

    Raises RulesUnavailable, and ReplayFailed if a move is no longer legal.
    """
    state = state_load(ruleset.rules, stored)
    try:
        for seat, choice in moves:
            ruleset.rules.play(state, seat, choice)
    except refusals.RuleError as refusal:
        raise ReplayFailed(refusal.message) from refusal
    return LiveGame(ruleset, state, text_context)


def reveal_rounds(
    ruleset: Ruleset,
    *,
    options: Document,
    seats: int,
    stored: str,
    moves: Sequence[tuple[int, str]],
    start: str = "",
) -> list[Document]:
    """Return what was hidden in each round, with the last ``move`` of the round.

    SECRET until the game is finished. Raises RulesUnavailable, ReplayFailed.
    """
    rules, presentation = ruleset.rules, ruleset.presentation
    seed = LiveGame.load(ruleset, stored).seed()
    state, _ = set_up_again(ruleset, options=options, seats=seats, seed=seed, start=start)
    rounds: dict[int, Document] = {}
    try:
        for number, (seat, choice) in enumerate(moves, start=1):
            if (revealed := presentation.reveal_round(state)) is not None:
                rounds[revealed["round"]] = {**revealed, "move": number - 1}
            rules.play(state, seat, choice)
    except refusals.RuleError as refusal:
        raise ReplayFailed(refusal.message) from refusal
    if (revealed := presentation.reveal_round(state)) is not None:
        rounds[revealed["round"]] = {**revealed, "move": len(moves)}
    return list(rounds.values())


def reveal_end(
    ruleset: Ruleset, *, stored: str, language: str
) -> tuple[Document, list[Document] | None]:
    """Return what was hidden at the end, and the score sheet if the rules ended the game.

    SECRET until the game is finished. Raises RulesUnavailable.
    """
    state, presentation = state_load(ruleset.rules, stored), ruleset.presentation
    return presentation.reveal(state), presentation.score_sheet(state, language)


def record_verify(data: bytes) -> record.Verdict:
    """Verify the record of a game."""
    return record.verify(data, registry.list_all_rules())


def paragraph_kinds(slug: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the kinds of events that start a paragraph of a recap, and those that sum it up.

    An empty set means any kind. Raises RulesUnavailable.
    """
    presentation = ruleset_now(slug).presentation
    return presentation.openings, presentation.headlines
