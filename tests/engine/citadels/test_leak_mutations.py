"""A leak would be found: where the rules are changed to tell too much, the checks notice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import pytest

from engine.citadels import transfers, views
from engine.citadels.characters import magician, spy, wizard
from engine.citadels.characters.bishop import Bishop
from engine.citadels.characters.blackmailer import AnswerThreat
from engine.citadels.characters.magistrate import Magistrate
from engine.citadels.characters.thief import Thief
from engine.citadels.characters.wizard import ChoosingOne
from engine.citadels.checks import Table
from engine.citadels.frames import Build, Turn
from engine.citadels.rules import RULES, CitadelsRules
from engine.citadels.scoring import seat_score
from engine.citadels.serialization import FRAMES
from engine.citadels.setup import find_card_set
from engine.citadels.state import FLOWER, KILLED, SIGNED, Match
from engine.citadels.testing import custom
from tablekernel.frames import Choice, Frame
from tablekernel.loop import Stuck
from tablekernel.rules import Played
from tablekernel.state import State
from tests.engine.citadels.leaks import (
    check_all_batches,
    check_matches,
    walk,
)
from tests.engine.citadels.paired_states import (
    Viewer,
    played_on_a_copy,
)

BASE: Table = (4, {})
TWO: Table = (2, {})
NINE: Table = (6, {"rank_9": "artist"})
LAYING: Table = (
    5,
    custom("magistrate blackmailer wizard cardinal scholar", "museum theater framework"),
)
LOOKING: Table = (5, custom("witch spy seer emperor abbot diplomat", "museum theater thieves_den"))


def find_leak(tables: list[Table], matches: int = 6, share: float = 0.5) -> None:
    with pytest.raises((AssertionError, Stuck)):
        check_matches(tables, matches, share)


@pytest.fixture
def new_casts() -> Iterator[None]:
    """Casts look their cards' methods up once; a card that is changed needs new ones."""
    find_card_set.cache_clear()
    yield
    find_card_set.cache_clear()


def someone_else(match: Match, seat: Viewer) -> int:
    return 1 if seat == 0 else 0


def fields(name: str) -> Callable[[Match, Viewer], object]:
    """A field of the waiting frames of all seats."""
    return lambda match, seat: [str(getattr(frame, name, "")) for frame in match.stack]


def face(mark: int) -> Callable[[Match, Viewer], object]:
    return lambda match, seat: [rank for rank, bits in enumerate(match.marks) if bits & mark]


@pytest.mark.parametrize("table", [TWO, BASE, LAYING, LOOKING, NINE], ids=str)
def test_without_a_leak_nothing_is_found_at_those_tables(table: Table) -> None:
    check_matches([table], 1)
    check_all_batches([table], 1)


LEAKS: dict[str, tuple[Table, Callable[[Match, Viewer], object]]] = {
    "the next card of the deck": (TWO, lambda m, seat: m.deck[:1].hex()),
    "the last card of the deck": (TWO, lambda m, seat: m.deck[-1:].hex()),
    "the order of another hand": (TWO, lambda m, seat: m.hand[someone_else(m, seat)].hex()),
    "a number drawn from another hand": (
        TWO,
        lambda m, seat: len(set(m.hand[someone_else(m, seat)])),
    ),
    "the characters of another seat": (TWO, lambda m, seat: m.ranks_of(someone_else(m, seat))),
    "whether the killed character is held": (
        TWO,
        lambda m, seat: [
            bool(mark & KILLED) and holder >= 0
            for mark, holder in zip(m.marks, m.holders, strict=True)
        ],
    ),
    "what another seat saw in the draft": (TWO, lambda m, seat: m.seen[someone_else(m, seat)]),
    "what another seat discarded": (TWO, lambda m, seat: m.dropped[someone_else(m, seat)]),
    "the packet": (TWO, fields("packet")),
    "the card aside": (TWO, fields("aside")),
    "cards somebody looks at": (BASE, fields("cards")),
    "the seed": (TWO, lambda m, seat: m.seed.hex()),
    "which warrant is signed": (LAYING, face(SIGNED)),
    "under which threat the flower lies": (LAYING, face(FLOWER)),
    "the character with the first marker": (LAYING, fields("face")),
    "the characters that get markers": (LAYING, fields("ranks")),
    "the cards under the Museum": (LAYING, lambda m, seat: str(m.memory.get("museum"))),
    "what somebody is about to build": (LOOKING, fields("district")),
    "the hand at which somebody looks": (
        LAYING,
        lambda m, seat: [
            sorted(m.hand[frame.victim]) for frame in m.stack if isinstance(frame, ChoosingOne)
        ],
    ),
    "in which order the cards came at which one looks": (
        LAYING,
        lambda m, seat: [
            m.hand[frame.victim].hex()
            for frame in m.stack
            if isinstance(frame, ChoosingOne) and frame.seat == seat
        ],
    ),
    "the score so far": (
        (3, custom(uniques="secret_vault", players=3)),
        lambda m, seat: seat_score(m, someone_else(m, seat)),
    ),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_view_that_shows_too_much_is_found(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sound = views.view
    table, shows = LEAKS[leak]
    monkeypatch.setattr(
        views, "view", lambda match, seat: {**sound(match, seat), "leak": shows(match, seat)}
    )
    find_leak([table])


PRIVATE_EVENTS: dict[str, Table] = {
    "character_discarded": TWO,
    "character_kept": BASE,
    "cards_discarded": BASE,
    "cards_drawn": BASE,
    "cards_gained": BASE,
    "cards_kept": BASE,
    "hands_swapped": BASE,
    "markers_laid": LAYING,
    "hand_seen": LAYING,
    "card_tucked": LAYING,
    "characters_swapped": LAYING,
    "card_taken": LOOKING,
    "card_given": LOOKING,
    "spied": LOOKING,
}


@pytest.mark.parametrize("loud_kind", PRIVATE_EVENTS)
def test_an_event_that_tells_all_what_only_one_may_know_is_found(
    loud_kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sound = State.tell

    def loud(
        self: State,
        kind: str,
        public: dict[str, Any],
        private: dict[int, dict[str, Any]] | None = None,
    ) -> None:
        for part in (private or {}).values() if kind == loud_kind else ():
            public = {**public, **part}
        sound(self, kind, public, private)

    monkeypatch.setattr(State, "tell", loud)
    find_leak([PRIVATE_EVENTS[loud_kind]])


def test_those_are_all_events_of_which_a_part_is_private() -> None:
    private = {"hand_dealt"}
    for table in (TWO, BASE, LAYING, LOOKING):
        for match, decision, choice, _ in walk(table, 0, share=1.0):
            _, played = played_on_a_copy(match, decision.seat, choice.key)
            private |= {event.kind for event in played.events if event.private}
    assert private - {"hand_dealt"} <= set(PRIVATE_EVENTS)


def test_answering_for_a_seat_that_has_one_option_left_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def hasty(step: Any) -> Any:
        def asked(*parts: Any) -> Any:
            question = step(*parts)
            return question and (*question[:3], False)

        return asked

    for frame in FRAMES.values():
        program = [(hasty(step) if reply else step, reply) for step, reply in frame.program]
        monkeypatch.setattr(frame, "program", tuple(program))
    find_leak([BASE])


@pytest.mark.parametrize(
    ("module", "table"),
    [(magician, TWO), (spy, LOOKING), (wizard, LAYING), (transfers, LOOKING)],
    ids=lambda part: getattr(part, "__name__", ""),
)
def test_telling_in_which_order_the_cards_of_a_hand_came_is_found(
    module: ModuleType, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "sorted", list, raising=False)
    find_leak([table])


@pytest.mark.usefixtures("new_casts")
def test_asking_the_magistrate_only_where_the_warrant_is_signed_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sound = Magistrate.on_district_paid

    def hasty(self: Magistrate, match: Match, build: Build) -> Frame | None:
        return sound(self, match, build) if match.marks[build.rank] & SIGNED else None

    monkeypatch.setattr(Magistrate, "on_district_paid", hasty)
    find_leak([LAYING])


def test_asking_the_blackmailer_only_where_the_flower_lies_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bribe, (ask, answer), *rest = AnswerThreat.program

    def hasty(frame: AnswerThreat, match: Match) -> Any:
        return ask(frame, match) if match.marks[frame.rank] & FLOWER else None

    monkeypatch.setattr(AnswerThreat, "program", (bribe, (hasty, answer), *rest))
    find_leak([LAYING])


@pytest.mark.usefixtures("new_casts")
def test_protecting_an_unrevealed_bishop_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        Bishop,
        "adjust_protected",
        lambda self, match, safe: [*safe, match.holders[self.rank]],
    )
    find_leak([NINE], 12, share=1.0)


@pytest.mark.usefixtures("new_casts")
def test_offering_the_thief_only_characters_that_somebody_holds_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sound = Thief.offer_actions

    def knowing(self: Thief, match: Match, turn: Turn, out: list[Choice]) -> None:
        offered: list[Any] = []
        sound(self, match, turn, offered)
        out.extend([choice for choice in offered if match.holders[choice.rank] >= 0])

    monkeypatch.setattr(Thief, "offer_actions", knowing)
    find_leak([BASE])


def find_free_look(tables: list[Table]) -> None:
    with pytest.raises(AssertionError):
        check_all_batches(tables, 6)


WRONGLY_QUIET: list[tuple[Table, set[str]]] = [
    (BASE, {"cards_gained"}),
    (BASE, {"cards_drawn"}),
    (BASE, {"hands_swapped"}),
    (BASE, {"called", "revealed", "turn_ended"}),
    (BASE, {"character_kept", "draft_ended", "called", "revealed"}),
    (LAYING, {"hand_seen"}),
    (LOOKING, {"spied"}),
    (LAYING, {"called", "characters_swapped", "revealed"}),
]


@pytest.mark.parametrize(("table", "kinds"), WRONGLY_QUIET, ids=lambda part: min(part, key=str))
def test_events_that_are_wrongly_called_quiet_are_found(
    table: Table, kinds: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CitadelsRules, "quiet", RULES.quiet | kinds)
    find_free_look([table])


def test_a_batch_that_goes_on_after_chance_was_asked_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def heedless(self: CitadelsRules, played: Played) -> bool:
        return all(event.kind in self.quiet for event in played.events)

    monkeypatch.setattr(CitadelsRules, "reveals_nothing", heedless)
    find_free_look([LOOKING])
