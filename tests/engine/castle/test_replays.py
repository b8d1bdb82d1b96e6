"""What the kept matches of The Castle show; that they replay is told in ``tests/engine``."""

from __future__ import annotations

from engine.castle.names import WALL_TILES
from engine.castle.rules import RULES
from engine.castle.topics import TOPICS
from tests.engine.castle.replays.record import Shown, describe_move
from tests.engine.test_replays import FOLDERS, read


def seen() -> Shown:
    """What all of them show together."""
    found: Shown = set()
    for path in FOLDERS["castle"].glob("*.json"):
        record = read(path)
        seed = bytes.fromhex(record["seed"])
        state, played = RULES.start(record["options"], record["seats"], seed)
        found |= describe_move("", "", played)
        for move in record["moves"]:
            decision = RULES.decision(state)
            assert decision is not None
            played = RULES.play(state, move["seat"], move["choice"])
            found |= describe_move(decision.topic, move["choice"], played)
    return found


def test_together_they_show_every_question_answer_and_wall_tile() -> None:
    found = seen()
    answers = {(topic, verb) for topic, asked in TOPICS.items() for verb in asked.verbs}
    assert answers - found == set()
    taken = {("wall_tile_taken", (None, kind)) for kind in WALL_TILES}
    used = {("wall_tile_used", (None, kind)) for kind in (1, 2, 3)}
    assert (taken | used) - found == set()


def test_together_they_show_every_way_to_score_at_the_end() -> None:
    items = {about for kind, about in seen() if kind == "final_scored" and isinstance(about, tuple)}
    assert items == {
        ("keep", None),
        ("keep", 8),
        ("courts", None),
        ("courts", 7),
        ("unfinished", 4),
        ("unfinished", 5),
        ("unfinished", 6),
        ("wall_points", 9),
    }
