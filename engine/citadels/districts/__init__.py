"""The unique districts, one file each. The table in ``names.py`` has the basic ones."""

from __future__ import annotations

from typing import Final

from engine.citadels.cards import District
from engine.citadels.districts.armory import ARMORY
from engine.citadels.districts.basilica import Basilica
from engine.citadels.districts.capitol import Capitol
from engine.citadels.districts.dragon_gate import DragonGate
from engine.citadels.districts.factory import Factory
from engine.citadels.districts.framework import FRAMEWORK
from engine.citadels.districts.gold_mine import GoldMine
from engine.citadels.districts.great_wall import GreatWall
from engine.citadels.districts.haunted_quarter import HauntedQuarter
from engine.citadels.districts.imperial_treasury import ImperialTreasury
from engine.citadels.districts.ivory_tower import IvoryTower
from engine.citadels.districts.keep import Keep
from engine.citadels.districts.laboratory import LABORATORY
from engine.citadels.districts.library import Library
from engine.citadels.districts.map_room import MapRoom
from engine.citadels.districts.monument import Monument
from engine.citadels.districts.museum import MUSEUM
from engine.citadels.districts.necropolis import Necropolis
from engine.citadels.districts.observatory import Observatory
from engine.citadels.districts.park import Park
from engine.citadels.districts.poor_house import PoorHouse
from engine.citadels.districts.quarry import Quarry
from engine.citadels.districts.school_of_magic import SchoolOfMagic
from engine.citadels.districts.secret_vault import SecretVault
from engine.citadels.districts.smithy import SMITHY
from engine.citadels.districts.stables import Stables
from engine.citadels.districts.statue import Statue
from engine.citadels.districts.theater import Theater
from engine.citadels.districts.thieves_den import ThievesDen
from engine.citadels.districts.wishing_well import WishingWell

DISTRICTS: Final[dict[str, District]] = {
    district.name: district
    for district in (
        ARMORY,
        Basilica(),
        Capitol(),
        DragonGate(),
        Factory(),
        FRAMEWORK,
        GoldMine(),
        GreatWall(),
        HauntedQuarter(),
        ImperialTreasury(),
        IvoryTower(),
        Keep(),
        LABORATORY,
        Library(),
        MapRoom(),
        Monument(),
        MUSEUM,
        Necropolis(),
        Observatory(),
        Park(),
        PoorHouse(),
        Quarry(),
        SchoolOfMagic(),
        SecretVault(),
        SMITHY,
        Stables(),
        Statue(),
        Theater(),
        ThievesDen(),
        WishingWell(),
    )
}
