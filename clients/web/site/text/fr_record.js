/** French: the record of a game and its verification. */

/** @type {Record<string, string | string[]>} */
export const FR_RECORD = {
  "Verify the game": "Vérifier la partie",
  "All chance of a game follows from a secret seed, to which the service is committed from the start. When the game is over, this browser checks the record itself.":
    "Tout le hasard d'une partie découle d'une graine secrète, sur laquelle le service s'engage dès le début. Une fois la partie terminée, ce navigateur vérifie lui-même l'enregistrement.",
  "Check a file instead": "Vérifier plutôt un fichier",
  "For example a record that you downloaded earlier. It stays in this browser. You can also drop it here.":
    "Par exemple un enregistrement téléchargé plus tôt. Il reste dans ce navigateur. Vous pouvez aussi le déposer ici.",
  "Check the record of the service again": "Revenir à l'enregistrement du service",
  "What this browser finds": "Ce que trouve ce navigateur",
  "What this browser finds in {file}": "Ce que trouve ce navigateur dans {file}",
  "This record is wrong.": "Cet enregistrement est faux.",
  "See the step that has failed.": "Voyez l'étape qui a échoué.",
  "No fault was found.": "Aucune erreur trouvée.",
  "Some things cannot be checked without the rules of the game; the service checks them below.":
    "Certaines choses ne se vérifient pas sans les règles du jeu ; le service les vérifie ci-dessous.",
  "What the service says": "Ce que dit le service",
  "It plays the whole game again, by its rules, and compares each state. You can run the same program yourself.":
    "Il rejoue toute la partie selon ses règles et compare chaque état. Vous pouvez exécuter vous-même le même programme.",
  "The game was played by its rules": "La partie a été jouée selon les règles",
  "The replay differs": "La partie rejouée diffère",
  "All {moves} moves led to the recorded states.": "Les {moves} coups ont mené aux états enregistrés.",
  "correct": "correct",
  "failed": "échec",
  "partly checked": "vérifié en partie",
  "not checked": "non vérifié",
  "Values": "Valeurs",
  "computed": "calculé",
  "in the record": "dans l'enregistrement",
  "of the service": "du service",
  "noted": "noté",
  "seed": "graine",
  "nonce": "nonce",
  "The file is a record": "Le fichier est un enregistrement",
  "It has the format {format}, and {count} move.": [
    "Il a le format {format} et {count} coup.",
    "Il a le format {format} et {count} coups.",
  ],
  "It is not a record of a game: {fault} is missing or wrong.":
    "Ce n'est pas l'enregistrement d'une partie : {fault} manque ou est faux.",
  "The file is written as it should be": "Le fichier est écrit comme il faut",
  "It is canonical JSON, to the last byte.": "C'est du JSON canonique, à l'octet près.",
  "It is not canonical JSON: somebody has written it again.":
    "Ce n'est pas du JSON canonique : quelqu'un l'a réécrit.",
  "It is the record of this game": "C'est l'enregistrement de cette partie",
  "It names this game.": "Il nomme cette partie.",
  "It names another game: {game}": "Il nomme une autre partie : {game}",
  "The seed fits the commitment": "La graine correspond à l'engagement",
  "SHA-256 of the seed and the nonce is the commitment: the seed is the one that was fixed at the start.":
    "Le SHA-256 de la graine et du nonce est l'engagement : la graine est celle fixée au début.",
  "SHA-256 of the seed and the nonce is not the commitment: the seed was exchanged.":
    "Le SHA-256 de la graine et du nonce n'est pas l'engagement : la graine a été échangée.",
  "The commitment is the one that this browser knows": "L'engagement est celui que connaît ce navigateur",
  "This browser never saw the game while it ran, so it noted nothing. Compare the commitment with one that you or another player saved.":
    "Ce navigateur n'a jamais vu la partie en cours et n'a donc rien noté. Comparez l'engagement avec celui que vous, ou une autre personne de la partie, avez conservé.",
  "It noted another commitment on {when}: the seed was exchanged after that.":
    "Il a noté un autre engagement le {when} : la graine a été échangée depuis.",
  "It noted the same one on {when}. But the game was over then, so this proves little.":
    "Il a noté le même le {when}. Mais la partie était déjà terminée : cela prouve peu.",
  "It noted the same one on {when}, after move {move}. The seed was fixed then.":
    "Il a noté le même le {when}, après le coup {move}. La graine était alors fixée.",
  "Nothing in the record was changed": "Rien n'a été modifié dans l'enregistrement",
  "SHA-256 of all its content is its digest.": "Le SHA-256 de tout son contenu est son empreinte.",
  "SHA-256 of its content is not its digest: something was changed.":
    "Le SHA-256 de son contenu n'est pas son empreinte : quelque chose a été modifié.",
  "The service has the same record": "Le service a le même enregistrement",
  "The record of the service has the same digest.": "L'enregistrement du service a la même empreinte.",
  "The record of the service has another digest: this file has another content.":
    "L'enregistrement du service a une autre empreinte : ce fichier a un autre contenu.",
  "The moves are complete": "Les coups sont complets",
  "{count} move, numbered from 1.": [
    "{count} coup, numéroté à partir de 1.",
    "{count} coups, numérotés à partir de 1.",
  ],
  "Move {wrong} is missing or wrong.": "Le coup {wrong} manque ou est faux.",
  "The set-up follows from the seed": "La mise en place découle de la graine",
  "Chance during the game follows from the seed": "Le hasard pendant la partie découle de la graine",
  "The game began at a position of another game. The record contains it.":
    "La partie a commencé à une position d'une autre partie. L'enregistrement la contient.",
  "Nothing was drawn.": "Rien n'a été tiré.",
  "All of them: {parts}": "Tous : {parts}",
  "{count} result follows from the seed.": [
    "{count} résultat découle de la graine.",
    "{count} résultats découlent de la graine.",
  ],
  "{count} result cannot come from the seed.": [
    "{count} résultat ne peut pas venir de la graine.",
    "{count} résultats ne peuvent pas venir de la graine.",
  ],
  "{count} result is possible, but the record does not say what there was to draw from: this needs the rules.": [
    "{count} résultat est possible, mais l'enregistrement ne dit pas parmi quoi il fut tiré : il faut les règles.",
    "{count} résultats sont possibles, mais l'enregistrement ne dit pas parmi quoi ils furent tirés : il faut les règles.",
  ],
  "Each draw": "Chaque tirage",
  "A draw is a number that follows from the seed (BLAKE2b). It gives the new order of a deck, or picks.":
    "Un tirage est un nombre qui découle de la graine (BLAKE2b). Il donne le nouvel ordre d'une pioche, ou des choix au hasard.",
  "Draw": "Tirage",
  "Result": "Résultat",
  "Finding": "Constat",
  "shuffle": "mélange",
  "picks": "choix",
  "The seed does not give this, whatever there was to pick from.":
    "La graine ne donne pas cela, quel que soit le nombre de choses parmi lesquelles choisir.",
  "Possible with {sizes} to pick from, or other numbers.":
    "Possible avec {sizes} choses parmi lesquelles choisir, ou d'autres nombres.",
  "Without the shuffle, the deck is in order.": "Sans le mélange, la pioche est en ordre.",
  "Without the shuffle, the deck is nearly in order: some cards were exchanged.":
    "Sans le mélange, la pioche est presque en ordre : des cartes ont été échangées.",
  "Without the shuffle, the deck begins with what was left of the last one.":
    "Sans le mélange, la pioche commence par ce qui restait de la précédente.",
  "Without the shuffle, the deck is nearly what was left of the last one: some cards were exchanged.":
    "Sans le mélange, la pioche est presque ce qui restait de la précédente : des cartes ont été échangées.",
  "What was in the deck before needs the rules.":
    "Pour savoir ce qu'il y avait avant dans la pioche, il faut les règles.",
};
