"""The words of the terminal itself. All that is said about a game comes from the service."""

from __future__ import annotations

TEXTS = {
    "en": {
        "seats": "Seats: {}",
        "you": "you",
        "bot": "{} bot",
        "nobody": "free",
        "away": "away",
        "lost": "seat lost",
        "left": "Time left: {} h {:02} min",
        "paused": "The clock is stopped.",
        "earlier": "... {} earlier events",
        "decide": "You decide: {}",
        "prompt": "Your choice (? help, p picture): ",
        "unclear": "No option fits this. Type a number from 1 to {}, or ? for help.",
        "no_card": "Nothing has this in its title.",
        "no_picture": "This game has no picture.",
        "saved": "The picture is in {}.",
        "unsaved": "The picture cannot be saved: {}",
        "help": (
            "  NUMBER    choose this option\n"
            "  WORDS     words or numbers of one option, in their order: choose it;\n"
            "            if several options have them: list these\n"
            "  Enter     list all options\n"
            "  t         the whole table\n"
            "  c WORDS   what a card says, by words of its title\n"
            "  p [FILE]  save the table as a picture (SVG, for a browser)\n"
            "  q         leave"
        ),
        "kept": "Your seat is kept: play on whenever you like.",
        "resigned": "You have left the table; a bot plays your seat to the end.",
        "place": "place",
        "seat": "seat",
        "points": "points",
        "made_of": "made of",
    },
    "fr": {
        "seats": "Places : {}",
        "you": "vous",
        "bot": "bot {}",
        "nobody": "libre",
        "away": "en congé",
        "lost": "place perdue",
        "left": "Temps restant : {} h {:02} min",
        "paused": "L'horloge est arrêtée.",
        "earlier": "... {} événements avant ceux-ci",
        "decide": "À vous de décider : {}",
        "prompt": "Votre choix (? aide, p image) : ",
        "unclear": "Aucune option ne correspond. Tapez un numéro de 1 à {}, ou ? pour l'aide.",
        "no_card": "Aucun titre ne contient cela.",
        "no_picture": "Cette partie n'a pas d'image.",
        "saved": "L'image est dans {}.",
        "unsaved": "L'image ne peut pas être enregistrée : {}",
        "help": (
            "  NUMÉRO      choisir cette option\n"
            "  MOTS        des mots ou nombres d'une option, dans l'ordre : la choisir ;\n"
            "              si plusieurs options les ont : en donner la liste\n"
            "  Entrée      la liste de toutes les options\n"
            "  t           toute la table\n"
            "  c MOTS      ce que dit une carte, par des mots de son titre\n"
            "  p [FICHIER] enregistrer la table en image (SVG, pour un navigateur)\n"
            "  q           quitter"
        ),
        "kept": "Votre place est gardée : reprenez quand vous voulez.",
        "resigned": "Vous avez quitté la table ; un bot joue votre place jusqu'à la fin.",
        "place": "rang",
        "seat": "place",
        "points": "points",
        "made_of": "détail",
    },
}


def texts_in(language: str) -> dict[str, str]:
    """Return the texts in a language, or in English if there are none."""
    return TEXTS.get(language, TEXTS["en"])
