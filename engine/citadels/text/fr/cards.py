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

EDITIONS = {"2016": "Édition de 2016", "classic": "Édition classique de 2000"}

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
    "noble": "Un quartier noble : il rapporte aux personnages à revenu noble.",
    "religious": "Un quartier religieux : il rapporte aux personnages à revenu religieux.",
    "trade": "Un quartier commerçant : il rapporte aux personnages à revenu commerçant.",
    "military": "Un quartier militaire : il rapporte aux personnages à revenu militaire.",
    # -- characters, by rank
    "assassin": (
        "Nommez un autre personnage : il ne joue pas cette manche, et son joueur ne le révèle pas."
    ),
    "witch": (
        "Prenez vos ressources et nommez un autre personnage. Quand il se révèle, son joueur ne "
        "prend que ses ressources ; vous jouez la suite comme ce personnage, avec votre or, votre "
        "main et votre cité."
    ),
    "magistrate": (
        "Posez trois mandats, dont un signé, sur trois autres personnages. Vous pouvez confisquer "
        "le premier quartier que paie celui du mandat signé ; l'or est rendu à son joueur."
    ),
    "thief": (
        "Nommez un autre personnage, ni de rang 1, ni assassiné, ni ensorcelé. Quand il se "
        "révèle, tout l'or de son joueur est à vous."
    ),
    "spy": (
        "Nommez un type et regardez la main d'un autre joueur : pour chaque carte de ce type, "
        "prenez-lui 1 pièce d'or et piochez 1 carte."
    ),
    "blackmailer": (
        "Menacez deux autres personnages, ni de rang 1, ni assassinés, ni ensorcelés ; une seule "
        "menace est réelle. Leurs joueurs vous donnent la moitié de leur or, ou risquent de tout "
        "perdre."
    ),
    "magician": (
        "Échangez toute votre main avec celle d'un autre joueur, ou glissez des cartes sous la "
        "pioche pour en piocher autant."
    ),
    "wizard": (
        "Choisissez une carte dans la main d'un autre joueur : gardez-la, ou payez-la et "
        "bâtissez-la aussitôt, hors limite. Vous pouvez bâtir des quartiers en double."
    ),
    "seer": (
        "Prenez une carte au hasard à chaque autre joueur, puis donnez à chacun une de vos "
        "cartes. Vous pouvez bâtir jusqu'à deux quartiers."
    ),
    "king": "Prenez la couronne. 1 pièce d'or par quartier noble de votre cité.",
    "emperor": (
        "Donnez la couronne à un autre joueur qui ne l'a pas et prenez-lui 1 pièce d'or ou 1 "
        "carte au hasard. 1 pièce d'or par quartier noble de votre cité."
    ),
    "patrician": "Prenez la couronne. 1 carte par quartier noble de votre cité.",
    "bishop": (
        "1 pièce d'or par quartier religieux de votre cité. Le rang 8 ne peut rien contre elle "
        "pendant cette manche."
    ),
    "abbot": (
        "1 pièce d'or ou 1 carte, au choix, par quartier religieux de votre cité. Si un autre "
        "joueur est plus riche que vous, prenez 1 pièce d'or au plus riche."
    ),
    "cardinal": (
        "1 carte par quartier religieux de votre cité. S'il vous manque de l'or pour bâtir, vous "
        "pouvez le prendre à un joueur contre autant de vos cartes. Une fois par tour."
    ),
    "merchant": "1 pièce d'or par quartier commerçant de votre cité, et 1 pièce d'or en plus.",
    "alchemist": "À la fin de votre tour, vous récupérez l'or payé pour vos quartiers.",
    "trader": (
        "1 pièce d'or par quartier commerçant de votre cité. Bâtir ces quartiers ne compte pas "
        "dans votre limite."
    ),
    "architect": "Piochez 2 cartes en plus. Vous pouvez bâtir jusqu'à trois quartiers.",
    "navigator": "Prenez 4 pièces d'or ou piochez 4 cartes. Vous ne bâtissez rien.",
    "scholar": (
        "Piochez 7 cartes, gardez-en une et mélangez les autres à la pioche. Vous pouvez bâtir "
        "jusqu'à deux quartiers."
    ),
    "warlord": (
        "1 pièce d'or par quartier militaire de votre cité. Vous pouvez détruire un quartier de "
        "n'importe quelle cité pour 1 de moins que son coût."
    ),
    "diplomat": (
        "1 pièce d'or par quartier militaire de votre cité. Échangez un de vos quartiers contre "
        "celui d'un autre joueur ; s'il coûte plus cher, payez-lui la différence."
    ),
    "marshal": (
        "1 pièce d'or par quartier militaire de votre cité. Emparez-vous d'un quartier de coût 3 "
        "ou moins d'une autre cité, en payant ce coût à son propriétaire."
    ),
    "queen": (
        "3 pièces d'or si un voisin a révélé le personnage de rang 4 ; si ce personnage a été "
        "assassiné, à la fin de la manche."
    ),
    "artist": (
        "Mettez 1 pièce d'or sur un ou deux de vos quartiers : chacun coûte 1 de plus jusqu'à la "
        "fin de la partie."
    ),
    "tax_collector": (
        "Tout joueur qui bâtit et a encore de l'or met une taxe de 1 pièce sur votre jeton, même "
        "si personne ne vous joue, mais pas pendant votre tour. À votre tour, vous pouvez tout "
        "prendre."
    ),
    # -- unique districts
    "armory": (
        "À votre tour : détruisez-la, et avec elle un autre quartier de n'importe quelle cité."
    ),
    "basilica": "À la fin, 1 point pour chacun de vos quartiers au coût impair.",
    "capitol": "À la fin, 3 points si au moins trois de vos quartiers sont du même type.",
    "dragon_gate": "À la fin, 2 points en plus.",
    "factory": "Vos autres merveilles vous coûtent 1 pièce d'or de moins.",
    "framework": "Vous pouvez le détruire au lieu de payer un quartier.",
    "gold_mine": "Quand vous prenez de l'or, prenez 1 pièce de plus.",
    "great_wall": "Le rang 8 paie 1 pièce d'or de plus pour agir sur votre cité.",
    "haunted_quarter": "À la fin, elle compte comme le type qui vous arrange le mieux.",
    "imperial_treasury": "À la fin, 1 point pour chaque pièce d'or qui vous reste.",
    "ivory_tower": "À la fin, 5 points si c'est votre seule merveille.",
    "keep": "Le rang 8 ne peut rien contre le Donjon.",
    "laboratory": "Une fois par tour : défaussez une carte de votre main et recevez 2 pièces d'or.",
    "library": "Quand vous choisissez de piocher, vous gardez toutes les cartes piochées.",
    "map_room": "À la fin, 1 point pour chaque carte de votre main.",
    "monument": (
        "Compte pour deux quartiers pour compléter votre cité. Ne peut pas être bâti si elle en a "
        "cinq ou plus."
    ),
    "museum": (
        "Une fois par tour : glissez dessous une carte de votre main, face cachée. À la fin, "
        "1 point pour chacune."
    ),
    "necropolis": "Peut se bâtir en détruisant un de vos quartiers au lieu de payer.",
    "observatory": "Quand vous choisissez de piocher, vous piochez trois cartes.",
    "park": "Si vous terminez votre tour la main vide, piochez 2 cartes.",
    "poor_house": "Si vous terminez votre tour sans or, prenez 1 pièce d'or.",
    "quarry": "Vous pouvez bâtir des quartiers que votre cité a déjà.",
    "school_of_magic": "Pour les revenus, elle compte comme un quartier du type de votre choix.",
    "secret_vault": "Ne peuvent pas être bâties. 3 points si elles sont dans votre main à la fin.",
    "smithy": "Une fois par tour : payez 2 pièces d'or pour piocher 3 cartes.",
    "stables": "Les bâtir ne compte pas dans votre limite de quartiers.",
    "statue": "À la fin, 5 points si vous avez la couronne.",
    "theater": (
        "Une fois les personnages choisis, vous pouvez échanger un des vôtres avec celui d'un "
        "autre joueur, sans le voir."
    ),
    "thieves_den": (
        "Des cartes de votre main peuvent payer tout ou partie de son prix, 1 carte pour 1 pièce "
        "d'or."
    ),
    "wishing_well": "À la fin, 1 point pour chacune de vos merveilles, elle comprise.",
}

BRIEFS = {
    "assassin": "Tue un personnage",
    "witch": "Joue le tour d'un autre",
    "magistrate": "Confisque par mandat",
    "thief": "Vole l'or d'un joueur",
    "spy": "Or et cartes selon un type",
    "blackmailer": "Menace deux personnages",
    "magician": "Échange sa main ou repioche",
    "wizard": "Prend une carte d'une main",
    "seer": "Échange avec chaque joueur",
    "king": "Couronne ; or des nobles",
    "emperor": "Vend la couronne",
    "patrician": "Couronne ; cartes des nobles",
    "bishop": "Protégé ; or des religieux",
    "abbot": "Or ou cartes des religieux",
    "cardinal": "De l'or contre des cartes",
    "merchant": "1 or ; or des commerces",
    "alchemist": "Récupère l'or dépensé",
    "trader": "Commerces sans limite",
    "architect": "2 cartes ; bâtit jusqu'à 3",
    "navigator": "4 or ou cartes, sans bâtir",
    "scholar": "Garde 1 carte sur 7 ; bâtit 2",
    "warlord": "Détruit un quartier",
    "diplomat": "Échange des quartiers",
    "marshal": "Saisit un quartier peu cher",
    "queen": "3 or à côté du rang 4",
    "artist": "Embellit ses quartiers",
    "tax_collector": "Taxe ceux qui bâtissent",
}
"""What a character does, in one line of a picture."""
