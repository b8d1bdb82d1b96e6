"""Events, in French."""

from __future__ import annotations

EVENTS = {
    "match_started": (
        "La partie commence à {seats} joueurs ; il faut {goal} quartiers pour compléter une cité."
    ),
    "hand_dealt": "{seat} reçoit {cards}.",
    # -- choosing characters
    "round_started": "La manche {round} commence ; {crown} a la couronne.",
    "round_started:face_up": (
        "La manche {round} commence ; {crown} a la couronne. Face visible : {face_up}."
    ),
    "character_kept": "{seat} garde un personnage.",
    "character_kept:own": "{seat} garde {character.the}.",
    "character_discarded": "{seat} écarte un personnage.",
    "character_discarded:own": "{seat} écarte {character.the}.",
    "character_lost": "Un personnage est écarté sans être vu.",
    "draft_ended": "Tous les personnages sont choisis.",
    "theater_passed": "{seat} n'échange aucun personnage.",
    "characters_swapped": "{seat} et {other} échangent un personnage.",
    "characters_swapped:own": (
        "{seat} et {other} échangent un personnage : vous donnez {gave.the} et recevez {got.the}."
    ),
    # -- turns
    "called": "On appelle le rang {rank} : {character.the}.",
    "revealed": "{seat} révèle {character.the}.",
    "resumed": "{seat} poursuit le tour {character.of}.",
    "turn_ended": "{seat} termine son tour.",
    "crown_moved": "{seat} reçoit la couronne.",
    "heir_revealed": "{seat} avait {character.the}, assassiné durant cette manche.",
    "killed_shown": "{seat} jouait {character.the}, cible de l'Assassin, et a perdu son tour.",
    # -- gold and cards
    "cards_drawn": "{seat} pioche {cards}.",
    "cards_kept": "{seat} garde {cards}.",
    "cards_gained": "{seat} gagne {cards} grâce {reason.to}.",
    "cards_gained:income": "{seat} pioche {cards} de revenu.",
    "cards_discarded": "{seat} met {cards} sous la pioche.",
    "card_taken": "{seat} prend {cards} dans la main {victim.of}.",
    "card_given": "{seat} donne {cards} {other.to}.",
    "card_tucked": "{seat} glisse {cards} sous le Musée.",
    "deck_shuffled": "La pioche est mélangée.",
    "gold_gained": "{seat} gagne {gold} grâce {reason.to}.",
    "gold_gained:gather": "{seat} prend {gold} à la banque.",
    "gold_gained:income": "{seat} touche un revenu de {gold}.",
    "gold_paid": "{seat} paie {gold} pour utiliser {reason.the}.",
    "gold_taken": "{seat} prend {gold} {victim.to} grâce {reason.to}.",
    "taxed": "{seat} paie une taxe de {gold}.",
    # -- abilities
    "kill_named": "{seat} assassine {character.the}.",
    "bewitch_named": "{seat} ensorcelle {character.the}.",
    "rob_named": "{seat} va voler {character.the}.",
    "robbed": "{by} vole {gold} {seat.to}.",
    "robbed:free": "{by} ne trouve rien à voler chez {seat}.",
    "robbed:self": "{seat} joue aussi le Voleur et ne perd rien.",
    "markers_laid:warrant": "{seat} pose des mandats sur {characters}.",
    "markers_laid:warrant:own": (
        "{seat} pose des mandats sur {characters}. Celui qui est signé est sur {face.the}."
    ),
    "markers_laid:threat": "{seat} pose des menaces sur {characters}.",
    "markers_laid:threat:own": (
        "{seat} pose des menaces sur {characters}. La fleur est sur {face.the}."
    ),
    "confiscated": "{seat} confisque {district.the} {victim.of}, qui récupère {gold}.",
    "confiscated:free": "{seat} confisque {district.the} {victim.of}.",
    "bribed": "{seat} achète le silence {by.of} pour {gold}.",
    "bribed:free": "{seat} ne doit rien {by.to} et échappe à la menace.",
    "bribe_refused": "{seat} refuse d'acheter le silence {by.of}.",
    "threat_revealed:flower": "{by} révèle la fleur et prend {gold} {seat.to}.",
    "threat_revealed:blank": "{by} révèle une menace sans fleur ; {seat} ne perd rien.",
    "spied": (
        "{seat} cherche des cartes de type {type} dans la main {victim.of}, y trouve {found} et "
        "prend {gold}."
    ),
    "spied:own": (
        "{seat} cherche des cartes de type {type} dans la main {victim.of}, y trouve {found} et "
        "prend {gold}. La main : {faces}."
    ),
    "hands_swapped": "{seat} et {other} échangent leurs mains.",
    "hands_swapped:own": "{seat} et {other} échangent leurs mains. Vous recevez {faces}.",
    "hand_seen": "{seat} regarde la main {victim.of}.",
    "hand_seen:own": "{seat} regarde la main {victim.of} : {faces}.",
    # -- districts
    "paid": "{seat} paie {gold} pour {district.the}.",
    "paid:free": "{seat} paie {district.the} sans or.",
    "built": "{seat} bâtit {district.the} pour {gold}.",
    "built:free": "{seat} bâtit {district.the} sans dépenser d'or.",
    "beautified": "{seat} embellit {district.the}.",
    "sacrificed": "{seat} sacrifie {district.the} au lieu de payer.",
    "destroyed": "{seat} détruit {district.the} {victim.of} pour {gold}.",
    "destroyed:self": "{seat} détruit {district.the} de sa propre cité pour {gold}.",
    "blown_up": "{seat} détruit la Poudrière et {district.the} {victim.of}.",
    "blown_up:self": "{seat} détruit la Poudrière et {district.the} de sa propre cité.",
    "seized": "{seat} s'empare {district.of} {victim.of} pour {gold}.",
    "exchanged": "{seat} échange {given.the} et {gold} contre {district.the} {victim.of}.",
    "exchanged:free": "{seat} échange {given.the} contre {district.the} {victim.of}.",
    "surcharge": "La banque reçoit {surcharge} en plus.",
    "city_completed": "{seat} complète sa cité.",
    "city_completed:first": "{seat} complète sa cité en premier : cette manche est la dernière.",
    "match_over": "La partie est finie : victoire pour {winners}, avec {score}.",
    "match_over:shared": "La partie est finie : victoire partagée pour {winners}, avec {score}.",
}
