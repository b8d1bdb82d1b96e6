"""Standing orders are followed when their decision opens, once, and end with a notice."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine

from accounts.models import User
from games.bots.turns import WAKE_GRACE, bots_run
from games.models import Actor, Game, Move, Seat, StandingOrder
from games.play import notify
from games.play.commands import command_play
from games.play.due_games import quarantine, quarantine_end
from games.play.errors import GameNotStarted, NotSeated, SeatAway, SeatLost
from games.play.timeouts import deadline_resolve
from games.rules.errors import RulesUnavailable
from games.seats.resign import seat_resign, seat_return
from games.standing_orders.selectors import orders_for
from games.standing_orders.services import order_choose, order_reply, order_turn, orders_set
from games.sweeps import autos_sweep, deadlines_sweep
from tests.toy_games import lobby, options_of, play, start_game

pytestmark = pytest.mark.usefixtures("toy")

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
MODEST: dict[str, Any] = {"topic": "boast", "choose": ["pass"]}
HIGHEST: dict[str, Any] = {"topic": "card", "choose": [{"verb": "lay", "highest": "card"}]}


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as travel:
        yield travel


@pytest.fixture
def notification_log(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What players are told of their turns and their orders."""
    notices: list[dict[str, Any]] = []

    def notification_enqueue(game: Game, seats: list[Seat], kind: str, **data: Any) -> None:
        if kind in ("your_turn", "order_stopped"):
            notices.append({"kind": kind, "seats": [seat.number for seat in seats], **data})

    monkeypatch.setattr(notify, "notification_enqueue", notification_enqueue)
    return notices


def orders(user: User, game: Game, *given: dict[str, Any]) -> Game:
    """``user`` gives these orders, and the server does what is due."""
    orders_set(user=user, game_id=game.id, orders=list(given))
    return due(game)


def due(game: Game) -> Game:
    bots_run(game_id=game.id)
    game.refresh_from_db()
    return game


def moves(game: Game) -> list[tuple[int | None, str, str]]:
    rows = game.moves.exclude(number=0).order_by("number")
    return [(move.seat, move.choice.partition(":")[0], move.actor) for move in rows]


def reasons(user: User, game: Game) -> list[str | None]:
    return [order["stop_reason"] for order in orders_for(user=user, game_id=game.id)]


# --- following ---------------------------------------------------------------------------------


def test_an_order_answers_the_open_decision_at_once(alice: User, bob: User) -> None:
    game = orders(alice, start_game(alice, bob), MODEST)
    assert moves(game) == [(0, "pass", Actor.ORDER)]
    assert game.moves.get(number=1).user == alice
    assert (game.topic, game.auto_at) == ("card", None)


def test_an_order_answers_a_decision_the_moment_it_opens(alice: User, bob: User) -> None:
    game = orders(bob, start_game(alice, bob), MODEST, HIGHEST)
    play(alice, game, "boast")
    game = due(play(alice, game))
    assert moves(game)[2:4] == [(1, "pass", Actor.ORDER), (1, "lay", Actor.ORDER)]
    assert game.to_act == 0 or game.topic == "counter"


def test_the_choice_is_made_from_what_the_seat_is_shown(alice: User, bob: User) -> None:
    game = orders(alice, start_game(alice, bob), MODEST)
    hand = [int(choice.partition(":")[2]) for choice in options_of(alice, game)]
    game = orders(alice, game, {"topic": "card", "choose": [{"verb": "lay", "lowest": "card"}]})
    assert game.moves.get(number=2).choice == f"lay:{min(hand)}"


def test_players_may_order_a_whole_game(alice: User, bob: User) -> None:
    peaceful = {"topic": "counter", "choose": ["pass"]}
    game = start_game(alice, bob)
    orders(bob, game, MODEST, HIGHEST, peaceful)
    game = orders(alice, game, MODEST, HIGHEST, peaceful)
    assert game.status == "finished"
    assert {actor for _, _, actor in moves(game)} == {Actor.ORDER}


def test_new_orders_replace_the_old_ones_and_none_end_all(alice: User, bob: User) -> None:
    game = orders(bob, start_game(alice, bob), MODEST, HIGHEST)
    orders(bob, game, HIGHEST)
    assert [order["topic"] for order in orders_for(user=bob, game_id=game.id)] == ["card"]
    orders(bob, game)
    assert orders_for(user=bob, game_id=game.id) == []
    assert not Seat.objects.get(game=game, number=1).has_orders


def test_the_sweep_follows_what_no_worker_was_woken_for(
    alice: User, bob: User, clock: time_machine.Traveller
) -> None:
    game = start_game(alice, bob)
    orders_set(user=alice, game_id=game.id, orders=[MODEST])
    assert autos_sweep() == 0
    clock.shift(WAKE_GRACE)
    assert autos_sweep() == 1
    assert autos_sweep() == 0
    assert moves(game) == [(0, "pass", Actor.ORDER)]


# --- when --------------------------------------------------------------------------------------


def test_an_order_waits_for_its_delay(
    alice: User, bob: User, clock: time_machine.Traveller
) -> None:
    game = orders(alice, start_game(alice, bob), {**MODEST, "delay": 600})
    assert (moves(game), game.auto_at) == ([], NOON + timedelta(seconds=600))
    clock.shift(599)
    assert moves(due(game)) == []
    clock.shift(1)
    assert moves(due(game)) == [(0, "pass", Actor.ORDER)]


def test_a_delay_does_not_cost_the_seat(
    alice: User, bob: User, clock: time_machine.Traveller
) -> None:
    pace = {"kind": "per_decision", "allowance": 300}
    game = orders(alice, start_game(alice, bob, pace=pace), {**MODEST, "delay": 3600})
    assert game.auto_at == NOON + timedelta(seconds=240)
    clock.shift(240)
    assert moves(due(game)) == [(0, "pass", Actor.ORDER)]


def test_who_waits_for_an_order_may_still_decide(
    alice: User, bob: User, clock: time_machine.Traveller
) -> None:
    game = orders(alice, start_game(alice, bob), {**MODEST, "delay": 600})
    game = play(alice, game, "boast")
    clock.shift(600)
    assert moves(due(game)) == [(0, "boast", Actor.PLAYER)]


def test_a_game_that_is_suspended_waits(alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    quarantine(game_id=game.id)
    assert moves(orders(alice, game, MODEST)) == []
    quarantine_end(game_id=game.id)
    assert moves(due(game)) == [(0, "pass", Actor.ORDER)]


# --- ending ------------------------------------------------------------------------------------


def test_an_order_that_does_not_fit_stops_and_its_player_is_told(
    alice: User, bob: User, notification_log: list[dict[str, Any]]
) -> None:
    game = start_game(alice, bob)
    version = game.version
    notification_log.clear()
    stubborn = {"topic": "boast", "choose": ["boast:never"]}
    game = orders(alice, game, {"topic": "counter", "choose": ["pass"]}, stubborn)
    assert moves(game) == []
    (notice,) = notification_log
    assert (notice["kind"], notice["seats"]) == ("order_stopped", [0])
    assert (notice["position"], notice["topic"], notice["reason"]) == (1, "boast", "nothing_fits")
    assert reasons(alice, game) == [None, "nothing_fits"]
    assert (game.auto_at, game.version) == (None, version)
    assert options_of(alice, game) == ["boast", "pass"]


def test_an_order_that_says_ask_leaves_one_decision_and_stays(
    alice: User, bob: User, notification_log: list[dict[str, Any]]
) -> None:
    patient = {"topic": "boast", "choose": ["boast:never"], "otherwise": "ask"}
    game = start_game(alice, bob)
    notification_log.clear()
    game = orders(alice, game, patient)
    assert (moves(game), notification_log, reasons(alice, game)) == ([], [], [None])
    assert (game.auto_at, Seat.objects.get(game=game, number=0).has_orders) == (None, True)


def test_an_order_ends_when_it_was_followed_often_enough(
    alice: User, bob: User, notification_log: list[dict[str, Any]]
) -> None:
    twice = {"topic": "*", "choose": ["pass", {"verb": "lay"}], "times": 2}
    game = orders(alice, start_game(alice, bob), twice)
    assert [move[1:] for move in moves(game)] == [("pass", Actor.ORDER), ("lay", Actor.ORDER)]
    (order,) = orders_for(user=alice, game_id=game.id)
    assert (order["times_left"], order["stop_reason"]) == (0, "used_up")
    assert order["stopped_at"] is not None
    assert not Seat.objects.get(game=game, number=0).has_orders
    assert {notice["kind"] for notice in notification_log} == {"your_turn"}


def test_an_order_the_rules_no_longer_know_stops(
    alice: User, bob: User, notification_log: list[dict[str, Any]]
) -> None:
    game = start_game(alice, bob)
    orders_set(user=alice, game_id=game.id, orders=[MODEST, MODEST])
    first = StandingOrder.objects.filter(game=game, position=0)
    first.update(spec={**MODEST, "choose": ["sing"]})
    assert moves(due(game)) == [(0, "pass", Actor.ORDER)]
    assert reasons(alice, game) == ["not_valid", None]
    assert [n["reason"] for n in notification_log if n["kind"] == "order_stopped"] == ["not_valid"]


def test_orders_end_with_the_seat_and_with_the_game(alice: User, bob: User, charlie: User) -> None:
    game = start_game(alice, bob, charlie)
    orders(bob, game, MODEST)
    orders(charlie, game, MODEST)
    seat_resign(user=bob, game_id=game.id)
    assert reasons(bob, game) == ["seat_lost"]
    assert reasons(charlie, game) == [None]
    with pytest.raises(SeatLost):
        orders(bob, game, MODEST)
    seat_resign(user=charlie, game_id=game.id)
    assert (reasons(bob, game), reasons(charlie, game)) == (["game_over"], ["game_over"])


def test_orders_rest_while_a_bot_stands_in(
    alice: User, bob: User, clock: time_machine.Traveller
) -> None:
    pace = {"kind": "per_decision", "allowance": 300}
    game = start_game(alice, bob, pace=pace, timeouts={"policy": "bot"})
    orders(alice, game, {"topic": "counter", "choose": ["pass"]})
    clock.shift(3600)
    Game.objects.filter(id=game.id).update(due_at=NOON)
    assert deadline_resolve(game_id=game.id)
    assert not Seat.objects.get(game=game, number=0).has_orders
    with pytest.raises(SeatAway):
        orders(alice, game, MODEST)
    seat_return(user=alice, game_id=game.id)
    assert Seat.objects.get(game=game, number=0).has_orders


def test_only_who_plays_gives_orders(alice: User, bob: User, charlie: User) -> None:
    with pytest.raises(GameNotStarted):
        orders(alice, lobby(alice, bob), MODEST)
    game = start_game(alice, bob)
    for act in (lambda: orders(charlie, game), lambda: orders_for(user=charlie, game_id=game.id)):
        with pytest.raises(NotSeated):
            act()


def test_an_order_counts_as_a_move_of_the_players_own(alice: User, bob: User) -> None:
    game = start_game(alice, bob, timeouts={"policy": "default_move"})
    game.seats.filter(number=0).update(missed_in_a_row=3)
    game = due(orders(alice, game, {"topic": "boast", "choose": ["boast"]}))
    assert game.move_count == 1
    # Else the others would see by the forfeit that it was not she who moved.
    assert game.seats.get(number=0).missed_in_a_row == 0


def test_who_gives_orders_has_shown_up(alice: User, bob: User) -> None:
    game = orders(bob, start_game(alice, bob), MODEST)
    assert Seat.objects.get(game=game, number=1).acted_at is not None


def test_rules_that_are_gone_take_no_orders(alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    Game.objects.filter(id=game.id).update(rules_version="toy/0")
    with pytest.raises(RulesUnavailable):
        orders_set(user=alice, game_id=game.id, orders=[MODEST])


# --- whose turn it is --------------------------------------------------------------------------


def test_a_player_is_notified_once_of_a_turn_that_their_orders_leave_open(
    alice: User, bob: User, notification_log: list[dict[str, Any]], clock: time_machine.Traveller
) -> None:
    game = start_game(alice, bob, options={"rounds": 3})
    clock.shift(1)
    orders(bob, game, MODEST)
    clock.shift(1)
    notification_log.clear()
    play(alice, game, "pass")
    game = play(alice, game)
    assert (game.to_act, notification_log) == (1, [])
    game = due(game)
    assert [(n["kind"], n["seats"], n["topic"]) for n in notification_log] == [
        ("your_turn", [1], "card")
    ]
    assert due(game).topic == "card"
    assert len(notification_log) == 1


def test_a_player_is_not_told_again_when_the_deadline_is_resolved(
    alice: User, bob: User, notification_log: list[dict[str, Any]], clock: time_machine.Traveller
) -> None:
    game = start_game(
        alice,
        bob,
        options={"rounds": 3},
        pace={"kind": "per_decision", "allowance": 3600},
        timeouts={"policy": "forfeit", "excuses": 2},
    )
    Seat.objects.update(acted_at=NOON)
    clock.shift(1)
    orders(bob, game, MODEST)
    clock.shift(1)
    notification_log.clear()
    play(alice, game, "pass")
    game = due(play(alice, game))
    for excuses_left in (1, 0):
        assert game.due_at is not None
        clock.move_to(game.due_at)
        assert deadlines_sweep() == 1
        game = due(game)
        assert game.seats.get(number=1).excuses_left == excuses_left
    assert [(notice["kind"], notice["decision"]) for notice in notification_log] == [
        ("your_turn", game.decision_id)
    ]


def test_a_player_is_notified_of_their_turn_when_their_last_order_has_ended(
    alice: User, bob: User, notification_log: list[dict[str, Any]], clock: time_machine.Traveller
) -> None:
    game = start_game(alice, bob, options={"rounds": 3})
    clock.shift(1)
    orders(bob, game, {**MODEST, "times": 1})
    clock.shift(1)
    notification_log.clear()
    play(alice, game, "pass")
    game = due(play(alice, game))
    assert moves(game)[-1] == (1, "pass", Actor.ORDER)
    assert [(n["kind"], n["seats"], n["topic"]) for n in notification_log] == [
        ("your_turn", [1], "card")
    ]


def test_a_player_who_has_moved_is_not_notified_of_the_turn_after_an_order(
    alice: User, bob: User, notification_log: list[dict[str, Any]], clock: time_machine.Traveller
) -> None:
    game = start_game(alice, bob, ruleset="citadels")
    clock.shift(1)
    orders(bob, game, {"topic": "keep_card", "choose": [{"verb": "keep"}]})
    clock.shift(1)
    while (game.to_act, game.topic) != (1, "gather"):
        game = due(play(bob if game.to_act else alice, game))
    notification_log.clear()
    game = due(play(bob, game, "gather:cards"))
    assert game.moves.get(number=game.move_count).actor == Actor.ORDER
    assert (game.to_act, game.topic, notification_log) == (1, "action", [])


def test_a_player_whose_orders_answer_everything_is_left_in_peace(
    alice: User, bob: User, notification_log: list[dict[str, Any]]
) -> None:
    game = orders(bob, start_game(alice, bob), {"topic": "*", "choose": ["pass", {"verb": "lay"}]})
    notification_log.clear()
    while game.to_act == 0:
        game = due(play(alice, game))
    assert game.status == "finished"
    assert not [notice for notice in notification_log if notice["seats"] == [1]]


# --- once --------------------------------------------------------------------------------------


def test_a_choice_is_dropped_if_the_player_was_quicker(alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    orders_set(user=alice, game_id=game.id, orders=[{**MODEST, "times": 1}])
    turn = order_turn(game_id=game.id)
    assert turn is not None
    game = play(alice, game, "boast")
    assert order_reply(turn, order_choose(turn)) is None
    assert moves(game) == [(0, "boast", Actor.PLAYER)]
    assert [order["times_left"] for order in orders_for(user=alice, game_id=game.id)] == [1]


def test_a_choice_is_dropped_if_the_orders_are_others_by_now(alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    orders_set(user=alice, game_id=game.id, orders=[MODEST])
    turn = order_turn(game_id=game.id)
    assert turn is not None
    orders_set(user=alice, game_id=game.id, orders=[{"topic": "boast", "choose": ["boast"]}])
    assert order_reply(turn, order_choose(turn)) is None
    assert moves(due(game)) == [(0, "boast", Actor.ORDER)]


def test_an_order_that_was_asked_twice_is_followed_once(alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    orders_set(user=alice, game_id=game.id, orders=[MODEST])
    turn = order_turn(game_id=game.id)
    assert turn is not None
    for _ in range(2):
        order_reply(turn, order_choose(turn))
    assert moves(game) == [(0, "pass", Actor.ORDER)]


def test_what_fails_halfway_is_not_counted_and_is_tried_again(
    alice: User, bob: User, clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = start_game(alice, bob)
    orders_set(user=alice, game_id=game.id, orders=[{**MODEST, "times": 1}])
    real = command_play

    def failing(**words: Any) -> Any:
        real(**words)
        raise OSError("the machine is gone")

    clock.shift(WAKE_GRACE)
    with monkeypatch.context() as patch:
        patch.setattr("games.standing_orders.services.command_play", failing)
        assert autos_sweep() == 1
    (order,) = orders_for(user=alice, game_id=game.id)
    assert (moves(game), order["times_left"], order["stop_reason"]) == ([], 1, None)
    assert not Move.objects.filter(game=game, number=1).exists()
    clock.shift(60)
    assert autos_sweep() == 1
    assert moves(game) == [(0, "pass", Actor.ORDER)]
    assert reasons(alice, game) == ["used_up"]
