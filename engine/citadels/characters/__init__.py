"""The characters, one file each."""

from __future__ import annotations

from typing import Final

from engine.citadels.cards import Character
from engine.citadels.characters.abbot import Abbot
from engine.citadels.characters.alchemist import Alchemist
from engine.citadels.characters.architect import Architect, ClassicArchitect
from engine.citadels.characters.artist import Artist
from engine.citadels.characters.assassin import Assassin
from engine.citadels.characters.bishop import Bishop
from engine.citadels.characters.blackmailer import Blackmailer
from engine.citadels.characters.cardinal import Cardinal
from engine.citadels.characters.diplomat import Diplomat
from engine.citadels.characters.emperor import Emperor
from engine.citadels.characters.king import King
from engine.citadels.characters.magician import Magician
from engine.citadels.characters.magistrate import Magistrate
from engine.citadels.characters.marshal import Marshal
from engine.citadels.characters.merchant import ClassicMerchant, Merchant
from engine.citadels.characters.navigator import Navigator
from engine.citadels.characters.patrician import Patrician
from engine.citadels.characters.queen import Queen
from engine.citadels.characters.scholar import Scholar
from engine.citadels.characters.seer import Seer
from engine.citadels.characters.spy import Spy
from engine.citadels.characters.tax_collector import TaxCollector
from engine.citadels.characters.thief import Thief
from engine.citadels.characters.trader import Trader
from engine.citadels.characters.warlord import Warlord
from engine.citadels.characters.witch import Witch
from engine.citadels.characters.wizard import Wizard

CHARACTERS: Final[dict[str, Character]] = {
    character.name: character
    for character in (
        Assassin(),
        Witch(),
        Magistrate(),
        Thief(),
        Spy(),
        Blackmailer(),
        Magician(),
        Wizard(),
        Seer(),
        King(),
        Emperor(),
        Patrician(),
        Bishop(),
        Abbot(),
        Cardinal(),
        Merchant(),
        Alchemist(),
        Trader(),
        Architect(),
        Navigator(),
        Scholar(),
        Warlord(),
        Diplomat(),
        Marshal(),
        Queen(),
        Artist(),
        TaxCollector(),
    )
}

BONUS_AT_START: Final[dict[str, Character]] = {
    character.name: character for character in (ClassicMerchant(), ClassicArchitect())
}
"""The characters whose bonus comes at the start of the turn (rules 14)."""
