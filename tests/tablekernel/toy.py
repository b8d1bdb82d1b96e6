"""A tiny game with hidden cards, for tests of the kernel and of the platform.

Every seat is dealt ``rounds`` cards; one seat, secretly, holds the charm. In a round each seat in
turn boasts or not, and lays a card face down; then all are turned up, and a die says how many coins
the highest is worth (one more for a boast). The seat to the left of the winner is asked whether it
counters: only the holder of the charm can, once, and then takes the coins itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

import orjson

from tablekernel.bots import Bot, Bots, Budget, Observation
from tablekernel.codec import (
    Downcaster,
    Upcaster,
    canonical,
    downcasts,
    dump_stack,
    load_stack,
    pack,
    unpack,
    upcast,
)
from tablekernel.defaults import Wish
from tablekernel.drawing.elements import Box, Emphasis, draw_question, element
from tablekernel.drawing.paints import ACCENT, GLOW, INK, PANEL
from tablekernel.drawing.svg import document, group, tag
from tablekernel.errors import OptionsRefused
from tablekernel.frames import Choice, Decision, Frame, frame_classes
from tablekernel.numbered import Numbered, name_frames, number_frames
from tablekernel.presentation import Names, Presentation
from tablekernel.rng import pick, shuffle
from tablekernel.rules import Rules
from tablekernel.ruleset import Ruleset
from tablekernel.scene import PORTRAIT, Scene
from tablekernel.state import State
from tablekernel.topics import INTEGER, Topic

DECK = bytes(range(1, 21))
FORMAT = 3
NOBODY = -1


class Card(Choice):
    """Lay this card."""

    __slots__ = ("number",)

    def __init__(self, number: int) -> None:
        super().__init__(f"lay:{number}")
        self.number = number

    def details(self) -> dict[str, Any]:
        return {"card": self.number}


CARDS = {number: Card(number) for number in DECK}
BOAST = Choice("boast")
COUNTER = Choice("counter")
PASS = Choice("pass")


@dataclass(frozen=True, slots=True)
class Terms:
    """In what versions of these rules differ. As they were at first."""

    boast_worth: int = 1


class ToyState(State):
    """Hands, coins, who holds the charm; and the terms of the version, which are not stored."""

    __slots__ = ("charm", "coins", "hands", "rounds", "terms")

    def __init__(self, terms: Terms, seed: bytes, seats: int, rounds: int) -> None:
        super().__init__(seed)
        self.terms = terms
        self.rounds = rounds
        self.hands = [b""] * seats
        self.coins = [0] * seats
        self.charm = NOBODY


class ToyFrame(Frame):
    """The frames of this game, for the codec."""

    __slots__ = ()


class Play(ToyFrame):
    """The whole match: as many rounds as there are cards in a hand."""

    __slots__ = ("leader", "played")
    id = "play"
    steps = ("play_round", "go_on")
    fields = ("played", "leader")

    def __init__(self) -> None:
        super().__init__()
        self.played = 0
        self.leader = 0

    def play_round(self, state: ToyState) -> None:
        state.push(Round(self.leader))

    def go_on(self, state: ToyState) -> None:
        self.played += 1
        self.leader = (self.leader + 1) % len(state.hands)
        if self.played < state.rounds:
            self.at = 0


class Round(ToyFrame):
    """A boast and a card of each seat, then the reveal."""

    __slots__ = ("boasts", "laid", "leader")
    id = "round"
    steps = ("ask_boast", "ask_card", "next_seat", "reveal")
    fields = ("leader", "laid", "boasts")

    def __init__(self, leader: int) -> None:
        super().__init__()
        self.leader = leader
        self.laid = b""
        self.boasts: tuple[int, ...] = ()

    def hide(self, state: ToyState, seat: int) -> None:
        seats = len(state.hands)
        own = (seat - self.leader) % seats
        self.laid = bytes(card if place == own else 0 for place, card in enumerate(self.laid))

    def seat(self, state: ToyState) -> int:
        return (self.leader + len(self.laid)) % len(state.hands)

    def ask_boast(self, state: ToyState) -> Decision:
        return Decision(self.seat(state), "boast", (BOAST, PASS))

    def answer_boast(self, state: ToyState, choice: Choice) -> None:
        seat = self.seat(state)
        if choice is BOAST:
            self.boasts += (seat,)
        state.tell("boasted" if choice is BOAST else "kept_quiet", {"seat": seat})

    def ask_card(self, state: ToyState) -> Decision:
        seat = self.seat(state)
        return Decision(seat, "card", [CARDS[card] for card in state.hands[seat]])

    def answer_card(self, state: ToyState, choice: Card) -> None:
        seat = self.seat(state)
        card = bytes([choice.number])
        state.hands[seat] = state.hands[seat].replace(card, b"")
        self.laid += card
        state.tell("laid", {"seat": seat}, {seat: {"card": choice.number}})

    def next_seat(self, state: ToyState) -> None:
        if len(self.laid) < len(state.hands):
            self.at = 0

    def reveal(self, state: ToyState) -> None:
        seats = len(state.hands)
        order = [(self.leader + place) % seats for place in range(seats)]
        winner = order[self.laid.index(max(self.laid))]
        boast = state.terms.boast_worth if winner in self.boasts else 0
        worth = pick(state, 3) + 1 + boast
        state.tell("revealed", {"cards": dict(zip(map(str, order), self.laid, strict=True))})
        state.tell("won", {"seat": winner, "coins": worth})
        state.push(Counter(winner, worth))


class Counter(ToyFrame):
    """The interrupt: the seat left of the winner may hold the charm; if not, nobody must see it."""

    __slots__ = ("taker", "winner", "worth")
    id = "counter"
    steps = ("ask_counter", "pay")
    fields = ("winner", "worth", "taker")

    def __init__(self, winner: int, worth: int) -> None:
        super().__init__()
        self.winner = winner
        self.worth = worth
        self.taker = winner

    def ask_counter(self, state: ToyState) -> Decision:
        seat = (self.winner + 1) % len(state.hands)
        options = (COUNTER, PASS) if state.charm == seat else (PASS,)
        return Decision(seat, "counter", options, secret=True)

    def answer_counter(self, state: ToyState, choice: Choice) -> None:
        if choice is COUNTER:
            self.taker = state.charm
            state.charm = NOBODY

    def pay(self, state: ToyState) -> None:
        state.coins[self.taker] += self.worth
        state.tell("paid", {"seat": self.taker, "coins": self.worth})


FRAMES = frame_classes(ToyFrame)
NUMBERED = {
    "Counter": Numbered("counter", ("ask_counter", "pay"), ("winner", "worth", "taker")),
    "Play": Numbered("play", ("play_round", "go_on"), ("played", "leader")),
    "Round": Numbered(
        "round", ("ask_boast", "ask_card", "next_seat", "reveal"), ("leader", "laid", "boasts")
    ),
}
UPCASTERS: dict[int, Upcaster] = {
    1: lambda document: {**document, "format": 2, "charm": NOBODY},  # format 1 knew no charm
    2: partial(name_frames, table=NUMBERED),
}
DOWNCASTERS: dict[int, Downcaster] = {
    2: lambda document: {
        **{name: value for name, value in document.items() if name != "charm"},
        "format": 1,
    },
    3: partial(number_frames, table=NUMBERED),
}


class ToyRules(Rules):
    """The rules of the toy."""

    slug = "toy"
    version = "toy/1"
    terms = Terms()
    min_seats = 2
    max_seats = 5
    topics = {
        "boast": Topic("Boast, or pass.", {"boast": {}, "pass": {}}),
        "card": Topic("Which card to lay.", {"lay": {"card": INTEGER}}),
        "counter": Topic("Use the charm, or pass.", {"counter": {}, "pass": {}}),
    }
    defaults = {
        "boast": (Wish("pass"),),
        "card": (Wish("lay", "card"),),
        "counter": (Wish("pass"),),
    }
    quiet = frozenset({"boasted", "kept_quiet"})

    def options_schema(self) -> dict[str, Any]:
        return {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "additionalProperties": False,
            "properties": {
                "rounds": {
                    "type": "integer",
                    "minimum": 1,
                    "maximum": 4,
                    "default": 2,
                    "description": "Cards dealt to each seat, and rounds played.",
                }
            },
        }

    def check_options(self, options: dict[str, Any], seats: int) -> dict[str, Any]:
        if not self.min_seats <= seats <= self.max_seats:
            raise OptionsRefused("seats_out_of_range", "From 2 to 5 seats can play.", "/seats")
        for name in options:
            if name != "rounds":
                raise OptionsRefused("unknown", f"There is no option {name!r}.", f"/{name}")
        rounds = options.get("rounds", 2)
        if type(rounds) is not int or not 1 <= rounds <= 4:
            raise OptionsRefused("rounds_out_of_range", "From 1 to 4 rounds.", "/rounds")
        return {"rounds": rounds}

    def begin(self, options: dict[str, Any], seats: int, seed: bytes) -> ToyState:
        return ToyState(self.terms, seed, seats, options["rounds"])

    def open(self, state: State) -> None:
        assert isinstance(state, ToyState)
        deck, rounds = shuffle(state, DECK), state.rounds
        for seat in range(len(state.hands)):
            hand = bytes(sorted(deck[seat * rounds : (seat + 1) * rounds]))
            state.hands[seat] = hand
            state.tell("dealt", {"seat": seat, "count": rounds}, {seat: {"cards": list(hand)}})
        state.charm = pick(state, len(state.hands))
        state.push(Play())

    def dump(self, state: State) -> bytes:
        assert isinstance(state, ToyState)
        return canonical(
            {
                "format": FORMAT,
                "seed": pack(state.seed),
                "draws": state.draws,
                "rounds": state.rounds,
                "hands": [pack(hand) for hand in state.hands],
                "coins": state.coins,
                "charm": state.charm,
                "stack": dump_stack(state.stack),
            }
        )

    def earlier(self, state: State) -> Iterator[bytes]:
        return downcasts(self.dump(state), DOWNCASTERS)

    def load(self, data: bytes | str) -> ToyState:
        document = upcast(orjson.loads(data), FORMAT, UPCASTERS)
        hands = [unpack(hand) for hand in document["hands"]]
        state = ToyState(self.terms, unpack(document["seed"]), len(hands), document["rounds"])
        state.draws = document["draws"]
        state.hands = hands
        state.coins = document["coins"]
        state.charm = document["charm"]
        state.stack = load_stack(document["stack"], FRAMES)
        return state

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        assert isinstance(state, ToyState)
        view: dict[str, Any] = {
            "seats": [
                {"cards": len(hand), "coins": coins}
                for hand, coins in zip(state.hands, state.coins, strict=True)
            ],
            "hand": None,
            "charm": None,
        }
        if seat is not None:
            view["hand"] = list(state.hands[seat])
            view["charm"] = state.charm == seat
        return view

    def result(self, state: State) -> dict[str, Any] | None:
        assert isinstance(state, ToyState)
        if state.stack:
            return None
        coins = state.coins
        return {
            "placements": [1 + sum(other > own for other in coins) for own in coins],
            "scores": list(coins),
            "breakdown": [{"coins": own} for own in coins],
        }

    def observe(self, state: State, seat: int) -> ToyState:
        observed = self.load(self.dump(state))
        observed.seed, observed.draws = bytes(32), 0
        for frame in observed.stack:
            frame.hide(observed, seat)
        for other, hand in enumerate(observed.hands):
            if other != seat:
                observed.hands[other] = bytes(len(hand))
        if observed.charm != seat:
            observed.charm = NOBODY
        return observed


class ToyPresentation(Presentation):
    """What shows the toy."""

    title = "Toy"
    summary = "Lay cards and boast, for tests."
    languages = ("en", "fr")

    def cards(self, language: str = "en") -> dict[str, Any]:
        return {"cards": [{"number": number} for number in DECK], "language": language}

    def text(self, event: dict[str, Any], language: str, names: Names | None = None) -> str:
        who = (names or {}).get(event.get("seat", NOBODY), "")
        return f"{who} {event['kind']} ({language})".lstrip()

    def question(self, decision: dict[str, Any], language: str, names: Names | None = None) -> str:
        return f"{decision['topic']}? ({language})"

    def label(self, option: dict[str, Any], language: str, names: Names | None = None) -> str:
        return f"{option['choice']} ({language})"

    def help(self, view: Mapping[str, Any], language: str) -> dict[str, dict[str, str]]:
        charm = {"title": f"charm ({language})", "text": f"counters once ({language})"}
        return {"charm": charm} if view["charm"] else {}

    def picture(self, scene: Scene, language: str) -> str:
        lines = [f"toy ({language})", *(f"{seat}: {name}" for seat, name in scene.names.items())]
        for event in scene.events:
            cards = event.get("cards", event.get("card"))
            lines.append(f"last: {event['text']}, cards: {cards}")
        if scene.preview:
            lines.append(f"preview: {scene.preview['choice']}")
        lines.append(f"to act: {scene.to_act}, hand: {scene.view['hand']}")
        if scene.result:
            lines.append(f"scores: {scene.result['scores']}")
        words = (tag("text", line, y=20 * place) for place, line in enumerate(lines, start=1))
        emphasis, box = Emphasis.of(scene), Box(30, 40)
        cards = (
            element(
                f"card-{card}",
                tag("rect", width=30, height=40),
                emphasis=emphasis,
                box=box,
                title=f"{card} ({language})",
                x=40 * place,
                y=300,
            )
            for place, card in enumerate(scene.view["hand"] or ())
        )
        question = group(draw_question(scene, 300, emphasis).markup, y=350)
        width, height = (300, 500) if scene.layout == PORTRAIT else (800, 500)
        return document(
            *(*words, *cards, question),
            width=width,
            height=height,
            title="Toy",
            description="",
            language=language,
            paints=(ACCENT, GLOW, INK, PANEL),
        )

    def marks(self, view: Mapping[str, Any], decision: Mapping[str, Any]) -> list[list[str]]:
        """A card marks itself. What else is chosen has no place on the table."""
        options = decision["options"]
        return [[f"card-{one['card']}"] if "card" in one else [] for one in options]

    def reveal(self, state: State) -> dict[str, Any]:
        assert isinstance(state, ToyState)
        return {"hands": [list(hand) for hand in state.hands], "charm": state.charm}

    def score_sheet(self, state: State, language: str) -> list[dict[str, Any]] | None:
        assert isinstance(state, ToyState)
        if state.stack:
            return None
        return [
            {
                "seat": seat,
                "total": coins,
                "items": [
                    {
                        "item": "coins",
                        "title": f"coins ({language})",
                        "points": coins,
                        "text": f"won ({language})",
                    }
                ],
            }
            for seat, coins in enumerate(state.coins)
        ]


def play_random(observation: Observation, budget: Budget, rng: Random) -> Choice:
    """Any option."""
    return rng.choice(observation.options)


def play_greedy(observation: Observation, budget: Budget, rng: Random) -> Choice:
    """The highest card, and the charm at the first chance."""
    return max(observation.options, key=lambda choice: (getattr(choice, "number", 0), choice.verb))


LEVELS: dict[str, Bot] = {"novice": play_random, "easy": play_greedy}
RULES = ToyRules()
PRESENTATION = ToyPresentation()
BOTS = Bots(
    {"balanced": LEVELS, "bold": LEVELS},
    words={
        "novice": "Any card.",
        "easy": "The highest card.",
        "balanced": "As ever.",
        "bold": "As ever, and proud of it.",
    },
    renamed={"random": "novice", "greedy": "easy"},
)
TOY = Ruleset(RULES, PRESENTATION, BOTS)
