"""The selection phase: who chooses from which characters (rules 5)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engine.citadels.flow.draft import Draft
from engine.citadels.testing import CitadelsTable, drafting, fresh
from tablekernel.loop import nearest

SIX = "king bishop merchant architect warlord artist"


def characters_offered(table: CitadelsTable) -> list[str]:
    """The characters the asked seat may choose from."""
    return [key.partition(":")[2] for key in table.options]


def aside(table: CitadelsTable) -> list[str]:
    """The character that was discarded face down first."""
    card_set = table.state.card_set
    return list(card_set.names_in(nearest(table.state, Draft).aside))


def drafted(table: CitadelsTable) -> list[tuple[str, str, list[str]]]:
    """Let everybody take the first character; who was asked what, with which characters."""
    asked = []
    while table.question[1] in ("keep_character", "discard_character"):
        letter, topic = table.question
        asked.append((letter, topic.partition("_")[0], characters_offered(table)))
        table.plays(letter, table.options[0])
    return asked


def sizes(asked: list[tuple[str, str, list[str]]], topic: str = "keep") -> list[tuple[str, int]]:
    """Return who chose a card to keep (or to discard), and from how many."""
    return [(letter, len(names)) for letter, what, names in asked if what == topic]


def with_card_set(players: int, characters: int, seed: bytes = bytes(32)) -> CitadelsTable:
    options = {"rank_9": "artist" if characters == 9 else None}
    return fresh(players, seed=seed, options=options)


def seeds(count: int) -> list[bytes]:
    return [number.to_bytes(32, "big") for number in range(count)]


# -- 4 to 8 players


@pytest.mark.scenario("T-016")
def test_4_players_choose_from_5_4_3_and_2_characters() -> None:
    table = fresh(4)
    face_up = table.view()["face_up"]
    first = aside(table)
    assert len(face_up) == 2
    assert len(first) == 1
    asked = drafted(table)
    assert sizes(asked) == [("A", 5), ("B", 4), ("C", 3), ("D", 2)]
    held = {name for seat in "ABCD" for name in table.view(seat)["you"]["characters"]}
    left = set(asked[-1][2]) - held
    assert len(left) == 1
    assert held | left | set(face_up) | set(first) == set(table.view()["cast"])


@pytest.mark.scenario("T-017")
@pytest.mark.parametrize(
    ("players", "characters", "face_up", "first_offer"),
    [
        (4, 9, 3, 5),
        (5, 8, 1, 6),
        (5, 9, 2, 6),
        (6, 8, 0, 7),
        (6, 9, 1, 7),
        (7, 8, 0, 7),
        (7, 9, 0, 8),
        (8, 9, 0, 8),
    ],
)
def test_how_many_lie_face_up_depends_on_players_and_characters(
    players: int, characters: int, face_up: int, first_offer: int
) -> None:
    table = with_card_set(players, characters)
    assert len(table.view()["face_up"]) == face_up
    assert len(characters_offered(table)) == first_offer
    assert len(table.events_of("round_started")[0]["face_up"]) == face_up


@pytest.mark.scenario("T-018")
def test_rank_4_never_lies_face_up_and_others_take_its_place() -> None:
    ups: Counter[str] = Counter()
    for seed in seeds(200):
        table = fresh(4, seed=seed)
        face_up = table.view()["face_up"]
        assert len(set(face_up)) == 2
        ups.update(face_up)
        assert "king" in aside(table) + characters_offered(table)
    assert "king" not in ups
    assert len(ups) == 7


def test_rank_4_is_the_card_face_down_in_1_of_6_matches_of_4() -> None:
    """The face-up discards come first and spare rank 4, so it is not 1 of 8 (R-09)."""
    count = sum(aside(fresh(4, seed=seed)) == ["king"] for seed in seeds(600))
    assert 75 < count < 125


@pytest.mark.scenario("T-019")
def test_rank_4_may_be_the_card_face_down_and_then_nobody_answers_its_call() -> None:
    tables = (fresh(4, seed=seed) for seed in seeds(100))
    table = next(table for table in tables if aside(table) == ["king"])
    asked = drafted(table)
    assert all("king" not in names for _, _, names in asked)
    table.plays_round_out()
    assert {"rank": 4, "character": "king"} in table.events_of("called")
    assert "king" not in [event["character"] for event in table.events_of("revealed")]


@pytest.mark.scenario("T-020")
def test_the_last_of_7_players_with_8_characters_takes_up_the_card_face_down() -> None:
    table = with_card_set(7, 8)
    first = aside(table)
    asked = drafted(table)
    assert sizes(asked) == [*zip("ABCDEF", range(7, 1, -1), strict=True), ("G", 2)]
    passed = set(asked[-2][2]) - set(table.view("F")["you"]["characters"])
    assert set(asked[-1][2]) == passed | set(first)


@pytest.mark.scenario("T-021")
def test_the_last_of_7_players_with_9_characters_chooses_from_the_2_passed_ones() -> None:
    table = with_card_set(7, 9)
    first = aside(table)
    asked = drafted(table)
    assert sizes(asked) == list(zip("ABCDEFG", range(8, 1, -1), strict=True))
    assert first[0] not in asked[-1][2]
    assert set(asked[-1][2]) == set(asked[-2][2]) - set(table.view("F")["you"]["characters"])


@pytest.mark.scenario("T-022")
def test_the_last_of_8_players_chooses_from_the_one_passed_and_the_card_face_down() -> None:
    table = with_card_set(8, 9)
    first = aside(table)
    asked = drafted(table)
    passed = set(asked[-2][2]) - set(table.view("G")["you"]["characters"])
    assert len(passed) == 1
    assert set(asked[-1][2]) == passed | set(first)


@pytest.mark.scenario("T-027")
def test_the_crowned_player_chooses_first_and_the_others_follow_clockwise() -> None:
    asked = drafted(fresh(4, crown="C"))
    assert [letter for letter, *_ in asked] == ["C", "D", "A", "B"]


def test_only_characters_that_were_passed_on_may_be_kept() -> None:
    table = fresh(4)
    kept = characters_offered(table)[0]
    table.plays("A", f"keep:{kept}")
    table.refuses("B", f"keep:{kept}", *(f"keep:{name}" for name in table.view()["face_up"]))
    table.refuses("A", table.options[0])


# -- 2 players


@pytest.mark.scenario("T-023")
def test_2_players_keep_two_and_discard_as_they_go() -> None:
    table = fresh(2)
    asked = drafted(table)
    assert sizes(asked) == [("A", 7), ("B", 6), ("A", 4), ("B", 2)]
    assert sizes(asked, "discard") == [("B", 5), ("A", 3)]
    assert [what for _, what, _ in asked] == ["keep", "keep", "discard", "keep", "discard", "keep"]
    held = [table.view(letter)["you"]["characters"] for letter in "AB"]
    assert [len(names) for names in held] == [2, 2]
    assert len(set(held[0]) | set(held[1])) == 4


@pytest.mark.scenario("T-024")
def test_with_2_players_the_kept_card_cannot_be_discarded_and_no_second_one_kept() -> None:
    table = drafting("thief king bishop merchant architect warlord", players=2, step=1)
    table.plays("B", "keep:king")
    table.refuses("B", "discard:king", "keep:thief", "keep:king")
    table.plays("B", "discard:thief")
    table.refuses("A", "keep:king", "keep:thief")
    assert characters_offered(table) == ["bishop", "merchant", "architect", "warlord"]


def test_a_player_of_2_remembers_what_they_discarded_and_nobody_else_is_told() -> None:
    table = drafting("thief king bishop merchant architect warlord", players=2, step=1)
    table.plays("B", "keep:king", "discard:thief")
    assert table.view("B")["you"]["draft_discarded"] == ["thief"]
    assert table.events_for("A", "character_discarded") == [
        {"kind": "character_discarded", "seat": 1}
    ]
    assert table.events_for("B", "character_discarded")[0]["character"] == "thief"


# -- 3 players


@pytest.mark.scenario("T-025")
def test_3_players_keep_one_each_then_one_is_lost_then_one_each_again() -> None:
    table = fresh(3)
    asked = drafted(table)
    assert sizes(asked) == [("A", 8), ("B", 7), ("C", 6), ("A", 4), ("B", 3), ("C", 2)]
    held = [name for letter in "ABC" for name in table.view(letter)["you"]["characters"]]
    assert len(set(held)) == 6
    assert len(set(table.view()["cast"]) - set(held)) == 3
    assert len(table.events_of("character_lost")) == 1


def test_any_of_the_five_may_be_lost() -> None:
    lost = set()
    for seed in seeds(60):
        table = drafting(SIX, players=3, step=2, seed=seed)
        table.plays("C", "keep:king")
        lost |= set(SIX.split()) - {"king"} - set(characters_offered(table))
    assert lost == set(SIX.split()) - {"king"}


@pytest.mark.scenario("T-026")
def test_nobody_is_shown_which_character_was_lost() -> None:
    """Two matches that differ in the lost card only look the same to everybody; just the four cards
    that A receives reveal it.
    """
    seen: dict[str, Any] = {}
    offered = set()
    for seed in seeds(20):
        table = drafting(SIX, players=3, step=2, seed=seed)
        table.plays("C", "keep:king")
        offered.add(tuple(characters_offered(table)))
        for letter in ("A", "B", "C", None):
            now = (table.view(letter), table.events_for(letter))
            assert seen.setdefault(str(letter), now) == now
    assert len(offered) > 1


# -- who learns what


@pytest.mark.scenario("T-028")
def test_while_one_chooses_the_others_see_the_face_up_cards_and_nothing_else() -> None:
    one, other = fresh(4), fresh(4)
    one.plays("A", one.options[0])
    other.plays("A", other.options[-1])
    assert one.question == other.question == ("B", "keep_character")
    assert one.options != other.options
    assert one.view("D") == other.view("D")
    assert one.events_for("D") == other.events_for("D")
    assert len(one.view("D")["face_up"]) == 2
    assert one.view("D")["you"]["characters"] == []
    assert one.view("D")["you"]["draft_seen"] == []


def test_a_player_remembers_the_characters_that_passed_through_their_hands() -> None:
    table = fresh(4)
    packets = {letter: names for letter, _, names in drafted(table)}
    for letter in "ABCD":
        assert table.view(letter)["you"]["draft_seen"] == [packets[letter]]


def test_the_last_of_7_players_remembers_the_card_face_down() -> None:
    table = with_card_set(7, 8)
    first = aside(table)
    drafted(table)
    assert first[0] in table.view("G")["you"]["draft_seen"][0]


def test_only_the_chooser_is_told_what_was_kept_and_from_what() -> None:
    table = drafting("king bishop merchant", step=2)
    table.plays("C", "keep:king")
    public = {"kind": "character_kept", "seat": 2}
    assert table.events_for(None, "character_kept") == [public]
    assert table.events_for("B", "character_kept") == [public]
    assert table.events_for("C", "character_kept") == [
        {**public, "character": "king", "offered": ["king", "bishop", "merchant"]}
    ]


def test_what_was_seen_is_forgotten_in_the_next_round() -> None:
    table = fresh(4)
    drafted(table)
    table.plays_round_out()
    assert table.view()["phase"] == "selection"
    assert all(table.view(letter)["you"]["draft_seen"] == [] for letter in "ABCD")
    assert all(table.view(letter)["you"]["characters"] == [] for letter in "ABCD")
