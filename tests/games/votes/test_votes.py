"""Votes: who may vote, when votes are decided, and what they do."""

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
    VoteLimit,
    VoteNotFound,
    VoteOpen,
)
from games.votes.services import AFTER_REFUSAL, ballot_cast, vote_open, votes_sweep
from notifications.models import OutboxEntry
from notifications.selectors import notifications_of
from notifications.services.fanout import outbox_fan_out
from tests.conftest import user_named
from tests.timed import (
    A_DAY_EACH,
    DAY,
    HOUR,
    MINUTE,
    NOW,
    Clock,
    fresh,
    left,
    pause,
    platform_event_kinds,
    resume,
    seat_at,
    shown_up,
)
from tests.toy_games import options_of, play, seen, start_game

pytestmark = pytest.mark.usefixtures("toy")


def open_vote(user: User, game: Game, kind: VoteKind, **more: Any) -> Vote:
    return vote_open(user=user, game_id=game.id, kind=kind, **more)


def cast(user: User, vote: Vote, yes: bool = True) -> Vote:
    return ballot_cast(user=user, game_id=vote.game_id, vote_id=vote.id, yes=yes)


@pytest.fixture
def dave(db: None) -> User:
    return user_named("dave")


@pytest.fixture
def game_of_four(alice: User, bob: User, charlie: User, dave: User, clock: Clock) -> Game:
    """Return a game in which alice has a day for her turn; the test clock does not move."""
    return shown_up(start_game(alice, bob, charlie, dave, pace=A_DAY_EACH))


# --- deciding ------------------------------------------------------------------------------------


def test_more_than_half_of_the_votes_pause_the_clock(
    game_of_four: Game, alice: User, bob: User, charlie: User, clock: Clock
) -> None:
    vote = open_vote(alice, game_of_four, VoteKind.PAUSE)
    assert (cast(bob, vote).passed, fresh(game_of_four).paused) == (None, False)
    vote = cast(charlie, vote)
    assert (vote.passed, fresh(game_of_four).paused) == (True, True)
    assert platform_event_kinds(game_of_four) == ["vote_opened", "vote_closed", "clock_paused"]
    assert game_of_four.pauses.get().kind == PauseKind.VOTE


def test_a_vote_that_can_no_longer_pass_closes_at_once(
    game_of_four: Game, alice: User, bob: User, charlie: User, dave: User
) -> None:
    vote = open_vote(alice, game_of_four, VoteKind.PAUSE)
    cast(bob, vote, yes=False)
    assert cast(charlie, vote, yes=False).passed is False
    with pytest.raises(VoteClosed):
        cast(dave, vote)
    assert not fresh(game_of_four).paused


def test_a_pause_by_vote_is_ended_by_vote(alice: User, bob: User, clock: Clock) -> None:
    game = shown_up(start_game(alice, bob, pace=A_DAY_EACH))
    with pytest.raises(VoteImpossible):
        open_vote(alice, game, VoteKind.RESUME)
    clock.shift(HOUR)
    cast(bob, open_vote(alice, game, VoteKind.PAUSE))
    clock.shift(DAY * 7)
    with pytest.raises(VoteImpossible):
        open_vote(alice, game, VoteKind.PAUSE)
    cast(bob, open_vote(alice, game, VoteKind.RESUME))
    assert (fresh(game).paused, left(game)) == (False, 23 * HOUR)


def test_a_pause_needs_a_clock(alice: User, bob: User) -> None:
    with pytest.raises(VoteImpossible) as error:
        open_vote(alice, start_game(alice, bob, pace={"kind": "none"}), VoteKind.PAUSE)
    assert error.value.extras == {"reason": "no_clock"}


def test_all_players_have_to_agree_to_cancel(
    game_of_four: Game, alice: User, bob: User, charlie: User, dave: User
) -> None:
    vote = open_vote(alice, game_of_four, VoteKind.CANCEL)
    for user in (bob, charlie):
        assert cast(user, vote).passed is None
    assert cast(dave, vote).passed
    game = fresh(game_of_four)
    assert (game.status, game.result, game.to_act, game.due_at) == (
        Status.CANCELLED,
        None,
        None,
        None,
    )
    told_of = OutboxEntry.objects.filter(kind="game_cancelled").get()
    assert len(told_of.users) == 4


def test_a_user_whose_vote_was_refused_waits_before_another_one_of_its_kind(
    game_of_four: Game, alice: User, bob: User, clock: Clock
) -> None:
    cast(bob, open_vote(alice, game_of_four, VoteKind.CANCEL), yes=False)
    with pytest.raises(VoteLimit) as error:
        open_vote(alice, game_of_four, VoteKind.CANCEL)
    assert error.value.extras == {"again_at": NOW + AFTER_REFUSAL}
    vote = open_vote(bob, game_of_four, VoteKind.CANCEL)  # others may
    cast(alice, vote, yes=False)
    clock.shift(AFTER_REFUSAL)
    open_vote(alice, game_of_four, VoteKind.CANCEL)


def test_only_a_refusal_makes_a_user_wait(game_of_four: Game, alice: User, clock: Clock) -> None:
    vote = open_vote(alice, game_of_four, VoteKind.CANCEL)
    pause(game_of_four)
    clock.shift(DAY)
    votes_sweep()
    resume(game_of_four)
    vote.refresh_from_db()
    assert vote.passed is False
    open_vote(alice, game_of_four, VoteKind.CANCEL)


def test_a_refused_vote_about_a_former_player_does_not_count(
    game_of_four: Game, bob: User, charlie: User, dave: User, clock: Clock
) -> None:
    clock.shift(timedelta(hours=20))
    vote = open_vote(bob, game_of_four, VoteKind.REPLACE, seat=0)
    for user in (charlie, dave):
        cast(user, vote, yes=False)
    with pytest.raises(VoteLimit):
        open_vote(bob, game_of_four, VoteKind.REPLACE, seat=0)
    game_of_four.seats.filter(number=0).update(joined_at=NOW + timedelta(hours=21))
    open_vote(bob, game_of_four, VoteKind.REPLACE, seat=0)


def test_open_votes_of_two_kinds_are_two_lines(
    game_of_four: Game, alice: User, bob: User, dave: User
) -> None:
    open_vote(alice, game_of_four, VoteKind.CANCEL)
    open_vote(bob, game_of_four, VoteKind.PAUSE)
    outbox_fan_out(seconds=60)
    lines = notifications_of(user=dave).filter(entry__kind="vote_opened")
    assert {line.entry.data["about"] for line in lines} == {"cancel", "pause"}


def test_one_vote_against_cancelling_is_enough(game_of_four: Game, alice: User, bob: User) -> None:
    assert cast(bob, open_vote(alice, game_of_four, VoteKind.CANCEL), yes=False).passed is False
    assert fresh(game_of_four).status == Status.ACTIVE


def test_the_only_player_among_bots_decides_alone(alice: User) -> None:
    game = start_game(alice, bots=["novice"])
    vote = open_vote(alice, game, VoteKind.CANCEL)
    assert (vote.passed, fresh(game).status) == (True, Status.CANCELLED)


def test_a_player_may_change_their_vote(game_of_four: Game, alice: User, bob: User) -> None:
    vote = open_vote(alice, game_of_four, VoteKind.PAUSE)
    cast(bob, vote)
    cast(bob, vote, yes=False)
    cast(alice, vote, yes=False)
    assert Vote.objects.get().passed is False


def test_one_vote_of_a_kind_is_open_at_a_time(game_of_four: Game, alice: User, bob: User) -> None:
    vote = open_vote(alice, game_of_four, VoteKind.PAUSE)
    with pytest.raises(VoteOpen) as error:
        open_vote(bob, game_of_four, VoteKind.PAUSE)
    assert error.value.extras == {"vote": vote.id}
    open_vote(bob, game_of_four, VoteKind.CANCEL)


def test_a_player_who_lost_the_seat_cannot_vote(
    game_of_four: Game, alice: User, bob: User, charlie: User, dave: User
) -> None:
    vote = open_vote(alice, game_of_four, VoteKind.CANCEL)
    cast(bob, vote)
    cast(charlie, vote)
    seat_resign(user=dave, game_id=game_of_four.id)
    assert Vote.objects.get().passed is None  # until the next ballot or sweep
    assert cast(charlie, vote).passed


def test_a_vote_of_another_game_is_not_found(
    alice: User, bob: User, charlie: User, game_of_four: Game
) -> None:
    vote = open_vote(alice, game_of_four, VoteKind.PAUSE)
    other = start_game(alice, bob)
    with pytest.raises(VoteNotFound):
        ballot_cast(user=bob, game_id=other.id, vote_id=vote.id, yes=True)


def test_nobody_votes_in_a_suspended_game_or_while_away(
    game_of_four: Game, alice: User, bob: User, clock: Clock
) -> None:
    vote = open_vote(alice, game_of_four, VoteKind.PAUSE)
    pause(game_of_four)
    with pytest.raises(GameFrozen):
        cast(bob, vote)
    with pytest.raises(GameFrozen):
        open_vote(bob, game_of_four, VoteKind.CANCEL)
    game = shown_up(start_game(alice, bob, pace=A_DAY_EACH, timeouts={"policy": "bot"}))
    game.seats.filter(number=0).update(
        away_since=timezone.now(), bot="novice", bot_profile="balanced"
    )
    with pytest.raises(SeatAway):
        open_vote(alice, game, VoteKind.CANCEL)
    assert open_vote(bob, game, VoteKind.CANCEL).passed  # bob is the only present player
    closed = OutboxEntry.objects.get(kind="vote_closed")
    assert str(alice.id) in closed.users  # she is away, but plays


# --- expiry --------------------------------------------------------------------------------------


def test_a_vote_that_is_not_decided_in_a_day_fails(
    game_of_four: Game, alice: User, bob: User, clock: Clock
) -> None:
    pause(game_of_four, PauseKind.VACATION, alice)  # so that no clock runs out meanwhile
    vote = open_vote(alice, game_of_four, VoteKind.PAUSE)
    clock.shift(DAY - MINUTE)
    assert votes_sweep() == 0
    clock.shift(MINUTE)
    with pytest.raises(VoteClosed):
        cast(bob, vote)
    timers_sweep()
    vote.refresh_from_db()
    assert (vote.passed, platform_event_kinds(game_of_four)[-1]) == (False, "vote_closed")
    assert votes_sweep() == 0


def test_a_vote_that_cannot_be_carried_out_fails_without_delaying_others(
    game_of_four: Game,
    alice: User,
    bob: User,
    charlie: User,
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first = open_vote(alice, game_of_four, VoteKind.CANCEL)
    other = open_vote(alice, start_game(alice, bob), VoteKind.CANCEL)
    first.ballots.model.objects.bulk_create(
        first.ballots.model(vote=first, seat=seat, yes=True) for seat in (1, 2, 3)
    )

    def broken(**words: object) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr("games.votes.services.vote_carry_out", broken)
    clock.shift(DAY + MINUTE)
    assert votes_sweep() == 2
    assert list(Vote.objects.order_by("id").values_list("passed", flat=True)) == [False, False]
    assert fresh(game_of_four).status == fresh(other.game).status == Status.ACTIVE


def test_the_end_of_a_game_closes_its_votes(alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    open_vote(alice, game, VoteKind.CANCEL)
    seat_resign(user=bob, game_id=game.id)
    assert Vote.objects.get().passed is False


# --- replacing -----------------------------------------------------------------------------------


def test_an_absent_player_is_replaced_by_the_others(
    game_of_four: Game, bob: User, charlie: User, dave: User, clock: Clock
) -> None:
    with pytest.raises(VoteImpossible) as error:
        open_vote(bob, game_of_four, VoteKind.REPLACE, seat=0)
    assert error.value.extras == {"reason": "not_absent"}
    clock.shift(timedelta(hours=20))
    vote = open_vote(bob, game_of_four, VoteKind.REPLACE, seat=0)
    assert cast(charlie, vote).passed
    seat = seat_at(game_of_four, 0)
    assert (seat.bot, seat.loss, fresh(game_of_four).auto_at is not None) == (
        "easy",
        "timed_out",
        True,
    )


def test_the_player_to_replace_cannot_vote_and_may_come_back(
    game_of_four: Game, alice: User, bob: User, charlie: User, clock: Clock
) -> None:
    clock.shift(timedelta(hours=20))
    vote = open_vote(bob, game_of_four, VoteKind.REPLACE, seat=0)
    with pytest.raises(NoBallot):
        cast(alice, vote, yes=False)
    play(alice, play(alice, game_of_four))
    assert cast(charlie, vote).passed is False
    assert seat_at(game_of_four, 0).lost_at is None


def test_bots_strangers_and_the_opener_cannot_be_replaced(alice: User, clock: Clock) -> None:
    game = shown_up(start_game(alice, bots=["novice"], pace=A_DAY_EACH))
    clock.shift(timedelta(hours=20))
    with pytest.raises(NoBallot):
        open_vote(alice, game, VoteKind.REPLACE, seat=0)
    for seat in (1, 7):
        with pytest.raises(VoteImpossible):
            open_vote(alice, game, VoteKind.REPLACE, seat=seat)


def test_without_a_clock_a_player_can_be_replaced_after_three_days(
    alice: User, bob: User, clock: Clock
) -> None:
    game = start_game(alice, bob, pace={"kind": "none"}, timeouts={"when_alone": "play_on"})
    clock.shift(2 * DAY)
    with pytest.raises(VoteImpossible):
        open_vote(bob, game, VoteKind.REPLACE, seat=0)
    clock.shift(DAY)
    assert open_vote(bob, game, VoteKind.REPLACE, seat=0).passed


def test_a_single_opponent_cannot_replace_before_the_deadline(
    alice: User, bob: User, clock: Clock
) -> None:
    game = shown_up(start_game(alice, bob, bots=["novice"], pace=A_DAY_EACH))
    clock.shift(timedelta(hours=20))
    with pytest.raises(VoteImpossible) as error:
        open_vote(bob, game, VoteKind.REPLACE, seat=0)
    assert error.value.extras == {"reason": "not_absent"}
    assert seat_at(game, 0).lost_at is None


def test_nobody_is_overdue_in_a_paused_game(alice: User, bob: User, clock: Clock) -> None:
    game = start_game(alice, bob, pace={"kind": "none"}, timeouts={"when_alone": "play_on"})
    vacation_start(user=alice)
    clock.shift(4 * DAY)
    with pytest.raises(VoteImpossible):
        open_vote(bob, game, VoteKind.REPLACE, seat=0)


# --- undo ----------------------------------------------------------------------------------------


def test_a_quiet_choice_is_undone_if_all_agree(alice: User, bob: User, clock: Clock) -> None:
    game = shown_up(start_game(alice, bob, pace=A_DAY_EACH))
    before = GameState.objects.get(game=game).state
    view = seen(alice, game)["table"]
    clock.shift(HOUR)
    game = play(alice, game, "boast")
    stale = game.decision_id
    vote = open_vote(alice, game, VoteKind.UNDO)
    assert (vote.to_move, fresh(game).move_count) == (0, 1)
    assert cast(bob, vote).passed
    game = fresh(game)
    assert (game.move_count, game.to_act, GameState.objects.get(game=game).state) == (0, 0, before)
    assert game.decision_id not in (1, stale)
    assert seen(alice, game)["table"] == view
    assert left(game) == 23 * HOUR  # undoing gains no time
    back = Rollback.objects.get()
    assert (back.by, back.reason) == (alice, "undo")
    assert platform_event_kinds(game) == ["vote_opened", "vote_closed", "rolled_back"]


def test_an_undo_fails_if_one_player_is_against_it(alice: User, bob: User) -> None:
    game = play(alice, start_game(alice, bob), "boast")
    assert cast(bob, open_vote(alice, game, VoteKind.UNDO), yes=False).passed is False
    assert fresh(game).move_count == 1


def undo_refusal(user: User, game: Game, **more: Any) -> str:
    with pytest.raises(UndoImpossible) as error:
        open_vote(user, game, VoteKind.UNDO, **more)
    assert set(error.value.extras) == {"reason"}
    return str(error.value.extras["reason"])


def test_moves_that_cannot_be_undone(alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    assert undo_refusal(alice, game) == "no_move"
    game = play(alice, game, "boast")
    assert undo_refusal(alice, game, to_move=1) == "no_move"
    assert undo_refusal(bob, game) == "another_moved"
    game = play(alice, game)  # alice has laid a card, and bob has to decide
    assert undo_refusal(alice, game) == "another_moved"
    game = play(bob, game, "pass")
    assert undo_refusal(bob, game, to_move=0) == "another_moved"
    assert open_vote(bob, game, VoteKind.UNDO).to_move == 2


def test_moves_that_revealed_something_cannot_be_undone(alice: User, bob: User) -> None:
    """After a round, the next player has seen the cards and the die."""
    for _ in range(20):
        game = start_game(alice, bob)
        while game.move_count < 5:
            game = play((alice, bob)[game.to_act or 0], game)
        mover = game.moves.get(number=4).user
        actor = (alice, bob)[game.to_act or 0]
        expected = "another_moved"
        if actor == mover == game.moves.get(number=5).user:
            expected = "something_learned"
            assert undo_refusal(actor, game, to_move=3) == expected
            return
    pytest.fail("in no game did one seat act before and after the cards were turned up")


def test_an_undo_fails_when_the_game_has_gone_on(alice: User, bob: User) -> None:
    game = play(alice, start_game(alice, bob), "boast")
    vote = open_vote(alice, game, VoteKind.UNDO)
    game = play(alice, game)
    assert cast(bob, vote).passed is False
    assert fresh(game).move_count == 2


def test_bots_do_not_vote(alice: User) -> None:
    game = play(alice, start_game(alice, bots=["novice"]), "boast")
    assert open_vote(alice, game, VoteKind.UNDO).passed
    assert fresh(game).move_count == 0
    assert "boast" in options_of(alice, game)
    bots_run(game_id=game.id)
