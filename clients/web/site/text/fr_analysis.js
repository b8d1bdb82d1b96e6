/** French: the analysis of a game, and hints. */

/** @type {Record<string, string | string[]>} */
export const FR_ANALYSIS = {
  "Analysis": "Analyse",
  "About the moves": "À propos des coups",
  "To the game that is being analyzed": "Vers la partie en cours d'analyse",
  "This game cannot be played again by its rules, so there is no analysis.":
    "Cette partie ne peut pas être rejouée selon ses règles : il n'y a pas d'analyse.",
  "The analysis has failed. You can request it again after a day.": "L'analyse a échoué. Vous pourrez la redemander dans un jour.",
  "A strong bot looks at each of your decisions: what it would have chosen, and what your choice was worth. This takes a few minutes.":
    "Un bot fort examine chacune de vos décisions : ce qu'il aurait choisi et ce que valait votre choix. Cela prend quelques minutes.",
  "Analyze the game": "Analyser la partie",
  "The analysis is being made. You can leave this page meanwhile.":
    "L'analyse est en cours. Vous pouvez quitter cette page en attendant.",
  "The analysis is ready.": "L'analyse est prête.",
  "Progress of the analysis": "Avancement de l'analyse",
  "{done} of {count} move": ["{done} coup sur {count}", "{done} coups sur {count}"],
  "Your decisions": "Vos décisions",
  "The chances come from games that bots play out. The exact value is very probably within the range (±).":
    "Les chances viennent de parties que des bots jouent jusqu'au bout. La valeur exacte est très probablement dans l'intervalle (±).",
  "What decided the game": "Ce qui a décidé la partie",
  "Your chance of winning at your first decision": "Votre chance de gagner à votre première décision",
  "Choice: your options compared with the best ones": "Choix : les vôtres comparés aux meilleurs",
  "Bots and others that chose for your seat": "Les bots et autres qui ont choisi pour votre siège",
  "Hidden: what you did not know, compared with what you could expect":
    "Caché : ce que vous ignoriez, comparé à ce que vous pouviez attendre",
  "Forfeit: you gave the seat up, or lost it on time":
    "Forfait : vous avez abandonné le siège, ou l'avez perdu au temps",
  "Luck: draws, and what the others did": "Hasard : les tirages et ce que les autres ont fait",
  "Result: a win": "Résultat : victoire",
  "Result: a shared win": "Résultat : victoire partagée",
  "Result: no win": "Résultat : pas de victoire",
  "Only costly ones": "Seulement les coûteuses",
  "None of your choices was surely worse than another one.":
    "Aucun de vos choix n'était sûrement moins bon qu'un autre.",
  "There was no decision with several options.": "Il n'y a eu aucune décision avec plusieurs choix.",
  "{cost} lost": "{cost} de perte",
  "about equal": "à peu près égal",
  "best option": "meilleur choix",
  "You:": "Vous :",
  "Played for you:": "Joué pour vous :",
  "Bot:": "Bot :",
  "The bot would have chosen the same.": "Le bot aurait choisi la même chose.",
  "Hint": "Conseil",
  "There is no hint: the service could not make it.": "Il n'y a pas de conseil : le service n'a pas pu le préparer.",
  "The bot is thinking …": "Le bot réfléchit…",
  "Suggested:": "Conseillé :",
  "suggested": "conseillé",
  "Option": "Choix",
  "Chance of winning": "Chance de gagner",
};
