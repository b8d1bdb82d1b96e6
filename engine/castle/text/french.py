"""French."""

from __future__ import annotations

from collections.abc import Sequence

from engine.castle.text.english import ENGLISH
from engine.castle.text.french_guide import ADVICE, HOW_TO_PLAY, RULES, SUMMARY
from engine.castle.text.language import CastleLanguage
from tablekernel.text.french import FrenchGrammar
from tablekernel.text.language import Names
from tablekernel.text.translation import Translation

TERRAINS = {"path": "chemin", "tower": "tour", "house": "maison", "court": "cour"}
A_TERRAIN = {"path": "un chemin", "tower": "une tour", "house": "une maison", "court": "une cour"}
PLURALS = {"path": "chemins", "tower": "tours", "house": "maisons", "court": "cours"}
ROLES = {"herald": "messager", "knight": "chevalier", "squire": "bourgeois", "merchant": "marchand"}
NUMBERS = ("aucun", "un", "deux", "trois", "quatre")
SIDES = {"N": "au nord", "E": "à l'est", "S": "au sud", "W": "à l'ouest"}
TURNS = ("non tournée", "tournée à droite", "tournée d'un demi-tour", "tournée à gauche")
EXTRAS = {"well": "un puits", "market": "un marché", "square": "une place"}

TEXTS = {
    "path": (
        "Achevé quand chaque bout touche une place, un bâtiment ou le mur, ou quand il forme une "
        "boucle. 1 point par tuile, ou 2 si le chemin a un puits."
    ),
    "tower": "Achevée quand aucun côté n'est ouvert. 2 points par tuile.",
    "house": (
        "Achevée quand aucun côté n'est ouvert. 1 point par tuile ; et le palais du joueur qui la "
        "marque se dresse dans la plus grande de ces maisons."
    ),
    "court": ("Décomptée à la fin seulement : 3 points par marché. Les marchands y restent."),
}

WALL_TITLES = {
    1: "Deuxième tour",
    2: "Tour double",
    3: "Maison double",
    4: "Chemin inachevé",
    5: "Tour inachevée",
    6: "Maison inachevée",
    7: "Cour riche",
    8: "Palais agrandi",
    9: "Cinq points",
}
WALL_TEXTS = {
    1: "À la fin de votre tour, jouez-en un autre.",
    2: "Quand vous marquez une tour pendant votre tour de jeu, elle compte 4 points par tuile.",
    3: "Quand vous marquez une maison pendant votre tour de jeu, elle compte 2 points par tuile.",
    4: "À la fin, votre plus grand chemin inachevé compte 1 point par tuile.",
    5: "À la fin, votre plus grande tour inachevée compte 2 points par tuile.",
    6: "À la fin, votre plus grande maison inachevée compte 1 point par tuile.",
    7: "À la fin, votre cour la plus riche en marchés compte 4 points pour chacun.",
    8: "À la fin, votre palais compte 2 tuiles de plus.",
    9: "5 points à la fin.",
}

SETS = {
    "reconstruction": (
        "Reconstitution",
        "Pas les tuiles imprimées : aucune liste n'en est publique. Ces 60 tuiles et 7 cases de "
        "départ respectent tout ce qu'on en sait ; le plateau est exact.",
    ),
}

EVENTS = {
    "match_started": "La partie commence : {first} joue en premier.",
    "turn_started": "Tour {turn} : {seat}.",
    "tile_drawn": "{seat} pioche {tile}.",
    "tile_removed": "Elle ne peut être posée nulle part et quitte la partie.",
    "tile_placed": "{seat} pose la tuile en {x},{y}.",
    "follower_placed": "{seat} y place {role}, {slot}.",
    "scored": "{seat} marque {points} pour {terrain} de {tiles}.",
    "tied": "{terrain} de {tiles}, zone achevée : personne n'a la majorité, et personne ne marque.",
    "keep_moved": "{seat} installe son palais dans une maison de {size}.",
    "wall_tile_taken": "{seat} s'arrête sur {spaces} et prend la tuile Mur {wall_tile}.",
    "wall_tile_used:1": "{seat} utilise la tuile Mur 1 et joue un autre tour.",
    "wall_tile_used:2": "{seat} utilise la tuile Mur 2 : la tour compte double.",
    "wall_tile_used:3": "{seat} utilise la tuile Mur 3 : la maison compte double.",
    "final:keep": "{seat} a le plus grand palais : {points} pour la plus grande région vide.",
    "final:keep:wall_tile": (
        "{seat} a le plus grand palais, avec la tuile Mur 8 : {points} pour la plus grande région "
        "vide."
    ),
    "final:courts": "{seat} marque {points} pour une cour avec {amount_in_markets}.",
    "final:courts:wall_tile": (
        "{seat} marque {points} pour une cour avec {amount_in_markets}, avec la tuile Mur 7."
    ),
    "final:unfinished": (
        "{seat} marque {points} pour {terrain} de {amount_in_tiles}, zone inachevée, avec la "
        "tuile Mur {wall_tile}."
    ),
    "final:wall_points": "{seat} marque {points} avec la tuile Mur 9.",
    "match_over": "La partie est finie : {winners} gagne avec {score}.",
    "match_over:shared": "La partie se termine par une égalité : {winners} ont {score} chacun.",
}

QUESTIONS = {
    "place": "Où posez-vous cette tuile : {tile} ?",
    "follower": "Vous pouvez placer un sujet sur la tuile.",
    "order": "Quelle zone compter ensuite pour {seat} ?",
    "double": (
        "Vous marquez {points} pour {terrain}. Avec une tuile Mur, vous marqueriez {doubled}."
    ),
    "extra_turn": "Vous pouvez utiliser la tuile Mur 1 et jouer un autre tour.",
}

STATISTICS = {
    "follower_placed": "Sujet placé",
    "feature_scored": "Zone marquée",
    "wall_tile_taken": "Tuile Mur prise",
}

LABELS = {
    "pass": "Passer",
    "place": "En {x},{y}, {rotation}",
    "herald": "Un messager sur le chemin {slot}",
    "knight": "Un chevalier sur la tour {slot}",
    "squire": "Un bourgeois dans la maison {slot}",
    "merchant": "Un marchand dans la cour {slot}",
    "score": "{terrain} de {tiles} ({points})",
    "use:1": "Utiliser la tuile Mur 1 : un autre tour",
    "use:2": "Utiliser la tuile Mur 2",
    "use:3": "Utiliser la tuile Mur 3",
}

SCORES = {
    "paths": ("Chemins", "Les chemins achevés."),
    "towers": ("Tours", "Les tours achevées."),
    "houses": ("Maisons", "Les maisons achevées."),
    "keep": (
        "Région vide",
        "Le plus grand palais ; la plus grande région vide a {amount_in_regions}.",
    ),
    "keep:wall_tile": (
        "Région vide",
        "Le plus grand palais, avec la tuile Mur 8 ; la plus grande région vide a "
        "{amount_in_regions}.",
    ),
    "courts": ("Cours", "Une cour avec {amount_in_markets}."),
    "courts:wall_tile": ("Cours", "Une cour avec {amount_in_markets}, avec la tuile Mur 7."),
    "unfinished": ("Inachevé", "{terrain} de {amount_in_tiles}, avec la tuile Mur {wall_tile}."),
    "wall_points": ("Cinq points", "La tuile Mur 9."),
}

TABLE = {
    "phase": "Phase",
    "phase:place": "pose d'une tuile",
    "phase:follower": "placement d'un sujet",
    "phase:scoring": "décompte",
    "phase:over": "La partie est finie",
    "bag": "Tuiles à piocher",
    "removed": "Tuiles impossibles à poser",
    "towers": "Tuiles Mur sur le mur",
    "drawn": "Piochée",
    "board": "Tuiles posées",
    "at": "colonne {x}, ligne {y}",
    "supply": "Sujets en réserve",
    "keep": "Tuiles de la maison du palais",
    "followers": "Sujets sur le plateau",
    "wall_tiles": "Tuiles Mur",
    "fact": "{what} : {value}",
    "turn": "Tour",
    "decides": "doit décider",
    "lap": "{lap}e tour de piste",
    "used": "Utilisée",
    "later": "dès le prochain tour",
    "keep_of": "Palais",
    "well": "puits",
    "square": "place",
    "market": "marché",
    "face_down": "tuile Mur, face cachée",
    "marker": "points sur la piste",
    "last": "dernier coup",
    "complete": "zone achevée",
    "open": "zone ouverte",
    "open_sides": "côtés ouverts : {open_sides}",
    "empty_region": "Plus grande région vide",
}


class French(FrenchGrammar, CastleLanguage):
    """French. Articles follow gender; a comma replaces "de" where it would be elided before a
    name.
    """

    first = ENGLISH
    summary = SUMMARY
    how_to_play = Translation(HOW_TO_PLAY, ENGLISH.how_to_play)
    advice = Translation(ADVICE, ENGLISH.advice)
    rules = Translation(RULES, ENGLISH.rules)
    terrains = TERRAINS
    a_terrain = A_TERRAIN
    roles = ROLES
    a_role = {name: f"un {title}" for name, title in ROLES.items()}
    texts = Translation(TEXTS, ENGLISH.texts)
    wall_titles = Translation(WALL_TITLES, ENGLISH.wall_titles)
    wall_texts = Translation(WALL_TEXTS, ENGLISH.wall_texts)
    sets = Translation(SETS, ENGLISH.sets)
    sides = {
        **SIDES,
        **{f"{side}l": f"{words}, à gauche du chemin" for side, words in SIDES.items()},
        **{f"{side}r": f"{words}, à droite du chemin" for side, words in SIDES.items()},
    }
    turns = TURNS
    events = Translation(EVENTS, ENGLISH.events)
    questions = Translation(QUESTIONS, ENGLISH.questions)
    labels = Translation(LABELS, ENGLISH.labels)
    statistics = Translation(STATISTICS, ENGLISH.statistics)
    scores = Translation(SCORES, ENGLISH.scores)
    table = Translation(TABLE, ENGLISH.table)

    def seat(self, number: int, names: Names) -> str:
        return names.get(number, f"le joueur {number}")

    def tiles(self, count: int) -> str:
        return self.count(count, "tuile")

    def markets(self, count: int) -> str:
        return self.count(count, "marché")

    def cells(self, count: int) -> str:
        return self.count(count, "case")

    def several(self, terrain: str, count: int) -> str:
        return A_TERRAIN[terrain] if count == 1 else f"{NUMBERS[count]} {PLURALS[terrain]}"

    def with_extras(self, text: str, extras: Sequence[str]) -> str:
        if not extras:
            return text
        return f"{text}, avec {self.join_items([EXTRAS[extra] for extra in extras])}"


FRENCH = French()
