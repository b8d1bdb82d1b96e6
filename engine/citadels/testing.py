"""Positions of Citadels from a few words, to write rule tests with.

>>> table = position(
...     characters={"A": "warlord", "B": "king"},
...     cities={"B": "temple manor+ *3"},  # a beautified Manor, and three that do not matter
...     hands={"A": "palace tavern"},
...     gold={"A": 5},
...     top="market docks",  # the next cards of the deck
...     turn="warlord",  # ranks below have been called
... )
>>> table.plays("A", "destroy:1:temple", "gather:gold", "build:palace")
>>> assert table.city("A") == ["palace"] and table.bottom(1) == ["temple"]

What is not said is: 4 players of the first game, nobody holds a character, A has the crown,
empty hands and cities, 2 gold each.

Other cards take part when they are named: ``card_set="witch merchant"``, ``uniques="museum park"``.
The other ranks and places are filled with cards of the first game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.citadels.flow.calls import Calls
from engine.citadels.flow.draft import Draft
from engine.citadels.flow.rounds import Rounds
from engine.citadels.names import (
    BEAUTIFIED,
    FIRST_UNIQUE,
    NUMBER_OF,
    RANK_OF,
    district_name,
)
from engine.citadels.options import CUSTOM, RANK_9, UNIQUE_DISTRICTS, rank_9_rule
from engine.citadels.presets import PRESETS
from engine.citadels.rules import RULES, CitadelsRules
from engine.citadels.scoring import seat_score
from engine.citadels.setup import STASH, card_names
from engine.citadels.state import (
    BEWITCHED,
    FLOWER,
    KILLED,
    ROBBED,
    SIGNED,
    THREAT,
    WARRANT,
    Match,
    bits,
)
from tablekernel.frames import Frame
from tablekernel.testing import LETTERS, Table, seat_of

SEED = bytes(range(32))

MARKS = {
    "killed": (KILLED, 0),
    "robbed": (ROBBED, 0),
    "bewitched": (BEWITCHED, 0),
    "warrants": (WARRANT, SIGNED),
    "threats": (THREAT, FLOWER),
}
"""The words for marks in a position: the open mark, and its hidden face."""


class CitadelsTable(Table):
    """The table with the terms of Citadels."""

    state: Match

    def gold(self, letter: str) -> int:
        return self.state.gold[seat_of(letter)]

    def hand(self, letter: str) -> list[str]:
        """Return the cards of a hand by name, in alphabetical order."""
        return sorted(card_names(self.state.hand[seat_of(letter)]))

    def city(self, letter: str) -> list[str]:
        """Return the districts of a city in the order in which they came; ``+`` marks a beautified
        one.
        """
        return card_names(self.state.city[seat_of(letter)])

    def top(self, count: int) -> list[str]:
        """Return the next cards of the deck."""
        return card_names(self.state.deck[:count])

    def bottom(self, count: int) -> list[str]:
        """Return the last cards of the deck; the very last one was put there last."""
        return card_names(self.state.deck[len(self.state.deck) - count :])

    def score(self, letter: str) -> dict[str, int]:
        """Return the score of a seat, item by item, if the match ended now."""
        return seat_score(self.state, seat_of(letter))

    @property
    def crown(self) -> str:
        return LETTERS[self.state.crown]

    @property
    def completed(self) -> list[str]:
        """The seats with a completed city, the first one first."""
        return [LETTERS[seat] for seat in self.state.completed]

    @property
    def result(self) -> dict[str, Any]:
        result = RULES.result(self.state)
        assert result is not None, "the match is not over"
        return result

    def ends_turn(self, letter: str) -> None:
        """Gather gold if needed, and end the turn."""
        if self.question == (letter, "gather"):
            self.plays(letter, "gather:gold")
        self.plays(letter, "end_turn")

    def plays_round_out(self) -> None:
        """Let everybody left this round gather gold and end the turn. Stops at the next draft or
        the end of the match.
        """
        number = self.state.round
        while not self.over and self.state.round == number:
            self.ends_turn(self.question[0])


def custom(card_set: str = "", uniques: str = "", players: int = 4) -> dict[str, Any]:
    """Return the options of a legal card set with these cards, completed with those of the first
    game. Rank 9 takes part if it is named, or if the number of players requires it (the Artist).
    """
    base = PRESETS["first_game"]
    ranks = {RANK_OF[name]: name for name in base.characters}
    if rank_9_rule(players) == "always":
        ranks[RANK_9] = "artist"
    ranks.update({RANK_OF[name]: name for name in card_set.split()})
    districts = dict.fromkeys([*uniques.split(), *base.districts])
    return {
        "preset": CUSTOM,
        "characters": [ranks[rank] for rank in sorted(ranks)],
        "districts": sorted([*districts][:UNIQUE_DISTRICTS], key=NUMBER_OF.__getitem__),
    }


def fresh(
    players: int = 4,
    seed: bytes = SEED,
    options: Mapping[str, Any] | None = None,
    crown: str = "A",
    rules: CitadelsRules = RULES,
) -> CitadelsTable:
    """Return a new match at its first decision."""
    given = {"first_crown": seat_of(crown), **(options or {})}
    match = rules.begin(rules.check_options(given, players), players, seed)
    match.events = []
    rules.open(match)
    opening = match.events
    table = CitadelsTable(rules, match)
    table.events[:0] = opening
    return table


def position(
    *,
    players: int = 4,
    card_set: str = "",
    uniques: str = "",
    characters: Mapping[str, str] | None = None,
    crown: str = "A",
    cities: Mapping[str, str] | None = None,
    hands: Mapping[str, str] | None = None,
    gold: Mapping[str, int] | None = None,
    top: str = "",
    deck: str | None = None,
    completed: str = "",
    taxes: int = 0,
    museum: Mapping[str, str] | None = None,
    turn: str | None = None,
    options: Mapping[str, Any] | None = None,
    seed: bytes = SEED,
    stack: list[Frame] | None = None,
    rules: CitadelsRules = RULES,
    **marks: str,
) -> CitadelsTable:
    """Return a table in the turn phase, at the first decision from the call of ``turn`` on
    (default: rank 1).

    Several names are in one string, separated by spaces; ``*3`` in a city stands for three basic
    districts that are in no hand and no other city. ``deck`` is the whole deck (other cards are out
    of the match), ``top`` only its first cards. ``museum`` has the cards that each seat laid under
    it. A seat of two or three players has two characters: ``{"A": "king warlord"}``. ``marks`` are
    ``killed="king"``, ``robbed``, ``bewitched``, ``warrants="king! bishop merchant"`` and
    ``threats``, with ``!`` at the real one. ``stack`` are frames to continue with instead of the
    calls, ``rules`` another version.
    """
    given = {
        **(custom(card_set, uniques, players) if card_set or uniques else {}),
        **(options or {}),
    }
    match = rules.begin(rules.check_options(given, players), players, seed)
    match.round = 1
    match.crown = seat_of(crown)
    _lay_cards(match, cities or {}, hands or {}, museum or {}, top, deck)
    match.gold = [(gold or {}).get(LETTERS[seat], STASH) for seat in range(players)]
    match.completed = [seat_of(letter) for letter in completed.split()]
    if taxes:
        match.memory["tax_collector"] = taxes
    _lay_marks(match, marks)
    called = 0 if turn is None else RANK_OF[turn] - 1
    _hold_characters(match, characters or {}, called)
    rounds, calls = Rounds(), Calls()
    rounds.at = Rounds.steps.index("end_round")
    calls.rank = called
    match.stack = stack or [rounds, calls]
    return CitadelsTable(rules, match)


def drafting(
    packet: str, *, players: int = 4, step: int = 0, aside: str = "", **words: Any
) -> CitadelsTable:
    """Return a table in the draft: ``packet`` goes round, ``aside`` is face down, ``step`` of the
    script is next.
    """
    draft = Draft()
    draft.at = Draft.steps.index("ask_card")
    draft.packet = sum(1 << RANK_OF[name] for name in packet.split())
    draft.aside = sum(1 << RANK_OF[name] for name in aside.split())
    draft.step = step
    rounds = Rounds()
    rounds.at = Rounds.steps.index("call_ranks")
    return position(players=players, stack=[rounds, draft], **words)


def _lay_cards(
    match: Match,
    cities: Mapping[str, str],
    hands: Mapping[str, str],
    museum: Mapping[str, str],
    top: str,
    deck: str | None,
) -> None:
    """Take the named cards out of the deck and put them in their places."""
    left = list(match.card_set.deck)

    def taken(name: str) -> int:
        number = NUMBER_OF[name.removesuffix("+")]
        assert number in left, f"the deck has no {name} left; uniques= adds districts"
        left.remove(number)
        return number + (BEAUTIFIED if name.endswith("+") else 0)

    for letter, words in hands.items():
        match.hand[seat_of(letter)] = bytes(taken(name) for name in words.split())
    if museum:
        laid = [
            (taken(name), seat_of(by)) for by, words in museum.items() for name in words.split()
        ]
        match.memory["museum"] = bytes(card for card, _ in laid)
        match.memory["museum_by"] = bytes(seat for _, seat in laid)
    first = bytes(taken(name) for name in (top if deck is None else deck).split())
    for letter, words in cities.items():
        named = [word for word in words.split() if not word.startswith("*")]
        match.city[seat_of(letter)] = bytes(taken(name) for name in named)
    for letter, words in cities.items():
        for word in words.split():
            if word.startswith("*"):
                _fill(match, seat_of(letter), int(word[1:]), left)
    match.owned = [bits(city) for city in match.city]
    match.deck = first + (bytes(left) if deck is None else b"")


def _fill(match: Match, seat: int, count: int, left: list[int]) -> None:
    """Give a city ``count`` basic districts that it does not have, the cheapest first."""
    for _ in range(count):
        city = match.city[seat]
        number = next(
            n for n in left if n < FIRST_UNIQUE and district_name(n) not in card_names(city)
        )
        left.remove(number)
        match.city[seat] = city + bytes((number,))


def _lay_marks(match: Match, marks: Mapping[str, str]) -> None:
    """Lay each mark on the named characters; ``!`` lays its hidden face there as well."""
    for word, names in marks.items():
        mark, face = MARKS[word]
        for name in names.split():
            match.marks[RANK_OF[name.removesuffix("!")]] |= mark
            if name.endswith("!"):
                assert face, f"{word} have no hidden face"
                match.marks[RANK_OF[name.removesuffix("!")]] |= face


def _hold_characters(match: Match, characters: Mapping[str, str], called: int) -> None:
    """Deal the characters; those of ranks already called are revealed, unless killed."""
    for letter, words in characters.items():
        for name in words.split():
            rank = RANK_OF[name]
            held = match.card_set.characters[rank]
            assert held is not None, f"rank {rank} is not in this card set"
            assert held.name == name, f"the {name} is not in this card set"
            match.holders[rank] = seat_of(letter)
            if rank <= called and not match.marks[rank] & KILLED:
                match.shown |= 1 << rank
