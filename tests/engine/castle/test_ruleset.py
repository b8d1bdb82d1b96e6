"""What the platform asks of the rules: options, topics, defaults, records, views."""

from __future__ import annotations

from collections import defaultdict
from random import Random
from typing import Any

import pytest

from engine.castle.checks import LONGEST, lively
from engine.castle.defaults import DEFAULTS
from engine.castle.rules import RULES
from engine.castle.state import Match
from engine.castle.testing import position
from engine.castle.topics import TOPICS
from tablekernel.errors import OptionsRefused
from tablekernel.loop import answer, settle
from tablekernel.record import commitment, seal, start_row, verify
from tablekernel.record import move_row as row_of
from tablekernel.rng import Source, shuffle
from tests.engine.citadels.test_topics import unlisted

USUAL = {"tile_set": "reconstruction", "first_seat": None}


def started(number: int) -> Match:
    state, _ = RULES.start(RULES.check_options({}, 2), 2, Random(number).randbytes(32))
    assert isinstance(state, Match)
    return state


# -- options


def test_options_are_completed() -> None:
    assert RULES.check_options({}, 2) == USUAL
    full = {"tile_set": "reconstruction", "first_seat": 1}
    assert RULES.check_options(full, 2) == full
    properties = RULES.options_schema()["properties"]
    assert {name: shown["default"] for name, shown in properties.items()} == USUAL


@pytest.mark.parametrize(
    ("options", "seats", "code", "pointer"),
    [
        ({}, 3, "seats_out_of_range", "/seats"),
        ({}, 1, "seats_out_of_range", "/seats"),
        ({"river": True}, 2, "unknown", "/river"),
        ({"tile_set": "mine"}, 2, "unknown_tile_set", "/tile_set"),
        ({"tile_set": ["x"]}, 2, "unknown_tile_set", "/tile_set"),
        ({"first_seat": 2}, 2, "unknown_seat", "/first_seat"),
        ({"first_seat": True}, 2, "unknown_seat", "/first_seat"),
    ],
)
def test_options_that_break_a_rule_are_refused(
    options: dict[str, Any], seats: int, code: str, pointer: str
) -> None:
    with pytest.raises(OptionsRefused) as refusal:
        RULES.check_options(options, seats)
    assert (refusal.value.code, refusal.value.pointer) == (code, pointer)


@pytest.mark.parametrize("seat", [0, 1])
def test_the_first_seat_may_be_chosen(seat: int) -> None:
    options = RULES.check_options({"first_seat": seat}, 2)
    for number in range(4):
        state, played = RULES.start(options, 2, Random(number).randbytes(32))
        assert RULES.own_decision(state, seat)["topic"] == "place"
        assert len(played.chance) == 2


def test_chance_says_who_begins() -> None:
    assert {started(number).active for number in range(20)} == {0, 1}


# -- chance


def test_bag_and_wall_tiles_come_from_the_first_two_draws() -> None:
    seed = bytes(range(32))
    source = Source(seed)
    state, played = RULES.start(RULES.check_options({}, 2), 2, seed)
    assert isinstance(state, Match)
    bag = shuffle(source, state.tiles.bag)
    wall = shuffle(source, bytes(range(1, 10)) * 2)
    assert bytes((state.tile,)) + state.bag == bag
    assert state.towers + state.unused == wall
    assert played.chance[:2] == [bag.hex(), wall.hex()]
    assert state.draws == 3


def test_a_record_is_verified_and_a_forged_one_is_not() -> None:
    rng, seed, nonce = Random(4), bytes(range(32)), bytes(32)
    options = RULES.check_options({}, 2)
    state, played = RULES.start(options, 2, seed)
    start = start_row(played)
    moves: list[dict[str, Any]] = []
    while (decision := settle(state)) is not None:
        key = lively(decision, rng).key
        played = RULES.play(state, decision.seat, key)
        row = row_of(len(moves) + 1, decision.seat, key, played.chance, played.hash)
        moves.append(row)
    words: dict[str, Any] = {
        "rules": RULES, "options": options, "seats": 2, "nonce": nonce, "start": start,
        "moves": moves, "result": RULES.result(state), "about": {},
    }  # fmt: skip
    record = seal(seed=seed, **words)
    verdict = verify(record, [RULES])
    assert verdict.ok, verdict.reason
    assert commitment(seed, nonce).encode() in record
    forged = seal(seed=bytes(32), **words)
    assert not verify(forged, [RULES]).ok


# -- questions


def test_random_matches_ask_all_that_is_listed_and_nothing_else() -> None:
    asked: dict[str, set[str]] = defaultdict(set)
    said: dict[str, set[str]] = defaultdict(set)
    for number in range(25):
        state, rng = started(number), Random(number)
        while (decision := settle(state)) is not None:
            described = RULES.describe(state, decision)
            assert unlisted(TOPICS, described) == []
            for option in described["options"]:
                asked[decision.topic].add(option["verb"])
                said[option["verb"]] |= option.keys() - {"choice", "verb"}
            answer(state, lively(decision, rng))
    assert asked == {name: topic.verbs.keys() for name, topic in TOPICS.items()}
    for topic in TOPICS.values():
        for verb, members in topic.verbs.items():
            assert said[verb] == members.keys()


def test_there_is_a_default_for_every_topic() -> None:
    assert DEFAULTS.keys() == TOPICS.keys()
    for topic, wishes in DEFAULTS.items():
        assert all(wish.wanted in TOPICS[topic].verbs for wish in wishes)


def test_a_match_by_default_moves_alone_ends() -> None:
    state, count = started(1), 0
    while (decision := settle(state)) is not None:
        choice = RULES.default_choice(state, decision)
        assert choice is RULES.default_choice(state, decision)
        if decision.topic != "place":
            assert choice.key == "pass"
        answer(state, choice)
        count += 1
        assert count < LONGEST
    assert RULES.result(state) is not None


def test_a_place_is_told_with_all_that_a_client_draws() -> None:
    table = position(draws="b05")
    described = RULES.describe(table.state, table.decision)
    assert described["options"][0] == {
        "choice": "place:3,0:0", "verb": "place", "x": 3, "y": 0, "rotation": 0,
    }  # fmt: skip
    about = described["about"]
    assert about["tile"] == "b05"
    sides = [face["sides"] for face in about["faces"]]
    assert [side for face in sides for side in face if face[side] == "tower"] == list("WNES")


def test_a_follower_is_told_with_the_whole_feature() -> None:
    table = position(tiles="b05@3,5/1", draws="b05")
    table.plays("A", "place:4,5:1")
    described = RULES.describe(table.state, table.decision)
    (court,) = [option for option in described["options"] if option["verb"] == "merchant"]
    assert court == {
        "choice": "merchant:E", "verb": "merchant", "slot": "E", "terrain": "court", "tiles": 3,
        "open_sides": None, "wells": 0, "markets": 3, "followers": [0, 0],
        "cells": [{"x": 3, "y": 5, "slots": ["E", "S", "W"]},
                  {"x": 4, "y": 5, "slots": ["E", "S", "W"]}],
        "start_spaces": [[18, 19]],
    }  # fmt: skip


# -- views and batches


def test_the_phase_follows_the_turn() -> None:
    table = position(wall={"A": "1"}, draws="b14")
    assert table.view()["phase"] == "place"
    table.plays("A", "place:3,0:0")
    assert table.view()["phase"] == "follower"
    table.plays("A", "pass")
    assert (table.question[1], table.view()["phase"]) == ("extra_turn", "scoring")
    assert position(ends=True).view()["phase"] == "over"


def test_wall_tiles_left_on_the_wall_are_out_at_the_end() -> None:
    assert all(tower["wall_tile"] for tower in position(draws="b05").view()["towers"])
    assert not any(tower["wall_tile"] for tower in position(ends=True).view()["towers"])


def test_both_players_and_a_spectator_see_the_same() -> None:
    table = position(tiles="s08@6,0/0", followers={"A": "6,0:N"}, draws="j01")
    views = [{**table.view(letter), "you": None} for letter in (None, "A", "B")]
    assert views[0] == views[1] == views[2]
    assert table.view("B")["you"] == {"seat": 1}
    assert sum(views[0]["tiles_left"].values()) == 58


def test_a_tile_and_its_follower_may_be_sent_together() -> None:
    table = position(draws="b14")
    played = RULES.play(table.state, 0, "place:3,0:0")
    assert RULES.reveals_nothing(played)
    assert not RULES.reveals_nothing(RULES.play(table.state, 0, "pass"))


def test_taking_a_wall_tile_ends_a_batch() -> None:
    table = position(score={"A": 10}, wall={"A": "1"}, draws="b14")
    RULES.play(table.state, 0, "place:3,0:0")
    assert not RULES.reveals_nothing(RULES.play(table.state, 0, "knight:N"))


def test_a_standing_is_what_the_result_would_be() -> None:
    table = position(tiles="b17@4,3/0", followers={"A": "4,3:N"}, wall={"A": "5"}, draws="b14")
    assert RULES.result(table.state) is None
    assert RULES.interim_result(table.state)["scores"] == [2, 0]


def test_a_state_of_another_game_is_refused() -> None:
    with pytest.raises(TypeError):
        RULES.view(Source(bytes(32)), None)  # type: ignore[arg-type]
