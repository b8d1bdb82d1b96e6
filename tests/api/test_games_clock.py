"""Clocks in the API: deadlines, late commands, forfeits, and changes of the ETag."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings

from accounts.models import User
from games.models import Game, PauseKind
from games.play.reminders import reminders_sweep
from games.play.timing import fire_delay, grace
from games.sweeps import deadlines_sweep, timers_sweep
from tests.conftest import ClientOf
from tests.timed import (
    A_DAY_EACH,
    DAY,
    HOUR,
    MINUTE,
    Clock,
    pause,
    resume,
    shown_up,
    time_out,
    turn,
)
from tests.toy_games import Player, play, start_game

pytestmark = pytest.mark.usefixtures("toy")

NOON = "2026-03-04T12:00:00Z"
NEXT_NOON = "2026-03-05T12:00:00Z"
TICK = timedelta(microseconds=1)


def start_timed_game(*users: User, **more: Any) -> Game:
    return shown_up(start_game(*users, **{"pace": A_DAY_EACH, **more}))


def etag(player: Player) -> str:
    return str(player.client.get(player.path).headers["ETag"])


# --- the view ------------------------------------------------------------------------------------


def test_a_view_says_until_when_in_absolute_instants(
    alice: User, bob: User, charlie: User, client_of: ClientOf, clock: Clock
) -> None:
    game = start_timed_game(alice, bob, timeouts={"excuses": 1})
    clock.shift(HOUR)
    for user in (alice, bob, charlie):
        view = Player(client_of(user), game.id).view()
        assert view["server_time"] == "2026-03-04T13:00:00Z"
        assert view["deadline"] == view["decision"]["deadline"] == NEXT_NOON
        assert view["clock"] == {
            "deadline": NEXT_NOON,
            "grace": settings.GRACE_SECONDS,
            "since": NOON,
            "left": 24 * 3600,
            "banks": [0, 0],
            "excuses_left": [1, 1],
            "pauses": [],
        }


def test_a_view_shows_the_banks_of_players(
    alice: User, bob: User, client_of: ClientOf, clock: Clock
) -> None:
    pace = {"kind": "reserve", "allowance": 3600, "bank": 7200}
    game = start_timed_game(alice, bob, bots=["easy"], pace=pace)
    clock.shift(1.5 * HOUR)
    turn(alice, game)
    view = Player(client_of(bob), game.id).view()
    assert view["clock"]["banks"] == [5400, 7200, None]
    assert view["clock"]["left"] == 10800


def test_a_view_says_why_a_clock_stands_still(
    alice: User, bob: User, charlie: User, client_of: ClientOf, clock: Clock
) -> None:
    game = start_timed_game(alice, bob)
    clock.shift(HOUR)
    client_of(bob).post("/api/v1/me/vacation/")
    pause(game, PauseKind.MODERATOR)
    view = Player(client_of(charlie), game.id).view()
    assert (view["paused"], view["frozen"], view["deadline"]) == (True, True, None)
    assert view["decision"]["deadline"] is None
    since = "2026-03-04T13:00:00Z"
    assert view["clock"]["pauses"] == [
        {"reason": "vacation", "seat": 1, "since": since},
        {"reason": "moderator", "seat": None, "since": since},
    ]
    assert (view["clock"]["since"], view["clock"]["left"]) == (None, 23 * 3600)


def test_without_a_pace_there_is_no_clock(alice: User, bob: User, client_of: ClientOf) -> None:
    view = Player(client_of(alice), start_game(alice, bob, pace={"kind": "none"}).id).view()
    assert (view["clock"], view["deadline"], view["decision"]["deadline"]) == (None, None, None)


# --- late commands -------------------------------------------------------------------------------


def test_a_command_in_the_grace_time_is_played_and_a_later_one_is_not(
    alice: User, bob: User, client_of: ClientOf, clock: Clock
) -> None:
    early, late = (start_timed_game(alice, bob) for _ in range(2))
    clock.shift(DAY + grace())
    player = Player(client_of(alice), early.id)
    assert player.send(1, "pass").status_code == 200
    clock.shift(TICK)
    player = Player(client_of(alice), late.id)
    refusal = player.send(1, "pass")
    assert (refusal.status_code, refusal.json()["code"]) == (409, "deadline_passed")
    assert player.view()["decision"]["id"] == 1  # not resolved yet
    clock.move_to(clock_of_sweep(late))
    deadlines_sweep()
    refusal = player.send(1, "pass")
    assert (refusal.status_code, refusal.json()["code"]) == (409, "seat_lost")


def clock_of_sweep(game: Game) -> Any:
    assert game.deadline_at is not None
    return game.deadline_at + fire_delay()


def test_a_late_command_that_was_answered_before_gets_its_answer_again(
    alice: User, bob: User, client_of: ClientOf, clock: Clock
) -> None:
    player = Player(client_of(alice), start_timed_game(alice, bob).id)
    first = player.send(1, "pass", key="k")
    clock.shift(10 * DAY)
    again = player.send(1, "pass", key="k")
    assert (again.status_code, again.content) == (200, first.content)


def test_nobody_acts_in_a_frozen_game(
    alice: User, bob: User, client_of: ClientOf, clock: Clock
) -> None:
    game = start_timed_game(alice, bob)
    player = Player(client_of(alice), game.id)
    pause(game, PauseKind.MODERATOR)
    refusal = player.send(1, "pass")
    assert (refusal.status_code, refusal.json()["code"]) == (409, "game_frozen")
    resume(game, PauseKind.MODERATOR)
    assert player.send(1, "pass").status_code == 200


# --- seats after a timeout -----------------------------------------------------------------------


def test_a_lost_seat_is_shown_to_all_and_ranked_last(
    alice: User, bob: User, client_of: ClientOf, clock: Clock
) -> None:
    game = time_out(clock, start_timed_game(alice, bob))
    view = Player(client_of(bob), game.id).view()
    assert (view["status"], view["clock"], view["decision"]) == ("finished", None, None)
    seats = [(seat["bot"], seat["lost"], seat["away"]) for seat in view["seats"]]
    assert seats == [("easy", "timed_out", False), (None, None, False)]
    assert view["result"] == {
        "placements": [2, 1],
        "scores": [],
        "breakdown": [],
        "lost": [0],
        "ended_by": "last_player",
    }


def test_a_game_that_ended_early_has_a_record(
    alice: User, bob: User, client_of: ClientOf, clock: Clock
) -> None:
    game = time_out(clock, start_timed_game(alice, bob))
    record = client_of(bob).get(f"/api/v1/games/{game.id}/export/").json()
    assert record["result"] is None
    assert record["about"]["ended_by"] == "last_player"
    assert [seat["loss"] for seat in record["about"]["seats"]] == ["timed_out", None]


def test_a_reopened_game_names_its_successor(
    alice: User, bob: User, client_of: ClientOf, clock: Clock
) -> None:
    game = time_out(
        clock, turn(alice, start_game(alice, bob, pace=A_DAY_EACH, visibility="private"))
    )
    view = Player(client_of(alice), game.id).view()
    assert (view["status"], view["table"], view["result"]) == ("cancelled", None, None)
    assert [seat["lost"] for seat in view["seats"]] == [None, "absent"]
    again = Player(client_of(alice), view["reopened_as"])
    assert (again.view()["status"], again.view()["your_seat"]) == ("lobby", 0)
    absent = Player(client_of(bob), view["reopened_as"])
    assert absent.post("join").status_code == 404
    again.post("invitations", {"username": "bob"})
    assert absent.post("join").status_code == 200


def test_a_player_returns_to_their_seat(
    alice: User, bob: User, charlie: User, client_of: ClientOf, clock: Clock
) -> None:
    game = time_out(clock, start_timed_game(alice, bob, timeouts={"policy": "bot"}))
    player = Player(client_of(alice), game.id)
    assert player.view()["seats"][0]["away"] is True
    assert player.view()["seats"][0]["bot"] == "easy"
    refusal = player.send(1, "pass")
    assert (refusal.status_code, refusal.json()["code"]) == (409, "seat_away")
    back = player.post("return")
    assert back.status_code == 200
    assert (back.json()["seats"][0]["away"], back.json()["seats"][0]["bot"]) == (False, None)
    assert back.json()["clock"]["left"] == 24 * 3600
    assert player.send(1, "pass").status_code == 200
    for user, code in ((alice, "not_away"), (bob, "not_away"), (charlie, "not_seated")):
        assert Player(client_of(user), game.id).post("return").json()["code"] == code


def test_there_is_no_way_back_to_a_seat_that_is_lost(
    alice: User, bob: User, charlie: User, client_of: ClientOf, clock: Clock
) -> None:
    game = time_out(clock, start_timed_game(alice, bob, charlie))
    refusal = Player(client_of(alice), game.id).post("return")
    assert (refusal.status_code, refusal.json()["code"]) == (409, "seat_lost")


# --- when an ETag moves --------------------------------------------------------------------------


def test_an_etag_moves_with_all_that_can_be_seen_of_a_clock(
    alice: User, bob: User, charlie: User, client_of: ClientOf, clock: Clock
) -> None:
    game = start_timed_game(alice, bob, charlie, timeouts={"excuses": 1, "policy": "bot"})
    player = Player(client_of(bob), game.id)
    seen = [etag(player)]

    def check_etag_changed() -> None:
        assert etag(player) not in seen
        seen.append(etag(player))

    pause(game, PauseKind.VOTE)
    check_etag_changed()
    resume(game, PauseKind.VOTE)
    check_etag_changed()
    time_out(clock, game)  # excused
    check_etag_changed()
    time_out(clock, game)  # a bot
    check_etag_changed()
    Player(client_of(alice), game.id).post("return")
    check_etag_changed()
    timers_sweep()
    clock.shift(3 * HOUR)
    timers_sweep()  # after the outage
    check_etag_changed()


def test_an_etag_stays_while_time_passes_and_sweeps_find_nothing(
    alice: User, bob: User, client_of: ClientOf, clock: Clock
) -> None:
    game = start_timed_game(alice, bob)
    player = Player(client_of(bob), game.id)
    before = etag(player)
    for _ in range(10):
        clock.shift(MINUTE)
        timers_sweep()
    assert etag(player) == before


def test_a_reminder_is_not_seen_by_others(
    alice: User, bob: User, client_of: ClientOf, clock: Clock
) -> None:
    player = Player(client_of(bob), start_timed_game(alice, bob).id)
    before = etag(player)
    clock.shift(0.9 * DAY)
    assert reminders_sweep() == 1
    assert etag(player) == before


def test_a_refused_command_moves_nothing(
    alice: User, bob: User, client_of: ClientOf, clock: Clock
) -> None:
    player = Player(client_of(alice), start_timed_game(alice, bob).id)
    before = etag(player)
    assert player.send(1, "lay:99").status_code == 422
    clock.shift(DAY + grace() + TICK)
    assert player.send(1, "pass").status_code == 409
    assert etag(player) == before


# --- the inbox -----------------------------------------------------------------------------------


def turns(client: Any, **headers: str) -> Any:
    return client.get("/api/v1/me/turns/", headers=headers)


def test_the_most_urgent_turn_comes_first_and_turns_without_a_clock_last(
    alice: User, bob: User, client_of: ClientOf, clock: Clock
) -> None:
    untimed = start_timed_game(alice, bob, pace={"kind": "none"})
    clock.shift(1)
    slow = start_timed_game(alice, bob, pace={**A_DAY_EACH, "allowance": 5 * 24 * 3600})
    clock.shift(1)
    quick = start_timed_game(alice, bob)
    standing = start_timed_game(alice, bob)
    pause(standing, PauseKind.VOTE)
    inbox = turns(client_of(alice)).json()
    assert [turn["game"] for turn in inbox["turns"]] == [
        str(game.id) for game in (quick, slow, untimed, standing)
    ]
    assert [turn["deadline"] for turn in inbox["turns"]] == [
        "2026-03-05T12:00:02Z",
        "2026-03-09T12:00:01Z",
        None,
        None,
    ]
    assert inbox["server_time"] == "2026-03-04T12:00:02Z"
    assert [turn["paused"] for turn in inbox["turns"]] == [False, False, False, True]


def test_the_inbox_is_304_until_a_clock_in_it_changes(
    alice: User, bob: User, client_of: ClientOf, clock: Clock
) -> None:
    client, game = client_of(alice), start_timed_game(alice, bob)
    untimed = start_timed_game(alice, bob, pace={"kind": "none"})

    def is_changed(known: str) -> bool:
        return bool(turns(client, **{"If-None-Match": known}).status_code == 200)

    first = turns(client).headers["ETag"]
    clock.shift(HOUR)
    assert not is_changed(first)
    for paused in (game, untimed):
        before = turns(client).headers["ETag"]
        pause(paused, PauseKind.VOTE)
        assert is_changed(before)
        before = turns(client).headers["ETag"]
        resume(paused, PauseKind.VOTE)
        assert is_changed(before)


def test_a_player_who_is_away_has_no_open_turn(
    alice: User, bob: User, client_of: ClientOf, clock: Clock
) -> None:
    game = time_out(clock, start_timed_game(alice, bob, timeouts={"policy": "bot"}))
    client = client_of(alice)
    assert turns(client).json()["turns"] == []
    Player(client, game.id).post("return")
    assert len(turns(client).json()["turns"]) == 1


# --- lists ---------------------------------------------------------------------------------------


def test_lists_show_deadlines_too(
    alice: User, bob: User, client_of: ClientOf, clock: Clock
) -> None:
    game = start_timed_game(alice, bob)
    play(alice, game, "boast")
    for path in ("games/", "me/games/"):
        (row,) = client_of(alice).get(f"/api/v1/{path}").json()["results"]
        assert (row["deadline"], row["paused"], row["frozen"]) == (NEXT_NOON, False, False)
