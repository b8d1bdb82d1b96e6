"""The cards, in French: titles with their gender, ``fp`` for a feminine plural."""

from __future__ import annotations

TITLES = {
    # -- basic districts
    "temple": ("Temple", "m"),
    "church": ("Église", "f"),
    "monastery": ("Monastère", "m"),
    "cathedral": ("Cathédrale", "f"),
    "watchtower": ("Tour de guet", "f"),
    "prison": ("Prison", "f"),
    "barracks": ("Caserne", "f"),
    "fortress": ("Forteresse", "f"),
    "manor": ("Manoir", "m"),
    "castle": ("Château", "m"),
    "palace": ("Palais", "m"),
    "tavern": ("Taverne", "f"),
    "trading_post": ("Échoppe", "f"),
    "market": ("Marché", "m"),
    "docks": ("Comptoir", "m"),
    "harbor": ("Port", "m"),
    "town_hall": ("Hôtel de ville", "m"),
    # -- characters, by rank
    "assassin": ("Assassin", "m"),
    "witch": ("Sorcière", "f"),
    "magistrate": ("Échevin", "m"),
    "thief": ("Voleur", "m"),
    "spy": ("Espion", "m"),
    "blackmailer": ("Maître-Chanteuse", "f"),
    "magician": ("Magicienne", "f"),
    "wizard": ("Sorcier", "m"),
    "seer": ("Voyante", "f"),
    "king": ("Roi", "m"),
    "emperor": ("Empereur", "m"),
    "patrician": ("Patricien", "m"),
    "bishop": ("Évêque", "m"),
    "abbot": ("Abbé", "m"),
    "cardinal": ("Cardinal", "m"),
    "merchant": ("Marchande", "f"),
    "alchemist": ("Alchimiste", "m"),
    "trader": ("Négociant", "m"),
    "architect": ("Architecte", "m"),
    "navigator": ("Navigatrice", "f"),
    "scholar": ("Archiviste", "m"),
    "warlord": ("Condottiere", "m"),
    "diplomat": ("Diplomate", "m"),
    "marshal": ("Capitaine", "m"),
    "queen": ("Reine", "f"),
    "artist": ("Artiste", "m"),
    "tax_collector": ("Bailli", "m"),
    # -- unique districts
    "armory": ("Poudrière", "f"),
    "basilica": ("Basilique", "f"),
    "capitol": ("Capitole", "m"),
    "dragon_gate": ("Dracoport", "m"),
    "factory": ("Manufacture", "f"),
    "framework": ("Chantier", "m"),
    "gold_mine": ("Mine d'Or", "f"),
    "great_wall": ("Grande Muraille", "f"),
    "haunted_quarter": ("Cour des Miracles", "f"),
    "imperial_treasury": ("Trésor Impérial", "m"),
    "ivory_tower": ("Tour d'Ivoire", "f"),
    "keep": ("Donjon", "m"),
    "laboratory": ("Laboratoire", "m"),
    "library": ("Bibliothèque", "f"),
    "map_room": ("Salle des Cartes", "f"),
    "monument": ("Monument", "m"),
    "museum": ("Musée", "m"),
    "necropolis": ("Nécropole", "f"),
    "observatory": ("Observatoire", "m"),
    "park": ("Parc", "m"),
    "poor_house": ("Hospice", "m"),
    "quarry": ("Carrière", "f"),
    "school_of_magic": ("École de Magie", "f"),
    "secret_vault": ("Catacombes", "fp"),
    "smithy": ("Forge", "f"),
    "stables": ("Écuries", "fp"),
    "statue": ("Statue Équestre", "f"),
    "theater": ("Théâtre", "m"),
    "thieves_den": ("Tripot", "m"),
    "wishing_well": ("Fontaine aux Souhaits", "f"),
}

TYPES = {
    "noble": "noble",
    "religious": "religieux",
    "trade": "commerçant",
    "military": "militaire",
    "unique": "merveille",
}

PRESETS = {
    "first_game": "Configuration de base",
    "ambitious_aristocrats": "Aristocrates Ambitieux",
    "cunning_agents": "Intrigants Subtils",
    "illustrious_emissaries": "Émissaires Illustres",
    "devious_dignitaries": "Dignitaires Sournois",
    "tenacious_delegates": "Oligarques Tenaces",
    "vicious_nobles": "Nobles Retors",
    "custom": "Sur mesure",
    "surprise": "Au hasard",
}

TEXTS = {
    # -- basic districts
    "noble": "Un quartier noble, sans effet propre.",
    "religious": "Un quartier religieux, sans effet propre.",
    "trade": "Un quartier commerçant, sans effet propre.",
    "military": "Un quartier militaire, sans effet propre.",
    # -- characters, by rank
    "assassin": "Nommez un autre personnage : qui l'a en main perd son tour et ne se montre pas.",
    "witch": (
        "Prenez vos ressources, nommez un personnage et attendez. À son appel il ne fait que "
        "prendre les siennes ; vous jouez le reste avec votre or, vos cartes et votre cité."
    ),
    "magistrate": (
        "Posez trois mandats, dont un signé, sur trois personnages. Le premier quartier payé par "
        "celui du mandat signé peut devenir le vôtre ; l'or lui est rendu."
    ),
    "thief": (
        "Nommez un personnage qui n'est ni de rang 1 ni assassiné. Quand il se révèle, tout l'or "
        "de son joueur est à vous."
    ),
    "spy": (
        "Regardez une main en nommant un type : chaque carte trouvée vous vaut 1 pièce d'or de "
        "ce joueur et 1 carte de la pioche."
    ),
    "blackmailer": (
        "Menacez deux personnages, dont un pour de bon. Chacun se libère avec la moitié de son or, "
        "ou risque le tout."
    ),
    "magician": (
        "Échangez toute votre main avec celle d'un autre, ou glissez des cartes sous la pioche "
        "pour en tirer autant."
    ),
    "wizard": (
        "Choisissez une carte dans une autre main : gardez-la, ou payez-la et bâtissez-la "
        "aussitôt. Les quartiers en double vous sont permis."
    ),
    "seer": (
        "Prenez à chacun une carte au hasard, puis rendez-en une à chacun. Votre limite est de "
        "deux quartiers."
    ),
    "king": "La couronne est pour vous. 1 pièce d'or par quartier noble de votre cité.",
    "emperor": (
        "Donnez la couronne à quelqu'un d'autre et prenez-lui 1 pièce d'or ou 1 carte. 1 pièce "
        "d'or par quartier noble de votre cité."
    ),
    "patrician": "La couronne est pour vous. 1 carte par quartier noble de votre cité.",
    "bishop": (
        "1 pièce d'or par quartier religieux de votre cité. Le rang 8 n'y touche pas de toute la "
        "manche."
    ),
    "abbot": (
        "Par quartier religieux, 1 pièce d'or ou 1 carte, à votre gré. 1 pièce d'or d'un des plus "
        "riches, si vous n'en êtes pas."
    ),
    "cardinal": (
        "1 carte par quartier religieux. S'il vous manque de l'or pour bâtir, un joueur vous le "
        "donne contre autant de vos cartes."
    ),
    "merchant": "1 pièce d'or par quartier commerçant de votre cité, et 1 de plus.",
    "alchemist": "À la fin du tour, vous récupérez l'or payé pour vos quartiers.",
    "trader": (
        "Chaque quartier commerçant vous rapporte 1 pièce d'or. Ceux que vous bâtissez n'entament "
        "pas votre limite."
    ),
    "architect": "Tirez 2 cartes en plus. Vous pouvez bâtir jusqu'à trois quartiers.",
    "navigator": "Prenez 4 pièces d'or ou 4 cartes. Vous ne bâtissez rien.",
    "scholar": (
        "Tirez 7 cartes, gardez-en une et mélangez les autres à la pioche. Votre limite est de "
        "deux quartiers."
    ),
    "warlord": (
        "1 pièce d'or par quartier militaire. Vous pouvez raser un quartier pour 1 de moins que "
        "son coût."
    ),
    "diplomat": (
        "1 pièce d'or par quartier militaire. Troquez un de vos quartiers contre celui d'un "
        "autre, en payant la différence s'il est plus cher."
    ),
    "marshal": (
        "1 pièce d'or par quartier militaire. Faites passer chez vous un quartier coûtant 3 ou "
        "moins, en payant son propriétaire."
    ),
    "queen": "3 pièces d'or si le personnage de rang 4 est à côté de vous.",
    "artist": (
        "Mettez 1 pièce d'or sur un ou deux de vos quartiers : ils coûtent 1 de plus jusqu'à la "
        "fin de la partie."
    ),
    "tax_collector": (
        "Qui bâtit met 1 pièce d'or sur votre jeton, que vous soyez en jeu ou non. À votre tour, "
        "vous pouvez tout ramasser."
    ),
    # -- unique districts
    "armory": "À votre tour : détruisez-la, et avec elle un quartier de n'importe quelle cité.",
    "basilica": "À la fin, 1 point pour chacun de vos quartiers au coût impair.",
    "capitol": "À la fin, 3 points si trois de vos quartiers sont du même type.",
    "dragon_gate": "À la fin, 2 points en plus.",
    "factory": "Vos autres merveilles vous coûtent 1 pièce d'or de moins.",
    "framework": "Vous pouvez le détruire au lieu de payer un quartier.",
    "gold_mine": "Quand vous prenez de l'or, 1 pièce en plus.",
    "great_wall": "Le rang 8 paie 1 pièce d'or de plus pour agir sur votre cité.",
    "haunted_quarter": "À la fin, elle compte comme le type qui vous arrange le mieux.",
    "imperial_treasury": "À la fin, 1 point pour chaque pièce d'or qui vous reste.",
    "ivory_tower": "À la fin, 5 points si c'est votre seule merveille.",
    "keep": "Le rang 8 ne peut rien contre le Donjon.",
    "laboratory": "Une fois par tour : glissez une carte sous la pioche pour 2 pièces d'or.",
    "library": "Quand vous prenez des cartes, vous gardez toutes celles tirées.",
    "map_room": "À la fin, 1 point pour chaque carte de votre main.",
    "monument": (
        "Compte pour deux quartiers dans une cité terminée. Ne se bâtit plus dans une cité de cinq "
        "quartiers."
    ),
    "museum": (
        "Une fois par tour : glissez dessous une carte de votre main, face cachée. À la fin, "
        "1 point pour chacune."
    ),
    "necropolis": "Peut se bâtir en détruisant un de vos quartiers au lieu de payer.",
    "observatory": "Quand vous prenez des cartes, vous en tirez trois.",
    "park": "Si vous terminez un tour la main vide, tirez 2 cartes.",
    "poor_house": "Si vous terminez un tour sans or, prenez 1 pièce d'or.",
    "quarry": "Les quartiers que votre cité a déjà vous sont permis.",
    "school_of_magic": "Pour les revenus, elle est du type dont vous avez besoin.",
    "secret_vault": "Ne se bâtit pas. 3 points si elles sont dans votre main à la fin.",
    "smithy": "Une fois par tour : payez 2 pièces d'or pour 3 cartes.",
    "stables": "Les bâtir n'entame pas votre limite de quartiers.",
    "statue": "À la fin, 5 points si vous avez la couronne.",
    "theater": (
        "Une fois les personnages choisis, vous pouvez en échanger un avec quelqu'un, sans voir le "
        "sien."
    ),
    "thieves_den": "Des cartes de votre main peuvent payer son prix, 1 carte pour 1 pièce d'or.",
    "wishing_well": "À la fin, 1 point pour chacune de vos merveilles, elle comprise.",
}
