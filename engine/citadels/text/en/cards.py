"""The cards, in English."""

from __future__ import annotations

TITLES = {  # the others have their key as title
    "school_of_magic": "School of Magic",
    "thieves_den": "Thieves' Den",
}

TYPES = {
    "noble": "noble",
    "religious": "religious",
    "trade": "trade",
    "military": "military",
    "unique": "unique",
}

PRESETS = {
    "first_game": "Your First Game",
    "ambitious_aristocrats": "Ambitious Aristocrats",
    "cunning_agents": "Cunning Agents",
    "illustrious_emissaries": "Illustrious Emissaries",
    "devious_dignitaries": "Devious Dignitaries",
    "tenacious_delegates": "Tenacious Delegates",
    "vicious_nobles": "Vicious Nobles",
    "custom": "Custom",
    "surprise": "Surprise",
}

TEXTS = {
    # -- basic districts
    "noble": "A noble district. It does nothing by itself.",
    "religious": "A religious district. It does nothing by itself.",
    "trade": "A trade district. It does nothing by itself.",
    "military": "A military district. It does nothing by itself.",
    # -- characters, by rank
    "assassin": (
        "Name another character. It takes no turn this round, and its player does not reveal it."
    ),
    "witch": (
        "Gather, then name another character and wait. When it is revealed, its player only "
        "gathers and you play on as that character, with your own gold, cards and city."
    ),
    "magistrate": (
        "Put three warrants, one of them signed, on three other characters. You may confiscate "
        "the first district that the player of the signed one pays for; they get the gold back."
    ),
    "thief": (
        "Name another character, neither of rank 1 nor killed or bewitched. When it is revealed, "
        "you take all the gold of its player."
    ),
    "spy": (
        "Name a type and look at another player's hand: for each card of that type, take 1 gold "
        "from that player and draw 1 card."
    ),
    "blackmailer": (
        "Threaten two other characters, one for real: not rank 1, and none killed or bewitched. "
        "Each player may pay you half of their gold, or risk all of it."
    ),
    "magician": (
        "Swap your whole hand with another player's, or put any of your cards under the deck and "
        "draw as many."
    ),
    "wizard": (
        "Look at another player's hand and take a card, or pay for it and build it at once, "
        "beyond your limit. You may build districts that your city already has."
    ),
    "seer": (
        "Take a random card from each other player, then give each of them one of your cards. You "
        "may build up to two districts."
    ),
    "king": "You take the crown. 1 gold for each of your noble districts.",
    "emperor": (
        "Give the crown to another player who does not hold it and take 1 gold or 1 random card "
        "from them. 1 gold for each of your noble districts."
    ),
    "patrician": "You take the crown. 1 card for each of your noble districts.",
    "bishop": (
        "1 gold for each of your religious districts. Rank 8 cannot affect your city this round."
    ),
    "abbot": (
        "1 gold or 1 card for each of your religious districts, in any mix. If another player is "
        "richer than you, take 1 gold from the richest."
    ),
    "cardinal": (
        "1 card for each of your religious districts. If you lack gold for a district, you may "
        "take it from one player, who gets as many of your cards. Once a turn."
    ),
    "merchant": "1 gold for each of your trade districts, and 1 extra gold.",
    "alchemist": "At the end of your turn you get back the gold you paid for districts.",
    "trader": (
        "1 gold for each of your trade districts. Trade districts do not count toward your "
        "building limit."
    ),
    "architect": "2 extra cards. You may build up to three districts.",
    "navigator": "Take 4 gold or 4 cards. You build nothing.",
    "scholar": (
        "Draw 7 cards, keep one and shuffle the others into the deck. You may build up to two "
        "districts."
    ),
    "warlord": (
        "1 gold for each of your military districts. You may destroy one district of any city by "
        "paying 1 less than its cost."
    ),
    "diplomat": (
        "1 gold for each of your military districts. Exchange one of your districts for another "
        "player's; if theirs costs more, pay them the difference."
    ),
    "marshal": (
        "1 gold for each of your military districts. Seize a district of cost 3 or less from "
        "another city by paying its cost to the owner."
    ),
    "queen": (
        "3 gold if a neighbor has revealed the character of rank 4; if it was killed, at the end "
        "of the round."
    ),
    "artist": (
        "Lay 1 gold each on one or two of your districts: they cost 1 more for the rest of the "
        "game."
    ),
    "tax_collector": (
        "Each player who builds and has gold left puts 1 gold on your token, even if nobody plays "
        "you, but not in your own turn. In your turn you may take it all."
    ),
    # -- unique districts
    "armory": "In your turn: destroy it together with one other district of any city.",
    "basilica": "At the end, 1 point for each of your districts with an odd cost.",
    "capitol": "At the end, 3 points if at least three of your districts share a type.",
    "dragon_gate": "Worth 2 extra points at the end.",
    "factory": "Your other unique districts cost you 1 gold less to build.",
    "framework": "You may destroy it instead of paying for a district.",
    "gold_mine": "When you gather gold, take 1 more.",
    "great_wall": "Rank 8 pays 1 more gold to affect a district of your city.",
    "haunted_quarter": "At the end it counts as whichever type suits you best.",
    "imperial_treasury": "At the end, 1 point for each gold you have.",
    "ivory_tower": "At the end, 5 points if it is your only unique district.",
    "keep": "Rank 8 cannot affect the Keep.",
    "laboratory": "Once a turn: put a card of your hand under the deck for 2 gold.",
    "library": "When you gather cards, keep all that you draw.",
    "map_room": "At the end, 1 point for each card in your hand.",
    "monument": (
        "Counts as two districts toward a completed city. Cannot be built if your city has five "
        "or more."
    ),
    "museum": (
        "Once a turn: lay a card of your hand face down under it. At the end, 1 point for "
        "each card there."
    ),
    "necropolis": "May be built by destroying one of your districts instead of paying.",
    "observatory": "When you gather cards, you draw three.",
    "park": "If your turn ends with no card in hand, take 2 cards.",
    "poor_house": "If your turn ends with no gold, take 1 gold.",
    "quarry": "You may build districts that your city already has.",
    "school_of_magic": "For income it counts as a district of the type you choose.",
    "secret_vault": "Cannot be built. 3 points if it is in your hand at the end.",
    "smithy": "Once a turn: pay 2 gold to draw 3 cards.",
    "stables": "Building it does not count towards your building limit.",
    "statue": "At the end, 5 points if you hold the crown.",
    "theater": (
        "After the characters are chosen, you may swap one of yours with another player's, "
        "without looking."
    ),
    "thieves_den": "Cards from your hand may pay any part of its price, 1 card for each gold.",
    "wishing_well": "At the end, 1 point for each of your unique districts, this one included.",
}
