"""From options to a card set and a first state (rules 3, 4)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engine.citadels.card_set import CARD_SETS, CardSet
from engine.citadels.cards import Character
from engine.citadels.characters import CHARACTERS
from engine.citadels.characters.architect import ClassicArchitect
from engine.citadels.characters.merchant import ClassicMerchant
from engine.citadels.districts import DISTRICTS
from engine.citadels.flow.rounds import Rounds
from engine.citadels.names import NOBODY, NUMBER_OF, district_name
from engine.citadels.options import (
    SURPRISE,
    UNIQUE_DISTRICTS,
    Options,
    is_allowed,
    names_of,
    rank_9_rule,
)
from engine.citadels.pools import Pool
from engine.citadels.state import Match
from engine.citadels.terms import CLASSIC, Terms
from tablekernel.rng import Source, pick, shuffle

HAND: Final = 4
STASH: Final = 2
BONUS_AT_START: Final[dict[str, Character]] = {
    character.name: character for character in (ClassicMerchant(), ClassicArchitect())
}
"""The characters whose bonus comes at the start of the turn (rules 14)."""


def goal_of(seats: int, edition: str) -> int:
    """Return how many districts complete a city unless the host decides (rules 3.1, 14)."""
    return 7 if seats >= 4 and edition != CLASSIC else 8


@lru_cache(maxsize=CARD_SETS)
def find_card_set(
    seats: int,
    goal: int,
    characters: tuple[str, ...],
    districts: tuple[str, ...],
    terms: Terms,
) -> CardSet:
    """Return the card set of these cards, created once and cached. A character that the terms
    change is another object.
    """
    cast = {**CHARACTERS, **BONUS_AT_START} if terms.bonus_at_start else CHARACTERS
    return CardSet(
        seats,
        goal,
        tuple(cast[name] for name in characters),
        tuple(DISTRICTS[name] for name in sorted(districts, key=NUMBER_OF.__getitem__)),
        terms,
    )


def begin(options: Options, seats: int, seed: bytes, terms: Terms) -> Match:
    """Return the state before the first shuffle. A surprise card set is the first draw."""
    source = Source(seed)
    names = (
        draw_names(source, seats, terms.pool)
        if options["preset"] == SURPRISE
        else names_of(options)
    )
    goal = options.get("goal") or goal_of(seats, options["edition"])
    match = Match(find_card_set(seats, goal, *names, terms), seed)
    match.draws = source.draws
    crown = options["first_crown"]
    match.crown = NOBODY if crown is None else crown
    return match


def draw_names(source: Source, seats: int, pool: Pool) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return a random legal card set from a pool: one character of each rank, with equal
    probability, and 14 unique districts. An optional rank 9 is included half of the time.
    """
    rule = rank_9_rule(seats)
    ninth = rule == "always" or (rule == "optional" and pick(source, 2) == 1)
    characters = []
    for row in pool.characters[: 9 if ninth else 8]:
        legal = [name for name in row if is_allowed(name, seats)]
        characters.append(legal[pick(source, len(legal))])
    places = shuffle(source, bytes(range(len(pool.districts))))[:UNIQUE_DISTRICTS]
    return tuple(characters), tuple(pool.districts[place] for place in places)


def deal(match: Match) -> None:
    """Shuffle the deck, deal 4 cards to each player with 2 gold, give the crown, and begin (rules
    4).
    """
    card_set = match.card_set
    match.deck = shuffle(match, card_set.deck)
    if match.crown == NOBODY:
        match.crown = pick(match, card_set.seats)
    for seat in range(card_set.seats):
        match.hand_add(seat, match.draw_cards(HAND))
        match.gold[seat] = STASH
    if match.events is not None:
        match.tell(
            "match_started",
            {
                "seats": card_set.seats,
                "goal": card_set.goal,
                "crown": match.crown,
                "characters": list(card_set.names_in(card_set.all_ranks)),
                "districts": [district.name for district in card_set.districts],
            },
        )
        for seat in range(card_set.seats):
            match.tell(
                "hand_dealt",
                {"seat": seat, "count": HAND},
                {seat: {"cards": card_names(match.hand[seat])}},
            )
    match.push(Rounds())


def card_names(cards: bytes) -> list[str]:
    """Return cards of a hand or deck by name."""
    return [district_name(card) for card in cards]
