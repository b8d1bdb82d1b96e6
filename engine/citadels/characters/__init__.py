"""The characters, one file each."""

from __future__ import annotations

from engine.citadels.cards import Character
from engine.citadels.characters.architect import Architect
from engine.citadels.characters.artist import Artist
from engine.citadels.characters.assassin import Assassin
from engine.citadels.characters.bishop import Bishop
from engine.citadels.characters.king import King
from engine.citadels.characters.magician import Magician
from engine.citadels.characters.merchant import Merchant
from engine.citadels.characters.thief import Thief
from engine.citadels.characters.warlord import Warlord

CHARACTERS: dict[str, Character] = {
    character.name: character
    for character in (
        Assassin(),
        Thief(),
        Magician(),
        King(),
        Bishop(),
        Merchant(),
        Architect(),
        Warlord(),
        Artist(),
    )
}
