"""What a character is worth to a seat, as everybody can see it. So bots guess what others chose,
and what they would lose.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.citadels.bots.features import Features
from engine.citadels.bots.profiles import Profile
from engine.citadels.card_set import CARD_SETS, CardSet

LATE: Final = 2
"""Players begin to plan for the end when a city lacks this number of districts."""

Extra = Callable[[Features, int, Profile], float]


class Appeals:
    """What is the same in all matches of a card set: by rank the base and what the table adds."""

    __slots__ = ("bases", "extras", "incomes")

    def __init__(self, card_set: CardSet, w: Profile) -> None:
        names = ["" if c is None else c.name for c in card_set.characters]
        self.bases = [
            w.ability.get(name, 0.0) * _at_a_table(name, card_set.seats) for name in names
        ]
        self.extras = [EXTRAS.get(name) for name in names]
        self.incomes = [
            w.card_income if role.pays == "cards" else w.income for role in card_set.roles
        ]


HARMFUL = frozenset({"assassin", "warlord"})
AIMING = frozenset({"thief", "blackmailer", "magistrate"})


def _at_a_table(name: str, seats: int) -> float:
    """Abilities are weighed for 4 players. Of harm to one of many the others profit as well; what
    aims at a character hits the likelier, the more are held.
    """
    if name in HARMFUL:
        return min(1.5, 3 / (seats - 1))
    if name in AIMING:
        return 0.5 + (seats if seats > 3 else 2 * seats) / 8
    return 1.0


def appeal(features: Features, seat: int, rank: int, w: Profile) -> float:
    """What the character of ``rank`` is worth to ``seat``, by what everybody sees."""
    card_set = features.card_set
    table = w.tables.get(card_set)
    if table is None:
        if len(w.tables) >= CARD_SETS:
            w.tables.clear()
        table = w.tables[card_set] = Appeals(card_set, w)
    worth: float = table.bases[rank]
    idle = card_set.roles[rank].idle
    if idle is not None:
        worth += table.incomes[rank] * len(features.city[seat].translate(None, idle))
    extra = table.extras[rank]
    if extra is not None:
        worth += extra(features, seat, w)
    return worth


def _lack(features: Features, seat: int) -> int:
    return features.card_set.goal - len(features.city[seat])


def _others_late(features: Features, seat: int) -> bool:
    most = max([len(city) for other, city in enumerate(features.city) if other != seat])
    return features.card_set.goal - most <= LATE


def _gold_of_others(features: Features, seat: int) -> float:
    return (sum(features.gold) - features.gold[seat]) / (features.card_set.seats - 1)


def _largest_hand(features: Features, seat: int) -> int:
    return max([size for other, size in enumerate(features.sizes) if other != seat])


def _first(features: Features, seat: int, w: Profile) -> float:
    return w.stop_leader if _others_late(features, seat) else 0.0


def _magistrate(features: Features, seat: int, w: Profile) -> float:
    return 0.1 * _gold_of_others(features, seat)


def _witch(features: Features, seat: int, w: Profile) -> float:
    return _first(features, seat, w) + 0.1 * features.gold[seat]


def _thief(features: Features, seat: int, w: Profile) -> float:
    return w.theft * _gold_of_others(features, seat)


def _blackmailer(features: Features, seat: int, w: Profile) -> float:
    return w.blackmail * _gold_of_others(features, seat)


def _spy(features: Features, seat: int, w: Profile) -> float:
    return w.spying * _largest_hand(features, seat)


def _magician(features: Features, seat: int, w: Profile) -> float:
    return w.swap * max(0, _largest_hand(features, seat) - features.sizes[seat])


def _wizard(features: Features, seat: int, w: Profile) -> float:
    largest = _largest_hand(features, seat)
    if not largest:
        return -1.0
    return w.spying * largest + (w.many_builds * 0.5 if features.gold[seat] >= LATE else 0.0)


def _seer(features: Features, seat: int, w: Profile) -> float:
    return w.many_builds * 0.5 if features.gold[seat] >= 3 else 0.0


def _crown(features: Features, seat: int, w: Profile) -> float:
    return w.crown_late if _lack(features, seat) <= LATE else 0.0


def _emperor(features: Features, seat: int, w: Profile) -> float:
    """The Emperor can keep the crown from the player who gains most from choosing first."""
    return 0.5 * w.crown_late if _others_late(features, seat) else 0.0


def _bishop(features: Features, seat: int, w: Profile) -> float:
    safe = features.face_up >> 8 & 1
    return w.shelter if not safe and _lack(features, seat) <= LATE else 0.0


def _abbot(features: Features, seat: int, w: Profile) -> float:
    return w.income if features.gold[seat] < max(features.gold) else 0.0


def _cardinal(features: Features, seat: int, w: Profile) -> float:
    return 0.15 * max(0, features.sizes[seat] - 2)


def _merchant(features: Features, seat: int, w: Profile) -> float:
    return w.income * 0.5


def _alchemist(features: Features, seat: int, w: Profile) -> float:
    return w.refund * min(features.gold[seat] + 2, 6) if features.sizes[seat] else 0.0


def _trader(features: Features, seat: int, w: Profile) -> float:
    return w.many_builds * 0.3 if features.sizes[seat] > 1 and features.gold[seat] > 1 else 0.0


def _architect(features: Features, seat: int, w: Profile) -> float:
    """Dear to who has gold and cards, above all if the city is nearly complete."""
    gold, cards = features.gold[seat] + 2, features.sizes[seat] + 1
    builds = min(3, cards, gold // 3)
    worth = w.many_builds * max(0, builds - 1)
    return worth + w.closing if builds >= _lack(features, seat) else worth


def _scholar(features: Features, seat: int, w: Profile) -> float:
    return w.many_builds * 0.6 if features.gold[seat] >= 3 and features.sizes[seat] else 0.0


def _navigator(features: Features, seat: int, w: Profile) -> float:
    return -w.no_build if features.sizes[seat] and features.gold[seat] > 1 else 0.0


def _raider(features: Features, seat: int, w: Profile) -> float:
    worth = w.raid * min(features.gold[seat], 8)
    return worth + 0.5 * w.stop_leader if _others_late(features, seat) else worth


def _queen(features: Features, seat: int, w: Profile) -> float:
    """Rank 4 sits on either side as likely as anywhere else."""
    return w.queen * 3 * 2 / features.card_set.seats


def _artist(features: Features, seat: int, w: Profile) -> float:
    worth = w.spare * max(0, features.gold[seat] - 1)
    return worth + 1.0 if features.gold[seat] and _lack(features, seat) <= LATE else worth


def _taxes(features: Features, seat: int, w: Profile) -> float:
    """What lies on the token, and what this round's builders will add."""
    return w.tax * (features.taxes + 0.5 * (features.card_set.seats - 1))


EXTRAS: dict[str, Extra] = {
    "assassin": _first,
    "witch": _witch,
    "magistrate": _magistrate,
    "thief": _thief,
    "spy": _spy,
    "blackmailer": _blackmailer,
    "magician": _magician,
    "wizard": _wizard,
    "seer": _seer,
    "king": _crown,
    "emperor": _emperor,
    "patrician": _crown,
    "bishop": _bishop,
    "abbot": _abbot,
    "cardinal": _cardinal,
    "merchant": _merchant,
    "alchemist": _alchemist,
    "trader": _trader,
    "architect": _architect,
    "navigator": _navigator,
    "scholar": _scholar,
    "warlord": _raider,
    "diplomat": _raider,
    "marshal": _raider,
    "queen": _queen,
    "artist": _artist,
    "tax_collector": _taxes,
}
"""One line for every character."""
