"""Questions and options, in French."""

from __future__ import annotations

QUESTIONS = {
    "keep_character": "Quel personnage gardez-vous ?",
    "discard_character": "Quel personnage écartez-vous, face cachée ?",
    "theater": "Vous pouvez échanger un personnage avec quelqu'un, sans voir le sien.",
    "gather": "Vous devez prendre de l'or ou des cartes ; le reste peut se faire avant.",
    "action": "Vous pouvez bâtir et agir dans l'ordre de votre choix, puis terminer votre tour.",
    "payment": "Comment payez-vous {district.the} ? Il reste à payer {owed}.",
    "keep_card": "Quelle carte gardez-vous ?",
    "beautify": "Vous pouvez embellir un deuxième quartier.",
    "bewitch": "Vous devez ensorceler un personnage, dont vous jouerez la suite du tour.",
    "blank_marker": "Qui reçoit le prochain jeton sans marque ? Déjà servis : {marked}.",
    "confiscate": "{seat} paie {gold} pour {district.the}. Rien à confisquer pour vous.",
    "confiscate:possible": "{seat} paie {gold} pour {district.the}. Vous pouvez confisquer.",
    "bribe": "Une menace pèse sur {character.the}, que vous jouez. Vous pouvez payer {bribe}, ou "
    "refuser et risquer {gold}.",
    "reveal_threat": "{seat} ne paie pas. Vous pouvez révéler la menace sur {character.the} : une "
    "fleur vous rapporte {gold}.",
    "discard_card": "Quelles cartes défaussez-vous ? Vous en piocherez autant.",
    "wizard_card": "Quelle carte de la main {seat.of} prenez-vous ?",
    "wizard_card:possible": (
        "Quelle carte de la main {seat.of} prenez-vous, ou bâtissez-vous aussitôt ?"
    ),
    "give_card": "Quelle carte donnez-vous {seat.to} ?",
    "give_district": "Quel quartier donnez-vous contre {district.the} {seat.of} ?",
    "crown": "À qui donnez-vous la couronne ?",
}

LABELS = {
    "stop": "Cela suffit",
    "pass": "Passer",
    # -- choosing characters
    "keep:character": "Garder {character.the}",
    "discard:character": "Écarter {character.the}",
    "swap_character": "Échanger de personnage avec {seat}",
    "swap_character:character": "Donner {character.the} contre un personnage {seat.of}",
    # -- the turn
    "gather:gold": "Prendre de l'or",
    "gather:cards": "Prendre des cartes",
    "keep:district": "Garder {district.the}",
    "build": "Bâtir {district.the}",
    "end_turn": "Terminer le tour",
    "end_turn:uncollected": "Terminer le tour sans prendre {uncollected}",
    "income": "Toucher le revenu : {gold} et {cards}",
    "income:gold": "Toucher le revenu ({gold})",
    "income:cards": "Toucher le revenu ({cards})",
    # -- paying
    "pay:gold": "Payer {gold}",
    "pay:framework": "Sacrifier le Chantier au lieu de payer",
    "pay_card": "Payer 1 pièce d'or avec {district.the} de votre main",
    "sacrifice": "Sacrifier {district.the} au lieu de payer",
    "borrow": "Prendre {gold} {seat.to} contre autant de cartes",
    # -- abilities of characters
    "kill": "Assassiner {character.the}",
    "bewitch": "Ensorceler {character.the}",
    "sign_warrant": "Poser le mandat signé sur {character.the}",
    "blank": "Poser un jeton sans marque sur {character.the}",
    "confiscate": "Confisquer le quartier",
    "rob": "Voler {character.the}",
    "spy": "Chercher les cartes de type {type} dans la main {seat.of}",
    "threaten": "Poser la menace fleurie sur {character.the}",
    "bribe": "Acheter le silence",
    "refuse": "Refuser de payer",
    "reveal": "Révéler la menace",
    "swap": "Échanger les mains avec {seat}",
    "redraw": "Défausser des cartes et en piocher autant",
    "discard:district": "Défausser {district.the}",
    "look": "Regarder la main {seat.of}",
    "take": "Prendre {district.the} en main",
    "build_at_once": "Bâtir aussitôt {district.the}",
    "take_from_all": "Prendre une carte au hasard à chacun des autres joueurs",
    "give": "Donner {district.the}",
    "crown:gold": "Donner la couronne {seat.to} et lui prendre 1 pièce d'or",
    "crown:card": "Donner la couronne {seat.to} et lui prendre une carte",
    "crown:nothing": "Donner la couronne {seat.to}",
    "tithe": "Prendre 1 pièce d'or {seat.to}",
    "extra_gold": "Prendre 1 pièce d'or en plus",
    "extra_cards": "Prendre 2 cartes en plus",
    "navigate:gold": "Prendre 4 pièces d'or",
    "navigate:cards": "Prendre 4 cartes",
    "study": "Piocher 7 cartes et en garder une",
    "destroy": "Détruire {district.the} {seat.of} ({gold})",
    "exchange": "Obtenir {district.the} {seat.of} contre un de vos quartiers",
    "give_district": "Céder {district.the}",
    "seize": "S'emparer {district.of} {seat.of} ({gold})",
    "queen_gold": "Prendre 3 pièces d'or pour votre voisin de rang 4",
    "beautify": "Embellir {district.the} (1 pièce d'or)",
    "collect_taxes": "Ramasser les taxes ({gold})",
    # -- districts
    "armory": "Détruire la Poudrière, et avec elle {district.the} {seat.of}",
    "laboratory": "Défausser {district.the} pour 2 pièces d'or",
    "museum": "Glisser {district.the} sous le Musée",
    "smithy": "Payer 2 pièces d'or pour 3 cartes",
}

PAYMENTS = {
    "gold": "({gold})",
    "destroys": "en sacrifiant {destroys.the}",
    "sacrifice": "en sacrifiant un de vos quartiers",
    "lender": "avec {cards_in_gold} {lender.of} contre autant de vos cartes",
    "borrow": "avec {cards_in_gold} d'un autre joueur contre autant de vos cartes",
    "cards": "en donnant au moins {cards}",
    "several": "(pas seulement avec de l'or)",
}
"""What a district costs, after the label to build it."""

GAINS = {
    "income": "votre revenu de {gold} ou cartes",
    "income:gold": "votre revenu de {gold}",
    "income:cards": "votre revenu de {cards}",
    "tithe": "1 pièce d'or à l'un des plus riches",
    "extra_gold": "votre pièce d'or en plus",
    "extra_cards": "vos 2 cartes en plus",
    "navigate": "vos 4 pièces d'or ou 4 cartes",
    "study": "la carte de l'Archiviste",
    "queen_gold": "les 3 pièces d'or de la Reine",
    "collect_taxes": "les taxes ({gold})",
}
"""What is lost with the end of a turn."""
