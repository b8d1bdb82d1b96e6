"""The hooks: the methods that a card may define to take part in a match, and who listens to them.

``Hooks`` is the one list of them. The card set, the check of card files, the coverage and the
documentation read it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from engine.citadels.names import FIRST_UNIQUE
from tablekernel.hooks import Listeners, bind_hook

Handler = Callable[..., Any]

CHARACTERS, DISTRICTS, ANY_CARD = "characters", "districts", "any card"
"""The cards that may define a hook. It would never be called on others."""


class Hook:
    """The listeners to one hook: the characters of the card set by rank, and the unique districts
    of the match.

    ``has_listeners`` is true if there are any, ``for_all`` if there are characters, which hear of
    all seats; ``mask`` is the set of districts.
    """

    __slots__ = (
        "by_rank", "characters", "districts", "for_all", "has_listeners", "mask", "numbers",
    )  # fmt: skip

    def __init__(self, characters: Listeners, districts: Listeners) -> None:
        self.characters = characters
        self.districts = districts
        self.mask = districts.mask
        self.for_all = bool(characters.mask)
        self.has_listeners = bool(characters.mask or districts.mask)
        self.numbers = bytes(FIRST_UNIQUE + bit.bit_length() - 1 for bit, _ in districts.handlers)
        heard = dict(characters.handlers)
        self.by_rank = tuple(heard.get(1 << rank) for rank in range(10))


class Hooks:
    """Every hook: its name, the parameters of the method, the cards that may define it, and when it
    is called or what it adjusts.

    "This district" is a unique district in the city in question. A hook that may return a frame has
    it played before the match continues.
    """

    def __init__(self, find: Callable[[str, str, str, str], Hook]) -> None:
        # -- announce: something has happened (may return a frame, unless said otherwise)
        self.on_draft_end = find(
            "on_draft_end",
            "match, owner",
            DISTRICTS,
            "all characters are chosen; called for the districts of every city",
        )
        self.on_revealed = find(
            "on_revealed",
            "match, seat",
            CHARACTERS,
            "this character has been revealed; its turn is next; returns nothing",
        )
        self.on_marked_revealed = find(
            "on_marked_revealed",
            "match, rank, seat",
            CHARACTERS,
            "a character with marks has been revealed",
        )
        self.on_gathered = find(
            "on_gathered",
            "match, turn",
            CHARACTERS,
            "resources are gathered, if a mark says that something follows",
        )
        self.on_district_paid = find(
            "on_district_paid",
            "match, build",
            CHARACTERS,
            "a district is paid for but not placed yet",
        )
        self.on_built = find(
            "on_built",
            "match, seat, turn",
            CHARACTERS,
            "a district has been built in the city of `seat`; returns nothing",
        )
        self.on_turn_end = find(
            "on_turn_end",
            "match, turn",
            ANY_CARD,
            "the turn ends: first the districts of its city, then its own character; returns "
            "nothing",
        )
        self.on_round_end = find("on_round_end", "match", CHARACTERS, "every rank has been called")
        self.on_destroyed = find(
            "on_destroyed",
            "match, seat",
            DISTRICTS,
            "this district has been destroyed in the city of `seat`; returns nothing",
        )
        # -- adjust: each handler gets the value so far and returns the new one
        self.adjust_plays = find(
            "adjust_plays",
            "match, plays, seat, rank",
            ANY_CARD,
            "whether a marked character takes its turn",
        )
        self.adjust_gold = find(
            "adjust_gold", "match, gold, seat", ANY_CARD, "how much gold gathering gives"
        )
        self.adjust_drawn = find(
            "adjust_drawn", "match, drawn, seat", ANY_CARD, "how many cards gathering draws"
        )
        self.adjust_kept = find(
            "adjust_kept", "match, kept, seat, drawn", ANY_CARD, "how many of them are kept"
        )
        self.adjust_price = find(
            "adjust_price",
            "price, district, card_set",
            DISTRICTS,
            "what a builder pays; it may depend on nothing else",
        )
        self.adjust_barred = find(
            "adjust_barred",
            "match, barred, seat, turn",
            ANY_CARD,
            "the districts that may not be built twice",
        )
        self.adjust_may_build = find(
            "adjust_may_build",
            "match, allowed, seat",
            DISTRICTS,
            "whether this district itself may be built",
        )
        self.adjust_may_end = find(
            "adjust_may_end",
            "match, allowed, turn",
            CHARACTERS,
            "whether the character's turn may end",
        )
        self.adjust_income = find(
            "adjust_income",
            "match, count, seat",
            DISTRICTS,
            "how many districts an income ability counts",
        )
        self.adjust_protected = find(
            "adjust_protected",
            "match, safe",
            CHARACTERS,
            "the seats whose cities rank 8 may not touch",
        )
        self.adjust_target = find(
            "adjust_target",
            "match, allowed, victim, district",
            DISTRICTS,
            "whether rank 8 may touch this district; called if a district of that city listens",
        )
        self.adjust_surcharge = find(
            "adjust_surcharge",
            "match, gold, victim",
            DISTRICTS,
            "what rank 8 pays the bank in addition",
        )
        # -- offer: handlers append choices to ``out``
        self.offer_actions = find(
            "offer_actions",
            "match, turn, out",
            ANY_CARD,
            "acts of a turn: called for the character whose turn it is, as long as the ability is "
            "unused, and for the districts in the city",
        )
        self.offer_payments = find(
            "offer_payments",
            "match, build, out",
            ANY_CARD,
            "ways to pay for a district besides gold",
        )
        # -- at the end
        self.score = find(
            "score", "match, seat, city", DISTRICTS, "the points of this district at the end"
        )


class Declaration(NamedTuple):
    """A hook as it is declared: its name, its parameters, the cards that may define it, and what it
    is for.
    """

    name: str
    parameters: tuple[str, ...]
    cards: str
    summary: str


def find_listeners(
    hook: str, characters: Sequence[tuple[int, object]], districts: Sequence[tuple[int, object]]
) -> Hook:
    """Return a hook with its listeners among cards, each given with its bit."""
    return Hook(bind_hook(hook, characters), bind_hook(hook, districts))


def list_declared() -> dict[str, Declaration]:
    """Return all hooks by name, as they are declared."""
    found: dict[str, Declaration] = {}

    def note(name: str, parameters: str, cards: str, summary: str) -> Hook:
        found[name] = Declaration(name, tuple(parameters.split(", ")), cards, summary)
        return find_listeners(name, (), ())

    Hooks(note)
    return found


DECLARED = list_declared()
