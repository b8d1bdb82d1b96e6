"""How to play The Castle, and its rules, in English."""

from __future__ import annotations

SUMMARY = (
    "Lay tiles inside the walls, send your followers to towers, houses, paths and courts, and stop "
    "your marker where a wall tile waits. For 2 players."
)

HOW_TO_PLAY = {
    "aim": (
        "The aim",
        "Together you fill a castle with tiles. The player with more followers in a tower, a "
        "house, a path or a court scores it. The most points win.",
    ),
    "turn": ("Your turn", ""),
    "turn:lay": (
        "Lay the tile",
        "It is drawn for you. One whole side of it must touch a tile or a start space on the wall. "
        "Only paths must continue; all other sides fit together.",
    ),
    "turn:follower": (
        "Place a follower",
        "You may put one of your six on the new tile: on a feature where nobody stands yet.",
    ),
    "turn:score": (
        "Score",
        "What is complete is scored at once, and its followers return to their owners.",
    ),
    "features": ("What counts", "Points for each tile of a feature:"),
    "features:path": (
        "Path, 1",
        "complete when each end meets a square, a building or the wall; 2 with a well",
    ),
    "features:tower": ("Tower, 2", "complete when no side is open"),
    "features:house": (
        "House, 1",
        "complete like a tower; the largest one you score holds your keep",
    ),
    "features:court": (
        "Court",
        "never complete: a merchant stays to the end, and then counts 3 for each market",
    ),
    "wall": (
        "The wall",
        "Your points move a marker along the wall. If it stops exactly beside a corner tower, you "
        "take the wall tile there: another turn, double points, or points at the end. So count: "
        "two small scores can be better than one large one.",
    ),
    "matters": ("What matters", ""),
    "matters:return": (
        "",
        "Complete small features soon: you have six followers, and need them back.",
    ),
    "matters:share": (
        "",
        "Lay tiles so that your feature joins theirs: with more followers you score all of it, "
        "with equal numbers nobody does.",
    ),
    "matters:courts": ("", "Place a merchant early in a court with markets, but few of them."),
    "end": (
        "The end",
        "The game ends with the last tile. The larger keep scores the largest empty area of the "
        "castle, a point for each cell; then courts and wall tiles count.",
    ),
}

ADVICE = {
    "waiting": (
        "Your opponent is playing. See which of their features are nearly complete: you may join "
        "them, or leave them open."
    ),
    "place": (
        "Choose a marked cell, then how the tile is turned. Close something small if you can: a "
        "complete tower gives 2 points a tile, and your follower comes back."
    ),
    "follower": (
        "Put a follower on what you can soon complete, a knight on a tower or a squire in a house. "
        "Keep two at hand: you have only six."
    ),
    "order": (
        "Several features are complete, and each moves a marker. Choose the order that stops it "
        "beside a wall tile."
    ),
    "double": "Use the wall tile if the feature is large: you can use it only once.",
    "extra_turn": (
        "Another turn is another tile and another follower. Take it when it completes something."
    ),
}

RULES = {
    "setup": (
        "The start",
        "60 castle tiles are drawn in random order. Of 18 wall tiles, 13 lie face down on the "
        "corner towers. Each player has a keep and six followers at hand.",
    ),
    "turn": ("A turn", ""),
    "turn:lay": (
        "1. The tile",
        "It is drawn face up. It needs a whole side in common with a start space or with a tile. A "
        "path must continue, also from a start space; all other sides may meet, and any side may "
        "lie against the wall. A tile that fits nowhere leaves the game, and you draw another.",
    ),
    "turn:follower": (
        "2. A follower",
        "You may put one on a feature of the new tile, if no follower is anywhere in it: a herald "
        "on a path, a knight on a tower, a squire in a house, a merchant in a court.",
    ),
    "turn:score": (
        "3. Scoring",
        "Complete paths, towers and houses are scored, each on its own: first yours, then those of "
        "your opponent. If the order matters, you choose it.",
    ),
    "turn:wall": (
        "4. The wall",
        "A marker that stops on one of the two spaces of a corner tower takes its wall tile; one "
        "that passes does not.",
    ),
    "features": (
        "Features",
        "A feature may reach over many tiles. A start space of its kind belongs to it and counts "
        "as a tile. A square ends the paths that meet there; a crossing or a well does not.",
    ),
    "majority": (
        "The majority",
        "The player with more followers in a feature scores it, no matter who completed it. With "
        "equal numbers nobody does. All its followers return, except merchants.",
    ),
    "keep": (
        "The keep",
        "It stands in the largest house that its owner has scored, and moves to a larger one only.",
    ),
    "wall_tiles": (
        "Wall tiles",
        "Two of each. Use one from your next turn on, in your own turns only; then it leaves the "
        "game. 4 to 9 count by themselves at the end. 2 to 7 need the majority.",
    ),
    "end": ("The end", "The game ends with the turn of the last tile. Then count:"),
    "end:keep": (
        "The larger keep",
        "scores the largest region of empty cells, 1 point for each. With equal keeps nobody does.",
    ),
    "end:courts": ("Courts", "3 points for each market, to the player with more merchants there."),
    "end:wall": ("Wall tiles", "4, 5, 6 and 9. Points of the end take no wall tile."),
    "end:win": ("The winner", "has the most points. With equal points it is a draw."),
    "tiles": ("The tiles", "{tile_set}: {note}"),
}
