"""Seat assignments: what players see of seats that are handed over or lost."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import LazySettings

from accounts.models import User
from games.bots.turns import bots_run
from games.lobby.errors import TooManyGames
from games.models import Game, Loss, PauseKind, SeatAssignment, VoteKind
from games.play.commands import command_send
from games.play.errors import GameNotFound, NotSeated
from games.play.selectors import events_for, game_view_for
from games.play.visibility import viewer_of
from games.seats.handover import seat_offer, seat_offer_accept, seat_offer_decline
from games.seats.resign import seat_resign
from games.standing_orders.selectors import orders_for
from games.standing_orders.services import orders_set
from games.vacations.services import vacation_start
from games.votes.services import ballot_cast, vote_open
from notifications.models import OutboxEntry
from tests.conftest import user_named
from tests.games.play.test_secrecy import change_bobs_hand, everything_visible
from tests.games.seats.handovers import hand_over
from tests.timed import A_DAY_EACH, HOUR, Clock, fresh, left, seat_at, shown_up, time_out
from tests.toy_games import play, play_out, seen, start_game

pytestmark = pytest.mark.usefixtures("toy")

PLAY_ON = {"when_alone": "play_on"}


def events(user: User, game: Game) -> list[dict[str, Any]]:
    return events_for(user=user, game_id=game.id, after=0, limit=500, language="en")


def own_cards(user: User, game: Game) -> list[bool]:
    """Return, for each event of a dealt or played card, whether ``user`` sees the card."""
    kinds = ("dealt", "laid")
    return [
        "cards" in event or "card" in event
        for event in events(user, game)
        if event["kind"] in kinds
    ]


# --- what is stored ------------------------------------------------------------------------------


def test_a_seat_assignment_begins_with_the_game_and_ends_with_a_loss(
    alice: User, bob: User
) -> None:
    game = play(alice, start_game(alice, bob, timeouts=PLAY_ON))
    assert {(one.user, one.from_event, one.until_event) for one in game.assignments.all()} == {
        (alice, 1, None),
        (bob, 1, None),
    }
    before = game.event_count
    seat_resign(user=alice, game_id=game.id)
    mine = SeatAssignment.objects.get(user=alice)
    assert (mine.until_event, mine.ended_at is not None) == (before, True)
    assert SeatAssignment.objects.get(user=bob).ended_at is None


def test_the_clock_and_absence_end_it_as_well(alice: User, bob: User, clock: Clock) -> None:
    game = shown_up(start_game(alice, bob, pace=A_DAY_EACH))
    time_out(clock, game)
    assert SeatAssignment.objects.get(game=game, user=alice).ended_at is not None
    assert seat_at(game, 0).loss == Loss.TIMED_OUT
    absent = time_out(clock, start_game(alice, bob, pace=A_DAY_EACH))
    assert SeatAssignment.objects.get(game=absent, user=alice).ended_at is not None


def test_a_handover_ends_one_assignment_and_begins_another(
    alice: User, bob: User, charlie: User
) -> None:
    game = play(alice, start_game(alice, bob))
    before = game.event_count
    game = hand_over(game, alice, charlie)
    first, second = SeatAssignment.objects.filter(game=game, seat=0)
    assert (first.user, first.from_event, first.until_event) == (alice, 1, before)
    assert (second.user, second.from_event, second.until_event) == (charlie, before + 1, None)
    event = game.platform_events.get()
    assert (event.kind, event.seq) == ("seat_handed_over", before + 1)
    assert event.data == {"seat": 0, "by": "alice", "to": "charlie"}


# --- what they see -------------------------------------------------------------------------------


def test_the_new_player_sees_the_game_as_the_seat_and_the_past_as_a_spectator(
    alice: User, bob: User, charlie: User
) -> None:
    game = play(alice, play(alice, start_game(alice, bob, options={"rounds": 3}), "boast"))
    mine, spectators = seen(alice, game)["table"], own_cards(charlie, game)
    game = hand_over(game, alice, charlie)
    assert seen(charlie, game)["table"] == mine
    assert own_cards(charlie, game) == spectators == [False, False, False]
    while not game.moves.filter(user=charlie, topic="card").exists():
        game = play((charlie, bob)[game.to_act or 0], game)
    assert own_cards(charlie, game).count(True) == 1  # the card that charlie played


def test_the_former_player_is_a_spectator_at_once(alice: User, bob: User, charlie: User) -> None:
    game = play(alice, play(alice, start_game(alice, bob), "boast"))
    assert own_cards(alice, game) == [True, False, True]
    game = hand_over(game, alice, charlie)
    assert own_cards(alice, game) == [False, False, False]
    view = seen(alice, game)
    assert (view["your_seat"], view["table"]["hand"]) == (None, None)
    with pytest.raises(NotSeated):
        command_send(user=alice, game_id=game.id, decision=game.decision_id, choices=["pass"])


def test_after_the_end_all_players_see_again_what_they_saw(
    alice: User, bob: User, charlie: User
) -> None:
    game = play(alice, play(alice, start_game(alice, bob), "boast"))
    alices = [event for event in events(alice, game) if event["kind"] in ("dealt", "laid")]
    game = play_out(hand_over(game, alice, charlie), charlie, bob)
    again = [event for event in events(alice, game) if event["kind"] in ("dealt", "laid")]
    # Texts use current names: the seat is charlie's.
    assert [{**one, "text": ""} for one in again[:3]] == [{**one, "text": ""} for one in alices]
    assert own_cards(alice, game)[3:] == [False] * (len(again) - 3)
    assert own_cards(charlie, game)[:3] == [False] * 3
    assert own_cards(charlie, game).count(True) == 1


def test_a_player_who_resigned_sees_again_what_they_saw_and_no_more(alice: User, bob: User) -> None:
    game = play(alice, play(alice, start_game(alice, bob, timeouts=PLAY_ON), "boast"))
    seat_resign(user=bob, game_id=game.id)
    assert not any(own_cards(bob, game))
    seat_resign(user=alice, game_id=fresh(game).id)

    bots_run(game_id=game.id)
    assert fresh(game).status == "finished"
    assert own_cards(bob, game)[:3] == [False, True, False]  # bob's hand, but not alice's
    assert not any(own_cards(bob, game)[3:])


def test_a_player_who_leaves_while_reading_sees_no_newer_private_events(
    alice: User, bob: User, charlie: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = start_game(alice, bob)
    left: list[int] = []

    def and_then_he_leaves(*args: Any) -> Any:
        viewer = viewer_of(*args)
        if not left:
            left.append(game.event_count)
            play(charlie, hand_over(game, alice, charlie))
        return viewer

    monkeypatch.setattr("games.play.selectors.viewer_of", and_then_he_leaves)
    assert [event["seq"] for event in events(alice, game)][-1] == left[0]


def test_a_spectator_never_sees_private_information(alice: User, bob: User, charlie: User) -> None:
    game = play_out(start_game(alice, bob), alice, bob)
    assert not any(own_cards(charlie, game))


def test_former_and_new_players_see_nothing_that_depends_on_bobs_hand(
    alice: User, bob: User, charlie: User
) -> None:
    """Return paired games: alice has left seat 0 to charlie."""
    game = play(alice, play(alice, start_game(alice, bob), "boast"))
    game = hand_over(game, alice, charlie)
    before = [everything_visible(user, game) for user in (alice, charlie)]
    change_bobs_hand(game)
    assert [everything_visible(user, game) for user in (alice, charlie)] == before


def test_past_private_events_are_hidden_from_the_new_player(
    alice: User, bob: User, charlie: User
) -> None:
    """The events that charlie sees do not depend on the card that alice played."""
    game = start_game(alice, bob)
    game = play(alice, game, "boast")
    game = hand_over(play(alice, game), alice, charlie)
    laid = [event for event in events(charlie, game) if event["kind"] == "laid"]
    assert [set(event) for event in laid] == [{"kind", "seat", "text", "seq", "move", "at"}]


def test_a_private_game_stays_visible_to_former_players(
    alice: User, bob: User, charlie: User
) -> None:
    game = start_game(alice, bob, visibility="private")
    with pytest.raises(GameNotFound):
        game_view_for(user=charlie, game_id=game.id)
    offer = seat_offer(user=bob, game_id=game.id, to="charlie")
    assert (
        seen(charlie, game)["table"]["hand"] is None
    )  # charlie may view the game before accepting
    seat_offer_accept(user=charlie, offer_id=offer.id)
    assert seen(bob, game)["table"]["hand"] is None
    other = start_game(alice, bob, visibility="private")
    offer = seat_offer(user=bob, game_id=other.id, to="charlie")
    seat_offer_decline(user=charlie, offer_id=offer.id)
    with pytest.raises(GameNotFound):
        game_view_for(user=charlie, game_id=other.id)


# --- what is handed over with a seat -------------------------------------------------------------


def test_standing_orders_are_not_handed_over(alice: User, bob: User, charlie: User) -> None:
    game = start_game(alice, bob)
    orders_set(user=bob, game_id=game.id, orders=[{"topic": "boast", "choose": ["pass"]}])
    game = hand_over(game, bob, charlie)
    assert orders_for(user=charlie, game_id=game.id) == []
    assert seat_at(game, 1).has_orders is False


def test_ballots_are_not_handed_over(alice: User, bob: User, charlie: User) -> None:
    game = start_game(alice, bob)
    vote = vote_open(user=alice, game_id=game.id, kind=VoteKind.CANCEL)
    game = hand_over(game, alice, charlie)
    assert ballot_cast(user=bob, game_id=game.id, vote_id=vote.id, yes=True).passed is None
    assert ballot_cast(user=charlie, game_id=game.id, vote_id=vote.id, yes=True).passed


def test_a_new_player_is_not_replaced_for_the_former_ones_absence(
    alice: User, bob: User, charlie: User, clock: Clock
) -> None:
    four = [user_named(name) for name in ("dave", "erin")]
    game = shown_up(start_game(alice, bob, *four, pace=A_DAY_EACH))
    clock.shift(20 * HOUR)
    vote = vote_open(user=bob, game_id=game.id, kind=VoteKind.REPLACE, seat=0)
    hand_over(game, alice, charlie)
    vote.refresh_from_db()
    assert vote.passed is False
    assert seat_at(game, 0).lost_at is None


def test_the_limit_of_games_holds_for_handovers(
    alice: User, bob: User, charlie: User, settings: LazySettings
) -> None:
    game = start_game(alice, bob)
    start_game(charlie, bob)
    settings.MAX_GAMES = 1
    with pytest.raises(TooManyGames):
        hand_over(game, alice, charlie)
    assert seat_at(game, 0).user == alice


def test_the_clock_continues_with_the_time_left(
    alice: User, bob: User, charlie: User, clock: Clock
) -> None:
    game = shown_up(start_game(alice, bob, pace=A_DAY_EACH))
    clock.shift(23 * HOUR)
    game = hand_over(game, alice, charlie)
    assert left(game) == HOUR
    game = time_out(clock, game)
    assert seat_at(game, 0).loss == Loss.TIMED_OUT  # charlie counts as present: accepting is enough


def test_the_new_player_is_notified_of_the_turn(alice: User, bob: User, charlie: User) -> None:
    hand_over(start_game(alice, bob), alice, charlie)
    turns = OutboxEntry.objects.filter(kind="your_turn").order_by("id")
    assert turns.last() is not None
    assert turns.last().users == [str(charlie.id)]  # type: ignore[union-attr]


def test_a_vacation_stays_with_its_player(
    alice: User, bob: User, charlie: User, clock: Clock
) -> None:
    game = shown_up(start_game(alice, bob, pace=A_DAY_EACH))
    vacation_start(user=bob)
    vacation_start(user=charlie)
    assert fresh(game).paused
    game = hand_over(game, bob, charlie)
    (pause,) = game.pauses.all()
    assert (pause.kind, pause.owner, game.paused) == (PauseKind.VACATION, charlie, True)


def test_the_new_player_replaces_a_bot_on_the_seat(
    alice: User, bob: User, charlie: User, clock: Clock
) -> None:
    game = shown_up(start_game(alice, bob, pace=A_DAY_EACH, timeouts={"policy": "bot"}))
    game = time_out(clock, game)
    assert seat_at(game, 0).away_since is not None
    game = hand_over(game, alice, charlie)
    seat = seat_at(game, 0)
    assert (seat.user, seat.bot, seat.away_since, game.auto_at) == (charlie, "", None, None)
    assert play(charlie, game).move_count == 1
