"""Diverged games: they are quarantined, explained and repaired."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from io import StringIO
from typing import Any

import orjson
import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.bots.turns import bots_run
from games.history.errors import HistoryUnavailable
from games.history.positions import history_for
from games.models import Failure, Game, GameState, Status
from games.play.commands import command_send
from games.play.due_games import (
    game_divergence_quarantine,
    game_verify_after_failure,
    quarantine_end,
)
from games.play.errors import GameFrozen, StaleDecision
from games.play.timing import fire_delay
from games.rules.errors import RulesUnavailable
from games.rules.live_game import ReplayFailed, StateDiverged
from games.rules.replays import live_game_load_verified
from games.staff.divergence import difference_of, state_rebuild
from games.sweeps import deadlines_sweep
from notifications.models import OutboxEntry
from tablekernel import registry
from tablekernel.codec import digest
from tests.faults.waiting import Gate, Meanwhile, hold_lock, somebody_waits, until
from tests.games.play.test_rollback import rollback
from tests.tablekernel.toy import RULES, TOY, Terms, ToyRules, ToyState
from tests.timed import A_DAY_EACH, DAY, Clock, fresh, platform_event_kinds, shown_up
from tests.toy_games import options_of, play, play_out, seen, spoil, start_game

pytestmark = pytest.mark.usefixtures("toy")


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    """A game in which alice boasted and laid her first card, and bob is to act."""
    return play(alice, play(alice, start_game(alice, bob), "boast"))


def failure(game: Game) -> str:
    row = Failure.objects.get(game=game)
    assert row.task == "divergence"
    return row.traceback


# --- detected while playing ----------------------------------------------------------------------


def test_a_command_to_a_game_whose_state_was_changed_suspends_it(game: Game, bob: User) -> None:
    OutboxEntry.objects.all().delete()
    spoil(game, coins=[7, 0])
    with pytest.raises(GameFrozen):
        play(bob, game)
    assert (fresh(game).frozen, game.deadline_at, game.move_count) == (True, None, 2)
    assert platform_event_kinds(game) == ["clock_paused"]
    assert OutboxEntry.objects.filter(kind="game_suspended", subject=game.id).exists()
    assert "the stored state differs in coins" in failure(game)
    with pytest.raises(GameFrozen):
        play(bob, game)
    assert Failure.objects.count() == 1


@pytest.mark.parametrize("text", ["", "not JSON", '{"format":2}'])
def test_so_does_one_to_a_state_that_cannot_be_read(text: str, game: Game, bob: User) -> None:
    choice = options_of(bob, game)[0]
    GameState.objects.filter(game=game).update(state=text)
    with pytest.raises(GameFrozen):
        play(bob, game, choice)
    assert "the stored state cannot be read" in failure(game)
    assert fresh(game).frozen


def test_a_bot_and_a_clock_find_it_as_well(alice: User, bob: User, clock: Clock) -> None:
    with_bot = start_game(alice, seats=2, bots=["easy"])
    while fresh(with_bot).to_act == 0:
        play(alice, with_bot)
    left = shown_up(start_game(alice, bob, pace=A_DAY_EACH, timeouts={"policy": "default_move"}))
    for game in (with_bot, left):
        spoil(game, coins=[7, 0])
    clock.shift(DAY + fire_delay() + timedelta(seconds=5))
    bots_run(game_id=with_bot.id)
    deadlines_sweep()
    for game in (with_bot, left):
        assert fresh(game).frozen
        assert "the stored state differs in coins" in failure(game)


def test_an_attempt_that_fails_on_a_state_that_was_broken_is_the_last(
    alice: User, clock: Clock
) -> None:
    game = start_game(alice, seats=2, bots=["easy"])
    while fresh(game).to_act == 0:
        play(alice, game)
    GameState.objects.filter(game=game).update(state="not JSON")
    clock.shift(1)
    bots_run(game_id=game.id)
    assert fresh(game).frozen
    assert set(Failure.objects.values_list("task", flat=True)) == {"auto_at", "divergence"}


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_it_is_suspended_also_where_somebody_is_at_it_just_then(game: Game, bob: User) -> None:
    spoil(game, coins=[7, 0])
    gate = Gate()

    def at_it() -> None:
        with transaction.atomic():
            Game.objects.filter(id=game.id).update(title="Renamed")
            gate.before(int)()

    other = Meanwhile(at_it)
    gate.arrived()
    found = Meanwhile(partial(game_divergence_quarantine, game_id=game.id, reason="It differs."))
    until(lambda: somebody_waits() or found.done)
    gate.opened.set()
    other.ended()
    found.ended()
    assert fresh(game).frozen
    assert "It differs." in failure(game)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_sweep_does_not_wait_for_it_and_comes_back(alice: User, bob: User) -> None:
    game = shown_up(start_game(alice, bob, pace=A_DAY_EACH, timeouts={"policy": "default_move"}))
    spoil(game, coins=[7, 0])
    with hold_lock(Game.objects.filter(id=game.id)):
        game_divergence_quarantine(game_id=game.id, reason="It differs.", wait=False)
    assert (fresh(game).frozen, Failure.objects.exists()) == (False, False)
    with time_machine.travel(timezone.now() + DAY + fire_delay()):
        deadlines_sweep()
    assert fresh(game).frozen
    assert Failure.objects.get().task == "divergence"


def test_code_that_is_older_than_the_game_does_not_judge_it(
    alice: User, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """During a rolling deploy, a worker may not know a new format or version yet."""
    game = start_game(alice, seats=2, bots=["easy"])
    while fresh(game).to_act == 0:
        play(alice, game)
    clock.shift(1)
    with monkeypatch.context() as before:
        before.setattr("tests.tablekernel.toy.FORMAT", 1)
        bots_run(game_id=game.id)
    clock.shift(60)
    with monkeypatch.context() as before:
        before.delitem(registry.RULESETS, "toy")
        bots_run(game_id=game.id)
    assert [one.task for one in Failure.objects.all()] == ["auto_at", "auto_at"]
    assert not fresh(game).frozen
    clock.shift(300)
    assert bots_run(game_id=game.id) > 0


def test_what_was_stored_in_another_format_than_the_move_is_the_same(game: Game) -> None:
    """A game can go back to a move that was made before the format changed."""
    stored = GameState.objects.get(game=game).state
    for old in RULES.earlier(RULES.load(stored)):
        for text, state_hash in [(stored, digest(old)), (old.decode(), digest(old))]:
            live_game_load_verified(TOY, stored=text, state_hash=state_hash)
    with pytest.raises(StateDiverged):
        live_game_load_verified(TOY, stored=stored, state_hash=digest(b"other"))


def test_a_format_of_newer_code_is_no_divergence(game: Game, bob: User) -> None:
    """Newer code that rolls back stores its own format, and the older move keeps its hash."""
    choice = options_of(bob, game)[0]
    spoil(game, format=99)
    with pytest.raises(RulesUnavailable):
        play(bob, game, choice)
    assert game_verify_after_failure(game_id=game.id) is None
    assert not fresh(game).frozen
    assert not Failure.objects.exists()


# --- detected while viewing ----------------------------------------------------------------------


def test_a_past_that_comes_out_otherwise_suspends_the_game(
    game: Game, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def other_deal(rules: ToyRules, state: ToyState) -> None:
        dealt(rules, state)
        state.coins[1] = 5

    dealt: Any = ToyRules.open
    monkeypatch.setattr(ToyRules, "open", other_deal)
    for _ in range(2):
        with pytest.raises(HistoryUnavailable):
            history_for(user=alice, game_id=game.id, number=1)
    assert fresh(game).frozen
    assert "diverges at move 0: it leads to another state" in failure(game)


# --- explanation and repair ----------------------------------------------------------------------


def test_the_first_event_that_differs_is_shown(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rules that were changed in place during a game: a boast is worth two coins."""
    game = play(bob, play(alice, start_game(alice, bob, options={"rounds": 1}), "boast"), "boast")
    assert difference_of(game_id=game.id).same
    monkeypatch.setattr(ToyRules, "terms", Terms(boast_worth=2))
    found = difference_of(game_id=game.id)
    assert str(found.finding) == "diverges at move 2: it leads to another state"
    assert found.move is not None
    assert found.was is not None
    assert found.now is not None
    assert (found.move.seat, found.was["kind"], found.now["kind"]) == (1, "won", "won")
    assert found.now["public"]["coins"] == found.was["public"]["coins"] + 1
    assert found.seq is not None
    assert found.move.first_event < found.seq <= found.move.last_event


def test_a_state_is_rebuilt_from_its_moves_and_the_game_goes_on(
    game: Game, alice: User, bob: User
) -> None:
    before, seq = spoil(game, coins=[7, 0]), game.event_count
    with pytest.raises(GameFrozen):
        play(bob, game)
    state_rebuild(game_id=game.id)
    assert GameState.objects.get(game=game).state == before
    assert difference_of(game_id=game.id).same
    assert (platform_event_kinds(game), fresh(game).event_count) == (
        ["clock_paused", "state_rebuilt"],
        seq + 2,
    )
    assert game.frozen  # a moderator has to end the quarantine
    assert quarantine_end(game_id=game.id)
    assert play_out(game, alice, bob).status == Status.FINISHED


def test_so_is_one_of_which_only_the_seed_is_left(game: Game) -> None:
    state = GameState.objects.get(game=game)
    before, seed = state.state, orjson.loads(state.state)["seed"]
    GameState.objects.filter(game=game).update(state=f"... {seed} ...")
    state_rebuild(game_id=game.id)
    assert GameState.objects.get(game=game).state == before


def test_the_decision_that_is_open_then_is_asked(game: Game, bob: User) -> None:
    Game.objects.filter(id=game.id).update(to_act=0, topic="card")
    finding = difference_of(game_id=game.id).finding
    assert str(finding) == (
        "diverges: the game waits for seat 0 (card), but the replay for seat 1 (boast)"
    )
    state_rebuild(game_id=game.id)
    assert (fresh(game).to_act, game.topic) == (1, "boast")
    assert play(bob, game).move_count == 3


def test_it_is_another_decision_than_the_one_that_was_open(game: Game, bob: User) -> None:
    Game.objects.filter(id=game.id).update(to_act=0, topic="card")
    before = fresh(game).decision_id
    state_rebuild(game_id=game.id)
    after = fresh(game).decision_id
    assert after > before
    with pytest.raises(StaleDecision):
        command_send(user=bob, game_id=game.id, decision=before, choices=["boast"])
    _, then = history_for(user=bob, game_id=game.id, number=game.move_count)
    assert (then["decision"]["id"], seen(bob, game)["decision"]["id"]) == (after, after)
    state_rebuild(game_id=game.id)  # the decision is the same, so nobody is notified
    assert fresh(game).decision_id == after
    play(bob, game)
    _, then = history_for(user=bob, game_id=game.id, number=game.move_count - 1)
    assert then["decision"]["id"] == after


def test_its_player_is_notified_though_they_were_to_act_before(game: Game) -> None:
    Game.objects.filter(id=game.id).update(topic="card")
    before = fresh(game).to_act
    state_rebuild(game_id=game.id)
    last = OutboxEntry.objects.filter(kind="your_turn")[0]  # the newest comes first
    assert (fresh(game).to_act, game.topic) == (before, "boast")
    assert (last.data["decision"], last.data["topic"]) == (game.decision_id, "boast")


def test_moves_that_lead_elsewhere_make_no_state(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = GameState.objects.get(game=game).state
    monkeypatch.setattr(RULES, "start", lambda options, seats, seed: 1 // 0)
    with pytest.raises(ReplayFailed, match="raises at move 0: ZeroDivisionError"):
        state_rebuild(game_id=game.id)
    assert GameState.objects.get(game=game).state == state


def test_moves_that_were_taken_back_do_not_count(game: Game, alice: User) -> None:
    game = play(alice, rollback(game, 0, alice), "pass")
    assert str(difference_of(game_id=game.id).finding) == "same: 1 moves"


# --- the command ---------------------------------------------------------------------------------


def command_output(*words: Any) -> str:
    out = StringIO()
    call_command("game_divergence", *map(str, words), stdout=out)
    return out.getvalue()


def test_an_operator_mends_a_game(game: Game, bob: User) -> None:
    spoil(game, coins=[7, 0])
    with pytest.raises(GameFrozen):
        play(bob, game)
    with pytest.raises(CommandError, match="differs from its moves"):
        command_output(game.id)
    assert command_output(game.id, "--rebuild", "--release").splitlines() == [
        "toy/1: diverges: the stored state differs in coins",
        "toy/1: same: 2 moves",
        "released",
    ]
    assert play(bob, game).move_count == 3
