"""Votes: who has a say, when they are decided, and what comes of them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.bots.turns import bots_run
from games.models import Game, GameState, PauseKind, Rollback, Status, Vote, VoteKind
from games.play.errors import GameFrozen, SeatAway
from games.seats.resign import seat_resign
from games.sweeps import timers_sweep
from games.vacations.services import vacation_start
from games.votes.errors import (
    NoBallot,
    UndoImpossible,
    VoteClosed,
    VoteImpossible,
    VoteNotFound,
    VoteOpen,
)
from games.votes.services import ballot_cast, vote_open, votes_sweep
from notifications.models import OutboxEntry
from tests.conftest import user_named
from tests.timed import (
    A_DAY_EACH,
    DAY,
    HOUR,
    MINUTE,
    Clock,
    fresh,
    left,
    pause,
    seat_at,
    shown_up,
    told,
)
from tests.toy_games import options_of, play, seen, start_game

pytestmark = pytest.mark.usefixtures("toy")


def ask(user: User, game: Game, kind: VoteKind, **more: Any) -> Vote:
    return vote_open(user=user, game_id=game.id, kind=kind, **more)


def say(user: User, vote: Vote, yes: bool = True) -> Vote:
    return ballot_cast(user=user, game_id=vote.game_id, vote_id=vote.id, yes=yes)


@pytest.fixture
def dave(db: None) -> User:
    return user_named("dave")


@pytest.fixture
def four(alice: User, bob: User, charlie: User, dave: User, clock: Clock) -> Game:
    """Alice has a day for her turn; the time stands still."""
    return shown_up(start_game(alice, bob, charlie, dave, pace=A_DAY_EACH))


# --- deciding ------------------------------------------------------------------------------------


def test_more_than_half_pause_the_clock(
    four: Game, alice: User, bob: User, charlie: User, clock: Clock
) -> None:
    vote = ask(alice, four, VoteKind.PAUSE)
    assert (say(bob, vote).passed, fresh(four).paused) == (None, False)
    vote = say(charlie, vote)
    assert (vote.passed, fresh(four).paused) == (True, True)
    assert told(four) == ["vote_opened", "vote_closed", "clock_paused"]
    assert four.pauses.get().kind == PauseKind.VOTE


def test_what_half_are_against_is_closed_at_once(
    four: Game, alice: User, bob: User, charlie: User, dave: User
) -> None:
    vote = ask(alice, four, VoteKind.PAUSE)
    say(bob, vote, yes=False)
    assert say(charlie, vote, yes=False).passed is False
    with pytest.raises(VoteClosed):
        say(dave, vote)
    assert not fresh(four).paused


def test_a_pause_by_vote_is_ended_by_vote(alice: User, bob: User, clock: Clock) -> None:
    game = shown_up(start_game(alice, bob, pace=A_DAY_EACH))
    with pytest.raises(VoteImpossible):
        ask(alice, game, VoteKind.RESUME)
    clock.shift(HOUR)
    say(bob, ask(alice, game, VoteKind.PAUSE))
    clock.shift(DAY * 7)
    with pytest.raises(VoteImpossible):
        ask(alice, game, VoteKind.PAUSE)
    say(bob, ask(alice, game, VoteKind.RESUME))
    assert (fresh(game).paused, left(game)) == (False, 23 * HOUR)


def test_a_pause_needs_a_clock(alice: User, bob: User) -> None:
    with pytest.raises(VoteImpossible) as error:
        ask(alice, start_game(alice, bob, pace={"kind": "none"}), VoteKind.PAUSE)
    assert error.value.extras == {"reason": "no_clock"}


def test_all_have_to_agree_to_call_it_off(
    four: Game, alice: User, bob: User, charlie: User, dave: User
) -> None:
    vote = ask(alice, four, VoteKind.CANCEL)
    for user in (bob, charlie):
        assert say(user, vote).passed is None
    assert say(dave, vote).passed
    game = fresh(four)
    assert (game.status, game.result, game.to_act, game.due_at) == (
        Status.CANCELLED,
        None,
        None,
        None,
    )
    told_of = OutboxEntry.objects.filter(kind="game_cancelled").get()
    assert len(told_of.users) == 4


def test_one_voice_against_calling_it_off_is_enough(four: Game, alice: User, bob: User) -> None:
    assert say(bob, ask(alice, four, VoteKind.CANCEL), yes=False).passed is False
    assert fresh(four).status == Status.ACTIVE


def test_who_is_alone_with_bots_decides_alone(alice: User) -> None:
    game = start_game(alice, bots=["random"])
    vote = ask(alice, game, VoteKind.CANCEL)
    assert (vote.passed, fresh(game).status) == (True, Status.CANCELLED)


def test_one_may_change_his_mind(four: Game, alice: User, bob: User) -> None:
    vote = ask(alice, four, VoteKind.PAUSE)
    say(bob, vote)
    say(bob, vote, yes=False)
    say(alice, vote, yes=False)
    assert Vote.objects.get().passed is False


def test_one_vote_of_a_kind_is_open_at_a_time(four: Game, alice: User, bob: User) -> None:
    vote = ask(alice, four, VoteKind.PAUSE)
    with pytest.raises(VoteOpen) as error:
        ask(bob, four, VoteKind.PAUSE)
    assert error.value.extras == {"vote": vote.id}
    ask(bob, four, VoteKind.CANCEL)


def test_who_has_lost_his_seat_has_no_say_any_more(
    four: Game, alice: User, bob: User, charlie: User, dave: User
) -> None:
    vote = ask(alice, four, VoteKind.CANCEL)
    say(bob, vote)
    say(charlie, vote)
    seat_resign(user=dave, game_id=four.id)
    assert Vote.objects.get().passed is None  # until somebody looks
    assert say(charlie, vote).passed


def test_a_vote_of_another_game_is_not_found(
    alice: User, bob: User, charlie: User, four: Game
) -> None:
    vote = ask(alice, four, VoteKind.PAUSE)
    other = start_game(alice, bob)
    with pytest.raises(VoteNotFound):
        ballot_cast(user=bob, game_id=other.id, vote_id=vote.id, yes=True)


def test_nobody_votes_in_a_suspended_game_or_while_he_is_away(
    four: Game, alice: User, bob: User, clock: Clock
) -> None:
    vote = ask(alice, four, VoteKind.PAUSE)
    pause(four)
    with pytest.raises(GameFrozen):
        say(bob, vote)
    with pytest.raises(GameFrozen):
        ask(bob, four, VoteKind.CANCEL)
    game = shown_up(start_game(alice, bob, pace=A_DAY_EACH, timeouts={"policy": "bot"}))
    game.seats.filter(number=0).update(
        away_since=timezone.now(), bot="random", bot_profile="balanced"
    )
    with pytest.raises(SeatAway):
        ask(alice, game, VoteKind.CANCEL)
    assert ask(bob, game, VoteKind.CANCEL).passed  # he alone is there


# --- by the clock --------------------------------------------------------------------------------


def test_a_vote_that_is_not_decided_in_a_day_has_failed(
    four: Game, alice: User, bob: User, clock: Clock
) -> None:
    pause(four, PauseKind.VACATION, alice)  # so that nobody's time runs out meanwhile
    vote = ask(alice, four, VoteKind.PAUSE)
    clock.shift(DAY - MINUTE)
    assert votes_sweep() == 0
    clock.shift(MINUTE)
    with pytest.raises(VoteClosed):
        say(bob, vote)
    timers_sweep(driver="test")
    vote.refresh_from_db()
    assert (vote.passed, told(four)[-1]) == (False, "vote_closed")
    assert votes_sweep() == 0


def test_a_vote_that_cannot_be_carried_out_comes_to_nothing_and_holds_up_no_other(
    four: Game,
    alice: User,
    bob: User,
    charlie: User,
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first = ask(alice, four, VoteKind.CANCEL)
    other = ask(alice, start_game(alice, bob), VoteKind.CANCEL)
    first.ballots.model.objects.bulk_create(
        first.ballots.model(vote=first, seat=seat, yes=True) for seat in (1, 2, 3)
    )

    def broken(**words: object) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr("games.votes.services.vote_carry_out", broken)
    clock.shift(DAY + MINUTE)
    assert votes_sweep() == 2
    assert list(Vote.objects.order_by("id").values_list("passed", flat=True)) == [False, False]
    assert fresh(four).status == fresh(other.game).status == Status.ACTIVE


def test_the_end_of_a_game_closes_its_votes(alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    ask(alice, game, VoteKind.CANCEL)
    seat_resign(user=bob, game_id=game.id)
    assert Vote.objects.get().passed is False


# --- replacing -----------------------------------------------------------------------------------


def test_an_absent_player_is_replaced_by_the_others(
    four: Game, bob: User, charlie: User, dave: User, clock: Clock
) -> None:
    with pytest.raises(VoteImpossible) as error:
        ask(bob, four, VoteKind.REPLACE, seat=0)
    assert error.value.extras == {"reason": "not_absent"}
    clock.shift(timedelta(hours=20))
    vote = ask(bob, four, VoteKind.REPLACE, seat=0)
    assert say(charlie, vote).passed
    seat = seat_at(four, 0)
    assert (seat.bot, seat.loss, fresh(four).auto_at is not None) == ("greedy", "timed_out", True)


def test_the_one_it_is_about_has_no_say_and_may_come_back(
    four: Game, alice: User, bob: User, charlie: User, clock: Clock
) -> None:
    clock.shift(timedelta(hours=20))
    vote = ask(bob, four, VoteKind.REPLACE, seat=0)
    with pytest.raises(NoBallot):
        say(alice, vote, yes=False)
    play(alice, play(alice, four))
    assert say(charlie, vote).passed is False
    assert seat_at(four, 0).lost_at is None


def test_bots_strangers_and_oneself_are_not_replaced(alice: User, clock: Clock) -> None:
    game = shown_up(start_game(alice, bots=["random"], pace=A_DAY_EACH))
    clock.shift(timedelta(hours=20))
    with pytest.raises(NoBallot):
        ask(alice, game, VoteKind.REPLACE, seat=0)
    for seat in (1, 7):
        with pytest.raises(VoteImpossible):
            ask(alice, game, VoteKind.REPLACE, seat=seat)


def test_without_a_clock_one_may_be_waited_for_three_days(
    alice: User, bob: User, clock: Clock
) -> None:
    game = start_game(alice, bob, pace={"kind": "none"}, timeouts={"when_alone": "play_on"})
    clock.shift(2 * DAY)
    with pytest.raises(VoteImpossible):
        ask(bob, game, VoteKind.REPLACE, seat=0)
    clock.shift(DAY)
    assert ask(bob, game, VoteKind.REPLACE, seat=0).passed


def test_a_single_opponent_waits_for_the_clock(alice: User, bob: User, clock: Clock) -> None:
    game = shown_up(start_game(alice, bob, bots=["random"], pace=A_DAY_EACH))
    clock.shift(timedelta(hours=20))
    with pytest.raises(VoteImpossible) as error:
        ask(bob, game, VoteKind.REPLACE, seat=0)
    assert error.value.extras == {"reason": "not_absent"}
    assert seat_at(game, 0).lost_at is None


def test_a_game_that_is_paused_waits_for_nobody(alice: User, bob: User, clock: Clock) -> None:
    game = start_game(alice, bob, pace={"kind": "none"}, timeouts={"when_alone": "play_on"})
    vacation_start(user=alice)
    clock.shift(4 * DAY)
    with pytest.raises(VoteImpossible):
        ask(bob, game, VoteKind.REPLACE, seat=0)


# --- taking back ---------------------------------------------------------------------------------


def test_a_quiet_choice_is_taken_back_if_all_agree(alice: User, bob: User, clock: Clock) -> None:
    game = shown_up(start_game(alice, bob, pace=A_DAY_EACH))
    before = GameState.objects.get(game=game).state
    view = seen(alice, game)["table"]
    clock.shift(HOUR)
    game = play(alice, game, "boast")
    stale = game.decision_id
    vote = ask(alice, game, VoteKind.UNDO)
    assert (vote.to_move, fresh(game).move_count) == (0, 1)
    assert say(bob, vote).passed
    game = fresh(game)
    assert (game.move_count, game.to_act, GameState.objects.get(game=game).state) == (0, 0, before)
    assert game.decision_id not in (1, stale)
    assert seen(alice, game)["table"] == view
    assert left(game) == 23 * HOUR  # no time is won by it
    back = Rollback.objects.get()
    assert (back.by, back.reason) == (alice, "undo")
    assert told(game) == ["vote_opened", "vote_closed", "rolled_back"]


def test_it_falls_through_if_one_is_against_it(alice: User, bob: User) -> None:
    game = play(alice, start_game(alice, bob), "boast")
    assert say(bob, ask(alice, game, VoteKind.UNDO), yes=False).passed is False
    assert fresh(game).move_count == 1


def why(user: User, game: Game, **more: Any) -> str:
    with pytest.raises(UndoImpossible) as error:
        ask(user, game, VoteKind.UNDO, **more)
    assert set(error.value.extras) == {"reason"}
    return str(error.value.extras["reason"])


def test_what_cannot_be_taken_back(alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    assert why(alice, game) == "no_move"
    game = play(alice, game, "boast")
    assert why(alice, game, to_move=1) == "no_move"
    assert why(bob, game) == "another_moved"
    game = play(alice, game)  # a card is laid, and bob has to decide
    assert why(alice, game) == "another_moved"
    game = play(bob, game, "pass")
    assert why(bob, game, to_move=0) == "another_moved"
    assert ask(bob, game, VoteKind.UNDO).to_move == 2


def test_what_chance_or_another_seat_has_shown_stays(alice: User, bob: User) -> None:
    """Whoever has to act next after a round was told of the cards and of the die."""
    for _ in range(20):
        game = start_game(alice, bob)
        while game.move_count < 5:
            game = play((alice, bob)[game.to_act or 0], game)
        mover = game.moves.get(number=4).user
        actor = (alice, bob)[game.to_act or 0]
        expected = "another_moved"
        if actor == mover == game.moves.get(number=5).user:
            expected = "something_learned"
            assert why(actor, game, to_move=3) == expected
            return
    pytest.fail("in no game did one seat act before and after the cards were turned up")


def test_it_lapses_when_the_game_has_gone_on(alice: User, bob: User) -> None:
    game = play(alice, start_game(alice, bob), "boast")
    vote = ask(alice, game, VoteKind.UNDO)
    game = play(alice, game)
    assert say(bob, vote).passed is False
    assert fresh(game).move_count == 2


def test_bots_do_not_have_to_be_asked(alice: User) -> None:
    game = play(alice, start_game(alice, bots=["random"]), "boast")
    assert ask(alice, game, VoteKind.UNDO).passed
    assert fresh(game).move_count == 0
    assert "boast" in options_of(alice, game)
    bots_run(game_id=game.id)
