/** French: how to play, rules, and what the parts of a picture do. */

export const FR_RULES = {
  "How to play": "Comment jouer",
  "How to play {game}": "Comment jouer : {game}",
  "All rules of this table": "Toutes les règles de cette table",
  "{title}:": "{title} :",
  "Search": "Chercher",
  "Nothing contains these words.": "Rien ne contient ces mots.",
  "There is nothing to explain.": "Il n'y a rien à expliquer.",
  "Close": "Fermer",
  "What to do now": "Que faire maintenant",
  "What is where?": "Où se trouve quoi ?",
  "You know the way now. Tap a card to read what it does; all rules are under “More”. Enjoy the game!":
    "Vous connaissez le chemin. Touchez une carte pour lire ce qu'elle fait ; toutes les règles sont sous « Plus ». Bonne partie !",
};
