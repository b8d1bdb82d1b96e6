"""The texts of the terminal client. All texts about a game come from the service."""

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
        "paused": "The clock is paused.",
        "earlier": "... {} earlier events",
        "decide": "Your decision: {}",
        "prompt": "Your choice (? help, p picture): ",
        "unclear": "No option matches. Type a number from 1 to {}, or ? for help.",
        "no_card": "No card has these words in its title.",
        "no_help": "No part of the table has these words in its title. Type ? to list all.",
        "no_picture": "This game has no picture.",
        "saved": "The picture is saved in {}.",
        "not_saved": "The picture cannot be saved: {}",
        "help": (
            "  NUMBER    choose the option with this number\n"
            "  WORDS     choose the option that has these words or numbers in this order;\n"
            "            if several options match, they are listed\n"
            "  Enter     list all options\n"
            "  t         show the whole table\n"
            "  ?         explain all cards and other parts of the table\n"
            "  ? WORDS   explain those with these words in their title\n"
            "  c WORDS   show the text of any card with these words in its title\n"
            "  p [FILE]  save the table as a picture (SVG, for a browser)\n"
            "  q         quit"
        ),
        "quit": "Your seat is still yours: continue whenever you like.",
        "resigned": "You have resigned. A bot plays your seat to the end.",
        "place": "place",
        "seat": "seat",
        "points": "points",
        "made_of": "breakdown",
    },
    "fr": {
        "seats": "Places\xa0: {}",
        "you": "vous",
        "bot": "bot {}",
        "nobody": "libre",
        "away": "absent",
        "lost": "place perdue",
        "left": "Temps restant\xa0: {} h {:02} min",
        "paused": "L'horloge est arrêtée.",
        "earlier": "... {} événements plus anciens",
        "decide": "À vous de décider\xa0: {}",
        "prompt": "Votre choix (? aide, p image)\xa0: ",
        "unclear": "Aucune option ne correspond. Tapez un numéro de 1 à {}, ou ? pour l'aide.",
        "no_card": "Aucune carte n'a ces mots dans son titre.",
        "no_help": "Rien sur la table n'a ces mots dans son titre. Tapez ? pour tout lister.",
        "no_picture": "Cette partie n'a pas d'image.",
        "saved": "L'image est enregistrée dans {}.",
        "not_saved": "L'image ne peut pas être enregistrée\xa0: {}",
        "help": (
            "  NUMÉRO      choisir l'option qui porte ce numéro\n"
            "  MOTS        choisir l'option qui contient ces mots ou nombres, dans cet ordre\xa0;\n"
            "              si plusieurs options correspondent, elles sont listées\n"
            "  Entrée      lister toutes les options\n"
            "  t           afficher toute la table\n"
            "  ?           expliquer toutes les cartes et autres éléments de la table\n"
            "  ? MOTS      expliquer ceux dont le titre contient ces mots\n"
            "  c MOTS      afficher le texte de toute carte dont le titre contient ces mots\n"
            "  p [FICHIER] enregistrer la table en image (SVG, pour un navigateur)\n"
            "  q           quitter"
        ),
        "quit": "Votre place vous reste réservée\xa0: reprenez quand vous voulez.",
        "resigned": "Vous avez abandonné. Un bot joue à votre place jusqu'à la fin.",
        "place": "rang",
        "seat": "place",
        "points": "points",
        "made_of": "détail",
    },
}


def texts_in(language: str) -> dict[str, str]:
    """Return the texts in a language, or in English if there are none."""
    return TEXTS.get(language, TEXTS["en"])
