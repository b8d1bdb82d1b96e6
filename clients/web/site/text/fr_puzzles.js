/** French: puzzles. */

/** @type {Record<string, string | string[]>} */
export const FR_PUZZLES = {
  "Puzzles": "Problèmes",
  "In each of these positions one option is clearly the best. Find it.":
    "Dans chacune de ces positions, un choix est nettement le meilleur. Trouvez-le.",
  "You have answered all puzzles of this game.": "Vous avez répondu à tous les problèmes de ce jeu.",
  "Your rating in puzzles: {rating}": "Votre cote aux problèmes : {rating}",
  "Solved!": "Résolu !",
  "Not solved.": "Non résolu.",
  "{share} of the users who answered solved it.": "{share} de ceux qui ont répondu l'ont résolu.",
  "clearly less": "nettement moins",
  "your answer": "votre réponse",
  "Next puzzle": "Problème suivant",
  "There are no puzzles of this game yet.": "Il n'y a pas encore de problème pour ce jeu.",
  "Puzzle of the day": "Problème du jour",
  "one option is the best: which?": "un choix est le meilleur : lequel ?",
};
