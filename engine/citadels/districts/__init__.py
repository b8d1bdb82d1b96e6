"""The unique districts, one file each. The basic ones are the table in ``names.py``."""

from __future__ import annotations

from engine.citadels.cards import District
from engine.citadels.districts.dragon_gate import DragonGate
from engine.citadels.districts.factory import Factory
from engine.citadels.districts.haunted_quarter import HauntedQuarter
from engine.citadels.districts.imperial_treasury import ImperialTreasury
from engine.citadels.districts.keep import Keep
from engine.citadels.districts.laboratory import LABORATORY
from engine.citadels.districts.library import Library
from engine.citadels.districts.map_room import MapRoom
from engine.citadels.districts.quarry import Quarry
from engine.citadels.districts.school_of_magic import SchoolOfMagic
from engine.citadels.districts.smithy import SMITHY
from engine.citadels.districts.statue import Statue
from engine.citadels.districts.thieves_den import ThievesDen
from engine.citadels.districts.wishing_well import WishingWell

DISTRICTS: dict[str, District] = {
    district.name: district
    for district in (
        DragonGate(),
        Factory(),
        HauntedQuarter(),
        ImperialTreasury(),
        Keep(),
        LABORATORY,
        Library(),
        MapRoom(),
        Quarry(),
        SchoolOfMagic(),
        SMITHY,
        Statue(),
        ThievesDen(),
        WishingWell(),
    )
}
