"""Questions and options, in French."""

from __future__ import annotations

QUESTIONS = {
    "keep_character": "Quel personnage gardez-vous ?",
    "discard_character": "Quel personnage écartez-vous, face cachée ?",
    "theater": "Vous pouvez échanger un personnage avec un autre joueur, sans voir le sien.",
    "gather": "Vous devez prendre de l'or ou piocher ; le reste peut se faire avant.",
    "action": "Vous pouvez bâtir et agir dans l'ordre de votre choix, puis terminer votre tour.",
    "payment": "Comment payez-vous {district.the} ? Il reste à payer {owed}.",
    "keep_card": "Quelle carte gardez-vous ?",
    "beautify": "Vous pouvez embellir un deuxième quartier.",
    "bewitch": "Vous devez ensorceler un personnage : vous jouerez la suite de son tour.",
    "blank_marker": "Quel personnage reçoit le prochain jeton vierge ? Déjà posés : {marked}.",
    "confiscate": (
        "{seat} paie {gold} pour {district.the}. Vous ne pouvez pas confisquer ce quartier."
    ),
    "confiscate:possible": (
        "{seat} paie {gold} pour {district.the}. Vous pouvez confisquer ce quartier."
    ),
    "bribe": "Une menace pèse sur {character.the}, que vous jouez. Payez {bribe}, ou "
    "refusez et risquez {gold}.",
    "reveal_threat": "{seat} ne paie pas. Vous pouvez révéler la menace sur {character.the} : si "
    "c'est la fleur, vous prenez {gold}.",
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
    "stop": "S'arrêter là",
    "pass": "Passer",
    # -- choosing characters
    "keep:character": "Garder {character.the}",
    "discard:character": "Écarter {character.the}",
    "swap_character": "Échanger un personnage avec {seat}",
    "swap_character:character": "Échanger {character.the} contre un personnage {seat.of}",
    # -- the turn
    "gather:gold": "Prendre de l'or",
    "gather:cards": "Piocher des cartes",
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
    "pay_card": "Défausser {district.the} de votre main au lieu d'une pièce d'or",
    "sacrifice": "Sacrifier {district.the} au lieu de payer",
    "borrow": "Prendre {gold} {seat.to} et lui donner autant de cartes",
    # -- abilities of characters
    "kill": "Assassiner {character.the}",
    "bewitch": "Ensorceler {character.the}",
    "sign_warrant": "Poser le mandat signé sur {character.the}",
    "blank": "Poser un jeton vierge sur {character.the}",
    "confiscate": "Confisquer le quartier",
    "rob": "Voler {character.the}",
    "spy": "Chercher des cartes de type {type} dans la main {seat.of}",
    "threaten": "Poser la menace à la fleur sur {character.the}",
    "bribe": "Payer pour lever la menace",
    "refuse": "Refuser de payer",
    "reveal": "Révéler la menace",
    "swap": "Échanger les mains avec {seat}",
    "redraw": "Défausser des cartes et en piocher autant",
    "discard:district": "Défausser {district.the}",
    "look": "Regarder la main {seat.of}",
    "take": "Prendre {district.the} dans votre main",
    "build_at_once": "Bâtir aussitôt {district.the}",
    "take_from_all": "Prendre une carte au hasard à chacun des autres joueurs",
    "give": "Donner {district.the}",
    "crown:gold": "Donner la couronne {seat.to} et lui prendre 1 pièce d'or",
    "crown:card": "Donner la couronne {seat.to} et lui prendre une carte au hasard",
    "crown:nothing": "Donner la couronne {seat.to}",
    "tithe": "Prendre 1 pièce d'or {seat.to}",
    "extra_gold": "Prendre 1 pièce d'or en plus",
    "extra_cards": "Piocher 2 cartes en plus",
    "navigate:gold": "Prendre 4 pièces d'or",
    "navigate:cards": "Piocher 4 cartes",
    "study": "Piocher 7 cartes et en garder une",
    "destroy": "Détruire {district.the} {seat.of} ({gold})",
    "exchange": "Échanger un de vos quartiers contre {district.the} {seat.of}",
    "give_district": "Céder {district.the}",
    "give_district:gold": "Céder {district.the} et payer {gold}",
    "seize": "S'emparer {district.of} {seat.of} ({gold})",
    "queen_gold": "Prendre 3 pièces d'or (rang 4 à côté de vous)",
    "beautify": "Embellir {district.the} (1 pièce d'or)",
    "collect_taxes": "Prendre les taxes ({gold})",
    # -- districts
    "armory": "Détruire la Poudrière et {district.the} {seat.of}",
    "laboratory": "Défausser {district.the} et recevoir 2 pièces d'or",
    "museum": "Glisser {district.the} sous le Musée",
    "smithy": "Payer 2 pièces d'or et piocher 3 cartes",
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
