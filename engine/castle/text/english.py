"""English."""

from __future__ import annotations

from collections.abc import Sequence

from engine.castle.text.english_guide import ADVICE, HOW_TO_PLAY, RULES, SUMMARY
from engine.castle.text.language import CastleLanguage
from tablekernel.text.english import EnglishGrammar
from tablekernel.text.language import Names

TERRAINS = {"path": "path", "tower": "tower", "house": "house", "court": "court"}
PLURALS = {"path": "paths", "tower": "towers", "house": "houses", "court": "courts"}
ROLES = {"herald": "herald", "knight": "knight", "squire": "squire", "merchant": "merchant"}
NUMBERS = ("no", "one", "two", "three", "four")
SIDES = {"N": "in the north", "E": "in the east", "S": "in the south", "W": "in the west"}
TURNS = ("not turned", "turned right", "turned around", "turned left")
EXTRAS = {"well": "a well", "market": "a market", "square": "a square"}

TEXTS = {
    "path": (
        "Complete when every end meets a square, a building or the wall, or when it forms a "
        "loop. 1 point for each tile, or 2 if the path has a well."
    ),
    "tower": "Complete when no side is open. 2 points for each tile.",
    "house": (
        "Complete when no side is open. 1 point for each tile; and the keep of the player who "
        "scores it stands in the largest such house."
    ),
    "court": "Scored at the end only: 3 points for each market in it. Merchants stay until then.",
}

WALL_TITLES = {
    1: "Second turn",
    2: "Double tower",
    3: "Double house",
    4: "Unfinished path",
    5: "Unfinished tower",
    6: "Unfinished house",
    7: "Rich court",
    8: "Larger keep",
    9: "Five points",
}
WALL_TEXTS = {
    1: "At the end of your turn, take another one.",
    2: "When you score a tower in your turn, it counts 4 points for each tile.",
    3: "When you score a house in your turn, it counts 2 points for each tile.",
    4: "At the end, your largest unfinished path counts 1 point for each tile.",
    5: "At the end, your largest unfinished tower counts 2 points for each tile.",
    6: "At the end, your largest unfinished house counts 1 point for each tile.",
    7: "At the end, your court with the most markets counts 4 points for each of them.",
    8: "At the end, your keep counts as 2 tiles larger.",
    9: "5 points at the end.",
}

SETS = {
    "reconstruction": (
        "Reconstruction",
        "Not the printed tiles: no list of them is public. These 60 tiles and 7 start spaces "
        "match all that is known about them; the board is exact.",
    ),
}

EVENTS = {
    "match_started": "The game begins: {first} has the first turn.",
    "turn_started": "Turn {turn}: {seat}.",
    "tile_drawn": "{seat} draws {tile}.",
    "tile_removed": "It fits nowhere and is removed from the game.",
    "tile_placed": "{seat} lays the tile at {x},{y}.",
    "follower_placed": "{seat} puts {role} on it, {slot}.",
    "scored": "{seat} scores {points} for {terrain} of {tiles}.",
    "tied": "{terrain} of {tiles} is complete; nobody has the majority, and nobody scores.",
    "keep_moved": "The keep of {seat} now stands in a house of {size}.",
    "wall_tile_taken": "{seat} stops on {spaces} and takes wall tile {wall_tile}.",
    "wall_tile_used:1": "{seat} uses wall tile 1 and takes another turn.",
    "wall_tile_used:2": "{seat} uses wall tile 2: the tower counts double.",
    "wall_tile_used:3": "{seat} uses wall tile 3: the house counts double.",
    "final:keep": "{seat} has the larger keep: {points} for the largest empty region.",
    "final:keep:wall_tile": (
        "{seat} has the larger keep, thanks to wall tile 8: {points} for the largest empty region."
    ),
    "final:courts": "{seat} scores {points} for a court with {amount_in_markets}.",
    "final:courts:wall_tile": (
        "{seat} scores {points} for a court with {amount_in_markets}, with wall tile 7."
    ),
    "final:unfinished": (
        "{seat} scores {points} for {terrain} of {amount_in_tiles}, unfinished, with wall tile "
        "{wall_tile}."
    ),
    "final:wall_points": "{seat} scores {points} with wall tile 9.",
    "match_over": "The game is over: {winners} wins with {score}.",
    "match_over:shared": "The game ends in a draw: {winners} have {score} each.",
}

QUESTIONS = {
    "place": "Where do you lay this tile: {tile}?",
    "follower": "You may put a follower on the tile.",
    "order": "Which feature of {seat} is scored next?",
    "double": "You score {points} for {terrain}. You may use a wall tile and score {doubled}.",
    "extra_turn": "You may use wall tile 1 and take another turn.",
}

STATISTICS = {
    "follower_placed": "Follower placed",
    "feature_scored": "Feature scored",
    "wall_tile_taken": "Wall tile taken",
}

LABELS = {
    "pass": "Pass",
    "place": "At {x},{y}, {rotation}",
    "herald": "A herald on the path {slot}",
    "knight": "A knight on the tower {slot}",
    "squire": "A squire in the house {slot}",
    "merchant": "A merchant in the court {slot}",
    "score": "{terrain} of {tiles} ({points})",
    "use:1": "Use wall tile 1: another turn",
    "use:2": "Use wall tile 2",
    "use:3": "Use wall tile 3",
}

SCORES = {
    "paths": ("Paths", "Completed paths."),
    "towers": ("Towers", "Completed towers."),
    "houses": ("Houses", "Completed houses."),
    "keep": (
        "Empty region",
        "The larger keep; the largest empty region has {amount_in_regions}.",
    ),
    "keep:wall_tile": (
        "Empty region",
        "The larger keep, thanks to wall tile 8; the largest empty region has {amount_in_regions}.",
    ),
    "courts": ("Courts", "A court with {amount_in_markets}."),
    "courts:wall_tile": ("Courts", "A court with {amount_in_markets}, with wall tile 7."),
    "unfinished": ("Unfinished", "{terrain} of {amount_in_tiles}, with wall tile {wall_tile}."),
    "wall_points": ("Five points", "Wall tile 9."),
}

TABLE = {
    "phase": "Phase",
    "phase:place": "laying a tile",
    "phase:follower": "placing a follower",
    "phase:scoring": "scoring",
    "phase:over": "The game is over",
    "bag": "Tiles left to draw",
    "removed": "Tiles that fit nowhere",
    "towers": "Wall tiles on the wall",
    "drawn": "Drawn",
    "board": "Tiles laid",
    "at": "column {x}, row {y}",
    "supply": "Followers in supply",
    "keep": "Tiles of the house with the keep",
    "followers": "Followers on the board",
    "wall_tiles": "Wall tiles",
    "fact": "{what}: {value}",
    "turn": "Turn",
    "decides": "has to decide",
    "lap": "lap {lap}",
    "used": "Used",
    "later": "from the next turn on",
    "keep_of": "Keep",
    "well": "well",
    "square": "square",
    "market": "market",
    "face_down": "wall tile, face down",
    "marker": "points on the track",
    "last": "last move",
    "complete": "complete",
    "open": "open",
    "open_sides": "open sides: {open_sides}",
    "empty_region": "Largest empty region",
}


class English(EnglishGrammar, CastleLanguage):
    """English. Gender and case change nothing."""

    summary = SUMMARY
    how_to_play = HOW_TO_PLAY
    advice = ADVICE
    rules = RULES
    terrains = TERRAINS
    a_terrain = {name: f"a {title}" for name, title in TERRAINS.items()}
    roles = ROLES
    a_role = {name: f"a {title}" for name, title in ROLES.items()}
    texts = TEXTS
    wall_titles = WALL_TITLES
    wall_texts = WALL_TEXTS
    sets = SETS
    sides = {
        **SIDES,
        **{f"{side}l": f"{words}, left of the path" for side, words in SIDES.items()},
        **{f"{side}r": f"{words}, right of the path" for side, words in SIDES.items()},
    }
    turns = TURNS
    events = EVENTS
    questions = QUESTIONS
    labels = LABELS
    statistics = STATISTICS
    scores = SCORES
    table = TABLE

    def seat(self, number: int, names: Names) -> str:
        return names.get(number, f"seat {number}")

    def tiles(self, count: int) -> str:
        return self.count(count, "tile")

    def markets(self, count: int) -> str:
        return self.count(count, "market")

    def cells(self, count: int) -> str:
        return self.count(count, "cell")

    def several(self, terrain: str, count: int) -> str:
        if count == 1:
            return f"a {TERRAINS[terrain]}"
        return f"{NUMBERS[count]} {PLURALS[terrain]}"

    def with_extras(self, text: str, extras: Sequence[str]) -> str:
        if not extras:
            return text
        return f"{text}, with {self.join_items([EXTRAS[extra] for extra in extras])}"


ENGLISH = English()
